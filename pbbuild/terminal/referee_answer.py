"""The output of every game's `referee`: legal actions, and the clauses for or against one."""

import textwrap
from collections.abc import Callable, Sequence
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Final, NoReturn

import click

from pbbuild.errors import UsageError
from pbbuild.terminal.answers import answer
from pbbuild.terminal.screen import say
from pbbuild.terminal.session import Session

if TYPE_CHECKING:
    from pbbuild.play.contract import Option

# How alike two words must be to count as one misspelled, and how many words are compared.
WORD_LIKENESS: Final = 0.6
MOST_WORDS: Final = 12


def print_actions(
    decider: str,
    decision: str,
    options: "Sequence[Option]",
    show: Callable[[], None],
    *,
    as_json: bool,
) -> None:
    """Print every legal action with its cost and clauses as JSON, or call `show`."""
    actions = [
        {"action": option.text, "cost": option.cost, "clauses": list(option.clauses)}
        for option in options
    ]
    document = {"decider": decider, "decision": decision, "actions": actions}
    answer(lambda: document, show, as_json=as_json)


def refuse_unknown_action(
    action: str, options: "Sequence[Option]", likely: str | None = None
) -> NoReturn:
    """Raise for words that name no action; the error suggests the option most like them.

    If there is none, it suggests the `likely` action, which need not be allowed.
    """
    near = similar_action(action, [option.text for option in options]) or likely
    shown = action[:60]
    if near:
        raise UsageError("referee.not-understood-near", action=shown, near=near)
    raise UsageError("referee.not-understood", action=shown)


def similar_action(text: str, known: Sequence[str]) -> str:
    """The action of `known` whose words are most like those of `text`, in any order, or ""."""
    typed = text.lower().split()[:MOST_WORDS]
    # One misspelled word may be anything; of several, all but one must be found.
    best, most = "", 0.0
    for option in known:
        words = option.lower().split()
        if abs(len(words) - len(typed)) > 2:
            continue
        found = [max((_likeness(word, own) for own in typed), default=0.0) for word in words]
        score = sum(found) / max(len(words), len(typed))
        if score > most and min(found) >= WORD_LIKENESS:
            best, most = option, score
    return best


def _likeness(word: str, typed: str) -> float:
    if word == typed:
        return 1.0
    # Ids and numbers are like no other: a1 is not nearly a2.
    if not (word.replace("-", "").isalpha() and typed.replace("-", "").isalpha()):
        return 0.0
    return SequenceMatcher(None, word, typed).ratio()


def print_ruling(
    session: Session,
    action: str,
    refusing: Sequence[str],
    options: "Sequence[Option]",
    reasons: Sequence[str],
    *,
    as_json: bool,
) -> int:
    """Print whether an action is allowed and by which clauses; returns the exit status.

    It is 1 if clauses are `refusing` the action.
    """
    from pbbuild.play.clauses import load_rules

    rules = load_rules()
    allowing = next((option.clauses for option in options if option.text == action), ())
    named = [clause for clause in refusing or allowing if clause]
    sentences = {
        clause: rules[clause].text.in_language(session.language)
        for clause in named
        if clause in rules
    }

    def show() -> None:
        say(session.t("referee.refused" if refusing else "referee.allowed", action=action))
        for line in (*reasons, *(f"{clause}  {sentences.get(clause, '')}" for clause in named)):
            click.echo(textwrap.fill(line, 79, initial_indent="  ", subsequent_indent="    "))

    document = {
        "action": action,
        "allowed": not refusing,
        "clauses": named,
        "sentences": sentences,
        "reasons": list(reasons),
    }
    answer(lambda: document, show, as_json=as_json)
    return 1 if refusing else 0
