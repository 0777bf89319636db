"""The guided way through `pbbuild new`: every question has an answer that Enter takes.

`b` goes back to the question before, and `u` undoes the last swap or the last army.
"""

import difflib
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Final

import click

from pbbuild.errors import ListError, PbbuildError
from pbbuild.pocket_battles.builder.build import BuiltArmy, cost_of_all, largest_size
from pbbuild.pocket_battles.builder.replace import alternatives, replace_unit
from pbbuild.pocket_battles.builder.request import FIRST_SEED, BuildRequest
from pbbuild.pocket_battles.builder.worth import STYLES
from pbbuild.pocket_battles.catalog.model import Troop
from pbbuild.pocket_battles.catalog.names import army_named, tiles_in
from pbbuild.pocket_battles.catalog.sizes import is_size
from pbbuild.pocket_battles.commands.build.new_request import command_for, store
from pbbuild.pocket_battles.commands.build.style_option import style_named
from pbbuild.pocket_battles.commands.session import BattlesSession
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.lists.saved_lists import file_name, free_name
from pbbuild.terminal.screen import say, width_of, wrapped_text
from pbbuild.terminal.session import report_error

BACK: Final = ("b", "back", "i", "indietro")
UNDO: Final = ("u", "undo", "annulla")
LARGEST_NUMBER: Final = 9999


# Columns of the last line of a question that stay free for its default and the answer.
SPACE_TO_TYPE: Final = 12
# The width of a question that no terminal shows.
NO_TERMINAL: Final = 1000


class _BackError(Exception):
    """The player wants the question before."""


class Dialogue:
    """One conversation about one army."""

    def __init__(
        self,
        session: BattlesSession,
        request: BuildRequest,
        output: Path | None,
        force: bool,
        pack: Path | None = None,
    ) -> None:
        self.session = session
        self.t = session.t
        self.request = request
        self.given = request
        self.output = output
        self.force = force
        self.pack = pack
        # The last answer to each question: the default when the player comes back to it.
        self.before = BuildRequest()

    def run(self) -> None:
        """Ask, build, review, save; say the one line that does the same."""
        say(self.t("new.welcome"), err=True)
        steps = (
            self._ask_size,
            self._ask_army,
            self._ask_style,
            self._ask_tiles,
            self._review,
            self._save,
        )
        self._walk(steps)

    def _walk(self, steps: tuple[Callable[[], bool], ...]) -> None:
        """Ask the questions in order, back and forth; each says whether it had to ask."""
        asked: list[int] = []
        place = 0
        while place < len(steps):
            try:
                if steps[place]():
                    asked.append(place)
                place += 1
            except _BackError:
                if not asked:
                    say(self.t("new.nothing-before"), err=True)
                    continue
                place = asked.pop()
                self._forget(place)
            except (click.Abort, PbbuildError):
                if place == len(steps) - 1:
                    # It could not be saved, or the player left: the line builds the same army.
                    self._tell_command()
                raise
        self._tell_command()

    def _forget(self, step: int) -> None:
        """Forget the answers from a step on, but nothing that was given as an option."""
        now, given = self.request, self.given
        self.before = now
        if step > 3:
            return  # the army and its name are only looked at again
        self.request = replace(
            given,
            points=now.points if step > 0 else given.points,
            army=now.army if step > 1 else given.army,
            style=now.style if step > 2 else given.style,
        )

    def _tell_command(self) -> None:
        say(self.t("new.same-again"), err=True)
        click.echo(f"  {command_for(self.request, self.output, self.pack)}")

    def _prompt(self, question: str, default: str) -> str:
        width = width_of(sys.stderr) or NO_TERMINAL
        # The terminal would break a long line anywhere, also inside a word.
        *lines, last = wrapped_text(question, width - SPACE_TO_TYPE).split("\n")
        for line in lines:
            click.echo(line, err=True)
        answer: str = click.prompt(last, default=default, show_default=bool(default), err=True)
        if answer.strip().casefold() in BACK:
            raise _BackError
        return answer.strip()

    # Questions.

    def _ask_size(self) -> bool:
        given = self.request.points
        if given is not None and (refusal := self._refused_size(str(given))):
            # An option that no answer to a later question could correct.
            say(refusal, err=True)
            self.given = self.request = replace(self.request, points=None)
        if self.request.points is not None:
            return False
        while True:
            usual = self.before.points or self.request.usual_size
            answer = self._prompt(self.t("new.ask-size"), str(usual))
            if refusal := self._refused_size(answer):
                say(refusal, err=True)
                continue
            self.request = replace(self.request, points=int(answer))
            return True

    def _refused_size(self, answer: str) -> str:
        """Why nobody can play this size with the army chosen, or with any; "" if one can."""
        catalog = self.session.catalog
        size = number_within(answer, LARGEST_NUMBER)
        if not size or not is_size(size):
            return self.t("new.size-not-in-tens", size=answer)
        pack = self.request.pack
        if pack and not pack.is_size(size):
            return self.t("pack.size", pack=pack.name, size=size, sizes=sorted(pack.sizes))
        armies = [self.request.army] if self.request.army else list(catalog.armies)
        largest = max(armies, key=lambda army: largest_size(army, catalog))
        if size <= largest_size(largest, catalog):
            return ""
        cost = cost_of_all(largest, catalog)
        return self.t("new.size-too-large", size=size, army=self._army_name(largest), cost=cost)

    def _army_name(self, army: str) -> str:
        return self.session.catalog.armies[army].name.in_language(self.session.language)

    def _ask_army(self) -> bool:
        if self.request.army:
            return False
        catalog = self.session.catalog
        allowed = self.request.armies(catalog) or list(catalog.armies)
        words = {army: self._army_name(army) for army in allowed}
        for number, word in enumerate(words.values(), start=1):
            click.echo(f"  {number}  {word}", err=True)
        likely = self.before.army or self.request.likely_army(catalog)
        likely = likely if likely in words else next(iter(words))
        question = self.t("new.ask-army", last=len(words))
        while True:
            army = self._pick(
                question, words, likely, "no-such-army", lambda text: army_named(text, catalog)
            )
            self.request = replace(self.request, army=army)
            if not (refusal := self._refused_size(str(self.request.points))):
                return True
            say(refusal, err=True)
            self.request = replace(self.request, army=None)

    def _ask_style(self) -> bool:
        if self.request.style:
            return False
        words = {style: self.t(f"new.style.{style}") for style in STYLES}
        for number, style in enumerate(STYLES, start=1):
            line = self.t(f"new.style-line.{style}")
            click.echo(f"  {number}  {words[style]}: {line}", err=True)
        question = self.t("new.ask-style")
        likely = self.before.style or "balanced"
        style = self._pick(question, words, likely, "no-such-style", style_named)
        self.request = replace(self.request, style=style)
        return True

    def _pick(
        self,
        question: str,
        words: dict[str, str],
        likely: str,
        refusal: str,
        named: Callable[[str], str | None],
    ) -> str:
        """One of `words` by its number, its word or the beginning of it, or what `named` finds."""
        while True:
            answer = self._prompt(question, words[likely]).casefold()
            if number := number_within(answer, len(words)):
                return list(words)[number - 1]
            exact = [key for key in words if key == named(answer)]
            begun = [key for key, word in words.items() if word.casefold().startswith(answer)]
            if len(found := exact or begun) == 1:
                return found[0]
            say(self.t(f"new.{refusal}", wish=answer), err=True)
            by_low = {word.casefold(): word for word in words.values()}
            if near := [by_low[low] for low in difflib.get_close_matches(answer, by_low, 2)]:
                say(self.t("new.near", near=near), err=True)

    def _ask_tiles(self) -> bool:
        """Tiles to have and, after a minus, tiles not to have: codes or names."""
        if self.request.include or self.request.exclude:
            return False
        while True:
            answer = self._prompt(self.t("new.ask-tiles"), "")
            if answer == "?":
                self._tell_tiles()
                continue
            include: list[str] = []
            exclude: list[str] = []
            missing: list[str] = []
            for word, codes in tiles_in(answer, self._troops()):
                if not codes:
                    missing.append(word)
                elif word.startswith("-"):
                    exclude += codes
                else:
                    free = [code for code in codes if code not in include]
                    include.append((free or codes)[0])
            if missing:
                say(self.t("new.no-such-tiles", tiles=missing), err=True)
                self._tell_near(missing)
                continue
            self.request = replace(self.request, include=tuple(include), exclude=tuple(exclude))
            return True

    def _troops(self) -> tuple[Troop, ...]:
        return self.session.catalog.armies[str(self.request.army)].troops

    def _tell_tiles(self) -> None:
        """Every tile of the army with its values, tiles of one name together."""
        from pbbuild.pocket_battles.screen.army_text import ArmyText

        session = self.session
        text = ArmyText(session.console, session.catalog, session.t, plain=session.plain)
        text.tiles(self._troops())

    def _tell_near(self, missing: list[str]) -> None:
        names = list(dict.fromkeys(troop.name for troop in self._troops()))
        by_low = {name.casefold(): name for name in names}
        near: list[str] = []
        for word in missing:
            low = word.lstrip("- ").casefold()
            near += [by_low[name] for name in difflib.get_close_matches(low, by_low, 2)]
        if near:
            say(self.t("new.near", near=list(dict.fromkeys(near))), err=True)

    # The army.

    def _review(self) -> bool:
        """Show the army until the player keeps it."""
        self.request = replace(self.request, seed=self.request.seed or FIRST_SEED)
        before: list[BuildRequest] = []
        while True:
            try:
                self.request = self.request.completed(self.session.catalog, self.t)
                built = self.request.build(self.session.catalog)
            except PbbuildError as error:
                chosen = self.request
                if not (chosen.include or chosen.exclude or chosen.swaps or chosen.units):
                    raise  # no other choice of tiles would help
                report_error(error)
                self.request = replace(chosen, include=(), exclude=(), swaps=(), units=())
                self._ask_tiles()
                continue
            self._tell(built)
            answer = self._ask_verdict(built.army_list)
            if answer == "":
                return True
            if answer in UNDO:
                if before:
                    self.request = before.pop()
                else:
                    say(self.t("new.nothing-to-undo"), err=True)
                continue
            before.append(self.request)
            if answer == "another":
                # The player's own units stay: the builder finds another army around them.
                kept = self.request.kept_swaps()
                self.request = replace(kept, seed=(kept.seed or 0) + 1)
            else:
                self.request = replace(self.request, swaps=(*self.request.swaps, answer))

    def _tell(self, built: BuiltArmy) -> None:
        from pbbuild.pocket_battles.screen.army_text import ArmyText
        from pbbuild.pocket_battles.screen.army_view import army_view
        from pbbuild.pocket_battles.screen.build_reasons import reason_lines

        session = self.session
        text = ArmyText(session.console, session.catalog, session.t, plain=session.plain)
        view = army_view(built.army_list, session.catalog)
        click.echo("")
        text.head(view)
        click.echo("")
        text.brief(view)
        click.echo("")
        text.bullets(reason_lines(self.request, built, session.catalog, session.t))

    def _ask_verdict(self, army_list: ArmyList) -> str:
        """ "" to keep it, "another", a word for undo, else a swap as `--swap` takes it."""
        last = len(army_list.units)
        while True:
            answer = self._prompt(self.t("new.ask-verdict", last=last), "").casefold()
            if not answer or answer in UNDO:
                return answer
            if answer in (self.t("new.word-another"), "a"):
                return "another"
            if number := number_within(answer, last):
                try:
                    swap = self._ask_swap(army_list, number)
                except _BackError:
                    continue
                if swap:
                    return swap
                continue
            say(self.t("new.not-understood", wish=answer), err=True)

    def _ask_swap(self, army_list: ArmyList, number: int) -> str:
        catalog = self.session.catalog
        offers = alternatives(army_list, number, str(self.request.style), catalog)
        if not offers:
            say(self.t("new.no-alternative", unit=number), err=True)
            return ""
        say(self.t("new.alternatives", unit=number), err=True)
        self._tell_offers(army_list, number, offers)
        while answer := self._prompt(self.t("new.ask-alternative"), ""):
            if chosen := number_within(answer, len(offers)):
                return f"{number} {' '.join(offers[chosen - 1])}"
            say(self.t("new.not-understood", wish=answer), err=True)
        return ""

    def _tell_offers(self, army_list: ArmyList, number: int, offers: list[tuple[str, ...]]) -> None:
        """Each possible unit with what it does to points, wounds and hits."""
        from pbbuild.pocket_battles.screen.army_text import ArmyText
        from pbbuild.pocket_battles.screen.army_view import army_view

        session, catalog = self.session, self.session.catalog
        text = ArmyText(session.console, catalog, session.t, plain=session.plain)
        before = army_view(army_list, catalog)
        for place, codes in enumerate(offers, start=1):
            after = army_view(replace_unit(army_list, number, codes, catalog), catalog)
            text.offer(place, before, after, number)

    def _save(self) -> bool:
        if self.output:
            built = self.request.build(self.session.catalog)
            store(self.session, built.army_list, self.output, force=self.force, keep=False)
            return False
        while True:
            suggested = self.request.name
            if free_name(suggested) != file_name(suggested):
                suggested = free_name(suggested)
            answer = self._prompt(self.t("new.ask-name"), suggested)
            try:
                self.request = replace(self.request, name=answer)
                named = self.request.build(self.session.catalog)
                store(self.session, named.army_list, None, force=False, keep=True)
            except ListError as error:
                report_error(error)  # another name will do
                continue
            say(self.t("new.next", name=file_name(answer)), err=True)
            return True


def number_within(answer: str, last: int) -> int:
    """The number from 1 to `last` that was typed, 0 where it was something else."""
    if not answer.isdecimal() or len(answer) > 4:
        return 0
    return int(answer) if 1 <= int(answer) <= last else 0
