"""Words are measured in our own fonts before they are set."""

import itertools
import math
import re
import time

import pytest

from pbbuild.page import measure
from pbbuild.page.geometry import T2, T3, T4, T5
from pbbuild.page.pdf import layout
from pbbuild.page.pictures import shapes_of
from pbbuild.page.story_chart import apart, swing_picture
from pbbuild.page.style import Style
from tests.pocket_battles.sheets.layout import pieces_of


@pytest.mark.parametrize("font", [measure.NAME, measure.BODY, measure.TITLE, measure.FIGURE])
def test_no_line_is_wider_than_measured(font: str) -> None:
    family, weight = {
        measure.NAME: ("PB Name", 600),
        measure.BODY: ("PB Body", 400),
        measure.TITLE: ("PB Title", 800),
        measure.FIGURE: ("PB Name", 700),
    }[font]
    words = "Quick Zouaves of Avalon, 1234567890 — VAWATA fi fl: «perché» “No!”"
    html = (
        f"<p style=\"position:absolute;white-space:nowrap;font:{weight} 10mm '{family}';"
        f'font-feature-settings:&quot;lnum&quot;">{words}</p>'
    )
    page = layout(html).pages[0]._page_box
    [piece] = [one for one in pieces_of(page) if one.kind == "words"]
    real = piece.area.right - piece.area.x
    measured = measure.width(words, font, 10.0)
    assert 0.93 * measured <= real <= measured + 0.05


@pytest.mark.parametrize("room", [12.0, 21.3, 33.3, 90.0])
def test_a_fitted_size_fits_and_no_much_larger_one_would(room: float) -> None:
    name = "Grenadiers of the Wandering Marches"
    size = measure.fitted_size(name, measure.NAME, room, 3.8, 0.5)
    assert measure.width(name, measure.NAME, size) <= room
    assert size == 3.8 or measure.width(name, measure.NAME, size + 0.051) > room
    assert measure.fitted_size(name, measure.NAME, room, 3.8, 2.9) >= 2.9


def test_lines_keep_every_word_and_their_room() -> None:
    text = "One unit moves from one of its side's six zones to an adjacent one"
    lines = measure.wrapped(text, measure.BODY, 40.0, 3.0)
    assert " ".join(lines) == text
    assert all(measure.width(line, measure.BODY, 3.0) <= 40.0 for line in lines)


def test_a_first_line_leaves_room_for_what_stands_before_it() -> None:
    lines = measure.wrapped("aaaa bbbb cccc", measure.BODY, 20.0, 3.0, indent=18.0)
    assert lines[0] == ""
    assert " ".join(lines[1:]) == "aaaa bbbb cccc"


@pytest.mark.parametrize(
    ("text", "together"),
    [
        ("the higher score wins; if equal, Player 2.", "Player 2."),
        ("the dice of this unit make 3 hits in a charge", "3 hits"),
        ("Each of them costs at least 12\u00a0points of your army", "12\u00a0points"),
        ("+1 per ogni Leader vivo: inizia il Giocatore 1", "Giocatore 1"),
    ],
)
def test_no_line_ends_between_a_number_and_its_word(text: str, together: str) -> None:
    for available in range(14, 60):
        lines = measure.wrapped(text, measure.BODY, available, 3.0)
        assert any(together in line for line in lines), (available, lines)
        assert " ".join(lines) == text
    assert together.replace(" ", measure.NO_BREAK) in measure.bound(text)


def test_numbers_in_a_row_may_be_on_two_lines_but_for_a_list_with_commas() -> None:
    assert measure.chunks("UNI 01 02 03 costs 1, 1, 2, 4") == [
        "UNI 01",
        "02",
        "03 costs",
        "1, 1, 2, 4",
    ]
    lines = measure.wrapped("9999999 hits", measure.BODY, 4.0, 3.0)
    assert "".join(lines) == "9999999hits"


def test_a_name_that_does_not_fit_is_set_in_a_smaller_step_of_the_scale() -> None:
    for available in (80.0, 30.0, 18.0, 5.0):
        face = measure.fitted_face("Mounted Infantry", available, (T2, T3, T5))
        assert face in (T2, T3, T5)
        fits = measure.width("Mounted Infantry", face.font, face.size) <= available
        assert fits or face is T5
    assert measure.fitted_face("Mounted Infantry", 80.0, (T2, T3, T5)) is T2


def test_a_word_wider_than_its_column_is_broken() -> None:
    lines = measure.wrapped("W" * 50, measure.NAME, 20.0, 3.0)
    assert "".join(lines) == "W" * 50
    assert all(measure.width(line, measure.NAME, 3.0) <= 20.0 for line in lines)


def test_what_does_not_fit_is_cut_with_an_ellipsis() -> None:
    assert measure.shortened("Legio", measure.NAME, 50.0, 3.0) == "Legio"
    cut = measure.shortened("Legio " * 30, measure.NAME, 30.0, 3.0)
    assert cut.endswith("…")
    assert measure.width(cut, measure.NAME, 3.0) <= 30.0


def test_monstrous_words_take_no_time() -> None:
    start = time.process_time()
    for text in ("W" * 200_000, "w " * 100_000):
        measure.shortened(text, measure.NAME, 30.0, 3.0)
        measure.wrapped(text, measure.NAME, 30.0, 3.0)
    assert time.process_time() - start < 5.0


def test_columns_are_balanced_in_order() -> None:
    columns = measure.balanced([5, 5, 5, 5, 5, 5], 3, 1.0)
    assert columns == [[0, 1], [2, 3], [4, 5]]
    assert measure.balanced([], 3, 1.0) == []
    heights = [9.0, 1.0, 1.0, 1.0]
    found = measure.balanced(heights, 2, 0.0)
    assert max(measure.column_height(heights, column, 0.0) for column in found) == 9.0


def test_large_print_scales_the_whole_design() -> None:
    small, large = Style(), Style(large=True)
    assert large.inner_size[0] == pytest.approx(small.inner_size[0] * 7 / 11)
    assert 7.0 * large.scale == pytest.approx(11.0)


def test_a_name_takes_a_second_line_before_it_loses_letters() -> None:
    name = "Grenadiers of the  Wandering Marches"
    lines = measure.limited_lines(name, measure.TITLE, 30.0, 3.0, 3)
    assert " ".join(lines) == " ".join(name.split())
    cut = measure.limited_lines(name, measure.TITLE, 20.0, 3.0, 2)
    assert len(cut) == 2
    assert cut[-1].endswith("…")
    assert all(measure.width(line, measure.TITLE, 3.0) <= 20.0 for line in cut)


def test_the_numbers_of_turning_points_never_hide_each_other() -> None:
    spots = [(60.0, 20.0), (60.5, 20.5), (61.0, 20.0), (61.0, 21.0), (189.9, 30.0)]
    placed = apart(spots, 190.0)
    for one, other in itertools.combinations(placed, 2):
        assert math.dist(one, other) >= 2 * 2.3
    assert placed[0] == spots[0]
    assert all(x <= 190.0 - 2.3 for x, _ in placed)


def test_the_numbers_of_a_swing_never_overlap() -> None:
    """Also at both ends of the line, where they have to move aside together."""
    percents = (0, 1, 2, 9, 10, 40, 49, 50, 57, 90, 97, 98, 99, 100)
    for before in percents:
        for after in (one for one in percents if one != before):
            picture = shapes_of(swing_picture(before, after, 60.0, Style(theme="neutral"), "x"))
            starts = [float(one) for one in re.findall(r'<text[^>]* x="([\d.]+)"', picture)]
            sizes = {before: T4.size, after: T3.size}
            words = {before: f"{before}", after: f"{after} %"}
            ends = [
                start + measure.width(words[at], T3.font, sizes[at])
                for start, at in zip(starts, words, strict=True)
            ]
            (_, end), (start, last) = sorted(zip(starts, ends, strict=True))
            assert end < start
            assert last <= 60.01
