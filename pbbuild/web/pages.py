"""What a room adds to the page: rows of addresses, and the visit that each handler gets."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import parse_qsl

from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from pbbuild.errors import PbbuildError
from pbbuild.page.html import environment
from pbbuild.text.translate import LANGUAGES, Translator
from pbbuild.web.clause_links import with_clause_links
from pbbuild.web.guard import FORM_LIMIT

if TYPE_CHECKING:
    from starlette.requests import Request

    from pbbuild.play.archive import KeptBattle
    from pbbuild.web.jobs import Jobs
    from pbbuild.web.live import Hub

THEMES: Final = ("auto", "light", "dark")
LANGUAGE_COOKIE: Final = "pbbuild-language"
THEME_COOKIE: Final = "pbbuild-theme"
# The header that our scripts send when they want parts of a page, not all of it.
FRAGMENT: Final = "x-pbbuild-fragment"

Handler = Callable[["Visit"], Response | Awaitable[Response]]


class NotFoundError(Exception):
    """The address names something that does not exist: a battle, a list, a tile."""

    def __init__(self, key: str = "web.not-found", **values: Any) -> None:
        super().__init__(key)
        self.key = key
        self.values = values


@dataclass(frozen=True, slots=True)
class Page:
    """One address: what answers a GET and a POST there.

    `path` may contain `{name}` parts, which handlers find in `visit.params`; they never contain a
    slash. `limit` is the largest body of a POST, in bytes.
    """

    path: str
    get: Handler | None = None
    post: Handler | None = None
    limit: int = FORM_LIMIT


@dataclass(frozen=True, slots=True)
class Link:
    """An entry of the navigation: the key of its words, its address, the pages it stands for."""

    key: str
    address: str
    pages: tuple[str, ...]
    order: int = 50


@dataclass(frozen=True, slots=True)
class Section:
    """All that one room adds: its pages, its navigation, its style sheets, its own objects.

    `keep` is called once when the server starts; its result is `visit.shelf` of this room's pages.
    `game` and `replay` are the addresses of its games, `words` names one of the archive,
    `show` shows one.
    """

    pages: tuple[Page, ...]
    links: tuple[Link, ...] = ()
    css: tuple[str, ...] = ()
    keep: Callable[["Services"], Any] | None = None
    game: str = ""
    replay: str = ""
    words: Callable[["Visit", "KeptBattle"], str] | None = None
    show: Callable[["Visit", Any], Response] | None = None


@dataclass(slots=True)
class Services:
    """What every page may use: live updates, other processes, the defaults of the command."""

    hub: "Hub"
    jobs: "Jobs"
    # Long work that nobody waits for; an agent that thinks must not queue behind it.
    quiet: "Jobs"
    language: str = "en"
    port: int = 0
    links: tuple[Link, ...] = ()
    css: tuple[str, ...] = ()
    version: str = ""
    shelves: dict[str, Any] = field(default_factory=dict)
    sections: dict[str, Section] = field(default_factory=dict)

    def end_processes(self) -> None:
        """End all other processes without waiting for their work."""
        self.jobs.close()
        self.quiet.close()


class Visit:
    """One request with all that a handler needs, its body read already."""

    def __init__(self, request: "Request", services: Services, body: bytes, shelf: Any) -> None:
        self.request = request
        self.services = services
        self.body = body
        self.shelf = shelf

    @cached_property
    def language(self) -> str:
        """The language chosen on the page, else that of the command."""
        chosen = self.request.cookies.get(LANGUAGE_COOKIE, "")
        return chosen if chosen in LANGUAGES else self.services.language

    @cached_property
    def t(self) -> Translator:
        """The messages in that language."""
        return Translator(self.language)

    @cached_property
    def theme(self) -> str:
        """`light`, `dark`, or `auto` for what the system prefers."""
        chosen = self.request.cookies.get(THEME_COOKIE, "")
        return chosen if chosen in THEMES else "auto"

    @property
    def params(self) -> Mapping[str, str]:
        """The `{name}` parts of the address."""
        params: Mapping[str, str] = self.request.path_params
        return params

    @cached_property
    def query(self) -> dict[str, str]:
        """What follows the question mark of the address."""
        return dict(self.request.query_params)

    @cached_property
    def form(self) -> dict[str, str]:
        """The fields of a posted form; of a repeated field the last value."""
        try:
            text = self.body.decode("utf-8")
            return dict(parse_qsl(text, keep_blank_values=True, max_num_fields=200))
        except ValueError:
            raise PbbuildError("web.bad-form") from None

    @property
    def wants_fragment(self) -> bool:
        """Whether our script asks for parts of the page."""
        return FRAGMENT in self.request.headers

    def page(
        self,
        template: str,
        name: str,
        title: str,
        *,
        status: int = 200,
        keys: str = "",
        **values: Any,
    ) -> Response:
        """A whole page: `template` extends `web/layout.html.j2`, `name` is its `data-page`.

        `keys` is the message with the keys of this page, besides those of every page.
        """
        rows = [row for each in (keys, "web.keys") if each for row in self._keys(each)]
        html = self.render(template, page=name, title=title, key_rows=rows, **values)
        return HTMLResponse(html, status)

    def _keys(self, message: str) -> list[tuple[list[str], str]]:
        """The keys of a message `C: charge · Tab, arrows: units`, each with what it does."""
        rows = [row.partition(": ") for row in self.t(message).split(" · ")]
        return [(names.split(", "), words) for names, _, words in rows]

    def fragment(self, template: str, *, status: int = 200, **values: Any) -> Response:
        """Parts of a page: every element with `data-part` replaces the one of that name."""
        return HTMLResponse(self.render(template, **values), status)

    def render(self, template: str, **values: Any) -> str:
        """A template with the values that every template gets."""
        made = environment().get_template(template)
        return made.render(
            t=self.t,
            language=self.language,
            theme=self.theme,
            links=self.services.links,
            css=self.services.css,
            version=self.services.version,
            path=self.request.scope["path"],
            linked=with_clause_links,
            **values,
        )

    def json(self, document: Any, *, status: int = 200) -> Response:
        """A document for our scripts."""
        return JSONResponse(document, status)

    def redirect(self, address: str) -> Response:
        """Go to another address of ours, after a form was posted."""
        assert address.startswith("/")
        assert not address.startswith("//")
        return RedirectResponse(address, 303)
