"""The screen of an edit session: the army, the points, what still fits, what is wrong."""

from collections import defaultdict
from collections.abc import Sequence
from typing import TYPE_CHECKING

from pbbuild.pocket_battles.commands.session import BattlesSession
from pbbuild.pocket_battles.lists.model import ArmyList, ListUnit
from pbbuild.pocket_battles.rules.army import check, points_of, tokens_of
from pbbuild.pocket_battles.rules.fits import Fit, room
from pbbuild.pocket_battles.rules.units import largest_unit
from pbbuild.pocket_battles.screen.findings import finding_sentence

if TYPE_CHECKING:
    from rich.text import Text

SEVERITY_STYLES = {"error": "red", "warning": "yellow", "note": "cyan"}


def screen(session: BattlesSession, army_list: ArmyList, height: int, width: int) -> "list[Text]":
    """The lines to show, at most `height`; what does not fit is counted in a last line."""
    units = unit_lines(session, army_list, width)
    findings = finding_rows(session, army_list)
    fits: list[Text] = []
    if points_of(army_list, session.catalog) < army_list.points:
        fits = fit_lines(session, room(army_list, session.catalog), width)
    head = [title_line(session, army_list)]
    # Findings first claim their lines, then the army, then what fits.
    spare = max(3, height - len(head) - 2)
    findings = _cut(session, findings, max(2, min(len(findings), spare // 4)))
    units = _cut(session, units, max(3, min(len(units), spare - len(findings) - 4)))
    fits = _cut(session, fits, max(2, spare - len(findings) - len(units)))
    return [*head, *units, heading(session, "fits", army_list), *fits, *findings]


def _cut(session: BattlesSession, lines: "list[Text]", most: int) -> "list[Text]":
    from rich.text import Text

    if len(lines) <= most:
        return lines
    more = session.t("session.more", count=len(lines) - most + 1)
    return [*lines[: most - 1], Text(f"  {more}", style="dim")]


def title_line(session: BattlesSession, army_list: ArmyList) -> "Text":
    """Name, army, points and tokens on one line."""
    from rich.text import Text

    spent = points_of(army_list, session.catalog)
    line = Text(army_list.name or session.t("exchange.unnamed"), style="bold")
    line.append(
        "  "
        + session.t(
            "session.title",
            army=session.army_name(army_list.army),
            spent=spent,
            size=army_list.points,
            tokens=tokens_of(army_list, session.catalog),
        ),
        style="red" if spent > army_list.points else "",
    )
    return line


def heading(session: BattlesSession, kind: str, army_list: ArmyList) -> "Text":
    """The line above what still fits."""
    from rich.text import Text

    left = army_list.points - points_of(army_list, session.catalog)
    key = f"session.{kind}" if left > 0 else "session.full"
    return Text(session.t(key, left=max(0, left)), style="bold")


def unit_lines(session: BattlesSession, army_list: ArmyList, width: int) -> "list[Text]":
    """One line per unit: number, points, formation, tiles from the top of the stack down."""
    from rich.text import Text

    if not army_list.units:
        return [Text(f"  {session.t('session.empty')}", style="dim")]
    lines = []
    for number, unit in enumerate(army_list.units, 1):
        line = Text(f"{number:>2} ", style="bold")
        line.append(f"{session.t('session.dp', dp=_points(session, unit)):>5}  ", style="dim")
        if unit.name:
            line.append(f"{unit.name}: ", style="italic")
        for place, code in enumerate(unit.troops):
            troop = session.catalog.troops.get(code)
            line.append(" + " if place else "", style="dim")
            line.append(code, style="" if troop else "red")
            if troop:
                line.append(f" {troop.name}", style="dim")
        line.append(f"  {_room_in(session, unit)}", style="dim")
        if len(line.plain) > width:
            line = _shorter(session, number, unit)
        line.truncate(width, overflow="ellipsis")
        lines.append(line)
    return lines


def _shorter(session: BattlesSession, number: int, unit: ListUnit) -> "Text":
    from rich.text import Text

    line = Text(f"{number:>2} ", style="bold")
    line.append(f"{session.t('session.dp', dp=_points(session, unit)):>5}  ", style="dim")
    if unit.name:
        line.append(f"{unit.name}: ", style="italic")
    line.append(" + ".join(unit.troops))
    line.append(f"  {_room_in(session, unit)}", style="dim")
    return line


def _points(session: BattlesSession, unit: ListUnit) -> int:
    troops = session.catalog.troops
    return sum(troops[code].dp for code in unit.troops if code in troops)


def _room_in(session: BattlesSession, unit: ListUnit) -> str:
    troops = [session.catalog.troops[c] for c in unit.troops if c in session.catalog.troops]
    formation = largest_unit(troops)
    return session.t("session.formation", size=len(unit.troops), formation=formation)


def fit_lines(session: BattlesSession, fits: tuple[Fit, ...], width: int) -> "list[Text]":
    """What still fits, tiles of one name and the same places on one line."""
    from rich.text import Text

    groups: dict[tuple[str, int, tuple[int, ...], bool, tuple[int, ...]], list[Fit]]
    groups = defaultdict(list)
    for fit in fits:
        key = (fit.troop.name, fit.troop.dp, fit.units, fit.alone, fit.wasted)
        groups[key].append(fit)
    if not groups:
        return [Text(f"  {session.t('session.nothing-fits')}", style="dim")]
    lines = []
    # The dearest first: they are hardest to place later.
    for (name, dp, units, alone, wasted), members in sorted(
        groups.items(), key=lambda group: (-group[0][1], group[1][0].troop.code)
    ):
        line = Text(f" {session.t('session.dp', dp=dp):>5}  ", style="dim")
        line.append(short_codes([fit.troop.code for fit in members]))
        line.append(f" {name}", style="dim")
        places = [f"({n})" if n in wasted else str(n) for n in units]
        if alone:
            places.append("new")
        arrow = "->" if session.plain else "→"
        line.append(f" {arrow} {' '.join(places)}")
        traits = [session.catalog.traits[trait] for trait in members[0].troop.traits]
        if traits:
            names = ", ".join(trait.name.in_language(session.language) for trait in traits)
            line.append(f"  {names}", style="dim italic")
        line.truncate(width, overflow="ellipsis")
        lines.append(line)
    return lines


def short_codes(codes: Sequence[str], joint: str = " ") -> str:
    """`UNI21 22 24`: the prefix once."""
    first = codes[0]
    return joint.join([first, *(c[3:] if c[:3] == first[:3] else c for c in codes[1:])])


def finding_rows(session: BattlesSession, army_list: ArmyList) -> "list[Text]":
    """What the check says now, one line each; points left are told in the title already."""
    from rich.text import Text

    lines = []
    for finding in check(army_list, session.catalog):
        if finding.code == "under-size":
            continue
        mark = {"error": "✗", "warning": "!", "note": "·"}[finding.severity]
        sentence = finding_sentence(finding, session.catalog, session.t)
        lines.append(
            Text(
                f"{'x' if session.plain and mark == '✗' else mark} {finding.rule} {sentence}",
                style=SEVERITY_STYLES[finding.severity],
            )
        )
    if not any(line.style == "red" for line in lines):
        lines.insert(0, Text(session.t("life.legal"), style="green"))
    return lines
