"""A player without a browser: requests with the cookie, and what a page offers."""

import http.client
import re
from html import unescape
from typing import NamedTuple, Protocol
from urllib.parse import urlencode


class Served(Protocol):
    """What a client must know of a server."""

    @property
    def port(self) -> int: ...
    @property
    def key(self) -> str: ...
    @property
    def origin(self) -> str: ...


class Address(NamedTuple):
    """A server in another process."""

    port: int
    key: str
    origin: str


class Client:
    """Requests to the page as its own script sends them."""

    def __init__(self, server: Served) -> None:
        self.server = server
        self.status = 0
        self.location = ""

    def get(self, path: str) -> str:
        return self._request("GET", path)

    def post(self, path: str, **fields: object) -> str:
        return self._request("POST", path, urlencode(fields))

    def start(self, **fields: object) -> "Player":
        """Start a battle by the form of a new one."""
        self.post("/battle/new", **fields)
        assert self.status == 303, self.status
        return Player(self, self.location)

    def _request(self, method: str, path: str, body: str | None = None) -> str:
        opened = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=60)
        headers = {
            "Cookie": f"pbbuild-{self.server.port}={self.server.key}",
            "Origin": self.server.origin,
        }
        opened.request(method, path, body, headers)
        answer = opened.getresponse()
        self.status = answer.status
        self.location = answer.getheader("location", "")
        text = answer.read().decode()
        opened.close()
        return text


class Player:
    """A battle that is played by its page alone."""

    def __init__(self, client: Client, path: str) -> None:
        self.client = client
        self.path = path
        self.page = ""
        self.look()

    @property
    def actions(self) -> list[str]:
        return [unescape(text) for text in re.findall(r'data-action="([^"]+)"', self.page)]

    @property
    def moment(self) -> str:
        return self._value("moment")

    @property
    def decision(self) -> str:
        return self._value("decision")

    @property
    def is_over(self) -> bool:
        return "data-winner=" in self.page

    def _value(self, name: str) -> str:
        found = re.search(rf'data-{name}="([^"]*)"', self.page)
        return unescape(found[1]) if found else ""

    def look(self) -> None:
        """Load the page until no agent thinks."""
        self.page = self.client.get(self.path)
        for _ in range(200):
            if 'data-thinking="yes"' not in self.page:
                return
            self.page = self.client.get(self.path)
        raise AssertionError("the enemy never stops thinking")

    def send(self, what: str, **fields: object) -> None:
        self.client.post(f"{self.path}/{what}", at=self.moment, **fields)
        if self.client.status == 303:
            self.look()

    def act(self, action: str) -> None:
        self.send("act", action=action)
        assert self.client.status in (200, 303), (action, self.client.status)
