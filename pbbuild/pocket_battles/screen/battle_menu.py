"""The menu of a decision: what a player may do now, by unit, with costs and exact odds."""

import textwrap
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from pbbuild.play.chance import Distribution
from pbbuild.play.contract import Option
from pbbuild.pocket_battles.catalog.model import Trait
from pbbuild.pocket_battles.rules.battle import Battle
from pbbuild.pocket_battles.rules.option_odds import option_odds
from pbbuild.pocket_battles.rules.zones import seen_from
from pbbuild.text.translate import Translator

WIDTH: Final = 79
HEAD: Final = 24
BRIEF_HEAD: Final = 15
COLUMN: Final = 40
# Listed only where the menu has space: moves are many and rarely decide a turn.
MOVES: Final = ("redeploy", "move")
UNITLESS: Final = ("pass", "wait", "done")


def odds_words(chances: Distribution, t: Translator) -> str:
    """The chances of at least one, two and three hits, such as `1+ 67 %, 2+ 22 %`."""
    if not chances.largest:
        return t("play.no-hits")
    parts = [f"{total}+ {100 * chances.at_least(total):.0f} %" for total in (1, 2, 3)]
    return ", ".join(parts[: min(3, max(1, chances.largest))])


def brief_odds(chances: Distribution) -> str:
    """The chances of at least one and at least two hits, such as `88/62 %`."""
    if not chances.largest:
        return "-"
    return f"{100 * chances.at_least(1):.0f}/{100 * chances.at_least(2):.0f} %"


class Menu:
    """The options of one decision, numbered as the player types them."""

    def __init__(
        self,
        battle: Battle,
        options: Sequence[Option],
        names: Mapping[str, str],
        tiles: Mapping[str, str],
        traits: Mapping[str, Trait],
        t: Translator,
        *,
        brief: bool = False,
    ) -> None:
        self.battle = battle
        self.options = options
        self.names = names
        self.tiles = tiles
        self.traits = traits
        self.t = t
        self.brief = brief

    def lines(self, rows: int) -> list[str]:
        """All options by unit if they fit in `rows`, else all but the moves.

        If that is too long as well, odds are shortened so that a unit has one line.
        """
        full = self._full()
        if len(full) <= rows:
            return full
        if self.battle.decision() == "deploy":
            units = dict.fromkeys(option.text.split()[1] for option in self.options)
            *others, last = (self.names[unit] for unit in units)
            return [
                *_wrapped("", [*(f"{name}," for name in others), last]),
                self.t("play.deploy-words", unit=next(iter(units))),
            ]
        if not self._has_moves():
            return full
        short = self._without_moves()
        if len(short) < rows:
            return [*short, self.t("play.moves-too")]
        parts = (self.battle, self.options, self.names, self.tiles, self.traits, self.t)
        brief = Menu(*parts, brief=True)._without_moves()
        return [*_in_columns(brief), self.t("play.moves-brief")]

    def unlisted(self, option: Option, rows: int) -> list[str]:
        """Every option of the unit that `option` moves, if `lines(rows)` leaves moves out."""
        word, *rest = option.text.split()
        if word not in ("deploy", *MOVES) or len(self._full()) <= rows:
            return []
        return self.of_unit(rest[0])

    def of_unit(self, unit: str) -> list[str]:
        """Every option of one unit."""
        lines = self._grouped(lambda option: unit in option.text.split()[1:2])
        return lines or [self.t("play.unit-has-nothing", unit=self.names.get(unit, unit))]

    def _full(self) -> list[str]:
        return self._grouped(lambda option: True)

    def _without_moves(self) -> list[str]:
        return self._grouped(lambda option: option.text.split()[0] not in MOVES)

    def _has_moves(self) -> bool:
        return any(option.text.split()[0] in MOVES for option in self.options)

    def _grouped(self, is_wanted: Callable[[Option], bool]) -> list[str]:
        """The wanted options by unit, with the numbers they have among all."""
        groups: dict[str, list[str]] = {}
        shots: dict[str, list[str]] = {}
        for number, option in enumerate(self.options, 1):
            if not is_wanted(option):
                continue
            word, *rest = option.text.split()
            unit = "" if word in UNITLESS or not rest else rest[0]
            entries = groups.setdefault(unit, [])
            if word != "shoot":
                entries.append(f"{number} {self._entry(option)}")
                continue
            # The odds of a shot are the same at every target: one entry for all of them.
            targets = shots.setdefault(unit, [])
            targets.append(f"{number} {rest[1]}")
            shown = self.t("play.entry-shoot", other=", ".join(targets), cost=option.cost)
            if len(targets) > 1:
                entries.pop()
            entries.append(self._with_odds(shown, option))
        lines: list[str] = []
        for unit, entries in groups.items():
            head = self.names.get(unit, "") if unit else ""
            wide = BRIEF_HEAD if self.brief else HEAD
            lines += _wrapped(f"{_cut(head, wide - 1):<{wide}}" if head else "", entries)
        return lines

    def _entry(self, option: Option) -> str:
        word, *rest = option.text.split()
        named = (f"{code} {self.tiles[code]}" if code in self.tiles else code for code in rest[1:])
        others = " ".join(named)
        if word == "deploy" or word in MOVES:
            # A player's own front and rear need no letter, and left is the player's. PB-2.1.
            sector, side, position = others.split()
            seen = seen_from(side, sector)
            return self.t(f"play.entry-{word}", sector=self.t(f"field.{seen}"),
                          position=self.t(f"play.{position}"), cost=option.cost)  # fmt: skip
        shown = {"unit": rest[0] if rest else "", "other": others, "cost": option.cost}
        return self._with_odds(self.t(f"play.entry-{word}", **shown), option)

    def _with_odds(self, entry: str, option: Option) -> str:
        odds = self._odds(option)
        return f"{entry} [{odds}]" if odds else entry

    def _hits_words(self, chances: Distribution) -> str:
        return brief_odds(chances) if self.brief else odds_words(chances, self.t)

    def _odds(self, option: Option) -> str:
        """The exact odds of an attack, "" for anything else."""
        odds = option_odds(self.battle, option, self.traits)
        if odds is None:
            return ""
        if odds.hits is not None:
            return self._hits_words(odds.hits)
        return self.t(
            "play.fight-odds",
            hits=self.t.decimal(odds.values["mean_hits"]),
            destroys=f"{100 * odds.values['destroyed']:.0f}",
            loses=self.t.decimal(odds.values["own_dp_lost"]),
        )


def _cut(name: str, space: int) -> str:
    """A unit's name in at most `space` letters, with its number of further troops kept."""
    if len(name) <= space:
        return name
    begin, plus, count = name.rpartition(" +")
    end = f". +{count}" if plus and count.isdigit() else "."
    return (begin if plus and count.isdigit() else name)[: space - len(end)].rstrip() + end


def _in_columns(lines: Sequence[str]) -> list[str]:
    """The lines in two columns where both fit; order and indents stay."""
    found: list[str] = []
    left = ""
    for line in lines:
        # A continuation line must stay below the line of its unit.
        alone = len(line) >= COLUMN or line.startswith("  ")
        if left and not alone:
            found[-1] = f"{left:<{COLUMN}}{line}"
            left = ""
        else:
            found.append(line)
            left = "" if alone else line
    return found


def _wrapped(head: str, entries: Sequence[str]) -> list[str]:
    """The entries after a head, wrapped to the terminal's width."""
    indent = " " * (len(head) + 1)
    lines = [f" {head}"]
    for entry in entries:
        begins = lines[-1] in (f" {head}", indent)
        if not begins and len(lines[-1]) + len(entry) + 2 > WIDTH:
            lines.append(indent)
            begins = True
        first, *more = textwrap.wrap(
            entry if begins else f"  {entry}",
            WIDTH - len(lines[-1]),
            drop_whitespace=begins,
        )
        lines[-1] += first
        lines += [indent + rest for rest in more]
    return [line.rstrip() for line in lines]
