"""A battle in words: one sentence for each line of its record."""

import textwrap
from collections.abc import Mapping, Sequence
from typing import Any, Final

from pbbuild.play.record import RecordLine
from pbbuild.pocket_battles.catalog.model import Catalog
from pbbuild.pocket_battles.rules.zones import all_zones, seen_from
from pbbuild.text.translate import Translator

WIDTH: Final = 80
LONGEST_NAME: Final = 28
# Actions that name where a unit goes; actions whose event says the same right after.
SAYS_WHERE: Final = ("move", "redeploy", "charge", "intercept", "target")
# Actions whose unit says the side.
SAYS_UNIT: Final = (
    *("redeploy", "move", "charge", "carry-on", "leave", "shoot", "heal", "double-order"),
    *("excite", "intercept", "react-shoot"),
)
# What a side does or has: "Romans pass" and "Union passes" can't be one sentence, so armies have
# sentences without a verb that agrees with their names.
ABOUT_SIDE: Final = ("pass", "wait", "done-sacrifice", "done-follow-up", "set-aside", "conceded")
SAID_BY_EVENT: Final = ("eliminate", "wound", "deploy", "sacrifice")


def unit_names(opened: Mapping[str, Any], catalog: Catalog) -> dict[str, str]:
    """Unit id → how sentences call it: `a1 Zouaves +2`, or its name in the list."""
    return {
        unit["id"]: f"{unit['id']} {_unit_name(unit, catalog)}"
        for side in ("A", "B")
        for unit in opened["sides"][side]["units"]
    }


def _unit_name(unit: Mapping[str, Any], catalog: Catalog) -> str:
    if unit.get("name"):
        name = str(unit["name"])
        return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"
    return _name_of_troops([str(troop["code"]) for troop in unit["troops"]], catalog)


def _name_of_troops(codes: Sequence[str], catalog: Catalog) -> str:
    """The top troop of the stack, and how many are below it."""
    first, *others = codes
    name = catalog.troops[first].name if first in catalog.troops else first
    return f"{name} +{len(others)}" if others else name


def unnamed_units(opened: Mapping[str, Any]) -> dict[str, list[str]]:
    """Unit id → its tiles, for the units that are called by their tiles."""
    return {
        unit["id"]: [str(troop["code"]) for troop in unit["troops"]]
        for side in ("A", "B")
        for unit in opened["sides"][side]["units"]
        if not unit.get("name")
    }


class BattleStory:
    """The sentences for the record lines of one battle; units are called by `names`.

    With `troops` (`unnamed_units`) a unit that loses troops is called by those it has left; the
    lines must then come in their order. With names for A and B in `sides` sentences about a unit
    don't name its side, as on sheets, where each unit has its sign.
    """

    def __init__(
        self,
        names: Mapping[str, str],
        catalog: Catalog,
        t: Translator,
        troops: Mapping[str, list[str]] | None = None,
        sides: Mapping[str, str] | None = None,
    ) -> None:
        self.names = names
        self.catalog = catalog
        self.t = t
        self.sides = sides or {}
        self._troops = {unit: list(codes) for unit, codes in (troops or {}).items()}

    def line(self, line: RecordLine) -> str:
        """The sentence of a line, "" if the next one says the same."""
        kind = line["type"]
        if kind == "dice":
            return self.dice(line)
        if kind == "choice":
            return self.choice(line)
        if kind == "event":
            return self.event(line)
        return self.end(line)

    def full(self, line: RecordLine) -> str:
        """The sentence of a line, even if the next one says the same."""
        said = self.line(line)
        if said:
            return said
        word, *rest = line["action"].split()
        if word == "deploy":
            zone = self.zone(" ".join(rest[1:]), line["side"])
            return self.t("account.event-deployed", unit=self.name(rest[0]), zone=zone)
        if word in SAID_BY_EVENT and len(rest) > 1:
            return self.t(
                "account.full-wound" if word == "wound" else "account.full-eliminate",
                side=self.side(line["side"]),
                unit=self.name(rest[0]),
                troop=self.troop(rest[1]),
            )
        return self.t("account.choice-plain", side=self.side(line["side"]), action=line["action"])

    def tile_names(self) -> dict[str, str]:
        """Tile code → its printed name."""
        return {code: troop.name for code, troop in self.catalog.troops.items()}

    def trait_names(self) -> dict[str, str]:
        """Trait id → its name."""
        language = self.t.language
        return {name: one.name.in_language(language) for name, one in self.catalog.traits.items()}

    def dice(self, line: RecordLine) -> str:
        """The sentence of a roll."""
        # On a sheet no line ends between two dice.
        shown = ("\u00a0" if self.sides else " ").join(map(str, line["dice"]))
        if line["purpose"] == "initiative":
            return self.t("account.dice-initiative", side=self.side(line["side"]), dice=shown)
        return self.t(
            f"account.dice-{line['purpose']}",
            unit=self.name(line["unit"]),
            target=self.name(line["target"]),
            dice=shown,
            hits=self.t("account.hits", count=line["hits"]),
        )

    def choice(self, line: RecordLine) -> str:
        """The sentence of a decision, "" if its event says the same."""
        word, *rest = line["action"].split()
        if word == "wound" and rest[2:3] == ["from"]:
            # The token that becomes the wound is a choice of its own without an event. PB-7.2.
            source = self.t("account.passed-ones") if rest[3] == "passed" else self.name(rest[3])
            key = "told.wound-from" if self.sides else "account.choice-wound-from"
            return self.t(key, side=self.side(line["side"]), source=source)
        if word in SAID_BY_EVENT:
            return ""
        values: dict[str, Any] = {
            "side": self.side(line["side"]),
            "unit": "",
            "target": "",
            "zone": "",
        }
        if rest:
            values["unit"] = self.name(rest[0])
        if word in ("redeploy", "move"):
            values["zone"] = self.zone(" ".join(rest[1:]), line["side"])
        elif word == "heal" or len(rest) > 1:
            values["target"] = self.name(rest[1])
        values["cost"] = self.t("account.tokens", count=line["cost"])
        kind = f"done-{line['decision']}" if word == "done" else word
        if self.sides and kind in (*SAYS_UNIT, *ABOUT_SIDE):
            return self.t(f"told.{kind}", **values)
        return self.t(f"account.choice-{kind}", **values)

    def event(self, line: RecordLine) -> str:
        """The sentence of an event."""
        kind = line["event"]
        values = {key: value for key, value in line.items() if isinstance(value, (str, int))}
        if "side" in line:
            values["side"] = self.side(line["side"])
        if "unit" in line:
            values["unit"] = self.name(line["unit"])
        if "troop" in line:
            values["troop"] = self.troop(line["troop"])
        if kind == "moved":
            if line.get("from") is None:
                kind = "deployed"
            elif line["from"].endswith("engagement") and line["to"].endswith("front"):
                kind = "returned"
            values["zone"] = self.zone(line["to"], line["side"])
        if kind in ("round-start", "round-end"):
            values |= {side: self.tokens(line["tokens"][side]) for side in ("A", "B")}
        if kind == "set-aside":
            values["tokens"] = self.t("account.tokens", count=line["tokens"])
        if self.sides and kind in ABOUT_SIDE:
            return self.t(f"told.{kind}", **values)
        sentence = self.t(f"account.event-{kind}", **values)
        if kind == "eliminated":
            self._rename(line["unit"], line["troop"])
        return sentence

    def _rename(self, unit: str, lost: str) -> None:
        left = self._troops.get(unit, [])
        if lost in left and len(left) > 1:
            left.remove(lost)
            names = dict(self.names)
            names[unit] = f"{unit} {_name_of_troops(left, self.catalog)}"
            self.names = names

    def tokens(self, tokens: Mapping[str, int]) -> str:
        """A side's tokens at the start or end of a round."""
        if tokens["wounds"]:
            return self.t("account.side-wounded", **tokens)
        return self.t("account.side-tokens", **tokens)

    def end(self, line: RecordLine) -> str:
        """The sentence of the end."""
        reason = line["reason"] if line["winner"] else "undecided"
        if reason == "conceded" and not line["rounds"]:
            return self.t("account.end-conceded-early", winner=line["winner"])
        return self.t(
            f"account.end-{reason}",
            winner=line["winner"] or "",
            rounds=line["rounds"],
            count=line["rounds"],
            a=line["destroyed"]["A"],
            b=line["destroyed"]["B"],
        )

    def side(self, side: str) -> str:
        """How sentences call a side."""
        return self.sides.get(side, side)

    def name(self, unit: str) -> str:
        """How sentences call a unit."""
        return self.names.get(unit, unit)

    def zone(self, zone: str, side: str) -> str:
        """A zone as the player of `side` names it. PB-2.1."""
        words = zone.split()
        sector = self.t(f"field.{seen_from(side, words[0])}")
        if self.sides:
            return self.t(f"account.own-{words[-1]}", sector=sector)
        return self.t(f"account.zone-{words[-1]}", side=side, sector=sector)

    def troop(self, code: str) -> str:
        """A tile: its code and name."""
        known = self.catalog.troops.get(code)
        return f"{code} {known.name}" if known else code


def title_of(header: RecordLine, catalog: Catalog, t: Translator) -> str:
    """The title of a battle: its lists, size, edition and seed."""
    edition = catalog.editions[header["edition"]].name.in_language(t.language)
    return t(
        "account.title",
        a=header["sides"]["A"]["list"].get("name", ""),
        b=header["sides"]["B"]["list"].get("name", ""),
        size=header["size"],
        edition=edition,
        seed="-" if header.get("seed") is None else header["seed"],
    )


def story_lines(
    lines: Sequence[RecordLine], catalog: Catalog, t: Translator, width: int = WIDTH
) -> list[str]:
    """A whole battle in words, from the lines of its record."""
    header = lines[0]
    account = BattleStory(unit_names(header, catalog), catalog, t, unnamed_units(header))
    text = [*wrapped(title_of(header, catalog, t), 0, width), ""]
    deployed: list[RecordLine] = []
    choice: RecordLine = {}
    for line in lines[1:]:
        if line["type"] == "choice":
            choice = line
        if line.get("event") == "moved" and line["from"] is None:
            deployed.append(line)
        elif line.get("event") == "revealed":
            text += _deployment(account, deployed, width)
        elif not _is_repetition(choice, line) and (sentence := account.line(line)):
            if line.get("event") == "round-start" or line["type"] == "end":
                text.append("")
            text += wrapped(sentence, indent_of(line), width)
    return text


def wrapped(text: str, indent: int = 0, width: int = WIDTH) -> list[str]:
    """A sentence in lines of a terminal's width."""
    return textwrap.wrap(
        text,
        width,
        initial_indent=" " * indent,
        subsequent_indent=" " * (indent + 4),
        break_on_hyphens=False,
    )


def _is_repetition(choice: RecordLine, line: RecordLine) -> bool:
    """Whether a line says nothing new: the move that was ordered, or no sacrifice."""
    if line is choice:
        return bool(line["decision"] == "sacrifice" and line["action"] == "done")
    if line.get("event") != "moved" or not choice:
        return False
    words = choice["action"].split()
    return words[0] in SAYS_WHERE and words[1] == line["unit"]


def _deployment(account: BattleStory, deployed: Sequence[RecordLine], width: int) -> list[str]:
    text = []
    for side in ("A", "B"):
        text.append(account.t("account.deploys", side=side))
        zones: dict[str, list[str]] = {}
        for line in deployed:
            if line["side"] == side:
                zones.setdefault(line["to"], []).append(account.name(line["unit"]))
        order = [zone for zone in all_zones() if zone in zones]
        for zone in order:
            text += wrapped(f"{account.zone(zone, side)}: {', '.join(zones[zone])}", 2, width)
    return text


def indent_of(line: RecordLine) -> int:
    """The indent of a line: none for rounds, some for choices, more for what follows them."""
    if line["type"] == "end" or line.get("event") in ("round-start", "round-end"):
        return 0
    if line.get("purpose") == "initiative":
        return 0
    if line["type"] == "choice" and line["decision"] in ("turn", "act", "deploy", "sacrifice"):
        return 2
    return 6 if line["type"] == "event" else 4
