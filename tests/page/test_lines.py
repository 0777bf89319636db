"""Sentences in lines: bold stays with its words, and no short word ends a paragraph alone."""

import pytest

from pbbuild.page import measure
from pbbuild.page.aid_blocks import COMPANY, SHORT_END, measured_lines, sentences_block
from pbbuild.page.aid_columns import blocks_on_pages
from pbbuild.page.geometry import HANG, T4

SENTENCES = (
    "Hits it can take, and with **0 WP** it takes none at **once**.",
    "When one has none left, the other places all the rest of them now.",
    "**Sacrifice**: you may remove tiles that carry a wound, to have the tokens back now.",
)


@pytest.mark.parametrize("sentence", SENTENCES)
def test_the_last_line_is_no_short_word_alone(sentence: str) -> None:
    moved = 0
    for width in range(30, 90):
        lines = measured_lines(sentence, width, T4.size)
        assert " ".join(lines) == sentence
        greedy = measure.wrapped(sentence.replace("**", ""), measure.BODY, width, T4.size)
        assert len(lines) <= len(greedy) + 1
        if len(lines) < 2:
            continue
        last = lines[-1].replace("**", "")
        if " " not in last and len(measure.chunks(lines[-2])) >= COMPANY:
            assert measure.width(last, measure.BODY, T4.size) >= SHORT_END * width * 0.985
        moved += " " in last
        for line in lines:
            plain = line.replace("**", "")
            assert measure.width(plain, measure.BODY, T4.size) <= width
    assert moved


def test_a_list_of_numbers_is_never_broken() -> None:
    assert measure.chunks("Orders cost 1, 1, 2, 4.") == ["Orders", "cost", "1, 1, 2, 4."]
    assert measure.chunks("Roll 3, then 4 dice") == ["Roll 3,", "then", "4 dice"]
    for width in range(24, 60):
        lines = measure.wrapped("Reactive Orders cost 1, 1, 2, 4.", measure.BODY, width, T4.size)
        assert any("1, 1, 2, 4." in line for line in lines)


def test_no_line_ends_between_a_number_and_its_percent_sign() -> None:
    sentence = "The lead changed hands twice; in round 6 the chance of Celts was down to **7** %."
    for width in range(20, 140):
        lines = measured_lines(sentence, width, T4.size)
        assert not any(line.startswith("%") for line in lines)
        assert lines[-1] != "**7** %."


@pytest.mark.parametrize("width", range(24, 60, 6))
def test_a_line_that_goes_on_is_indented_and_no_sentence_is(width: int) -> None:
    block = sentences_block("Round 1", SENTENCES, width)

    assert [" ".join(one.lines) for one in block.sentences] == ["**Round 1**", *SENTENCES]
    assert any(block.hung)
    for line, is_on in zip(block.lines, block.hung, strict=True):
        used = measure.width(line.replace("**", ""), measure.BODY, T4.size)
        assert used + HANG * is_on <= width


def test_a_sentence_that_a_page_cuts_goes_on_indented() -> None:
    block = sentences_block("", SENTENCES, 24.0)
    pages = blocks_on_pages([block], 24.0, 2.5 * T4.line, 1, 0.0)

    pieces = [placed.block for page in pages for placed in page]
    assert len(pieces) > 2
    assert sum((piece.hung for piece in pieces), ()) == block.hung
    for piece in pieces:
        assert [one.goes_on for one in piece.sentences] == [
            place == 0 and piece.hung[0] for place, _ in enumerate(piece.sentences)
        ]
