"""Pocket General against the machine or a friend, single games and campaigns."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pbbuild.errors import UsageError
from pbbuild.play.saves import LATEST, forget, games_folder
from pbbuild.pocket_general.commands.campaign import (
    ask_nation,
    count,
    number_of,
    read_or_begin,
    tell_score,
    under_way,
    write,
)
from pbbuild.pocket_general.commands.options import (
    current_game,
    nation_options,
    nations_of,
    seed_or_fresh,
    variant_options,
)
from pbbuild.terminal.options import PATH, seed_option
from pbbuild.terminal.screen import say
from pbbuild.terminal.session import Session, session_of

if TYPE_CHECKING:
    from pbbuild.play.table import Seats, Undo
    from pbbuild.pocket_general.rules.game import PocketGeneral
    from pbbuild.pocket_general.rules.setup import Variant
    from pbbuild.pocket_general.screen.game_view import GeneralFace
    from pbbuild.terminal.shell import Shell


@click.command("play")
@nation_options
@variant_options
@seed_option
@click.option("--enemy-agent", default="search", show_default=True, help="Who plays the enemy.")
@click.option("--two", is_flag=True, help="Two people at one terminal.")
@click.option("--real-dice", is_flag=True, help="You type what the dice on your table show.")
@click.option("--practice", is_flag=True, help="Moves can be taken back with undo.")
@click.option(
    "--campaign", metavar="NAME", help="A campaign of three games; the score is kept under NAME."
)
@click.option(
    "--resume",
    is_flag=False,
    flag_value=LATEST,
    metavar="FILE",
    help="Go on with a saved game, the latest one without FILE.",
)
@click.option("--record", type=PATH, metavar="FILE", help="Keep the game in FILE.")
def play_command(
    army: str,
    against: str,
    variant: "Variant",
    seed: int | None,
    enemy_agent: str,
    two: bool,
    real_dice: bool,
    practice: bool,
    campaign: str | None,
    resume: str | None,
    record: Path | None,
) -> None:
    """Play Pocket General at the terminal.

    Answer with a number or in words (`place tanks 2`, or just `tanks 2`); ? helps. The game is
    kept after every move: quit, or even a crash, loses nothing, --resume goes on.

    \b
        pbbuild play --game pocket-general --army japan --against united-states
        pbbuild play --game pocket-general --campaign pacific
        pbbuild play --game pocket-general --resume
    """
    from pbbuild.play.agents.registry import agent_named

    session = session_of()
    game = current_game()
    if record and record.exists():
        raise UsageError("battle.record-there", source=str(record))
    agent_named(enemy_agent, game.id)
    if resume:
        shell = _resumed(session, game, resume)
        extra, own_seed = shell.table.extra, shell.table.seed
        name = extra.get("campaign")
        if _finished(session, game, shell, record) and name:
            _campaign(session, game, str(name), own_seed, enemy_agent, extra["power"])
        return
    nations = nations_of(game.catalog, army, against)
    chosen_seed = seed_or_fresh(seed)
    if campaign:
        power = game.catalog.nations[nations[0]].side
        _campaign(session, game, campaign, chosen_seed, enemy_agent, power, variant)
        return
    seats = [None, None] if two else [None, enemy_agent]
    undo: Undo = "practice" if practice else "never"
    shell = _begun(
        session, game, nations, variant, seats, chosen_seed, real_dice=real_dice, undo=undo
    )
    _finished(session, game, shell, record)


def _face(
    session: Session, game: "PocketGeneral", nations: Any, variant: "Variant", seats: Any
) -> "tuple[GeneralFace, Seats]":
    from pbbuild.play.agents.registry import agent_named
    from pbbuild.play.table import Seats
    from pbbuild.pocket_general.screen.game_view import GeneralFace

    agents = [agent_named(name, game.id) if name else None for name in seats]
    names = [agent.name if agent else "person" for agent in agents]
    return GeneralFace(game, nations, variant, names, session), Seats((agents[0], agents[1]))


def _begun(
    session: Session,
    game: "PocketGeneral",
    nations: Any,
    variant: "Variant",
    seats: Any,
    seed: int,
    *,
    real_dice: bool = False,
    undo: "Undo" = "never",
    extra: dict[str, Any] | None = None,
) -> "Shell":
    from pbbuild.play.agents.registry import agent_named
    from pbbuild.play.table import Table
    from pbbuild.terminal.shell import Shell

    face, sitting = _face(session, game, nations, variant, seats)
    table = Table(
        game,
        face.start(),
        face.header(None if real_dice else seed),
        sitting,
        seed,
        real_dice=real_dice,
        undo=undo,
        hinter=agent_named("search", game.id),
        extra=extra,
    )
    return Shell(face, session, table, games_folder() / f"pocket-general-{seed}.json")


def _finished(session: Session, game: "PocketGeneral", shell: "Shell", record: Path | None) -> bool:
    if not shell.table.inputs:
        shell.say(session.t("pocket-general.welcome"))
    done = shell.run()
    if done and record:
        shell.table.recorder.write(record)
        say(session.t("pocket-general.recorded", path=str(record)), err=True)
    if done and "campaign" in shell.table.extra:
        count(game, shell.table)
    if done:
        # Only now: where the score or record could not be written the game can be resumed.
        forget(shell.save)
    return done


def _resumed(session: Session, game: "PocketGeneral", wish: str) -> "Shell":
    from pbbuild.play.agents.registry import agent_named
    from pbbuild.play.record import Record
    from pbbuild.play.saves import read_save
    from pbbuild.play.table import Table
    from pbbuild.pocket_general.playtest.games import opening
    from pbbuild.pocket_general.rules.setup import Variant
    from pbbuild.terminal.shell import Shell

    saved = read_save(wish, game.id, "pocket-general")
    source, kept = str(saved.path), saved.game
    # The rules the game was begun with, even if a value has been corrected since.
    rules, state = opening(Record(source, kept.header, ()))
    tables = state.core.tables
    bonus = bool(kept.header.get("variant", {}).get("bonus"))
    variant = Variant(tables.fast, tables.core_only_start, bonus, tables.turn_limit)
    document = kept.document
    extra: dict[str, Any] = {
        key: document[key] for key in ("campaign", "power") if isinstance(document.get(key), str)
    }
    face, seats = _face(session, rules, tables.nations, variant, kept.seats)
    table = Table.from_save(
        kept,
        rules,
        face.start(),
        face.header(None if kept.real_dice else kept.seed),
        seats,
        hinter=agent_named("search", rules.id),
        extra={**extra, "number": number_of(document)} if len(extra) == 2 else {},
        source=source,
    )
    return Shell(face, session, table, saved.path, is_resumed=True)


def _campaign(
    session: Session,
    game: "PocketGeneral",
    name: str,
    seed: int,
    enemy_agent: str,
    power: str,
    variant: "Variant | None" = None,
) -> None:
    from pbbuild.play.stream import derived
    from pbbuild.pocket_general.rules.campaign import POWERS
    from pbbuild.pocket_general.rules.setup import STANDARD

    while True:
        campaign = read_or_begin(game, name)
        tell_score(session, game, campaign)
        if campaign.is_over(game.catalog):
            return
        while chooser := campaign.chooser(game.catalog):
            choices = campaign.choices(game.catalog, chooser)
            wish = ask_nation(session, chooser, choices) if chooser == power else choices[0]
            if wish is None:
                return
            campaign = campaign.choose(game.catalog, chooser, wish)
            write(name, campaign)
        if kept := under_way(name, len(campaign.games)):
            if not _finished(session, game, _resumed(session, game, str(kept)), None):
                return
            continue
        seats = [None if side == power else enemy_agent for side in POWERS]
        number = len(campaign.games)
        extra = {"campaign": name, "power": power, "number": number}
        # One seed for the campaign, another for each of its games; small enough to be typed.
        own_seed = derived(seed, number) % 10**9
        nations = campaign.nations(game.catalog)
        shell = _begun(session, game, nations, variant or STANDARD, seats, own_seed, extra=extra)
        if not _finished(session, game, shell, None):
            return
