"""Drafts under way, kept in files so that they can go on."""

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

from pbbuild.base.files import dump_json, read_json, write_atomic
from pbbuild.errors import PbbuildError, UsageError
from pbbuild.play.saves import LATEST, games_folder, make_newest, saves_of
from pbbuild.pocket_battles.commands.session import BattlesSession

if TYPE_CHECKING:
    from pbbuild.pocket_battles.builder.draft import Draft
    from pbbuild.pocket_battles.catalog.model import Catalog

FORMAT: Final = "pbbuild-draft/1"
NAME: Final = "draft"
Kind = TypeVar("Kind")


@dataclass(frozen=True, slots=True)
class Terms:
    """What a draft is begun with; the same terms lay out the same tiles."""

    points: int
    armies: tuple[str, ...]
    mixed: bool
    sealed: bool
    seed: int

    def begin(self, catalog: "Catalog") -> "Draft":
        """The draft before its first pick."""
        from pbbuild.pocket_battles.builder.draft import begin

        return begin(
            catalog,
            self.points,
            self.armies,
            mixed=self.mixed,
            sealed=self.sealed,
            seed=self.seed,
        )


def write_draft(path: Path, terms: Terms, people: list[bool], draft: "Draft") -> None:
    """Keep a draft so that it can go on from here."""
    document = {"format": FORMAT, **asdict(terms), "people": people, "moves": draft.moves}
    write_atomic(path, dump_json(document))
    make_newest(path)


def resumed(session: BattlesSession, wish: str) -> tuple[Path, Terms, list[bool], "Draft"]:
    """The draft in the file `wish`, or the newest that was left, as it was then."""
    path = Path(wish)
    if wish == LATEST:
        kept = saves_of(NAME)
        if not kept:
            raise UsageError("draft.none-left", folder=str(games_folder()))
        path = kept[-1]
    said = read_json(path).value
    if not isinstance(said, dict) or said.get("format") != FORMAT:
        raise PbbuildError("draft.no-draft", source=str(path))
    try:
        terms = _terms(said, session.catalog)
        people, moves = _list(said.get("people"), bool), _list(said.get("moves"), str)
    except ValueError:
        raise PbbuildError("draft.save-wrong", source=str(path)) from None
    draft = terms.begin(session.catalog)
    if len(people) == 2 and any(people) and all(_repeat(draft, code) for code in moves):
        return path, terms, people, draft
    raise PbbuildError("draft.save-wrong", source=str(path))


def _terms(said: dict[str, Any], catalog: "Catalog") -> Terms:
    points, seed, armies = said.get("points"), said.get("seed"), _list(said.get("armies"), str)
    if type(points) is not int or type(seed) is not int or not set(armies) <= set(catalog.armies):
        raise ValueError
    mixed, sealed = said.get("mixed") is True, said.get("sealed") is True
    return Terms(points, tuple(armies), mixed, sealed, seed)


def _list(value: Any, kind: type[Kind]) -> list[Kind]:
    """`value` where it is a list of these; anything else raises a ValueError."""
    if isinstance(value, list) and all(isinstance(each, kind) for each in value):
        return value
    raise ValueError


def _repeat(draft: "Draft", code: str) -> bool:
    """Do one kept move again; False where it cannot be done, as after a corrected tile."""
    side = draft.turn
    if draft.is_over or (code and code not in {troop.code for troop in draft.choices(side)}):
        return False
    if code:
        draft.pick(side, code)
    else:
        draft.stop(side)
    return True
