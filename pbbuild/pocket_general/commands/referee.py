"""Pocket General: the legal actions of a state, and the odds of a combat."""

from typing import TYPE_CHECKING, Any

import click

from pbbuild.errors import StateError
from pbbuild.pocket_general.commands.options import current_game
from pbbuild.terminal.answers import answer
from pbbuild.terminal.referee_answer import (
    print_actions,
    print_ruling,
    refuse_unknown_action,
)
from pbbuild.terminal.screen import say
from pbbuild.terminal.session import Session

if TYPE_CHECKING:
    from pbbuild.base.documents import Document
    from pbbuild.pocket_general.rules.game import PocketGeneral
    from pbbuild.pocket_general.rules.state import GeneralState


def referee(session: Session, document: "Document", *, why: str | None, as_json: bool) -> int:
    """Print what the rules allow in a state of this game; 1 if the action `why` is refused."""
    from pbbuild.play.contract import SIDES, Node
    from pbbuild.pocket_general.playtest.combat_odds import odds_document
    from pbbuild.pocket_general.rules.odds import combat_odds
    from pbbuild.pocket_general.rules.state_reader import read_state
    from pbbuild.pocket_general.screen.board import GeneralBoard
    from pbbuild.pocket_general.screen.story import GeneralAccount

    game = current_game()
    state = read_state(game.catalog, document.value, document.source)
    board = GeneralBoard(game.catalog, session.t, plain=session.plain)
    decider = SIDES[state.decider()]
    decision = game.to_json(state)["decision"]
    if state.node() == Node.ROLL and decision == "roll-combat" and why is None:
        result = _combat_result(game, state, document.value.get("dice"))

        def show_combat() -> None:
            click.echo("\n".join(board.lines(state.core)))
            if result:
                account = GeneralAccount(game.catalog, state.core.tables.nations, session.t)
                click.echo(account.combat(result))

        odds = combat_odds(state.core, state.core.hex)
        answer(
            lambda: {**odds_document(odds), "outcome": result},
            show_combat,
            as_json=as_json,
        )
        return 0
    if state.node() != Node.DECISION:
        raise StateError("pocket-general.no-decision", source=document.source, decision=decision)
    options = game.options(state)
    if why is None:

        def show_options() -> None:
            click.echo("\n".join([*board.lines(state.core), ""]))
            say(session.t("referee.title", side=decider, count=len(options)))
            for option in options:
                click.echo(f"  {option.text:<40}  {', '.join(option.clauses)}")

        print_actions(decider, decision, options, show_options, as_json=as_json)
        return 0
    text = " ".join(why.split())
    clauses = game.why_not(state, text)
    if clauses == ("",):
        refuse_unknown_action(text, options)
    return print_ruling(session, text, clauses, options, (), as_json=as_json)


def _combat_result(
    game: "PocketGeneral", state: "GeneralState", dice: Any
) -> dict[str, Any] | None:
    """The result of the combat if the state names both dice, else None."""
    if not isinstance(dice, dict) or dice.get("A") is None or dice.get("B") is None:
        return None
    after = state.copy()
    first = after.core.first
    after.core.side = first
    for side in (first, 1 - first):
        before = after.copy()
        after.apply_roll([dice["AB"[side]]])
    return dict(game.events(before, after)[0].values)
