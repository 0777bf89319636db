"""`pbbuild draft`: two armies for a quick game, picked tile by tile."""

import sys
from random import SystemRandom
from typing import TYPE_CHECKING

import click

from pbbuild.armylist.edit import as_code
from pbbuild.armylist.store import save_free
from pbbuild.cli.options import ArmyType, seed_option
from pbbuild.cli.random_army import show_list
from pbbuild.cli.say import say
from pbbuild.cli.session import Session
from pbbuild.cli.typed import next_line

if TYPE_CHECKING:
    from pbbuild.builder.draft import Draft

SEATS = "AB"


@click.command("draft")
@click.argument("armies", metavar="[ARMY]...", type=ArmyType(), nargs=-1)
@click.option("--points", type=int, default=50, metavar="N", help="Size of each army (50).")
@click.option("--mixed", is_flag=True, help="House variant: tiles of several armies together.")
@click.option("--sealed", is_flag=True, help="Each picks from a pack of his own.")
@click.option(
    "--against",
    type=click.Choice(["bot", "friend", "both-bots"]),
    default="bot",
    help="Who picks for the other side (bot).",
)
@click.option("--no-save", is_flag=True, help="Show the armies only.")
@seed_option
@click.pass_obj
def draft_command(
    session: Session,
    armies: tuple[str, ...],
    points: int,
    mixed: bool,
    sealed: bool,
    against: str,
    no_save: bool,
    seed: int | None,
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
    """
    from pbbuild.builder.draft import begin, drafted_list

    seed = SystemRandom().randrange(1_000_000) if seed is None else seed
    draft = begin(session.catalog, points, armies, mixed=mixed, sealed=sealed, seed=seed)
    say(session.t("draft.seed", seed=seed), err=True)
    if draft.mixed and not mixed:
        say(session.t("draft.mixed-for-room", points=points), err=True)
    people = {"bot": (True, False), "friend": (True, True), "both-bots": (False, False)}[against]
    Table(session, draft, people).play()
    if any(people) and not any(draft.picks[side] for side in (0, 1) if people[side]):
        say(session.t("draft.dropped", seed=seed), err=True)
        return
    for side in (0, 1):
        if not draft.picks[side]:
            continue
        name = session.t("draft.name", seed=seed, side=SEATS[side])
        army_list, homeless = drafted_list(draft, side, name)
        try:
            show_list(session, army_list)
        finally:
            # Picked by hand: kept even where the screen could not be written to.
            if not no_save:
                path = save_free(army_list, name)
                say(session.t("life.saved", name=name, saved=path.stem), err=True)
        if homeless:
            say(session.t("draft.homeless", tiles=homeless), err=True)


class Table:
    """The draft as it is played: who sits where, and what is asked and shown."""

    def __init__(self, session: Session, draft: "Draft", people: tuple[bool, bool]) -> None:
        self.session = session
        self.draft = draft
        self.people = list(people)

    def play(self) -> None:
        """Pick until nobody wants or can pay for another tile."""
        from pbbuild.builder.draft import bot_pick

        shown = None
        while not self.draft.is_over:
            side = self.draft.turn
            if self.people[side]:
                # After a slip the same tiles are still on the screen.
                now = (side, tuple(self.draft.pools[side]))
                if shown != now:
                    self.show(side)
                    shown = now
                self.ask(side)
                continue
            code = bot_pick(self.draft, side)
            if code:
                self.draft.pick(side, code)
                if any(self.people):
                    self.tell("draft.picked", side, code)
            else:
                self.draft.stop(side)

    def tell(self, key: str, side: int, code: str) -> None:
        troop = self.draft.catalog.troops[code]
        values = {"code": code, "name": troop.name, "dp": troop.dp, "left": self.draft.left(side)}
        say(self.session.t(key, side=SEATS[side], **values))

    def ask(self, side: int) -> None:
        """One pick of a person; what cannot be done is said, and asked again."""
        t = self.session.t
        try:
            prompt = t("draft.prompt", side=SEATS[side], left=self.draft.left(side))
            line = input(f"{prompt} ") if sys.stdin.isatty() else next_line() or "auto"
        except EOFError:
            line = "auto"
        word = line.strip().casefold()
        if not word:
            self.pick_for(side)
        elif word in ("done", "stop", "quit", "q"):
            self.draft.stop(side)
        elif word == "auto":
            # From here on the bot picks for this side.
            self.people[side] = False
        elif word in ("?", "help"):
            say(t("draft.help"))
        else:
            self.pick(side, as_code(line))

    def pick_for(self, side: int) -> None:
        """Enter alone takes what the bot would."""
        from pbbuild.builder.draft import bot_pick

        code = bot_pick(self.draft, side)
        if code:
            self.pick(side, code)
        else:
            self.draft.stop(side)

    def pick(self, side: int, code: str) -> None:
        t, draft = self.session.t, self.draft
        if code in {troop.code for troop in draft.choices(side)}:
            draft.pick(side, code)
            self.tell("draft.yours", side, code)
        elif code in draft.pools[side]:
            dp = draft.catalog.troops[code].dp
            say(t("draft.too-dear", code=code, dp=dp, left=draft.left(side)), err=True)
        else:
            say(t("draft.not-there", code=code), err=True)

    def show(self, side: int) -> None:
        """The tiles to choose from and what both sides have."""
        from rich.text import Text

        console, t, draft = self.session.console, self.session.t, self.draft
        console.print(Text(t("draft.pool", count=len(draft.pools[side])), style="bold"))
        groups: dict[tuple[int, str, str], list[str]] = {}
        for code in draft.pools[side]:
            troop = draft.catalog.troops[code]
            traits = ", ".join(
                draft.catalog.traits[one].name.in_language(self.session.language)
                for one in troop.traits
            )
            # The dear ones last, next to the prompt.
            groups.setdefault((troop.dp, troop.name, traits), []).append(code)
        for (dp, name, traits), codes in sorted(groups.items()):
            line = Text(f" {t('session.dp', dp=dp)} ", style="dim")
            line.append(name, style="bold")
            for place, code in enumerate(codes):
                line.append(f"  {code[3:] if place and code[:3] == codes[0][:3] else code}")
                dice = _dice(draft, code, self.session.plain)
                line.append(f" {dice}" if dice else "", style="cyan")
            line.append(f"  {traits}", style="italic dim")
            console.print(line)
        for each in (0, 1):
            if draft.picks[each]:
                picked = " ".join(draft.picks[each])
                values = {"side": SEATS[each], "left": draft.left(each), "tiles": picked}
                console.print(Text(t("draft.has", **values), style="dim"))


def _dice(draft: "Draft", code: str, plain: bool) -> str:
    troop = draft.catalog.troops[code]
    marks = ("b", "w") if plain else ("■", "□")
    runs = zip(marks, (troop.black, troop.white), strict=True)
    return " ".join(mark + "-".join(map(str, faces)) for mark, faces in runs if faces)
