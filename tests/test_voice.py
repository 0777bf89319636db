"""No text a reader sees uses the words that docs/style.md replaces by plainer ones."""

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import click
import pytest

import pbbuild.commands  # noqa: F401 - fills the table of commands
from pbbuild.terminal.app import cli
from pbbuild.text.translate import sentences_of
from tests.cli import REPOSITORY
from tests.sources import PACKAGE, modules, nodes

# What each means: fix; your X; show or report; separate; cancel; expensive; available; did you
# mean; continue; in 100; and headings or sentences that nobody understood.
BANNED = (
    r"\bmend(s|ed|ing)?\b",
    r"\bof yours\b",
    r"\b(is|are|was|were) told\b",
    r"\bparted\b|\bpart (them|its units)\b",
    r"\b(break|breaks|broke|broken|breaking) off\b",
    r"\bdear(er|est)?\b",
    r"\bto be had\b|\bto be expected\b",
    r"\bperhaps\b",
    r"\bis not a word of this\b|\bis no action here\b",
    r"\bgo(es)? on with\b",
    r"\bin a hundred\b",
    r"\bsomebody\b",
    r"\bwish(es|ed)? for\b",
    r"\bout of use\b",
    r"\bkept as yours\b|\bkept at once\b|\bkeep (it|them) among\b",
    r"\bstands? twice\b",
    r"\bhits too many\b|\bneeds a hand\b|\brule out less\b|\bown more\b",
    r"\bfits into no\b|\bso, but in\b|\bthe target lives\b|\ba good mark in\b",
    r"\blists for life\b|\bis that true\b",
    r"\bwaiting to go on\b|\btaking back is\b|\bdefect of\b",
    r"\bthereof\b|\bthereby\b|\bwhence\b|\bhence\b|\bupon\b",
    r"\btakes hits, x left\b|\bleft\. How\?|\bthe charge is at\b",
    r"^wound \S+ (\w+ )*from [ab]\d",
    r"\bspoke to the whole\b|\bwho pressed\b|\bways told\b|\bborn deaf\b",
    # Speak to the reader: “you”, or the thing, not “who” and “he”.
    r"(?:^|[.:;] )who (waits|uses|wants|wishes|types|reads|gives|loses|pays|asks)\b",
    r"\bhe (types|typed|has|had|can|may|must|wants|asks|asked|is|was|plays)\b|\bone’s own\b",
    r"\banew\b|\bafresh\b|\bwhilst\b|\bshall\b|\blest\b|\bamongst\b|\bforthwith\b",
    r"\b(he|she|you|it|they|player) wish(es|ed)?\b|\bas (he|you|one) wish(es)?\b",
    r"(?<!there )(?<!there’s )\bis no (list|file|number|tile|unit|code|word|option)\b",
    r"\bgone on with\b|\bkept anew\b|\bleft whole\b|\b(is|are|stays?) whole(?! numb)\b",
    r"\btake(s|n)? back (a|the|your|his) (move|choice|turn)\b",
    r"\bnot to be (found|seen|played|used|read)\b",
    # The opponent is a computer; a file that anybody may have made is untrusted.
    r"\b(against|play) the machine\b|\ba stranger['’]s\b",
)
BANNED_ITALIAN = (
    r"\btutti i 8\b",
    r"\bin parità si\b",
    r"\bnulla si sa\b|\bnon si sa nulla\b",
    r"\bqualcosa di tuo\b",
    r"\bdice le parole\b|\bparola di questa lingua\b",
    r"\bmischia\b",
    r"\bnon si può avere\b",
    r"[.;] forse (intend|\{|x\b)",
    r"\bmischie\b|\bcorpo a corpo\b",
    # Words of books: lei, questo, ma, quindi.
    r"\b(ess[aoie]|anch’ess[aoie]|colà|codest[aoie])\b",
    r"\b(benché|giacché|qualora|laddove|altresì|pertanto|nonché|affinché)\b",
    r"\bvi (entra|sono|è|sta|piazzano)\b",
    # “distrutta al 40 %”, “la ritira” for undo.
    r"\bdistrutt[ao] al x\b|\bannulla la ritira\b",
    # One word for a location, a board and fast play of Pocket General.
    r"\blocalità\b|\btavoliere\b|\bgioco rapido\b",
)
# The style guide names what it replaces; the table of clauses is made of names of tests.
NOT_CHECKED = {"docs/style.md", "docs/clauses.md", "docs/commands.md"}
PAGES = [
    path
    for pattern in ("*.md", "docs/**/*.md")
    for path in sorted(REPOSITORY.glob(pattern))
    if path.relative_to(REPOSITORY).as_posix() not in NOT_CHECKED
]
COMMENT = re.compile(r"(?:^|\s)(# .*)", re.MULTILINE)


def found_in(text: str, banned: Iterable[str] = BANNED) -> list[str]:
    """The banned words of a text, each with what is around it."""
    flat = " ".join(text.split())
    matches = [match for word in banned for match in re.finditer(word, flat, re.IGNORECASE)]
    return [flat[max(0, match.start() - 40) : match.end() + 40] for match in matches]


def without_blanks(sentence: str) -> str:
    return re.sub(r"\{[^{}]*\}", "x", sentence)


def test_english_messages_are_plain() -> None:
    sentences = sentences_of("en").items()
    wrong = {key: found_in(without_blanks(text)) for key, text in sentences}
    assert {key: words for key, words in wrong.items() if words} == {}


def test_italian_messages_are_plain_and_use_the_terms_of_the_rulebook() -> None:
    sentences = sentences_of("it").items()
    wrong = {key: found_in(without_blanks(text), BANNED_ITALIAN) for key, text in sentences}
    assert {key: words for key, words in wrong.items() if words} == {}


@pytest.mark.parametrize("language", ["en", "it"])
def test_apostrophes_of_messages_are_typographic(language: str) -> None:
    straight = re.compile(r"[\w}]'\w|\bpo'")
    sentences = sentences_of(language).items()
    assert [key for key, text in sentences if straight.search(text)] == []


# Terms of the rulebook are common nouns: capitals only begin a sentence or name a trait.
ITALIAN_TERMS = r"(Ingaggi\w*|Tir[oi]|Schierament[oi]|Ferit[ae]|Tratt[oi]|Trupp[ae]|Segnalin[oi])\b"
CAPITAL_INSIDE = re.compile(
    rf"(?<=[a-zà-ù,;’)}}] )(?<!\+[x\d] )(?<!\}} ){ITALIAN_TERMS}|(?<=’){ITALIAN_TERMS}"
)
# Names of parts of a sheet, marked as headings.
HEADINGS = ("leaf.", "cards.", "mat.", "specimen.", "tabletop.")


def italian_texts() -> Iterator[tuple[str, str]]:
    """Italian messages and lessons, each with where it is."""
    yield from sentences_of("it").items()
    for path in sorted((REPOSITORY / "catalog").glob("*/learn/*.json")):
        for text in re.findall(r'"it": "((?:[^"\\]|\\.)*)"', path.read_text(encoding="utf-8")):
            yield path.name, text


def test_italian_terms_have_capitals_only_where_a_sentence_begins() -> None:
    texts = [(key, text) for key, text in italian_texts() if not key.startswith(HEADINGS)]
    assert any(key.startswith("4-shooting") for key, _ in texts)
    assert [key for key, text in texts if CAPITAL_INSIDE.search(text)] == []
    assert CAPITAL_INSIDE.search("prosegui l’Ingaggio")
    assert CAPITAL_INSIDE.search("ha un Tratto")
    assert not CAPITAL_INSIDE.search("il tratto +2 Ingaggio. Tiro e ferite")


# “nel 8 %” and “il 80 %” are wrong for some numbers: “nell’8 %”, “l’80 %”.
ARTICLE_AND_NUMBER = re.compile(
    r"\b(il|al|del|nel|dal|sul) \{(percent|rate|share|low|high|destroys|destroyed|count|number)\}"
)


def test_no_italian_article_stands_before_a_number_that_may_begin_with_a_vowel() -> None:
    texts = sentences_of("it").items()
    assert ARTICLE_AND_NUMBER.search("circa il {percent} %")
    assert [key for key, text in texts if ARTICLE_AND_NUMBER.search(text)] == []


def helps(command: click.Command, words: str = "pbbuild") -> Iterator[tuple[str, str]]:
    """The help of a command, its options and its subcommands."""
    yield words, command.help or ""
    for parameter in command.params:
        yield f"{words} {parameter.name}", getattr(parameter, "help", None) or ""
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            if inner := command.get_command(context, name):
                yield from helps(inner, f"{words} {name}")


def test_help_is_plain() -> None:
    wrong = {where: found_in(text) for where, text in helps(cli)}
    assert len(wrong) > 200
    assert {where: words for where, words in wrong.items() if words} == {}


@pytest.mark.parametrize("file", PAGES, ids=lambda file: file.relative_to(REPOSITORY).as_posix())
def test_pages_are_plain(file: Path) -> None:
    assert found_in(file.read_text(encoding="utf-8")) == []


def test_texts_of_the_catalog_are_plain() -> None:
    files = [*(REPOSITORY / "catalog").rglob("*.json")]
    found = {
        path.relative_to(REPOSITORY).as_posix(): found_in(text) + found_in(text, BANNED_ITALIAN)
        for path in files
        for text in [path.read_text(encoding="utf-8")]
    }
    assert any(path.startswith("catalog/pocket_battles/learn/") for path in found)
    assert {path: words for path, words in found.items() if words} == {}


def test_scripts_are_plain() -> None:
    files = [path for path in (REPOSITORY / "scripts").iterdir() if path.is_file()]
    files += (REPOSITORY / "benchmarks").glob("*.py")
    found = {path.name: found_in(path.read_text(encoding="utf-8")) for path in files}
    assert "setup" in found
    assert {name: words for name, words in found.items() if words} == {}


DOCSTRING = re.compile(r'"""(.*?)"""', re.DOTALL)


def test_docstrings_and_comments_of_tests_are_plain() -> None:
    # The names of tests are sentences of their own and stay as they are.
    found = {}
    for path in sorted((REPOSITORY / "tests").rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        parts = [*DOCSTRING.findall(text), *COMMENT.findall(text)]
        if path.name != "test_voice.py":
            found[path.name] = [words for part in parts for words in found_in(part)]
    assert {name: words for name, words in found.items() if words} == {}


def test_templates_are_plain() -> None:
    templates = sorted((REPOSITORY / "templates").rglob("*.j2"))
    wrong = {path.name: found_in(path.read_text(encoding="utf-8")) for path in templates}
    assert {name: words for name, words in wrong.items() if words} == {}


def written_in(file: Path) -> Iterator[str]:
    """Docstrings and comments of a module."""
    kinds = (ast.Module, ast.ClassDef, ast.FunctionDef)
    yield from (ast.get_docstring(node) or "" for node in nodes(file) if isinstance(node, kinds))
    # Much quicker than tokens; that a string with a # in it is read too does no harm.
    yield from COMMENT.findall(file.read_text(encoding="utf-8"))


def test_docstrings_and_comments_are_plain() -> None:
    wrong = {
        file.relative_to(PACKAGE).as_posix(): [
            words for text in written_in(file) for words in found_in(text)
        ]
        for file in modules()
    }
    assert {name: words for name, words in wrong.items() if words} == {}


# Sentences as they once stood in the product: none may come back.
ONCE_ENGLISH = (
    "Taking back is for practice: start with --practice.",
    "“x” is no action here.",
    "a7 Militia +3 takes hits, 2 left. How?",
    "wound UNI25 Iron Brigade from a1",
    "The charge is at b3 General.",
    "A’s dice made 24 hits where 13.9 were to be expected",
    "luckier than 100 in a hundred",
    "has a good mark in b8",
    "Something of yours is waiting to go on.",
    "how to mend what does not",
    "part them with “;”. Every line is kept at once.",
    "“x” is not a word of this language.",
    "GATLING is not to be had.",
    "few and dear",
    "rule out less, or own more",
    "No short sequence of changes mends this list; it needs a hand.",
    "This is a defect of pbbuild, not of yours:",
    "Broken off.",
    "A size of 85 points fits into no share code.",
    "1 value is kept as yours.",
    "Orcs and Elves: so, but in any other sector.",
    "Scores and the target lives: the enemy loses a token for the round.",
    "Hits too many",
    "Who waits for another process longer than four seconds is told",
    "Who pressed Ctrl-C spoke to the whole family; the parent alone answers.",
    "How much two ways told may have in common: little, else most but never all.",
    "Lists for life",
    "Is that true?",
    "Perhaps UNI12?",
    "Who wishes may go on later.",
    "A player may take back a move if he has not rolled.",
    "An environment is made anew where the last one was broken off.",
)
ONCE_ITALIAN = (
    "tutti i 8 caratteri",
    "In parità si ritira",
    "Nulla si sa di «x»",
    "Qualcosa di tuo aspetta di essere ripreso",
    "help dice le parole",
    "dadi neri: mischia",
    "i segnalini ordine su di essa",
)


@pytest.mark.parametrize("sentence", ONCE_ENGLISH)
def test_no_english_sentence_of_old_could_come_back(sentence: str) -> None:
    assert found_in(sentence)


@pytest.mark.parametrize("sentence", ONCE_ITALIAN)
def test_no_italian_sentence_of_old_could_come_back(sentence: str) -> None:
    assert found_in(sentence, BANNED_ITALIAN)


def test_the_search_finds_what_it_looks_for() -> None:
    assert found_in("It needs to be\nmended. A friend of yours is told.") != []
    assert len(found_in("Perhaps it broke off: a good mark in b8")) == 3
    assert found_in("Fix it. Did you mean UNI12? Cancelled. Your list is saved.") == []
    assert found_in("In parità si ritira", BANNED_ITALIAN) != []
