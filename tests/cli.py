"""Running pbbuild as a player does: through its entry point, in a folder of its own.

`run` runs the command inside this process, which takes milliseconds; `run_process` starts a
process, for tests of what only a process has: signals, limits, closed streams, its first imports.
"""

import contextlib
import ctypes
import faulthandler
import fcntl
import functools
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import threading
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import click

from pbbuild import __main__ as program
from pbbuild.native.load import status
from pbbuild.terminal import session, streams

REPOSITORY = Path(__file__).resolve().parent.parent
# Schemas of other programs lie beside the repository, where they can be had.
PEERS = Path(os.environ.get("PBBUILD_PEERS") or REPOSITORY.parent / "shared" / "peers")
PROGRAM = (sys.executable, "-m", "pbbuild")
# Battles take some thirty times as long where there is no C compiler; the rest does not.
SLOWNESS = 1 if status("pocket-battles").compiled else 6
PATIENCE = 120 * SLOWNESS  # seconds on the clock
DROP_FROM_BOUNDING_SET = 24  # PR_CAPBSET_DROP
RIGHTS = (1, 2, 3)  # CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH, CAP_FOWNER
# Read only once, when a process starts.
READ_AT_START = ("PBBUILD_ENGINE", "PYTHON", "LC_", "TZ")
# Name, mode, buffering and error handler, as Python opens them on a pipe.
STREAMS = (("stdin", "r", -1, ""), ("stdout", "w", -1, ""), ("stderr", "w", 1, "backslashreplace"))
HANDLED = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGALRM)


def run(
    *arguments: str, folder: Path, text: str | bytes | None = None, **variables: str | None
) -> subprocess.CompletedProcess[str]:
    """What `pbbuild ARGUMENTS` prints and its status, run in `folder` with the player's data there.

    It runs in this process; `text` goes to its standard input; `variables` are added to the
    environment. Variables that are read when a process starts need `run_process`.
    """
    early = [name for name in variables if name.startswith(READ_AT_START)]
    assert early in ([], ["PYTHONIOENCODING"]), f"{early} take effect only in run_process"
    with _input(text) as given, _file() as output, _file() as errors:
        returned = _run_here(arguments, folder, given, (output, errors), variables)
        told = [_content(file).decode("utf-8", "replace") for file in (output, errors)]
    return subprocess.CompletedProcess([*PROGRAM, *arguments], returned, *told)


def on_the_screen(*arguments: str, folder: Path) -> tuple[int, str]:
    """The status of `pbbuild ARGUMENTS`, and data and talk in the order a terminal shows them."""
    with _input(None) as given, _file() as both:
        returned = _run_here(arguments, folder, given, (both, both), {})
        return returned, _content(both).decode("utf-8", "replace")


def on_a_terminal(*arguments: str, folder: Path, size: tuple[int, int]) -> str:
    """What `pbbuild ARGUMENTS` shows on a terminal of so many lines and columns."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", *size, 0, 0))
    shown = bytearray()
    ended = threading.Event()

    def read() -> None:
        # A child of ours may keep the other end open: it has no end of its own.
        is_over = False
        while select.select([master], [], [], 0.01)[0] or not is_over:
            is_over = ended.is_set()
            if select.select([master], [], [], 0)[0]:
                shown.extend(os.read(master, 65536))

    reader = threading.Thread(target=read)
    reader.start()
    try:
        variables = {"TERM": "xterm", "NO_COLOR": "1", "COLUMNS": None}
        _run_here(arguments, folder, slave, (slave, slave), variables)
    finally:
        ended.set()
        reader.join()
        os.close(slave)
        os.close(master)
    return shown.decode("utf-8", "replace")


def run_process(
    *arguments: str, folder: Path, text: str | bytes | None = None, **variables: str | None
) -> subprocess.CompletedProcess[str]:
    """The same as `run` in a process of its own."""
    return run_by(PROGRAM, *arguments, folder=folder, text=text, variables=variables)


def run_by(
    program: Sequence[str],
    *arguments: str,
    folder: Path,
    text: str | bytes | None = None,
    first: Callable[[], None] | None = None,
    variables: Mapping[str, str | None] | None = None,
) -> subprocess.CompletedProcess[str]:
    """The same of a process of `program`, which calls `first` before anything else."""
    finished = subprocess.run(
        [*program, *arguments],
        cwd=folder,
        env=environment_in(folder, **(variables or {})),
        input=None if text is None else _encoded(text),
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


def _run_here(
    arguments: Sequence[str],
    folder: Path,
    given: int,
    outputs: tuple[int, int],
    variables: Mapping[str, str | None],
) -> int:
    """The exit status of the console script; this process is afterwards as it was before."""
    assert threading.current_thread() is threading.main_thread(), "streams are the process's own"
    environment = environment_in(folder, **variables)
    _forget_earlier_runs()
    with _restored_process(), _descriptors(given, *outputs):
        os.chdir(folder)
        os.environ.clear()
        os.environ.update(environment)
        sys.argv = ["pbbuild", *arguments]
        _open_streams(environment.get("PYTHONIOENCODING", "utf-8"))
        try:
            program.run()
        except SystemExit as ended:
            return ended.code if isinstance(ended.code, int) else int(ended.code is not None)
        except Exception:  # noqa: BLE001 - a process would end like this
            traceback.print_exc()
            return 1
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
    return 0


def _forget_earlier_runs() -> None:
    """Empty what one process remembers of a run.

    Caches without bounds hold shipped files, which stay the same.
    """
    session._sessions.clear()
    streams._pipes.clear()
    for name in list(sys.modules):
        if name.startswith("pbbuild."):
            for bounded in _bounded_caches(name):
                bounded.cache_clear()


@functools.cache
def _bounded_caches(module: str) -> list["functools._lru_cache_wrapper[object]"]:
    values = vars(sys.modules[module]).values()
    caches = [value for value in values if isinstance(value, functools._lru_cache_wrapper)]
    return [each for each in caches if each.cache_parameters()["maxsize"] is not None]


def _open_streams(encoding: str) -> None:
    """Give Python the standard streams of a process that was just started."""
    encoding, _, errors = encoding.partition(":")
    for number, (name, mode, buffering, handling) in enumerate(STREAMS):
        stream = open(  # noqa: SIM115 - open as long as the command runs
            number, mode, buffering, encoding, handling or errors or "strict", closefd=False
        )
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)


@contextlib.contextmanager
def _restored_process() -> Iterator[None]:
    """Put back what a command changes of its process."""
    names = [each for name, *_ in STREAMS for each in (name, f"__{name}__")]
    streams_before = {name: getattr(sys, name) for name in names}
    handlers = {number: signal.getsignal(number) for number in HANDLED}
    formatter = click.Context.formatter_class
    environment, folder, words = dict(os.environ), os.getcwd(), sys.argv
    main = sys.modules["__main__"]
    # Workers that are spawned import the main module again: that of pbbuild, not of pytest.
    sys.modules["__main__"] = program
    try:
        yield
    finally:
        sys.modules["__main__"] = main
        os.chdir(folder)
        os.environ.clear()
        os.environ.update(environment)
        sys.argv = words
        click.Context.formatter_class = formatter
        for number, handler in handlers.items():
            signal.signal(number, handler)
        for name, stream in streams_before.items():
            setattr(sys, name, stream)


@contextlib.contextmanager
def _descriptors(*files: int) -> Iterator[None]:
    """Make `files` the standard input, output and error of this process and its children."""
    sys.stdout.flush()
    sys.stderr.flush()
    before = [os.dup(number) for number in range(3)]
    faulthandler.dump_traceback_later(PATIENCE, exit=True, file=before[2])
    try:
        for number, file in enumerate(files):
            os.dup2(file, number)
        yield
    finally:
        faulthandler.cancel_dump_traceback_later()
        for number, file in enumerate(before):
            os.dup2(file, number)
            os.close(file)


@contextlib.contextmanager
def _input(text: str | bytes | None) -> Iterator[int]:
    """Something to read: `text`, or nothing at all."""
    with _file(text) if text is not None else open(os.devnull, "rb") as given:
        yield given if isinstance(given, int) else given.fileno()


@contextlib.contextmanager
def _file(text: str | bytes = b"") -> Iterator[int]:
    """A file in memory, to be read from its beginning."""
    descriptor = os.memfd_create("stream")
    try:
        with open(descriptor, "wb", closefd=False) as file:
            file.write(_encoded(text))
        os.lseek(descriptor, 0, os.SEEK_SET)
        yield descriptor
    finally:
        os.close(descriptor)


def _content(file: int) -> bytes:
    return os.pread(file, os.fstat(file).st_size, 0)


def _encoded(text: str | bytes) -> bytes:
    return text.encode() if isinstance(text, str) else text
