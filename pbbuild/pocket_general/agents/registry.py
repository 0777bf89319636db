"""The agents of Pocket General by name."""

import re
from collections.abc import Mapping
from typing import Final

from pbbuild.play.agents.contract import Agent
from pbbuild.play.agents.registry import Maker, make_random


def _greedy(setting: str) -> Agent | None:
    from pbbuild.pocket_general.agents.players import GeneralGreedy

    return None if setting else GeneralGreedy()


def _search(setting: str) -> Agent | None:
    from pbbuild.pocket_general.agents.players import MOST_SIMULATIONS, SIMULATIONS, GeneralSearch

    wanted = setting or str(SIMULATIONS)
    if not re.fullmatch("[0-9]{1,9}", wanted) or not 1 <= int(wanted) <= MOST_SIMULATIONS:
        return None
    return GeneralSearch(int(wanted))


MAKERS: Final[Mapping[str, Maker]] = {"random": make_random, "greedy": _greedy, "search": _search}
