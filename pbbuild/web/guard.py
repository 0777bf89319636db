"""The one guard around the page: refuses every request that it cannot vouch for.

It is an ASGI application around the whole page, so no address, file or stream can skip it. The
checks run in this order: Host, method, path, where the request comes from, key, size of the body.
"""

import base64
import hashlib
import hmac
import re
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, Final
from urllib.parse import parse_qsl, urlencode

from pbbuild.text.translate import Translator

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

HOST: Final = "127.0.0.1"
SAFE_METHODS: Final = ("GET", "HEAD")
# The largest body of a form; addresses that take files have a limit of their own.
FORM_LIMIT: Final = 64 * 1024
_LONGEST_ADDRESS: Final = 4096

CONTENT_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)
HEADERS: Final = {
    b"content-security-policy": CONTENT_POLICY.encode(),
    b"x-content-type-options": b"nosniff",
    b"x-frame-options": b"DENY",
    b"cross-origin-resource-policy": b"same-origin",
    b"cross-origin-opener-policy": b"same-origin",
    b"cross-origin-embedder-policy": b"require-corp",
    # `no-referrer` would make the Origin of our own forms “null”.
    b"referrer-policy": b"same-origin",
    b"permissions-policy": b"camera=(), geolocation=(), microphone=()",
}
_STYLE: Final = (
    "body{font:18px/1.5 Georgia,serif;max-width:34em;margin:12vh auto;padding:0 1em;"
    "background:Canvas;color:CanvasText;color-scheme:light dark}h1{font-size:28px}"
)
_STYLE_HASH: Final = base64.b64encode(hashlib.sha256(_STYLE.encode()).digest()).decode()


class Guard:
    """Lets requests of the player's own browser through to `app`, and nothing else.

    `limit_of` returns the largest body that an address takes.
    """

    def __init__(
        self,
        app: Application,
        port: int,
        key: str,
        language: str = "en",
        limit_of: Callable[[str], int] = lambda path: FORM_LIMIT,
    ) -> None:
        self.app = app
        self.host = f"{HOST}:{port}"
        self.origin = f"http://{self.host}"
        # Browsers share cookies between the ports of a host, so the name has to carry the port.
        self.cookie = f"pbbuild-{port}"
        self.key = key
        self.t = Translator(language)
        self.limit_of = limit_of

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
        elif scope["type"] == "http":
            await self._request(scope, receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = _headers(scope)
        status, reason = self._refusal(scope, headers)
        if status:
            await self._refuse(send, status, reason)
            return
        given = dict(parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True))
        if "key" in given and scope["method"] in SAFE_METHODS:
            await self._welcome(scope, headers, given, send)
            return
        if not self._has_cookie(headers):
            await self._refuse(send, 403, "key")
            return
        limit = self.limit_of(scope["path"])
        body = await _body(headers, receive, limit) if scope["method"] == "POST" else b""
        if body is None:
            await self._refuse(send, 413, "size", limit=limit // 1024)
            return
        await self.app(scope, _received(body, receive), _protected(send))

    def _refusal(self, scope: Scope, headers: dict[str, list[str]]) -> tuple[int, str]:
        """The status and the reason of a refusal, (0, "") for a request that may go on."""
        # Host first: a page at another name that resolves to us (DNS rebinding) has its own.
        if headers.get("host") != [self.host]:
            return 403, "host"
        if scope["method"] not in (*SAFE_METHODS, "POST"):
            return 405, "method"
        path, raw = scope["path"], scope.get("raw_path") or b""
        if len(raw) + len(scope["query_string"]) > _LONGEST_ADDRESS or not _is_plain(path):
            return 404, "path"
        if not self._is_from_us(scope["method"], headers):
            return 403, "origin"
        return 0, ""

    def _is_from_us(self, method: str, headers: dict[str, list[str]]) -> bool:
        site, origin = headers.get("sec-fetch-site"), headers.get("origin")
        if method in SAFE_METHODS:
            # A link may lead here from elsewhere; a picture, script or request may not.
            opens = headers.get("sec-fetch-mode") == ["navigate"]
            is_document = headers.get("sec-fetch-dest") == ["document"]
            return site in (None, ["none"], ["same-origin"]) or (opens and is_document)
        # A browser always sends one of the two; what sends neither is not a browser.
        if site is None and origin is None:
            return False
        return site in (None, ["same-origin"]) and origin in (None, [self.origin])

    def _has_cookie(self, headers: dict[str, list[str]]) -> bool:
        pairs = (pair.partition("=") for pair in "; ".join(headers.get("cookie", [])).split("; "))
        found = [value for name, _, value in pairs if name == self.cookie]
        return len(found) == 1 and self._is_key(found[0])

    def _is_key(self, given: str) -> bool:
        return hmac.compare_digest(given.encode("utf-8", "replace"), self.key.encode())

    async def _welcome(
        self, scope: Scope, headers: dict[str, list[str]], given: dict[str, str], send: Send
    ) -> None:
        """Exchange the key in the address for the cookie, and hide the key from the address."""
        if not self._is_key(given.pop("key")):
            await self._refuse(send, 403, "key")
            return
        # `raw_path` is still quoted, so it can hold no character that ends a header.
        path = (scope.get("raw_path") or b"/").split(b"?")[0].decode("latin-1")
        address = f"{path}?{urlencode(given)}" if given else path
        cookie = f"{self.cookie}={self.key}; HttpOnly; SameSite=Strict; Path=/"
        extra = [(b"set-cookie", cookie.encode())]
        if headers.get("sec-fetch-site") in (None, ["none"], ["same-origin"]):
            await _respond(send, 303, b"", [*extra, (b"location", address.encode())])
            return
        # Opened by a link of another page: after a redirect the browser would withhold the
        # cookie, but not when our own page goes on.
        page = self._page(self.t("web.opening"), "", f'0;url="{_quoted(address)}"')
        await _respond(send, 200, page, extra, style=_STYLE_HASH)

    async def _refuse(self, send: Send, status: int, reason: str, **values: int) -> None:
        title = self.t(f"web.refused-{reason}")
        advice = self.t(f"web.refused-{reason}-advice", **values)
        extra = [(b"connection", b"close")] if status == 413 else []
        if status == 405:
            extra.append((b"allow", b"GET, HEAD, POST"))
        await _respond(send, status, self._page(title, advice), extra, style=_STYLE_HASH)

    def _page(self, title: str, text: str, refresh: str = "") -> bytes:
        # Self-contained: without the cookie the browser could not load our style sheets.
        head = f"<meta http-equiv=refresh content='{refresh}'>" if refresh else ""
        paragraphs = "".join(f"<p>{_quoted(line)}</p>" for line in text.split("\n") if line)
        return (
            f'<!doctype html><html lang="{self.t.language}"><head><meta charset="utf-8">'
            f'<meta name="viewport" content="width=device-width"><title>{_quoted(title)}</title>'
            f"<style>{_STYLE}</style>{head}</head>"
            f"<body data-page=refused><main><h1>{_quoted(title)}</h1>{paragraphs}</main></body>"
            "</html>"
        ).encode()


def _headers(scope: Scope) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, value in scope["headers"]:
        found.setdefault(name.decode("latin-1").lower(), []).append(value.decode("latin-1"))
    return found


def _is_plain(path: str) -> bool:
    """Whether a path can only name an address of ours, never a file."""
    if not path.startswith("/") or "//" in path or "\\" in path or not path.isprintable():
        return False
    return not any(part in (".", "..") for part in path.split("/"))


async def _body(headers: dict[str, list[str]], receive: Receive, limit: int) -> bytes | None:
    """The whole body of a request in memory, None if it is larger than `limit`."""
    length = headers.get("content-length", ["0"])
    if len(length) != 1 or not re.fullmatch(r"[0-9]{1,15}", length[0]) or int(length[0]) > limit:
        return None
    parts: list[bytes] = []
    size = 0
    while True:
        message = await receive()
        if message["type"] != "http.request":
            return None
        parts.append(message.get("body", b""))
        size += len(parts[-1])
        if size > limit:
            return None
        if not message.get("more_body"):
            return b"".join(parts)


def _received(body: bytes, receive: Receive) -> Receive:
    """A `receive` that returns the body that was read already, then waits for the end."""
    bodies = [body]

    async def next_message() -> Message:
        if bodies:
            return {"type": "http.request", "body": bodies.pop(), "more_body": False}
        while (message := await receive())["type"] == "http.request":
            pass
        return message

    return next_message


def _protected(send: Send) -> Send:
    """A `send` that adds our headers to every response."""

    async def send_protected(message: Message) -> None:
        if message["type"] == "http.response.start":
            own = [pair for pair in message.get("headers", []) if pair[0].lower() not in HEADERS]
            if not any(name.lower() == b"cache-control" for name, _ in own):
                own.append((b"cache-control", b"no-store"))
            message = {**message, "headers": [*own, *HEADERS.items()]}
        await send(message)

    return send_protected


async def _respond(
    send: Send,
    status: int,
    body: bytes,
    extra: list[tuple[bytes, bytes]],
    style: str = "",
) -> None:
    headers = dict(HEADERS)
    if style:
        policy = f"default-src 'none'; style-src 'sha256-{style}'; frame-ancestors 'none'"
        headers[b"content-security-policy"] = policy.encode()
    start = [
        (b"content-type", b"text/html; charset=utf-8"),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
        *headers.items(),
        *extra,
    ]
    await send({"type": "http.response.start", "status": status, "headers": start})
    await send({"type": "http.response.body", "body": body})


def _quoted(text: str) -> str:
    return (
        text.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;").replace("'", "&#39;")
    )
