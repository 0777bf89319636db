"""The second side of the quick reference: actions, targets, fights, wounds, traits."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from pbbuild.page import measure
from pbbuild.page.aid_blocks import (
    LETTER,
    PICTURE_GAP,
    AidBlock,
    Cell,
    PlacedBlock,
    TextSizes,
    drawn_block,
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
from pbbuild.page.aid_columns import BAND_GAP, GridCell
from pbbuild.page.geometry import GUTTER, NAMES, T5, column_width
from pbbuild.page.pictures import (
    Picture,
    icon,
)
from pbbuild.pocket_battles.sheets.aid_fields import CASES, Case, field_picture
from pbbuild.pocket_battles.sheets.leaf_pictures import (
    ROW_NAMES,
    empty_picture,
    example_fight,
    group_picture,
)
from pbbuild.pocket_battles.sheets.manual.leaf_parts import WIDE, LeafParts, trait_mark
from pbbuild.pocket_battles.sheets.troop_icons import trait_strip

ACTIONS: Final = ("charge", "shoot", "carry-on", "leave", "tactical-move", "special", "pass")
TRAIT_INDENT: Final = 6.0
# How the second side may be laid out, the best first.
EVEN, BARE, POURED = LAYOUTS = ("even", "bare", "poured")


class SecondSide(LeafParts):
    """The sections of the second side at one size of type."""

    def second_side(self, words: TextSizes, layout: str = POURED) -> list[list[GridCell]]:
        """Actions, targets drawn on the field, fights, wounds, the traits of these armies.

        Each section begins at the top of a column, with all that helps or `BARE`, or they follow
        each other.
        """
        has_all = layout == EVEN
        sections = (
            self._fight(words, has_picture=layout != BARE),
            self._wounds(words, (4,) if has_all else ()),
            self._several(words, has_all),
        )
        lead = self.t("leaf.traits-lead", leader=self.leader)
        traits = list(self._trait_blocks(words))
        first = [[GridCell(WIDE, self._actions(words))], [GridCell(WIDE, self._who(words))]]
        if layout != POURED:
            return [
                *first,
                [GridCell(1, section) for section in sections],
                [GridCell(WIDE, (self._in_columns(traits).under(self.t("leaf.traits"), lead),))],
            ]
        labelled = self._headed("traits", [label_block(lead, self.column, words), *traits])
        flow = (*(block for section in sections for block in section), *labelled)
        return [*first, [GridCell(WIDE, flow, poured=True)]]

    def second_leaf(self, words: TextSizes) -> list[list[list[GridCell]]]:
        """The second side on two pages of two columns: actions and targets, fights and traits."""
        t = self.t
        actions = self._in_columns(self._action_blocks(self._action_signs(), words))
        lead, react = t("leaf.react-lead"), self._texts("react", 3)
        told = words_block(lead, self.column, words)
        options = stacked([*steps(react, self.column, words, "option")], self.column, BAND_GAP)
        reactions = group_block(
            [PlacedBlock(0.0, 0.0, self.column, told), *moved(options, self.column + GUTTER)]
        )
        fights = (self._fight(words), self._wounds(words, ()), self._several(words))
        label = label_block(t("leaf.traits-lead", leader=self.leader), self.column, words)
        traits = self._headed("traits", [label, *self._trait_blocks(words)])
        whole = self.columns
        return [
            [
                [GridCell(whole, (actions.under(t("leaf.actions"), t("leaf.actions-lead")),))],
                [GridCell(whole, self._who_rows(words))],
                [GridCell(whole, (reactions.under(t("leaf.react")),))],
            ],
            [
                [
                    GridCell(1, tuple(block for section in fights for block in section)),
                    GridCell(1, tuple(traits)),
                ]
            ],
        ]

    def _who_rows(self, words: TextSizes) -> tuple[AidBlock, ...]:
        """The pictures of targets on narrow paper: charges above shots, those of traits behind."""
        charges, shots = (
            [case for case in CASES if not case.trait and case.action == action][:3]
            + [case for case in self._special_cases() if case.action == action]
            for action in ("charge", "shoot")
        )
        while len(shots) > len(charges) + 1:
            # Rows of one length have the largest pictures; a caption says what a trait is for.
            charges.append(shots.pop(3))
        rows = (charges, shots)
        across = max(len(row) for row in rows)
        each = column_width(self.width, across, PICTURE_GAP)
        blocks = []
        for row in rows:
            pictures = [self._field(case) for case in row]
            captions = [f"**{self._title(case)}**\n{self._caption(case)}" for case in row]
            wide = len(row) * (each + PICTURE_GAP) - PICTURE_GAP
            blocks.append(pictures_block(pictures, captions, wide, words))
        blocks.append(words_block(self.t("leaf.who-key"), self.width, words))
        return (blocks[0].under(self.t("leaf.who"), self.t("leaf.who-both")), *blocks[1:])

    def _special_cases(self) -> list[Case]:
        """The targets that traits of these armies add."""
        known = {trait.id for trait in self.traits}
        return [case for case in CASES if case.trait and case.trait in known]

    def _actions(self, words: TextSizes) -> tuple[AidBlock, ...]:
        t, signs, lead = self.t, self._action_signs(), self.t("leaf.actions-lead")
        if not self.is_wide:
            blocks = self._action_blocks(signs, words)
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

    def _action_signs(self) -> dict[str, Picture]:
        accent = self.style.colours["accent"]
        return {name: icon(name, 4.4, self.t(f"leaf.act-{name}"), accent) for name in ACTIONS}

    def _action_blocks(self, signs: Mapping[str, Picture], words: TextSizes) -> list[AidBlock]:
        return [
            icon_block(sign, self.t(f"leaf.act-{name}"), self._act(name), "", self.column, words)
            for name, sign in signs.items()
        ]

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
        special = self._special_cases()
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
        # A trait that adds charges stands among them; the reactions are two pictures wide.
        charges = [*charge, *(case for case in special if case.action == "charge")]
        shots = [*shoot, *(case for case in special if case.action == "shoot")]
        count = max(len(charges) + 2, len(shots))
        each = column_width(total - names, count, 3.0)
        step = each + 3.0
        parts: list[PlacedBlock] = []
        y = 0.0
        for drawn in (charges, shots):
            blocks_of_row = [self._case_block(case, each, words) for case in drawn]
            picture = blocks_of_row[0].pictures[0]
            top = y + words.title_line
            action = t("leaf.act-charge" if drawn is charges else "leaf.act-shoot")
            named = replace(text_block(action, "", "", names - 1.2, words=words), is_right=True)
            parts.append(PlacedBlock(0.0, y, names - 1.2, named))
            names_of_rows = AidBlock(
                kind="label",
                height=picture.height,
                lines=tuple(texts),
                size=T5.size,
                line=picture.height / len(texts),
                is_right=True,
            )
            parts.append(PlacedBlock(0.0, top + 0.4, names - 1.2, names_of_rows))
            for place, block in enumerate(blocks_of_row):
                parts.append(PlacedBlock(names + place * step, y, each, block))
            if drawn is charges:
                x = names + len(charges) * step
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

    def _fight(self, words: TextSizes, has_picture: bool = True) -> tuple[AidBlock, ...]:
        blocks = list(steps(self._texts("fight", 5), self.column, words))
        if has_picture:
            blocks.append(self._example(words))
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


def _again(case: Case) -> str:
    """ "" for the first picture of a clause, "b" for the second."""
    first = next(one for one in CASES if one.clause == case.clause)
    return "" if first == case else "b"
