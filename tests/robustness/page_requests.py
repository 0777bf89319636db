"""Requests to the page from bytes: a method and an address, then the fields of a form.

The application is asked without a server, so that thousands of requests take seconds. A request
that would start worker processes, or wait for events, is left out.
"""

import asyncio
import os
import re
from functools import cache
from typing import Any
from unittest.mock import patch

from tests.robustness.inside import scratch

PORT, KEY = 8099, "key-of-the-fuzzer"
LEFT_OUT = re.compile(
    rb"\w+ /(?:events/|lab|build/[^/]*/(?:measure|print)|.*/thinking)"
    rb"|POST /general(?:/campaign.*)?$"
)
LONGEST = 60.0
# Good requests; the ids of games are those of nobody, so that mutations reach the readers.
REQUESTS = (
    b"POST /build\narmy=union&points=50&style=balanced&name=Mine&how=built",
    b"POST /build/import\ntext=PBA3-SFRV-WQ4N-XEQY-Y4T5-WS72-8HMM-TV2V",
    b"POST /build/import\ntext=UNION%0ACAVALRY%20(UNI12)%0A%0AMILITIA%20(UNI20)",
    b"GET /build/union-50\n",
    b"GET /build/union-50/fits?tile=UNI12\n",
    b"GET /build/union-50/file/csv\n",
    b"POST /build/mine/edit\nedit=add+UNI12+to+1&version=1",
    b"POST /build/mine/restore\nversion=1",
    b"POST /build/union-50/copy\nname=mine",
    b"GET /box/union\n",
    b"POST /box/union\ntile=UNI12&dp=6&fv=2&wp=1&black=2-3-6&white=&traits=fast&following=UNI13",
    b"POST /box/union/undo\n",
    b"POST /battle/new\nlist=nobody&against=celts-60&level=easy&seed=1&dice=real",
    b"GET /battle/20260101-120000?since=3\n",
    b"POST /battle/20260101-120000/act\naction=pass&moment=1",
    b"POST /battle/20260101-120000/roll\ndice=1+2+3&moment=1",
    b"GET /battle/20260101-120000/at/3\n",
    b"GET /battle/20260101-120000/why?words=shoot+a1+b1\n",
    b"GET /replay/20260101-120000?at=4\n",
    b"POST /replay/20260101-120000/play-on\nat=4&side=A",
    b"GET /rules?q=charge\n",
    b"GET /general/campaign/pacific\n",
    b"POST /general/game/20260101-120000/act\naction=pass&moment=1",
    b"POST /settings\nlanguage=it&theme=dark&back=%2Fbuild",
    b"GET /learn/orders\n",
)


@cache
def _application() -> Any:
    import pbbuild.games  # noqa: F401  registers the rooms
    from pbbuild.web.application import guarded_application

    return guarded_application(PORT, KEY, "en")[0]


@cache
def _home() -> str:
    return str(scratch("page") / "home")


def ask_page(data: bytes) -> int:
    """The status of the page's answer to a request, 0 for one that is left out."""
    line, _, body = data.partition(b"\n")
    method, _, address = line.decode("utf-8", "replace").partition(" ")
    raw = address.encode("utf-8", "replace")
    if LEFT_OUT.match(line):
        return 0
    with patch.dict(os.environ, {"PBBUILD_HOME": _home()}):
        status = asyncio.run(asyncio.wait_for(_status(method, raw, body), LONGEST))
    assert status != 500, data[:200]
    return status


async def _status(method: str, raw: bytes, body: bytes) -> int:
    from urllib.parse import unquote

    path, _, query = raw.partition(b"?")
    headers = {
        "host": f"127.0.0.1:{PORT}",
        "origin": f"http://127.0.0.1:{PORT}",
        "cookie": f"pbbuild-{PORT}={KEY}",
        "content-type": "application/x-www-form-urlencoded",
        "content-length": str(len(body)),
    }
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": unquote(path.decode("latin-1")),
        "raw_path": path,
        "query_string": query,
        "root_path": "",
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
        "client": ("127.0.0.1", 40000),
        "server": ("127.0.0.1", PORT),
    }
    statuses: list[int] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: Any) -> None:
        if message["type"] == "http.response.start":
            statuses.append(message["status"])

    await _application()(scope, receive, send)
    return statuses[0]
