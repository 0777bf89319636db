"""`pbbuild catalog enter`: the tiles of an army one by one, confirmed or corrected."""

import re
from functools import cache
from typing import Final

import click

from pbbuild.base.locks import locked
from pbbuild.errors import PbbuildError
from pbbuild.pocket_battles.catalog.corrections import (
    Tiles,
    TypedValue,
    is_confirmed,
    merge_corrections,
    read_corrections,
    read_typed_values,
    save_corrections,
    text_of_value,
)
from pbbuild.pocket_battles.catalog.model import Army, Catalog, Troop
from pbbuild.pocket_battles.catalog.player_files import corrected, player_folder
from pbbuild.pocket_battles.commands.options import ArmyType
from pbbuild.pocket_battles.commands.session import BattlesSession, battles_session
from pbbuild.terminal.keyboard import read_line
from pbbuild.terminal.screen import say
from pbbuild.terminal.session import report_error
from pbbuild.text.translate import LANGUAGES, sentences_of

# What a tile shows, in the order of the dialogue.
FIELDS: Final = ("dp", "fv", "wp", "black", "white", "traits")
BACK: Final = ("b", "back", "i", "indietro")
SKIP: Final = ("s", "skip", "salta")
STOP: Final = ("q", "quit", "esci")
_ASSIGNED: Final = re.compile(r"(\w+)\s*=\s*(.*?)(?=\s+\w+\s*=|$)")
HELP: Final = ("?", "h", "help", "aiuto")


@click.command("enter")
@click.argument("army", type=ArmyType())
@click.option("--again", is_flag=True, help="Start over, with the tiles you have confirmed too.")
def catalog_enter_command(army: str, again: bool) -> None:
    """Go through your tiles one by one and confirm or correct them.

    Press Enter if a tile is as shown, or type what differs. Each answer is saved at once: stop
    when you like and continue later. `pbbuild catalog export ARMY` then writes your values for
    other owners.

    \b
        pbbuild catalog enter union
        pbbuild catalog export union -o union.csv
    """
    session = battles_session()
    _Dialogue(session, session.catalog.armies[army], again).run()


class _Dialogue:
    """Asks for the tiles that are not confirmed yet, in the order of their codes."""

    def __init__(self, session: BattlesSession, army: Army, again: bool) -> None:
        self.session = session
        self.t = session.t
        self.army = army
        self.saved: Tiles = read_corrections(session.catalog)
        self.asked = [
            troop for troop in army.troops if again or not is_confirmed(self.saved, troop.code)
        ]

    def run(self) -> None:
        place = 0
        if self.asked:
            say(self.t("catalog.enter-help"), err=True)
        while place < len(self.asked):
            self._show(self.asked[place])
            answer = read_line()
            word = answer.strip().casefold()
            if not answer or word in STOP:
                break
            if word in HELP:
                say(self.t("catalog.enter-help"), err=True)
            elif word in BACK:
                place = max(0, place - 1)
            elif word in SKIP or self._save(self.asked[place], answer.strip()):
                place += 1
        count, total = self._confirmed(), len(self.army.troops)
        key = "catalog.enter-all" if count == total else "catalog.enter-stopped"
        say(self.t(key, count=count, total=total, army=self.army.id))

    def _confirmed(self) -> int:
        return sum(is_confirmed(self.saved, troop.code) for troop in self.army.troops)

    def _show(self, troop: Troop) -> None:
        now = corrected(troop, self.saved.get(troop.code, {}))
        names = {field: self.t(f"catalog.enter-words-{field}").split(",")[0] for field in FIELDS}
        shown = {field: text_of_value(now, field) for field in FIELDS}
        known = self.session.catalog.traits
        shown["traits"] = ", ".join(
            known[trait].name.in_language(self.session.language) if trait in known else trait
            for trait in now.traits
        )
        values = "  ".join(f"{names[each]}={shown[each] or '-'}" for each in FIELDS)
        total = len(self.army.troops)
        say(
            self.t(
                "catalog.enter-tile",
                code=troop.code,
                name=now.name,
                count=self._confirmed(),
                total=total,
            )
        )
        say(f"  {values}")
        click.echo("> ", nl=False, err=True)

    def _save(self, troop: Troop, answer: str) -> bool:
        """Save the tile as shown with what `answer` changes; False if that cannot be read."""
        now = corrected(troop, self.saved.get(troop.code, {}))
        typed = {field: text_of_value(now, field) for field in FIELDS}
        changes = typed_fields(answer)
        if changes is None:
            say(self.t("catalog.enter-not-understood", text=answer), err=True)
            return False
        if "traits" in changes:
            changes["traits"] = trait_ids(changes["traits"], self.session.catalog)
        typed |= changes
        given = [TypedValue(troop.code, field, text) for field, text in typed.items()]
        try:
            tiles = read_typed_values(given, self.session.catalog)
        except PbbuildError as error:
            report_error(error, self.t)
            return False
        with locked(player_folder()):
            self.saved = merge_corrections(read_corrections(self.session.catalog), tiles)
            save_corrections(self.saved)
        return True


@cache
def _field_words() -> dict[str, str]:
    """What each field is called in either language."""
    return {
        word.strip(): field
        for field in FIELDS
        for language in LANGUAGES
        for word in sentences_of(language)[f"catalog.enter-words-{field}"].split(",")
    }


def trait_ids(text: str, catalog: Catalog) -> str:
    """Traits as the catalog writes them, from their names in either language or their ids."""
    ids = {
        trait.name.in_language(language).casefold(): trait_id
        for trait_id, trait in catalog.traits.items()
        for language in LANGUAGES
    }
    found = []
    for part in filter(None, (part.strip() for part in text.split(","))):
        if part.casefold() in ids:
            found.append(ids[part.casefold()])
            continue
        # Without commas: the longest names that the words begin with.
        words = part.split()
        while words:
            sizes = range(len(words), 0, -1)
            size = next((n for n in sizes if " ".join(words[:n]).casefold() in ids), 1)
            name = " ".join(words[:size])
            found.append(ids.get(name.casefold(), name))
            words = words[size:]
    return " ".join(found)


def typed_fields(answer: str) -> dict[str, str] | None:
    """The values in `dp=4 black=2 3` or `dp 4 black 2 3`; None if something else is there."""
    words = "|".join(sorted(_field_words(), key=len, reverse=True))
    # What stands before the first field, then the fields and what follows each.
    before, *parts = re.split(rf"\b({words})\b\s*[=:]?", answer, flags=re.IGNORECASE)
    named = list(zip(parts[::2], parts[1::2], strict=True))
    if before.strip() or (answer and not named) or "=" in "".join(parts[1::2]):
        # With “=” a name is meant as a field; reading it says which field is near.
        named = _ASSIGNED.findall(answer)
        if not named:
            return None
    return {
        _field_words().get(name.casefold(), name.lower()): value.strip(" ,;-\"'“”")
        for name, value in named
    }
