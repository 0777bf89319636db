"""The menu of a decision: what a player may do, with costs, dice, chances and points."""

import re
import textwrap
from collections.abc import Mapping, Sequence
from typing import Final

from pbbuild.play.contract import SIDES, Option
from pbbuild.pocket_battles.advice.forecast import Advisor, DicePart, Forecast
from pbbuild.pocket_battles.advice.hits import Assignment, assignments
from pbbuild.pocket_battles.catalog.model import Trait
from pbbuild.pocket_battles.rules.battle import Battle
from pbbuild.pocket_battles.rules.core import constants as c
from pbbuild.pocket_battles.rules.zones import SECTORS, seen_from
from pbbuild.pocket_battles.screen.field import ASCII, UNICODE, troop_values
from pbbuild.terminal.table_view import MenuPage
from pbbuild.text.translate import Translator

# Listed only if a player asks: moves are many and rarely decide a turn.
MOVES: Final = ("redeploy", "move")
UNITLESS: Final = ("pass", "wait", "done")
# The width of the columns of figures.
FIGURES: Final = 35


class Menu:
    """The options of one decision as lines, numbered as the player may type them."""

    def __init__(
        self,
        battle: Battle,
        options: Sequence[Option],
        names: Mapping[str, str],
        tiles: Mapping[str, str],
        traits: Mapping[str, Trait],
        t: Translator,
        *,
        columns: int = 80,
        plain: bool = False,
    ) -> None:
        self.battle = battle
        self.options = list(options)
        self.names = names
        self.tiles = tiles
        self.traits = traits
        self.t = t
        self.columns = columns
        self.signs = ASCII if plain else UNICODE
        self.arrow = "->" if plain else "→"
        self.advisor = Advisor(battle, traits)
        self.decision = battle.decision()

    def page(self, rows: int) -> MenuPage:
        """The options in at most `rows` lines if possible, the best first."""
        if self.decision == "deploy":
            return self._deployments(rows)
        if self.decision == "wound":
            return self._hits(rows)
        listed = [option for option in self._ranked() if option.text.split()[0] not in MOVES]
        lines = [self._row(number, option) for number, option in enumerate(listed, 1)]
        has_figures = any(self.advisor.forecast(option) for option in listed)
        moves = len(self.options) - len(listed)
        foot = _lines(self.t("play.moves-too"), self.columns) if moves else []
        space = rows - has_figures - len(foot)
        more = ""
        if len(lines) > space:
            # How many there are stands beside the heads of the figures, which leaves a line more.
            lines = lines[: max(1, rows - 1)]
            more = self.t("play.more", shown=len(lines), count=len(self.options))
            foot = []
        head = [self._heads(more)] if has_figures or more else []
        order = [(option.action,) for option in listed[: len(lines)]]
        quiet = [option for option in listed if option.text in ("wait", "done")]
        best = listed[:1] if self.decision == "target" else []
        default = (quiet or best)[0].action if quiet or best else None
        return MenuPage([*head, *lines, *foot], order, () if default is None else (default,))

    def everything(self) -> MenuPage:
        """Every option, also the moves."""
        if self.decision in ("deploy", "wound"):
            return self.page(999)
        ranked = self._ranked()
        lines = [self._row(number, option) for number, option in enumerate(ranked, 1)]
        return MenuPage([self._heads(), *lines], [(option.action,) for option in ranked], ())

    def of_unit(self, unit: str) -> list[str]:
        """Every option of one unit, in words that can be typed."""
        own = [option for option in self._ranked() if unit in option.text.split()[1:2]]
        if not own:
            return [self.t("play.unit-has-nothing", unit=self.names.get(unit, unit))]
        quiet = [option for option in own if option.text.split()[0] in (*MOVES, "deploy")]
        orders = [option for option in own if option not in quiet]
        lines = [self._heads(), *(self._row(0, option) for option in orders)] if orders else []
        if quiet:
            words = ", ".join(self.words(option) for option in quiet)
            lines.append(f"    {words}")
        return lines

    def gain(self, option: Option) -> float:
        """Expected points won less those lost, for each token paid."""
        found = self.advisor.forecast(option)
        return found.gain / max(1, option.cost) if found else -99.0

    def targets(self, option: Option) -> set[str]:
        """The units that a charge can attack."""
        found = self.advisor.forecast(option)
        return {each.target for each in found.targets or (found,)} if found else set()

    def details(self, option: Option) -> list[str]:
        """Everything known about an option before it is paid for."""
        found = self.advisor.forecast(option)
        if found is None:
            return [self.t("play.no-odds", action=self.words(option))]
        lines = [f"{self.words(option)}:"]
        # Waiting attacks nobody: the line of the charger says it all.
        each = () if option.text == "wait" else found.targets or (found,)
        for one in each:
            lines += [f"  {line}" for line in self._detail(one)]
        for reaction in found.reactions:
            lines.append(
                "  "
                + self.t(
                    "play.if-reaction",
                    reaction=self._reaction_words(reaction),
                    won=self.number(reaction.won),
                    lost=self.number(reaction.lost),
                )
            )
        if found.charger is not None:
            lines.append(
                "  "
                + self.t(
                    "play.charger-then",
                    unit=self.names.get(found.charger.unit, found.charger.unit),
                    target=self.names.get(found.charger.target, found.charger.target),
                    destroys=percent(found.charger.destroys),
                    won=self.number(found.charger.won),
                    lost=self.number(found.charger.lost),
                )
            )
        return lines

    # Words that can be typed.

    def words(self, option: Option) -> str:
        """An option in the player's language, as it can be typed."""
        return order_words(option.text, self.names, self.tiles, self.t)

    def _reaction_words(self, reaction: Forecast) -> str:
        word, unit = reaction.action.split()[:2]
        return self.t(f"play.entry-{word}", unit=self.names.get(unit, unit), other="")

    # Rows.

    def _ranked(self) -> list[Option]:
        """The options: attacks by gain for each token, then the rest, moves last."""

        def rank(option: Option) -> tuple[int, float, int]:
            word = option.text.split()[0]
            found = self.advisor.forecast(option)
            if word in MOVES:
                return (3, 0.0, self.options.index(option))
            if word in UNITLESS:
                return (2, 0.0, self.options.index(option))
            return (0 if found else 1, -self.gain(option), self.options.index(option))

        return sorted(self.options, key=rank)

    def _heads(self, title: str = "") -> str:
        names = [
            self.t(f"play.head-{name}") for name in ("cost", "dice", "destroys", "won", "lost")
        ]
        figures = f"{names[0]:>6}{names[1]:>5}{names[2]:>10}{names[3]:>6}{names[4]:>6}"
        return f"{'    ' + title:<{self._space()}}{figures}"

    def _space(self) -> int:
        return min(self.columns, 120) - FIGURES

    def _row(self, number: int, option: Option) -> str:
        found = self.advisor.forecast(option)
        words = self.words(option)
        if option.text.startswith("sacrifice "):
            return self._sacrifice(number, option)
        if found and option.text.split()[0] == "charge" and found.target:
            words += f" {self.arrow} {self.names.get(found.target, found.target)}"
        head = f"{number:>3} " if number else "    "
        space = self._space()
        text = _cut(f"{head}{words}", space - 1, self.signs.more)
        if found is None:
            cost = str(option.cost) if option.cost else ""
            return f"{text:<{space}}{cost:>6}".rstrip()
        dice = str(found.dice_count) if found.dice and self._is_own(found.roller) else ""
        # Who leaves a melee or waits attacks nobody; striking back may still destroy the charger.
        is_attack = option.text.split()[0] not in ("leave", "wait") or found.destroys > 0
        chance = f"{percent(found.destroys)} %" if is_attack else "-"
        figures = (
            f"{option.cost or '':>6}{dice:>5}{chance:>10}"
            f"{self._points(found.won):>6}{self._points(found.lost):>6}"
        )
        own = self._own_losses(option, found)
        return f"{text:<{space}}{figures}{own}"

    def _sacrifice(self, number: int, option: Option) -> str:
        """A troop that can be sacrificed: its values, what that costs and gives. PB-4.6."""
        code = option.text.split()[-1]
        state = self.battle.state
        points = tokens = 0
        for troop, of_unit, tile in self.battle.forces.troops():
            if tile.code == code and self.battle.forces.unit(of_unit).id in option.text.split():
                points, tokens = tile.dp, int(state.wounds[troop])
        words = self.t("play.entry-sacrifice", other=self._troop(code))
        lost, back = (
            self.t("play.way-points", points=points),
            self.t("play.way-tokens", count=tokens),
        )
        return f"{number:>3} {words}: {self.t('play.sacrifice-price', lost=lost, back=back)}"

    def _own_losses(self, option: Option, found: Forecast) -> str:
        """A mark for a shot that also falls on own units. PB-8.4."""
        if not option.text.startswith("shoot"):
            return ""
        return " !" if any(self._is_own(loss.unit) for loss in found.losses) else ""

    def _is_own(self, unit: str) -> bool:
        return unit[:1] == SIDES[self.battle.decider()].lower()

    def _detail(self, found: Forecast) -> list[str]:
        target = self.names.get(found.target, found.target)
        lines = [
            self.t(
                "play.detail",
                target=target,
                destroys=percent(found.destroys),
                won=self.number(found.won),
                lost=self.number(found.lost),
            )
        ]
        if found.dice:
            key = "play.detail-dice" if self._is_own(found.roller) else "play.detail-their-dice"
            dice = self.t("play.dice-count", count=found.dice_count)
            faces = "".join(map(str, found.faces))
            sign = self.signs.white if "shoot" in found.purpose else self.signs.black
            lines.append(
                "  "
                + self.t(
                    key,
                    unit=self.names.get(found.roller, found.roller),
                    dice=dice,
                    parts=self._parts(found.dice),
                    faces=f"{sign}{faces}",
                    chances=self._chances(found),
                )
            )
        for loss in found.losses:
            if self._is_own(loss.unit) and found.purpose == "shoot":
                lines.append(
                    "  "
                    + self.t(
                        "play.detail-own",
                        unit=self.names.get(loss.unit, loss.unit),
                        points=self.number(loss.points),
                        wounds=self.number(loss.wounds),
                        destroyed=percent(loss.destroyed),
                    )
                )
        return lines

    def _parts(self, parts: Sequence[DicePart]) -> str:
        """`1 +1 charge +3 Engagement`; three traits “+1 Engagement” are “+3 Engagement”."""
        first, *others = parts
        words = [str(first.count)]
        for part in others:
            name = re.sub(r"^\+\d+ ", "", self._source(part.source))
            words.append(f"+{part.count} {name}")
        return " ".join(words)

    def _source(self, source: str) -> str:
        if source in self.traits:
            return self.traits[source].name.in_language(self.t.language)
        return self.t(f"play.dice-{source}")

    def _chances(self, found: Forecast) -> str:
        chances = found.hits
        if chances is None or not chances.largest:
            return self.t("play.no-hits")
        most = min(3, chances.largest)
        return ", ".join(
            f"{total}+ {percent(chances.at_least(total))} %" for total in range(1, most + 1)
        )

    def _points(self, points: float) -> str:
        return self.t.decimal(points) if points >= 0.05 else "-"

    def number(self, points: float) -> str:
        """Points in a sentence, where a dash would not do."""
        return self.t.decimal(points) if points >= 0.05 else "0"

    # Deployment and hits.

    def _deployments(self, rows: int) -> MenuPage:
        units = list(dict.fromkeys(option.text.split()[1] for option in self.options))
        places = [self._suggested(unit) for unit in units]
        rows_of = [self._unit_cells(unit, place) for unit, place in zip(units, places, strict=True)]
        widths = [max(map(len, column)) for column in zip(*rows_of, strict=True)]
        lines = []
        for number, cells in enumerate(rows_of, 1):
            texts = [cell.ljust(width) for cell, width in zip(cells, widths, strict=True)]
            line = f"{number:>3} {texts[0]} {self.arrow} {'  '.join(texts[1:])}".rstrip()
            lines.append(_cut(line, self.columns, self.signs.more))
        foot = textwrap.wrap(self.t("play.deploy-words", unit=units[0]), self.columns)
        if len(lines) > rows - len(foot):
            shown = max(1, rows - len(foot) - 1)
            lines = [*lines[:shown], self.t("play.more-units", count=len(lines))]
        return MenuPage([*lines, *foot], [(place.action,) for place in places])

    def _suggested(self, unit: str) -> Option:
        """A sensible zone for a unit: fighters in front, where the fewest own points stand."""
        state, forces = self.battle.state, self.battle.forces
        index = forces.unit_index(unit)
        side = index >> c.SIDE_SHIFT
        points = [0, 0, 0]
        for troop, of_unit, tile in forces.troops():
            zone = state.zone[of_unit]
            if troop >> c.SIDE_SHIFT == side and zone < c.OFF_FIELD:
                points[zone & c.SECTOR_MASK] += tile.dp
        sector = SECTORS[min((1, 0, 2), key=lambda place: points[place])]
        is_rear = bool(state.flags[index] & c.SHOOTS_FROM_REAR) or not (
            state.black[index] or state.white[index]
        )
        wanted = f"deploy {unit} {sector} {SIDES[side]} {'rear' if is_rear else 'front'}"
        return next(option for option in self.options if option.text == wanted)

    def _unit_cells(self, unit: str, place: Option) -> list[str]:
        """A unit that is to be placed: its name, a zone, its values and traits."""
        tiles = self.battle.forces.unit(self.battle.forces.unit_index(unit)).troops
        whole = {
            "dp": sum(tile.dp for tile in tiles),
            "wp": sum(tile.wp for tile in tiles),
            "black": sorted(face for tile in tiles for face in tile.black),
            "white": sorted(face for tile in tiles for face in tile.white),
        }
        traits = dict.fromkeys(trait for tile in tiles for trait in tile.traits)
        named = ", ".join(
            self.traits[trait].name.in_language(self.t.language) if trait in self.traits else trait
            for trait in traits
        )
        zone = self.words(place).partition(" ")[2]
        name = _cut(self.names.get(unit, unit), 22, self.signs.more)
        return [name, zone, troop_values(whole, self.t, self.signs), named]

    def _hits(self, rows: int) -> MenuPage:
        ways = assignments(self.battle)
        texts = [self._way(number, way) for number, way in enumerate(ways, 1)]
        parts = [
            textwrap.wrap(text, self.columns, subsequent_indent=" " * 6, drop_whitespace=True)
            for text in texts
        ]
        shown = len(ways)
        while shown > 1 and sum(map(len, parts[:shown])) + (shown < len(ways)) > rows:
            shown -= 1
        lines = [line for part in parts[:shown] for line in part]
        if shown < len(ways):
            lines.append(f"    {self.t('play.more', shown=shown, count=len(ways))}")
        choices = [way.actions for way in ways[:shown]]
        return MenuPage(lines, choices, ways[0].actions if ways else ())

    def _way(self, number: int, way: Assignment) -> str:
        words = []
        if way.eliminated:
            codes = ", ".join(map(self._troop, way.eliminated))
            words.append(self.t("play.way-eliminate", troops=codes))
        for code in dict.fromkeys(way.wounded):
            count = way.wounded.count(code)
            words.append(self.t("play.way-wound", count=count, troop=self._troop(code)))
        price = [self.t("play.way-points", points=way.points)] if way.points else []
        if way.tokens:
            price.append(self.t("play.way-tokens", count=way.tokens))
        mark = f" {self.t('play.enter')}" if number == 1 else ""
        cost = f" = {', '.join(price)}" if price else ""
        return f"{number:>3} {', '.join(words)}{cost}{mark}"

    def _troop(self, code: str) -> str:
        """A troop with what is on its tile: `Legionaries ROM10 (3 DP 1 WP ■36)`."""
        name = f"{self.tiles.get(code, code)} {code}"
        for _, _, tile in self.battle.forces.troops():
            if tile.code == code:
                values = {"dp": tile.dp, "wp": tile.wp, "black": tile.black, "white": tile.white}
                return f"{name} ({troop_values(values, self.t, self.signs)})"
        return name


def _lines(text: str, columns: int) -> list[str]:
    return textwrap.wrap(text, columns, subsequent_indent="  ")


def order_words(
    text: str, names: Mapping[str, str], tiles: Mapping[str, str], t: Translator
) -> str:
    """An action in the player's language, as it can be typed."""

    def named(word: str) -> str:
        if word in names:
            return names[word]
        return f"{tiles[word]} {word}" if word in tiles else word

    word, *rest = text.split()
    unit = names.get(rest[0], rest[0]) if rest else ""
    if word == "deploy" or word in MOVES:
        sector, side, position = rest[1:]
        zone = {
            "sector": t(f"field.{seen_from(side, sector)}"),
            "position": t(f"play.{position}"),
        }
        return t(f"play.entry-{word}", unit=rest[0], **zone)
    other = " ".join(map(named, rest[1:]))
    if word == "wound" and "from" in rest:
        source = rest[rest.index("from") + 1]
        key = "passed" if source == "passed" else "from"
        return t(f"play.entry-wound-{key}", unit=unit, other=named(rest[1]), source=source)
    return t(f"play.entry-{word}", unit=unit, other=other)


def percent(chance: float) -> str:
    """A chance in whole per cent; what can happen is never 0, what can fail never 100."""
    if 0 < chance < 0.005:
        return "<1"
    if 0.995 <= chance < 1 - 1e-9:
        return ">99"
    return f"{100 * chance:.0f}"


def _cut(text: str, space: int, more: str) -> str:
    """`text` in at most `space` letters, with the number of further troops at its end kept."""
    if len(text) <= space:
        return text
    begin, plus, count = text.rpartition(" +")
    if plus and count.isdigit():
        end = f"{more} +{count}"
        return begin[: space - len(end)].rstrip() + end
    return text[: space - len(more)].rstrip() + more
