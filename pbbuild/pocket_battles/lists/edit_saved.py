"""Editing a saved list: a script is applied to the present file, undo and redo included.

One call makes one version. `undo` first undoes edits of the same call, then steps back through the
history; `redo` steps forward. An edit after an undo starts a new branch; the undone versions stay
in the history.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from pbbuild.errors import PbbuildError, Problem
from pbbuild.pocket_battles.catalog.model import Catalog
from pbbuild.pocket_battles.lists.edit import EditRefusedError, ListEdit, apply_edit, script_refusal
from pbbuild.pocket_battles.lists.edit_language import HISTORY_WORDS, Edit, read_edits
from pbbuild.pocket_battles.lists.history import History
from pbbuild.pocket_battles.lists.list_file import list_text, parse_list
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.lists.saved_lists import FileChange, change_list, with_restore_offer


@dataclass(frozen=True, slots=True)
class Revised:
    """A list before and after a script, the changes, and its history."""

    before: ArmyList | None
    after: ArmyList
    changes: tuple[ListEdit, ...]
    history: History


def revise(
    path: Path,
    scripts: Iterable[str],
    catalog: Catalog,
    finish: Callable[[ArmyList], ArmyList] = lambda army_list: army_list,
) -> Revised:
    """Apply all of `scripts` to the list file and save the result as one version.

    If one edit cannot be applied, nothing is changed and all problems are raised. `finish` is
    applied to an edited list before it is saved.
    """
    edits, problems = read_edits(scripts)
    run = _ScriptRun(path, catalog)

    def make(history: History, current: bytes | None) -> FileChange | None:
        if problems:
            # Edits that can be read may have problems too: report all of them.
            run.result(history, current, edits, finish, refuse=False)
            raise script_refusal((*problems, *run.problems))
        return run.result(history, current, edits, finish)

    history = change_list(path, make)
    return Revised(run.before, run.army_list(), tuple(run.changes), history)


class _ScriptRun:
    """One script on one list file, under its lock."""

    def __init__(self, path: Path, catalog: Catalog) -> None:
        self.path = path
        self.catalog = catalog
        self.before: ArmyList | None = None
        self.problems: list[Problem] = []
        self.changes: list[ListEdit] = []
        self.done: list[tuple[Edit, ArmyList]] = []
        # With the place in the history where the edit was made: only there it can be redone.
        self.undone: list[tuple[int, Edit, ArmyList]] = []
        self.content = b""
        self.finished: ArmyList | None = None

    def army_list(self) -> ArmyList:
        """The list after the edits so far."""
        if self.finished is not None:
            return self.finished
        if self.done:
            return self.done[-1][1]
        try:
            text = self.content.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise with_restore_offer(
                PbbuildError("not-utf-8", source=str(self.path), offset=error.start), self.path
            ) from None
        try:
            return parse_list(text, str(self.path))
        except PbbuildError as error:
            raise with_restore_offer(error, self.path) from None

    def result(
        self,
        history: History,
        current: bytes | None,
        edits: Iterable[Edit],
        finish: Callable[[ArmyList], ArmyList],
        refuse: bool = True,
    ) -> FileChange | None:
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
                raise script_refusal(self.problems)
            return None
        target = history.line[cursor]
        sources = tuple(edit.source for edit, _ in self.done)
        if self.done:
            self.finished = finish(self.army_list())
            text = list_text(self.finished).encode()
            # An edit that changes nothing is a version too, so that one undo undoes one edit.
            return FileChange("save", text, base=target, edits=sources)
        if cursor == history.cursor:
            return None
        kind = "undo" if cursor < history.cursor else "redo"
        return FileChange(kind, self.content, of=target)

    def apply(self, edit: Edit) -> None:
        try:
            after, change = apply_edit(self.army_list(), edit, self.catalog)
        except EditRefusedError as refusal:
            self.problems.append(refusal.problem)
        else:
            self.undone.clear()
            self.done.append((edit, after))
            self.changes.append(change)

    def step(self, edit: Edit, history: History, cursor: int) -> int:
        back = edit.word == "undo"
        if back and self.done:
            self.undone.append((cursor, *self.done.pop()))
            self.changes.append(ListEdit("taken-back", {"edit": self.undone[-1][1].source}))
            return cursor
        if not back and self.undone and self.undone[-1][0] == cursor:
            _, again, _ = self.undone.pop()
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
        self.changes.append(ListEdit("undone" if back else "redone", values))
        return wanted
