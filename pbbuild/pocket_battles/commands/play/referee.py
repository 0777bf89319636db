"""`pbbuild referee`: what the rules allow in a state, and why not the rest."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from pbbuild.base.rooms import reader_of
from pbbuild.errors import PbbuildError, UsageError
from pbbuild.pocket_battles.commands.session import BattlesSession
from pbbuild.terminal.options import json_option
from pbbuild.terminal.referee_answer import (
    print_actions,
    print_ruling,
    refuse_unknown_action,
)
from pbbuild.terminal.screen import say

if TYPE_CHECKING:
    from pbbuild.base.documents import Document
    from pbbuild.play.contract import Option
    from pbbuild.pocket_battles.rules.battle import Battle

LARGEST_STATE: Final = 1024 * 1024  # bytes


@click.command("referee")
@click.argument("state", metavar="STATE")
@click.option("--why", metavar="ACTION", help="Say whether ACTION is allowed, and by which clause.")
@json_option
@click.pass_context
def referee_command(ctx: click.Context, state: str, why: str | None, as_json: bool) -> None:
    """List what the rules allow in a state of a battle.

    STATE is a pbbuild-state/1 file or a drawn board (docs/referee.md), `-` for standard input. It
    lists every legal action with its cost and clauses. With --why it exits with 1 when ACTION
    isn't allowed, and names the clauses that forbid it; words that name no action are an error.

    \b
        pbbuild referee table.json
        pbbuild referee table.txt --why "charge a1"
    """
    from pbbuild.play.contract import SIDES
    from pbbuild.pocket_battles.rules.game import PocketBattles
    from pbbuild.pocket_battles.rules.notation import likely_text, parse_action, standard_text
    from pbbuild.pocket_battles.rules.state_check import (
        missing_tokens,
        refuse_idle_decision,
        refuse_impossible,
    )
    from pbbuild.pocket_battles.rules.state_file import read_state

    session: BattlesSession = ctx.obj
    game = PocketBattles(session.catalog)
    document = _document(state)
    value = document.value
    if judge := reader_of(value.get("game") if isinstance(value, dict) else None, "referee"):
        ctx.exit(judge(session, document, why=why, as_json=as_json))
    full = read_state(document, session.catalog)
    refuse_impossible(document, full, session.catalog)
    for side, count in missing_tokens(document, full, session.catalog).items():
        say(session.t("state.tokens-missing", side=side, count=count), err=True)
    battle = game.from_json(full)
    refuse_idle_decision(document, battle)
    options = game.options(battle)
    decider = SIDES[battle.decider()]
    if why is not None:
        text = standard_text(battle.forces, why)
        if parse_action(battle.forces, text) is None:
            _refuse_missing_units(battle, text)
            likely = likely_text(battle.forces, text) or _said(session, battle, options, text)
            refuse_unknown_action(text, options, likely)
        clauses = game.why_not(battle, text)
        from pbbuild.pocket_battles.screen.refusal_reasons import refusal_reasons

        reasons = refusal_reasons(battle, text, clauses, session.t)
        ctx.exit(print_ruling(session, text, clauses, options, reasons, as_json=as_json))
    print_actions(
        decider,
        full["decision"],
        options,
        lambda: _print_options(session, full, decider, options),
        as_json=as_json,
    )


def _refuse_missing_units(battle: "Battle", text: str) -> None:
    """Raise if the text names units that are not in the state."""
    named = re.findall(r"\b[ab][1-9][0-9]?\b", text.lower())
    missing = [unit for unit in dict.fromkeys(named) if battle.forces.unit_index(unit) < 0]
    if missing:
        units = tuple(unit.id for side in battle.forces.sides for unit in side)
        shown = text[:60]
        raise UsageError("referee.no-such-unit", action=shown, found=missing[0], known=units)


def _said(
    session: BattlesSession, battle: "Battle", options: "list[Option]", text: str
) -> str | None:
    """The action that the words of `play` name, in either language; None if they name none."""
    from pbbuild.pocket_battles.screen.battle_words import BattleWords

    units = {unit.id: unit.name or unit.id for side in battle.forces.sides for unit in side}
    tiles = {code: (troop.name,) for code, troop in session.catalog.troops.items()}
    found = BattleWords(battle, options, units, tiles).understood(text)
    if len(found.options) == 1:
        return found.options[0].text
    return found.text or None


def _document(state: str) -> "Document":
    from pbbuild.base.documents import parse_json
    from pbbuild.base.files import read_text
    from pbbuild.pocket_battles.rules.state_drawing import is_drawing, parse_drawing

    if state == "-":
        import sys

        data = sys.stdin.buffer.read(LARGEST_STATE + 1)
        if len(data) > LARGEST_STATE:
            raise PbbuildError("file-too-large", source=state, limit=LARGEST_STATE)
        text = data.decode("utf-8-sig", "replace")
    else:
        text = read_text(Path(state), LARGEST_STATE)
    return parse_drawing(text, state) if is_drawing(text) else parse_json(text, state)


def _print_options(
    session: BattlesSession, state: Mapping[str, Any], decider: str, options: "list[Option]"
) -> None:
    from pbbuild.pocket_battles.screen.field import field_lines, roster_lines

    names = {code: troop.name for code, troop in session.catalog.troops.items()}
    traits = {
        name: trait.name.in_language(session.language)
        for name, trait in session.catalog.traits.items()
    }
    for line in (
        *field_lines(state, session.t, plain=session.plain),
        "",
        *roster_lines(state, names, traits, session.t),
    ):
        click.echo(line)
    click.echo("")
    say(session.t("referee.title", side=decider, count=len(options)))
    costs = [session.t("account.tokens", count=o.cost) if o.cost else "" for o in options]
    width = max(len(option.text) for option in options)
    wide = max(map(len, costs))
    for option, cost in zip(options, costs, strict=True):
        clauses = ", ".join(option.clauses)
        click.echo(f"  {option.text:<{width}}  {cost:<{wide}}  {clauses}".rstrip())
