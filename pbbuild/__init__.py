"""Army lists, test battles and printed rosters for Pocket Battles.

Everything in `__all__` can be used from here; docs/python.md shows each call. A name is imported
when it is first asked for, so that `import pbbuild` stays cheap.
"""

from typing import TYPE_CHECKING, Final

from pbbuild import games as games  # fills the table of games
from pbbuild.base import version
from pbbuild.errors import (
    CatalogError,
    ListError,
    PbbuildError,
    Problem,
    StateError,
    UsageError,
    describe_errors_with,
)

if TYPE_CHECKING:
    from pbbuild.api.battles import BattleResult as BattleResult
    from pbbuild.api.battles import CompareResult as CompareResult
    from pbbuild.api.battles import Improvement as Improvement
    from pbbuild.api.battles import PlaytestResult as PlaytestResult
    from pbbuild.api.battles import agent_named as agent_named
    from pbbuild.api.battles import analyse as analyse
    from pbbuild.api.battles import battle as battle
    from pbbuild.api.battles import campaign as campaign
    from pbbuild.api.battles import compare as compare
    from pbbuild.api.battles import improve as improve
    from pbbuild.api.battles import playtest as playtest
    from pbbuild.api.battles import tournament as tournament
    from pbbuild.api.lists import build as build
    from pbbuild.api.lists import check as check
    from pbbuild.api.lists import fix as fix
    from pbbuild.api.lists import load_list as load_list
    from pbbuild.api.lists import save_list as save_list
    from pbbuild.api.lists import share_code as share_code
    from pbbuild.api.metagame import counter as counter
    from pbbuild.api.metagame import meta as meta
    from pbbuild.api.metagame import worth as worth
    from pbbuild.api.odds import AttackOdds as AttackOdds
    from pbbuild.api.odds import combat_odds as combat_odds
    from pbbuild.api.odds import odds as odds
    from pbbuild.api.sheets import print_pdf as print_pdf
    from pbbuild.api.sheets import roster_pdf as roster_pdf
    from pbbuild.play.agents.contract import Agent as Agent
    from pbbuild.play.agents.contract import Choice as Choice
    from pbbuild.play.agents.contract import Situation as Situation
    from pbbuild.play.contract import Option as Option
    from pbbuild.play.evidence.analysis import Analysis as Analysis
    from pbbuild.play.statistics import Estimate as Estimate
    from pbbuild.play.stream import Stream as Stream
    from pbbuild.pocket_battles.catalog.load import load_catalog as load_catalog
    from pbbuild.pocket_battles.catalog.model import Catalog as Catalog
    from pbbuild.pocket_battles.catalog.model import Troop as Troop
    from pbbuild.pocket_battles.lists.model import ArmyList as ArmyList
    from pbbuild.pocket_battles.lists.model import ListUnit as ListUnit
    from pbbuild.pocket_battles.metagame.counter import CounterList as CounterList
    from pbbuild.pocket_battles.metagame.meta import Metagame as Metagame
    from pbbuild.pocket_battles.metagame.tile_worth import ArmyWorth as ArmyWorth
    from pbbuild.pocket_battles.playtest.tournament import Tournament as Tournament
    from pbbuild.pocket_battles.screen.list_report import FixAdvice as FixAdvice
    from pbbuild.pocket_battles.screen.list_report import Report as Report
    from pbbuild.pocket_battles.screen.list_report import ReportedFinding as ReportedFinding
    from pbbuild.pocket_general.rules.odds import CombatOdds as CombatOdds
    from pbbuild.pocket_general.rules.setup import Variant as Variant

__version__ = version.VERSION

__all__ = [
    "Agent",
    "Analysis",
    "ArmyList",
    "ArmyWorth",
    "AttackOdds",
    "BattleResult",
    "Catalog",
    "CatalogError",
    "Choice",
    "CombatOdds",
    "CompareResult",
    "CounterList",
    "Estimate",
    "FixAdvice",
    "Improvement",
    "ListError",
    "ListUnit",
    "Metagame",
    "Option",
    "PbbuildError",
    "PlaytestResult",
    "Problem",
    "Report",
    "ReportedFinding",
    "Situation",
    "StateError",
    "Stream",
    "Tournament",
    "Troop",
    "UsageError",
    "Variant",
    "__version__",
    "agent_named",
    "analyse",
    "battle",
    "build",
    "campaign",
    "check",
    "combat_odds",
    "compare",
    "counter",
    "fix",
    "improve",
    "load_catalog",
    "load_list",
    "meta",
    "odds",
    "playtest",
    "print_pdf",
    "roster_pdf",
    "save_list",
    "share_code",
    "tournament",
    "worth",
]

# Where each name is that is imported when it is first asked for.
_HOMES: Final = {
    "pbbuild.api.battles": (
        *("BattleResult", "CompareResult", "Improvement", "PlaytestResult", "agent_named"),
        *("analyse", "battle", "campaign", "compare", "improve", "playtest", "tournament"),
    ),
    "pbbuild.api.lists": ("build", "check", "fix", "load_list", "save_list", "share_code"),
    "pbbuild.api.metagame": ("counter", "meta", "worth"),
    "pbbuild.api.odds": ("AttackOdds", "combat_odds", "odds"),
    "pbbuild.api.sheets": ("print_pdf", "roster_pdf"),
    "pbbuild.play.agents.contract": ("Agent", "Choice", "Situation"),
    "pbbuild.play.contract": ("Option",),
    "pbbuild.play.evidence.analysis": ("Analysis",),
    "pbbuild.play.statistics": ("Estimate",),
    "pbbuild.play.stream": ("Stream",),
    "pbbuild.pocket_battles.catalog.load": ("load_catalog",),
    "pbbuild.pocket_battles.catalog.model": ("Catalog", "Troop"),
    "pbbuild.pocket_battles.lists.model": ("ArmyList", "ListUnit"),
    "pbbuild.pocket_battles.metagame.counter": ("CounterList",),
    "pbbuild.pocket_battles.metagame.meta": ("Metagame",),
    "pbbuild.pocket_battles.metagame.tile_worth": ("ArmyWorth",),
    "pbbuild.pocket_battles.playtest.tournament": ("Tournament",),
    "pbbuild.pocket_battles.screen.list_report": ("FixAdvice", "Report", "ReportedFinding"),
    "pbbuild.pocket_general.rules.odds": ("CombatOdds",),
    "pbbuild.pocket_general.rules.setup": ("Variant",),
}


if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        from importlib import import_module

        for home, names in _HOMES.items():
            if name in names:
                found = getattr(import_module(home), name)
                globals()[name] = found
                return found
        raise AttributeError(f"module 'pbbuild' has no attribute {name!r}")

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})


def _in_english(error: PbbuildError) -> str:
    from pbbuild.text.error_text import error_text
    from pbbuild.text.translate import Translator

    try:
        return error_text(error, Translator("en"))
    except KeyError:
        # Raised by other code with a code that has no sentence here.
        return error.code


describe_errors_with(_in_english)
