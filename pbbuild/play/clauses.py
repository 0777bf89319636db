"""The clauses of the rules as data: loading and searching them."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from types import MappingProxyType

from pbbuild.base.places import shipped
from pbbuild.text.bilingual import Text


@dataclass(frozen=True, slots=True)
class Clause:
    """One numbered rule in our own words.

    `ruling`: the rulebooks leave it, or a part of it, open and we decided it. `topics` are the
    words that find it.
    """

    id: str
    heading: Text
    text: Text
    ruling: bool = False
    topics: tuple[str, ...] = ()


@cache
def load_rules() -> Mapping[str, Clause]:
    """Every clause of both games by its id, in the order of the rules."""
    entries = json.loads((shipped("catalog") / "shared" / "rules.json").read_bytes())["clauses"]
    return MappingProxyType(
        {
            entry["id"]: Clause(
                id=entry["id"],
                heading=Text(**entry["heading"]),
                text=Text(**entry["text"]),
                ruling=entry["ruling"],
                topics=tuple(entry["topics"]),
            )
            for entry in entries
        }
    )


def topics() -> tuple[str, ...]:
    """The words that find clauses, except those of traits, in the order of the rules."""
    found = dict.fromkeys(
        topic
        for clause in load_rules().values()
        if not clause.id.startswith("PB-T.")
        for topic in clause.topics
    )
    return tuple(found)


def clauses_about(query: str) -> tuple[Clause, ...]:
    """The clauses found by an id, the start of one, a topic or a word of a heading.

    An id finds the clause and those below it: `PB-5.2` finds `PB-5.2.1` too.
    """
    rules = load_rules().values()
    word = query.strip().lower()
    by_id = [
        clause
        for clause in rules
        if clause.id.lower() == word or clause.id.lower().startswith(f"{word}.")
    ]
    if by_id:
        return tuple(by_id)
    slug = word.replace(" ", "-")
    by_topic = [clause for clause in rules if slug in clause.topics]
    if by_topic:
        return tuple(by_topic)
    headings = [
        clause
        for clause in rules
        if word in (clause.heading.en.lower(), clause.heading.it.lower())
        or word in clause.heading.en.lower().split()
        or word in clause.heading.it.lower().split()
    ]
    return tuple(headings)


def clauses_with(query: str) -> tuple[Clause, ...]:
    """The clauses of an id or topic, else those that contain every word; all without a query.

    Words are looked for in headings, texts and topics of both languages.
    """
    if not query.strip():
        return tuple(load_rules().values())
    words = query.lower().split()
    named = clauses_about(query)
    found = [
        clause
        for clause in load_rules().values()
        if clause in named or all(word in _all_words(clause) for word in words)
    ]
    return tuple(found)


def _all_words(clause: Clause) -> str:
    texts = (clause.heading.en, clause.heading.it, clause.text.en, clause.text.it)
    return " ".join((clause.id, *texts, *clause.topics)).lower()


def similar_topics(query: str) -> tuple[str, ...]:
    """Ids, topics and headings similar to a word that finds no clause."""
    ids = [clause.id for clause in load_rules().values()]
    words = [topic for clause in load_rules().values() for topic in clause.topics]
    headings = [
        heading.lower()
        for clause in load_rules().values()
        for heading in (clause.heading.en, clause.heading.it)
    ]
    close = get_close_matches(query.upper(), ids, 3, 0.75)
    return tuple(
        dict.fromkeys([*close, *get_close_matches(query.lower(), [*words, *headings], 3, 0.6)])
    )
