"""`pbbuild referee`: what the rules allow in a state, and why not the rest."""

import json
import textwrap
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from pbbuild.cli.games import reader
from pbbuild.cli.options import json_option
from pbbuild.cli.say import say
from pbbuild.cli.session import Session
from pbbuild.errors import PbbuildError, StateError

if TYPE_CHECKING:
    from pbbuild.files import Document
    from pbbuild.games.contract import Option

LARGEST_STATE: Final = 1024 * 1024  # bytes


@click.command("referee")
@click.argument("state", metavar="STATE")
@click.option("--why", metavar="ACTION", help="Whether ACTION is allowed, and by which clause.")
@json_option
@click.pass_context
def referee_command(ctx: click.Context, state: str, why: str | None, as_json: bool) -> None:
    """Say what the rules allow in a state of a battle.

    STATE is a pbbuild-state/1 file or a drawn board (docs/referee.md), `-` for standard input.
    Every legal action is listed with its cost and clauses. With --why it exits with 1 when
    ACTION is not allowed, and names the clauses that forbid it.

    \b
        pbbuild referee table.json
        pbbuild referee table.txt --why "charge a1"
    """
    from pbbuild.games.contract import SIDES
    from pbbuild.games.pocket_battles.game import PocketBattles
    from pbbuild.games.pocket_battles.notation import as_written
    from pbbuild.match.possible import missing_tokens, refuse_impossible
    from pbbuild.match.statefile import read_shape

    session: Session = ctx.obj
    game = PocketBattles(session.catalog)
    document = _document(state)
    value = document.value
    if judge := reader("referee", value.get("game") if isinstance(value, dict) else None):
        ctx.exit(judge(session, document, why=why, as_json=as_json))
    full = read_shape(document, session.catalog)
    refuse_impossible(document, full, session.catalog)
    for side, count in missing_tokens(document, full, session.catalog).items():
        say(session.t("state.tokens-missing", side=side, count=count), err=True)
    battle = game.from_json(full)
    options = game.options(battle)
    decider = SIDES[battle.decider()]
    if not options:
        decision = full["decision"]
        raise StateError(
            "state.nothing-to-decide", source=document.source, decision=decision, side=decider
        )
    if why is not None:
        text = as_written(battle.forces, why)
        clauses = game.why_not(battle, text)
        from pbbuild.render.refusal import refusal_reasons

        reasons = refusal_reasons(battle, text, clauses, session.t)
        ctx.exit(_tell_why(session, text, clauses, options, reasons, as_json))
    if as_json:
        actions = [
            {"action": option.text, "cost": option.cost, "clauses": list(option.clauses)}
            for option in options
        ]
        answer = {"decider": decider, "decision": full["decision"], "actions": actions}
        click.echo(json.dumps(answer, ensure_ascii=False, indent=2))
        return
    _tell_options(session, full, decider, options)


def _document(state: str) -> "Document":
    from pbbuild.files import parse_json, read_text
    from pbbuild.match.board import is_drawing, parse_drawing

    if state == "-":
        import sys

        data = sys.stdin.buffer.read(LARGEST_STATE + 1)
        if len(data) > LARGEST_STATE:
            raise PbbuildError("file-too-large", source=state, limit=LARGEST_STATE)
        text = data.decode("utf-8-sig", "replace")
    else:
        text = read_text(Path(state), LARGEST_STATE)
    return parse_drawing(text, state) if is_drawing(text) else parse_json(text, state)


def _tell_why(
    session: Session,
    action: str,
    clauses: tuple[str, ...],
    options: "list[Option]",
    reasons: list[str],
    as_json: bool,
) -> int:
    from pbbuild.catalog.rules import load_rules

    rules = load_rules()
    allowed = not clauses
    named = clauses or next((option.clauses for option in options if option.text == action), ())
    sentences = {
        clause: rules[clause].text.in_language(session.language)
        for clause in named
        if clause in rules
    }
    if as_json:
        answer = {
            "action": action,
            "allowed": allowed,
            "clauses": list(named),
            "sentences": sentences,
            "reasons": reasons,
        }
        click.echo(json.dumps(answer, ensure_ascii=False, indent=2))
    else:
        key = "referee.allowed" if allowed else "referee.refused"
        say(session.t(key, action=action))
        for reason in reasons:
            click.echo(textwrap.fill(reason, 79, initial_indent="  ", subsequent_indent="    "))
        for clause in named:
            click.echo(
                textwrap.fill(
                    f"{clause}  {sentences.get(clause, '')}",
                    79,
                    initial_indent="  ",
                    subsequent_indent="    ",
                )
            )
    return 0 if allowed else 1


def _tell_options(
    session: Session, state: Mapping[str, Any], decider: str, options: "list[Option]"
) -> None:
    from pbbuild.render.field import field_lines, roster_lines

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
