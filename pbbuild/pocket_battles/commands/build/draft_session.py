"""A draft at the table: who sits where, what is asked and shown."""

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from pbbuild.pocket_battles.commands.session import BattlesSession
from pbbuild.pocket_battles.lists.edit import as_code
from pbbuild.terminal.keyboard import next_line
from pbbuild.terminal.screen import say

if TYPE_CHECKING:
    from pbbuild.pocket_battles.builder.draft import Draft

SEATS: Final = "AB"


class Table:
    """The draft as it is played; `people` says where no bot sits.

    `keep` is called before each new question, so that the draft can go on from there.
    """

    def __init__(
        self,
        session: BattlesSession,
        draft: "Draft",
        people: list[bool],
        keep: Callable[[], None] | None = None,
    ) -> None:
        self.session = session
        self.draft = draft
        self.people = people
        self.keep = keep

    def play(self) -> bool:
        """Pick until nobody wants or can pay for another tile; False where a player left."""
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
                # After a slip the same tiles are still on the screen, and on the disk.
                now = (side, tuple(self.draft.pools[side]))
                if shown != now:
                    if self.keep:
                        self.keep()
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
        except (EOFError, KeyboardInterrupt):
            say()  # below the prompt
            line = "quit"
        word = line.strip().casefold()
        if not word:
            self.pick_for(side)
        elif word in ("done", "stop"):
            self.draft.stop(side)
        elif word in ("quit", "q"):
            # Who leaves by a word is served as one who leaves by Ctrl-C.
            raise KeyboardInterrupt
        elif word == "auto":
            # From here on the bot picks for this side.
            self.people[side] = False
        elif word in ("?", "help"):
            say(t("draft.help"))
        else:
            self.pick(side, as_code(line))

    def pick_for(self, side: int) -> None:
        """Enter alone takes what the bot would."""
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
            self.tell("draft.yours", side, code)
        elif code in draft.pools[side]:
            dp = draft.catalog.troops[code].dp
            say(t("draft.too-dear", code=code, dp=dp, left=draft.left(side)), err=True)
        else:
            say(t("draft.not-there", code=code), err=True)

    def show(self, side: int) -> None:
        """The tiles to choose from and what both sides have."""
        from rich.table import Table as Grid
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
        grid = Grid.grid(padding=(0, 1))
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
        console.print(grid)
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
