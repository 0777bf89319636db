"""The question of a game of Pocket General as a finished view: every legal action once."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from pbbuild.play.contract import SIDES, Option
from pbbuild.pocket_general.pages.board_view import BoardMaker, MarkerView, percent
from pbbuild.pocket_general.rules.core.constants import HEXES, NOWHERE
from pbbuild.pocket_general.rules.game import PocketGeneral
from pbbuild.pocket_general.rules.odds import action_worth
from pbbuild.pocket_general.rules.state import GeneralState

# Decisions in which a unit is chosen first; its actions show when it is selected.
UNIT_FIRST: Final = ("place", "recruit")
ICONS: Final = {
    "place": "ui-arrow",
    "threat": "unit-threat",
    "recruit": "ui-plus",
    "redeploy": "ui-undo",
    "spy": "unit-spy",
    "edge": "ui-flag",
    "front": "ui-first",
    "lay": "ui-flag",
}


@dataclass(frozen=True, slots=True)
class ActionRow:
    """One legal action; `spot` is the part of the board that it is about."""

    action: str
    kind: str
    icon: str
    words: str
    unit: str
    spot: str
    chance: str
    gain: str
    detail: str


@dataclass(frozen=True, slots=True)
class UnitActions:
    """The actions of one unit."""

    unit: MarkerView
    rows: tuple[ActionRow, ...]
    best: ActionRow


@dataclass(frozen=True, slots=True)
class ChoiceView:
    """A pending decision of a person."""

    kind: str
    decider: str
    title: str
    sub: str
    units: tuple[UnitActions, ...]
    rows: tuple[ActionRow, ...]
    chosen_first: bool
    clauses: tuple[str, ...]


class ChoiceMaker:
    """Makes the view of the pending decision of a game."""

    def __init__(self, game: PocketGeneral, state: GeneralState, maker: BoardMaker) -> None:
        self.game = game
        self.state = state
        self.core = state.core
        self.maker = maker
        self.t = maker.t
        self.side = state.decider()

    def view(self) -> ChoiceView:
        """The decision with all its options."""
        kind = self.state.decision()
        options = self.game.options(self.state)
        rows = [self._row(option) for option in options]
        first = kind in UNIT_FIRST
        grouped: dict[str, list[ActionRow]] = {}
        loose = []
        for row in rows:
            if first and row.unit:
                grouped.setdefault(row.unit, []).append(row)
            else:
                loose.append(row)
        units = tuple(
            UnitActions(self._marker(unit), tuple(found), max(found, key=_gain))
            for unit, found in grouped.items()
        )
        place = ""
        if 0 <= self.core.hex < HEXES and self.core.hexes[self.core.hex] != NOWHERE:
            ids = self.core.tables.location_ids
            place = self.maker.place_name(ids[self.core.hexes[self.core.hex]])
        return ChoiceView(
            kind=kind,
            decider=SIDES[self.side],
            title=self.t(f"general-page.ask-{kind}", place=place),
            sub=self.t(f"general-page.ask-{kind}-sub", place=place),
            units=units,
            rows=tuple(loose),
            chosen_first=bool(units),
            clauses=options[0].clauses if options else (),
        )

    def _marker(self, unit_id: str) -> MarkerView:
        entry = self.game.catalog.units[unit_id]
        language = self.t.language
        return MarkerView(
            id=unit_id,
            side=SIDES[self.side],
            name=entry.name.in_language(language),
            short=entry.short.in_language(language),
            icon=f"unit-{unit_id}",
            value="",
            is_military=entry.is_military,
            text=entry.text.in_language(language),
        )

    def _row(self, option: Option) -> ActionRow:
        kind, *rest = option.text.split()
        unit = spot = chance = gain = detail = ""
        name = self.maker.unit_name
        values = {"unit": "", "place": "", "edge": "", "hex": ""}
        if kind in ("place", "threat"):
            hex_ = int(rest[-1]) - 1
            spot = f"hex {hex_ + 1}"
            unit = rest[0] if kind == "place" else "threat"
            here = self.core.tables.location_ids[self.core.hexes[hex_]]
            values |= {"place": self.maker.place_name(here), "hex": rest[-1]}
            chance, gain, detail = self._worth(option)
        elif kind == "recruit":
            unit, spot = rest[0], f"place {rest[2]}"
            values["place"] = self.maker.place_name(rest[2])
        elif kind == "redeploy":
            unit, spot = rest[0], f"unit {rest[0]}"
            chance, gain, detail = self._worth(option)
        elif kind == "spy":
            unit, spot = rest[0], f"foe {rest[0]}"
            chance, gain, detail = self._worth(option)
        elif kind == "edge":
            spot = " ".join(("edge", *rest))
            values["edge"] = self._edge(rest)
        elif kind == "front":
            spot = f"place {rest[0]}"
            values["place"] = self.maker.place_name(rest[0])
        elif kind == "lay":
            spot = f"place {rest[1]}"
            values |= {
                "edge": self.maker.colour_name(rest[0]),
                "place": self.maker.place_name(rest[1]),
            }
        values["unit"] = name(unit) if unit else ""
        words = self.t(f"general-page.do-{kind}", **values)
        icon = f"unit-{unit}" if kind in ("redeploy", "spy") else ICONS.get(kind, "ui-tick")
        return ActionRow(option.text, kind, icon, words, unit, spot, chance, gain, detail)

    def _edge(self, words: Sequence[str]) -> str:
        if words[0] == "capitulation":
            return self.t("general-page.edge-capitulation")
        colour = self.maker.colour_name(words[1])
        return self.t("general-page.edge-of", colour=colour, theater=words[0])

    def _worth(self, option: Option) -> tuple[str, str, str]:
        """The chance to win the hex after an action, and what it changes."""
        worth = action_worth(self.state, option.action, option.text)
        if worth is None:
            return "", "", ""
        gain = f"+{worth.points}" if worth.points > 0 else ""
        own, foe = percent(worth.own), percent(worth.foe)
        # An action against the enemy is worth what the enemy loses.
        if option.text.startswith("spy "):
            was, key = percent(worth.foe_before), "general-page.worth-spy"
        else:
            was, key = percent(worth.own_before), "general-page.worth"
            gain = gain or (f"−{-worth.points}" if worth.points else "")
        return own, gain, self.t(key, was=was, own=own, foe=foe)


def _gain(row: ActionRow) -> float:
    text = row.chance.replace("<", "").replace(" %", "")
    return float(text) if text else 0.0
