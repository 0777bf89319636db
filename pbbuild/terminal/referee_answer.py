"""The output of every game's `referee`: legal actions, and the clauses for or against one."""

import textwrap
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import click

from pbbuild.terminal.answers import answer
from pbbuild.terminal.screen import say
from pbbuild.terminal.session import Session

if TYPE_CHECKING:
    from pbbuild.play.contract import Option


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

    It is 1 if clauses are `refusing` the action. The clause "" means that the text is no action;
    `reasons` then explain it.
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
