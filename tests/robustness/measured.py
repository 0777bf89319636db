"""What a command costs: its CPU time and memory, run by a child of a small process of its own.

The test process has read hundreds of modules, and a child of it would begin with its memory.
"""

import json
import os
import resource
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.cli import REPOSITORY, run


class Meter:
    """Runs commands, each in a fresh child, and measures them."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process

    def cost(self, arguments: Sequence[str]) -> tuple[int, float, float]:
        """The status of a command, the seconds of CPU time and the megabytes it took."""
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(json.dumps(list(arguments)) + "\n")
        self._process.stdin.flush()
        status, seconds, megabytes = json.loads(self._process.stdout.readline())
        return status, seconds, megabytes


@contextmanager
def meter(folder: Path, seconds: int) -> Iterator[Meter]:
    """A meter of commands in `folder`; one that takes more than `seconds` is killed."""
    program = [sys.executable, "-m", __name__, str(folder), str(seconds)]
    with subprocess.Popen(
        program, cwd=REPOSITORY, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        yield Meter(process)
        assert process.stdin
        process.stdin.close()


def _measure(folder: Path, seconds: int) -> None:
    answers = os.fdopen(os.dup(1), "w")
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            status = 99
            try:
                resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
                status = run(*json.loads(line), folder=folder).returncode
            finally:
                os._exit(status)
        _, ended, used = os.wait4(child, 0)
        cpu, megabytes = used.ru_utime + used.ru_stime, used.ru_maxrss / 1024
        print(json.dumps([os.waitstatus_to_exitcode(ended), cpu, megabytes]), file=answers)
        answers.flush()


if __name__ == "__main__":
    _measure(Path(sys.argv[1]), int(sys.argv[2]))
