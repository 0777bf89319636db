"""Pocket General against an agent or a friend: single games and campaigns."""

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from pbbuild.play.saves import forget
from pbbuild.pocket_general.commands.campaign import (
    add_to_score,
    ask_nation,
    number_of,
    read_or_begin,
    show_score,
    unfinished_game,
    write,
)
from pbbuild.pocket_general.commands.options import (
    current_game,
    nation_options,
    nations_of,
    seed_or_fresh,
    variant_options,
)
from pbbuild.terminal.options import (
    record_option,
    refuse_existing_record,
    resume_option,
    seed_option,
    table_options,
)
from pbbuild.terminal.screen import say
from pbbuild.terminal.session import Session, session_of

if TYPE_CHECKING:
    from pbbuild.pocket_general.rules.game import PocketGeneral
    from pbbuild.pocket_general.rules.setup import Variant
    from pbbuild.terminal.shell import Shell

# The agent that gives hints.
HINTER: Final = "search"


@click.command("play")
@nation_options
@variant_options
@seed_option
@click.option("--enemy-agent", default="search", show_default=True, help="Who plays the enemy.")
@table_options
@click.option(
    "--campaign", metavar="NAME", help="A campaign of three games; the score is kept under NAME."
)
@resume_option("game")
@record_option("game")
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
    from pbbuild.play.table import Seats
    from pbbuild.pocket_general.screen.game_view import GeneralFace
    from pbbuild.terminal.shell import Shell

    session = session_of()
    game = current_game()
    refuse_existing_record(record)
    agent_named(enemy_agent, game.id)
    if resume:
        shell = _resumed(session, game, resume)
        extra, seed = shell.table.extra, shell.table.seed
        name = extra.get("campaign")
        if _play(session, game, shell, record) and name:
            _campaign(session, game, str(name), seed, enemy_agent, extra["power"])
        return
    nations = nations_of(game.catalog, army, against)
    chosen_seed = seed_or_fresh(seed)
    if campaign:
        power = game.catalog.nations[nations[0]].side
        _campaign(session, game, campaign, chosen_seed, enemy_agent, power, variant)
        return
    seats = Seats.named([None, None if two else enemy_agent], game.id)
    face = GeneralFace(game, nations, variant, seats.recorded_names, session)
    shell = Shell.begin(
        face, session, seats, chosen_seed, hinter=HINTER, real_dice=real_dice, practice=practice
    )
    _play(session, game, shell, record)


def _play(session: Session, game: "PocketGeneral", shell: "Shell", record: Path | None) -> bool:
    if not shell.run(session.t("pocket-general.welcome")):
        return False
    if record:
        shell.table.recorder.write(record)
        say(session.t("pocket-general.recorded", path=str(record)), err=True)
    if "campaign" in shell.table.extra:
        add_to_score(game, shell.table)
    # Only now: if the score or record could not be written, the game can be resumed.
    forget(shell.save)
    return True


def _resumed(session: Session, game: "PocketGeneral", name: str) -> "Shell":
    from pbbuild.play.record import Record
    from pbbuild.play.saves import read_save
    from pbbuild.play.table import Seats
    from pbbuild.pocket_general.playtest.games import opening
    from pbbuild.pocket_general.rules.setup import Variant
    from pbbuild.pocket_general.screen.game_view import GeneralFace
    from pbbuild.terminal.shell import Shell

    saved = read_save(name, game.id, "pocket-general")
    header, document = saved.game.header, saved.game.document
    # The rules the game was started with, even if a value has been corrected since.
    rules, state = opening(Record(str(saved.path), header, ()))
    tables = state.core.tables
    bonus = bool(header.get("variant", {}).get("bonus"))
    variant = Variant(tables.fast, tables.core_only_start, bonus, tables.turn_limit)
    extra: dict[str, Any] = {
        key: document[key] for key in ("campaign", "power") if isinstance(document.get(key), str)
    }
    extra = {**extra, "number": number_of(document)} if len(extra) == 2 else {}
    seats = Seats.named(saved.game.seats, rules.id)
    face = GeneralFace(rules, tables.nations, variant, seats.recorded_names, session)
    return Shell.resume(face, session, seats, saved, hinter=HINTER, extra=extra)


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
    from pbbuild.play.table import Seats
    from pbbuild.pocket_general.rules.campaign import POWERS
    from pbbuild.pocket_general.rules.setup import STANDARD
    from pbbuild.pocket_general.screen.game_view import GeneralFace
    from pbbuild.terminal.shell import Shell

    while True:
        campaign = read_or_begin(game, name)
        show_score(session, game, campaign)
        if campaign.is_over(game.catalog):
            return
        while chooser := campaign.chooser(game.catalog):
            choices = campaign.choices(game.catalog, chooser)
            nation = ask_nation(session, chooser, choices) if chooser == power else choices[0]
            if nation is None:
                return
            campaign = campaign.choose(game.catalog, chooser, nation)
            write(name, campaign)
        number = len(campaign.games)
        if save := unfinished_game(name, number):
            shell = _resumed(session, game, str(save))
        else:
            seats = Seats.named(
                [None if side == power else enemy_agent for side in POWERS], game.id
            )
            nations = campaign.nations(game.catalog)
            face = GeneralFace(game, nations, variant or STANDARD, seats.recorded_names, session)
            extra = {"campaign": name, "power": power, "number": number}
            # One seed for the campaign, another for each of its games; small enough to be typed.
            game_seed = derived(seed, number) % 10**9
            shell = Shell.begin(face, session, seats, game_seed, hinter=HINTER, extra=extra)
        if not _play(session, game, shell, None):
            return
