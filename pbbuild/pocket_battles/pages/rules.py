"""The rules on the page: every clause and trait of the one source, searchable, with anchors."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from starlette.responses import Response

from pbbuild.page.pictures import icon_shapes
from pbbuild.play.clauses import Clause, clauses_with, load_rules, similar_topics, topics
from pbbuild.pocket_battles.catalog.model import Catalog, Edition, Trait
from pbbuild.pocket_battles.pages.open_battles import Battles
from pbbuild.web.pages import Visit

if TYPE_CHECKING:
    from markupsafe import Markup

_TRAITS: Final = "PB-T"
# What the filter has besides editions: the other game.
_OTHER_GAME: Final = "pocket-general"
_OTHER_PREFIX: Final = "PG-"
_LONGEST_QUERY: Final = 80


@dataclass(frozen=True, slots=True)
class TraitView:
    """What a clause of a trait adds: its icon, how it works, the armies that have it."""

    anchor: str
    name: str
    icon: str
    kinds: tuple[str, ...]
    armies: tuple[tuple[str, str, int], ...]


@dataclass(frozen=True, slots=True)
class ClauseView:
    """One clause with what was searched for marked; `edition` is what the chosen edition says."""

    id: str
    heading: "Markup"
    text: "Markup"
    is_ruling: bool
    trait: TraitView | None
    edition: str


@dataclass(frozen=True, slots=True)
class RuleSection:
    """Clauses under one heading."""

    id: str
    title: str
    clauses: tuple[ClauseView, ...]


def rules(visit: Visit) -> Response:
    """Every clause, or those that the search and the chosen edition leave."""
    shelf: Battles = visit.shelf
    catalog, t = shelf.catalog, visit.t
    query = visit.query.get("q", "")[:_LONGEST_QUERY].strip()
    chosen = visit.query.get("edition", "")
    edition = catalog.editions.get(chosen)
    game = _OTHER_GAME if chosen == _OTHER_GAME else ""
    only_rulings = visit.query.get("rulings") == "yes"
    found = [
        clause
        for clause in clauses_with(query)
        if _is_of(clause, edition, game, catalog) and (clause.ruling or not only_rulings)
    ]
    sections = _sections(visit, found, query, edition, catalog)
    values: dict[str, Any] = {
        "query": query,
        "chosen": edition.id if edition else game,
        "only_rulings": only_rulings,
        "editions": [
            *((each.id, each.name.in_language(t.language)) for each in catalog.editions.values()),
            (_OTHER_GAME, t("rules-page.other-game")),
        ],
        "sections": sections,
        "contents": _contents(visit),
        "found": t("rules-page.found", count=len(found)),
        "count": len(found),
        "near": similar_topics(query) if query and not found else (),
        "topics": [(topic, t(f"rules.topic.{topic}")) for topic in topics()],
    }
    if visit.wants_fragment:
        return visit.fragment("web/rules-parts.html.j2", **values)
    return visit.page("web/rules.html.j2", "rules", t("rules-page.title"), **values)


def _is_of(clause: Clause, edition: Edition | None, game: str, catalog: Catalog) -> bool:
    if game:
        return clause.id.startswith(_OTHER_PREFIX)
    if edition is None:
        return True
    if clause.id.startswith(_OTHER_PREFIX):
        return False
    traits = [trait for trait in catalog.traits.values() if trait.clause == clause.id]
    if not clause.id.startswith(f"{_TRAITS}.") or not traits:
        return True
    # A trait belongs to the editions whose tiles have it.
    return any(_armies_with(trait.base, catalog).keys() & set(edition.armies) for trait in traits)


def _contents(visit: Visit) -> list[tuple[str, str]]:
    ids = dict.fromkeys(_section_of(clause) for clause in load_rules())
    return [(each, _section_title(visit, each)) for each in ids]


def _section_of(clause: str) -> str:
    return clause.split("-")[0] if clause.startswith(_OTHER_PREFIX) else clause.split(".")[0]


def _section_title(visit: Visit, section: str) -> str:
    return visit.t(f"rules-page.section-{section.lower()}")


def _sections(
    visit: Visit,
    clauses: Sequence[Clause],
    query: str,
    edition: Edition | None,
    catalog: Catalog,
) -> list[RuleSection]:
    grouped: dict[str, list[ClauseView]] = {}
    for clause in clauses:
        traits = [trait for trait in catalog.traits.values() if trait.clause == clause.id]
        shipped = traits[0] if traits and clause.id != _TRAITS else None
        view = ClauseView(
            clause.id,
            _marked(clause.heading.in_language(visit.language), query),
            _marked(clause.text.in_language(visit.language), query),
            clause.ruling,
            _trait(visit, shipped, catalog) if shipped else None,
            _edition_words(visit, clause.id, edition),
        )
        grouped.setdefault(_section_of(clause.id), []).append(view)
        if clause.id == _TRAITS and not query:
            # Traits that the player added have no clause of their own.
            grouped[_section_of(clause.id)] += [
                _own_trait(visit, trait, catalog) for trait in traits
            ]
    return [
        RuleSection(section, _section_title(visit, section), tuple(found))
        for section, found in grouped.items()
    ]


def _own_trait(visit: Visit, trait: Trait, catalog: Catalog) -> ClauseView:
    name, text = (each.in_language(visit.language) for each in (trait.name, trait.text))
    view = _trait(visit, trait, catalog)
    return ClauseView(f"trait-{trait.id}", _marked(name, ""), _marked(text, ""), False, view, "")


def _trait(visit: Visit, trait: Trait, catalog: Catalog) -> TraitView:
    t = visit.t
    kinds = [
        *([t("rules.special")] if trait.special else []),
        *([t("rules.adds-up")] if trait.stacks else []),
    ]
    icon = trait.icon if icon_shapes(trait.icon) else "trait"
    armies = tuple(
        (catalog.armies[army].theme, catalog.armies[army].name.in_language(visit.language), count)
        for army, count in _armies_with(trait.base, catalog).items()
    )
    name = trait.name.in_language(visit.language)
    return TraitView(f"trait-{trait.base}", name, icon, tuple(kinds), armies)


def _armies_with(base: str, catalog: Catalog) -> dict[str, int]:
    """How many tiles of each army have a trait, with any number."""
    found: dict[str, int] = {}
    for troop in catalog.troops.values():
        if any(catalog.trait(own).base == base for own in troop.traits):
            found[troop.army] = found.get(troop.army, 0) + 1
    return found


def _edition_words(visit: Visit, clause: str, edition: Edition | None) -> str:
    """What the chosen edition makes of a clause that names editions."""
    if edition is None:
        return ""
    t = visit.t
    if clause == "PB-1.2":
        low, high = edition.recommended_points
        return t("rules-page.edition-points", low=low, high=high)
    if clause == "PB-1.3":
        return t("rules-page.edition-tokens", count=edition.box_tokens)
    if clause == "PB-8.3":
        rear = "rear" if edition.shoots_rear_elsewhere else "no-rear"
        return t(f"rules-page.edition-shoots-{edition.shoots_into}-{rear}")
    return ""


def _marked(text: str, query: str) -> "Markup":
    """The text with every word of the query marked."""
    from markupsafe import Markup, escape

    words = [word for word in query.split() if len(word) > 1]
    if not words:
        return escape(text)
    pattern = re.compile("|".join(re.escape(word) for word in words), re.IGNORECASE)
    parts, last = [], 0
    for match in pattern.finditer(text):
        parts += [escape(text[last : match.start()]), Markup("<mark>"), escape(match.group())]
        parts.append(Markup("</mark>"))
        last = match.end()
    return Markup("").join([*parts, escape(text[last:])])
