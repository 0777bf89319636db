"""The judge of Pocket General: what a game's choices and rolls were worth."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from pbbuild.errors import StateError
from pbbuild.play.contract import SIDES
from pbbuild.play.evidence.analysis import (
    AGAIN,
    ALTERNATIVES,
    MISTAKE,
    Analysis,
    analyse_steps,
    loss_of,
)
from pbbuild.play.record import Record
from pbbuild.play.verify import RecordReplay, ReplayStep, verify
from pbbuild.pocket_general.agents.thinking.luck import luck_of_0
from pbbuild.pocket_general.agents.thinking.search import (
    TurnThinker,
    chance_ahead,
    outlooks,
    search_tree,
)
from pbbuild.pocket_general.agents.thinking.turn import is_before_combat
from pbbuild.pocket_general.playtest.games import opening
from pbbuild.pocket_general.rules.core import constants as c
from pbbuild.pocket_general.rules.core.flow import apply
from pbbuild.pocket_general.rules.core.state import GeneralCore
from pbbuild.pocket_general.rules.game import PocketGeneral
from pbbuild.pocket_general.rules.state import GeneralState
from pbbuild.text.translate import LANGUAGES

BUDGET: Final = 400
# The same for the review on the page and the printed report, which have to be quick without a
# compiler too.
STORY_BUDGET: Final = 60
SEED: Final = 1
# Actions compared with the one played; each gets at least so many simulations.
COMPARED: Final = ALTERNATIVES + 1
FEWEST_SIMULATIONS: Final = 8


class GeneralJudge:
    """Searches every decision with `budget` simulations, then each of its best actions alike."""

    def __init__(self, game: PocketGeneral, budget: int = BUDGET) -> None:
        self.agent = f"search:{budget}"
        self._game = game
        self._budget = budget
        self._thinker = TurnThinker()

    def chances(self, before: GeneralState, played: int) -> Mapping[int, float] | None:
        """The chance of A after each action worth a look."""
        core, thinker = before.core, self._thinker
        if not is_before_combat(core):
            actions = list(before.legal_actions())
            return dict(zip(actions, outlooks(thinker, core, actions), strict=True))
        root = search_tree(thinker, core, self._budget, SEED)
        order = sorted(
            range(len(root.actions)), key=lambda index: (-root.children[index].visits, index)
        )
        compared = [root.actions[index] for index in order[:COMPARED]]
        if played not in compared:
            compared[-1] = played
        simulations = max(FEWEST_SIMULATIONS, self._budget // len(compared))
        found = self._compared(core, compared, simulations)
        if loss_of(found, played, before.decider()) > MISTAKE:
            return self._compared(core, compared, AGAIN * simulations)
        return found

    def _compared(
        self, core: GeneralCore, actions: list[int], simulations: int
    ) -> dict[int, float]:
        found = {}
        for action in actions:
            after = core.copy()
            apply(after, action)
            found[action] = chance_ahead(self._thinker, after, simulations, SEED)
        return found

    def measure(self, before: GeneralState) -> None:
        """Nothing is measured: the chances of the search are shown as they are."""

    def luck(self, before: GeneralState, dice: list[int]) -> float | None:
        """What the dice of a combat gave to A; initiative and locations drawn are not judged."""
        if before.core.phase != c.COMBAT:
            return None
        return luck_of_0(self._thinker, before.core, dice[0])

    def text(self, before: GeneralState, action: int) -> str:
        """An action as records write it."""
        return self._game.option(before, action).text

    def action(self, before: GeneralState, text: str) -> int:
        """The legal action with this text."""
        return next(
            action for action in before.legal_actions() if self.text(before, action) == text
        )


def analyse(
    record: Record,
    budget: int | None = None,
    language: str = LANGUAGES[0],
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> tuple[Analysis, dict[str, str]]:
    """The analysis of a recorded game and the names of its sides.

    `progress` gets how many choices and rolls are judged, and of how many.
    """
    game, state = opening(record)
    # First, since replaying takes no time and judging does.
    if fault := verify(game, record, state.copy()):
        raise StateError("analysis.not-true", source=record.source, line=fault.line)
    replay = RecordReplay(game, record, state)
    used = budget or BUDGET
    of = sum(line["type"] in ("choice", "dice") for line in record.lines)

    def steps() -> Iterator[ReplayStep]:
        for done, step in enumerate(replay.steps(), 1):
            yield step
            progress(min(done, of), of)

    found = analyse_steps(steps(), GeneralJudge(game, used), used)
    nations = game.catalog.nations
    names = {side: record.header["sides"][side]["nation"] for side in SIDES}
    return found, {side: nations[name].name.in_language(language) for side, name in names.items()}
