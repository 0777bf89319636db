"""`pbbuild rules`: the text of clauses, topics and traits."""

import re
from collections.abc import Sequence
from difflib import get_close_matches
from typing import Any

import click
from click.shell_completion import CompletionItem

from pbbuild.base.documents import shown
from pbbuild.errors import UsageError
from pbbuild.play.clauses import Clause, clauses_about, load_rules, similar_topics, topics
from pbbuild.pocket_battles.catalog.model import Trait
from pbbuild.pocket_battles.commands.session import BattlesSession, battles_session
from pbbuild.terminal.answers import answer
from pbbuild.terminal.options import json_option
from pbbuild.terminal.screen import say

_WIDEST = 88


def _complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    traits = dict.fromkeys(
        trait.base for trait in battles_session(ctx).quiet_catalog.traits.values()
    )
    words = dict.fromkeys([*topics(), *traits, *load_rules()])
    return [CompletionItem(word) for word in words if word.lower().startswith(incomplete.lower())]


@click.command("rules")
@click.argument("words", nargs=-1, metavar="[TOPIC|CLAUSE|TRAIT]", shell_complete=_complete)
@json_option
def rules_command(words: tuple[str, ...], as_json: bool) -> None:
    """Look up a rule, a topic or a trait.

    Without a word it lists the topics and the traits.

    \b
        pbbuild rules charge
        pbbuild rules PB-4.5
        pbbuild rules long range
    """
    session = battles_session()
    word = " ".join(words)
    if not word:
        answer(lambda: _topics_document(session), lambda: _print_topics(session), as_json=as_json)
        return
    trait = _trait(word, session)
    clauses = () if trait else clauses_about(_topic(word, session) or word)
    if not trait and not clauses:
        similar = (*similar_topics(word), *_similar_traits(word, session))
        code = "rules.not-found" if similar else "rules.not-found-nor-near"
        raise UsageError(code, wish=shown(word), near=tuple(dict.fromkeys(similar)))
    if trait:
        answer(
            lambda: [_trait_document(trait, session)],
            lambda: _print_trait(trait, session),
            as_json=as_json,
        )
    else:
        answer(
            lambda: [_document(clause) for clause in clauses],
            lambda: _print_clauses(clauses, session),
            as_json=as_json,
        )


def _topic(word: str, session: BattlesSession) -> str:
    """The topic with this name in the player's language, "" for none."""
    words = {session.t(f"rules.topic.{topic}"): topic for topic in topics()}
    return words.get(word.strip().lower(), "")


def _trait(word: str, session: BattlesSession) -> Trait | None:
    slug = word.strip().lower().replace(" ", "-")
    for trait in session.catalog.traits.values():
        names = {trait.name.en.lower(), trait.name.it.lower(), trait.clause.lower()}
        names |= {_plain_name(trait.name.en), _plain_name(trait.name.it)}
        if slug in (trait.id, trait.base) or (trait.clause != "PB-T" and word.lower() in names):
            # A topic of the same name, such as wounds or shooting, is wanted more often.
            if (slug == trait.base and slug in topics()) or _topic(word, session):
                return None
            return trait
    return None


def _plain_name(name: str) -> str:
    """A trait's name as one types it: in lower case, without its number."""
    return re.sub(r"^\+\d+ | \d+$", "", name).lower()


def _similar_traits(word: str, session: BattlesSession) -> list[str]:
    names = {
        name.lower(): trait.base
        for trait in session.catalog.traits.values()
        for name in (trait.base, trait.name.en, trait.name.it)
    }
    return [names[name] for name in get_close_matches(word.lower(), list(names), 3, 0.6)]


def _traits_by_base(session: BattlesSession) -> dict[str, Trait]:
    traits = {trait.base: trait for trait in reversed(list(session.catalog.traits.values()))}
    return dict(sorted(traits.items()))


def _topics_document(session: BattlesSession) -> dict[str, Any]:
    return {
        "topics": list(topics()),
        "traits": list(_traits_by_base(session)),
        "clauses": [_document(clause) for clause in load_rules().values()],
    }


def _print_topics(session: BattlesSession) -> None:
    t = session.t
    click.echo(f"{t('rules.topics')}: ", nl=False)
    words = ", ".join(t(f"rules.topic.{topic}") for topic in topics())
    click.echo(_wrapped(words, len(t("rules.topics")) + 2).lstrip())
    click.echo()
    say(t("rules.traits"))
    names = {
        _plain_name(trait.name.in_language(session.language)): trait
        for trait in _traits_by_base(session).values()
    }
    width = max(map(len, names))
    for name, trait in sorted(names.items()):
        line = trait.line.in_language(session.language)
        if trait.number:
            line = line.replace(str(trait.number), "x", 1)
        click.echo(f"  {name:<{width}}  {_wrapped(line, width + 4).lstrip()}")
    click.echo()
    say(t("rules.how"))


def _print_clauses(clauses: Sequence[Clause], session: BattlesSession) -> None:
    for index, clause in enumerate(clauses):
        if index:
            click.echo()
        heading = clause.heading.in_language(session.language)
        ruling = f" ({session.t('rules.ruling')})" if clause.ruling else ""
        click.secho(f"{clause.id} {heading}{ruling}", bold=_colour())
        click.echo(_wrapped(clause.text.in_language(session.language), 2))


def _print_trait(trait: Trait, session: BattlesSession) -> None:
    t = session.t
    language = session.language
    kinds = [
        *([t("rules.special")] if trait.special else []),
        *([t("rules.adds-up")] if trait.stacks else []),
    ]
    kind = f" ({', '.join(kinds)})" if kinds else ""
    click.secho(f"{trait.clause} {trait.name.in_language(language)}{kind}", bold=_colour())
    click.echo(_wrapped(trait.text.in_language(language), 2))
    click.echo("  " + t("rules.known", how=t(f"catalog.means-{trait.provenance}")))
    tiles = _tiles_with(trait, session)
    text = t("rules.tiles-with", tiles=tiles) if tiles else t("rules.no-tiles-with")
    click.echo(_wrapped(text, 2))


def _tiles_with(trait: Trait, session: BattlesSession) -> tuple[str, ...]:
    found: dict[tuple[str, str], list[str]] = {}
    for troop in session.catalog.troops.values():
        if any(session.catalog.trait(own).base == trait.base for own in troop.traits):
            found.setdefault((troop.army, troop.name), []).append(troop.code)
    return tuple(f"{name} ({_range(codes)})" for (_, name), codes in found.items())


def _range(codes: list[str]) -> str:
    return codes[0] if len(codes) == 1 else f"{codes[0]}-{codes[-1][-2:]}"


def _document(clause: Clause) -> dict[str, Any]:
    return {
        "id": clause.id,
        "heading": {"en": clause.heading.en, "it": clause.heading.it},
        "text": {"en": clause.text.en, "it": clause.text.it},
        "ruling": clause.ruling,
        "topics": list(clause.topics),
    }


def _trait_document(trait: Trait, session: BattlesSession) -> dict[str, Any]:
    return {
        "id": trait.id,
        "clause": trait.clause,
        "name": {"en": trait.name.en, "it": trait.name.it},
        "line": {"en": trait.line.en, "it": trait.line.it},
        "text": {"en": trait.text.en, "it": trait.text.it},
        "special": trait.special,
        "stacks": trait.stacks,
        "effects": [{"kind": effect.kind, "value": effect.value} for effect in trait.effects],
        "provenance": trait.provenance.value,
        "tiles": [
            troop.code
            for troop in session.catalog.troops.values()
            if any(session.catalog.trait(own).base == trait.base for own in troop.traits)
        ],
    }


def _wrapped(text: str, indent: int) -> str:
    import shutil
    import textwrap

    width = min(_WIDEST, max(40, shutil.get_terminal_size().columns))
    blank = " " * indent
    return textwrap.fill(text, width, initial_indent=blank, subsequent_indent=blank)


def _colour() -> bool:
    import os

    return not os.environ.get("NO_COLOR")
