"""The tour of the README: its commands, what it shows of their output, and typing them."""

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.cli import REPOSITORY, on_the_screen

README = REPOSITORY / "README.md"
LEFT_OUT = "..."
_BLOCK = re.compile(r"```console\n(.*?)```", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Typed:
    """One command of the tour and the lines the README shows of what it answers."""

    command: str
    shown: tuple[str, ...]


def tour(text: str) -> Iterator[Typed]:
    """The commands of the README in order."""
    for block in _BLOCK.findall(text):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, *shown = part.splitlines()
            yield Typed(command, tuple(shown))


def answer(typed: Typed, folder: Path) -> tuple[int, list[str]]:
    """Status and lines of a command typed in `folder`."""
    words = shlex.split(typed.command)
    assert words[0] == "pbbuild"
    status, text = on_the_screen(*words[1:], folder=folder)
    return status, [line.rstrip() for line in text.splitlines()]


def first_difference(shown: tuple[str, ...], lines: list[str]) -> str:
    """The first line shown that the answer has not at its place, "" if all are there.

    `...` stands for any lines; without it the next line must follow at once.
    """
    position = 0
    skipping = False
    for line in shown:
        if line == LEFT_OUT:
            skipping = True
            continue
        rest = lines[position:]
        if line not in rest or (not skipping and rest[0] != line):
            return line
        position += rest.index(line) + 1
        skipping = False
    if not skipping and shown and position < len(lines):
        return lines[position]
    return ""
