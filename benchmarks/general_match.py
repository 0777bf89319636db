"""One agent of Pocket General against another: the win rate and the time of each.

    nice python benchmarks/general_match.py search:50 v1-search:100 --pairs 400

Pairs have the same dice twice with the agents swapped: each plays both nations of its pairing. All
four pairings take turns, with either nation as side A. The time is that of the processor inside
the choices of each agent, in the same games, so that other work on the machine slows both alike.
"""

import argparse
import time
from collections.abc import Sequence

from pbbuild.play.agents.contract import Agent, Choice, Situation
from pbbuild.play.agents.registry import agent_named
from pbbuild.play.contract import SIDES, Roll
from pbbuild.play.evidence.adjusted import NO_LUCK, ONE_WIN, Adjusted
from pbbuild.play.runner import play
from pbbuild.play.statistics import win_rate
from pbbuild.play.stream import Stream, Streams, battle_seed
from pbbuild.pocket_general.agents.thinking.luck import luck_of_0
from pbbuild.pocket_general.agents.thinking.search import TurnThinker
from pbbuild.pocket_general.catalog.load import load_pocket_general
from pbbuild.pocket_general.rules.core.constants import COMBAT
from pbbuild.pocket_general.rules.game import PocketGeneral
from pbbuild.pocket_general.rules.setup import Variant
from pbbuild.pocket_general.rules.state import GeneralState

PAIRINGS = [
    order
    for axis in ("germany", "japan")
    for allies in ("russia", "united-states")
    for order in ((axis, allies), (allies, axis))
]


class Timed:
    """An agent, and what its choices took."""

    def __init__(self, agent: Agent) -> None:
        self.agent = agent
        self.name = agent.name
        self.seconds = 0.0
        self.choices = 0

    def choose(self, situation: Situation, generator: Stream) -> Choice:
        """What the agent chooses."""
        begun = time.process_time()
        found = self.agent.choose(situation, generator)
        self.seconds += time.process_time() - begun
        self.choices += 1
        return found


class LuckWatch:
    """Adds up the luck of A in the combats of a game."""

    def __init__(self) -> None:
        self._thinker = TurnThinker()
        self.luck = 0.0

    def rolled(
        self, before: GeneralState, roll: Roll, dice: Sequence[int], after: GeneralState
    ) -> None:
        """Count a die of a combat."""
        if before.core.phase == COMBAT:
            self.luck += luck_of_0(self._thinker, before.core, dice[0])

    def chose(
        self, before: GeneralState, choice: Choice, options: int, after: GeneralState
    ) -> None:
        """Choices are no luck."""


def main() -> None:
    """Play the pairs and print what came of them."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("agents", nargs=2)
    parser.add_argument("--pairs", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--fast", action="store_true", help="play the fast variant")
    wishes = parser.parse_args()
    game = PocketGeneral(load_pocket_general())
    players = [Timed(agent_named(name, game.id)) for name in wishes.agents]
    total = NO_LUCK
    for pair in range(wishes.pairs):
        won = decided = luck = 0
        for seat in (0, 1):
            nations = PAIRINGS[pair % len(PAIRINGS)]
            state = game.new(*nations, Variant(fast=wishes.fast))
            seats = players[::-1] if seat else players
            watch = LuckWatch()
            outcome = play(game, state, seats, Streams(battle_seed(wishes.seed, pair)), watch)
            luck += (-1 if seat else 1) * round(ONE_WIN * watch.luck)
            won += outcome.winner == SIDES[seat]
            decided += bool(outcome.winner)
        total = total.plus(Adjusted.of(pair, won, decided, luck))
        if pair % 100 == 99 or pair == wishes.pairs - 1:
            tell(wishes.agents, total, players)


def tell(agents: list[str], total: Adjusted, players: list[Timed]) -> None:
    """Print the rates and the times so far."""
    rates = [("plain", win_rate(total.pairs)), ("without luck", total.estimate())]
    shown = ", ".join(
        f"{name} {rate.value:.1%} ({rate.low:.1%} to {rate.high:.1%})"
        for name, rate in rates
        if rate
    )
    times = [1000 * player.seconds / player.choices for player in players]
    print(
        f"{agents[0]} against {agents[1]}, {total.pairs.count} pairs: {shown};"
        f" ms a choice {times[0]:.2f} and {times[1]:.2f}, ratio {times[0] / times[1]:.2f}",
        flush=True,
    )


if __name__ == "__main__":
    main()
