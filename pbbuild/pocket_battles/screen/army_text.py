"""An army on the terminal: units as blocks, dice as signs, nothing wider than the screen."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from pbbuild.pocket_battles.catalog.model import Catalog, Troop
from pbbuild.pocket_battles.screen.army_view import ArmyView, UnitAttack, UnitView
from pbbuild.text.translate import Translator

NARROW: Final = 64


def dice_signs(faces: tuple[int, ...], *, black: bool, plain: bool) -> str:
    """Printed dice as signs: `■4 ■5`, white ones `□6`; `#4 #5`, `o6` in ASCII."""
    sign = ("#" if black else "o") if plain else ("■" if black else "□")
    return " ".join(f"{sign}{face}" for face in faces)


def short_dice(troops: Sequence[Troop], *, plain: bool) -> str:
    """All dice of some troops in short: `■3455 □6`."""
    black = "".join(map(str, sorted(face for troop in troops for face in troop.black)))
    white = "".join(map(str, sorted(face for troop in troops for face in troop.white)))
    parts = (("#" if plain else "■", black), ("o" if plain else "□", white))
    return " ".join(f"{sign}{faces}" for sign, faces in parts if faces)


def print_trimmed(console: Console, table: RenderableType) -> None:
    """Print a table without trailing blanks."""
    with console.capture() as capture:
        console.print(table)
    for line in capture.get().splitlines():
        console.file.write(f"{line.rstrip()}\n")


def _hits_of(attack: UnitAttack | None) -> float:
    return attack.hits if attack else 0.0


class ArmyText:
    """Prints an army on a console in a language, in ASCII only if `plain`."""

    def __init__(self, console: Console, catalog: Catalog, t: Translator, *, plain: bool) -> None:
        self.console = console
        self.catalog = catalog
        self.t = t
        self.plain = plain
        self.narrow = console.width < NARROW
        self.dot = "-" if plain else "·"
        self.dice_width = 0

    def show(self, view: ArmyView) -> None:
        """Print the whole army: head, units, totals."""
        self.head(view)
        troops = [troop for unit in view.units for troop in unit.troops]
        self.dice_width = max((self._dice(troop).cell_len for troop in troops), default=0)
        for unit in view.units:
            self._unit(unit)
        self._totals(view)

    def brief(self, view: ArmyView) -> None:
        """Print each unit in two lines: points and tiles, then dice, expected hits, traits."""
        for unit in view.units:
            dp, wp = self.t("show.dp", dp=unit.dp), self.t("show.wp", wp=unit.wp)
            head = f"{unit.number:>2}  {dp:>6}  {wp:>5}  "
            line = Text(head, style="bold").append(self._counted(unit.troops), style="")
            self._hung(line, len(head))
            rest = Text(short_dice(unit.troops, plain=self.plain), style="bold")
            words = [*self._hits(unit), *([self._trait_names(unit.traits)] if unit.traits else [])]
            for word in words:
                rest.append(f" {self.dot} " if rest.plain else "", style="dim")
                rest.append(word, style="dim")
            self._hung(Text(" " * len(head)).append_text(rest), len(head))

    def _hung(self, line: Text, indent: int) -> None:
        """Print a line; where it is too long the rest is indented."""
        width = max(20, self.console.width - indent)
        for place, part in enumerate(line[indent:].wrap(self.console, width)):
            part.rstrip()
            self._print((line[:indent] if place == 0 else Text(" " * indent)).append_text(part))

    def offer(self, place: int, before: ArmyView, after: ArmyView, number: int) -> None:
        """Print a unit that could replace unit `number`, and what it changes."""
        old, new = before.units[number - 1], after.units[number - 1]
        dot = f" {self.dot} "
        line = Text(f"{place:>3}  ", style="bold")
        line.append(self._counted(new.troops), style="")
        line.append(f" ({' '.join(troop.code for troop in new.troops)})  ", style="dim")
        line.append(short_dice(new.troops, plain=self.plain), style="bold")
        self._hung(line, 5)
        changes = [
            (self.t("show.dp", dp=new.dp), new.dp - old.dp),
            (self.t("show.wp", wp=new.wp), new.wp - old.wp),
            *(
                (
                    self.t(f"show.brief-{key}", hits=self.t.decimal(is_now)),
                    round(is_now - was, 1),
                )
                for key, was, is_now in (
                    ("charge", _hits_of(old.charge), _hits_of(new.charge)),
                    ("shoot", _hits_of(old.shoot), _hits_of(new.shoot)),
                )
                if was or is_now
            ),
        ]
        words = [f"{text} ({self._change(change)})" for text, change in changes]
        left = after.army_list.points - after.points
        words.append(self.t("show.points-left", count=left))
        self._wrapped(dot.join(words), indent=5, style="dim")
        if new.traits:
            self._wrapped(self._trait_names(new.traits), indent=5, style="italic dim")

    def _change(self, change: float) -> str:
        if not change:
            return "="
        sign = "+" if change > 0 else ("-" if self.plain else "−")
        size = abs(change)
        return f"{sign}{size if isinstance(size, int) else self.t.decimal(size)}"

    def tiles(self, troops: Sequence[Troop]) -> None:
        """Print tiles with their values, those that differ only in their dice together."""
        groups: dict[tuple[object, ...], list[Troop]] = {}
        for troop in troops:
            key = (troop.name, troop.dp, troop.fv, troop.wp, troop.traits)
            groups.setdefault(key, []).append(troop)
        grid = Table.grid(padding=(0, 1))
        grid.add_column(no_wrap=True)
        grid.add_column(no_wrap=True, max_width=22, overflow="ellipsis")
        for _ in range(3):
            grid.add_column(no_wrap=True, justify="right")
        grid.add_column(overflow="fold", ratio=1)
        for same in groups.values():
            first = same[0]
            codes = [troop.code for troop in same]
            shown = " ".join(codes) if len(codes) < 3 else f"{codes[0]} ... {codes[-1]}"
            dice = Text(" / ").join(
                Text(text) for troop in same if (text := short_dice([troop], plain=self.plain))
            )
            if first.traits:
                dice.append(f"{'  ' if dice.plain else ''}{self._traits(first)}", style="italic")
            grid.add_row(
                Text(shown, style="cyan"),
                first.name,
                self.t("show.dp", dp=first.dp),
                self.t("show.fv", fv=first.fv),
                self.t("show.wp", wp=first.wp),
                dice,
            )
        print_trimmed(self.console, grid)

    def _counted(self, troops: Sequence[Troop]) -> str:
        """`2 Cavalry, Captain`."""
        names = Counter(troop.name for troop in troops)
        return ", ".join(f"{count} {name}" if count > 1 else name for name, count in names.items())

    def _hits(self, unit: UnitView) -> list[str]:
        return [
            self.t(f"show.brief-{key}", hits=self.t.decimal(attack.hits))
            for key, attack in (("charge", unit.charge), ("shoot", unit.shoot))
            if attack
        ]

    def _trait_names(self, traits: Sequence[str]) -> str:
        names = (self.catalog.traits[trait].name for trait in traits)
        return ", ".join(name.in_language(self.t.language) for name in names)

    def bullets(self, lines: list[str]) -> None:
        """Print sentences as bullets, with wrapped lines indented."""
        for line in lines:
            wrapped = Text(line).wrap(self.console, max(20, self.console.width - 2))
            for place, part in enumerate(wrapped):
                part.rstrip()
                sign = ("-" if self.plain else "•") if place == 0 else " "
                self._print(Text(f"{sign} ").append_text(part))

    def pull(self, view: ArmyView) -> None:
        """Print what to take out of the box: stacks from the top down, borders, tokens."""
        t = self.t
        self.head(view)
        for unit in view.units:
            title = t("show.pull-unit", unit=unit.number, count=len(unit.troops))
            self._checkline(Text(title if not unit.name else f"{title} ({unit.name})", "bold"))
            for place, troop in enumerate(unit.troops):
                line = Text(f"    {troop.code} ", style="cyan")
                line.append(troop.name, style="")
                if place == 0 and len(unit.troops) > 1:
                    line.append(f"  {t('show.pull-top')}", style="dim")
                line.truncate(self.console.width)
                self._print(line)
        if view.borders:
            self._checkline(Text(t("show.pull-borders", count=len(view.borders)), "bold"))
            self._wrapped(" ".join(view.borders), indent=4)
        key = "show.pull-tokens-leaders" if view.leader_tokens else "show.pull-tokens"
        size, leaders = view.army_list.points, view.leader_tokens
        tokens = t(key, tokens=view.tokens, size=size, leaders=leaders)
        self._checkline(Text(tokens, "bold"))
        if rest := view.spare[: -len(view.borders)] if view.borders else view.spare:
            self._wrapped(t("show.pull-rest", count=len(rest)), indent=0, style="dim")
            self._wrapped(" ".join(rest), indent=4, style="dim")

    def head(self, view: ArmyView) -> None:
        """Print its name, army, points and counts."""
        t, army_list = self.t, view.army_list
        self._wrapped(army_list.name or t("check.unnamed"), indent=0, style="bold")
        army = self.catalog.armies.get(army_list.army)
        edition = self.catalog.editions.get(army_list.edition)
        language = t.language
        parts = [
            army.name.in_language(language) if army else army_list.army,
            edition.name.in_language(language) if edition else army_list.edition,
            t("show.points", spent=view.points, size=army_list.points),
            t("show.units", count=len(view.units)),
            t("show.tiles", count=view.tiles),
            t("show.tokens", count=view.tokens),
        ]
        self._wrapped(f" {self.dot} ".join(parts), indent=0)
        if not view.legal:
            self._wrapped(t("show.illegal"), indent=0, style="bold red")

    def _unit(self, unit: UnitView) -> None:
        figures = f" {self.dot} ".join(
            (
                self.t("show.dp", dp=unit.dp),
                self.t("show.fv", fv=unit.formation),
                self.t("show.wp", wp=unit.wp),
            )
        )
        self.console.print()
        title = Text(f"{unit.number:>2}  ", style="bold")
        name = Text(unit.name, style="bold")
        name.truncate(max(4, self.console.width - len(figures) - 10), overflow="ellipsis")
        title.append_text(name)
        space = self.console.width - title.cell_len - len(figures) - 2
        rule = ("-" if self.plain else "─") * max(2, space - (1 if unit.name else 0))
        title.append(f"{' ' if unit.name else ''}{rule} ", style="dim")
        title.append(figures, style="bold")
        self._print(title)
        if self.narrow:
            for troop in unit.troops:
                self._narrow_troop(troop)
        else:
            self._troops(unit)
        self._attacks(unit)

    def _troops(self, unit: UnitView) -> None:
        grid = Table.grid(padding=(0, 1))
        for width in (3, 5):
            grid.add_column(no_wrap=True, min_width=width)
        grid.add_column(min_width=18, max_width=24, overflow="fold")
        for _ in range(3):
            grid.add_column(no_wrap=True, justify="right")
        grid.add_column(no_wrap=True, min_width=self.dice_width)
        grid.add_column(overflow="fold")
        for troop in unit.troops:
            grid.add_row(
                "",
                Text(troop.code, style="cyan"),
                troop.name,
                self.t("show.dp", dp=troop.dp),
                self.t("show.fv", fv=troop.fv),
                self.t("show.wp", wp=troop.wp),
                self._dice(troop),
                Text(self._traits(troop), style="italic"),
            )
        print_trimmed(self.console, grid)

    def _narrow_troop(self, troop: Troop) -> None:
        line = Text("  ")
        line.append(troop.code, style="cyan")
        line.append(f" {troop.name}")
        self._print(line)
        values = (
            self.t("show.dp", dp=troop.dp),
            self.t("show.fv", fv=troop.fv),
            self.t("show.wp", wp=troop.wp),
        )
        self._print(Text(f"    {'  '.join(values)}  ").append_text(self._dice(troop)))
        if troop.traits:
            self._wrapped(self._traits(troop), indent=4, style="italic")

    def _dice(self, troop: Troop) -> Text:
        dice = Text(dice_signs(troop.black, black=True, plain=self.plain), style="bold")
        if troop.black and troop.white:
            dice.append("  ")
        dice.append(dice_signs(troop.white, black=False, plain=self.plain), style="bold yellow")
        return dice

    def _traits(self, troop: Troop) -> str:
        return self._trait_names(troop.traits)

    def _attacks(self, unit: UnitView) -> None:
        def words(key: str, attack: UnitAttack | None) -> list[str]:
            if attack is None:
                return []
            return [self.t(f"show.{key}", count=attack.dice, hits=self.t.decimal(attack.hits))]

        parts = [
            *words("charge", unit.charge),
            *words("fight", unit.fight),
            *words("shoot", unit.shoot),
        ]
        if not parts:
            parts = [self.t("show.no-attack")]
        indent = 2 if self.narrow else 4
        if unit.traits and len(unit.troops) > 1:
            shared = self._trait_names(unit.traits)
            self._wrapped(self.t("show.shared", traits=shared), indent=indent, style="dim")
        self._wrapped(f" {self.dot} ".join(parts), indent=indent, style="dim")

    def _totals(self, view: ArmyView) -> None:
        t = self.t
        self.console.print()
        totals = [
            t("show.wounds", count=view.wounds),
            t("show.all-charge", hits=self.t.decimal(view.charge_hits)),
            t("show.all-shoot", hits=self.t.decimal(view.shoot_hits)),
            t("show.half", half=view.half),
        ]
        self._wrapped(f" {self.dot} ".join(totals), indent=0, style="bold")
        if note := view.army_list.note_in(t.language):
            self._wrapped(note, indent=0)
        if view.reconstructed:
            note = t("show.reconstructed", count=view.reconstructed, army=view.army_list.army)
            self._wrapped(note, indent=0, style="dim")

    def _checkline(self, text: Text) -> None:
        box = "[ ] " if self.plain else "☐ "
        for place, line in enumerate(text.wrap(self.console, self.console.width - len(box))):
            line.rstrip()
            self._print(Text(box if place == 0 else " " * len(box)).append_text(line))

    def _wrapped(self, text: str, indent: int, style: str = "") -> None:
        width = max(20, self.console.width - indent)
        for line in Text(text, style=style).wrap(self.console, width):
            line.rstrip()
            self._print(Text(" " * indent).append_text(line))

    def _print(self, text: Text) -> None:
        self.console.print(text, soft_wrap=True)
