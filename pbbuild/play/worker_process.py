"""How a process that works for another begins: it leaves Ctrl-C to it, and ends when it ends."""

import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

GLANCE: Final = 0.5  # seconds


def begin_work(parent: int) -> None:
    """Prepare this process to work for process `parent`."""
    # Who pressed Ctrl-C spoke to the whole family; the parent alone answers.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: int) -> None:
    # A killed parent cannot tell its children: they would wait for work for ever.
    while os.getppid() == parent:
        time.sleep(GLANCE)
    os._exit(2)


@contextmanager
def deaf_to_ctrl_c() -> Iterator[None]:
    """Let nobody's second Ctrl-C keep us from seeing the workers off: they would stay for ever."""
    if threading.current_thread() is not threading.main_thread():
        yield  # signals are the main thread's alone
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def born_deaf() -> Iterator[None]:
    """Whoever is started meanwhile does not hear Ctrl-C; we ourselves hear it afterwards.

    A process that has not come as far as `begin_work` would end with a traceback.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
