"""Pocket Battles at the terminal: its field, menus, questions and sentences."""

import re
import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, Final

from pbbuild.play.agents.contract import Choice
from pbbuild.play.contract import SIDES, Option, Roll
from pbbuild.pocket_battles.advice.causes import Cause, causes
from pbbuild.pocket_battles.advice.hits import only_choice
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.playtest.battles import battle_header
from pbbuild.pocket_battles.rules.battle import Battle
from pbbuild.pocket_battles.rules.core import constants as c
from pbbuild.pocket_battles.rules.forces import unpack_dice
from pbbuild.pocket_battles.rules.game import PocketBattles, new_battle
from pbbuild.pocket_battles.rules.state_document import view
from pbbuild.pocket_battles.screen.battle_menu import Menu, percent
from pbbuild.pocket_battles.screen.battle_words import BattleWords
from pbbuild.pocket_battles.screen.field import (
    empty_rows,
    field_lines,
    least_rows,
    roster_lines,
)
from pbbuild.pocket_battles.screen.story import SAYS_WHERE, BattleStory, unit_names
from pbbuild.pocket_battles.screen.told import SoloStory
from pbbuild.terminal.session import Session
from pbbuild.terminal.table_view import (
    ENEMY_COLOUR,
    MARK_COLOUR,
    OWN_COLOUR,
    RESET,
    MenuPage,
    Reply,
)

WIDTH: Final = 78
MOST_CHOICES: Final = 8
# Lines more than it needs that the field gets on a screen so high.
LOOSE_FIELD: Final = {0: 0, 28: 2, 34: 4, 38: 5}
# Lines that the log, the question and the menu need below the field.
ROWS_BELOW: Final = 10
WOUND_COLOUR: Final = "\x1b[38;5;170m"
_PAINTED: Final = re.compile(r"(?P<mark>>(?=[ab]\d))|(?P<unit>\b[ab]\d{1,2}\b)|(?P<wound>†\d+)")


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
        people = [side for side, agent in zip(SIDES, agents, strict=True) if agent == "person"]
        self.you = people[0] if len(people) == 1 else ""
        self.account: BattleStory = (
            SoloStory(self.names, game.catalog, session.t, self.you)
            if self.you
            else BattleStory(self.names, game.catalog, session.t)
        )
        self.state: Battle | None = None
        self._next_names: dict[str, str] = {}
        self.ordered: list[str] = []
        # The target that the player named with the charge, for when the rules ask for it.
        self.aim = ""

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
        return battle_header(self.game, self.start(), self.lists, self.agents, seed)

    # Drawing.

    def draw(
        self,
        state: Battle,
        viewer: int,
        rows: int,
        columns: int = 80,
        marked: Sequence[str] = (),
    ) -> list[str]:
        """The field as `viewer` may see it, with that side at the bottom."""
        self._update_names(state)
        return field_lines(
            view(state, SIDES[viewer]),
            self.t,
            plain=self.plain,
            seat=SIDES[viewer],
            rows=max(rows, 10),
            columns=columns,
            marked=marked,
            names=self.names,
            you=self.you,
            tokens_as_symbols=True,
        )

    def table_rows(self, state: Battle, viewer: int, height: int) -> int:
        """Every unit on a line of its own; lines between zones and a legend on a high screen."""
        seen = view(state, SIDES[viewer])
        # Two people also have a headline and a legend.
        least = least_rows(seen) + (0 if self.you else 2)
        loose = max((more for high, more in LOOSE_FIELD.items() if height >= high), default=0)
        # On a small screen the log and the menu need the lines of zones without units.
        fewer = max(least - empty_rows(seen), height - ROWS_BELOW)
        return least + loose if loose else min(least, fewer)

    def painted(self, line: str, viewer: int) -> str:
        """Own units in blue, the enemy's in orange, what changed reversed."""
        own = SIDES[viewer].lower()

        def paint(found: "re.Match[str]") -> str:
            text = found[0]
            if found["mark"]:
                return f"{MARK_COLOUR}{text}{RESET}"
            if found["wound"]:
                return f"{WOUND_COLOUR}{text}{RESET}"
            return f"{OWN_COLOUR if text[0] == own else ENEMY_COLOUR}{text}{RESET}"

        return _PAINTED.sub(paint, line)

    def _update_names(self, state: Battle) -> None:
        """Call each unit by its first living troop: what died is not in its name."""
        self.names.update(self._names_in(state))

    def _names_in(self, state: Battle) -> dict[str, str]:
        core = state.state
        if not core.round:
            return {}
        names: dict[str, str] = {}
        living: dict[str, list[str]] = {}
        for troop, index, tile in state.forces.troops():
            if core.tally[c.TROOPS + (troop >> c.SIDE_SHIFT)] >> (troop & c.PLACE_MASK) & 1:
                living.setdefault(state.forces.unit(index).id, []).append(tile.code)
        for side in state.forces.sides:
            for unit in side:
                codes = living.get(unit.id)
                if not codes or unit.name:
                    continue
                known = self.game.catalog.troops.get(codes[0])
                name = known.name if known else codes[0]
                more = f" +{len(codes) - 1}" if len(codes) > 1 else ""
                names[unit.id] = f"{unit.id} {name}{more}"
        return names

    # Asking.

    def question(self, state: Battle, viewer: int) -> str:
        """The question for the present decision."""
        decision = state.decision()
        core = state.state
        unit = ""
        if decision in ("target", "react"):
            unit = self.names[state.forces.unit(core.attacker).id]
        elif decision == "wound":
            unit = self.names[state.forces.unit(core.wound_unit).id]
        question = self.t(f"play.ask-{decision}", unit=unit, count=int(core.wound_hits))
        if decision == "react":
            question = self._ask_reaction(state, unit)
        if self.you:
            return question
        return self.t("shell.ask-two", side=SIDES[state.decider()], question=question)

    def _ask_reaction(self, state: Battle, charger: str) -> str:
        """The question for a reaction, with what the charger does if there is none."""
        menu = self._menu(state, self.game.options(state))
        wait = next((option for option in menu.options if option.text == "wait"), None)
        found = menu.advisor.forecast(wait) if wait else None
        if found is None or found.charger is None:
            return self.t("play.ask-react", unit=charger)
        then = found.charger
        return self.t(
            "play.ask-react-then",
            unit=charger,
            target=self.names.get(then.target, then.target),
            destroys=percent(then.destroys),
            lost=menu.number(then.won),
        )

    def menu(
        self, state: Battle, options: Sequence[Option], rows: int, columns: int = 80
    ) -> MenuPage:
        """The options with costs, dice, chances and points, the best first."""
        # A reaction and its hits come between a charge and its target.
        if state.decision() not in ("target", "wound"):
            self.aim = ""
        return self._menu(state, options, columns).page(rows)

    def all_options(self, state: Battle, options: Sequence[Option], columns: int = 80) -> MenuPage:
        """Every option, also the moves."""
        return self._menu(state, options, columns).everything()

    def only_choice(self, state: Battle) -> int | None:
        """The way to take hits if all ways have the same effect; the target named before."""
        if self.aim and state.decision() == "target":
            wanted = f"target {self.aim}"
            found = [option for option in self.game.options(state) if option.text == wanted]
            return found[0].action if found else None
        return only_choice(state)

    def _menu(self, state: Battle, options: Sequence[Option], columns: int = 80) -> Menu:
        self._update_names(state)
        return Menu(
            state,
            options,
            self.names,
            self.account.tile_names(),
            self.game.catalog.traits,
            self.t,
            columns=columns,
            plain=self.plain,
        )

    # Understanding.

    def understand(self, state: Battle, options: Sequence[Option], text: str) -> Reply:
        """The action that words mean; else what a unit is and can do, or why not."""
        word = text.casefold().strip()
        if word in ("units", "unità", "unita"):
            return Reply(lines=self._rows(state))
        if re.fullmatch(r"[ab]\d{1,2}", word) and word in self.names:
            return Reply(lines=self._about_unit(state, options, word))
        found = self._words(state, options).understood(text)
        menu = self._menu(state, options)
        if found.targets and any(option.text.startswith("charge ") for option in found.options):
            reachable = {option: menu.targets(option) & found.targets for option in found.options}
            charges = [option for option in found.options if reachable[option]]
            others = [each for each in found.options if not each.text.startswith("charge ")]
            if not charges and not others:
                return Reply(lines=[self._out_of_reach(menu, found.options[0], found.targets)])
            if len(charges) == 1 and not others and len(reachable[charges[0]]) == 1:
                [self.aim] = reachable[charges[0]]
            found = replace(found, options=(*others, *charges))
        if len(found.options) == 1:
            return Reply(actions=(found.options[0].action,))
        if found.options:
            units = {option.text.split()[1] for option in found.options if " " in option.text}
            if len(units) == 1 and len(found.options) > MOST_CHOICES:
                return Reply(lines=self._about_unit(state, options, units.pop()))
            words = "; ".join(menu.words(option) for option in found.options[:MOST_CHOICES])
            return Reply(lines=[self.t("play.which", options=words)])
        if found.unknown:
            return Reply(lines=[self._unknown(menu, found.unknown[0], found.near)])
        if found.text:
            return Reply(lines=self._refusal(state, found.text))
        example = menu.words(options[0])
        return Reply(lines=[self.t("play.unclear", example=example)])

    def _out_of_reach(self, menu: Menu, charge: Option, targets: Iterable[str]) -> str:
        unit = charge.text.split()[1]
        return self.t(
            "play.no-such-target",
            unit=self.names[unit],
            target=self.names[min(targets)],
            targets=[self.names[each] for each in sorted(menu.targets(charge))],
        )

    def _unknown(self, menu: Menu, word: str, near: Sequence[str]) -> str:
        if not near:
            return self.t("play.unknown-word", word=word[:40])
        option = next((each for each in menu.options if each.text == near[0]), None)
        shown = menu.words(option) if option else near[0]
        return self.t("play.unknown-word-near", word=word[:40], near=shown)

    def _words(self, state: Battle, options: Sequence[Option]) -> BattleWords:
        tiles = {code: (troop.name,) for code, troop in self.game.catalog.troops.items()}
        return BattleWords(state, options, self.names, tiles)

    def _refusal(self, state: Battle, text: str) -> list[str]:
        clauses = state.why_not(text)
        found = causes(state, text)
        sentence = " ".join(self._cause(cause) for cause in found)
        action = Menu(
            state, (), self.names, self.account.tile_names(), self.game.catalog.traits, self.t
        ).words(Option(0, text, 0, ()))
        if not clauses:
            return [self.t("play.allowed", action=action)]
        return [self.t("play.not-allowed", action=action, cause=sentence, clauses=clauses)]

    def _cause(self, cause: Cause) -> str:
        values: dict[str, Any] = {}
        tiles = self.account.tile_names()
        for key, value in cause.values.items():
            if isinstance(value, list):
                values[key] = [self.names.get(each, each) for each in value]
            elif key == "troop":
                values[key] = f"{tiles.get(value, '')} {value}".strip()
            else:
                values[key] = self.names.get(str(value), value)
        return self.t(cause.key, **values)

    def _about_unit(self, state: Battle, options: Sequence[Option], unit: str) -> list[str]:
        own = unit[0].upper() == SIDES[state.decider()]
        return [
            *self._rows(state, only=unit),
            *(self._menu(state, options).of_unit(unit) if own else []),
        ]

    def _rows(self, state: Battle, only: str = "") -> list[str]:
        document = view(state, SIDES[state.decider()])
        tiles, traits = self.account.tile_names(), self.account.trait_names()
        return roster_lines(document, tiles, traits, self.t, only=only, plain=self.plain)

    def odds(self, state: Battle, options: Sequence[Option], text: str) -> list[str]:
        """Targets, dice, chances and reactions of the orders that `text` names."""
        menu = self._menu(state, options)
        attacks = [option for option in options if menu.advisor.forecast(option)]
        if not attacks:
            return [self.t("play.no-attacks")]
        if not text.strip():
            best = sorted(attacks, key=lambda option: -menu.gain(option))[:MOST_CHOICES]
            return [line for option in best for line in menu.details(option)]
        found = self._words(state, options).understood(text)
        if not found.options:
            return self.understand(state, options, text).lines
        wanted = [option for option in found.options if menu.advisor.forecast(option)]
        return [line for option in (wanted or found.options)[:4] for line in menu.details(option)]

    def words(self, state: Battle, option: Option) -> str:
        """An option in the player's language."""
        return self._menu(state, [option]).words(option)

    def why(self, state: Battle, options: Sequence[Option], text: str) -> list[str]:
        """What forbids the action that `text` names, by which clauses."""
        if not text.strip():
            return [self.t("play.why-how")]
        found = self._words(state, options).understood(text)
        if found.options:
            action = self._menu(state, options).words(found.options[0])
            return [self.t("play.allowed", action=action)]
        if not found.text:
            return self.understand(state, options, text).lines
        lines = self._refusal(state, found.text)
        for clause in state.why_not(found.text):
            # PB-11 only says who is asked, which the cause has just said in plain words.
            lines += self.help(clause) if clause != "PB-11" else []
        return lines

    # Describing.

    def watch(self, state: Battle | None) -> None:
        """The state after the lines that are described next, None if it is not known."""
        # Units are called by what they were before those lines.
        self.names.update(self._next_names)
        self._next_names = {} if state is None else self._names_in(state)
        self.state = state

    def describe(self, line: dict[str, Any]) -> str:
        """The sentence of a record line, after a blank line for a new round."""
        if line["type"] == "dice" and line["purpose"] != "initiative" and self.state is not None:
            line = {**line, "dice": [dice_words(self.state, line, "=" if self.plain else "→")]}
        if line["type"] == "choice":
            self.ordered = line["action"].split()[:2]
        elif line.get("event") == "moved" and self._is_ordered_move(line):
            return ""
        sentence = self.account.line(line)
        return f"\n{sentence}" if line.get("event") == "round-start" else sentence

    def _is_ordered_move(self, line: dict[str, Any]) -> bool:
        """Whether the order just described says that this unit goes there."""
        return (
            self.ordered[:1] != []
            and self.ordered[0] in SAYS_WHERE
            and (self.ordered[1:] == [line["unit"]])
        )

    def units_in(self, line: dict[str, Any]) -> list[str]:
        """The units that a line is about."""
        words = [str(line.get("unit", "")), str(line.get("target", ""))]
        words += str(line.get("action", "")).split()
        return [word for word in words if word in self.names]

    def reason(self, choice: Choice) -> str:
        """The reason of an agent's choice in words, with unit names."""
        values = {key: self.names.get(str(value), value) for key, value in choice.values.items()}
        key = f"agents.reason-{choice.reason}"
        # An agent of another package may give reasons that have no sentence here.
        return self.t(key, **values) if choice.reason and self.t.has(key) else ""

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
            if self.you:
                whose = "you" if roll.side == self.you else "enemy"
                return self.t(f"play.roll-initiative-{whose}")
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
        if not re.fullmatch(r"[\d\s,;+]+", text):
            return None
        faces = [int(face) for face in re.findall(r"\d", text)]
        return faces if len(faces) == roll.count and set(faces) <= set(roll.faces) else None

    def refused_roll(self, state: Battle, roll: Roll, text: str) -> str:
        """Nothing: this game has no reason of its own to refuse dice."""
        return ""


def dice_words(battle: Battle, line: dict[str, Any], sign: str = "→") -> str:
    """Each die with the hits it scored, such as `4→2 2→0`, and the hits of a trait."""
    unit = battle.forces.unit_index(line["unit"])
    is_shot = "shoot" in line["purpose"]
    faces = unpack_dice((battle.state.white if is_shot else battle.state.black)[unit])
    parts = [f"{die}{sign}{faces.count(die)}" for die in line["dice"]]
    more = line["hits"] - sum(faces.count(die) for die in line["dice"])
    return " ".join([*parts, *([f"+{more}"] if more > 0 else [])])


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, WIDTH, subsequent_indent="    ") or [""]
