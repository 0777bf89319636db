"""Windows, as far as pbbuild can tell, on a machine that has POSIX.

pbbuild's modules see a `sys`, `os`, `select` and `signal` without what Windows does not have, and
modules of POSIX cannot be imported. `msvcrt` is there, made of what this machine has. As on
Windows, an open file cannot be deleted or renamed, and only sockets can be waited for.

    PBBUILD_SIMULATE=windows pytest tests/terminal

runs any tests so; `tests/conftest.py` does it.
"""

import errno
import fcntl
import importlib
import os
import pkgutil
import select
import signal
import sys
import types
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pbbuild

SIMULATE = "PBBUILD_SIMULATE"
# Modules that Windows does not have.
MISSING_MODULES = ("fcntl", "termios", "tty", "pty", "resource", "pwd", "grp", "readline", "curses")
# What these modules lack there; Python's documentation says "Availability: Unix" for each.
MISSING = {
    "os": (
        *("O_NOFOLLOW", "O_NONBLOCK", "O_DIRECTORY", "fork", "forkpty", "killpg", "getpgid"),
        *("geteuid", "getuid", "getgid", "chown", "fchown", "fchmod", "lchown", "mkfifo", "mknod"),
        *("sched_getaffinity", "set_blocking", "setsid", "nice", "uname", "sysconf", "statvfs"),
        *("posix_spawn", "getloadavg", "wait", "waitid", "ctermid", "ttyname", "openpty"),
    ),
    "signal": (
        *("SIGHUP", "SIGKILL", "SIGALRM", "SIGVTALRM", "SIGPIPE", "SIGCHLD", "SIGTSTP", "SIGCONT"),
        *("SIGWINCH", "SIGUSR1", "SIGUSR2", "SIGXCPU", "SIGQUIT", "pthread_sigmask", "alarm"),
        *("pthread_kill", "setitimer", "siginterrupt", "sigwait", "SIG_BLOCK", "SIG_SETMASK"),
    ),
    "select": ("poll", "epoll"),
    "sys": (),
}
REAL: dict[str, types.ModuleType] = {"os": os, "signal": signal, "select": select, "sys": sys}


class _Seen(types.ModuleType):
    """A module as Windows has it: some names are missing, some are other."""

    def __init__(self, module: str, /, **other: Any) -> None:
        super().__init__(module)
        self.__dict__.update(other)

    def __getattr__(self, name: str) -> Any:
        if name in MISSING[self.__name__]:
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r} on Windows")
        return getattr(REAL[self.__name__], name)


class _Console:
    """The `msvcrt` of a console where the keys in `typed` are waiting."""

    LK_NBLCK, LK_UNLCK = 2, 0

    def __init__(self) -> None:
        self.typed: list[str] = []

    def locking(self, handle: int, mode: int, count: int) -> None:
        assert count == 1
        try:
            how = fcntl.LOCK_UN if mode == self.LK_UNLCK else fcntl.LOCK_EX | fcntl.LOCK_NB
            fcntl.flock(handle, how)
        except BlockingIOError:
            raise OSError(errno.EACCES, "Permission denied") from None

    def kbhit(self) -> bool:
        return bool(self.typed)

    def getwch(self) -> str:
        return self.typed.pop(0)


def _is_open(path: Any) -> bool:
    """Whether this process has the file open: then Windows neither deletes nor renames it."""
    try:
        wanted = os.lstat(path)
    except (OSError, TypeError):
        return False
    for number in os.listdir("/proc/self/fd"):
        try:
            if os.path.samestat(wanted, os.fstat(int(number))):
                return True
        except OSError:
            continue
    return False


def _refusing(name: str) -> Any:
    real = getattr(os, name)

    def changed(path: Any, *more: Any, **named: Any) -> Any:
        if _is_open(path):
            raise PermissionError(errno.EACCES, "The file is used by another process", str(path))
        return real(path, *more, **named)

    return changed


def _refusing_method(real: Any) -> Any:
    def changed(path: Path, *more: Any, **named: Any) -> Any:
        if _is_open(path):
            raise PermissionError(errno.EACCES, "The file is used by another process", str(path))
        return real(path, *more, **named)

    return changed


def _sockets_only(read: list[Any], write: list[Any], failed: list[Any], *timeout: Any) -> Any:
    import socket

    if any(not isinstance(one, socket.socket) for one in (*read, *write, *failed)):
        raise OSError(10038, "An operation was attempted on something that is not a socket")
    return select.select(read, write, failed, *timeout)


@contextmanager
def windows() -> Iterator[_Console]:
    """pbbuild runs as on Windows meanwhile."""
    console = _Console()
    # What is imported later would see the system as it is.
    for package in pkgutil.walk_packages(pbbuild.__path__, "pbbuild."):
        if not package.name.startswith(("pbbuild.data", "pbbuild.__main__")):
            importlib.import_module(package.name)
    changed: dict[str, Any] = {
        name: _refusing(name) for name in ("unlink", "remove", "rename", "replace")
    }
    changed |= {"name": "nt", "supports_fd": set(), "supports_follow_symlinks": set()}
    seen = {
        "os": _Seen("os", **changed),
        "sys": _Seen("sys", platform="win32"),
        "signal": _Seen("signal"),
        "select": _Seen("select", select=_sockets_only),
    }
    absent: dict[str, Any] = dict.fromkeys(MISSING_MODULES)
    before = {name: sys.modules.get(name) for name in (*absent, "msvcrt")}
    patched: list[tuple[types.ModuleType, str]] = []
    for name, module in list(sys.modules.items()):
        if name.split(".")[0] != "pbbuild" or module is None:
            continue
        for attribute, real in REAL.items():
            if vars(module).get(attribute) is real:
                setattr(module, attribute, seen[attribute])
                patched.append((module, attribute))
    paths = {name: getattr(Path, name) for name in ("unlink", "rename", "replace")}
    for name, method in paths.items():
        setattr(Path, name, _refusing_method(method))
    sys.modules.update(absent)
    sys.modules["msvcrt"] = console  # type: ignore[assignment]
    try:
        yield console
    finally:
        for name, method in paths.items():
            setattr(Path, name, method)
        for module, attribute in patched:
            setattr(module, attribute, REAL[attribute])
        for name, known in before.items():
            if known is None:
                sys.modules.pop(name, None)
            else:
                sys.modules[name] = known
