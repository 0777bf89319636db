"""What a player asks of `pbbuild new`, completed by good defaults."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from pbbuild.errors import UsageError
from pbbuild.pocket_battles.commands.session import BattlesSession
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.lists.read import list_text
from pbbuild.terminal.output import save
from pbbuild.terminal.screen import say

if TYPE_CHECKING:
    from pbbuild.pocket_battles.builder.build import Built

USUAL_SIZE = 80
FIRST_SEED = 1


@dataclass(frozen=True)
class Wish:
    """The options of `new`; None where the player left it to us."""

    points: int | None = None
    army: str | None = None
    style: str | None = None
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    own: Path | None = None
    swaps: tuple[str, ...] = ()
    seed: int | None = None
    name: str = ""

    def completed(self, session: BattlesSession) -> "Wish":
        """The same with every blank filled in."""
        filled = replace(
            self,
            points=USUAL_SIZE if self.points is None else self.points,
            army=self.army or self.likely_army(session),
            style=self.style or "balanced",
            seed=FIRST_SEED if self.seed is None else self.seed,
        )
        return replace(filled, name=self.name or filled.usual_name(session))

    def likely_army(self, session: BattlesSession) -> str:
        """The army the wishes point to: that of a tile, of most owned tiles, or by seed."""
        from random import Random

        catalog = session.catalog
        if self.include:
            return catalog.troops[self.include[0]].army
        if owned := self.owned(session):
            armies = [catalog.troops[code].army for code in sorted(owned)]
            return max(catalog.armies, key=armies.count)
        seed = FIRST_SEED if self.seed is None else self.seed
        return Random(f"army {seed}").choice(list(catalog.armies))

    def usual_name(self, session: BattlesSession) -> str:
        """A name that says what it is."""
        army = session.army_name(str(self.army))
        style = session.t(f"new.style.{self.style}")
        return session.t("new.usual-name", army=army, size=self.points, style=style)

    def owned(self, session: BattlesSession) -> frozenset[str] | None:
        """The tiles the player has, None for a whole box."""
        if self.own is None:
            return None
        from pbbuild.pocket_battles.lists.owned_tiles import read_codes

        return read_codes(self.own, session.catalog)

    def build(self, session: BattlesSession) -> "Built":
        """The army for a completed wish, its swaps made."""
        from pbbuild.pocket_battles.builder.build import Request, build
        from pbbuild.pocket_battles.builder.swap import swapped
        from pbbuild.pocket_battles.lists.read import LONGEST_NAME

        assert self.points is not None
        assert self.seed is not None
        assert self.army
        assert self.style
        if len(self.name) > LONGEST_NAME or not self.name.isprintable():
            raise UsageError("new.bad-name", maximum=LONGEST_NAME)
        request = Request(
            army=self.army,
            points=self.points,
            style=self.style,
            seed=self.seed,
            include=tuple(dict.fromkeys(self.include)),
            exclude=self.exclude,
            own=self.owned(session),
            name=self.name,
        )
        built = build(request, session.catalog)
        for text in self.swaps:
            number, codes = swap_of(text)
            changed = swapped(built.army_list, number, codes, session.catalog)
            built = replace(built, army_list=changed)
        return built

    def why(self, session: BattlesSession, built: "Built") -> list[str]:
        """The choice explained, a line each; after a swap it is the player's own."""
        from pbbuild.pocket_battles.rules.army import WARNING, check
        from pbbuild.pocket_battles.screen.findings import finding_sentence, tile_name

        lines: list[str] = []
        if self.swaps:
            lines.append(session.t("new.why.swapped", count=len(self.swaps)))
        for reason in () if self.swaps else built.reasons:
            values = {
                name: session.t.decimal(value) if isinstance(value, float) else value
                for name, value in reason.values.items()
            }
            if "tile" in values:
                values["tile"] = tile_name(str(values["tile"]), session.catalog)
            if "tiles" in values and isinstance(values["tiles"], tuple):
                tiles = values["tiles"]
                values["tiles"] = tuple(tile_name(code, session.catalog) for code in tiles)
            lines.append(session.t(f"new.why.{reason.code}", **values))
        for finding in check(built.army_list, session.catalog):
            if finding.severity == WARNING:
                sentence = finding_sentence(finding, session.catalog, session.t)
                lines.append(f"{sentence} ({finding.rule})")
        return lines

    def command(self, output: Path | None) -> str:
        """The one line that gives the same list."""
        from pbbuild.terminal.screen import command_line

        words = ["pbbuild", "new", "--auto", "--points", str(self.points), "--army"]
        words += [str(self.army), "--style", str(self.style), "--seed", str(self.seed)]
        for option, codes in (("--include", self.include), ("--exclude", self.exclude)):
            for code in codes:
                words += [option, code]
        if self.own:
            words += ["--own", str(self.own)]
        for swap in self.swaps:
            words += ["--swap", swap]
        if self.name:
            words += ["--name", self.name]
        words += ["-o", str(output)] if output else ["--save"]
        return command_line(words)


STYLE_NAMES = ("balanced", "assault", "shooting", "horde", "elite", "random")


def store(
    session: BattlesSession, army_list: ArmyList, output: Path | None, *, force: bool, keep: bool
) -> None:
    """Write the list to `output`, among the player's lists with `keep`, and say where it is."""
    t = session.t
    if output:
        save(output, list_text(army_list), force=force)
        say(t("new.written", path=output), err=True)
    if keep:
        from pbbuild.pocket_battles.lists.store import save_new

        path = save_new(army_list)
        say(t("new.saved", name=path.stem), err=True)
    if not output and not keep:
        say(t("new.not-saved"), err=True)


def swap_of(text: str) -> tuple[int, tuple[str, ...]]:
    """`3 UNI12 UNI13` as a unit's number and its new tiles."""
    words = text.replace(",", " ").split()
    if len(words) < 2 or not words[0].isdecimal() or len(words[0]) > 4:
        raise UsageError("new.swap-unreadable", text=text)
    return int(words[0]), tuple(word.upper() for word in words[1:])
