"""Compiling a group of packages with mypyc, outside the source tree."""

import ast
import contextlib
import importlib.metadata
import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pbbuild.base.private import is_own, make_folder, require_changeable
from pbbuild.native.groups import (
    MANIFEST,
    RUNTIME,
    build_name,
    build_roots,
    digest,
    groups,
    interpreted_sources,
    library_name,
    library_sums,
    runtime_imports,
    sources,
)
from pbbuild.native.load import find_build, is_intact, read_manifest

# How many builds of other sources (another version or checkout) are not deleted.
OTHER_BUILDS: Final = 12
LOG: Final = "build.log"
SCRATCH_PREFIX: Final = "pbbuild-build-"
LONGEST_BUILD: Final = 3600.0  # seconds
# The Python packages needed to compile.
COMPILERS: Final = ("mypy[mypyc]",)


@dataclass(frozen=True, slots=True)
class BuildResult:
    """The result of a build.

    `outcome` is one of done, present, no-sources, no-mypyc, no-compiler, no-headers, failed.
    """

    group: str
    outcome: str
    folder: str = ""
    detail: str = ""

    @property
    def usable(self) -> bool:
        """Whether the group now runs compiled."""
        return self.outcome in ("done", "present")


def compile_group(group: str, *, again: bool = False) -> BuildResult:
    """Compile `group` unless there is a build of exactly these sources; `again` always compiles."""
    if not any(True for _ in sources(group)):
        return BuildResult(group, "no-sources")
    present = find_build(group)
    versions = _versions()
    if present and not again and is_intact(present):
        made_with = read_manifest(present).get("made_with")
        if not versions or made_with == versions:
            return BuildResult(group, "present", str(present))
    if missing := missing_requirement():
        return BuildResult(group, missing)
    root = _writable_root()
    try:
        with (
            _writable_by_us_alone(),
            tempfile.TemporaryDirectory(prefix=SCRATCH_PREFIX, dir=root) as scratch,
        ):
            return _build_in(Path(scratch), root, group, versions)
    except OSError as error:  # disk full, or no writable folder
        return BuildResult(group, "failed", detail=str(error))


def missing_requirement() -> str:
    """What is missing to compile here: no-mypyc, no-compiler, no-headers, or ""."""
    if not _versions():
        return "no-mypyc"
    if not _compiler():
        return "no-compiler"
    if not Path(sysconfig.get_path("include"), "Python.h").is_file():
        return "no-headers"
    return ""


def build_all(*, again: bool = False) -> list[BuildResult]:
    """Compile every group that has sources."""
    return [
        compile_group(group, again=again) for group in groups() if any(True for _ in sources(group))
    ]


def _build_in(scratch: Path, root: Path, group: str, versions: dict[str, str]) -> BuildResult:
    its_digest = digest(group)
    tree = scratch / "tree"
    modules = _copy(group, tree)
    (tree / "setup.py").write_text(_setup(group, modules), encoding="utf-8")
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    if sys.platform != "win32":
        # Our functions are never replaced at load time, so the compiler may inline them.
        flags = os.environ.get("CFLAGS", "")
        environment["CFLAGS"] = f"-fno-semantic-interposition {flags}".strip()
    run = _compile(tree, environment)
    if run.returncode or not all(_library(tree, module) for module in modules):
        return BuildResult(group, "failed", detail=run.stdout[-4000:])
    finished = scratch / "finished"
    _move_libraries(tree, finished)
    manifest = {
        "digest": its_digest,
        "group": group,
        "modules": modules,
        "made_with": versions,
        "imports": runtime_imports(group),
        "libraries": library_sums(finished),
    }
    (finished / LOG).write_text(run.stdout, encoding="utf-8")
    (finished / MANIFEST).write_text(json.dumps(manifest, indent=2) + "\n", encoding="utf-8")
    target = root / build_name(group, its_digest)
    # An older build of the same sources is moved away, not overwritten: a process may be reading
    # it. If another process has built the same sources meanwhile, its build is used.
    with contextlib.suppress(OSError):
        target.rename(scratch / "old")
    try:
        finished.rename(target)
    except OSError as error:
        with contextlib.suppress(OSError):
            (scratch / "old").rename(target)
        if not is_intact(target):
            return BuildResult(group, "failed", detail=str(error))
    _prune(root, group, target)
    return BuildResult(group, "done", str(target))


def _compile(tree: Path, environment: dict[str, str]) -> "subprocess.CompletedProcess[str]":
    """The result of running the compiler; an interrupt kills it with all its child processes."""
    words = [sys.executable, "setup.py", "-q", "build_ext", "--inplace"]
    with subprocess.Popen(
        words,
        cwd=tree,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        process_group=None if sys.platform == "win32" else 0,
    ) as process:
        try:
            output, _ = process.communicate()
        except BaseException:
            if sys.platform != "win32":
                with contextlib.suppress(OSError):
                    os.killpg(process.pid, signal.SIGKILL)
            process.kill()
            raise
    return subprocess.CompletedProcess(words, process.returncode, output)


def _copy(group: str, tree: Path) -> list[str]:
    modules = []
    for name, file in sources(group):
        target = tree / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(source_for_mypyc(file.read_text(encoding="utf-8")), encoding="utf-8")
        modules.append(name)
    # mypy reads their types; they are not compiled.
    types = []
    for name, file in interpreted_sources():
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, tree / name)
        types.append(name)
    # mypy finds a module by its packages; the roots stay empty here and are not compiled.
    for folder in [tree / Path(name).parent for name in (*modules, *types)]:
        while folder != tree:
            if not (folder / "__init__.py").exists():
                (folder / "__init__.py").touch()
            folder = folder.parent
    return modules


def source_for_mypyc(text: str) -> str:
    """The source for the compiler: of `if TYPE_CHECKING` only the first branch.

    This lets a module use mypyc's packed arrays when compiled and lists in plain Python under one
    name; mypyc alone would run the branch that the type checker never checked.
    """
    lines = text.split("\n")
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            last = node.body[-1].end_lineno or node.body[-1].lineno
            # Line numbers do not change, so that a traceback points into the real source.
            lines[node.lineno - 1] = " " * node.col_offset + "if True:"
            for number in range(last, node.end_lineno or last):
                lines[number] = ""
    return "\n".join(lines)


def _setup(group: str, modules: Sequence[str]) -> str:
    arguments = ["--strict", "--config-file=", *modules]
    return (
        "import os, signal, threading, time\n"
        "from mypyc.build import mypycify\n"
        "from setuptools import setup\n\n"
        # If we are killed we cannot stop the compiler: it checks whether we still run.
        "def end_with(parent):\n"
        "    while os.getppid() == parent:\n"
        "        time.sleep(0.5)\n"
        "    os.killpg(0, signal.SIGKILL)\n\n"
        "if os.name == 'posix':\n"
        "    watch = threading.Thread(target=end_with, args=(os.getppid(),), daemon=True)\n"
        "    watch.start()\n"
        "setup(\n"
        f"    name={library_name(group)!r},\n"
        "    packages=[],\n"
        "    ext_modules=mypycify(\n"
        f"        {arguments!r},\n"
        f"        opt_level='3', debug_level='0', group_name={library_name(group)!r},\n"
        "    ),\n"
        ")\n"
    )


def _library(tree: Path, module: str) -> Path | None:
    stem = module.removesuffix(".py")
    ending = sysconfig.get_config_var("EXT_SUFFIX")
    file = tree / f"{stem}{ending}"
    return file if file.is_file() else None


def _move_libraries(tree: Path, finished: Path) -> None:
    # Only the libraries: a source beside them could be imported instead of a missing library.
    ending = sysconfig.get_config_var("EXT_SUFFIX")
    for file in sorted(tree.rglob(f"*{ending}")):
        inside = file.relative_to(tree)
        if inside.parts[0] != "build":
            (finished / inside).parent.mkdir(parents=True, exist_ok=True)
            shutil.move(file, finished / inside)


def _versions() -> dict[str, str]:
    try:
        return {name: importlib.metadata.version(name) for name in ("mypy", RUNTIME, "setuptools")}
    except importlib.metadata.PackageNotFoundError:
        return {}


def _compiler() -> str | None:
    command = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    return shutil.which(shlex.split(command)[0])


def _writable_root() -> Path:
    """The first folder for builds that can be written to; raises for one that a link leads to.

    Older builds there are deleted, and whoever writes there runs code as us.
    """
    roots = build_roots()
    for root in roots:
        own = is_own(root)
        if own:
            require_changeable(root / SCRATCH_PREFIX)
        with contextlib.suppress(OSError):
            make_folder(root, private=own)
            if os.access(root, os.W_OK):
                return root
    return roots[-1]


@contextlib.contextmanager
def _writable_by_us_alone() -> Iterator[None]:
    """What is made meanwhile, also by the compiler, is not writable for others."""
    before = os.umask(0o022)
    os.umask(before | 0o022)
    try:
        yield
    finally:
        os.umask(before)


def _prune(root: Path, group: str, present: Path) -> None:
    """Delete old builds and what killed compilations left, and no folder of anybody else."""
    others = [
        folder
        for folder in root.glob(f"{group}-*")
        if folder != present and not folder.is_symlink() and read_manifest(folder).get("digest")
    ]
    others.sort(key=_modified_at, reverse=True)
    for folder in [*others[OTHER_BUILDS:], *_leftover_folders(root)]:
        shutil.rmtree(folder, ignore_errors=True)


def _leftover_folders(root: Path) -> list[Path]:
    # Folders left by killed compilations; one that still runs is newer than this.
    now = time.time()
    return [
        folder
        for folder in root.glob(f"{SCRATCH_PREFIX}*")
        if not folder.is_symlink() and now - _modified_at(folder) > LONGEST_BUILD
    ]


def _modified_at(folder: Path) -> float:
    try:
        return folder.stat().st_mtime
    except OSError:
        return 0.0  # another process has deleted it
