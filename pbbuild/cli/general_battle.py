"""Pocket General: one game told on the screen, replays, and what the rules allow."""

import json
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pbbuild.cli.general_options import (
    general_game,
    nation_options,
    nations_of,
    seed_or_fresh,
    variant_options,
)
from pbbuild.cli.options import PATH, json_option, seed_option
from pbbuild.cli.say import say
from pbbuild.cli.session import Session, session_of
from pbbuild.errors import StateError, UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pbbuild.agents.contract import Agent
    from pbbuild.files import Document
    from pbbuild.games.pocket_general.game import PocketGeneral
    from pbbuild.games.pocket_general.setup import Variant
    from pbbuild.games.pocket_general.state import GeneralState


@click.command("battle")
@nation_options
@variant_options
@seed_option
@click.option("--agent", default="greedy", show_default=True, help="Who plays side A.")
@click.option("--enemy-agent", default="greedy", show_default=True, help="Who plays side B.")
@click.option("--record", type=PATH, metavar="FILE", help="Keep the game in FILE.")
@click.option("--force", is_flag=True, help="Replace FILE if it is there.")
@click.option("--campaign", is_flag=True, help="A whole campaign of three games (PG-7).")
@json_option
def battle_command(
    army: str,
    against: str,
    variant: "Variant",
    seed: int | None,
    agent: str,
    enemy_agent: str,
    record: Path | None,
    force: bool,
    campaign: bool,
    as_json: bool,
) -> None:
    """Play one game of Pocket General and tell how it went.

    One of the Axis (germany, japan) against one of the Allies (united-states, russia). Agents:
    random, greedy, search:N. The same seed gives the same game. In a campaign --agent plays the
    Axis and --enemy-agent the Allies.

    \b
        pbbuild battle --game pocket-general --army germany --against russia --seed 7
        pbbuild battle --game pocket-general --army japan --against united-states --fast
    """
    from pbbuild.agents.registry import agent_named
    from pbbuild.match.general import fight
    from pbbuild.render.general_account import GeneralAccount

    session = session_of()
    if record and record.exists() and not force:
        raise UsageError("battle.record-there", source=str(record))
    game = general_game()
    nations = nations_of(game.catalog, army, against)
    agents = [agent_named(name, game.id) for name in (agent, enemy_agent)]
    if campaign:
        _campaign(session, game, agents, seed_or_fresh(seed), variant, as_json)
        return
    fought = fight(game, nations, agents, seed_or_fresh(seed), variant)
    lines = fought.recorder.lines
    if record:
        fought.recorder.write(record, force=force)
    if as_json:
        click.echo(json.dumps(_summary(lines, nations, record), indent=2))
        return
    account = GeneralAccount(game.catalog, nations, session.t)
    say(f"{account.title(lines[0])}, {session.t('general.seed', seed=lines[0]['seed'])}")
    for line in account.told(lines[1:]):
        say(line, indent=2)
    if record:
        say(session.t("general.recorded", path=str(record)), err=True)


def _campaign(
    session: Session,
    game: "PocketGeneral",
    agents: "Sequence[Agent]",
    seed: int,
    variant: "Variant",
    as_json: bool,
) -> None:
    from pbbuild.cli.general_play import tell_score
    from pbbuild.games.pocket_general.campaign import (
        POWERS,
        Campaign,
        Played,
        campaign_document,
    )
    from pbbuild.games.stream import Stream, derived
    from pbbuild.match.general import fight
    from pbbuild.render.general_account import GeneralAccount

    campaign, catalog = Campaign(), game.catalog
    chance = Stream(derived(seed, 7))
    while not campaign.is_over(catalog):
        while chooser := campaign.chooser(catalog):
            choices = campaign.choices(catalog, chooser)
            campaign = campaign.choose(catalog, chooser, choices[chance.below(len(choices))])
        nations = campaign.nations(catalog)
        own_seed = derived(seed, len(campaign.games))
        outcome = fight(game, nations, agents, own_seed, variant)
        end = outcome.recorder.lines[-1]
        winner = POWERS["AB".index(end["winner"])] if end["winner"] else ""
        campaign = campaign.add(Played(nations[0], nations[1], winner, end["reason"]))
        if not as_json:
            account = GeneralAccount(catalog, nations, session.t)
            say(f"{account.title(outcome.recorder.lines[0])}: {account.end(end)}")
            tell_score(session, game, campaign)
    if as_json:
        answer = campaign_document(campaign)
        answer |= {"points": campaign.points(catalog), "winner": campaign.winner(catalog) or None}
        click.echo(json.dumps(answer, indent=2))


def _summary(lines: list[dict[str, Any]], nations: Any, record: Path | None) -> dict[str, Any]:
    header, end = lines[0], lines[-1]
    choices = [line for line in lines if line.get("type") == "choice"]
    return {
        "winner": end["winner"],
        "reason": end["reason"],
        "turns": end["rounds"],
        "locations": end["destroyed"],
        "seed": header["seed"],
        "variant": header["variant"],
        "agents": header["agents"],
        "nations": {"A": nations[0], "B": nations[1]},
        "decisions": sum(line["options"] > 1 for line in choices),
        "record": str(record) if record else None,
    }


def referee(session: Session, document: "Document", *, why: str | None, as_json: bool) -> int:
    """Say what the rules allow in a state of this game; 1 where `why` is refused."""
    from pbbuild.catalog.rules import load_rules
    from pbbuild.games.contract import SIDES, Node
    from pbbuild.games.pocket_general.odds import combat_odds
    from pbbuild.games.pocket_general.reading import read_state
    from pbbuild.render.general_account import GeneralAccount
    from pbbuild.render.general_board import GeneralBoard

    game = general_game()
    state = read_state(game.catalog, document.value, document.source)
    board = GeneralBoard(game.catalog, session.t, plain=session.plain)
    decider = SIDES[state.decider()]
    decision = game.to_json(state)["decision"]
    if state.node() == Node.ROLL and decision == "roll-combat" and why is None:
        fought = _fought(game, state, document.value.get("dice"))
        if as_json:
            odds = odds_document(combat_odds(state.core, state.core.hex))
            click.echo(json.dumps({**odds, "outcome": fought}, indent=2))
        else:
            click.echo("\n".join(board.lines(state.core)))
            if fought:
                account = GeneralAccount(game.catalog, state.core.tables.nations, session.t)
                click.echo(account.combat(fought))
        return 0
    if state.node() != Node.DECISION:
        raise StateError("general.no-decision", source=document.source, decision=decision)
    options = game.options(state)
    if why is None:
        if as_json:
            actions = [
                {"action": option.text, "cost": option.cost, "clauses": list(option.clauses)}
                for option in options
            ]
            answer = {"decider": decider, "decision": decision, "actions": actions}
            click.echo(json.dumps(answer, indent=2))
        else:
            click.echo("\n".join([*board.lines(state.core), ""]))
            say(session.t("referee.title", side=decider, count=len(options)))
            for option in options:
                click.echo(f"  {option.text:<40}  {', '.join(option.clauses)}")
        return 0
    text = " ".join(why.split())
    clauses = game.why_not(state, text)
    rules = load_rules()
    named = [clause for clause in clauses if clause] or list(options[0].clauses)
    sentences = {
        clause: rules[clause].text.in_language(session.language)
        for clause in named
        if clause in rules
    }
    if as_json:
        answer = {
            "action": text,
            "allowed": not clauses,
            "clauses": [clause for clause in named if clauses != ("",)],
            "sentences": sentences,
        }
        click.echo(json.dumps(answer, ensure_ascii=False, indent=2))
    else:
        key = "referee.refused" if clauses else "referee.allowed"
        say(session.t(key, action=text))
        if clauses == ("",):
            click.echo(f"  {session.t('referee.no-action')}")
        for clause in () if clauses == ("",) else named:
            told = f"{clause}  {sentences.get(clause, '')}"
            click.echo(textwrap.fill(told, 79, initial_indent="  ", subsequent_indent="    "))
    return 1 if clauses else 0


def _fought(game: "PocketGeneral", state: "GeneralState", dice: Any) -> dict[str, Any] | None:
    """How the combat ends if the state names both dice, None if it does not."""
    if not isinstance(dice, dict) or dice.get("A") is None or dice.get("B") is None:
        return None
    after = state.copy()
    first = after.core.first
    after.core.side = first
    for side in (first, 1 - first):
        before = after.copy()
        after.apply_roll([dice["AB"[side]]])
    return dict(game.events(before, after)[0].values)


def odds_document(odds: Any) -> dict[str, Any]:
    """The odds of a combat for a program."""
    return {
        "sums": {"A": odds.sums[0], "B": odds.sums[1]},
        "military": {"A": odds.military[0], "B": odds.military[1]},
        "higher": {"A": odds.a, "B": odds.b},
        "stays": odds.stays,
        "results": {"A": odds.a_result, "B": odds.b_result},
        "margins": {str(margin): round(share, 12) for margin, share in odds.margins.items()},
    }
