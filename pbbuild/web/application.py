"""The page as one application: the routing table, the handlers' adapter, the pages of errors."""

import inspect
import sys
import traceback
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from pbbuild.base.rooms import part_of, rooms
from pbbuild.errors import PbbuildError, UsageError
from pbbuild.text.error_text import problem_lines, sentence_of
from pbbuild.text.translate import LANGUAGES
from pbbuild.web import assets
from pbbuild.web.guard import FORM_LIMIT, Guard
from pbbuild.web.jobs import Jobs
from pbbuild.web.lessons import learn, show_lesson, start_lesson
from pbbuild.web.live import Hub
from pbbuild.web.pages import (
    LANGUAGE_COOKIE,
    THEME_COOKIE,
    THEMES,
    Link,
    NotFoundError,
    Page,
    Section,
    Services,
    Visit,
)

_YEAR: Final = 365 * 24 * 3600
# What the codes of errors mean for the reader.
_KINDS: Final = {
    "cannot-write": "disk",
    "shell.save-wrong": "changed",
    "cannot-read": "damaged",
    "not-utf-8": "damaged",
    "not-json": "damaged",
    "file-too-large": "damaged",
    "busy": "busy",
}
_STAYING: Final = ("disk", "changed")
# The page shows an older moment of a game than the one that its server has.
_STALE: Final = (
    "web.moved-on",
    "web.not-your-turn",
    "table.over",
    "table.no-decision",
    "table.no-roll",
)
_KIND_ICONS: Final = {"missing": "ui-search", "disk": "ui-box", "busy": "ui-lock"}


def room_sections() -> dict[str, Section]:
    """The pages of every game that has some."""
    return {room.id: part_of(room.id, "pages") for room in rooms() if "pages" in room.parts}


def guarded_application(
    port: int, key: str, language: str, sections: dict[str, Section] | None = None
) -> tuple[Guard, Services]:
    """The whole page behind its guard, and the services to close at the end."""
    sections = room_sections() if sections is None else sections
    links = sorted(
        (*OWN_LINKS, *(link for each in sections.values() for link in each.links)),
        key=lambda link: link.order,
    )
    services = Services(
        hub=Hub(),
        jobs=Jobs(),
        quiet=Jobs(is_quiet=True),
        language=language,
        port=port,
        links=tuple(links),
        css=tuple(name for each in sections.values() for name in each.css),
        version=assets.version(),
        sections=sections,
    )
    for name, section in sections.items():
        services.shelves[name] = section.keep(services) if section.keep else None
    pages = [
        (page, services.shelves[name]) for name, each in sections.items() for page in each.pages
    ]
    own = [(page, None) for page in OWN_PAGES]
    routes = [_route(page, shelf, services) for page, shelf in [*own, *pages]]
    limits = [(route, page.limit) for route, (page, _) in zip(routes, [*own, *pages], strict=True)]
    app = Starlette(
        routes=routes,
        lifespan=_lifespan(services),
        middleware=[Middleware(GZipMiddleware, minimum_size=2000, compresslevel=4)],
        exception_handlers={HTTPException: _handles(services, _http_error)},
    )
    return Guard(app, port, key, language, lambda path: _limit(limits, path)), services


def _limit(limits: Sequence[tuple[Route, int]], path: str) -> int:
    return next((limit for route, limit in limits if route.path_regex.match(path)), FORM_LIMIT)


def _lifespan(services: Services) -> Callable[[Starlette], Any]:
    @asynccontextmanager
    async def run(app: Starlette) -> AsyncIterator[None]:
        yield
        services.hub.close()
        services.end_processes()

    return run


def _route(page: Page, shelf: Any, services: Services) -> Route:
    methods = [*(["GET"] if page.get else []), *(["POST"] if page.post else [])]

    async def endpoint(request: Request) -> Response:
        handler = page.post if request.method == "POST" else page.get
        assert handler is not None
        visit = Visit(request, services, await request.body(), shelf)
        try:
            if inspect.iscoroutinefunction(handler):
                response: Response = await handler(visit)
            else:
                # Rules and files block; other tabs must not wait for them.
                response = await run_in_threadpool(handler, visit)  # type: ignore[arg-type]
        except NotFoundError as error:
            return _error(visit, 404, visit.t(error.key, **error.values))
        except PbbuildError as error:
            kind = _kind_of(error)
            lines = problem_lines(error, visit.t)
            status = 507 if kind == "disk" else 409
            stale = error.code in _STALE
            return _error(visit, status, sentence_of(error, visit.t), lines, kind, stale=stale)
        except OSError as error:
            reason = error.strerror or type(error).__name__
            return _error(visit, 507, visit.t("web.disk-reason", reason=reason), kind="disk")
        except Exception as error:  # noqa: BLE001  the page stays up, and says that it is our bug
            return _crash(visit, error)
        return response

    return Route(page.path, endpoint, methods=methods)


# Errors.


def _kind_of(error: PbbuildError) -> str:
    """What went wrong for the reader: the disk, a damaged file, a changed battle, or a refusal."""
    if error.code in _KINDS:
        return _KINDS[error.code]
    # A file that cannot be read says where; what the player asked for is refused without a place.
    return "damaged" if error.problems and not isinstance(error, UsageError) else "refused"


def _error(
    visit: Visit,
    status: int,
    message: str,
    lines: Sequence[str] = (),
    kind: str = "refused",
    *,
    stale: bool = False,
) -> Response:
    """A page, or a message for our script, that says what happened and what to do.

    `stale` asks the script to show the game as it is now.
    """
    if status == 404:
        kind = "missing"
    advice = visit.t(f"web.advice-{kind}")
    if visit.wants_fragment:
        # A message that asks the player to do something outside the page stays until it is read.
        told = [*lines, *([advice] if kind in _STAYING else [])]
        document = {"message": message, "lines": told, "stays": kind in _STAYING, "stale": stale}
        return visit.json(document, status=status)
    return visit.page(
        "web/error.html.j2",
        "error",
        visit.t(f"web.error-{kind}"),
        status=status,
        message=message,
        lines=lines,
        kind=kind,
        advice=advice,
        icon_name=_KIND_ICONS.get(kind, "ui-warn"),
    )


def _handles(
    services: Services, answer: Callable[[Visit, Exception], Response]
) -> Callable[[Request, Exception], Awaitable[Response]]:
    async def handler(request: Request, error: Exception) -> Response:
        return answer(Visit(request, services, b"", None), error)

    return handler


def _http_error(visit: Visit, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    key = "web.not-found" if error.status_code == 404 else "web.wrong-method"
    return _error(visit, error.status_code, visit.t(key))


def _crash(visit: Visit, error: Exception) -> Response:
    trace = "".join(traceback.format_exception(error))
    print(trace, file=sys.stderr)
    last = traceback.extract_tb(error.__traceback__)[-1]
    where = f"{type(error).__name__}, {last.name}:{last.lineno}"
    return _error(visit, 500, visit.t("web.crashed", where=where), kind="crash")


# The pages of the kit itself.


def _static(visit: Visit) -> Response:
    found = assets.asset(visit.params["name"])
    if found is None:
        raise NotFoundError
    headers = {}
    if found.is_font:
        # The one thing worth caching: the address carries the digest of the fonts.
        headers["cache-control"] = f"private, max-age={_YEAR}, immutable"
    return Response(found.data, media_type=found.type, headers=headers)


def _settings(visit: Visit) -> Response:
    """Set the language or the theme of the page, and return to where the player was."""
    form = visit.form
    back = form.get("back", "/")
    response = visit.redirect(back if back.startswith("/") and "//" not in back else "/")
    for cookie, value, known in (
        (LANGUAGE_COOKIE, form.get("language"), LANGUAGES),
        (THEME_COOKIE, form.get("theme"), THEMES),
    ):
        if value in known:
            response.set_cookie(cookie, str(value), max_age=_YEAR, httponly=True, samesite="strict")
    return response


async def _events(visit: Visit) -> Response:
    stream = visit.services.hub.stream(visit.params["topic"])
    return StreamingResponse(stream, media_type="text/event-stream")


OWN_LINKS: Final = (Link("learn-page.nav", "/learn", ("learn",), 70),)
OWN_PAGES: Final = (
    Page("/static/{name}", get=_static),
    Page("/settings", post=_settings),
    Page("/events/{topic}", get=_events),
    Page("/learn", get=learn),
    Page("/learn/{id}", get=show_lesson, post=start_lesson),
)
