"""Pocket General: set up a game, with its pool drawn and its first player decided."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbbuild.pocket_general.commands.options import (
    current_game,
    nation_options,
    nations_of,
    variant_options,
)
from pbbuild.terminal.answers import answer
from pbbuild.terminal.options import PATH, json_option, seed_option
from pbbuild.terminal.output import require_replaceable, write_output
from pbbuild.terminal.screen import say
from pbbuild.terminal.session import session_of

if TYPE_CHECKING:
    from pbbuild.pocket_general.rules.setup import Variant


@click.command("new")
@nation_options
@variant_options
@seed_option
@click.option("-o", "--output", type=PATH, metavar="FILE", help="File for the set-up.")
@click.option("--force", is_flag=True, help="Replace FILE if it exists.")
@json_option
def new_command(
    army: str,
    against: str,
    variant: "Variant",
    seed: int | None,
    output: Path | None,
    force: bool,
    as_json: bool,
) -> None:
    """Set up a game of Pocket General: pool, first player, both nations' units.

    Lay out the locations as listed and play at your table. `pbbuild referee` reads the file
    (pbbuild-state/1).

    \b
        pbbuild new --game pocket-general --army japan --against united-states
        pbbuild new --game pocket-general --seed 4 -o table.json
    """
    from pbbuild.base.documents import dump_json
    from pbbuild.play.contract import Node
    from pbbuild.play.stream import Streams, seed_or_random
    from pbbuild.pocket_general.screen.board import GeneralBoard

    session = session_of()
    game = current_game()
    if output:
        require_replaceable(output, force=force)
    chosen_seed = seed_or_random(seed)
    nations = nations_of(game.catalog, army, against)
    state = game.new(*nations, variant)
    streams = Streams(chosen_seed)
    while state.node() == Node.ROLL:
        roll = state.roll()
        state.apply_roll(streams.throw(roll.purpose, roll.count, roll.faces))
    if output:
        write_output(output, dump_json(game.to_json(state)), force=force)
        say(session.t("pocket-general.set-up-kept", path=str(output)), err=True)

    def show() -> None:
        board = GeneralBoard(game.catalog, session.t, plain=session.plain)
        core = state.core
        lines = [
            board.title(core),
            board.rule,
            *board.hexes(core, 0),
            board.rule,
            *board.hand(core, 1),
            *board.hand(core, 0),
            *board.pool(core, all_of_it=True),
            session.t("pocket-general.seed", seed=chosen_seed),
        ]
        click.echo("\n".join(lines))

    answer(lambda: game.to_json(state), show, as_json=as_json)
