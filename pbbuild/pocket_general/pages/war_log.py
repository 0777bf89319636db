"""The log of a game of Pocket General, by turns, and its last combats."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from pbbuild.play.contract import SIDES
from pbbuild.play.record import RecordLine
from pbbuild.pocket_general.screen.story import GeneralAccount
from pbbuild.text.translate import Translator
from pbbuild.web.playing import LogEntry, LogGroup

_ICONS: Final = {
    "combat": "engagement",
    "captured": "ui-flag",
    "late-war": "ui-warn",
    "capitol": "terrain-capitol",
    "laid": "ui-flag",
    "depleted": "ui-cross",
    "conceded": "ui-flag",
}
_MOST_COMBATS: Final = 3


@dataclass(frozen=True, slots=True)
class CombatView:
    """A combat that was rolled: both sums with their dice, and what came of it."""

    n: int
    place: str
    rolls: tuple[tuple[str, str, int, str, int], ...]
    result: str


def log_groups(
    lines: Sequence[RecordLine], account: GeneralAccount, t: Translator
) -> list[LogGroup]:
    """The log, oldest first; drawing the pool is left out."""
    found: list[tuple[str, list[LogEntry]]] = [(t("general-page.log-start"), [])]
    for n, line in enumerate(lines[1:], 1):
        words = account.line(line)
        if line.get("event") == "turn":
            heading = t("general-page.log-turn", turn=line["turn"])
            found.append((heading, []))
        if not words:
            continue
        icon = _ICONS.get(line.get("event", ""), "ui-arrow")
        if line["type"] == "end":
            icon = "ui-flag"
        found[-1][1].append(LogEntry(n, line.get("side", ""), icon, words))
    return [LogGroup(heading, tuple(entries)) for heading, entries in found if entries]


def last_combats(lines: Sequence[RecordLine], account: GeneralAccount) -> list[CombatView]:
    """The combats of the present turn, at most three, the newest last."""
    found: list[CombatView] = []
    for n in reversed(range(1, len(lines))):
        line = lines[n]
        if line.get("event") == "turn" and found:
            break
        if line.get("event") == "combat":
            rolls = tuple(
                (
                    side,
                    account.nation(side),
                    line["sums"][side],
                    f"{line['dice'][side]:+d}".replace("-", "−"),
                    line["rolls"][side],
                )
                for side in SIDES
            )
            winner = account.nation(line["higher"]) if line["higher"] else ""
            result = account.t(f"pocket-general.result-{line['result']}", winner=winner)
            found.append(CombatView(n, account.place(line["location"]), rolls, result))
        if len(found) == _MOST_COMBATS:
            break
    return found[::-1]
