"""Editing a kept list: a script runs on what the file holds now, undo and redo included.

One call is one version. `undo` first takes back edits of the same call, then walks the
history; `redo` goes the other way; an edit after an undo begins a new line, and what was
undone stays in the history.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from pbbuild.errors import PbbuildError, Problem
from pbbuild.pocket_battles.catalog.model import Catalog
from pbbuild.pocket_battles.lists.edit import Change, EditRefusedError, apply_edit, refused
from pbbuild.pocket_battles.lists.edit_words import HISTORY_WORDS, Edit, read_edits
from pbbuild.pocket_battles.lists.history import History
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.lists.read import list_text, parse_list
from pbbuild.pocket_battles.lists.store import Wish, keep, offering


@dataclass(frozen=True, slots=True)
class Revised:
    """A list after a script: before, after, what changed, and its history."""

    before: ArmyList | None
    after: ArmyList
    changes: tuple[Change, ...]
    history: History


def revise(
    path: Path,
    scripts: Iterable[str],
    catalog: Catalog,
    finish: Callable[[ArmyList], ArmyList] = lambda army_list: army_list,
) -> Revised:
    """Carry out all of `scripts` on the list file and keep the result as one version.

    Raises with every problem, nothing changed, if one edit cannot be done. `finish` is
    applied to an edited list before it is saved.
    """
    edits, problems = read_edits(scripts)
    run = _Run(path, catalog)

    def make(history: History, current: bytes | None) -> Wish | None:
        if problems:
            # What can be read may have problems too: tell them all.
            run.wish(history, current, edits, finish, refuse=False)
            raise refused((*problems, *run.problems))
        return run.wish(history, current, edits, finish)

    history = keep(path, make)
    return Revised(run.before, run.army_list(), tuple(run.changes), history)


class _Run:
    """One script on one list file, under its lock."""

    def __init__(self, path: Path, catalog: Catalog) -> None:
        self.path = path
        self.catalog = catalog
        self.before: ArmyList | None = None
        self.problems: list[Problem] = []
        self.changes: list[Change] = []
        self.done: list[tuple[Edit, ArmyList]] = []
        # Each with the place in the history it was made at: only there it can be redone.
        self.taken_back: list[tuple[int, Edit, ArmyList]] = []
        self.content = b""
        self.finished: ArmyList | None = None

    def army_list(self) -> ArmyList:
        """The list as it stands after the edits so far."""
        if self.finished is not None:
            return self.finished
        if self.done:
            return self.done[-1][1]
        try:
            text = self.content.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise offering(
                PbbuildError("not-utf-8", source=str(self.path), offset=error.start), self.path
            ) from None
        try:
            return parse_list(text, str(self.path))
        except PbbuildError as error:
            raise offering(error, self.path) from None

    def wish(
        self,
        history: History,
        current: bytes | None,
        edits: Iterable[Edit],
        finish: Callable[[ArmyList], ArmyList],
        refuse: bool = True,
    ) -> Wish | None:
        if current is None:
            raise PbbuildError("no-such-file", source=str(self.path))
        self.content = current
        cursor = history.cursor
        begins_with_history = next((edit.word in HISTORY_WORDS for edit in edits), False)
        if not begins_with_history:
            self.before = self.army_list()
        for edit in edits:
            if edit.word in HISTORY_WORDS:
                cursor = self.step(edit, history, cursor)
            else:
                self.apply(edit)
        if self.problems:
            if refuse:
                raise refused(self.problems)
            return None
        target = history.line[cursor]
        sources = tuple(edit.source for edit, _ in self.done)
        if self.done:
            self.finished = finish(self.army_list())
            text = list_text(self.finished).encode()
            # Also an edit that changes nothing is a step, so that undo takes back one edit.
            return Wish("save", text, base=target, edits=sources)
        if cursor == history.cursor:
            return None
        kind = "undo" if cursor < history.cursor else "redo"
        return Wish(kind, self.content, of=target)

    def apply(self, edit: Edit) -> None:
        try:
            after, change = apply_edit(self.army_list(), edit, self.catalog)
        except EditRefusedError as refusal:
            self.problems.append(refusal.problem)
        else:
            self.taken_back.clear()
            self.done.append((edit, after))
            self.changes.append(change)

    def step(self, edit: Edit, history: History, cursor: int) -> int:
        back = edit.word == "undo"
        if back and self.done:
            self.taken_back.append((cursor, *self.done.pop()))
            self.changes.append(Change("taken-back", {"edit": self.taken_back[-1][1].source}))
            return cursor
        if not back and self.taken_back and self.taken_back[-1][0] == cursor:
            _, again, _ = self.taken_back.pop()
            after, change = apply_edit(self.army_list(), again, self.catalog)
            self.done.append((again, after))
            self.changes.append(change)
            return cursor
        wanted = cursor + (-1 if back else 1)
        content = None
        if not self.done and 0 <= wanted < len(history.line):
            content = history.content(history.line[wanted])
        if content is None:
            self.problems.append(Problem(edit.source, 0, f"edit.nothing-to-{edit.word}"))
            return cursor
        self.content = content
        values = {"version": history.line[wanted]}
        self.changes.append(Change("undone" if back else "redone", values))
        return wanted
