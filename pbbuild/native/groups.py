"""Which packages are compiled together, and where their sources and builds are."""

import hashlib
import importlib.util
import sys
import sysconfig
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from pbbuild.base.places import player_cache

# Packages of one group may import each other and nothing else of ours: they are compiled as
# one C unit, so that a call across modules is a call in C. The root `__init__` of a package
# stays interpreted; it only sets its `__path__` (see `load.search_path`).
GROUPS: Final[dict[str, tuple[str, ...]]] = {
    "pocket-battles": (
        "pbbuild.pocket_battles.rules.core",
        "pbbuild.pocket_battles.agents.thinking",
    ),
    "pocket-general": ("pbbuild.pocket_general.rules.core",),
}

# Part of every digest: raise it when the way of building changes.
RECIPE: Final = "2"
MANIFEST: Final = "manifest.json"


def group_of(package: str) -> str:
    """The group that compiles `package`."""
    return next(group for group, packages in GROUPS.items() if package in packages)


def folder_of(package: str) -> Path:
    """Where the sources of `package` are."""
    top, *inner = package.split(".")
    spec = importlib.util.find_spec(top)
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).resolve().parent.joinpath(*inner)


def sources(group: str) -> Iterator[tuple[str, Path]]:
    """Path from the root of the build (`pbbuild/games/...`) and file of every source compiled."""
    for package in GROUPS[group]:
        folder = folder_of(package)
        for file in sorted(folder.rglob("*.py")):
            if file != folder / "__init__.py":
                inside = file.relative_to(folder).as_posix()
                yield f"{package.replace('.', '/')}/{inside}", file


def digest(group: str) -> str:
    """What the sources are and what Python they run on, as 16 hexadecimal digits.

    A build carries it in its name: an edited source no longer finds the old build, and a
    stale library can never win over a newer source.
    """
    found = hashlib.sha256()
    found.update(f"{RECIPE} {sysconfig.get_config_var('SOABI')} {sys.version}".encode())
    for name, file in sources(group):
        content = file.read_bytes()
        found.update(f"\n{name} {len(content)}\n".encode())
        found.update(content)
    return found.hexdigest()[:16]


def library_sums(folder: Path) -> dict[str, int]:
    """A check sum of each library of the build in `folder`, by its path there."""
    # Against accidents only, so the fastest: whoever may write here may run what he likes.
    ending = sysconfig.get_config_var("EXT_SUFFIX")
    return {
        file.relative_to(folder).as_posix(): zlib.crc32(file.read_bytes())
        for file in sorted(folder.rglob(f"*{ending}"))
    }


def build_roots() -> tuple[Path, ...]:
    """Where builds are looked for, the best place for a new one first.

    A virtual environment keeps its own, since it also holds the compiler they were made with.
    """
    roots = (player_cache() / "native",)
    if sys.prefix != sys.base_prefix:
        return (Path(sys.prefix) / "share" / "pbbuild" / "native", *roots)
    return roots


def build_name(group: str, its_digest: str) -> str:
    """The folder name of a build."""
    return f"{group}-{its_digest}"


def library_name(group: str) -> str:
    """The name mypyc gives to what the modules of a group share, without its ending."""
    return f"pbbuild_{group.replace('-', '_')}"
