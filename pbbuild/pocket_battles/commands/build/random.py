"""`pbbuild random`: a random legal army, or two."""

from random import Random, SystemRandom

import click

from pbbuild.pocket_battles.commands.options import ArmyType
from pbbuild.pocket_battles.commands.session import BattlesSession
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.lists.saved_lists import save_under_free_name
from pbbuild.terminal.options import seed_option
from pbbuild.terminal.screen import say


@click.command("random")
@click.argument("armies", metavar="[ARMY]...", type=ArmyType(), nargs=-1)
@click.option("--points", type=int, default=80, metavar="N", help="Size (80).")
@click.option("--two", is_flag=True, help="Two armies of the same size, ready to play.")
@click.option("--save", is_flag=True, help="Save them to your lists.")
@seed_option
@click.pass_obj
def random_command(
    session: BattlesSession,
    armies: tuple[str, ...],
    points: int,
    two: bool,
    save: bool,
    seed: int | None,
) -> None:
    """Build a random legal army, or two.

    Without ARMY it chooses one. It shows the seed, which gives the same army again.

    \b
        pbbuild random
        pbbuild random union --points 50 --save
        pbbuild random --two --seed 7
    """
    seed = SystemRandom().randrange(1_000_000) if seed is None else seed
    for army_list in random_lists(session, armies, points, 2 if two else 1, seed):
        # Saved first, so that it is not lost if the screen cannot be written to.
        path = save_under_free_name(army_list, army_list.name) if save else None
        show_list(session, army_list)
        if path:
            say(session.t("life.saved", name=army_list.name, saved=path.stem), err=True)
    say(session.t("draft.seed", seed=seed), err=True)


def random_lists(
    session: BattlesSession, armies: tuple[str, ...], points: int, count: int, seed: int
) -> list[ArmyList]:
    """`count` random legal lists of `points` points; the same seed gives the same lists."""
    from pbbuild.pocket_battles.builder.build import BuildTask, build

    chance = Random(f"random {seed}")
    known = sorted(session.catalog.armies)
    chosen = [*armies][:count]
    while len(chosen) < count:
        others = [army for army in known if army not in chosen]
        chosen.append(chance.choice(others or known))
    lists = []
    for army in chosen:
        request = BuildTask(
            army,
            points,
            style="random",
            seed=chance.randrange(1_000_000),
            name=session.t("draft.random-name", army=session.army_name(army), seed=seed),
        )
        lists.append(build(request, session.catalog).army_list)
    return lists


def show_list(session: BattlesSession, army_list: ArmyList) -> None:
    """Print a list in the layout of the rulebooks, with its share code."""
    from pbbuild.pocket_battles.screen.exports import Writer, as_text

    click.echo(as_text(Writer(army_list, session.catalog, session.t)))
