"""Every clause and trait is there to be read, in both languages."""

from pathlib import Path

import pytest

from pbbuild.play.clauses import clauses_about, load_rules, similar_topics, topics
from pbbuild.pocket_battles.catalog.load import shipped_catalog
from tests.cli import run

WANTED = (
    "PB-1.1 PB-1.2 PB-1.3 PB-1.4 PB-1.5 PB-1.6 PB-1.7 PB-1.8 PB-1.9 PB-2.1 PB-2.2 PB-3.1 PB-3.2 "
    "PB-4.1 PB-4.2 PB-4.3 PB-4.4 PB-4.5 PB-4.6 PB-4.7 PB-5.1 PB-5.2 PB-5.2.1 PB-5.2.2 PB-5.2.3 "
    "PB-5.2.4 PB-5.2.5 PB-5.2.6 PB-5.2.7 PB-5.3 PB-5.4 PB-5.5 PB-5.6 PB-5.7 PB-6.1 PB-6.2 PB-6.3 "
    "PB-6.4 PB-7.1 PB-7.2 PB-7.3 PB-7.4 PB-7.5 PB-8.1 PB-8.2 PB-8.3 PB-8.4 PB-8.5 PB-9.1 PB-9.2 "
    "PB-9.3 PB-T " + " ".join(f"PB-T.{number}" for number in range(1, 24)) + " PB-10 PB-11 "
    "PG-1.1 PG-1.2 PG-1.3 PG-2 PG-3 PG-3.1 PG-4 PG-5 PG-6 PG-7 PG-8"
).split()


def test_every_clause_is_there_in_order() -> None:
    assert list(load_rules()) == WANTED


def test_every_clause_says_something_different_in_both_languages() -> None:
    for clause in load_rules().values():
        assert clause.text.en != clause.text.it
        assert clause.text.en.endswith(".")
        assert clause.text.it.endswith(".")


def test_rulings_are_flagged() -> None:
    rulings = {clause.id for clause in load_rules().values() if clause.ruling}
    assert {"PB-1.7", "PB-3.1", "PB-5.3", "PB-7.4", "PB-7.5", "PB-8.4", "PB-9.3"} <= rulings
    assert not {"PB-1.5", "PB-4.5", "PB-5.2.1", "PB-8.2", "PB-9.2"} & rulings


def test_the_clause_of_a_trait_says_what_the_trait_says() -> None:
    rules = load_rules()
    seen = set()
    for trait in shipped_catalog().traits.values():
        clause = rules[trait.clause]
        seen.add(trait.clause)
        filled = clause.text.en
        if trait.number:
            filled = filled.replace("adds x", f"adds {trait.number}")
        assert trait.text.en == filled
    assert seen == {clause for clause in rules if clause.startswith("PB-T.")}


def test_a_trait_has_a_line_that_fits_on_paper_and_a_text_in_both_languages() -> None:
    for trait in shipped_catalog().traits.values():
        for words in (trait.name, trait.line, trait.text):
            assert words.en
            assert words.it
            assert "{" not in words.en + words.it
        assert max(len(trait.line.en), len(trait.line.it)) <= 80


@pytest.mark.parametrize(
    ("wish", "first"),
    [
        ("PB-4.5", "PB-4.5"),
        ("pb-5.2", "PB-5.2"),
        ("PB-5", "PB-5.1"),
        ("PG-3", "PG-3"),
        ("charge", "PB-5.2"),
        ("shooting", "PB-5.2.6"),
        ("set-up", "PB-1.8"),
        ("set up", "PB-1.8"),
        ("carica", "PB-5.2"),
        ("sacrifice", "PB-4.7"),
    ],
)
def test_a_rule_is_found_by_number_topic_or_heading(wish: str, first: str) -> None:
    assert clauses_about(wish)[0].id == first


def test_below_a_clause_are_its_parts() -> None:
    assert [clause.id for clause in clauses_about("PB-5.2")] == [
        "PB-5.2",
        *(f"PB-5.2.{number}" for number in range(1, 8)),
    ]


@pytest.mark.parametrize(("wish", "near"), [("chrge", "charge"), ("PB-4.55", "PB-4.5")])
def test_a_misspelt_wish_finds_the_near_one(wish: str, near: str) -> None:
    assert clauses_about(wish) == ()
    assert near in similar_topics(wish)


def test_the_topics_are_the_words_of_the_game() -> None:
    assert {"charge", "shooting", "wounds", "orders", "victory", "tokens"} <= set(topics())


def test_topics_and_traits_are_listed_and_found_in_the_players_language(tmp_path: Path) -> None:
    listed = run("--lang", "it", "rules", folder=tmp_path).stdout
    assert "segnalini" in listed
    assert "sete di sangue" in listed
    assert "blood" not in listed
    for word, clause in (
        ("segnalini", "PB-1.3"),
        ("sete di sangue", "PB-T.22"),
        ("furia", "PB-T.9"),
    ):
        assert run("--lang", "it", "rules", word, folder=tmp_path).stdout.startswith(clause)
    assert run("--lang", "it", "rules", "tokens", folder=tmp_path).stdout.startswith("PB-1.3")
