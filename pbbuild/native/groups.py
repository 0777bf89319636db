"""The groups of packages compiled together, and where their sources and builds are."""

import hashlib
import importlib.util
import os
import re
import sys
import sysconfig
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from pbbuild.base.places import player_cache
from pbbuild.base.rooms import rooms

# Part of every digest: increase it when the build procedure changes.
BUILD_VERSION: Final = "3"
# Modules that compiled code calls, but rarely: they are never compiled themselves.
INTERPRETED: Final = ("pbbuild.native.signals",)

MANIFEST: Final = "manifest.json"
RUNTIME: Final = "librt"
"""The runtime library of mypyc, a Python package of its own."""
_RUNTIME: Final = re.compile(rf"^ *from ({RUNTIME}\.\w+) import", re.MULTILINE)


def groups() -> dict[str, tuple[str, ...]]:
    """The packages of each game that are compiled together, by the game's shortest name.

    Packages of one group may import each other and, of our other modules, only those in
    `INTERPRETED`. They are compiled as one C unit, so that a call across modules is a call in C.
    The root `__init__` of a package stays interpreted; it only sets its `__path__` (see
    `load.search_path`).
    """
    return {min(room.names, key=len): room.compiled for room in rooms()}


def build_group(package: str) -> str:
    """The group that compiles `package`."""
    return next(group for group, packages in groups().items() if package in packages)


def folder_of(package: str) -> Path:
    """The folder of the sources of `package`."""
    top, *inner = package.split(".")
    spec = importlib.util.find_spec(top)
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).resolve().parent.joinpath(*inner)


def sources(group: str) -> Iterator[tuple[str, Path]]:
    """The path inside the build (`pbbuild/...`) and the file of every compiled source."""
    for package in groups()[group]:
        folder = folder_of(package)
        for file in sorted(folder.rglob("*.py")):
            if file != folder / "__init__.py":
                inside = file.relative_to(folder).as_posix()
                yield f"{package.replace('.', '/')}/{inside}", file


def interpreted_sources() -> Iterator[tuple[str, Path]]:
    """Path from the root of the build and file of every module in `INTERPRETED`."""
    for module in INTERPRETED:
        package, _, name = module.rpartition(".")
        yield f"{module.replace('.', '/')}.py", folder_of(package) / f"{name}.py"


def runtime_imports(group: str) -> list[str]:
    """The modules of mypyc's runtime library that the compiled group imports when it is loaded."""
    texts = [file.read_text(encoding="utf-8") for _, file in sources(group)]
    return sorted({name for text in texts for name in _RUNTIME.findall(text)})


def digest(group: str, *, portable: bool = False) -> str:
    """A digest of the sources and the Python version, 16 hexadecimal digits.

    It is part of the name of a build: after a source is edited the old build is not found any
    more, so a stale library is never used. That of a `portable` build, as wheels carry it, depends
    on Python's binary interface only, which is the same for 3.11.7 and 3.11.9.
    """
    found = hashlib.sha256()
    version = "" if portable else sys.version
    found.update(f"{BUILD_VERSION} {sysconfig.get_config_var('SOABI')} {version}".encode())
    for name, file in sources(group):
        content = file.read_bytes()
        found.update(f"\n{name} {len(content)}\n".encode())
        found.update(content)
    return found.hexdigest()[:16]


def library_sums(folder: Path) -> dict[str, int]:
    """The checksum of each library of the build in `folder`, by its path there."""
    # CRC detects accidents only, which is enough: an attacker who can write here can run anything.
    ending = sysconfig.get_config_var("EXT_SUFFIX")
    return {
        file.relative_to(folder).as_posix(): zlib.crc32(file.read_bytes())
        for file in sorted(folder.rglob(f"*{ending}"))
    }


def build_roots() -> tuple[Path, ...]:
    """The folders searched for builds, the preferred one for a new build first.

    A virtual environment has its own, because it also holds the mypyc they were made with.
    PBBUILD_NATIVE names another folder instead, for builds with other compiler options.
    """
    if folder := os.environ.get("PBBUILD_NATIVE"):
        return (Path(folder),)
    roots = (player_cache() / "native",)
    if sys.prefix != sys.base_prefix:
        return (Path(sys.prefix) / "share" / "pbbuild" / "native", *roots)
    return roots


def shipped_builds() -> Path:
    """The folder of the builds that came with pbbuild; only platform wheels have it."""
    return Path(__file__).resolve().parents[1] / "compiled"


def build_name(group: str, its_digest: str) -> str:
    """The folder name of a build."""
    return f"{group}-{its_digest}"


def library_name(group: str) -> str:
    """The name of the library that the modules of a group share, without its suffix."""
    return f"pbbuild_{group.replace('-', '_')}"
