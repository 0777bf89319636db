"""Running pbbuild as a player does: through its entry point, in a folder of its own."""

import os
import subprocess
import sys
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent


def run(
    *arguments: str, folder: Path, text: str | bytes | None = None, **variables: str
) -> subprocess.CompletedProcess[str]:
    """What `pbbuild ARGUMENTS` says and its status, run in `folder` with the player's data there.

    `text` goes to its standard input; `variables` are added to the environment.
    """
    environment = {**environment_in(folder), **variables}
    finished = subprocess.run(
        [sys.executable, "-m", "pbbuild", *arguments],
        cwd=folder,
        env=environment,
        input=text.encode() if isinstance(text, str) else text,
        stdin=subprocess.DEVNULL if text is None else None,
        capture_output=True,
        timeout=120,
        check=False,
    )
    return subprocess.CompletedProcess(
        finished.args,
        finished.returncode,
        finished.stdout.decode("utf-8", "replace"),
        finished.stderr.decode("utf-8", "replace"),
    )


def on_the_screen(*arguments: str, folder: Path) -> tuple[int, str]:
    """The status of `pbbuild ARGUMENTS`, and data and talk in the order a terminal shows them."""
    finished = subprocess.run(
        [sys.executable, "-m", "pbbuild", *arguments],
        cwd=folder,
        env=environment_in(folder),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=120,
        check=False,
    )
    return finished.returncode, finished.stdout.decode("utf-8", "replace")


def environment_in(folder: Path) -> dict[str, str]:
    """The environment of a command that has the player's data in `folder`."""
    return {
        **{key: value for key, value in os.environ.items() if not key.startswith("LC_")},
        "LANG": "C.UTF-8",
        "COLUMNS": "80",
        "PYTHONPATH": str(REPOSITORY),
        "PBBUILD_HOME": str(folder / "home"),
    }
