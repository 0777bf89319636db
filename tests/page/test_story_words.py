"""The sentences of a report say what the judged choices and rolls say."""

from dataclasses import replace

from pbbuild.page.story_words import lead_changes, story_sentences
from pbbuild.play.evidence.analysis import Analysis, JudgedChoice, JudgedRoll
from pbbuild.text.translate import Translator

EN = Translator("en")
NAMES = {"A": "Union", "B": "Confederacy"}


def analysis(*chances: float, luck: float = 0.0) -> Analysis:
    """A battle in which A has these chances, one choice in each round."""
    choices = [
        JudgedChoice(n, "A" if n % 2 else "B", n, "turn", "pass", chance, chance, "pass", 0.01, ())
        for n, chance in enumerate(chances, start=1)
    ]
    rolls = [JudgedRoll(99, "B", 1, "strike", (6,), -luck)] if luck else []
    return Analysis(60, "search", choices, rolls)


def told(found: Analysis, winner: str) -> list[str]:
    return list(story_sentences(found, winner, NAMES, lambda number: f"round {number}", EN))


def test_who_was_never_behind_is_said_to_have_led() -> None:
    first, *_ = told(analysis(0.6, 0.7, 0.9), "A")
    assert first == EN("analysis.story-ahead", name="Union", low=60)


def test_who_was_behind_came_back_in_that_round() -> None:
    first, *_ = told(analysis(0.5, 0.2, 0.9), "A")
    assert first == EN("analysis.story-back", name="Union", low=20, when="round 2", count=1)
    first, *_ = told(analysis(0.5, 0.8, 0.1), "B")
    assert first == EN("analysis.story-back", name="Confederacy", low=20, when="round 2", count=1)


def test_changes_of_the_lead_are_counted_and_even_moments_are_not() -> None:
    assert lead_changes([0.6, 0.51, 0.49, 0.6]) == 0
    assert lead_changes([0.6, 0.4, 0.6]) == 2
    first, *_ = told(analysis(0.8, 0.3, 0.9), "A")
    assert first == EN("analysis.story-changes", name="Union", low=30, when="round 2", count=2)


def test_without_a_winner_the_range_is_told() -> None:
    first, *_ = told(analysis(0.4, 0.7), "")
    assert first == EN("analysis.story-open", name="Union", low=40, high=70)
    # Who was at 93 % was ahead.
    first, *_ = told(analysis(0.15, 0.93, 0.2), "")
    swings = EN("analysis.story-swings", name="Union", low=15, high=93, count=2)
    assert first == swings
    assert "ahead" not in first


def test_the_choices_of_both_sides_are_told_in_percent() -> None:
    found = analysis(0.5, 0.6, 0.7, 0.4)
    found.choices[0] = replace(found.choices[0], loss=0.9)
    own, other = (round(100 * found.accuracy(side)) for side in ("A", "B"))
    assert own < other <= 100
    shown = EN("analysis.story-choices", a="Union", b="Confederacy", own=own, other=other)
    assert shown in told(found, "A")


def test_luck_is_told_for_the_side_that_had_it() -> None:
    assert EN("analysis.story-luck", name="Union", points=30) in told(analysis(0.9, luck=0.3), "A")
    lucky = EN("analysis.story-luck", name="Confederacy", points=30)
    assert lucky in told(analysis(0.9, luck=-0.3), "A")
    assert EN("analysis.story-no-luck") in told(analysis(0.9, luck=0.01), "A")


def test_a_battle_without_choices_has_no_story() -> None:
    assert told(Analysis(60, "search"), "A") == []


def test_a_game_given_up_at_the_first_choice_has_no_story() -> None:
    assert told(analysis(0.47), "B") == []
