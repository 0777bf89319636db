"""`pbbuild draft`: two armies for a quick game, picked tile by tile."""

import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from random import SystemRandom
from typing import TYPE_CHECKING, Final

import click

from pbbuild.base.documents import dump_json, read_json, violations
from pbbuild.base.files import write_atomic
from pbbuild.base.private import require_changeable
from pbbuild.errors import PbbuildError, UsageError
from pbbuild.play.saves import LATEST, delete_save, games_folder, locked_save, make_newest, saves_of
from pbbuild.pocket_battles.catalog.names import as_code, tiles_named
from pbbuild.pocket_battles.commands.build.random import show_list
from pbbuild.pocket_battles.commands.options import ArmyType
from pbbuild.pocket_battles.commands.session import BattlesSession
from pbbuild.pocket_battles.lists.saved_lists import save_under_free_name
from pbbuild.terminal.keyboard import read_line
from pbbuild.terminal.options import seed_option
from pbbuild.terminal.screen import say

if TYPE_CHECKING:
    from pbbuild.pocket_battles.builder.draft import Draft
    from pbbuild.pocket_battles.catalog.model import Catalog

FORMAT: Final = "pbbuild-draft/1"
SAVE_PREFIX: Final = "draft"
SEATS: Final = "AB"
PEOPLE: Final = {"bot": (True, False), "friend": (True, True), "both-bots": (False, False)}


@click.command("draft")
@click.argument("armies", metavar="[ARMY]...", type=ArmyType(), nargs=-1)
@click.option("--points", type=int, default=50, metavar="N", help="Size of each army (50).")
@click.option("--mixed", is_flag=True, help="House rule: tiles of several armies together.")
@click.option("--sealed", is_flag=True, help="Each side picks from its own pack.")
@click.option(
    "--against",
    type=click.Choice(list(PEOPLE)),
    default="bot",
    help="Who picks for the other side (bot).",
)
@click.option("--no-save", is_flag=True, help="Don't save the armies.")
@seed_option
@click.option(
    "--resume",
    is_flag=False,
    flag_value=LATEST,
    metavar="FILE",
    help="Continue a saved draft (the latest one without FILE).",
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

    You and the other side pick tiles in turn. With one ARMY both pick from its box; without ARMY
    pbbuild chooses one, or all together if one box has too few tiles. With --mixed you pick from
    all armies, or from those named (the lists then have the waiver mixed-armies). With --sealed
    each side has its own pack. Tiles are grouped into units for you; change that with pbbuild
    edit.

    \b
        pbbuild draft union --points 50
        pbbuild draft --mixed --points 60 --against friend
        pbbuild draft celts romans --sealed --points 80
        pbbuild draft --resume
    """
    if resume:
        save, terms, people, draft = read_draft(session, resume)
    else:
        seed = SystemRandom().randrange(1_000_000) if seed is None else seed
        terms, people = DraftTerms(points, armies, mixed, sealed, seed), list(PEOPLE[against])
        save, draft = games_folder() / f"draft-{seed}.json", terms.begin(session.catalog)
        say(session.t("draft.seed", seed=seed), err=True)
        if draft.mixed and not mixed:
            say(session.t("draft.mixed-for-room", points=points), err=True)
    asked = tuple(people)  # `auto` leaves a seat to the bot
    if no_save or not any(asked):
        if not DraftSession(session, draft, people).play():
            raise click.Abort
        _show_armies(session, draft, asked, no_save=no_save)
        return
    with locked_save(save, is_resumed=bool(resume)) as save:
        if resume:
            # Another process may have continued or finished it before we had the lock.
            save, terms, people, draft = read_draft(session, str(save))
        picking = DraftSession(
            session, draft, people, lambda: write_draft(save, terms, people, draft)
        )
        if not picking.play() and any(draft.picks[side] for side in (0, 1) if asked[side]):
            say(session.t("draft.left", path=save), err=True)
            return
        _show_armies(session, draft, asked, no_save=False)
        # Only after the lists are saved: if that fails the draft can still be resumed.
        delete_save(save)


def _show_armies(
    session: BattlesSession, draft: "Draft", asked: tuple[bool, ...], *, no_save: bool
) -> None:
    from pbbuild.pocket_battles.builder.draft import drafted_list

    if any(asked) and not any(draft.picks[side] for side in (0, 1) if asked[side]):
        say(session.t("draft.dropped", seed=draft.seed), err=True)
        return
    saved: list[str] = []
    for side in (0, 1):
        if not draft.picks[side]:
            continue
        name = session.t("draft.name", seed=draft.seed, side=SEATS[side])
        army_list, homeless = drafted_list(draft, side, name)
        # Saved first, so that it is not lost if the screen cannot be written to.
        path = None if no_save else save_under_free_name(army_list, name)
        show_list(session, army_list)
        if path:
            say(session.t("life.saved", name=name, saved=path.stem), err=True)
            saved.append(path.stem)
        if homeless:
            say(session.t("draft.homeless", tiles=homeless), err=True)
    if len(saved) == 2:
        own, enemy = saved if asked[0] or not asked[1] else saved[::-1]
        say(session.t("draft.next", own=own, enemy=enemy), err=True)


@dataclass(frozen=True, slots=True)
class DraftTerms:
    """The options a draft starts with; the same terms give the same tiles to pick from."""

    points: int
    armies: tuple[str, ...]
    mixed: bool
    sealed: bool
    seed: int

    def begin(self, catalog: "Catalog") -> "Draft":
        """The draft before its first pick."""
        from pbbuild.pocket_battles.builder.draft import begin_draft

        return begin_draft(
            catalog,
            self.points,
            self.armies,
            mixed=self.mixed,
            sealed=self.sealed,
            seed=self.seed,
        )


def write_draft(path: Path, terms: DraftTerms, people: list[bool], draft: "Draft") -> None:
    """Save a draft so that it can be resumed from here."""
    document = {"format": FORMAT, **asdict(terms), "people": people, "moves": draft.moves}
    write_atomic(path, dump_json(document), private=True)
    make_newest(path)


def read_draft(session: BattlesSession, file: str) -> tuple[Path, DraftTerms, list[bool], "Draft"]:
    """The saved draft in `file`, or the latest one for `LATEST`, with its terms and people."""
    path = Path(file)
    if file == LATEST:
        saves = saves_of(SAVE_PREFIX)
        if not saves:
            raise UsageError("draft.none-left", folder=str(games_folder()))
        path = saves[-1]
    # The draft goes on in this file, which is deleted at its end.
    require_changeable(path)
    document = read_json(path).value
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise PbbuildError("draft.no-draft", source=str(path))
    if violations(document, "draft-1") or not set(document["armies"]) <= set(
        session.catalog.armies
    ):
        raise PbbuildError("draft.save-wrong", source=str(path))
    mixed, sealed = document.get("mixed", False), document.get("sealed", False)
    armies = tuple(document["armies"])
    terms = DraftTerms(document["points"], armies, mixed, sealed, document["seed"])
    draft = terms.begin(session.catalog)
    people: list[bool] = document["people"]
    if any(people) and all(_repeat(draft, code) for code in document["moves"]):
        return path, terms, people, draft
    raise PbbuildError("draft.save-wrong", source=str(path))


def _repeat(draft: "Draft", code: str) -> bool:
    """Repeat one saved move; False if that is impossible, as after a corrected tile."""
    side = draft.turn
    if draft.is_over or (code and code not in {troop.code for troop in draft.choices(side)}):
        return False
    if code:
        draft.pick(side, code)
    else:
        draft.stop(side)
    return True


class DraftSession:
    """A draft at the terminal; `people` says which sides are picked by a person.

    `save` is called before each new question, so that the draft can be resumed from there.
    """

    def __init__(
        self,
        session: BattlesSession,
        draft: "Draft",
        people: list[bool],
        save: Callable[[], None] | None = None,
    ) -> None:
        self.session = session
        self.draft = draft
        self.people = people
        self.save = save
        self.is_solo = sum(people) == 1
        self.you = people.index(True) if self.is_solo else 0

    def label(self, side: int) -> str:
        """“You” and “The bot” where one person drafts, else A and B."""
        if not self.is_solo:
            return SEATS[side]
        return self.session.t("draft.you" if side == self.you else "draft.bot")

    def play(self) -> bool:
        """Pick until both sides are done; False if a player left."""
        try:
            self._play()
        except KeyboardInterrupt:
            return False
        return True

    def _play(self) -> None:
        from pbbuild.pocket_battles.builder.draft import bot_pick

        shown = None
        while not self.draft.is_over:
            side = self.draft.turn
            if self.people[side]:
                # After a typing error the same tiles are still on the screen and on disk.
                now = (side, tuple(self.draft.pools[side]))
                if shown != now:
                    if self.save:
                        self.save()
                    self.show(side)
                    shown = now
                self.ask(side)
                continue
            code = bot_pick(self.draft, side)
            if code:
                self.draft.pick(side, code)
                if any(self.people):
                    self.print_pick("draft.picked", side, code)
            else:
                self.draft.stop(side)

    def print_pick(self, key: str, side: int, code: str) -> None:
        troop = self.draft.catalog.troops[code]
        values = {"code": code, "name": troop.name, "dp": troop.dp, "left": self.draft.left(side)}
        say(self.session.t(key, side=self.label(side), **values))

    def ask(self, side: int) -> None:
        """Ask a person for one pick; one that is impossible is reported and asked again."""
        t = self.session.t
        try:
            prompt = t("draft.prompt", side=self.label(side), left=self.draft.left(side))
            line = input(f"{prompt} ") if sys.stdin.isatty() else read_line() or "auto"
        except (EOFError, KeyboardInterrupt):
            say()  # below the prompt
            line = "quit"
        word = line.strip().casefold()
        if not word:
            self.pick_for(side)
        elif word in ("done", "stop", "basta", "fine"):
            self.draft.stop(side)
        elif word in ("quit", "q", "esci"):
            # Leaving by a word is the same as leaving by Ctrl-C.
            raise KeyboardInterrupt
        elif word == "auto":
            # From here on the bot picks for this side.
            self.people[side] = False
        elif word in ("?", "help", "aiuto"):
            say(t("draft.help"))
        else:
            self.pick(side, self.meant(side, line))

    def meant(self, side: int, text: str) -> str:
        """The tile that a code or a name means; of several alike the first in the pool."""
        return next(iter(tiles_named(text, self.draft.choices(side))), as_code(text))

    def pick_for(self, side: int) -> None:
        """Pick what the bot would pick, for Enter alone."""
        from pbbuild.pocket_battles.builder.draft import bot_pick

        code = bot_pick(self.draft, side)
        if code:
            self.pick(side, code)
        else:
            self.draft.stop(side)

    def pick(self, side: int, code: str) -> None:
        t, draft = self.session.t, self.draft
        if code in {troop.code for troop in draft.choices(side)}:
            draft.pick(side, code)
            self.print_pick("draft.yours", side, code)
        elif code in draft.pools[side]:
            dp = draft.catalog.troops[code].dp
            say(t("draft.too-dear", code=code, dp=dp, left=draft.left(side)), err=True)
        else:
            say(t("draft.not-there", code=code), err=True)

    def show(self, side: int) -> None:
        """The tiles to choose from and what both sides have."""
        from rich.table import Table
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
            # The most expensive last, next to the prompt.
            groups.setdefault((troop.dp, troop.name, traits), []).append(code)
        grid = Table.grid(padding=(0, 1))
        grid.add_column(no_wrap=True, justify="right")
        for (dp, name, traits), codes in sorted(groups.items()):
            line = Text(name, style="bold")
            for place, code in enumerate(codes):
                short = code[3:] if place and code[:3] == codes[0][:3] else code
                line.append(f"  {short}", style="not bold")
                dice = _dice(draft, code, self.session.plain)
                line.append(f" {dice}" if dice else "", style="not bold cyan")
            line.append(f"  {traits}", style="not bold italic dim")
            grid.add_row(Text(f" {t('session.dp', dp=dp)}", style="dim"), line)
        self.session.print_table(grid)
        for each in (0, 1):
            if draft.picks[each]:
                names = [draft.catalog.troops[code].name for code in draft.picks[each]]
                counted = [f"{names.count(name)} {name}" if names.count(name) > 1 else name
                           for name in dict.fromkeys(names)]  # fmt: skip
                values = {"side": self.label(each), "left": draft.left(each), "tiles": counted}
                console.print(Text(t("draft.has", **values), style="dim"))


def _dice(draft: "Draft", code: str, plain: bool) -> str:
    troop = draft.catalog.troops[code]
    marks = ("b", "w") if plain else ("■", "□")
    runs = zip(marks, (troop.black, troop.white), strict=True)
    return " ".join(mark + "-".join(map(str, faces)) for mark, faces in runs if faces)
