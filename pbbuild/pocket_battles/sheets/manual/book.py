"""The book of rules: every clause of one edition once, subject by subject, with its picture."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from pbbuild.base.provenance import RULING_MARK
from pbbuild.page import measure
from pbbuild.page.aid_blocks import (
    GROWN_PRINTS,
    LETTER,
    NORMAL_PRINT,
    AidBlock,
    PlacedBlock,
    TextSizes,
    drawn_block,
    group_block,
    icon_block,
    label_block,
    lettered,
    moved,
    picture_block,
    stacked,
    text_block,
    words_block,
)
from pbbuild.page.aid_columns import GridCell, bands_on_page, sections_on_pages
from pbbuild.page.aid_sheet import SLIM_TOP, TOP, AidPage, AidSheet, block_marks, fitted_head
from pbbuild.page.geometry import GUTTER
from pbbuild.page.pictures import Picture, icon
from pbbuild.page.style import Style
from pbbuild.play.clauses import Clause, load_rules
from pbbuild.pocket_battles.catalog.model import Army, Catalog, Edition
from pbbuild.pocket_battles.rules.units import largest_size_for
from pbbuild.pocket_battles.sheets.aid_fields import CASES, Case
from pbbuild.pocket_battles.sheets.aids import at_least_table, sizes_table
from pbbuild.pocket_battles.sheets.leaf_pictures import (
    cost_boxes,
    group_picture,
    moves_picture,
    setup_picture,
)
from pbbuild.pocket_battles.sheets.manual.leaf import LeafBlocks
from pbbuild.pocket_battles.sheets.manual.leaf_parts import WIDE, rules_name, trait_mark
from pbbuild.pocket_battles.sheets.manual.second_side import letter_and_name
from pbbuild.pocket_battles.sheets.troop_icons import trait_strip
from pbbuild.pocket_battles.sheets.unit_card import mark_of
from pbbuild.text.bilingual import Text
from pbbuild.text.translate import Translator

# Each action with its sign.
ACTIONS: Final = (
    ("PB-5.2", "charge"),
    ("PB-8.1", "shoot"),
    ("PB-5.3", "carry-on"),
    ("PB-5.4", "leave"),
    ("PB-5.1", "tactical-move"),
    ("PB-5.5", "special"),
    ("PB-5.6", "pass"),
)
# What is often misread, the mistake and the rule in short: about units, about all that follows.
MISREAD_UNITS: Final = ("one-die", "shared-traits", "no-wounds")
MISREAD: Final = (
    "redeployed",
    "fast",
    "second-order",
    "impetus",
    "other-sector",
    "strike-back",
    "into-group",
    "wound-token",
    "half",
)
LEAST_MISREAD: Final = 5
# Mistakes about a trait, for armies that have it.
MISREAD_TRAITS: Final = {"fast": "fast", "impetus": "impetus"}
# What a page holds: dice rolled with and without the pictures of traits, the width of pictures.
ODDS_ROWS: Final = (18, 16, 14, 12, 10, 8, 6)
FIELD_SIZES: Final = (1.0, 0.85, 0.7)
BETWEEN: Final = 2.2  # the space between clauses below each other
FEW_BETWEEN: Final = (7.0, 5.5, 4.0)  # the same between few traits
MOST_MORE: Final = 6.0  # and how far it grows in a column that ends where a taller one does
TRAIT_FIELD: Final = 0.75  # the width of a trait's field, as part of its words
SIDES: Final = 2  # of a leaf
PAGES: Final = ("army", "attack", "fight", "traits")
OWN_TEXTS: Final = ("PB-1.2", "PB-1.3", "PB-1.7", "PB-8.3")  # they differ by edition


class BookBlocks(LeafBlocks):
    """The sections of the book at one size of type."""

    def __init__(
        self,
        edition: Edition,
        armies: Sequence[Army],
        catalog: Catalog,
        style: Style,
        t: Translator,
    ) -> None:
        super().__init__(edition, armies, catalog, style, t)
        self.language = style.language
        self.rules = dict(load_rules())
        for name, text in self._own_texts().items():
            self.rules[name] = replace(self.rules[name], text=Text(text, text))

    def _own_texts(self) -> dict[str, str]:
        """The clauses that differ by edition, as they are in this one."""
        edition, t = self.edition, self.t
        where = t(f"aid.where-{edition.shoots_into}")
        rear = t("aid.rear-yes" if edition.shoots_rear_elsewhere else "aid.rear-no")
        targets = t("aid.targets-PB-8.3", where=where, rear=rear)
        low, high = edition.recommended_points
        most = largest_size_for(edition.box_tokens)
        return {
            "PB-1.2": t("aid.text-PB-1.2", low=low, high=high),
            "PB-1.3": t("aid.text-PB-1.3", box=edition.box_tokens, most=most),
            "PB-1.7": t("aid.text-PB-1.7"),
            "PB-8.3": t("aid.text-PB-8.3", targets=targets),
        }

    def clause(
        self, name: str, words: TextSizes, number: str = "", thread: bool = False
    ) -> AidBlock:
        """A clause with its number in the rules; a ruling of ours has a dagger."""
        rule = self.rules[name]
        return text_block(
            self._heading(rule),
            rule.text.in_language(self.language),
            rule.id,
            self.column,
            number,
            words,
            thread,
        )

    def _heading(self, rule: Clause) -> str:
        return rule.heading.in_language(self.language) + (RULING_MARK if rule.ruling else "")

    def _clauses(self, key: str, names: Sequence[str], words: TextSizes) -> list[AidBlock]:
        """Clauses under a heading."""
        blocks = [self.clause(name, words) for name in names]
        return self._titled(key, blocks)

    def _numbered(self, key: str, names: Sequence[str], words: TextSizes) -> list[AidBlock]:
        """Clauses as steps, in this order."""
        blocks = [
            self.clause(name, words, str(place), place < len(names))
            for place, name in enumerate(names, start=1)
        ]
        return self._titled(key, blocks)

    def _titled(self, key: str, blocks: Sequence[AidBlock], hint: str = "") -> list[AidBlock]:
        return [blocks[0].under(self.t(f"aid.part-{key}"), hint), *blocks[1:]]

    def _led(self, key: str, blocks: Sequence[AidBlock], hint: str) -> list[AidBlock]:
        """Blocks under a heading in a narrow column; the hint has lines of its own."""
        lead = [label_block(hint, self.column, NORMAL_PRINT)] if hint else []
        return self._titled(key, [*lead, *blocks])

    def _named(self, name: str, words: TextSizes, *above: AidBlock) -> list[AidBlock]:
        """A clause that is a section of its own: its name is the heading."""
        rule = self.rules[name]
        text = words_block(rule.text.in_language(self.language), self.column, words)
        blocks = [*above, text]
        return [blocks[0].under(self._heading(rule), rule.id), *blocks[1:]]

    def _spanned(
        self, key: str, blocks: Sequence[AidBlock], hint: str = "", between: float = BETWEEN
    ) -> GridCell:
        """Blocks in balanced columns under one heading, as wide as the page."""
        if not self.is_wide:
            return GridCell(1, tuple(self._led(key, blocks, hint)))
        parts: list[PlacedBlock] = []
        heights = [block.height for block in blocks]
        columns = measure.balanced(heights, WIDE, between)
        tallest = max(measure.column_height(heights, items, between) for items in columns)
        for place, items in enumerate(columns):
            spare = tallest - measure.column_height(heights, items, between)
            gap = between + min(MOST_MORE, spare / max(1, len(items) - 1))
            column = stacked([blocks[item] for item in items], self.column, gap)
            parts += moved(column, place * (self.column + GUTTER))
        group = group_block(parts).under(self.t(f"aid.part-{key}"), hint)
        return GridCell(WIDE, (group,))

    def _beside(self, key: str, blocks: Sequence[AidBlock], hint: str = "") -> GridCell:
        """Blocks beside each other, one in each column, under one heading."""
        if not self.is_wide:
            return GridCell(1, tuple(self._led(key, blocks, hint)))
        parts = [
            PlacedBlock(place * (self.column + GUTTER), 0.0, self.column, block)
            for place, block in enumerate(blocks)
        ]
        group = group_block(parts).under(self.t(f"aid.part-{key}"), hint)
        return GridCell(WIDE, (group,))

    def bands(self, words: TextSizes) -> list[list[list[GridCell]]]:
        """The bands of each page as they are where nothing has to be fitted."""
        return [next(pages) for pages in self.variants(words)]

    def variants(self, words: TextSizes) -> list[Iterator[list[list[GridCell]]]]:
        """What each page may hold, the fullest first.

        The first may have the drawing of a unit, that of fights more mistakes, the last the
        pictures of traits and more or fewer rows of odds. Fields are as wide as their columns
        before type grows.
        """
        sizes = FIELD_SIZES[:1] if words.factor > 1.0 else FIELD_SIZES
        return [
            (self._army(words, with_unit) for with_unit in (True, False)),
            ([self._round_band(words), *self._attack(words, size)] for size in sizes),
            (
                self._fights(words, count, has_shot)
                for count in range(len(MISREAD), LEAST_MISREAD - 1, -1)
                for has_shot in (True, False)
            ),
            self._lasts(words),
        ]

    def _lasts(self, words: TextSizes) -> Iterator[list[list[GridCell]]]:
        """Few traits have more space between them, many fewer rows of odds, then no fields."""
        for between in FEW_BETWEEN:
            yield self._last(words, ODDS_ROWS[0], True, between)
        for has_targets in (True, False):
            for rows in ODDS_ROWS:
                yield self._last(words, rows, has_targets)

    def _last(
        self, words: TextSizes, rows: int, has_targets: bool, between: float = BETWEEN
    ) -> list[list[GridCell]]:
        """The traits, those that add targets with a field, and the odds."""
        clauses = self._trait_clauses(words, has_targets)
        traits = self._spanned("traits", clauses, self.rules["PB-T"].id, between)
        return [[traits], *self._odds(words, rows)]

    def _army(self, words: TextSizes, with_unit: bool) -> list[list[GridCell]]:
        build = ("PB-1.2", "PB-1.4", "PB-1.5", "PB-1.6", "PB-1.8", "PB-1.9")
        picture = setup_picture(self.column, self.style, self.t)
        field = [_drawn(picture), *(self.clause(name, words) for name in ("PB-2.1", "PB-2.2"))]
        sizes = sizes_table(self.edition, self.column, self.t, words)
        return [
            [
                GridCell(2, self._read(words)),
                GridCell(1, tuple(self._clauses("troop", ("PB-1.1", "PB-1.7"), words))),
            ],
            [self._spanned("build", [self.clause(name, words) for name in build])],
            *([self._unit_band(words)] if with_unit else []),
            [
                GridCell(1, tuple(self._titled("field", field))),
                GridCell(1, tuple(self._numbered("before", ("PB-1.3", "PB-3.1", "PB-3.2"), words))),
                GridCell(1, (*self._tokens(words), *self._titled("sizes", [sizes]))),
            ],
        ]

    def _unit_band(self, words: TextSizes) -> list[GridCell]:
        """A unit and its dice, beside what is often misread about units."""
        pairs = self._titled("misread", self._misread(MISREAD_UNITS, words))
        return [GridCell(2, self._pool(words, ())), GridCell(1, tuple(pairs))]

    def _misread(self, names: Sequence[str], words: TextSizes) -> list[AidBlock]:
        """Mistakes and their corrections; those about a trait only for armies that have it."""
        known = {trait.base for trait in self.traits}
        return [
            words_block(self.t(f"aid.{kind}-{name}"), self.column, words, kind=kind)
            for name in names
            if MISREAD_TRAITS.get(name, "") in ("", *known)
            for kind in ("wrong", "right")
        ]

    def _round_band(self, words: TextSizes) -> list[GridCell]:
        moves = moves_picture(self.column, self.style, self.t)
        costs = cost_boxes(self.column, self.style, self.t)
        sections = (
            self._clauses("round", ("PB-4.1", "PB-4.2", "PB-4.3"), words),
            self._named("PB-4.4", words, _drawn(moves)),
            self._named("PB-4.5", words, _drawn(costs)),
        )
        return [GridCell(1, tuple(section)) for section in sections]

    def _actions_of(self, words: TextSizes) -> list[AidBlock]:
        accent = self.style.colours["accent"]
        blocks = []
        for name, sign in ACTIONS:
            rule = self.rules[name]
            heading = self._heading(rule)
            mark = icon(sign, 5.6, heading, accent)
            text = rule.text.in_language(self.language)
            blocks.append(icon_block(mark, heading, text, name, self.column, words))
        return blocks

    def _attack(self, words: TextSizes, size: float) -> list[list[GridCell]]:
        """The actions, then whom they may hit, drawn on the field."""
        t = self.t
        plain = [case for case in CASES if not case.trait]
        charge = [case for case in plain if case.action == "charge"]
        shoot = [case for case in plain if case.action == "shoot"][:WIDE]
        return [
            [self._spanned("actions", self._actions_of(words), t("aid.one-order"))],
            [self._beside("who-charge", self._cases(charge, words, size), t("aid.first-fits"))],
            [self._beside("who-shoot", self._cases(shoot, words, size), t("aid.first-fits"))],
        ]

    def _reactions(self, words: TextSizes) -> list[AidBlock]:
        """What may answer a charge, and where the fight is."""
        options = [self._option(name, words) for name in ("PB-5.2.5", "PB-5.2.6")]
        options[0] = replace(options[0], thread=True)
        return [
            *self._named("PB-5.2.4", words),
            *options,
            *self._clauses("where", ("PB-5.2.7", "PB-8.5"), words),
        ]

    def _option(self, name: str, words: TextSizes) -> AidBlock:
        """A clause as one of several that a player may choose."""
        return replace(self.clause(name, words, number="1"), kind="option", number="")

    def _cases(self, cases: Sequence[Case], words: TextSizes, size: float) -> list[AidBlock]:
        """Fields with the clause that each shows; the second of a clause says what differs.

        `size` is the width of a field, as part of its column.
        """
        blocks = []
        explained: set[str] = set()
        for case in cases:
            rule = self.rules[case.clause]
            is_again = case.clause in explained or bool(case.trait)
            text = self._caption(case) if is_again else rule.text.in_language(self.language)
            explained.add(case.clause)
            field = self._field(case)
            picture = field.scaled(self.column * size / field.width)
            whole = self._title(case)
            letter, title = letter_and_name(whole)
            used = measure.width(title, measure.NAME, words.title) + LETTER
            used += measure.width(case.clause, measure.LABEL, words.label) + 2.0
            # In a narrow column the letter is part of the title, which takes two lines.
            has_badge = bool(letter) and used <= self.column
            shown = title if has_badge else whole
            block = picture_block(picture, shown, text, case.clause, self.column, words)
            blocks.append(lettered(block, letter) if has_badge else block)
        return blocks

    def _fights(self, words: TextSizes, count: int, has_shot: bool) -> list[list[GridCell]]:
        """Reactions, fights, wounds and groups, how a round and the battle end, mistakes.

        It has `count` mistakes, and the picture of a shot into a group where there is room for it.
        """
        wounds = ("PB-7.1", "PB-7.2", "PB-7.3", "PB-7.4", "PB-7.5")
        fight = self._numbered("fight", ("PB-6.1", "PB-6.2", "PB-6.4"), words)
        end = self._numbered("end", ("PB-4.6", "PB-4.7", "PB-9.1"), words)
        win = self._clauses("win", ("PB-9.2", "PB-5.7"), words)
        pairs = self._titled("misread", self._misread(MISREAD[:count], words))
        groups = self._clauses("groups", ("PB-6.3", "PB-8.4"), words)
        if has_shot:
            groups.append(drawn_block(group_picture(self.column, self.style, self.t)))
        return [
            [
                GridCell(1, (*self._reactions(words), *fight, self._example(words))),
                GridCell(1, (*self._clauses("wounds", wounds, words), *groups)),
                GridCell(1, (*end, *win, *pairs)),
            ]
        ]

    def _trait_clauses(self, words: TextSizes, has_targets: bool) -> list[AidBlock]:
        text = self.rules["PB-T"].text.in_language(self.language)
        blocks = [words_block(text, self.column, words)]
        for trait in self.traits:
            mark = trait_strip([trait], 5.2, self.language)
            rule = self.rules[trait.clause]
            text = rule.text.in_language(self.language)
            title = self._heading(rule) + trait_mark(trait)
            block = icon_block(mark, title, text, rule.id, self.column, words)
            fields = [self._field(case) for case in CASES if case.trait == trait.id]
            if fields and has_targets:
                picture = fields[0].fitted((self.column - block.text_x) * TRAIT_FIELD)
                drawn = PlacedBlock(
                    block.text_x, block.height + 0.8, picture.width, drawn_block(picture)
                )
                block = group_block([PlacedBlock(0.0, 0.0, self.column, block), drawn])
            blocks.append(block)
        return blocks

    def _odds(self, words: TextSizes, rows: int) -> list[list[GridCell]]:
        """How to read the tables, and the chances of one, two and three hits."""
        t = self.t
        wide = self.width if self.is_wide else self.column
        tables = [
            at_least_table(count, self.column, t, words, range(1, rows + 1)) for count in (1, 2, 3)
        ]
        how = words_block(t("aid.odds-how"), wide, words)
        if not self.is_wide:
            return [[GridCell(1, tuple(self._titled("odds", [how, *tables])))]]
        parts = [PlacedBlock(0.0, 0.0, wide, how)]
        parts += [
            PlacedBlock(place * (self.column + GUTTER), how.height + BETWEEN, self.column, table)
            for place, table in enumerate(tables)
        ]
        return [[GridCell(WIDE, (group_block(parts).under(t("aid.part-odds")),))]]


def _drawn(picture: Picture) -> AidBlock:
    return AidBlock(kind="picture", height=picture.height + 1.6, pictures=(picture,))


def book_sheet(
    edition: Edition, armies: Sequence[Army], catalog: Catalog, style: Style, t: Translator
) -> AidSheet:
    """The book of rules of one edition and its armies, in the largest type that fits four pages."""
    width, height = style.inner_size
    book = BookBlocks(edition, armies, catalog, style, t)
    is_marked = any(map(trait_mark, book.traits)) or any(map(mark_of, book.shown_tiles()))
    marks = t("leaf.foot-both") if is_marked else ""
    foot = measure.foot_lines(" · ".join(filter(None, (t("aid.foot"), marks))), width)
    bottom = height - measure.foot_height(foot)
    found: list[tuple[int, list[PlacedBlock]]] = []
    if book.is_wide:
        found = next(filter(None, (_pages(book, words, bottom) for words in GROWN_PRINTS)), [])
    if not found:
        book.is_wide = False
        bands = [band for page in book.bands(GROWN_PRINTS[-1]) for band in page]
        blocks = [block for band in bands for cell in band for block in cell.blocks]
        poured = sections_on_pages(blocks, width, bottom, book.columns, SLIM_TOP, TOP, SIDES)
        found = [(-1, page) for page in poured]
    colours = style.colours
    mark = icon("stack", 8.0, t("aid.book"), colours["band-ink"], colours["band"])
    name = rules_name(edition, armies, style.language, t)
    pages = []
    for number, (place, blocks_of_page) in enumerate(found):
        is_slim = number > 0
        subject = t(f"aid.page-{PAGES[place]}", page=number + 1) if book.is_wide else ""
        kicker = subject if is_slim and subject else " · ".join(filter(None, (name, subject)))
        shown, size, beside = fitted_head(t("aid.book"), kicker, width, is_slim)
        pages.append(
            AidPage(shown, beside, mark, tuple(blocks_of_page), foot, number == 0, size, is_slim)
        )
    title = t("aid.title", edition=name)
    return AidSheet(title, width, height, block_marks(t), tuple(pages))


def _pages(
    book: BookBlocks, words: TextSizes, bottom: float
) -> list[tuple[int, list[PlacedBlock]]]:
    """The four pages at one size of type, each as full as it can be; [] if one is too full."""
    found = []
    for place, variants in enumerate(book.variants(words)):
        top = SLIM_TOP if place else TOP
        tries = (bands_on_page(one, book.width, top, bottom, book.columns) for one in variants)
        page = next((one for one in tries if one is not None), None)
        if page is None:
            return []
        found.append((place, page))
    return found
