"""Every command line there can be: known by asking the Click commands themselves.

A slot is an option or argument of a command. For each there are good values, hostile ones of
its type, and hostile ones of any type; lines put them into a command that otherwise works.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations

import click

from pbbuild.base.rooms import load_target, rooms
from pbbuild.commands import COMMANDS, cli
from tests.robustness.values import ALIKE, LISTS, NUMBERS, PLACES, SPECIFIC, TEXTS

GAME = "pocket-general"


@dataclass(frozen=True, slots=True)
class Slot:
    """An option or argument: how it is written, and which values it is tried with."""

    name: str
    flag: bool
    argument: bool
    repeated: bool
    required: bool
    good: tuple[str, ...]
    bad: tuple[str, ...]

    def written(self, value: str) -> tuple[str, ...]:
        """The words that put `value` here."""
        if self.flag:
            return (self.name,)
        if self.argument:
            return (value,)
        return (f"{self.name}={value}",) if self.name.startswith("--") else (self.name, value)


@dataclass(frozen=True, slots=True)
class Command:
    """A command or sub-command, its slots and what keeps its work short."""

    words: tuple[str, ...]
    slots: tuple[Slot, ...]
    short: dict[str, str] = field(default_factory=dict)

    def line(self, *chosen: tuple[Slot, str], dashes: bool = False) -> tuple[str, ...]:
        """A whole command line with the chosen values; what else is required is good."""
        taken = {slot.name for slot, _ in chosen}
        rest = [(s, s.good[0]) for s in self.slots if s.required and s.name not in taken]
        rest += [
            (s, self.short[s.name])
            for s in self.slots
            if s.name in self.short and s.name not in taken
        ]
        order = {slot.name: number for number, slot in enumerate(self.slots)}
        placed = sorted((*chosen, *rest), key=lambda pair: order[pair[0].name])
        options = [w for s, v in placed if not s.argument for w in s.written(v)]
        arguments = [w for s, v in placed if s.argument for w in s.written(v)]
        return (*self.words, *options, *(("--",) if dashes else ()), *arguments)


SHORT: dict[str, dict[str, str]] = {
    "playtest": {"--games": "2", "--workers": "1", "--agent": "random", "--enemy-agent": "random"},
    "tournament": {"--games": "2", "--workers": "1", "--agent": "random"},
    "compare": {"--games": "4", "--workers": "1", "--agent": "random", "--against": "union-50"},
    "improve": {"--steps": "1", "--workers": "1", "--agent": "random", "--against": "union-50"},
    "worth": {"--games": "480", "--workers": "1", "--agent": "random"},
    "counter": {"--steps": "0", "--workers": "1", "--agent": "random", "--army": "union"},
    "meta": {"--games": "2", "--workers": "1", "--agent": "random", "found": "union-50"},
    "battle": {},
    "play": {"--enemy-agent": "random"},
    "compile": {"--status": ""},
    "new": {"--auto": ""},
    "print": {"--format": "text"},
    "draft": {"--against": "both-bots"},
    "demo": {"folder": "folder"},
}
ENDLESS = ("--games", "--steps", "--search")
ENDLESS_NUMBERS = ("31", "49", "50", "60", "80", "100", "101", "9999", "10000", "1_000", "𝟜")
# What takes long by its nature, unless this slot is as in `SHORT`.
LONG = {"demo": "folder", "compile": "--again"}
# The first good value of an argument that another command takes otherwise.
FIRST: dict[tuple[str, str], str] = {
    ("catalog add", "file"): "army.json",
    ("catalog check", "files"): "army.json",
    ("catalog import", "table"): "table.csv",
    ("catalog remove", "name"): "samurai",
    ("replay", "file"): "b.jsonl",
    ("rename", "new"): "other name",
    ("copy", "name"): "other name",
    ("import", "source"): "list.txt",
    ("compare", "other"): "list.json",
    (f"{GAME} catalog correct", "values"): "burma=city",
    (f"{GAME} print", "records"): "g.jsonl",
    (f"{GAME} new", "--army"): "germany",
}


def _slot(path: str, param: click.Parameter) -> Slot:
    argument = isinstance(param, click.Argument)
    name = str(param.name) if argument else max(param.opts, key=len)
    kind = param.type
    key = ALIKE.get(name, name)
    own: tuple[str, ...] = SPECIFIC.get(key, ())
    if isinstance(kind, click.Choice):
        good = (*map(str, kind.choices),)
        bad = (*own, *(word.upper() for word in good), good[0][:-1], *TEXTS)
    elif isinstance(kind, click.IntRange | click.types.IntParamType):
        good, bad = _numbers_of(kind), NUMBERS
        if name in ENDLESS:
            # Large ones are work well done for hours.
            good, bad = good[:1], tuple(number for number in bad if not _is_large(number))
    elif isinstance(kind, click.Path):
        good, bad = ("new.json", "list.json"), (*PLACES, *TEXTS)
    elif kind.name == "LIST" or name in ("source", "state", "subjects", "other", "--resume"):
        good, bad = own or LISTS, (*PLACES, *TEXTS)
    else:
        good, bad = own or ("a name",), (*own, *TEXTS, *PLACES[:6])
    if name == "--scheduler":
        bad = own  # each takes seconds of waiting
    if path in ("improve", "worth", "counter", "meta") and name == "--agent":
        good, bad = good[:1], bad[3:]  # those that think take minutes
    if first := FIRST.get((path, name)):
        good = (first, *good)
    is_flag = bool(getattr(param, "is_flag", False))
    repeated = param.nargs == -1 or bool(getattr(param, "multiple", False))
    return Slot(name, is_flag, argument, repeated, param.required, good, ("",) if is_flag else bad)


def _is_large(number: str) -> bool:
    return (number.isdecimal() and 4 < len(number.lstrip("0")) < 7) or number in ENDLESS_NUMBERS


def _numbers_of(kind: object) -> tuple[str, ...]:
    low, high = getattr(kind, "min", None), getattr(kind, "max", None)
    return tuple(str(n) for n in (low, high, 50 if low is None else low + 1) if n is not None)


def _walk(words: tuple[str, ...], command: click.Command) -> Iterator[Command]:
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            if inner := command.get_command(context, name):
                yield from _walk((*words, name), inner)
        return
    path = " ".join(word for word in words if word != "--game")
    slots = tuple(_slot(path, param) for param in command.params)
    name = next(word for word in words if not word.startswith("--") and word != GAME)
    short = SHORT.get(name, {})
    yield Command(words, slots, short)


@cache
def commands() -> tuple[Command, ...]:
    """Every command and sub-command of both games."""
    context = click.Context(cli)
    made: list[Command] = []
    for entry in COMMANDS:
        command = cli.get_command(context, entry.name)
        assert command
        made += _walk((entry.name,), command)
    for room in rooms():
        for name, target in room.commands.items():
            made += _walk(("--game", GAME, name), load_target(target))
    return tuple(made)


def single_lines(command: Command) -> Iterator[tuple[str, ...]]:
    """The command with every value in every slot, one at a time."""
    if command.words[0] not in LONG:
        yield command.words
    yield (*command.words, "--help")
    yield (*command.words, "--no-such-option")
    yield (*command.words, "x", "y", "z", "w")
    yield command.line()
    for slot in command.slots:
        for value in dict.fromkeys((*slot.good, *slot.bad)):
            if not (command.words[0] in LONG and slot.name == LONG[command.words[0]]):
                yield command.line((slot, value), dashes=slot.argument)
        if not slot.flag and not slot.argument:
            yield (*command.line(), slot.name)  # its value is missing


def pair_lines(command: Command, chance: random.Random, each: int) -> Iterator[tuple[str, ...]]:
    """The command with each pair of slots filled, `each` ways."""
    slots = [slot for slot in command.slots if slot.name != LONG.get(command.words[0])]
    for one, two in combinations(slots, 2):
        for _ in range(1 if one.flag and two.flag else each):
            yield command.line((one, _value(one, chance)), (two, _value(two, chance)))


def wild_line(command: Command, chance: random.Random) -> tuple[str, ...]:
    """The command with any of its slots filled anyhow, contradictions and doubles included."""
    slots = [slot for slot in command.slots if slot.name != LONG.get(command.words[0])]
    count = min(len(slots), chance.choice((0, 1, 2, 3, 4, 8, 40)))
    chosen = [(slot, _value(slot, chance)) for slot in chance.sample(slots, count)]
    line = list(command.line(*chosen, dashes=chance.random() < 0.3))
    for slot in command.slots:
        if slot.repeated and chance.random() < 0.3:
            line += slot.written(_value(slot, chance)) * chance.choice((1, 2, 30))
    if chance.random() < 0.1:
        line.insert(chance.randrange(len(line) + 1), chance.choice(TEXTS))
    if chance.random() < 0.1:
        line[:0] = chance.choice(
            (("--lang", "it"), ("--ascii",), ("--lang", "xx"), ("--game", "x"))
        )
    return tuple(line)


def _value(slot: Slot, chance: random.Random) -> str:
    return chance.choice(slot.good if chance.random() < 0.4 else slot.bad)
