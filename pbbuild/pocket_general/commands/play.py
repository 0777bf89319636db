"""Pocket General against an agent or a friend: single games and campaigns."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pbbuild.errors import UsageError
from pbbuild.play.saves import delete_save, games_folder, read_save
from pbbuild.pocket_general.commands.campaign import ask_nation, tell_nation, tell_score
from pbbuild.pocket_general.commands.options import (
    current_game,
    nation_options,
    nations_of,
    variant_options,
)
from pbbuild.terminal.afterwards import ask_afterwards
from pbbuild.terminal.options import (
    level_option,
    record_option,
    refuse_existing_record,
    resume_option,
    seed_option,
    table_options,
)
from pbbuild.terminal.screen import say
from pbbuild.terminal.session import Session, session_of

if TYPE_CHECKING:
    from pbbuild.play.table import Table, Undo
    from pbbuild.pocket_general.playtest.game_setup import GameSetup
    from pbbuild.pocket_general.rules.game import PocketGeneral
    from pbbuild.pocket_general.rules.setup import Variant
    from pbbuild.terminal.shell import Shell


@click.command("play")
@nation_options
@variant_options
@seed_option
@level_option
@click.option(
    "--enemy-agent", metavar="AGENT", help="An agent by name plays the enemy, instead of a level."
)
@table_options
@click.option(
    "--campaign", metavar="NAME", help="A campaign of three games; the score is saved under NAME."
)
@resume_option("game")
@record_option("game")
def play_command(
    army: str,
    against: str,
    variant: "Variant",
    seed: int | None,
    level: str | None,
    enemy_agent: str | None,
    two: bool,
    real_dice: bool,
    practice: bool,
    campaign: str | None,
    resume: str | None,
    record: Path | None,
) -> None:
    """Play Pocket General at the terminal.

    Answer with a number or in words (`place tanks 2`, or just `tanks 2`); ? shows help. The game
    is saved after every move, so you can quit at any time; --resume continues it.

    \b
        pbbuild play --game pocket-general --army japan --against united-states
        pbbuild play --game pocket-general --campaign pacific
        pbbuild play --game pocket-general --resume
    """
    from pbbuild.play.agents.levels import DEFAULT_LEVEL, agent_of_level
    from pbbuild.play.agents.registry import agent_named
    from pbbuild.play.stream import seed_or_random
    from pbbuild.play.table import Seats
    from pbbuild.pocket_general.playtest.game_setup import GameSetup

    session = session_of()
    game = current_game()
    for path in _records(record, campaign):
        refuse_existing_record(path)
    if level and enemy_agent is not None:
        raise UsageError("battles.level-or-agent")
    if enemy_agent is None:
        enemy_agent = agent_of_level(level or DEFAULT_LEVEL, game.id)
    agent_named(enemy_agent, game.id)
    if resume:
        shell = _resumed(session, resume)
        extra, game_seed = shell.table.extra, shell.table.seed
        name = extra.get("campaign")
        if _finished(session, game, shell, record) and name:
            # "power" is "" where two people play.
            options = _Played(enemy_agent, str(extra["power"]))
            _campaign(session, game, str(name), game_seed, options)
        return
    nations = nations_of(game.catalog, army, against)
    chosen_seed = seed_or_random(seed)
    if campaign is not None:
        power = "" if two else game.catalog.nations[nations[0]].side
        options = _Played(enemy_agent, power, variant, real_dice, practice, record)
        _campaign(session, game, campaign, chosen_seed, options)
        return
    seats = Seats.named([None, None if two else enemy_agent], game.id)
    undo: Undo | None = "practice" if practice else None
    while True:
        setup = GameSetup(game, seats, nations, variant)
        shell = _begun(session, setup, chosen_seed, real_dice=real_dice, undo=undo)
        kept = _finished(session, game, shell, record)
        again = ask_afterwards(session, kept) if kept else None
        if again is None:
            return
        if again == "swap":
            nations = (nations[1], nations[0])
        chosen_seed, record = seed_or_random(None), None


def _records(record: Path | None, campaign: str | None) -> list[Path]:
    if record is None or campaign is None:
        return [record] if record else []
    from pbbuild.pocket_general.playtest.campaigns import record_of_game

    games = len(current_game().catalog.campaign)
    return [record_of_game(record, number) for number in range(games)]


def _shell(
    session: Session, setup: "GameSetup", table: "Table", path: Path, *, is_resumed: bool
) -> "Shell":
    from pbbuild.pocket_general.screen.game_view import GeneralTableView
    from pbbuild.terminal.shell import Shell

    names = setup.seats.recorded_names
    face = GeneralTableView(setup.game, setup.nations, setup.variant, names, session)
    return Shell(face, session, table, path, is_resumed=is_resumed)


def _begun(
    session: Session,
    setup: "GameSetup",
    seed: int,
    *,
    real_dice: bool = False,
    undo: "Undo | None" = None,
    extra: dict[str, Any] | None = None,
) -> "Shell":
    from pbbuild.play.table import default_undo

    table = setup.new_table(
        seed,
        real_dice=real_dice,
        undo=undo or default_undo(setup.seats.names),
        extra=extra,
    )
    path = games_folder() / f"pocket-general-{seed}.json"
    return _shell(session, setup, table, path, is_resumed=False)


def _finished(
    session: Session, game: "PocketGeneral", shell: "Shell", record: Path | None
) -> Path | None:
    """Play to the end, archive and count the game; its record, None where it is not over."""
    from pbbuild.play.archive import archive_battle
    from pbbuild.play.table import BATTLE_ID

    if not shell.run(session.t("pocket-general.welcome")):
        return None
    text = shell.table.recorder.text()
    kept = archive_battle(text, str(shell.table.extra.get(BATTLE_ID, "")))
    shell.say(session.t("battles.kept", id=kept.stem))
    if record:
        shell.table.recorder.write(record)
        say(session.t("pocket-general.recorded", path=str(record)), err=True)
    if "campaign" in shell.table.extra:
        from pbbuild.pocket_general.playtest.campaigns import count_game

        count_game(game.catalog, shell.table)
    # Only now: where the score or record could not be written the game can be resumed.
    delete_save(shell.save_path)
    return kept


def _resumed(session: Session, wanted: str) -> "Shell":
    from pbbuild.pocket_general.catalog.model import GAME
    from pbbuild.pocket_general.playtest.game_setup import resumed_table

    saved = read_save(wanted, GAME, "pocket-general")
    setup, table = resumed_table(saved)
    return _shell(session, setup, table, saved.path, is_resumed=True)


@dataclass(frozen=True, slots=True)
class _Played:
    """How the games of a campaign are played; `power` is the player's, "" for two people."""

    enemy_agent: str
    power: str
    variant: "Variant | None" = None
    real_dice: bool = False
    practice: bool = False
    record: Path | None = None


def _campaign(
    session: Session, game: "PocketGeneral", name: str, seed: int, options: _Played
) -> None:
    from pbbuild.play.stream import derived_seed
    from pbbuild.play.table import Seats
    from pbbuild.pocket_general.playtest.campaigns import (
        choose_nation,
        drawn_nation,
        record_of_game,
        saved_campaign,
        unfinished_game,
    )
    from pbbuild.pocket_general.playtest.game_setup import GameSetup
    from pbbuild.pocket_general.rules.campaign import POWERS
    from pbbuild.pocket_general.rules.setup import STANDARD

    while True:
        campaign = saved_campaign(game.catalog, name)
        tell_score(session, game, campaign)
        if campaign.is_over(game.catalog):
            return
        played = len(campaign.games)
        while len(campaign.games) == played and (chooser := campaign.chooser(game.catalog)):
            choices = campaign.choices(game.catalog, chooser)
            if options.power in ("", chooser):
                nation = ask_nation(session, game, chooser, choices)
            else:
                # The machine's choice is made, and shown, before or after the player's. PG-7.
                nation = drawn_nation(campaign, choices, seed)
                tell_nation(session, game, chooser, nation)
            if nation is None:
                return
            campaign = choose_nation(game.catalog, name, campaign, chooser, nation)
        if len(campaign.games) != played:
            continue  # another process has played the game
        if save := unfinished_game(name, len(campaign.games)):
            if not _finished(session, game, _resumed(session, str(save)), None):
                return
            continue
        seats = [None if options.power in ("", side) else options.enemy_agent for side in POWERS]
        number = len(campaign.games)
        extra = {"campaign": name, "power": options.power, "number": number}
        # One seed for the campaign, another for each of its games; small enough to be typed.
        game_seed = derived_seed(seed, number) % 10**9
        nations = campaign.nations(game.catalog)
        setup = GameSetup(game, Seats.named(seats, game.id), nations, options.variant or STANDARD)
        undo: Undo | None = "practice" if options.practice else None
        shell = _begun(
            session, setup, game_seed, real_dice=options.real_dice, undo=undo, extra=extra
        )
        record = options.record and record_of_game(options.record, number)
        if not _finished(session, game, shell, record):
            return
