"""Choosing between the compiled build and the source when a package is imported.

The root `__init__` of a package that can be compiled contains only

    from pbbuild.native.load import search_path

    __path__ = search_path(__name__, __path__)

Its modules are imported as usual. `PBBUILD_ENGINE` selects: `auto` (compiled if there is a build
of exactly these sources), `compiled` (an error if there is none), `interpreted`.
"""

import importlib
import importlib.machinery
import importlib.util
import json
import os
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from pbbuild.errors import UsageError
from pbbuild.native.groups import (
    MANIFEST,
    build_group,
    build_name,
    build_roots,
    digest,
    library_name,
    library_sums,
    shipped_builds,
)

ENGINE_VARIABLE: Final = "PBBUILD_ENGINE"
ENGINE_SETTINGS: Final = ("auto", "compiled", "interpreted")


@dataclass(frozen=True, slots=True)
class EngineStatus:
    """How a group runs; `reason` is why not compiled: asked, not-built, stale, unloadable."""

    group: str
    compiled: bool
    reason: str = ""
    folder: str = ""
    detail: str = ""


_chosen: dict[str, EngineStatus] = {}


def engine_setting() -> str:
    """The value of `PBBUILD_ENGINE`; `auto` if it is not set."""
    setting = os.environ.get(ENGINE_VARIABLE) or "auto"
    if setting not in ENGINE_SETTINGS:
        raise UsageError("native.unknown-wish", wished=setting, known=ENGINE_SETTINGS)
    return setting


def search_path(package: str, own: Iterable[str]) -> list[str]:
    """The `__path__` of `package`: the folder of its build, or its own."""
    chosen = status(build_group(package))
    if not chosen.compiled:
        return list(own)
    return [str(Path(chosen.folder).joinpath(*package.split(".")))]


def status(group: str) -> EngineStatus:
    """How the group runs in this process; decided at the first call."""
    if group not in _chosen:
        _chosen[group] = _choose(group)
    return _chosen[group]


def find_build(group: str) -> Path | None:
    """The folder of the build of exactly the current sources, None if there is none."""
    wanted = digest(group)
    for root in build_roots():
        folder = root / build_name(group, wanted)
        if read_manifest(folder).get("digest") == wanted:
            return folder
    if shipped_builds().is_dir():
        wanted = digest(group, portable=True)
        folder = shipped_builds() / build_name(group, wanted)
        if read_manifest(folder).get("digest") == wanted:
            return folder
    return None


def read_manifest(folder: Path) -> dict[str, Any]:
    """The manifest of a build; {} if there is none or it cannot be read."""
    try:
        manifest = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return manifest if isinstance(manifest, dict) else {}


def is_intact(folder: Path) -> bool:
    """Whether every library of a build matches its checksum."""
    try:
        return library_sums(folder) == read_manifest(folder).get("libraries")
    except OSError:
        return False


def _choose(group: str) -> EngineStatus:
    setting = engine_setting()
    if setting == "interpreted":
        return EngineStatus(group, compiled=False, reason="asked")
    found = _compiled(group)
    if setting == "compiled" and not found.compiled:
        raise UsageError(f"native.refused-{found.reason}", group=group, detail=found.detail)
    return found


def _compiled(group: str) -> EngineStatus:
    folder = find_build(group)
    if folder is None:
        older = any(True for root in build_roots() for _ in root.glob(f"{group}-*"))
        return EngineStatus(group, compiled=False, reason="stale" if older else "not-built")
    try:
        # Loading a truncated library crashes the interpreter. Builds from before 0.1 have no
        # checksums; the next `pbbuild compile` builds them again.
        if "libraries" in read_manifest(folder) and not is_intact(folder):
            raise ImportError(f"{folder} is damaged")
        # Without the runtime library the modules of a build cannot be imported.
        for name in read_manifest(folder).get("imports", ()):
            importlib.import_module(name)
        _load_library(group, folder)
    except ImportError as error:
        return EngineStatus(group, False, "unloadable", str(folder), str(error))
    return EngineStatus(group, compiled=True, folder=str(folder))


def _load_library(group: str, folder: Path) -> None:
    # The modules of a build import their shared library as a top-level module.
    name = f"{library_name(group)}__mypyc"
    endings = importlib.machinery.EXTENSION_SUFFIXES
    file = next((file for end in endings if (file := folder / f"{name}{end}").is_file()), None)
    if file is None:
        raise ImportError(f"{name} is not in {folder}")
    spec = importlib.util.spec_from_file_location(name, file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    sys.modules[name] = module
