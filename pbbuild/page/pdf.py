"""HTML to PDF; the only module that uses WeasyPrint."""

import gc
import logging
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache
from io import StringIO
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote, urlsplit

from pbbuild.base.installed import install_command
from pbbuild.base.places import shipped
from pbbuild.errors import PbbuildError

_DUPLEX: Final = {
    "long": "/DuplexFlipLongEdge",
    "short": "/DuplexFlipShortEdge",
    "none": "/Simplex",
}
# Attachments have dates; a fixed one gives the same bytes for the same input.
EPOCH: Final = datetime(2000, 1, 1, tzinfo=UTC)
# Objects made between two looks of the garbage collector while a page is printed.
_COLLECT_AFTER: Final = 50_000


class PrintError(PbbuildError):
    """A page cannot be made into a correct PDF."""


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file attached to a PDF."""

    name: str
    description: str
    data: bytes = field(repr=False)


@cache
def _weasyprint() -> Any:
    try:
        # It prints to standard output if a library is missing; a program may be reading that.
        with redirect_stdout(StringIO()):
            import weasyprint
    except OSError as error:
        # Pango is loaded when the package is imported; the message begins with the missing file,
        # and the rest does not help.
        raise PrintError("print.no-libraries", reason=str(error).partition(": ")[0]) from None
    except ImportError as error:
        raise PrintError(
            "print.no-weasyprint", reason=str(error), adding=install_command("weasyprint")
        ) from None
    return weasyprint


def require_libraries() -> bool:
    """Whether HarfBuzz can subset fonts; raises if no PDF can be made at all."""
    _weasyprint()
    from weasyprint.text import ffi

    return bool(getattr(ffi, "harfbuzz_subset", None))


def require_printing() -> None:
    """Raise if this machine cannot make a PDF."""
    _weasyprint()


def _fetcher() -> Any:
    from weasyprint.urls import URLFetcher

    class OurFilesOnly(URLFetcher):  # type: ignore[misc]
        """Opens only `data:` URLs and files below our template folder."""

        def fetch(self, url: str, headers: Mapping[str, str] | None = None) -> Any:
            if not is_allowed_url(url):
                raise ValueError("address refused")
            return super().fetch(url, headers)

    return OurFilesOnly(allowed_protocols=("data", "file"), allow_redirects=False)


def is_allowed_url(url: str) -> bool:
    """Whether a page may open `url`: `data:`, or a file below the template folder."""
    parts = urlsplit(url)
    if parts.scheme == "data":
        return True
    if parts.scheme != "file" or parts.netloc not in ("", "localhost"):
        return False
    try:
        path = Path(unquote(parts.path)).resolve()
    except (OSError, ValueError):
        return False
    return path.is_relative_to(shipped("templates").resolve())


@contextmanager
def _warnings_as_errors() -> Iterator[None]:
    """Turn any warning of WeasyPrint into an error: invalid CSS, refused URLs, fonts."""
    lines: list[str] = []

    class Collector(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            # A character that no font of this machine has is shown as a box; that is not an
            # error of the page, and no reason to refuse a list.
            if not record.getMessage().startswith(".notdef glyph"):
                lines.append(record.getMessage())

    logger = logging.getLogger("weasyprint")
    collector = Collector(logging.WARNING)
    before = logger.handlers[:], logger.propagate
    logger.handlers[:] = [collector]
    logger.propagate = False
    try:
        yield
    finally:
        logger.handlers[:], logger.propagate = before
    if lines:
        raise PrintError("print.complaint", reason=lines[0][:300])


@cache
def _fonts() -> tuple[Any, Any]:
    """The font configuration and its style sheet, loaded once for all pages of a run."""
    import atexit

    from weasyprint.text.fonts import FontConfiguration

    # It removes a temporary folder when it is deleted, which fails once modules are torn down.
    atexit.register(_fonts.cache_clear)

    from pbbuild.page.html import font_faces

    configuration = FontConfiguration()
    sheet = _weasyprint().CSS(
        string=font_faces(inside=False), font_config=configuration, url_fetcher=_fetcher()
    )
    return configuration, sheet


def layout(html: str) -> Any:
    """The laid-out WeasyPrint document, before it becomes a PDF."""
    weasyprint = _weasyprint()
    with _warnings_as_errors():
        document = weasyprint.HTML(
            string=html,
            base_url=f"{shipped('templates').resolve().as_uri()}/",
            url_fetcher=_fetcher(),
        )
        configuration, sheet = _fonts()
        return document.render(font_config=configuration, stylesheets=[sheet], pdf_tags=True)


def _scope_headers(objects: Sequence[Any]) -> None:
    """Say of each table heading whether it heads a column or a row, as PDF/UA requires.

    WeasyPrint names headings after their place, "table-row-column". Our tables have headings of
    columns in their first row, and headings of rows below it.
    """
    for one in objects:
        if isinstance(one, dict) and one.get("S") == "/TH":
            row = one["ID"].string.split("-")[1]
            one["A"]["Scope"] = "/Column" if row == "0" else "/Row"


@contextmanager
def _rare_collections() -> Iterator[None]:
    """Let the garbage collector look less often: a page is many small objects that all stay."""
    before = gc.get_threshold()
    gc.set_threshold(_COLLECT_AFTER, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)


def pdf(html: str, attached: Sequence[Attachment] = (), *, duplex: str = "long") -> bytes:
    """The PDF of a page: tagged, unscaled, the same bytes for the same input."""
    with _rare_collections():
        return _pdf(html, attached, duplex)


def _pdf(html: str, attached: Sequence[Attachment], duplex: str) -> bytes:
    weasyprint = _weasyprint()
    document = layout(html)
    attachments = [
        weasyprint.Attachment(
            string=one.data,
            name=one.name,
            description=one.description,
            created=EPOCH,
            modified=EPOCH,
            relationship="Source",
        )
        for one in attached
    ]

    def finish(_: Any, made: Any) -> None:
        import pydyf

        preferences = {"DisplayDocTitle": "true", "PrintScaling": "/None"}
        preferences["Duplex"] = _DUPLEX[duplex]
        made.catalog["ViewerPreferences"] = pydyf.Dictionary(preferences)
        _scope_headers(made.objects)

    with _warnings_as_errors():
        data: bytes = document.write_pdf(
            finisher=finish, pdf_tags=True, pdf_variant="pdf/ua-1", attachments=attachments
        )
    return data
