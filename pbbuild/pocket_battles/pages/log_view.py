"""The log of a battle and its dice as finished views."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from pbbuild.play.record import RecordLine
from pbbuild.pocket_battles.catalog.model import Catalog
from pbbuild.pocket_battles.pages.decision_view import ICONS
from pbbuild.pocket_battles.pages.field_view import FieldMaker
from pbbuild.pocket_battles.rules.battle import Battle
from pbbuild.pocket_battles.rules.forces import unpack_dice
from pbbuild.text.translate import Translator
from pbbuild.web.playing import LogEntry, LogGroup

SHOTS: Final = ("shoot", "react-shoot")
# Lines that another line tells: a choice whose event follows, the end of a round.
_SILENT_CHOICES: Final = ("deploy", "eliminate", "wound", "sacrifice", "target", "wait", "done")
_SILENT_EVENTS: Final = ("round-end", "set-aside", "unit-destroyed")
_EVENT_ICONS: Final = {
    "eliminated": "ui-cross",
    "wounded": "ui-drop-hurt",
    "healed": "heal",
    "moved": "ui-arrow",
    "conceded": "ui-flag",
    "revealed": "ui-flag",
}
_MOST_ROLLS: Final = 3


@dataclass(frozen=True, slots=True)
class TrayDie:
    """One die that was thrown, and how many printed dice it matched."""

    face: int
    matches: int


@dataclass(frozen=True, slots=True)
class TrayRoll:
    """One roll: who rolled for what, its dice and hits."""

    n: int
    side: str
    colour: str
    words: str
    hits: str
    dice: tuple[TrayDie, ...]
    unit: str


class LogMaker:
    """Makes the log of one battle for a viewer; `names` are the units' names."""

    def __init__(
        self, names: Mapping[str, str], catalog: Catalog, maker: FieldMaker, t: Translator
    ) -> None:
        self.names = names
        self.catalog = catalog
        self.maker = maker
        self.t = t

    def groups(self, lines: Sequence[RecordLine]) -> list[LogGroup]:
        """The log, oldest first."""
        found: list[tuple[str, list[LogEntry]]] = [("", [])]
        round_words, turn_of = "", ""
        for n, line in enumerate(lines[1:], 1):
            if line.get("event") == "round-start":
                round_words, turn_of = self.t("battle-page.log-round", round=line["round"]), ""
                continue
            if line["type"] == "choice" and line["decision"] == "turn" and line["side"] != turn_of:
                turn_of = line["side"]
                key = "you" if turn_of == self.maker.viewer else "them"
                turn = self.t(f"battle-page.log-turn-{key}", side=self.maker.titles[turn_of][0])
                heading = f"{round_words} · {turn}" if round_words else turn
                found.append((heading, []))
            if words := self._words(line):
                entry = LogEntry(
                    n, line.get("side", ""), self._icon(line), words, self._points(line)
                )
                found[-1][1].append(entry)
        return [LogGroup(heading, tuple(entries)) for heading, entries in found if entries]

    def rolls(self, lines: Sequence[RecordLine], states: Sequence[Battle]) -> list[TrayRoll]:
        """The last rolls of the present action, the newest last."""
        found: list[TrayRoll] = []
        for n in reversed(range(1, len(lines))):
            line = lines[n]
            if line["type"] == "dice":
                found.append(self._roll(n, line, states[n - 1]))
            is_order = line["type"] == "choice" and line["decision"] in ("turn", "act", "deploy")
            if len(found) == _MOST_ROLLS or (is_order and found):
                break
        return found[::-1]

    def _roll(self, n: int, line: RecordLine, before: Battle) -> TrayRoll:
        shot = line["purpose"] in SHOTS
        printed: Sequence[int] = ()
        if line.get("unit"):
            index = before.forces.unit_index(line["unit"])
            state = before.state
            printed = unpack_dice(state.white[index] if shot else state.black[index])
        dice = tuple(TrayDie(face, list(printed).count(face)) for face in line["dice"])
        hits = self.t("account.hits", count=line["hits"]) if "hits" in line else ""
        colour = "w" if shot or line["purpose"] == "initiative" else "b"
        unit = line.get("unit", "")
        return TrayRoll(n, line["side"], colour, self._dice_words(line), hits, dice, unit)

    def _dice_words(self, line: RecordLine) -> str:
        if line["purpose"] == "initiative":
            side = self.maker.titles[line["side"]][0]
            return self.t("battle-page.rolled-initiative", side=side)
        return self.t(
            f"battle-page.rolled-{line['purpose']}",
            unit=self.name(line["unit"]),
            target=self.name(line["target"]),
        )

    def name(self, unit: str) -> str:
        """The name of a unit."""
        return self.names.get(unit, unit)

    def _words(self, line: RecordLine) -> str:
        kind = line["type"]
        if kind == "dice":
            words = self._dice_words(line)
            if "hits" not in line:
                return f"{words}: {line['dice'][0]}"
            return f"{words}: {self.t('account.hits', count=line['hits'])}"
        if kind == "choice":
            return self.choice_words(line["side"], line["action"])
        if kind == "event":
            return self._event(line)
        return self.end(line)

    def choice_words(self, side: str, action: str) -> str:
        """A choice in words, "" for one that its event tells."""
        word, *rest = action.split()
        if word in _SILENT_CHOICES:
            return ""
        values: dict[str, Any] = {"unit": self.name(rest[0]) if rest else "", "target": ""}
        values["zone"] = ""
        values["side"] = self.maker.titles[side][0]
        if word in ("redeploy", "move"):
            values["zone"] = self.maker.zone_name(" ".join(rest[1:]))
        elif len(rest) > 1:
            values["target"] = self.name(rest[1])
        if word == "pass" and side == self.maker.viewer:
            word = "pass-you"
        return self.t(f"battle-page.log-{word}", **values)

    def _event(self, line: RecordLine) -> str:
        kind = line["event"]
        if kind in _SILENT_EVENTS:
            return ""
        values: dict[str, Any] = {"unit": self.name(line.get("unit", "")), "troop": "", "zone": ""}
        if "side" in line:
            values["side"] = self.maker.titles[line["side"]][0]
        if "troop" in line:
            known = self.catalog.troops.get(line["troop"])
            values["troop"] = known.name if known else line["troop"]
        if kind == "eliminated" and values["troop"] == values["unit"]:
            kind = "destroyed"
        if kind == "moved":
            began = line.get("from")
            if line["to"].endswith("engagement") or (began and not began.endswith("engagement")):
                # A move or a charge is already in the log.
                return ""
            kind = "deployed" if began is None else "returned"
            values["zone"] = self.maker.zone_name(line["to"])
        return self.t(f"battle-page.log-{kind}", **values)

    def end(self, line: RecordLine) -> str:
        """The result in one sentence."""
        winner = line["winner"]
        if winner is None:
            return self.t("battle-page.undecided")
        return self.t("battle-page.wins", side=self.maker.titles[winner][0])

    def _icon(self, line: RecordLine) -> str:
        if line["type"] == "dice":
            return "shooting" if line["purpose"] in SHOTS else "engagement"
        if line["type"] == "choice":
            return ICONS.get(line["action"].split()[0], "ui-arrow")
        if line["type"] == "event":
            return _EVENT_ICONS.get(line["event"], "ui-arrow")
        return "ui-flag"

    def _points(self, line: RecordLine) -> str:
        if line.get("event") != "eliminated":
            return ""
        return f"−{line['dp']}" if line["side"] == self.maker.viewer else f"+{line['dp']}"
