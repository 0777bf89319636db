"""The server of the page: one socket on this machine only, until a signal ends it."""

import asyncio
import contextlib
import logging
import secrets
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Final

import uvicorn

from pbbuild.errors import UsageError
from pbbuild.web.application import guarded_application
from pbbuild.web.guard import HOST
from pbbuild.web.pages import Section, Services

_KEY_BYTES: Final = 24
# How long open requests may take to finish after a signal.
_GRACE: Final = 2


class PageServer:
    """The page on a port of 127.0.0.1; `port` 0 takes any free one."""

    def __init__(
        self, port: int = 0, language: str = "en", sections: dict[str, Section] | None = None
    ) -> None:
        self.socket = _listening(port)
        self.port: int = self.socket.getsockname()[1]
        self.key = secrets.token_urlsafe(_KEY_BYTES)
        guard, self.services = guarded_application(self.port, self.key, language, sections)
        config = uvicorn.Config(
            guard,
            http="h11",
            ws="none",
            loop="asyncio",
            log_config=None,
            access_log=False,
            server_header=False,
            date_header=False,
            proxy_headers=False,
            timeout_graceful_shutdown=_GRACE,
            h11_max_incomplete_event_size=16 * 1024,
        )
        self._server = _Server(config, self.services)

    @property
    def origin(self) -> str:
        """The address of the page without its key."""
        return f"http://{HOST}:{self.port}"

    @property
    def url(self) -> str:
        """The address to open: its key lets the browser in."""
        return f"{self.origin}/?key={self.key}"

    def run(self, ready: Callable[[], None] = lambda: None) -> None:
        """Serve until SIGINT, SIGTERM or `stop`; call `ready` once requests are answered."""
        self._server.ready = ready
        log = logging.getLogger("uvicorn.error")
        log.addFilter(self._server.is_worth_logging)
        try:
            asyncio.run(self._server.serve(sockets=[self.socket]))
        finally:
            log.removeFilter(self._server.is_worth_logging)
            self.services.end_processes()
            self.socket.close()

    def stop(self) -> None:
        """End the server from another thread."""
        self._server.end()


class _Server(uvicorn.Server):
    """A uvicorn server that ends its event streams first and exits with 0 after a signal."""

    def __init__(self, config: uvicorn.Config, services: Services) -> None:
        super().__init__(config)
        self.services = services
        self.ready: Callable[[], None] = lambda: None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._is_ending = False

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        self._loop = asyncio.get_running_loop()
        await super().startup(sockets)
        if self.started:
            self.ready()

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        # uvicorn raises the signal again at the end; for us it is the normal way to end.
        try:
            before = {each: signal.signal(each, self._ended) for each in _SIGNALS}
        except ValueError:
            # Signals belong to the main thread; a server in another one is ended by `stop`.
            before = {}
        try:
            yield
        finally:
            for each, handler in before.items():
                signal.signal(each, handler)

    def _ended(self, number: int, frame: FrameType | None) -> None:
        self.end()

    def is_worth_logging(self, record: logging.LogRecord) -> bool:
        """Whether a message is no mere effect of the end: requests not finished by then."""
        return not self._is_ending

    def end(self) -> None:
        """End all streams, then the server."""
        self._is_ending = True
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self.services.hub.close)
        self.should_exit = True


_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)


def _listening(port: int) -> socket.socket:
    opened = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    if sys.platform == "win32":
        # There the usual option would let another program listen at our port too.
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
    else:
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        opened.bind((HOST, port))
        opened.listen(64)
    except (OSError, OverflowError) as error:
        opened.close()
        reason = getattr(error, "strerror", None) or str(error)
        raise UsageError("web.port-taken", port=port, reason=reason) from None
    opened.set_inheritable(False)
    return opened
