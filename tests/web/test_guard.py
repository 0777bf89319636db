"""Nothing reaches the page past its guard; each request here is written byte by byte."""

import socket
from typing import TYPE_CHECKING

import pytest

from pbbuild.web.guard import CONTENT_POLICY

if TYPE_CHECKING:
    from pbbuild.web.server import PageServer


class Raw:
    """Requests to the server without any library between."""

    def __init__(self, server: "PageServer") -> None:
        self.server = server
        self.host = f"127.0.0.1:{server.port}"
        self.cookie = f"pbbuild-{server.port}={server.key}"

    def request(
        self,
        line: str,
        *headers: str,
        host: str | None = None,
        cookie: str | None = None,
        body: bytes = b"",
        length: int | None = None,
    ) -> tuple[int, dict[str, str], bytes]:
        own = [] if host == "" else [f"Host: {host or self.host}"]
        kept = self.cookie if cookie is None else cookie
        lines = [f"{line} HTTP/1.1", *own, f"Cookie: {kept}", "Connection: close", *headers]
        if body or length is not None:
            lines.append(f"Content-Length: {len(body) if length is None else length}")
        with socket.create_connection(("127.0.0.1", self.server.port), timeout=20) as opened:
            opened.sendall("\r\n".join([*lines, "", ""]).encode("latin-1") + body)
            answer = b""
            while part := opened.recv(65536):
                answer += part
        head, _, rest = answer.partition(b"\r\n\r\n")
        status, *fields = head.decode("latin-1").split("\r\n")
        pairs = (field.partition(": ") for field in fields)
        return int(status.split()[1]), {name.lower(): value for name, _, value in pairs}, rest

    def post(self, *headers: str, body: bytes = b"theme=dark", path: str = "/settings") -> int:
        return self.request(f"POST {path}", *headers, body=body)[0]


@pytest.fixture
def raw(server: "PageServer") -> Raw:
    return Raw(server)


def test_the_cookie_opens_the_page(raw: Raw) -> None:
    status, headers, body = raw.request("GET /")
    assert status == 200
    assert b'data-page="home"' in body
    assert headers["content-security-policy"] == CONTENT_POLICY
    assert "unsafe" not in CONTENT_POLICY
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert headers["cache-control"] == "no-store"


def test_the_key_in_the_address_becomes_a_strict_cookie_and_leaves_the_address(raw: Raw) -> None:
    status, headers, _ = raw.request(f"GET /rules?q=charge&key={raw.server.key}", cookie="")
    assert status == 303
    assert headers["location"] == "/rules?q=charge"
    kept = headers["set-cookie"]
    assert kept.startswith(raw.cookie)
    assert "HttpOnly" in kept
    assert "SameSite=Strict" in kept


@pytest.mark.parametrize(
    "host", ["localhost:PORT", "127.0.0.1", "evil.example:PORT", "127.0.0.1:PORT.evil.example", ""]
)
def test_another_host_is_refused_even_with_the_cookie(raw: Raw, host: str) -> None:
    status, headers, body = raw.request("GET /", host=host.replace("PORT", str(raw.server.port)))
    assert status in (400, 403)
    assert b'data-page="home"' not in body
    assert "set-cookie" not in headers


def test_two_hosts_are_refused(raw: Raw) -> None:
    assert raw.request("GET /", "Host: evil.example")[0] in (400, 403)


@pytest.mark.parametrize("cookie", ["", "pbbuild-1=x", "pbbuild-PORT=wrong", "pbbuild-PORT="])
@pytest.mark.parametrize("path", ["/", "/static/page.js", "/events/x", "/settings", "/none"])
def test_without_the_key_every_address_is_locked(raw: Raw, path: str, cookie: str) -> None:
    name = cookie.replace("PORT", str(raw.server.port))
    status, headers, body = raw.request(f"GET {path}", cookie=name)
    assert status == 403
    assert b"pbbuild web" in body
    assert "unsafe" not in headers["content-security-policy"]


def test_a_wrong_key_gets_no_cookie(raw: Raw) -> None:
    status, headers, _ = raw.request("GET /?key=guess", cookie="")
    assert (status, headers.get("set-cookie")) == (403, None)


def test_a_form_of_our_own_page_is_accepted(raw: Raw) -> None:
    origin = f"Origin: http://{raw.host}"
    assert raw.post(origin, "Sec-Fetch-Site: same-origin") == 303
    assert raw.post(origin) == 303


@pytest.mark.parametrize(
    "headers",
    [
        pytest.param((), id="neither header"),
        pytest.param(("Origin: null",), id="no origin"),
        pytest.param(("Origin: http://evil.example",), id="another site"),
        pytest.param(("Origin: http://127.0.0.1:1",), id="another port"),
        pytest.param(("Origin: http://localhost:PORT",), id="another name"),
        pytest.param(("Origin: http://HOST", "Sec-Fetch-Site: cross-site"), id="cross-site"),
        pytest.param(("Origin: http://HOST", "Sec-Fetch-Site: same-site"), id="same-site"),
        pytest.param(("Sec-Fetch-Site: none",), id="typed"),
    ],
)
def test_a_form_of_another_page_is_refused(raw: Raw, headers: tuple[str, ...]) -> None:
    filled = [
        each.replace("HOST", raw.host).replace("PORT", str(raw.server.port)) for each in headers
    ]
    assert raw.post(*filled) == 403


def test_a_picture_or_script_on_another_page_is_refused(raw: Raw) -> None:
    for site in ("cross-site", "same-site"):
        headers = (f"Sec-Fetch-Site: {site}", "Sec-Fetch-Mode: no-cors", "Sec-Fetch-Dest: image")
        assert raw.request("GET /static/icons.svg", *headers)[0] == 403


def test_a_link_on_another_page_may_open_ours_but_not_in_a_frame(raw: Raw) -> None:
    link = ("Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate")
    assert raw.request("GET /", *link, "Sec-Fetch-Dest: document")[0] == 200
    assert raw.request("GET /", *link, "Sec-Fetch-Dest: iframe")[0] == 403


@pytest.mark.parametrize("method", ["PUT", "DELETE", "OPTIONS", "TRACE", "PATCH", "CONNECT"])
def test_other_methods_are_refused(raw: Raw, method: str) -> None:
    assert raw.request(f"{method} /settings", f"Origin: http://{raw.host}")[0] in (400, 405)


@pytest.mark.parametrize(
    "path",
    [
        "/static/../../setup.cfg",
        "/static/..%2f..%2fsetup.cfg",
        "/static/%2e%2e/setup.cfg",
        "/static//etc/passwd",
        "/static/..%5c..%5csetup.cfg",
        "/static/page.js%00.css",
        "//evil.example/",
        "/static/layout.html.j2",
        "http://evil.example/",
    ],
)
def test_no_path_reaches_a_file(raw: Raw, path: str) -> None:
    status, _, body = raw.request(f"GET {path}")
    assert status in (400, 403, 404)
    assert b"[metadata]" not in body
    assert b"root:" not in body


def test_a_large_upload_is_refused_before_it_is_read(raw: Raw) -> None:
    origin = f"Origin: http://{raw.host}"
    status, headers, _ = raw.request("POST /settings", origin, length=50_000_000)
    assert (status, headers["connection"]) == (413, "close")


def test_a_body_longer_than_it_says_is_refused(raw: Raw) -> None:
    chunks = b"".join(b"10000\r\n" + b"x" * 65536 + b"\r\n" for _ in range(3))
    headers = (f"Origin: http://{raw.host}", "Transfer-Encoding: chunked")
    with socket.create_connection(("127.0.0.1", raw.server.port), timeout=20) as opened:
        lines = ["POST /settings HTTP/1.1", f"Host: {raw.host}", f"Cookie: {raw.cookie}", *headers]
        opened.sendall("\r\n".join([*lines, "", ""]).encode())
        try:
            opened.sendall(chunks)
        except OSError:
            return
        assert b" 413 " in opened.recv(65536)


def test_a_redirect_after_settings_stays_on_the_page(raw: Raw) -> None:
    for back in ("//evil.example", "http://evil.example", "javascript:alert(1)"):
        _, headers, _ = raw.request(
            "POST /settings", f"Origin: http://{raw.host}", body=f"back={back}".encode()
        )
        assert headers["location"] == "/"


def test_an_upgrade_to_a_web_socket_is_not_answered_as_one(raw: Raw) -> None:
    headers = ("Upgrade: websocket", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: AAAA")
    assert raw.request("GET /events/x", *headers, cookie="")[0] == 403
