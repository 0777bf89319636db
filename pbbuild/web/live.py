"""Live updates: what the server publishes about a topic reaches every open tab that shows it."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any, Final

# A comment line is sent this often, so that a closed tab is noticed.
HEARTBEAT: Final = 15.0
_WAITING: Final = 100


class Hub:
    """The topics and the tabs that listen to them; `publish` may be called from any thread."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._listeners: dict[str, set[asyncio.Queue[str | None]]] = {}
        self._is_closed = False

    def publish(self, topic: str, **values: Any) -> None:
        """Send `values` to every tab that listens to `topic`."""
        loop = self._loop
        if loop is not None and not loop.is_closed():
            loop.call_soon_threadsafe(self._deliver, topic, json.dumps(values))

    def close(self) -> None:
        """End every stream, so that the server can end."""
        self._is_closed = True
        for queue in [each for queues in self._listeners.values() for each in queues]:
            queue.put_nowait(None)

    async def stream(self, topic: str) -> AsyncIterator[str]:
        """The events of a topic as the text of Server-Sent Events."""
        self._loop = asyncio.get_running_loop()
        queue: asyncio.Queue[str | None] = asyncio.Queue()
        self._listeners.setdefault(topic, set()).add(queue)
        try:
            yield "retry: 1000\n\n"
            while not self._is_closed:
                try:
                    data = await asyncio.wait_for(queue.get(), HEARTBEAT)
                except TimeoutError:
                    yield ": open\n\n"
                    continue
                if data is None:
                    break
                yield f"data: {data}\n\n"
        finally:
            self._listeners[topic].discard(queue)
            if not self._listeners[topic]:
                del self._listeners[topic]

    def _deliver(self, topic: str, data: str) -> None:
        for queue in self._listeners.get(topic, ()):
            # A tab that stopped reading misses events instead of filling the memory.
            if queue.qsize() < _WAITING:
                queue.put_nowait(data)
