"""Sentences for the lines of a record of Pocket General."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from pbbuild.play.contract import SIDES
from pbbuild.play.record import Record, RecordLine
from pbbuild.pocket_general.catalog.model import GeneralCatalog
from pbbuild.pocket_general.playtest.games import opening
from pbbuild.text.translate import Translator

# Events whose sentence is that of another line.
QUIET_EVENTS = ("end",)


class GeneralAccount:
    """Turns the lines of one game, in their order, into sentences; `nations` are A's and B's."""

    def __init__(
        self, catalog: GeneralCatalog, nations: Sequence[str], t: Translator, hexes: Any = ()
    ) -> None:
        self.catalog = catalog
        self.nations = list(nations)
        self.t = t
        # Choices name hexes by number, sentences by the location there.
        self.hexes: list[str] = list(hexes)

    def nation(self, side: str) -> str:
        """The nation of a side."""
        nation = self.catalog.nations[self.nations[SIDES.index(side)]]
        return nation.name.in_language(self.t.language)

    def place(self, place_id: str) -> str:
        """The name of a location."""
        found = self.catalog.location(place_id)
        return found.name.in_language(self.t.language) if found else place_id

    def unit(self, unit_id: str) -> str:
        """The name of a unit."""
        return self.catalog.units[unit_id].name.in_language(self.t.language)

    def title(self, header: RecordLine) -> str:
        """Both nations and the variant."""
        variant = "fast" if header.get("variant", {}).get("fast") else "standard"
        return self.t(
            "pocket-general.game-title",
            a=self.nation("A"),
            b=self.nation("B"),
            variant=self.t(f"pocket-general.variant-{variant}"),
        )

    def sentences(self, lines: Iterable[RecordLine]) -> list[str]:
        """The whole game, a blank line before each turn."""
        found: list[str] = []
        for line in lines:
            sentence = self.line(line)
            if line.get("event") == "turn":
                found.append("")
            if sentence:
                found.append(sentence)
        return found

    def line(self, line: RecordLine) -> str:
        """The sentence of a line, "" where another says the same."""
        kind = line["type"]
        if kind == "dice":
            if line["purpose"] != "initiative":
                return ""
            die = f"{line['dice'][0]:+d}"
            return self.t("pocket-general.initiative", nation=self.nation(line["side"]), die=die)
        if kind == "choice":
            return self.choice(line)
        if kind == "event":
            return self.event(line)
        return self.end(line)

    def choice(self, line: RecordLine) -> str:
        """What a player decided."""
        word = line["action"].split()[0]
        return self.t(
            f"pocket-general.choice-{word}",
            nation=self.nation(line["side"]),
            **self._named(line["action"]),
        )

    def order(self, action: str) -> str:
        """An action as advice: “place Tanks at Normandy”."""
        return self.t(f"pocket-general.order-{action.split()[0]}", **self._named(action))

    def _named(self, action: str) -> dict[str, str]:
        """What an action is about, by name."""
        word, *rest = action.split()
        values = {"unit": "", "place": "", "edge": ""}
        if word in ("recruit", "place", "redeploy", "spy"):
            values["unit"] = self.unit(rest[0])
        if word == "recruit":
            values["place"] = self.place(rest[2])
        elif word in ("place", "threat"):
            hex_ = int(rest[-1]) - 1
            here = self.hexes[hex_] if hex_ < len(self.hexes) else rest[-1]
            values["place"] = self.place(here)
        elif word == "front":
            values["place"] = self.place(rest[0])
        elif word == "edge":
            values["edge"] = self.edge(rest)
        elif word == "lay":
            values["edge"] = self.edge(["B", rest[0]])
            values["place"] = self.place(rest[1])
        return values

    def edge(self, words: Sequence[str]) -> str:
        """An edge of a world map."""
        if words[0] == "capitulation":
            return self.t("pocket-general.edge-capitulation")
        colour = self.catalog.colours[words[1]].in_language(self.t.language)
        return self.t("pocket-general.edge-name", colour=colour, marker=words[0])

    def event(self, line: RecordLine) -> str:
        """What happened."""
        kind = line["event"]
        if kind in QUIET_EVENTS:
            return ""
        if kind == "turn":
            self.hexes = list(line["hexes"])
            return self.t(
                "pocket-general.event-turn",
                turn=line["turn"],
                hexes=", ".join(map(self.place, line["hexes"])),
                first=self.nation(line["first"]),
                a=line["held"]["A"],
                b=line["held"]["B"],
                a_name=self.nation("A"),
                b_name=self.nation("B"),
            )
        if kind == "combat":
            return self.combat(line)
        return self.t(
            f"pocket-general.event-{kind}",
            nation=self.nation(line["side"]),
            place=self.place(line.get("location", "")),
            held=line.get("held", 0),
            units=", ".join(map(self.unit, line.get("units", ()))),
        )

    def combat(self, line: RecordLine) -> str:
        """Sums, dice and what becomes of the location."""
        winner = self.nation(line["higher"]) if line["higher"] else ""
        values: dict[str, Any] = {}
        for side, key in (("A", "a"), ("B", "b")):
            values[f"{key}_name"] = self.nation(side)
            values[f"{key}_sum"] = line["sums"][side]
            values[f"{key}_die"] = f"{line['dice'][side]:+d}"
            values[f"{key}_roll"] = line["rolls"][side]
        result = self.t(f"pocket-general.result-{line['result']}", winner=winner)
        if winner and line["rolls"]["A"] == line["rolls"]["B"]:
            result = f"{self.t('pocket-general.more-military', winner=winner)} {result}"
        return self.t(
            "pocket-general.event-combat",
            place=self.place(line["location"]),
            result=result,
            **values,
        )

    def end(self, line: Mapping[str, Any]) -> str:
        """How the game ended."""
        winner = line["winner"]
        loser = {"A": "B", "B": "A"}.get(winner or "", "A")
        return self.t(
            f"pocket-general.end-{line['reason']}",
            winner=self.nation(winner) if winner else "",
            loser=self.nation(loser),
            turn=line["rounds"],
            a=line["destroyed"]["A"],
            b=line["destroyed"]["B"],
        )


def analysis_names(
    record: Record, t: Translator
) -> tuple[Callable[[str, int], str], dict[str, str]]:
    """What turns an action at a line of the record into words, and the names of all locations."""
    catalog = opening(record)[0].catalog
    nations = [record.header["sides"][side]["nation"] for side in SIDES]
    hexes: list[Sequence[str]] = [()]
    for line in record.lines:
        hexes.append(line["hexes"] if line.get("event") == "turn" else hexes[-1])
    capitols = (nation.capitol for nation in catalog.nations.values())
    places = {
        place.id: place.name.in_language(t.language) for place in (*catalog.locations, *capitols)
    }
    return lambda text, n: GeneralAccount(catalog, nations, t, hexes[n]).order(text), places
