"""The checks of `pbbuild doctor`: one function for each thing that must work."""

import importlib
import importlib.util
import json
import os
import platform
import shutil
import socket
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from pbbuild.base.installed import install_command, reinstall_command
from pbbuild.errors import PbbuildError
from pbbuild.terminal.session import Session, is_clock_usable

GOOD: Final = "good"
NOTE: Final = "note"  # works, but could work better
BAD: Final = "bad"

OLDEST_PYTHON: Final = (3, 11)
CATALOG_BROKEN: Final = "catalog-broken"
SMALLEST_DISK: Final = 50  # MB
# Of many damaged files only the first are named.
SHOWN_FILES: Final = 10
PACKAGES: Final = (
    ("click", "click"),
    ("highspy", "highspy"),
    ("jinja2", "jinja2"),
    ("jsonschema", "jsonschema"),
    ("numpy", "numpy"),
    ("platformdirs", "platformdirs"),
    ("pypdf", "pypdf"),
    ("rich", "rich"),
    ("segno", "segno"),
)


@dataclass(frozen=True, slots=True)
class DoctorFinding:
    """One result of a check: the message `doctor.<said>`, and `doctor.<fix>` on how to fix it."""

    level: str
    message: str
    values: dict[str, Any] = field(default_factory=dict)
    fix: str = ""


Check = Callable[[Session], Iterator[DoctorFinding]]


def python(session: Session) -> Iterator[DoctorFinding]:
    """The version of Python, and whether it can use the date that the clock shows."""
    version = ".".join(map(str, sys.version_info[:3]))
    fits = sys.version_info[:2] >= OLDEST_PYTHON
    yield DoctorFinding(
        GOOD if fits else BAD, "python", {"version": version}, "" if fits else "fix-python"
    )
    if not is_clock_usable():
        yield DoctorFinding(BAD, "clock", {}, "fix-clock")


def packages(session: Session) -> Iterator[DoctorFinding]:
    """The Python packages that commands load when they need them."""
    missing = []
    for module, package in PACKAGES:
        try:
            importlib.import_module(module)
        except ImportError:
            missing.append(package)
    if missing:
        values = {"names": tuple(missing), "adding": install_command(*missing)}
        yield DoctorFinding(BAD, "packages-missing", values, "fix-packages")
    else:
        yield DoctorFinding(GOOD, "packages", {"count": len(PACKAGES)})


# What only one command or option imports: module, package, what needs it.
OPTIONAL: Final = (
    ("matplotlib", "matplotlib", "playtest --report"),
    ("distributed", "distributed", "playtest --scheduler"),
    ("starlette", "starlette", "web"),
    ("uvicorn", "uvicorn", "web"),
    ("pypdfium2", "pypdfium2", "export --format tts"),
)


def optional(session: Session) -> Iterator[DoctorFinding]:
    """The Python packages that single options need."""
    found = [row for row in OPTIONAL if importlib.util.find_spec(row[0]) is not None]
    if found:
        names = tuple(package for _, package, _ in found)
        yield DoctorFinding(GOOD, "optional", {"names": names})
    for _, package, use in (row for row in OPTIONAL if row not in found):
        values = {"name": package, "use": use, "adding": install_command(package)}
        yield DoctorFinding(NOTE, "optional-missing", values, "fix-optional")


def browser_page(session: Session) -> Iterator[DoctorFinding]:
    """Whether `pbbuild web` can serve its page: packages, files, and a port of this machine."""
    if any(importlib.util.find_spec(module) is None for module, _, use in OPTIONAL if use == "web"):
        return  # `optional` says how to install them
    from pbbuild.web import assets
    from pbbuild.web.guard import HOST

    files = assets.version()
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as opened:
            opened.bind((HOST, 0))
            opened.listen(1)
    except OSError as error:
        values = {"host": HOST, "reason": error.strerror or str(error)}
        yield DoctorFinding(BAD, "browser-page-no-port", values, "fix-page-port")
    else:
        yield DoctorFinding(GOOD, "browser-page", {"host": HOST, "version": files})


def libraries(session: Session) -> Iterator[DoctorFinding]:
    """The system libraries that make PDFs."""
    from pbbuild.page.pdf import PrintError, require_libraries

    try:
        subsets = require_libraries()
    except PrintError as error:
        values = {"reason": error.values.get("reason", ""), "adding": install_command("weasyprint")}
        wheel = error.code == "print.no-weasyprint"
        yield DoctorFinding(
            BAD, "libraries-missing", values, "fix-weasyprint" if wheel else install_hint()
        )
        return
    if subsets:
        yield DoctorFinding(GOOD, "libraries")
    else:
        yield DoctorFinding(NOTE, "no-harfbuzz-subset", {}, install_hint())


def install_hint() -> str:
    """The key of the message on how to install the libraries on this system."""
    if platform.system() == "Darwin":
        return "fix-libraries-mac"
    if platform.system() == "Windows":
        return "fix-libraries-windows"
    return "fix-libraries-debian" if shutil.which("apt-get") else "fix-libraries-other"


def shipped_files(session: Session) -> Iterator[DoctorFinding]:
    """The files that came with pbbuild: catalogs, templates, messages."""
    from pbbuild.base.shipped_files import damaged_files, has_list_of_files
    from pbbuild.page.html import require_template

    if damaged := damaged_files(require_template):
        values = {"names": tuple(damaged[:SHOWN_FILES]), "count": len(damaged)}
        yield DoctorFinding(
            BAD, "files-damaged", {**values, "anew": reinstall_command()}, "fix-install"
        )
    else:
        yield DoctorFinding(GOOD, "files" if has_list_of_files() else "files-unlisted")


def fonts(session: Session) -> Iterator[DoctorFinding]:
    """The shipped fonts."""
    from pbbuild.page.html import font_files

    missing = [file.name for file in font_files() if not _is_font(file)]
    if missing:
        yield DoctorFinding(
            BAD,
            "fonts-missing",
            {"names": tuple(missing), "anew": reinstall_command()},
            "fix-install",
        )
    else:
        yield DoctorFinding(GOOD, "fonts", {"count": len(font_files())})


def _is_font(file: Path) -> bool:
    try:
        with file.open("rb") as opened:
            return opened.read(4) in (b"\0\1\0\0", b"true", b"OTTO")
    except OSError:
        return False


def engines(session: Session) -> Iterator[DoctorFinding]:
    """Whether the rules run compiled."""
    from pbbuild.native.build import COMPILERS, missing_requirement
    from pbbuild.native.groups import groups
    from pbbuild.native.load import status

    for group in groups():
        found = status(group)
        if found.compiled:
            yield DoctorFinding(GOOD, "engine-compiled", {"group": group})
            continue
        missing = "asked" if found.reason == "asked" else missing_requirement()
        fix = f"fix-engine-{missing}" if missing else "fix-engine"
        values = {"group": group, "reason": found.detail, "adding": install_command(*COMPILERS)}
        if found.reason == "unloadable":
            yield DoctorFinding(
                NOTE, "engine-damaged", values, fix if missing else "fix-engine-again"
            )
        else:
            yield DoctorFinding(NOTE, "engine-interpreted", values, fix)


def folders(session: Session) -> Iterator[DoctorFinding]:
    """Whether the player's folders can be written to, and the free disk space."""
    from pbbuild.base.places import player_cache, player_config, player_data
    from pbbuild.base.settings import lists_folder

    places: list[tuple[str, Callable[[], Path]]] = [
        ("lists", lists_folder),
        ("data", player_data),
        ("config", player_config),
        ("cache", player_cache),
    ]
    for what, place in places:
        try:
            folder = place()
        except PbbuildError as error:
            yield DoctorFinding(BAD, "config-broken", {"path": error.source}, "fix-config")
            continue
        reason = _write_error(folder)
        values = {"what": what, "path": str(folder), "reason": reason}
        if reason:
            yield DoctorFinding(BAD, "folder-refuses", values, "fix-folder")
        else:
            yield DoctorFinding(GOOD, "folder", values)
    free = shutil.disk_usage(_nearest_existing(player_data())).free // 1_000_000
    if free < SMALLEST_DISK:
        yield DoctorFinding(BAD, "disk-full", {"room": free}, "fix-disk")


def _nearest_existing(folder: Path) -> Path:
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    return folder


def _write_error(folder: Path) -> str:
    """Why nothing can be written to `folder`, "" if it can; leaves no file behind."""
    nearest = _nearest_existing(folder)
    try:
        if not nearest.is_dir():
            raise NotADirectoryError(20, os.strerror(20))
        with tempfile.TemporaryFile(dir=nearest) as file:
            file.write(b"pbbuild")
            file.flush()
    except OSError as error:
        return error.strerror or str(error)
    return ""


def settings(session: Session) -> Iterator[DoctorFinding]:
    """The player's defaults, and whether the terminal can show Unicode."""
    from pbbuild.base.settings import read_settings, settings_file

    try:
        read_settings()
    except PbbuildError as error:
        yield DoctorFinding(BAD, "config-broken", {"path": error.source}, "fix-config")
    else:
        yield DoctorFinding(GOOD, "config", {"path": str(settings_file())})
    encoding = (sys.stdout.encoding or "ascii").lower()
    if not encoding.startswith("utf"):
        yield DoctorFinding(NOTE, "terminal-ascii", {"encoding": encoding}, "fix-terminal")


def is_json(file: Path) -> bool:
    """Whether a file can be read as JSON."""
    try:
        json.loads(file.read_bytes())
    except (OSError, ValueError):
        return False
    return True


CHECKS: Final[tuple[Check, ...]] = (
    python,
    packages,
    optional,
    browser_page,
    libraries,
    shipped_files,
    fonts,
    engines,
    folders,
    settings,
)


@dataclass(frozen=True, slots=True)
class GameChecks:
    """The checks of a game: those of its data, then trials that need readable data."""

    data: tuple[Check, ...]
    trials: tuple[Check, ...] = ()
