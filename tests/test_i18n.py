"""Both languages say everything, with the same blanks to fill in."""

import string

from pbbuild.i18n.translate import sentences_of


def blanks(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name}


def test_both_languages_have_the_same_sentences() -> None:
    assert sentences_of("en").keys() == sentences_of("it").keys()


def test_both_languages_fill_in_the_same_values() -> None:
    english, italian = sentences_of("en"), sentences_of("it")
    assert {key for key in english if blanks(english[key]) != blanks(italian[key])} == set()
