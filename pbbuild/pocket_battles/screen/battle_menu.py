"""What a player may do now, unit by unit, with costs and exact odds."""

import textwrap
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from pbbuild.base.provenance import Provenance
from pbbuild.play.chance import Distribution, hits
from pbbuild.play.contract import Option
from pbbuild.pocket_battles.catalog.model import Trait, Troop
from pbbuild.pocket_battles.rules.battle import Battle
from pbbuild.pocket_battles.rules.core import constants as c
from pbbuild.pocket_battles.rules.core.engagement import engagement_dice
from pbbuild.pocket_battles.rules.core.orders import order_cost
from pbbuild.pocket_battles.rules.core.shooting import shooting_dice
from pbbuild.pocket_battles.rules.core.specials import excite_dice
from pbbuild.pocket_battles.rules.forces import unpack_dice
from pbbuild.pocket_battles.rules.odds import Attack, Odds, Standing, Unit, attack_odds
from pbbuild.pocket_battles.rules.zones import seen_from
from pbbuild.text.bilingual import Text
from pbbuild.text.translate import Translator

WIDTH: Final = 79
HEAD: Final = 24
BRIEF_HEAD: Final = 15
COLUMN: Final = 40
# What stands in a full menu only: moves are many and seldom what a turn is about.
MOVES: Final = ("redeploy", "move")
UNITLESS: Final = ("pass", "wait", "done")


def odds_words(chances: Distribution, t: Translator) -> str:
    """`1+ 67 %, 2+ 22 %`: how likely one and two hits or more are."""
    if not chances.largest:
        return t("play.no-hits")
    parts = [f"{total}+ {100 * chances.at_least(total):.0f} %" for total in (1, 2, 3)]
    return ", ".join(parts[: min(3, max(1, chances.largest))])


def brief_odds(chances: Distribution) -> str:
    """`88/62 %`: how likely one hit or more is, and two or more."""
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
        """All options by unit where `rows` allow, else all but the moves, which have a line.

        Where that is too long as well, odds are told in brief so that a unit has one line.
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
        """Every option of the unit that `option` moves, where `lines` has no room for moves."""
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
            # The odds of a shot are the same at every mark: one entry for all of them.
            marks = shots.setdefault(unit, [])
            marks.append(f"{number} {rest[1]}")
            shown = self.t("play.entry-shoot", other=", ".join(marks), cost=option.cost)
            if len(marks) > 1:
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
            # The owner's own front and rear need no letter, and his left is his own. PB-2.1.
            sector, side, position = others.split()
            seen = seen_from(side, sector)
            return self.t(f"play.entry-{word}", sector=self.t(f"field.{seen}"),
                          position=self.t(f"play.{position}"), cost=option.cost)  # fmt: skip
        shown = {"unit": rest[0] if rest else "", "other": others, "cost": option.cost}
        return self._with_odds(self.t(f"play.entry-{word}", **shown), option)

    def _with_odds(self, entry: str, option: Option) -> str:
        odds = self._odds(option)
        return f"{entry} [{odds}]" if odds else entry

    def _told(self, chances: Distribution) -> str:
        return brief_odds(chances) if self.brief else odds_words(chances, self.t)

    def _odds(self, option: Option) -> str:
        """The exact odds of an attack, "" for anything else."""
        state = self.battle.state
        word, *rest = option.text.split()
        units = [self.battle.forces.unit_index(name) for name in rest[:2]]
        excited = excite_dice(state) if state.trait == c.EXCITE else 0
        if word in ("charge", "intercept"):
            striker = units[0]
            charging = int(word == "charge")
            dice = self._paid_dice(striker, charging) + excited * charging
            return self._told(self._hits(striker, state.black[striker], dice))
        if word in ("shoot", "react-shoot"):
            dice = shooting_dice(state, units[0]) + excited
            return self._told(self._hits(units[0], state.white[units[0]], dice))
        if word in ("target", "carry-on"):
            return self._fight(word, units, excited)
        return ""

    def _paid_dice(self, unit: int, charging: int) -> int:
        """Dice of a strike once the order is paid: its tokens count for Fury. PB-T.9."""
        paid = self.battle.state.copy()
        paid.orders[unit] += order_cost(paid, unit)
        return engagement_dice(paid, unit, unit, charging)

    def _hits(self, unit: int, packed: int, dice: int) -> Distribution:
        bonus = self.battle.state.bonus[unit] >> c.BONUS_SCORING & c.BONUS_MASK
        return hits(unpack_dice(packed), dice if packed else 0, bonus)

    def _fight(self, word: str, units: Sequence[int], excited: int) -> str:
        state = self.battle.state
        charging = word == "target"
        attacker, target = (state.attacker, units[0]) if charging else (units[0], units[1])
        paid = 0 if charging else order_cost(state, attacker)
        odds: Odds = attack_odds(
            self._standing(attacker),
            self._standing(target),
            Attack(
                charging=charging,
                orders=state.orders[attacker] + paid,
                target_orders=state.orders[target],
                excite_dice=state.extra_dice if charging else excited,
            ),
            self.traits,
        )
        return self.t(
            "play.fight-odds",
            hits=self.t.decimal(odds.mean),
            destroys=f"{100 * odds.destroyed:.0f}",
            loses=self.t.decimal(odds.own_dp_lost),
        )

    def _standing(self, unit: int) -> Unit:
        state = self.battle.state
        found = []
        for troop, of_unit, tile in self.battle.forces.troops():
            side = troop >> c.SIDE_SHIFT
            alive = state.tally[c.TROOPS + side] >> (troop & (c.SIDE_SIZE - 1)) & 1
            if of_unit == unit and alive:
                known = Troop(
                    tile.code,
                    "",
                    tile.code,
                    Text("", ""),
                    "",
                    tile.dp,
                    tile.fv,
                    tile.wp,
                    tile.black,
                    tile.white,
                    tile.traits,
                    Provenance.RECONSTRUCTED,
                )
                found.append(Standing(known, state.wounds[troop]))
        return tuple(found)


def _cut(name: str, room: int) -> str:
    """A unit's name in so many letters; how many troops it has besides is not cut off."""
    if len(name) <= room:
        return name
    begin, plus, count = name.rpartition(" +")
    end = f". +{count}" if plus and count.isdigit() else "."
    return (begin if plus and count.isdigit() else name)[: room - len(end)].rstrip() + end


def _in_columns(lines: Sequence[str]) -> list[str]:
    """Neighbours side by side where both are short; order and indents stay."""
    found: list[str] = []
    left = ""
    for line in lines:
        # What goes on below its unit's line must stay below it.
        alone = len(line) >= COLUMN or line.startswith("  ")
        if left and not alone:
            found[-1] = f"{left:<{COLUMN}}{line}"
            left = ""
        else:
            found.append(line)
            left = "" if alone else line
    return found


def _wrapped(head: str, entries: Sequence[str]) -> list[str]:
    """The entries after a head, in lines of the terminal's width; a long entry goes on below."""
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
