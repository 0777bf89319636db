"""pbbuild at a real terminal, with a sign to wait for and signals as a terminal sends them."""

import contextlib
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios
import time
from collections.abc import Iterator
from pathlib import Path

from tests.cli import PROGRAM, environment_in

PATIENCE = 60.0  # seconds
_CONTROL = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


class Seat:
    """One command with a terminal of its own as input, output and error."""

    def __init__(
        self,
        words: tuple[str, ...],
        folder: Path,
        *before: str,
        size: tuple[int, int] = (40, 100),
        colour: bool = False,
    ) -> None:
        self.master, self.slave = pty.openpty()
        self.resize(size)
        self.said = ""
        self._unseen = ""
        self.was = termios.tcgetattr(self.slave)
        environment = environment_in(folder, TERM="xterm", NO_COLOR="1")
        # The size of this terminal counts, not that of the terminal of the tests.
        for name in ("COLUMNS", "LINES"):
            environment.pop(name, None)
        if colour:
            del environment["NO_COLOR"]
        self.process = subprocess.Popen(
            [*(before or PROGRAM), *words],
            cwd=folder,
            env=environment,
            stdin=self.slave,
            stdout=self.slave,
            stderr=self.slave,
            start_new_session=True,
            preexec_fn=self._sit_down,
        )

    def resize(self, size: tuple[int, int]) -> None:
        """Make the terminal so many lines high and columns wide."""
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack("HHHH", *size, 0, 0))

    def _sit_down(self) -> None:
        # A suite in the background, or under nohup, ignores these, and its children would too.
        for number in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM):
            signal.signal(number, signal.SIG_DFL)
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)

    def read(self, seconds: float) -> bool:
        """Take what is said within some time; whether there was anything."""
        if not select.select([self.master], [], [], seconds)[0]:
            return False
        with contextlib.suppress(OSError):
            more = os.read(self.master, 65536).decode("utf-8", "replace")
            self.said += more
            self._unseen += _CONTROL.sub("", more)
        return True

    def wait_for(self, sign: str | Path) -> None:
        """Wait until something is said (a pattern), or a file is there."""
        until = time.monotonic() + PATIENCE
        while not (sign.exists() if isinstance(sign, Path) else re.search(sign, self.said)):
            assert self.process.poll() is None, f"ended before {sign}: {self.said[-900:]}"
            assert time.monotonic() < until, f"no {sign}: {self.said[-900:]}"
            self.read(0.05)

    def until(self, text: str) -> str:
        """What is shown up to `text`; what comes after it is for the next call."""
        ends = time.monotonic() + PATIENCE
        while text not in self._unseen:
            assert time.monotonic() < ends, f"no {text}: {self.said[-2000:]}"
            is_over = self.process.poll() is not None
            assert self.read(0.2) or not is_over, f"ended before {text}: {self.said[-2000:]}"
        seen, _, self._unseen = self._unseen.partition(text)
        return (seen + text).replace("\r", "")

    def screen(self, text: str) -> list[str]:
        """The lines of the last screen once `text` stands on it."""
        begun = len(self.said)
        ends = time.monotonic() + PATIENCE
        while self.read(0.2) or text not in self.said[begun:]:
            assert time.monotonic() < ends, f"no {text}: {self.said[-2000:]}"
        # A screen is cleared first, or drawn over the last one from its first corner.
        last = re.split(r"\x1b\[2J|\x1b\[H", self.said[begun:])[-1]
        return _CONTROL.sub("", last).replace("\r", "").split("\n")

    def type(self, text: str) -> None:
        """Press keys."""
        os.write(self.master, text.encode())

    def send(self, kind: str) -> None:
        """Ctrl-C as the terminal sends it, or a signal to the command alone."""
        if kind == "SIGINT":
            self.type("\x03")
        else:
            self.process.send_signal(signal.Signals[kind])

    def end(self, seconds: float = PATIENCE) -> int:
        """The exit status, all that was said read; no child process may be left."""
        until = time.monotonic() + seconds
        while self.process.poll() is None:
            assert time.monotonic() < until, f"does not end: {self.said[-900:]}"
            self.read(0.05)
        while select.select([self.master], [], [], 0)[0]:
            self.read(0)
        left = wait_for_the_end(self.process.pid)
        assert not left, f"orphans: {left}"
        return self.process.returncode

    def is_sane(self) -> bool:
        """Whether the terminal is left as it was: lines, echo, and a cursor to be seen."""
        now = termios.tcgetattr(self.slave)
        hidden, shown = self.said.rfind("\x1b[?25l"), self.said.rfind("\x1b[?25h")
        return now[:4] == self.was[:4] and hidden <= shown

    def close(self) -> None:
        """End everything that is still there."""
        for number in (self.process.pid, *family(self.process.pid)):
            if self.process.poll() is None or number != self.process.pid:
                with contextlib.suppress(OSError):
                    os.kill(number, signal.SIGKILL)
        self.process.wait()
        os.close(self.master)
        os.close(self.slave)


@contextlib.contextmanager
def seated(
    words: tuple[str, ...],
    folder: Path,
    *before: str,
    size: tuple[int, int] = (40, 100),
    colour: bool = False,
) -> Iterator[Seat]:
    """A command at a terminal, ended and cleared away afterwards."""
    seat = Seat(words, folder, *before, size=size, colour=colour)
    try:
        yield seat
    finally:
        seat.close()


def family(session: int) -> list[int]:
    """The processes of a session that still run."""
    found = []
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            fields = (entry / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[3]) == session and fields[0] != "Z":
            found.append(int(entry.name))
    return found


def wait_for_the_end(session: int) -> list[int]:
    """Processes of the session still running after half a minute."""
    for _ in range(300):
        if not family(session):
            return []
        time.sleep(0.1)
    return family(session)
