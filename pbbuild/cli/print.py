"""`pbbuild print`: rosters, tiles and play aids on paper."""

import re
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem

from pbbuild.cli.legality import tell_if_illegal
from pbbuild.cli.options import PATH, ArmyType, ListType, TileType
from pbbuild.cli.say import say
from pbbuild.cli.session import Session, session_of
from pbbuild.errors import PbbuildError, UsageError
from pbbuild.files import read_bytes, write_atomic

if TYPE_CHECKING:
    from pbbuild.render.printing import Document, Request

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
class Target:
    """Where files go and what they are."""

    kind: str
    output: Path | None
    force: bool

    @property
    def is_one_file(self) -> bool:
        """Whether everything goes into one file."""
        if self.output is None:
            return False
        return not (self.output.is_dir() or self.output.suffix.lower() not in KINDS)


def _lists(ctx: click.Context, param: click.Parameter, text: str) -> list[CompletionItem]:
    return ListType().shell_complete(ctx, param, text)


def _whats(ctx: click.Context, param: click.Parameter, text: str) -> list[CompletionItem]:
    from pbbuild.render.makers import WHATS

    before, comma, last = text.rpartition(",")
    return [CompletionItem(f"{before}{comma}{what}") for what in WHATS if what.startswith(last)]


def _themes(ctx: click.Context, param: click.Parameter, text: str) -> list[CompletionItem]:
    from pbbuild.render.style import themes

    return [CompletionItem(theme) for theme in themes() if theme.startswith(text)]


def _editions(ctx: click.Context, param: click.Parameter, text: str) -> list[CompletionItem]:
    known = session_of(ctx).catalog.editions
    return [CompletionItem(edition) for edition in known if edition.startswith(text)]


@click.command("print")
@click.argument("subjects", metavar="[LIST]...", nargs=-1, shell_complete=_lists)
@click.option(
    "--what",
    default="roster",
    metavar="W,...",
    help="What to print, as above (roster).",
    shell_complete=_whats,
)
@click.option("--army", "armies", multiple=True, type=ArmyType(), help="For tiles: a whole army.")
@click.option("--tile", "tiles", multiple=True, type=TileType(), help="For tiles: one of them.")
@click.option(
    "--edition", metavar="E", help="For aids: the rules edition.", shell_complete=_editions
)
@click.option("--paper", type=click.Choice(["a4", "letter", "a5"]), help="Size of paper (a4).")
@click.option("--lang", type=click.Choice(["en", "it"]), help="Language of the sheets.")
@click.option("--ink", type=click.Choice(["full", "saver"]), default="full", help="How much ink.")
@click.option("--large", is_flag=True, help="Large print: nothing below 11 points, cards of 71 mm.")
@click.option(
    "--theme", metavar="T", help="Colours; each army has its own.", shell_complete=_themes
)
@click.option(
    "--format",
    "kind",
    type=click.Choice(list(SUFFIXES)),
    help="Kind of file (as FILE ends, else pdf).",
)
@click.option(
    "-o",
    "--output",
    type=PATH,
    metavar="FILE|DIR",
    help="Where it goes (out/); - is standard output.",
)
@click.option("--force", is_flag=True, help="Replace a file that is there.")
@click.pass_context
def print_command(
    ctx: click.Context,
    subjects: tuple[str, ...],
    what: str,
    armies: tuple[str, ...],
    tiles: tuple[str, ...],
    edition: str | None,
    paper: str | None,
    lang: str | None,
    ink: str,
    large: bool,
    theme: str | None,
    kind: str | None,
    output: Path | None,
    force: bool,
) -> None:
    """Print rosters, tiles and play aids.

    LIST is a file, a saved list, a ready list or a share code; a report takes the record of a
    battle. Without -o the files go to out/, named after what they show; a different file that
    is already there is never replaced unasked.

    \b
    roster       the army on a page           tokens       orders and wounds
    opponent     what the enemy may see       borders      sector borders
    tiles        45 mm cards to cut out       battlefield  the field on one sheet
    counters     22 mm counters               poster       the field on two sheets
    aid          rules at a glance            pocket       an aid to fold in four
    blank        empty roster and cards       report       a battle from its record
    pack         all for a game of two lists

    \b
        pbbuild print union-80
        pbbuild print union-80 confederacy-80 --what pack -o table.pdf
        pbbuild print --what tiles --army union --paper letter
        pbbuild print --what aid,pocket --edition modern-1 --lang it
    """
    session: Session = ctx.obj
    if lang:
        session.language_wish = lang
    from pbbuild.render.makers import documents
    from pbbuild.render.style import Style

    target = Target(kind or kind_of(output), output, force)
    request = _request(session, subjects, what, armies, tiles, edition)
    style = Style(
        paper=paper or session.settings.paper or "a4",
        ink=ink,
        large=large,
        theme=theme or "",
        language=session.language,
    )
    found = documents(request, session.catalog, style, session.t)
    write_documents(session, found, target, output, style)


def write_documents(
    session: Session,
    found: "Iterable[Document]",
    target: Target,
    output: Path | None,
    style: object,
) -> None:
    """Write documents into one file or a folder, each under its own name."""
    if target.is_one_file or str(output) == "-":
        from pbbuild.render.printing import joined

        _write(session, joined(list(found)), target, output)
        return
    folder = output or Path("out")
    named: dict[str, int] = {}
    for document in found:
        name = _name(document)
        named[name] = named.get(name, 0) + 1
        # Two lists of one name in one call have a file each.
        again = f"-{named[name]}" if named[name] > 1 else ""
        _write(session, document, target, folder / f"{name}{again}{SUFFIXES[target.kind]}")


def kind_of(output: Path | None) -> str:
    """The kind of file a name asks for."""
    return KINDS.get(output.suffix.lower(), "pdf") if output else "pdf"


def _request(
    session: Session,
    subjects: tuple[str, ...],
    what: str,
    armies: tuple[str, ...],
    tiles: tuple[str, ...],
    edition: str | None,
) -> "Request":
    from pbbuild.armylist.find import find_list, require_known, require_known_tiles
    from pbbuild.render.makers import WHATS
    from pbbuild.render.printing import Request

    wanted = [part.strip().lower() for part in what.split(",") if part.strip()]
    for one in wanted:
        if one not in WHATS:
            raise UsageError("print.unknown-what", wish=one, near=tuple(WHATS))
    lists, records = [], []
    catalog = session.catalog
    for subject in subjects:
        if wanted == ["report"]:
            records.append(Path(subject))
            continue
        found = find_list(subject)
        source = str(found.path or subject)
        if found.army_list.game != "pocket-battles":
            raise UsageError("print.other-game", game=found.army_list.game)
        require_known(found.army_list, catalog, source)
        require_known_tiles(found.army_list, catalog, source)
        tell_if_illegal(session, found.army_list)
        lists.append(found.army_list)
    return Request(
        what=tuple(dict.fromkeys(wanted)),
        lists=tuple(lists),
        records=tuple(records),
        armies=armies,
        tiles=tiles,
        edition=_edition(edition, list(catalog.editions)) if edition else "",
    )


def _edition(wish: str, known: list[str]) -> str:
    if wish not in known:
        raise UsageError("print.unknown-edition", wish=wish, near=tuple(known))
    return wish


def _name(document: "Document") -> str:
    return re.sub(r"[^a-z0-9]+", "-", document.stem.casefold()).strip("-")[:80] or "sheet"


def _write(session: Session, document: "Document", target: Target, path: Path | None) -> None:
    from pbbuild.render.printing import html_of, pdf_of, text_of

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
    if path.is_dir():
        raise PbbuildError("is-a-folder", source=str(path))
    is_there = path.exists()
    if not target.force and is_there and _differs(path, data) and not _may_replace(session, path):
        raise PbbuildError("exists-already", source=str(path))
    write_atomic(path, data, new=not target.force and not is_there)
    say(session.t("print.written", path=path, title=document.title), err=True)


def _differs(path: Path, data: bytes) -> bool:
    # A device or pipe is written to whatever it would say.
    return path.is_file() and (
        path.stat().st_size != len(data) or read_bytes(path, len(data)) != data
    )


def _may_replace(session: Session, path: Path) -> bool:
    if not sys.stdin.isatty():
        return False
    return click.confirm(session.t("print.replace", path=path), default=False, err=True)
