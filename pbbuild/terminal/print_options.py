"""The options of every game's `print`: how sheets look, where and how they are written."""

import re
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem

from pbbuild.base.files import read_bytes, require_target, write_atomic
from pbbuild.errors import PbbuildError, UsageError
from pbbuild.terminal.keyboard import confirmed
from pbbuild.terminal.options import PATH, combined_options
from pbbuild.terminal.screen import say
from pbbuild.terminal.session import Session, session_of

if TYPE_CHECKING:
    from pbbuild.page.printables import PrintDocument

SUFFIXES = {"pdf": ".pdf", "html": ".html", "text": ".txt", "md": ".md"}
KINDS = {
    ".pdf": "pdf",
    ".html": "html",
    ".htm": "html",
    ".txt": "text",
    ".text": "text",
    ".md": "md",
}


@dataclass(frozen=True, slots=True)
class PrintTarget:
    """Where the files are written, and in which format."""

    kind: str
    output: Path | None
    force: bool

    @property
    def is_one_file(self) -> bool:
        """Whether everything goes into one file."""
        if self.output is None:
            return False
        return not (self.output.is_dir() or self.output.suffix.lower() not in KINDS)


def _themes(ctx: click.Context, param: click.Parameter, text: str) -> list[CompletionItem]:
    from pbbuild.page.style import themes

    return [CompletionItem(theme) for theme in themes() if theme.startswith(text)]


def sheet_options(
    *, large: str, theme: str
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Options for paper, language, ink, size, theme and file, passed as `style` and `target`.

    `large` and `theme` are the help texts of these two.
    """

    def decorate(function: Callable[..., None]) -> Callable[..., None]:
        @wraps(function)
        def with_sheets(
            *args: Any,
            paper: str | None,
            lang: str | None,
            ink: str,
            large: bool,
            theme: str | None,
            duplex: str,
            bleed: str,
            kind: str | None,
            output: Path | None,
            force: bool,
            **values: Any,
        ) -> None:
            from pbbuild.page.style import Style

            session = session_of()
            if lang:
                session.language_option = lang
            style = Style(
                paper=paper or session.settings.paper or "a4",
                ink=ink,
                large=large,
                theme=theme or "",
                language=session.language,
                duplex=duplex,
                bleed=float(bleed),
            )
            target = PrintTarget(kind or file_format(output), output, force)
            function(*args, style=style, target=target, **values)

        options = combined_options(
            click.option(
                "--paper", type=click.Choice(["a4", "letter", "a5"]), help="Size of paper (a4)."
            ),
            click.option("--lang", type=click.Choice(["en", "it"]), help="Language of the sheets."),
            click.option(
                "--ink", type=click.Choice(["full", "saver"]), default="full", help="How much ink."
            ),
            click.option("--large", is_flag=True, help=large),
            click.option("--theme", metavar="T", help=theme, shell_complete=_themes),
            click.option(
                "--duplex",
                type=click.Choice(["long", "short", "none"]),
                default="long",
                help="Edge on which two-sided paper is turned (long); none for one-sided.",
            ),
            click.option(
                "--bleed",
                type=click.Choice(["0", "3"]),
                default="0",
                help="Millimetres of colour beyond the cut of a tile (0).",
            ),
            click.option(
                "--format",
                "kind",
                type=click.Choice(list(SUFFIXES)),
                help="Kind of file (as FILE ends, else pdf).",
            ),
            click.option(
                "-o",
                "--output",
                type=PATH,
                metavar="FILE|DIR",
                help="File or folder to write (out/); - is standard output.",
            ),
            click.option("--force", is_flag=True, help="Replace a file that exists."),
        )
        return options(with_sheets)

    return decorate


def printables_named(what: str, known: tuple[str, ...]) -> list[str]:
    """The printables of `--what`, each once; an unknown one is refused with all that are known."""
    wanted = list(dict.fromkeys(part.strip().lower() for part in what.split(",") if part.strip()))
    for name in wanted:
        if name not in known:
            raise UsageError("print.unknown-what", wish=name, near=known)
    return wanted


def write_printables(
    session: Session,
    found: "Iterable[PrintDocument]",
    target: PrintTarget,
) -> None:
    """Write documents to one file, or to a folder with one file for each."""
    if target.is_one_file or str(target.output) == "-":
        from pbbuild.page.printables import joined

        _write(session, joined(list(found)), target, target.output)
        return
    folder = target.output or Path("out")
    named: dict[str, int] = {}
    for document in found:
        name = _name(document)
        named[name] = named.get(name, 0) + 1
        # Two lists with the same name get a file each.
        again = f"-{named[name]}" if named[name] > 1 else ""
        _write(session, document, target, folder / f"{name}{again}{SUFFIXES[target.kind]}")


def file_format(output: Path | None) -> str:
    """The format for the suffix of a file name."""
    return KINDS.get(output.suffix.lower(), "pdf") if output else "pdf"


def _name(document: "PrintDocument") -> str:
    return re.sub(r"[^a-z0-9]+", "-", document.stem.casefold()).strip("-")[:80] or "sheet"


def _write(
    session: Session, document: "PrintDocument", target: PrintTarget, path: Path | None
) -> None:
    from pbbuild.page.printables import html_of, pdf_of, text_of

    data: bytes
    if sys.stderr.isatty():
        say(session.t("print.working", title=document.title), err=True)
    if target.kind == "pdf":
        data = pdf_of(document, session.t)
    elif target.kind == "html":
        data = html_of(document, session.t).encode()
    else:
        data = text_of(document, session.t, markdown=target.kind == "md").encode()
    if path is None or str(path) == "-":
        sys.stdout.buffer.write(data)
        sys.stdout.flush()
        return
    require_target(path)
    is_there = path.exists()
    if not target.force and is_there and _differs(path, data) and not _may_replace(session, path):
        raise PbbuildError("exists-already", source=str(path))
    write_atomic(path, data, new=not target.force and not is_there)
    say(session.t("print.written", path=path, title=document.title), err=True)


def _differs(path: Path, data: bytes) -> bool:
    # A device or pipe is always written to.
    return path.is_file() and (
        path.stat().st_size != len(data) or read_bytes(path, len(data)) != data
    )


def _may_replace(session: Session, path: Path) -> bool:
    if not sys.stdin.isatty():
        return False
    return confirmed(session.t("print.replace", path=path))
