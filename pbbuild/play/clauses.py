"""The rules, clause by clause, as data: loading them and finding what a player asks for."""

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

    `ruling`: the rulebooks leave it, or a part of it, open and we settled it. `topics` are
    the words a player may look it up by.
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
    """The words under which clauses can be looked up, traits apart, in order of the rules."""
    found = dict.fromkeys(
        topic
        for clause in load_rules().values()
        if not clause.id.startswith("PB-T.")
        for topic in clause.topics
    )
    return tuple(found)


def clauses_about(wish: str) -> tuple[Clause, ...]:
    """The clauses a player means by an id, the start of one, a topic or a word of a heading.

    Of an id the clause itself and those below it: `PB-5.2` gives `PB-5.2.1` too.
    """
    rules = load_rules().values()
    word = wish.strip().lower()
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


def near_topics(wish: str) -> tuple[str, ...]:
    """What a player may have meant by a word that finds nothing."""
    ids = [clause.id for clause in load_rules().values()]
    words = [topic for clause in load_rules().values() for topic in clause.topics]
    headings = [
        heading.lower()
        for clause in load_rules().values()
        for heading in (clause.heading.en, clause.heading.it)
    ]
    close = get_close_matches(wish.upper(), ids, 3, 0.75)
    return tuple(
        dict.fromkeys([*close, *get_close_matches(wish.lower(), [*words, *headings], 3, 0.6)])
    )
