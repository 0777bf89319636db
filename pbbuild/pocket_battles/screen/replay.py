"""Screens of a replay: the field, what happened, and by which clauses."""

import textwrap
from collections.abc import Mapping, Sequence
from typing import Any, Final

from pbbuild.play.clauses import Clause
from pbbuild.play.verify import ReplayStep
from pbbuild.pocket_battles.screen.field import WIDTH, field_lines
from pbbuild.pocket_battles.screen.story import BattleStory
from pbbuild.text.translate import Translator

# The clause of a roll by its purpose, and of the end by its reason.
ROLL_CLAUSES: Final = {
    "initiative": ("PB-3.1",),
    "strike": ("PB-6.1",),
    "strike-back": ("PB-6.2",),
    "first-strike": ("PB-T.17",),
    "leave-strike": ("PB-5.4",),
    "shoot": ("PB-8.1",),
    "react-shoot": ("PB-5.2.6",),
}
END_CLAUSES: Final = {
    "destroyed": ("PB-9.1",),
    "conceded": ("PB-5.7",),
    "round-limit": ("PB-9.3",),
}


def step_text(step: ReplayStep, account: BattleStory, rules: Mapping[str, Clause]) -> list[str]:
    """What happened in a step, a sentence on each line, then the clauses behind it."""
    t = account.t
    first = account.line(step.line) if step.events else account.full(step.line)
    lines = [line for line in (first, *map(account.full, step.events)) if line]
    number = step.line["n"]
    text = [f"{number:>4}  {lines[0]}", *(f"      {line}" for line in lines[1:])]
    if reason := reason_text(step.line, account):
        text.append(f"      {t('replay.reason', reason=reason)}")
    text.append(f"      {t('replay.because', clauses=_clauses(clauses_of(step), rules, t))}")
    return text


def reason_text(line: Mapping[str, Any], account: BattleStory) -> str:
    """The agent's reason for a choice in words, "" if there is none or it is unknown."""
    reason = line.get("reason")
    if not isinstance(reason, dict) or not isinstance(reason.get("code"), str):
        return ""
    key = f"agents.reason-{reason['code']}"
    values = {
        name: account.name(value) if isinstance(value, str) else value
        for name, value in reason.items()
        if isinstance(value, (int, float)) or (isinstance(value, str) and value.isprintable())
    }
    # Reasons are not recomputed, so a record may hold anything here.
    if not account.t.has(key) or not account.t.blanks(key) <= values.keys():
        return ""
    return account.t(key, **values)


def clauses_of(step: ReplayStep) -> tuple[str, ...]:
    """The clauses behind a step."""
    line = step.line
    if line["type"] == "dice":
        return ROLL_CLAUSES[line["purpose"]]
    if line["type"] == "end":
        return END_CLAUSES[line["reason"]]
    return step.clauses


def _clauses(ids: Sequence[str], rules: Mapping[str, Clause], t: Translator) -> str:
    return "; ".join(
        f"{clause} {rules[clause].heading.in_language(t.language)}" if clause in rules else clause
        for clause in ids
    )


def units_of(step: ReplayStep) -> list[str]:
    """The units a step involves, which the field marks."""
    line = step.line
    found = [line[key] for key in ("unit", "target") if key in line]
    words = str(line.get("action", "")).split()[1:]
    found += [word for word in words if word[:1] in "ab" and word[1:].isdecimal()]
    return [*found, *(event["unit"] for event in step.events if "unit" in event)]


def step_screen(
    document: Mapping[str, Any],
    step: ReplayStep,
    text: Sequence[str],
    t: Translator,
    *,
    plain: bool,
    rows: int = 23,
    columns: int = WIDTH,
    names: Mapping[str, str] | None = None,
    you: str = "",
) -> list[str]:
    """The field after a step above the lines of `step_text`, in `rows` lines if possible.

    A battle with one player is shown from the seat of `you`.
    """
    shown = [
        part
        for line in text
        for part in textwrap.wrap(line, columns, subsequent_indent=" " * 8) or [""]
    ]
    field = field_lines(
        document,
        t,
        plain=plain,
        seat=you or "A",
        rows=rows - len(shown),
        columns=columns,
        marked=units_of(step),
        names=names,
        you=you,
    )
    return [*field, *shown]
