"""The guided way through `pbbuild new`: every question has an answer that Enter takes."""

import difflib
from dataclasses import replace
from pathlib import Path

import click

from pbbuild.errors import PbbuildError
from pbbuild.pocket_battles.builder.build import BuiltArmy
from pbbuild.pocket_battles.builder.replace import alternatives
from pbbuild.pocket_battles.builder.request import FIRST_SEED, USUAL_SIZE, BuildRequest
from pbbuild.pocket_battles.builder.worth import STYLES
from pbbuild.pocket_battles.catalog.model import Troop
from pbbuild.pocket_battles.catalog.sizes import is_size
from pbbuild.pocket_battles.commands.build.new_request import command_for, store
from pbbuild.pocket_battles.commands.session import BattlesSession
from pbbuild.pocket_battles.lists.edit import as_code
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.lists.saved_lists import file_name, free_name
from pbbuild.terminal.screen import say
from pbbuild.terminal.session import report_error


class Dialogue:
    """One conversation about one army."""

    def __init__(
        self, session: BattlesSession, request: BuildRequest, output: Path | None, force: bool
    ) -> None:
        self.session = session
        self.t = session.t
        self.request = request
        self.output = output
        self.force = force

    def run(self) -> None:
        """Ask, build, review, save; say the one line that does the same."""
        say(self.t("new.welcome"), err=True)
        self._ask_size()
        self._ask_army()
        self._ask_style()
        self._ask_tiles()
        self.request = replace(self.request, seed=self.request.seed or FIRST_SEED)
        built = self._review()
        self._save(built)
        say(self.t("new.same-again"), err=True)
        click.echo(f"  {command_for(self.request, self.output)}")

    def _prompt(self, question: str, default: str) -> str:
        answer: str = click.prompt(question, default=default, show_default=bool(default), err=True)
        return answer.strip()

    def _ask_size(self) -> None:
        while self.request.points is None:
            answer = self._prompt(self.t("new.ask-size"), str(USUAL_SIZE))
            size = number_within(answer, 1000)
            if size and is_size(size):
                self.request = replace(self.request, points=size)
            else:
                say(self.t("new.size-not-in-tens", size=answer), err=True)

    def _ask_army(self) -> None:
        if self.request.army:
            return
        armies, language = self.session.catalog.armies, self.session.language
        words = {army: armies[army].name.in_language(language) for army in armies}
        for number, word in enumerate(words.values(), start=1):
            click.echo(f"  {number}  {word}", err=True)
        likely = self.request.likely_army(self.session.catalog)
        question = self.t("new.ask-army", last=len(words))
        self.request = replace(
            self.request, army=self._pick(question, words, likely, "no-such-army")
        )

    def _ask_style(self) -> None:
        if self.request.style:
            return
        words = {style: self.t(f"new.style.{style}") for style in STYLES}
        for number, style in enumerate(STYLES, start=1):
            line = self.t(f"new.style-line.{style}")
            click.echo(f"  {number}  {words[style]}: {line}", err=True)
        question = self.t("new.ask-style")
        style = self._pick(question, words, "balanced", "no-such-style")
        self.request = replace(self.request, style=style)

    def _pick(self, question: str, words: dict[str, str], likely: str, refusal: str) -> str:
        """One of `words` by its number, its id, its word or the beginning of it."""
        while True:
            answer = self._prompt(question, words[likely]).casefold()
            if number := number_within(answer, len(words)):
                return list(words)[number - 1]
            exact = [key for key, word in words.items() if answer in (key, word.casefold())]
            begun = [key for key, word in words.items() if word.casefold().startswith(answer)]
            if len(found := exact or begun) == 1:
                return found[0]
            say(self.t(f"new.{refusal}", wish=answer), err=True)
            by_low = {word.casefold(): word for word in words.values()}
            if near := [by_low[low] for low in difflib.get_close_matches(answer, by_low, 2)]:
                say(self.t("new.near", near=near), err=True)

    def _ask_tiles(self) -> None:
        """Tiles to have and, after a minus, tiles not to have: codes or names."""
        while not (self.request.include or self.request.exclude):
            answer = self._prompt(self.t("new.ask-tiles"), "")
            include: list[str] = []
            exclude: list[str] = []
            missing: list[str] = []
            if answer == "?":
                self._tell_tiles()
                continue
            for word in self._tiles_in(answer):
                unwanted = word.startswith("-")
                troops = self._named(_joined([word]))
                if not troops:
                    missing.append(word)
                elif unwanted:
                    exclude += [troop.code for troop in troops]
                else:
                    include.append(next(t.code for t in troops if t.code not in include))
            if missing:
                say(self.t("new.no-such-tiles", tiles=missing), err=True)
                self._tell_near(missing)
                continue
            self.request = replace(self.request, include=tuple(include), exclude=tuple(exclude))
            break

    def _tiles_in(self, answer: str) -> list[str]:
        """What was typed, tile by tile: apart by commas, or by spaces where no name has them."""
        tiles: list[str] = []
        for part in answer.split(","):
            words = part.split()
            while words:
                # As many words as still name a tile: `signal corps uni9` is two tiles.
                longest = (n for n in range(len(words), 1, -1) if self._named(_joined(words[:n])))
                count = next(longest, 1)
                tiles.append(" ".join(words[:count]))
                words = words[count:]
        return tiles

    def _named(self, word: str) -> list[Troop]:
        troops = self._troops()
        low = word.casefold()
        exact = [t for t in troops if as_code(word) == t.code or low == t.name.casefold()]
        return exact or [troop for troop in troops if low and low in troop.name.casefold()]

    def _troops(self) -> tuple[Troop, ...]:
        return self.session.catalog.armies[str(self.request.army)].troops

    def _tell_tiles(self) -> None:
        """Every tile of the army on a line of its name."""
        codes: dict[tuple[str, int], list[str]] = {}
        for troop in self._troops():
            codes.setdefault((troop.name, troop.dp), []).append(troop.code)
        widest = max(len(name) for name, _ in codes)
        for (name, dp), same in codes.items():
            shown = same[0] if len(same) == 1 else f"{same[0]} ... {same[-1]}"
            shown = " ".join(same) if len(same) == 2 else shown
            points = self.t("show.dp", dp=dp)
            click.echo(f"  {name:<{widest}}  {points:>6}  {shown}", err=True)

    def _tell_near(self, missing: list[str]) -> None:
        names = list(dict.fromkeys(troop.name for troop in self._troops()))
        by_low = {name.casefold(): name for name in names}
        near: list[str] = []
        for word in missing:
            low = _joined([word]).casefold()
            near += [by_low[name] for name in difflib.get_close_matches(low, by_low, 2)]
        if near:
            say(self.t("new.near", near=list(dict.fromkeys(near))), err=True)

    def _review(self) -> BuiltArmy:
        """Show the army until the player keeps it."""
        while True:
            try:
                self.request = self.request.completed(self.session.catalog, self.t)
                built = self.request.build(self.session.catalog)
            except PbbuildError as error:
                report_error(error)
                self.request = replace(self.request, include=(), exclude=(), swaps=())
                self._ask_tiles()
                continue
            self._tell(built)
            answer = self._ask_verdict(built.army_list)
            if answer == "":
                return built
            if answer == "another":
                self.request = replace(self.request, seed=(self.request.seed or 0) + 1, swaps=())
            elif answer:
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
        """ "" to keep it, "another" for the next seed, else a swap as `--swap` takes it."""
        last = len(army_list.units)
        while True:
            answer = self._prompt(self.t("new.ask-verdict", last=last), "").casefold()
            if not answer:
                return ""
            if answer in (self.t("new.word-another"), "a"):
                return "another"
            if number := number_within(answer, last):
                if swap := self._ask_swap(army_list, number):
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
        for place, codes in enumerate(offers, start=1):
            troops = [catalog.troops[code] for code in codes]
            names = ", ".join(f"{troop.name} ({troop.code})" for troop in troops)
            dp = self.t("show.dp", dp=sum(troop.dp for troop in troops))
            click.echo(f"  {place}  {dp:>6}  {names}", err=True)
        while answer := self._prompt(self.t("new.ask-alternative"), ""):
            if chosen := number_within(answer, len(offers)):
                return f"{number} {' '.join(offers[chosen - 1])}"
            say(self.t("new.not-understood", wish=answer), err=True)
        return ""

    def _save(self, built: BuiltArmy) -> None:
        if self.output:
            store(self.session, built.army_list, self.output, force=self.force, keep=False)
            return
        while True:
            suggested = self.request.name
            if free_name(suggested) != file_name(suggested):
                suggested = free_name(suggested)
            answer = self._prompt(self.t("new.ask-name"), suggested)
            try:
                self.request = replace(self.request, name=answer)
                named = self.request.build(self.session.catalog)
                store(self.session, named.army_list, None, force=False, keep=True)
            except PbbuildError as error:
                report_error(error)
                continue
            say(self.t("new.next", name=file_name(answer)), err=True)
            return


def _joined(words: list[str]) -> str:
    return " ".join(words).lstrip("- ")


def number_within(answer: str, last: int) -> int:
    """The number from 1 to `last` that was typed, 0 where it was something else."""
    if not answer.isdecimal() or len(answer) > 4:
        return 0
    return int(answer) if 1 <= int(answer) <= last else 0
