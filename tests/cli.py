"""Running pbbuild as a player does: through its entry point, in a folder of its own."""

import ctypes
import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from pbbuild.native.load import status

REPOSITORY = Path(__file__).resolve().parent.parent
PROGRAM = (sys.executable, "-m", "pbbuild")
# Battles take some thirty times as long where there is no C compiler; the rest does not.
SLOWNESS = 1 if status("pocket-battles").compiled else 6
PATIENCE = 120 * SLOWNESS  # seconds on the clock
DROP_FROM_BOUNDING_SET = 24  # PR_CAPBSET_DROP
RIGHTS = (1, 2, 3)  # CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH, CAP_FOWNER


def run(
    *arguments: str, folder: Path, text: str | bytes | None = None, **variables: str | None
) -> subprocess.CompletedProcess[str]:
    """What `pbbuild ARGUMENTS` says and its status, run in `folder` with the player's data there.

    `text` goes to its standard input; `variables` are added to the environment.
    """
    return run_by(PROGRAM, *arguments, folder=folder, text=text, variables=variables)


def run_by(
    program: Sequence[str],
    *arguments: str,
    folder: Path,
    text: str | bytes | None = None,
    first: Callable[[], None] | None = None,
    variables: Mapping[str, str | None] | None = None,
) -> subprocess.CompletedProcess[str]:
    """The same of `program`, whose process does what is `first` before anything else."""
    finished = subprocess.run(
        [*program, *arguments],
        cwd=folder,
        env=environment_in(folder, **(variables or {})),
        input=text.encode() if isinstance(text, str) else text,
        stdin=subprocess.DEVNULL if text is None else None,
        capture_output=True,
        timeout=PATIENCE,
        check=False,
        preexec_fn=first,
    )
    return subprocess.CompletedProcess(
        finished.args,
        finished.returncode,
        finished.stdout.decode("utf-8", "replace"),
        finished.stderr.decode("utf-8", "replace"),
    )


def without_rights() -> None:
    """Let modes bind this process even where it is root's."""
    if os.geteuid() == 0:
        for right in RIGHTS:
            ctypes.CDLL(None).prctl(DROP_FROM_BOUNDING_SET, right, 0, 0, 0)


def on_the_screen(*arguments: str, folder: Path) -> tuple[int, str]:
    """The status of `pbbuild ARGUMENTS`, and data and talk in the order a terminal shows them."""
    finished = subprocess.run(
        [*PROGRAM, *arguments],
        cwd=folder,
        env=environment_in(folder),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=PATIENCE,
        check=False,
    )
    return finished.returncode, finished.stdout.decode("utf-8", "replace")


def environment_in(folder: Path, **variables: str | None) -> dict[str, str]:
    """The environment of a command that has the player's data in `folder`.

    A variable that is None is not there.
    """
    environment = {
        **{key: value for key, value in os.environ.items() if not key.startswith("LC_")},
        "LANG": "C.UTF-8",
        "COLUMNS": "80",
        "PYTHONPATH": str(REPOSITORY),
        "PBBUILD_HOME": str(folder / "home"),
        **variables,
    }
    return {key: value for key, value in environment.items() if value is not None}
