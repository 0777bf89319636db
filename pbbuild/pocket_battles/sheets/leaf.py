"""The quick reference: one leaf with two sides, enough for a first game of one edition.

On paper that is wide enough the sections stand in bands of a grid of three columns, with what one
looks at drawn large: a tile, a unit, the field. On narrow paper and in large print the same
sections follow each other in columns, on as many pages as they need.
"""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from pbbuild.base.provenance import paper_mark
from pbbuild.page import measure
from pbbuild.page.aid_blocks import (
    BAND_GAP,
    GROWN_PRINTS,
    INDENT,
    LETTER,
    AidBlock,
    Cell,
    GridCell,
    PlacedBlock,
    TextSizes,
    bands_on_page,
    blocks_on_pages,
    group_block,
    icon_block,
    label_block,
    lettered,
    measured_lines,
    moved,
    pictures_block,
    rich_lines,
    sentence_table,
    stacked,
    steps,
    text_block,
    words_block,
)
from pbbuild.page.aid_sheet import SLIM_TOP, TOP, AidPage, AidSheet, block_marks, fitted_head
from pbbuild.page.geometry import GUTTER, NAMES, T5, column_count, column_width
from pbbuild.page.pictures import (
    DARK,
    Picture,
    dice_picture,
    drawing,
    filled,
    icon,
)
from pbbuild.page.style import Style, theme_for
from pbbuild.pocket_battles.catalog.effects import ORDER_STEP, REDEPLOYS_AND_ACTS
from pbbuild.pocket_battles.catalog.model import Army, Catalog, Edition, Trait, Troop
from pbbuild.pocket_battles.lists.find import ready_folder
from pbbuild.pocket_battles.lists.list_file import read_list
from pbbuild.pocket_battles.rules.profile import Profile, profile
from pbbuild.pocket_battles.rules.units import points_to_win
from pbbuild.pocket_battles.sheets.aid_fields import CASES, Case, field_picture
from pbbuild.pocket_battles.sheets.leaf_pictures import (
    LEADER,
    ROW_NAMES,
    TILE_KEYS,
    cost_boxes,
    drawn_block,
    empty_picture,
    example_fight,
    group_picture,
    moves_picture,
    named_tile,
    setup_picture,
    tile_picture,
)
from pbbuild.pocket_battles.sheets.tiles import CARD, COUNTER
from pbbuild.pocket_battles.sheets.troop_icons import trait_strip, without_numbers
from pbbuild.pocket_battles.sheets.unit_card import mark_of
from pbbuild.text.translate import Translator

WIDE: Final = 3  # columns of the grid
ACTIONS: Final = ("charge", "shoot", "carry-on", "leave", "tactical-move", "special", "pass")
TOKENS: Final = (("order", "order-token"), ("wound", "wound-token"), ("aside", "token-aside"))
TRAIT_INDENT: Final = 6.0
READY_SIZES: Final = (50, 60, 80)
MISTAKES: Final = (1, 2, 3)


class LeafBlocks:
    """The sections of both sides at one size of type, each `span` columns wide."""

    def __init__(
        self,
        edition: Edition,
        armies: Sequence[Army],
        catalog: Catalog,
        style: Style,
        t: Translator,
    ) -> None:
        self.edition, self.armies, self.catalog = edition, armies, catalog
        self.style, self.t = style, t
        self.width, self.height = style.inner_size
        self.columns = column_count(self.width)
        self.column = column_width(self.width, self.columns)
        self.traits = without_numbers(self._traits())
        self.is_wide = self.columns >= WIDE
        self.fields: dict[Case, Picture] = {}

    def _traits(self) -> list[Trait]:
        carried = {name for army in self.armies for troop in army.troops for name in troop.traits}
        return [trait for name, trait in self.catalog.traits.items() if name in carried]

    def _has(self, effect: str) -> bool:
        return any(one.kind == effect for trait in self.traits for one in trait.effects)

    def _span(self, columns: int) -> float:
        return columns * (self.column + GUTTER) - GUTTER

    def words(self, key: str, words: TextSizes, **values: object) -> AidBlock:
        return words_block(self.t(f"leaf.{key}", **values), self.column, words)

    def _texts(self, stem: str, count: int, **values: object) -> list[str]:
        return [self.t(f"leaf.{stem}-{place}", **values) for place in range(1, count + 1)]

    def _pairs(self, numbers: Sequence[int], words: TextSizes) -> Iterator[AidBlock]:
        for number in numbers:
            for kind in ("wrong", "right"):
                text = self.t(f"leaf.{kind}-{number}")
                yield words_block(text, self.column, words, kind=kind)

    def _headed(self, key: str, blocks: Sequence[AidBlock], hint: str = "") -> list[AidBlock]:
        return [blocks[0].under(self.t(f"leaf.{key}"), hint), *blocks[1:]]

    def first_side(self, words: TextSizes) -> list[list[GridCell]]:
        """Reading a tile, building units, setting up, the round, costs, winning."""
        return [
            [GridCell(2, self._read(words)), GridCell(1, self._glossary(words))],
            [GridCell(1, self._build(words)), GridCell(2, self._pool(words))],
            [
                GridCell(1, (*self._setup(words), *self._tokens(words))),
                GridCell(1, self._round(words)),
                GridCell(1, (*self._costs(words), *self._win(words), *self._first(words))),
            ],
        ]

    def second_side(self, words: TextSizes, is_even: bool) -> list[list[GridCell]]:
        """Actions, targets drawn on the field, fights, wounds, the traits of these armies.

        `is_even` begins each section at the top of a column, and has room for what helps most; else
        they follow each other.
        """
        sections = (
            self._fight(words),
            self._wounds(words, (4,) if is_even else ()),
            self._several(words, is_even),
        )
        lead = self.t("leaf.traits-lead")
        traits = list(self._trait_blocks(words))
        first = [[GridCell(WIDE, self._actions(words))], [GridCell(WIDE, self._who(words))]]
        if is_even:
            return [
                *first,
                [GridCell(1, section) for section in sections],
                [GridCell(WIDE, (self._in_columns(traits).under(self.t("leaf.traits"), lead),))],
            ]
        labelled = self._headed("traits", [label_block(lead, self.column, words), *traits])
        flow = (*(block for section in sections for block in section), *labelled)
        return [*first, [GridCell(WIDE, flow, poured=True)]]

    def _in_columns(self, blocks: Sequence[AidBlock]) -> AidBlock:
        """Blocks in balanced columns, as one block."""
        parts: list[PlacedBlock] = []
        heights = [block.height for block in blocks]
        for place, items in enumerate(measure.balanced(heights, WIDE, BAND_GAP)):
            column = stacked([blocks[item] for item in items], self.column, BAND_GAP)
            parts += moved(column, place * (self.column + GUTTER))
        return group_block(parts)

    def pages(
        self, words: TextSizes, bottoms: Sequence[float], is_even: bool = False
    ) -> list[tuple[int, list[PlacedBlock]]]:
        """The pages at one size of type, each with its side; none if the grid is too full."""
        sides = (self.first_side(words), self.second_side(words, is_even))
        if not self.is_wide:
            # On narrow paper the sides follow each other: none ends with a nearly empty page.
            bands = [band for side in sides for band in side]
            blocks = [block for band in bands for cell in band for block in cell.blocks]
            poured = blocks_on_pages(
                blocks, self.width, min(bottoms), self.columns, SLIM_TOP, first_top=TOP
            )
            return [(0, page) for page in poured]
        found: list[tuple[int, list[PlacedBlock]]] = []
        for side, bands in enumerate(sides):
            top = SLIM_TOP if side else TOP
            page = bands_on_page(bands, self.width, top, bottoms[side], self.columns)
            if page is None:
                return []
            found.append((side, page))
        return found

    def _read(self, words: TextSizes) -> tuple[AidBlock, ...]:
        """A tile with the names of its parts on both sides."""
        troop = self._sample_tile()
        faces = {"black": _faces(troop.black, self.t), "white": _faces(troop.white, self.t)}
        picture_width = CARD.piece.width + 2 * LEADER
        if not self.is_wide:
            picture_width = CARD.piece.width
        total = self._span(2) if self.is_wide else self.column
        side = (total - picture_width) / 2
        sides = []
        for keys, is_right in zip(TILE_KEYS, (True, False), strict=True):
            blocks = [
                replace(
                    text_block(
                        self.t(f"leaf.key-{key}"),
                        self.t(f"leaf.key-{key}-text", faces=faces.get(key, "")),
                        "",
                        side - 1.0 if self.is_wide else self.column,
                        words=words,
                    ),
                    is_right=is_right and self.is_wide,
                )
                for key, _ in keys
            ]
            sides.append(blocks)
        lead = self.t("leaf.read-lead")
        own = self._army_style(troop)
        if not self.is_wide:
            plain = tile_picture(troop, CARD, self.catalog, own, self.t).fitted(self.column)
            tile = AidBlock(kind="picture", height=plain.height + 1.6, pictures=(plain,))
            names = [*sides[0], *sides[1]]
            return tuple(self._headed("read", [self.words("read-lead", words), tile, *names]))
        high = max(CARD.piece.width, *(sum(one.height for one in blocks) + 2.0 for blocks in sides))
        parts: list[PlacedBlock] = []
        heights = []
        drop = (high - CARD.piece.width) / 2
        for place, (blocks, keys) in enumerate(zip(sides, TILE_KEYS, strict=True)):
            x = 0.0 if place == 0 else side + picture_width + 1.0
            wished = [y + drop - words.title_line / 2 for _, (_, y) in keys]
            tops = _without_overlap(wished, [block.height for block in blocks], high)
            parts += [
                PlacedBlock(x, y, side - 1.0, block) for y, block in zip(tops, blocks, strict=True)
            ]
            heights.append([y + words.title_line / 2 for y in tops])
        plain = tile_picture(troop, CARD, self.catalog, own, self.t)
        picture = named_tile(plain, heights[0], heights[1], high, self.t)
        parts.append(
            PlacedBlock(
                side,
                0.0,
                picture_width,
                drawn_block(picture),
            )
        )
        return (group_block(parts).under(self.t("leaf.read"), lead),)

    def _army_style(self, troop: Troop) -> Style:
        """The style in the colours of the tile's army."""
        army = self.catalog.armies[troop.army]
        return replace(self.style, theme=theme_for(army.theme), bleed=0.0)

    def shown_tiles(self) -> list[Troop]:
        """The tiles that are drawn."""
        unit = self._sample_unit() if self.is_wide else None
        return [self._sample_tile(), *(unit[0] if unit else [])]

    def _sample_tile(self) -> Troop:
        """A tile that has all that is to be explained."""
        return max(
            (troop for army in self.armies for troop in army.troops),
            key=lambda troop: (
                bool(troop.black and troop.white and troop.traits and troop.wp),
                min(len(troop.traits), 2),
                min(troop.wp, 2),
                min(len(troop.black), 2) + min(len(troop.white), 2),
                -len(troop.name),
            ),
        )

    def _glossary(self, words: TextSizes) -> tuple[AidBlock, ...]:
        keys = ("unit", "zone", "contact", "token", "removed")
        return tuple(self._headed("words", [self.words(f"word-{key}", words) for key in keys]))

    def _build(self, words: TextSizes) -> tuple[AidBlock, ...]:
        low, high = self.edition.recommended_points
        texts = self._texts("build", 5, low=low, high=high, first=low)
        return tuple(self._headed("build", list(steps(texts, self.column, words))))

    def _pool(self, words: TextSizes, mistakes: Sequence[int] = MISTAKES) -> tuple[AidBlock, ...]:
        """A unit, the dice that its tiles add up to, and what is often misread about it."""
        hint = self.t("leaf.pool-lead")
        unit = self._sample_unit()
        if not self.is_wide or unit is None:
            blocks = [self.words("pool-text", words), *self._pairs(mistakes, words)]
            return tuple(self._headed("pool", blocks))
        troops, totals = unit
        style = self._army_style(troops[0])
        pictures = [tile_picture(troop, COUNTER, self.catalog, style, self.t) for troop in troops]
        x = 0.0
        parts = []
        for picture in pictures:
            block = drawn_block(picture)
            parts.append(PlacedBlock(x, 0.0, picture.width, block))
            x += picture.width + 1.2
        equals = drawing(filled("M0 4h8v1.8h-8zM0 8.4h8v1.8h-8z", DARK), 8, 14, 9.0, "=")
        block = drawn_block(equals)
        parts.append(
            PlacedBlock(x + 0.8, (pictures[0].height - equals.height) / 2, equals.width, block)
        )
        x += equals.width + 4.0
        space = self._span(2) - x
        parts += moved(stacked(self._pool_words(totals, space, words), space, 1.0), x)
        y = max(part.y + part.block.height for part in parts) + 2.0
        half = column_width(self._span(2), 2)
        for number in mistakes:
            pair = [
                words_block(self.t(f"leaf.{kind}-{number}"), half, words, kind=kind)
                for kind in ("wrong", "right")
            ]
            parts += [
                PlacedBlock(place * (half + GUTTER), y, half, block)
                for place, block in enumerate(pair)
            ]
            y += max(block.height for block in pair) + 0.9
        return (group_block(parts).under(self.t("leaf.pool"), hint),)

    def _pool_words(self, totals: Profile, width: float, words: TextSizes) -> list[AidBlock]:
        t = self.t
        found = []
        for key, black, white in (("fights", totals.black, ()), ("shoots", (), totals.white)):
            faces = black or white
            alt = t(f"leaf.{key}-alt", faces=" ".join(map(str, faces)))
            dice = dice_picture(black, white, 4.6, alt).fitted(width - 14.0)
            found.append(icon_block(dice, t(f"leaf.{key}"), "", "", width, words))
        face = max(totals.black, key=lambda one: (totals.black.count(one), -one))
        text = t(
            "leaf.pool-dice",
            fight=totals.strike_dice(charging=False),
            charge=totals.strike_dice(charging=True),
            shoot=totals.shooting_dice,
        )
        found.append(words_block(text, width, words))
        hits = t("leaf.pool-hits", face=face, count=totals.black.count(face))
        found.append(words_block(hits, width, words))
        return found

    def _sample_unit(self) -> tuple[list[Troop], Profile] | None:
        """A unit of a ready list that shows most: several tiles, both dice, traits that add up."""
        found = []
        for name in (f"{army.id}-{size}" for army in self.armies for size in READY_SIZES):
            path = ready_folder() / f"{name}.json"
            for unit in read_list(path).units if path.exists() else ():
                if not 2 <= len(unit.troops) <= 3:
                    continue
                troops = [self.catalog.troops[code] for code in unit.troops]
                totals = profile(troops, self.catalog.traits)
                if totals.black and totals.white:
                    found.append((troops, totals))
        if not found:
            return None

        def shows(unit: tuple[list[Troop], Profile]) -> tuple[int, ...]:
            troops, totals = unit
            return (
                len(troops),
                min(2, max(totals.black.count(face) for face in totals.black)),
                min(3, totals.strike_dice(charging=False)),
                min(2, totals.shooting_dice),
                len({troop.name for troop in troops}),
            )

        return max(found, key=shows)

    def _setup(self, words: TextSizes) -> tuple[AidBlock, ...]:
        picture = setup_picture(self.column, self.style, self.t)
        block = AidBlock(kind="picture", height=picture.height + 1.6, pictures=(picture,))
        return tuple(
            self._headed("setup", [block, *steps(self._texts("setup", 5), self.column, words)])
        )

    def _tokens(self, words: TextSizes) -> tuple[AidBlock, ...]:
        t = self.t
        made = []
        for kind, sign in TOKENS:
            name = t(f"leaf.token-{kind}")
            text = f"**{name}**: {t(f'leaf.token-{kind}-text')}"
            made.append(icon_block(icon(sign, 4.8, name), "", text, "", self.column, words))
        return tuple(self._headed("tokens", made))

    def _round(self, words: TextSizes) -> tuple[AidBlock, ...]:
        t, width = self.t, self.column
        is_fast = self._has(REDEPLOYS_AND_ACTS)
        turn = list(
            steps(
                [t("leaf.turn-1" if is_fast else "leaf.turn-1-plain"), t("leaf.turn-2")],
                width,
                words,
            )
        )
        end = steps(self._texts("end", 3), width, words)
        blocks = [
            self.words("round-text", words),
            label_block(t("leaf.turn"), width, words),
            turn[0],
            *([self._moves()] if self.is_wide else []),
            turn[1],
            self.words("no-token", words),
            label_block(t("leaf.end"), width, words),
            *end,
        ]
        return tuple(self._headed("round", blocks))

    def _moves(self) -> AidBlock:
        across = self.column - INDENT
        picture = moves_picture(across, self.style, self.t)
        return group_block([PlacedBlock(INDENT, 0.0, across, drawn_block(picture))])

    def _costs(self, words: TextSizes, text: str = "leaf.costs-text") -> tuple[AidBlock, ...]:
        picture = cost_boxes(self.column, self.style, self.t)
        boxes = AidBlock(kind="picture", height=picture.height + 1.6, pictures=(picture,))
        costs = [boxes, words_block(self.t(text), self.column, words)]
        for trait in self.traits:
            if any(one.kind == ORDER_STEP for one in trait.effects):
                name = trait.name.in_language(self.style.language)
                text = self.t("leaf.costs-reactive", name=name)
                sign = trait_strip([trait], 4.0, self.style.language)
                costs.append(icon_block(sign, "", text, "", self.column, words))
        return tuple(self._headed("costs", costs))

    def _win(self, words: TextSizes, text: str = "leaf.win-text") -> tuple[AidBlock, ...]:
        low, high = self.edition.recommended_points
        size = 80 if low <= 80 <= high else low
        example = self.t(text, size=size, half=points_to_win(size))
        blocks = [
            label_block(self.t("leaf.win-lead"), self.column, words),
            *steps(self._texts("win", 3), self.column, words, "option"),
            words_block(example, self.column, words),
        ]
        return tuple(self._headed("win", blocks))

    def _first(self, words: TextSizes) -> tuple[AidBlock, ...]:
        # One army alone plays against another of its edition.
        armies = dict.fromkeys([*(army.id for army in self.armies), *self.edition.armies])
        names = ready_lists(list(armies)[:2])
        text = self.words("first-text", words, a=names[0], b=names[-1])
        return tuple(self._headed("first", [text]))

    def _actions(self, words: TextSizes) -> tuple[AidBlock, ...]:
        t = self.t
        accent = self.style.colours["accent"]
        signs = {name: icon(name, 4.4, t(f"leaf.act-{name}"), accent) for name in ACTIONS}
        lead = t("leaf.actions-lead")
        if not self.is_wide:
            blocks = [
                icon_block(
                    sign,
                    t(f"leaf.act-{name}"),
                    self._act(name),
                    "",
                    self.column,
                    words,
                )
                for name, sign in signs.items()
            ]
            return tuple(self._headed("actions", [label_block(lead, self.column, words), *blocks]))
        columns = (32.0, 43.0, self._span(WIDE) - 75.0)
        head = [
            Cell(t(f"leaf.act-{key}"), strong=True, left=True) for key in ("name", "who", "what")
        ]
        rows = [
            [
                Cell(t(f"leaf.act-{name}"), strong=True, left=True, picture=sign),
                *(
                    Cell(
                        "",
                        left=True,
                        lines=rich_lines(t(f"leaf.act-{name}-{key}"), width - 2.0, words),
                    )
                    for key, width in zip(("who", "text"), columns[1:], strict=True)
                ),
            ]
            for name, sign in signs.items()
        ]
        return (sentence_table([head, *rows], columns, words).under(t("leaf.actions"), lead),)

    def _act(self, name: str) -> str:
        """Which unit takes an action, and what happens."""
        who, text = (self.t(f"leaf.act-{name}-{key}") for key in ("who", "text"))
        return self.t("leaf.act", who=who, text=text)

    def _who(self, words: TextSizes) -> tuple[AidBlock, ...]:
        """The pictures of targets, charges above shots, and the reactions beside the charges."""
        t = self.t
        plain = [case for case in CASES if not case.trait]
        charge = [case for case in plain if case.action == "charge"]
        shoot = [case for case in plain if case.action == "shoot"][:3]
        known = {trait.id for trait in self.traits}
        special = [case for case in CASES if case.trait and case.trait in known]
        react = [
            *steps(self._texts("react", 3), self.column, words, "option"),
        ]
        if not self.is_wide:
            blocks = [label_block(t("leaf.who-both"), self.column, words)]
            rows: list[tuple[Case, ...]] = [*zip(charge, shoot, strict=True)]
            rows += [tuple(special[start : start + 2]) for start in range(0, len(special), 2)]
            for row in rows:
                pictures = [self._field(case) for case in row]
                captions = [f"**{self._title(case)}**\n{self._caption(case)}" for case in row]
                if len(row) == 1:
                    pictures.append(empty_picture(pictures[0]))
                    captions.append("")
                blocks.append(pictures_block(pictures, captions, self.column, words))
            blocks.append(self.words("who-key", words))
            return (
                *self._headed("who", blocks),
                *self._headed("react", [self.words("react-lead", words), *react]),
            )
        total = self._span(WIDE)
        texts = [t(f"leaf.row-{name}") for name in ROW_NAMES]
        names = max(measure.width(text, measure.LABEL, T5.size) for text in texts) + 1.5
        count = 3 + max(2, len(special))
        each = column_width(total - names, count, 3.0)
        step = each + 3.0
        parts: list[PlacedBlock] = []
        y = 0.0
        for drawn in (charge, [*shoot, *special]):
            blocks_of_row = [self._case_block(case, each, words) for case in drawn]
            picture = blocks_of_row[0].pictures[0]
            top = y + words.title_line
            action = t("leaf.act-charge" if drawn is charge else "leaf.act-shoot")
            named = replace(text_block(action, "", "", names - 1.2, words=words), is_right=True)
            parts.append(PlacedBlock(0.0, y, names - 1.2, named))
            for place, text in enumerate(texts):
                line = picture.height / len(texts)
                block = AidBlock(
                    kind="label",
                    height=line,
                    lines=(text,),
                    size=T5.size,
                    line=line,
                    is_right=True,
                )
                at = top + 0.4 + line * place
                parts.append(PlacedBlock(0.0, at, names - 1.2, block))
            for place, block in enumerate(blocks_of_row):
                parts.append(PlacedBlock(names + place * step, y, each, block))
            if drawn is charge:
                x = names + 3 * step
                wide = total - x
                beside = [
                    text_block(t("leaf.react"), t("leaf.react-lead"), "", wide, words=words),
                    *steps(self._texts("react", 3), wide, words, "option"),
                ]
                parts += moved(stacked(beside, wide, 1.0), x, y)
            y = max(part.y + part.block.height for part in parts) + 1.2
        return (group_block(parts).under(t("leaf.who"), t("leaf.who-hint")),)

    def _case_block(self, case: Case, width: float, words: TextSizes) -> AidBlock:
        """A field with its title above it and its caption below."""
        picture = self._field(case)
        picture = picture.scaled(width / picture.width)
        # The row says whether it is about charges or shots.
        short = f"leaf.short-{case.clause}{_again(case)}"
        title = self.t(short) if self.t.has(short) else self._title(case)
        letter, title = letter_and_name(title)
        space = width - LETTER if letter else width
        size = measure.fitted_face(title, space, NAMES, words.factor).size * words.factor
        lines = measured_lines(self._caption(case), width, words.label)
        block = AidBlock(
            kind="picture",
            height=words.title_line + picture.height + 1.6 + len(lines) * words.label_line,
            title=(title,),
            title_size=size,
            title_line=words.title_line,
            lines=lines,
            pictures=(picture,),
            size=words.label,
            line=words.label_line,
        )
        return lettered(block, letter) if letter else block

    def _field(self, case: Case) -> Picture:
        if case not in self.fields:
            self.fields[case] = field_picture(
                case, self.edition.id, self.catalog, self.style, self.t
            )
        return self.fields[case]

    def _title(self, case: Case) -> str:
        if case.trait:
            return self.catalog.traits[case.trait].name.in_language(self.style.language)
        return self.t(f"leaf.title-{case.clause}{_again(case)}")

    def _caption(self, case: Case) -> str:
        t = self.t
        if case.trait:
            return t(f"leaf.case-{case.trait}")
        if case.clause == "PB-8.3":
            where = t(f"leaf.where-{self.edition.shoots_into}")
            rear = t("leaf.rear-yes" if self.edition.shoots_rear_elsewhere else "leaf.rear-no")
            return t("leaf.case-PB-8.3", where=where, rear=rear)
        return t(f"leaf.case-{case.clause}{_again(case)}")

    def _fight(self, words: TextSizes) -> tuple[AidBlock, ...]:
        blocks = [*steps(self._texts("fight", 5), self.column, words), self._example(words)]
        return tuple(self._headed("fight", blocks))

    def _example(self, words: TextSizes) -> AidBlock:
        return drawn_block(example_fight(self.column, self.t))

    def _wounds(self, words: TextSizes, mistakes: Sequence[int] = (4,)) -> tuple[AidBlock, ...]:
        blocks = [
            label_block(self.t("leaf.wounds-lead"), self.column, words),
            *steps(self._texts("wounds", 2), self.column, words, "option"),
            self.words("wounds-text", words),
            *self._pairs(mistakes, words),
        ]
        return tuple(self._headed("wounds", blocks))

    def _several(self, words: TextSizes, has_picture: bool = False) -> tuple[AidBlock, ...]:
        blocks = [self.words(f"several-{place}", words) for place in (1, 2, 3)]
        if has_picture:
            blocks.append(drawn_block(group_picture(self.column, self.style, self.t)))
        return tuple(self._headed("several", blocks))

    def _trait_blocks(self, words: TextSizes) -> Iterator[AidBlock]:
        language = self.style.language
        for trait in self.traits:
            holders = [
                army
                for army in self.armies
                if any(
                    self.catalog.traits[name].base == trait.base
                    for troop in army.troops
                    for name in troop.traits
                )
            ]
            text = trait.line.in_language(language)
            name = trait.name.in_language(language) + trait_mark(trait)
            notes = [self.t("leaf.action")] if trait.special else []
            if len(holders) == 1 and len(self.armies) > 1:
                notes.append(holders[0].name.in_language(language))
            beside = f" ({', '.join(notes)})" if notes else ""
            sign = trait_strip([trait], words.line, language)
            text = f"**{name}**{beside}: {text}"
            yield icon_block(sign, "", text, "", self.column, words, TRAIT_INDENT)


def letter_and_name(title: str) -> tuple[str, str]:
    """The letter of a picture, "" if it has none, and the rest of its title."""
    letter, mark, name = title.partition("  ")
    return (letter, name) if mark else ("", title)


def _without_overlap(
    wished: Sequence[float], heights: Sequence[float], bottom: float
) -> list[float]:
    """Places as near as possible to those wanted, one after the other, above `bottom`."""
    tops: list[float] = []
    end = 0.0
    for place, height in zip(wished, heights, strict=True):
        tops.append(max(place, end))
        end = tops[-1] + height
    for number in reversed(range(len(tops))):
        tops[number] = max(0.0, min(tops[number], bottom - heights[number]))
        bottom = tops[number]
    return tops


def _faces(dice: Sequence[int], t: Translator) -> str:
    """The numbers of dice as words: "2, 3 or 6"."""
    *first, last = [str(face) for face in dict.fromkeys(dice)] or [""]
    return t("leaf.or").join([", ".join(first), last]) if first else last


def _again(case: Case) -> str:
    """ "" for the first picture of a clause, "b" for the second."""
    first = next(one for one in CASES if one.clause == case.clause)
    return "" if first == case else "b"


def trait_mark(trait: Trait) -> str:
    """An asterisk behind a trait whose effect is reconstructed."""
    return paper_mark(trait.provenance)


def ready_lists(armies: Sequence[str]) -> list[str]:
    """The ids of the smallest ready lists of one size that all these armies have."""
    names: list[str] = []
    for size in READY_SIZES:
        names = [f"{army}-{size}" for army in armies]
        if all((ready_folder() / f"{name}.json").exists() for name in names):
            break
    return names


def rules_name(edition: Edition, armies: Sequence[Army], language: str, t: Translator) -> str:
    """The edition with its armies; others are named before it."""
    name = edition.name.in_language(language)
    if {army.id for army in armies} <= set(edition.armies):
        return name
    names = [army.name.in_language(language) for army in armies]
    return t("leaf.mixed", armies=t("leaf.and").join(names), edition=name.partition(":")[0])


def leaf_sheet(
    edition: Edition, armies: Sequence[Army], catalog: Catalog, style: Style, t: Translator
) -> AidSheet:
    """The quick reference of an edition and its armies, in the largest type that fits one leaf."""
    width, height = style.inner_size
    leaf = LeafBlocks(edition, armies, catalog, style, t)
    marks = (
        t("leaf.foot-star") if any(map(mark_of, leaf.shown_tiles())) else "",
        t("leaf.foot-trait") if any(map(trait_mark, leaf.traits)) else "",
    )
    feet = [
        measure.foot_lines(" · ".join(filter(None, (t(f"leaf.foot-{side}"), mark))), width)
        for side, mark in enumerate(marks, start=1)
    ]
    bottoms = [height - measure.foot_height(foot) for foot in feet]
    pages: list[tuple[int, list[PlacedBlock]]] = []
    # Sections that begin at the top of a column are worth smaller type.
    for is_even, words in itertools.product((leaf.is_wide, False), GROWN_PRINTS):
        pages = leaf.pages(words, bottoms, is_even)
        if len(pages) == 2:
            break
    if not pages:
        leaf.is_wide = False
        pages = leaf.pages(GROWN_PRINTS[-1], bottoms)
    colours = style.colours
    mark = icon("stack", 8.0, t("leaf.head"), colours["band-ink"], colours["band"])
    name = rules_name(edition, armies, style.language, t)
    made = []
    for place, (side, page) in enumerate(pages):
        kicker = f"{name} · {t(f'leaf.side-{side + 1}')}" if leaf.is_wide else name
        is_slim = place > 0
        shown, size, beside = fitted_head(t("leaf.head"), kicker, width, is_slim)
        made.append(
            AidPage(shown, beside, mark, tuple(page), feet[side], place == 0, size, is_slim)
        )
    title = t("leaf.title", edition=name)
    return AidSheet(title, width, height, block_marks(t), tuple(made))
