"""Drafts under way, kept in files so that they can go on."""

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from pbbuild.base.documents import breaches, dump_json, read_json
from pbbuild.base.files import write_atomic
from pbbuild.errors import PbbuildError, UsageError
from pbbuild.play.saves import LATEST, games_folder, make_newest, saves_of
from pbbuild.pocket_battles.commands.session import BattlesSession

if TYPE_CHECKING:
    from pbbuild.pocket_battles.builder.draft import Draft
    from pbbuild.pocket_battles.catalog.model import Catalog

FORMAT: Final = "pbbuild-draft/1"
NAME: Final = "draft"


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
    if breaches(said, "draft-1") or not set(said["armies"]) <= set(session.catalog.armies):
        raise PbbuildError("draft.save-wrong", source=str(path))
    mixed, sealed = said.get("mixed", False), said.get("sealed", False)
    terms = Terms(said["points"], tuple(said["armies"]), mixed, sealed, said["seed"])
    draft = terms.begin(session.catalog)
    if any(said["people"]) and all(_repeat(draft, code) for code in said["moves"]):
        return path, terms, said["people"], draft
    raise PbbuildError("draft.save-wrong", source=str(path))


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
