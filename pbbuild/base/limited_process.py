"""Reading an untrusted file in a process of its own, with limits on memory and processor time.

A parser of a large format can be exploited by a crafted file. In a child process it can take no
more memory and processor time than it is given, and start no program. Processor time, not time on
the clock: a busy machine must not refuse a good file.
"""

import importlib
import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Literal

# Seconds on the clock after which a child is ended, whatever it does.
LONGEST_WAIT: Final = 60.0
_OUT_OF_MEMORY: Final = 3
_REFUSED_PROGRAM: Final = 4
_NOT_STARTED: Final = 5
# What a parser has no reason to do.
_REFUSED: Final = (
    *("subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "os.spawn", "os.fork"),
    *("os.forkpty", "os.startfile", "socket.connect", "socket.bind", "os.remove", "os.rename"),
)
_START: Final = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]); "
    "from pbbuild.base.limited_process import child; child(*sys.argv[2:])"
)

Ending = Literal["answered", "memory", "time", "failed", "not-started"]


@dataclass(frozen=True, slots=True)
class LimitedAnswer:
    """What a limited process answered, and how it ended.

    `reason` says why it did not start; then nothing is known about the data.
    """

    ending: Ending
    data: bytes = b""
    reason: str = ""


def run_limited(function: str, data: bytes, *, seconds: int, megabytes: int) -> LimitedAnswer:
    """The answer of `function` (`module:name`, from bytes to bytes) in a limited process.

    Where the system has no limits for processes (Windows), only the time on the clock is limited.
    """
    command = [sys.executable, "-I", "-c", _START, json.dumps([path for path in sys.path if path])]
    try:
        done = subprocess.run(
            [*command, function, str(seconds), str(megabytes)],
            input=data,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            # No program can be found by its name.
            env={**os.environ, "PATH": ""},
            timeout=LONGEST_WAIT,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return LimitedAnswer("time")
    except OSError as error:
        return LimitedAnswer("not-started", reason=error.strerror or str(error))
    if done.returncode == _NOT_STARTED:
        return LimitedAnswer("not-started", reason=done.stdout.decode(errors="replace"))
    if done.returncode == 0:
        return LimitedAnswer("answered", done.stdout)
    if done.returncode == _OUT_OF_MEMORY:
        return LimitedAnswer("memory")
    # SIGXCPU where processor time ran out, SIGKILL at the hard limit.
    return LimitedAnswer("time" if done.returncode in (-24, -9) else "failed")


def child(function: str, seconds: str, megabytes: str) -> None:
    """The main function of the process that `run_limited` starts."""
    module, _, name = function.partition(":")
    try:
        answer: Callable[[bytes], bytes] = getattr(importlib.import_module(module), name)
    except ImportError as error:
        sys.stdout.write(str(error))
        sys.stdout.flush()
        os._exit(_NOT_STARTED)
    data = sys.stdin.buffer.read()
    _limit(int(seconds), int(megabytes))
    sys.addaudithook(_refuse_programs)
    try:
        found = answer(data)
    except MemoryError:
        os._exit(_OUT_OF_MEMORY)
    sys.stdout.buffer.write(found)
    sys.stdout.buffer.flush()
    os._exit(0)


def _limit(seconds: int, megabytes: int) -> None:
    if sys.platform == "win32":
        return  # it has no limits for processes
    import resource

    used = resource.getrusage(resource.RUSAGE_SELF)
    spent = int(used.ru_utime + used.ru_stime) + 1
    size = megabytes * 1024 * 1024
    for name, limit in (
        ("RLIMIT_CPU", spent + seconds),
        ("RLIMIT_AS", size),
        ("RLIMIT_DATA", size),
        ("RLIMIT_CORE", 0),
        ("RLIMIT_FSIZE", 0),
    ):
        kind = getattr(resource, name, None)
        if kind is None:
            continue
        _, most = resource.getrlimit(kind)
        wanted = limit if most == resource.RLIM_INFINITY else min(limit, most)
        try:
            resource.setrlimit(kind, (wanted, most if name == "RLIMIT_CPU" else wanted))
        except (ValueError, OSError):  # macOS refuses some of them
            continue


def _refuse_programs(event: str, arguments: Any) -> None:
    if event in _REFUSED:
        os._exit(_REFUSED_PROGRAM)
