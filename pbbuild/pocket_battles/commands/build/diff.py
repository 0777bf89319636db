"""`pbbuild diff`: two lists, or two versions of one list, side by side."""

from dataclasses import replace

import click

from pbbuild.errors import ListError, UsageError
from pbbuild.pocket_battles.commands.build.list_files import (
    own_file,
    require_playable,
    short_codes,
)
from pbbuild.pocket_battles.commands.options import CompletedList
from pbbuild.pocket_battles.commands.session import BattlesSession
from pbbuild.pocket_battles.lists.find import find_list
from pbbuild.pocket_battles.lists.history import history_of
from pbbuild.pocket_battles.lists.list_file import parse_list, read_list
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.screen.list_comparison import (
    FACES,
    ListComparison,
    ListSummary,
    compare_lists,
)
from pbbuild.terminal.answers import answer
from pbbuild.terminal.options import json_option


@click.command("diff")
@click.argument("name", metavar="A", type=CompletedList())
@click.argument("other", metavar="[B]", type=CompletedList(), required=False)
@click.option(
    "--version",
    "versions",
    type=click.IntRange(1),
    multiple=True,
    metavar="N",
    help="A version of list A; twice for two versions.",
)
@json_option
@click.pass_obj
def diff_command(
    session: BattlesSession, name: str, other: str | None, versions: tuple[int, ...], as_json: bool
) -> None:
    """Show two lists side by side, or what changed in one.

    With one list: its previous version against the current one. Expected hits are exact, one
    attack of each unit with one order token on it.

    \b
        pbbuild diff union-80 confederacy-80
        pbbuild diff iron-wall
        pbbuild diff iron-wall --version 3 --version 5
    """
    if other is not None:
        if versions:
            raise UsageError("compare.versions-of-one")
        left, right = find_list(name).army_list, find_list(other).army_list
    else:
        left, right = _versions(session, name, versions)
    for army_list, source in ((left, name), (right, other or name)):
        require_playable(session, army_list, source)
    result = compare_lists(left, right, session.catalog, session.language)
    answer(result.document, lambda: _print(session, result), as_json=as_json)


def _versions(
    session: BattlesSession, name: str, versions: tuple[int, ...]
) -> tuple[ArmyList, ArmyList]:
    path = own_file(name)
    history = history_of(path)

    def version(number: int) -> ArmyList:
        content = history.content(number)
        if content is None:
            raise ListError("keep.no-such-version", source=name, number=number)
        army_list = parse_list(content.decode("utf-8-sig"), name)
        title = session.t("compare.version", name=army_list.name, number=number)
        return replace(army_list, name=title)

    now = read_list(path)
    if len(versions) > 1:
        return version(versions[0]), version(versions[1])
    before = versions[0] if versions else history.step(-1)
    if not before:
        raise ListError("compare.no-version-before", source=name)
    return version(before), now


def _print(session: BattlesSession, result: ListComparison) -> None:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    t = session.t
    table = Table(box=box.ASCII if session.plain else box.SIMPLE_HEAD, pad_edge=False, expand=False)
    table.add_column("")
    for side in (result.left, result.right):
        table.add_column(Text(side.name or t("exchange.unnamed")), overflow="fold")
    for key, left, right in _rows(session, result.left, result.right):
        style = "" if left == right else "bold"
        table.add_row(Text(t(f"compare.{key}"), style="dim"), Text(left, style), Text(right, style))
    only = ["\n".join(_tile_lines(session, c)) for c in (result.only_left, result.only_right)]
    table.add_row(Text(t("compare.only"), style="dim"), Text(only[0]), Text(only[1]))
    session.print_table(table)
    if result.both:
        session.console.print(Text(t("compare.both", count=len(result.both)), style="dim"))


def _rows(
    session: BattlesSession, left: ListSummary, right: ListSummary
) -> list[tuple[str, str, str]]:
    t = session.t

    def row(key: str, one: object, other: object) -> tuple[str, str, str]:
        return key, str(one), str(other)

    def faces(counts: tuple[int, ...]) -> str:
        cross = "x" if session.plain else "×"
        shown = [f"{f}{cross}{n}" for f, n in zip(FACES, counts, strict=True) if n]
        return " ".join(shown) or "–"

    def traits(side: ListSummary) -> str:
        return ", ".join(f"{name} {n}" if n > 1 else name for name, n in side.traits) or "–"

    rows = [
        row("army", left.army, right.army),
        row("points", f"{left.points}/{left.size}", f"{right.points}/{right.size}"),
        row("legal", *(t("life.yes" if side.legal else "life.no") for side in (left, right))),
        row("tokens", left.tokens, right.tokens),
        row("tiles", left.tiles, right.tiles),
        row("unit-count", len(left.units), len(right.units)),
        row("wounds", left.wounds, right.wounds),
        row("black", faces(left.black), faces(right.black)),
        row("white", faces(left.white), faces(right.white)),
        row("charge", t.decimal(left.charge, ".2f"), t.decimal(right.charge, ".2f")),
        row("strike", t.decimal(left.strike, ".2f"), t.decimal(right.strike, ".2f")),
        row("shot", t.decimal(left.shot, ".2f"), t.decimal(right.shot, ".2f")),
        row("traits", traits(left), traits(right)),
    ]
    rows.append(("units", "\n".join(_numbered(left)), "\n".join(_numbered(right))))
    return rows


def _numbered(side: ListSummary) -> list[str]:
    return [
        f"{number:>2} {short_codes(unit.split(' + '), ' + ')}"
        for number, unit in enumerate(side.units, 1)
    ]


def _tile_lines(session: BattlesSession, codes: tuple[str, ...]) -> list[str]:
    """Tiles of one name on one line."""
    groups: dict[tuple[str, int], list[str]] = {}
    for code in codes:
        troop = session.catalog.troops.get(code)
        key = (troop.name, troop.dp) if troop else (code, 0)
        groups.setdefault(key, []).append(code)
    return [
        f"{short_codes(same)} {name}, {session.t('session.dp', dp=dp)}"
        for (name, dp), same in groups.items()
    ]
