"""`pbbuild draft`: two armies for a quick game, picked tile by tile."""

from random import SystemRandom
from typing import TYPE_CHECKING, Final

import click

from pbbuild.play.saves import LATEST, alone_with, forget, games_folder
from pbbuild.pocket_battles.commands.build.draft_saves import Terms, resumed, write_draft
from pbbuild.pocket_battles.commands.build.draft_session import SEATS, Table
from pbbuild.pocket_battles.commands.build.random import show_list
from pbbuild.pocket_battles.commands.options import ArmyType
from pbbuild.pocket_battles.commands.session import BattlesSession
from pbbuild.pocket_battles.lists.store import save_free
from pbbuild.terminal.options import seed_option
from pbbuild.terminal.screen import say

if TYPE_CHECKING:
    from pbbuild.pocket_battles.builder.draft import Draft

PEOPLE: Final = {"bot": (True, False), "friend": (True, True), "both-bots": (False, False)}


@click.command("draft")
@click.argument("armies", metavar="[ARMY]...", type=ArmyType(), nargs=-1)
@click.option("--points", type=int, default=50, metavar="N", help="Size of each army (50).")
@click.option("--mixed", is_flag=True, help="House variant: tiles of several armies together.")
@click.option("--sealed", is_flag=True, help="Each picks from a pack of his own.")
@click.option(
    "--against",
    type=click.Choice(list(PEOPLE)),
    default="bot",
    help="Who picks for the other side (bot).",
)
@click.option("--no-save", is_flag=True, help="Show the armies only.")
@seed_option
@click.option(
    "--resume",
    is_flag=False,
    flag_value=LATEST,
    metavar="FILE",
    help="Go on with a draft you left, the latest one without FILE.",
)
@click.pass_obj
def draft_command(
    session: BattlesSession,
    armies: tuple[str, ...],
    points: int,
    mixed: bool,
    sealed: bool,
    against: str,
    no_save: bool,
    seed: int | None,
    resume: str | None,
) -> None:
    """Draft two armies for a quick game, against a bot or a friend.

    One ARMY: its box is the pool that both pick from in turn; without an ARMY any one comes
    up, or all together where one box has too few tiles. With --mixed the pool is of all
    armies, or of those named, and the lists say so (waiver mixed-armies). With --sealed each
    has a pack of his own. Tiles are put into units for you; change that with pbbuild edit.

    \b
        pbbuild draft union --points 50
        pbbuild draft --mixed --points 60 --against friend
        pbbuild draft celts romans --sealed --points 80
        pbbuild draft --resume
    """
    if resume:
        save, terms, people, draft = resumed(session, resume)
    else:
        seed = SystemRandom().randrange(1_000_000) if seed is None else seed
        terms, people = Terms(points, armies, mixed, sealed, seed), list(PEOPLE[against])
        save, draft = games_folder() / f"draft-{seed}.json", terms.begin(session.catalog)
        say(session.t("draft.seed", seed=seed), err=True)
        if draft.mixed and not mixed:
            say(session.t("draft.mixed-for-room", points=points), err=True)
    asked = tuple(people)  # `auto` leaves a seat to the bot
    if no_save or not any(asked):
        if not Table(session, draft, people).play():
            raise click.Abort
        _tell_armies(session, draft, asked, no_save=no_save)
        return
    with alone_with(save, is_resumed=bool(resume)) as save:
        table = Table(session, draft, people, lambda: write_draft(save, terms, people, draft))
        if not table.play() and any(draft.picks[side] for side in (0, 1) if asked[side]):
            say(session.t("draft.left", path=save), err=True)
            return
        _tell_armies(session, draft, asked, no_save=False)
        # Only now: where the lists could not be saved the draft can still be resumed.
        forget(save)


def _tell_armies(
    session: BattlesSession, draft: "Draft", asked: tuple[bool, ...], *, no_save: bool
) -> None:
    from pbbuild.pocket_battles.builder.draft import drafted_list

    if any(asked) and not any(draft.picks[side] for side in (0, 1) if asked[side]):
        say(session.t("draft.dropped", seed=draft.seed), err=True)
        return
    for side in (0, 1):
        if not draft.picks[side]:
            continue
        name = session.t("draft.name", seed=draft.seed, side=SEATS[side])
        army_list, homeless = drafted_list(draft, side, name)
        # Saved first: it is kept even where the screen cannot be written to.
        path = None if no_save else save_free(army_list, name)
        show_list(session, army_list)
        if path:
            say(session.t("life.saved", name=name, saved=path.stem), err=True)
        if homeless:
            say(session.t("draft.homeless", tiles=homeless), err=True)
