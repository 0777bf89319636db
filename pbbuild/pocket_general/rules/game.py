"""Pocket General as a `play.contract.Game`: options, words, views, documents."""

from collections.abc import Mapping, Sequence
from typing import Any

from pbbuild.errors import UsageError
from pbbuild.play.contract import Event, Option, Roll
from pbbuild.pocket_general.catalog.model import GAME, GeneralCatalog
from pbbuild.pocket_general.rules.events import events_between
from pbbuild.pocket_general.rules.notation import CLAUSES, action_text, legal_texts, normal
from pbbuild.pocket_general.rules.refusals import why_not
from pbbuild.pocket_general.rules.setup import STANDARD, Variant, new_game
from pbbuild.pocket_general.rules.state import GeneralState
from pbbuild.pocket_general.rules.state_document import state_document
from pbbuild.pocket_general.rules.state_reader import read_state


class PocketGeneral:
    """The rules of Pocket General with one catalog, shipped or corrected."""

    id = GAME

    def __init__(self, catalog: GeneralCatalog) -> None:
        self.catalog = catalog

    def new(self, nation_a: str, nation_b: str, variant: Variant = STANDARD) -> GeneralState:
        """A game between two nations, before the pool is drawn."""
        return new_game(self.catalog, nation_a, nation_b, variant)

    def options(self, state: GeneralState) -> list[Option]:
        """The legal actions with their words and clauses; nothing costs tokens here."""
        return [self.option(state, action) for action in state.legal_actions()]

    def option(self, state: GeneralState, action: int) -> Option:
        """One legal action with its words and clauses."""
        core = state.core
        return Option(action, action_text(core, action), 0, CLAUSES[core.phase])

    def hits(self, after: GeneralState, roll: Roll) -> int | None:
        """None: a die here adds to a sum, which the combat event contains."""
        return None

    def scores(self, before: GeneralState, dice: Sequence[int]) -> Mapping[str, int]:
        """{}: a die here adds to a sum, which the combat event contains."""
        return {}

    def parse(self, state: GeneralState, text: str) -> int:
        """The legal action that `text` names; a refusal names its clause."""
        found = legal_texts(state.core).get(normal(text))
        if found is None:
            clauses = self.why_not(state, text)
            code = (
                "pocket-general.no-such-action"
                if clauses == ("",)
                else "pocket-general.not-allowed"
            )
            raise UsageError(code, action=text[:60], clauses=clauses)
        return found

    def why_not(self, state: GeneralState, text: str) -> tuple[str, ...]:
        """The clauses that forbid `text` now, () where it is allowed."""
        return why_not(state.core, text, self.catalog.units)

    def view(self, state: GeneralState, side: str) -> GeneralState:
        """What `side` may see: a copy of everything, nothing is hidden in this game."""
        return state.copy()

    def events(self, before: GeneralState, after: GeneralState) -> list[Event]:
        """What happened between two states one step apart."""
        return events_between(before.core, after.core)

    def to_json(self, state: GeneralState) -> dict[str, Any]:
        """The state as a document."""
        return state_document(state.core)

    def from_json(self, document: Mapping[str, Any]) -> GeneralState:
        """A state from its document; one that cannot exist is refused with the reason."""
        return read_state(self.catalog, document)
