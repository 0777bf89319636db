"""The first side of the quick reference: tiles, armies, set-up, the round, costs, winning."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from pbbuild.page.aid_blocks import (
    INDENT,
    AidBlock,
    PlacedBlock,
    TextSizes,
    drawn_block,
    group_block,
    icon_block,
    label_block,
    moved,
    stacked,
    steps,
    text_block,
    words_block,
)
from pbbuild.page.aid_columns import GridCell
from pbbuild.page.geometry import GUTTER, column_width
from pbbuild.page.pictures import (
    DARK,
    dice_picture,
    drawing,
    filled,
    icon,
)
from pbbuild.pocket_battles.catalog.effects import ORDER_STEP, REDEPLOYS_AND_ACTS
from pbbuild.pocket_battles.catalog.model import Troop
from pbbuild.pocket_battles.lists.find import ready_folder
from pbbuild.pocket_battles.lists.list_file import read_list
from pbbuild.pocket_battles.rules.profile import Profile, profile
from pbbuild.pocket_battles.rules.units import points_to_win
from pbbuild.pocket_battles.sheets.leaf_pictures import (
    LEADER,
    TILE_KEYS,
    cost_boxes,
    moves_picture,
    named_tile,
    setup_picture,
    tile_picture,
)
from pbbuild.pocket_battles.sheets.manual.leaf_parts import READY_SIZES, LeafParts, ready_lists
from pbbuild.pocket_battles.sheets.tiles import CARD, COUNTER
from pbbuild.pocket_battles.sheets.troop_icons import trait_strip
from pbbuild.text.translate import Translator

TOKENS: Final = (("order", "order-token"), ("wound", "wound-token"), ("aside", "token-aside"))
MISTAKES: Final = (1, 2, 3)


class FirstSide(LeafParts):
    """The sections of the first side at one size of type."""

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

    def first_leaf(self, words: TextSizes) -> list[list[list[GridCell]]]:
        """The first side on two pages of two columns: tiles and armies, set-up and the round."""
        end = self._end_steps(words)
        end[0] = end[0].under(self.t("pocket.end"))
        after = (*self._costs(words), *end, *self._win(words), *self._first(words))
        before = (*self._setup(words), *self._round(words, has_end=False))
        return [
            [
                [GridCell(self.columns, (self.named_parts(words),))],
                [
                    GridCell(1, (*self._glossary(words), *self._tokens(words))),
                    GridCell(1, (*self._build(words), *self._pool(words))),
                ],
            ],
            [[GridCell(1, before), GridCell(1, after)]],
        ]

    def _read(self, words: TextSizes) -> tuple[AidBlock, ...]:
        """A tile with its parts: around it on wide paper, else below it."""
        if self.is_wide:
            return (self.named_parts(words),)
        troop = self._sample_tile()
        own = self._army_style(troop)
        plain = tile_picture(troop, CARD, self.catalog, own, self.t).fitted(self.column)
        tile = AidBlock(kind="picture", height=plain.height + 1.6, pictures=(plain,))
        left, right = self._part_names(troop, self.column, words)
        return tuple(self._headed("read", [self.words("read-lead", words), tile, *left, *right]))

    def _part_names(
        self, troop: Troop, width: float, words: TextSizes
    ) -> tuple[list[AidBlock], list[AidBlock]]:
        """The names of what stands at the left and at the right of a tile."""
        faces = {"black": _faces(troop.black, self.t), "white": _faces(troop.white, self.t)}

        def named(key: str) -> AidBlock:
            text = self.t(f"leaf.key-{key}-text", faces=faces.get(key, ""))
            return text_block(self.t(f"leaf.key-{key}"), text, "", width, words=words)

        left, right = ([named(key) for key, _ in keys] for keys in TILE_KEYS)
        return left, right

    def named_parts(self, words: TextSizes) -> AidBlock:
        """A tile with the names of its parts on both sides, as wide as two columns."""
        troop = self._sample_tile()
        picture_width = CARD.piece.width + 2 * LEADER
        side = (self._span(2) - picture_width) / 2
        left, right = self._part_names(troop, side - 1.0, words)
        sides = ([replace(block, is_right=True) for block in left], right)
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
        plain = tile_picture(troop, CARD, self.catalog, self._army_style(troop), self.t)
        picture = named_tile(plain, heights[0], heights[1], high, self.t)
        parts.append(PlacedBlock(side, 0.0, picture_width, drawn_block(picture)))
        return group_block(parts).under(self.t("leaf.read"), self.t("leaf.read-lead"))

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
        texts = self._texts("build", 5, low=low, next=low + 10, high=high)
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
            self._headed(
                "setup",
                [block, *steps(self._texts("setup", 5, leader=self.leader), self.column, words)],
            )
        )

    def _tokens(self, words: TextSizes) -> tuple[AidBlock, ...]:
        t = self.t
        made = []
        for kind, sign in TOKENS:
            name = t(f"leaf.token-{kind}")
            text = f"**{name}**: {t(f'leaf.token-{kind}-text')}"
            made.append(icon_block(icon(sign, 4.8, name), "", text, "", self.column, words))
        return tuple(self._headed("tokens", made))

    def _round(self, words: TextSizes, has_end: bool = True) -> tuple[AidBlock, ...]:
        t, width = self.t, self.column
        is_fast = self._has(REDEPLOYS_AND_ACTS)
        turn = list(
            steps(
                [t("leaf.turn-1" if is_fast else "leaf.turn-1-plain"), t("leaf.turn-2")],
                width,
                words,
            )
        )
        blocks = [
            self.words("round-text", words),
            label_block(t("leaf.turn"), width, words),
            turn[0],
            *([self._moves()] if self.is_wide else []),
            turn[1],
            self.words("no-token", words),
        ]
        if has_end:
            blocks += [label_block(t("leaf.end"), width, words), *self._end_steps(words)]
        return tuple(self._headed("round", blocks))

    def _end_steps(self, words: TextSizes) -> list[AidBlock]:
        return list(steps(self._texts("end", 3, leader=self.leader), self.column, words))

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
