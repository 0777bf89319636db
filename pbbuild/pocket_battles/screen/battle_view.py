"""Pocket Battles at the terminal: its field, menus, questions and sentences."""

import re
import textwrap
from collections.abc import Sequence
from typing import Any, Final

from pbbuild.play.agents.contract import Choice
from pbbuild.play.contract import SIDES, Option, Roll
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.playtest.battles import battle_header
from pbbuild.pocket_battles.rules.battle import Battle
from pbbuild.pocket_battles.rules.game import PocketBattles, new_battle
from pbbuild.pocket_battles.rules.notation import parse_action
from pbbuild.pocket_battles.rules.state_document import view
from pbbuild.pocket_battles.rules.zones import SECTORS, seen_from
from pbbuild.pocket_battles.screen.battle_menu import Menu
from pbbuild.pocket_battles.screen.field import field_lines, roster_lines
from pbbuild.pocket_battles.screen.refusal_reasons import refusal_reasons
from pbbuild.pocket_battles.screen.story import BattleStory, unit_names
from pbbuild.terminal.session import Session

WIDTH: Final = 78
# A bare number after one of these words is one of the player's units.
OWN: Final = (
    "deploy", "redeploy", "move", "charge", "leave", "shoot", "carry-on", "heal",
    "double-order", "excite", "intercept", "react-shoot", "eliminate", "wound", "sacrifice",
)  # fmt: skip


class BattleTableView:
    """The `TableView` of Pocket Battles, which the shell plays a battle with."""

    def __init__(
        self,
        game: PocketBattles,
        lists: Sequence[ArmyList],
        agents: Sequence[str],
        session: Session,
        *,
        edition: str = "",
        round_limit: int = 50,
    ) -> None:
        self.game = game
        self.lists = tuple(lists)
        self.agents = agents
        self.edition = edition
        self.round_limit = round_limit
        self.t = session.t
        self.language = session.language
        self.plain = session.plain
        self.names = unit_names(self.header(None), game.catalog)
        self.account = BattleStory(self.names, game.catalog, session.t)

    def start(self) -> Battle:
        """The battle before its set-up roll."""
        return new_battle(
            self.lists[0],
            self.lists[1],
            self.edition,
            catalog=self.game.catalog,
            round_limit=self.round_limit,
        )

    def header(self, seed: int | None) -> dict[str, Any]:
        """The first line of its record."""
        return battle_header(self.game, self.start(), self.lists, self.agents, seed or 0)

    def draw(self, state: Battle, viewer: int, rows: int) -> list[str]:
        """The field as `viewer` may see it, with that side at the bottom."""
        return field_lines(
            view(state, SIDES[viewer]),
            self.t,
            plain=self.plain,
            seat=SIDES[viewer],
            rows=max(rows, 14),
        )

    def question(self, state: Battle) -> str:
        """The question for the present decision."""
        decision = state.decision()
        core = state.state
        unit = ""
        if decision in ("target", "react"):
            unit = self.names[state.forces.unit(core.attacker).id]
        elif decision == "wound":
            unit = self.names[state.forces.unit(core.wound_unit).id]
        side = SIDES[state.decider()]
        return self.t(f"play.ask-{decision}", side=side, unit=unit, hits=core.wound_hits)

    def menu(self, state: Battle, options: Sequence[Option], rows: int) -> list[str]:
        """The options unit by unit, with costs and odds."""
        return self._menu(state, options).lines(rows)

    def unlisted(
        self, state: Battle, options: Sequence[Option], action: int, rows: int
    ) -> list[str]:
        """All options of the unit that `action` moves, if the menu leaves moves out."""
        return self._menu(state, options).unlisted(self.game.option(state, action), rows)

    def answer(self, state: Battle, options: Sequence[Option], text: str) -> list[str]:
        """The answer to a unit's id, `moves`, `units` or unknown words; [] for an action."""
        word = text.lower().strip()
        menu = self._menu(state, options)
        if word == "moves":
            return menu.lines(999)
        if word == "units":
            document = view(state, SIDES[state.decider()])
            return self._rows(document)
        if word in self.names:
            document = view(state, SIDES[state.decider()])
            rows = self._rows(document, only=word)
            own = word[0].upper() == SIDES[state.decider()]
            return [*rows, *(menu.of_unit(word) if own else [])]
        if parse_action(state.forces, self.expand(state, text)) is None:
            return [self.t("shell.not-understood", text=text[:60])]
        return []

    def _rows(self, document: dict[str, Any], only: str = "") -> list[str]:
        tiles, traits = self.account.tile_names(), self.account.trait_names()
        return roster_lines(document, tiles, traits, self.t, only=only)

    def _menu(self, state: Battle, options: Sequence[Option]) -> Menu:
        return Menu(
            state,
            options,
            self.names,
            self.account.tile_names(),
            self.game.catalog.traits,
            self.t,
        )

    def expand(self, state: Battle, text: str) -> str:
        """An action in full words: `charge 3` is `charge a3`, and a sector may be left out."""
        words = text.lower().split()
        side = SIDES[state.decider()].lower()
        enemy = "b" if side == "a" else "a"
        if not words:
            return text
        if state.decision() == "deploy" and re.fullmatch(r"[ab]?\d+", words[0]):
            words.insert(0, "deploy")
        if words[0] in OWN and len(words) > 1 and words[1].isdigit():
            words[1] = side + words[1]
        if words[0] in ("shoot", "carry-on") and len(words) > 2 and words[2].isdigit():
            words[2] = enemy + words[2]
        if words[0] == "target" and len(words) > 1 and words[1].isdigit():
            words[1] = enemy + words[1]
        if words[0] in ("redeploy", "move", "deploy") and len(words) > 2:
            words = words[:2] + self._zone(state, words[1], words[2:])
        if words[0] in ("eliminate", "wound", "sacrifice", "heal"):
            words = [w.upper() if re.fullmatch(r"[a-z]{3}\d\d", w) else w for w in words]
        return " ".join(words)

    def _zone(self, state: Battle, unit: str, words: Sequence[str]) -> list[str]:
        letter = unit[:1].upper()
        here = (state.zone(unit) or "centre A front").split()
        row = next((w for w in words if w in ("front", "rear")), here[-1])
        named = next((w for w in words if w in SECTORS), "")
        # `left` is the player's own left; in an action written in full it is A's. PB-2.1.
        if named and letter.lower() not in words:
            named = seen_from(letter, named)
        return [named or here[0], letter, row]

    def describe(self, line: dict[str, Any]) -> str:
        """The sentence of a record line, after a blank line for a new round."""
        sentence = self.account.line(line)
        return f"\n{sentence}" if line.get("event") == "round-start" else sentence

    def reason(self, choice: Choice) -> str:
        """The reason of an agent's choice in words, with unit names."""
        values = {key: self.names.get(str(value), value) for key, value in choice.values.items()}
        key = f"agents.reason-{choice.reason}"
        # An agent of another package may give reasons that have no sentence here.
        return self.t(key, **values) if choice.reason and self.t.has(key) else ""

    def why(self, state: Battle, words: str, clauses: Sequence[str]) -> list[str]:
        """What in the present state makes the clauses refuse an action."""
        return refusal_reasons(state, words, clauses, self.t)

    def help(self, topic: str) -> list[str]:
        """The commands; a clause, a trait or a topic by name."""
        from pbbuild.play.clauses import load_rules

        topic = topic.strip().lower()
        if not topic:
            return self.t("play.help").split("\n")
        rules = load_rules()
        named = topic.upper()
        if named in rules:
            return _wrapped(f"{named}  {rules[named].text.in_language(self.language)}")
        for trait in self.game.catalog.traits.values():
            name = trait.name.in_language(self.language).lower()
            if topic in (trait.id, trait.base, name, trait.base.replace("-", " ")):
                return _wrapped(
                    f"{trait.name.in_language(self.language)} ({trait.clause})  "
                    f"{trait.text.in_language(self.language)}"
                )
        found = [
            f"{name}  {clause.text.in_language(self.language)}"
            for name, clause in rules.items()
            if name.startswith("PB") and topic in clause.heading.in_language(self.language).lower()
        ]
        if not found:
            return [self.t("play.no-help", topic=topic[:40])]
        return [line for clause in found[:4] for line in _wrapped(clause)]

    def ask_roll(self, state: Battle, roll: Roll) -> str:
        """The question for dice rolled at the table."""
        if roll.purpose == "initiative":
            return self.t("play.roll-initiative", side=roll.side)
        return self.t(
            "play.roll",
            count=roll.count,
            unit=self.names[roll.unit],
            target=self.names[roll.target],
            purpose=self.t(f"play.purpose-{roll.purpose}"),
        )

    def read_roll(self, state: Battle, roll: Roll, text: str) -> list[int] | None:
        """The faces in `text`, with or without spaces; None if they cannot be this roll."""
        faces = [int(face) for face in re.findall(r"\d", text)]
        return faces if len(faces) == roll.count and set(faces) <= set(roll.faces) else None

    def refused_roll(self, state: Battle, roll: Roll, text: str) -> str:
        """Nothing: this game has no reason of its own to refuse dice."""
        return ""


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, WIDTH, subsequent_indent="    ") or [""]
