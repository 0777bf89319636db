"""A battle told to its only player: “you” and “the enemy” instead of A and B."""

from collections.abc import Mapping
from typing import Any

from pbbuild.play.record import RecordLine
from pbbuild.pocket_battles.catalog.model import Catalog
from pbbuild.pocket_battles.playtest.battle_analysis import BattleAnalysis, Luck
from pbbuild.pocket_battles.rules.zones import seen_from
from pbbuild.pocket_battles.screen.story import SAID_BY_EVENT, BattleStory
from pbbuild.text.translate import Translator

# Events that say whose they are.
_OF_SIDE = ("set-aside", "conceded")
# Between these percentiles luck is nothing to talk about.
_AVERAGE = (40, 60)


class SoloStory(BattleStory):
    """The sentences of a battle as the player of side `you` reads them."""

    def __init__(self, names: Mapping[str, str], catalog: Catalog, t: Translator, you: str) -> None:
        super().__init__(names, catalog, t)
        self.you = you

    def who(self, side: str) -> str:
        """`you` or `enemy`."""
        return "you" if side == self.you else "enemy"

    def dice(self, line: RecordLine) -> str:
        """The sentence of a roll."""
        if line["purpose"] == "initiative":
            shown = " ".join(map(str, line["dice"]))
            return self.t(f"told.initiative-{self.who(line['side'])}", dice=shown)
        return super().dice(line)

    def choice(self, line: RecordLine) -> str:
        """The sentence of a decision; units say whose it is."""
        word, *rest = line["action"].split()
        who = self.who(line["side"])
        if word == "wound" and rest[2:3] == ["from"]:
            source = self.t("account.passed-ones") if rest[3] == "passed" else self.name(rest[3])
            return self.t(f"told.wound-from-{who}", source=source)
        if word in SAID_BY_EVENT:
            return ""
        if word in ("pass", "wait"):
            return self.t(f"told.{word}-{who}")
        if word == "done":
            return self.t(f"told.done-{line['decision']}-{who}")
        values: dict[str, Any] = {"unit": self.name(rest[0]) if rest else "", "target": ""}
        values["zone"] = (
            self.zone(" ".join(rest[1:]), line["side"]) if word in ("redeploy", "move") else ""
        )
        if len(rest) > 1 and not values["zone"]:
            values["target"] = self.name(rest[1])
        return self.t(f"told.{word}", cost=self.t("account.tokens", count=line["cost"]), **values)

    def event(self, line: RecordLine) -> str:
        """The sentence of an event."""
        kind = line["event"]
        if kind == "round-start":
            tokens = {
                self.who(side): self.t("account.tokens", count=line["tokens"][side]["unused"])
                for side in ("A", "B")
            }
            return self.t("told.round-start", round=line["round"], **tokens)
        if kind in _OF_SIDE:
            values = {}
            if "tokens" in line:
                values["tokens"] = self.t("account.tokens", count=line["tokens"])
            return self.t(f"told.{kind}-{self.who(line['side'])}", **values)
        return super().event(line)

    def zone(self, zone: str, side: str) -> str:
        """A zone as you see it from your seat, the enemy's too."""
        words = zone.split()
        seen = seen_from(self.you, words[0])
        sector = self.t(f"field.{seen}")
        if words[-1] == "engagement":
            return self.t("told.zone-engagement", sector=sector)
        position = self.t(f"play.{words[-1]}")
        if words[1] == self.you:
            return self.t("told.zone-your", sector=sector, position=position)
        key = "told.zone-enemy-centre" if seen == "centre" else "told.zone-enemy"
        return self.t(key, sector=sector, position=position)

    def end(self, line: RecordLine) -> str:
        """How it ended for you."""
        scores = line["destroyed"]
        own, other = scores[self.you], scores["B" if self.you == "A" else "A"]
        result = "undecided"
        if line["winner"]:
            result = "won" if line["winner"] == self.you else "lost"
        if line["reason"] == "conceded":
            result += "-conceded"
        return self.t(f"told.{result}", own=own, other=other, count=line["rounds"])

    def luck(self, analysis: BattleAnalysis) -> list[str]:
        """The luck of both sides, yours first."""
        sides = (self.you, "B" if self.you == "A" else "A")
        found = [(self.who(side), analysis.luck[side]) for side in sides]
        return [
            self.t(
                f"told.luck-{who}",
                made=luck.made,
                mean=self.t.decimal(luck.mean),
                words=luck_words(luck, self.t),
            )
            for who, luck in found
            # A side that has rolled nothing was neither lucky nor unlucky.
            if luck.variance
        ]


def luck_words(luck: Luck, t: Translator) -> str:
    """`luckier than 84 % of battles`; never 0 or 100 %."""
    percent = min(99, max(1, luck.percentile))
    if _AVERAGE[0] <= percent <= _AVERAGE[1]:
        return t("told.average")
    if percent < _AVERAGE[0]:
        return t("told.unluckier", percent=100 - percent)
    return t("told.luckier", percent=percent)
