"""Both languages say everything, with the same blanks to fill in."""

import string

import pytest

from pbbuild.text.translate import LANGUAGES, Translator, sentences_of


def blanks(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name}


def test_both_languages_have_the_same_sentences() -> None:
    assert sentences_of("en").keys() == sentences_of("it").keys()


def test_both_languages_fill_in_the_same_values() -> None:
    english, italian = sentences_of("en"), sentences_of("it")
    assert {key for key in english if blanks(english[key]) != blanks(italian[key])} == set()


def test_every_count_has_a_sentence_for_one_and_for_more_and_takes_the_right_one() -> None:
    for language in ("en", "it"):
        t, sentences = Translator(language), sentences_of(language)
        counted = {key.rpartition(".")[0] for key in sentences if key.endswith((".one", ".other"))}
        assert len(counted) > 20
        for key in counted:
            values = dict.fromkeys(t.blanks(f"{key}.one") | t.blanks(f"{key}.other"), "x")
            for count, form in ((0, "other"), (1, "one"), (2, "other")):
                filled = {**values, "count": count}
                assert t(key, **filled) == sentences[f"{key}.{form}"].format(**filled), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_black_die_that_shows_a_number_makes_one_hit(language: str) -> None:
    one = Translator(language)("leaf.pool-hits", face=4, count=1)
    assert ("1 hit**" if language == "en" else "1 colpo**") in one


def test_numbers_are_written_as_the_language_writes_them() -> None:
    assert [Translator(language).decimal(2.5) for language in ("en", "it")] == ["2.5", "2,5"]
