"""An agent that plays like a person in a first game: eager, forgetful, never absurd.

A beginner attacks with what hits most, does not look at what strikes back, gives the same unit
order after order, seldom redeploys or reacts, and now and then overlooks the best attack.
"""

from collections.abc import Mapping
from typing import Final

from pbbuild.play.agents.contract import Choice, Situation
from pbbuild.play.contract import Option
from pbbuild.play.stream import Stream
from pbbuild.pocket_battles.agents.thinking.deployment import Doctrine, choose_deployment
from pbbuild.pocket_battles.agents.thinking.wounds import choose_sacrifice, choose_wound
from pbbuild.pocket_battles.catalog.model import Trait
from pbbuild.pocket_battles.rules.battle import Battle
from pbbuild.pocket_battles.rules.core.playout import Chance
from pbbuild.pocket_battles.rules.option_odds import option_odds

# Of a hundred chances each: react to a charge, bring up a unit first, deploy without a plan.
REACTS: Final = 40
REDEPLOYS: Final = 15
UNPLANNED: Final = 35
# How much a guess of an attack's hits is off: from this share of it to its double.
LOWEST_GUESS: Final = 0.4
ATTACKS: Final = ("charge", "carry-on", "shoot", "target", "intercept", "react-shoot")


class Beginner:
    """Plays like a beginner."""

    name = "beginner"

    def choose(self, situation: Situation, generator: Stream) -> Choice:
        """The attack that seems to hit most; a pass or a step forward without one."""
        battle: Battle = situation.state_copy
        decision = situation.decision
        if decision == "wound":
            return Choice(choose_wound(battle.state))
        if decision == "sacrifice":
            return Choice(choose_sacrifice(battle.state))
        if decision == "deploy":
            return Choice(_deployment(battle, situation, generator))
        option = self._choice(battle, situation, generator)
        word, *rest = option.text.split()
        names = {"unit": rest[0] if rest else "", "other": rest[1] if len(rest) > 1 else ""}
        return Choice(option.action, word, names)

    def _choice(self, battle: Battle, situation: Situation, generator: Stream) -> Option:
        options = situation.options
        quiet = [option for option in options if option.text in ("wait", "pass", "done")]
        if situation.decision == "react" and quiet and generator.below(100) >= REACTS:
            return quiet[0]
        forward = [option for option in options if _steps_forward(option)]
        if forward and generator.below(100) < REDEPLOYS:
            return forward[generator.below(len(forward))]
        traits: Mapping[str, Trait] = situation.game.catalog.traits  # type: ignore[attr-defined]
        attacks = [option for option in options if option.text.split()[0] in ATTACKS]
        guesses = [_guess(battle, option, traits, generator) for option in attacks]
        if guesses and max(guesses) > 0:
            return attacks[guesses.index(max(guesses))]
        if forward:
            return forward[generator.below(len(forward))]
        if quiet:
            return quiet[0]
        return options[generator.below(len(options))]


def _guess(battle: Battle, option: Option, traits: Mapping[str, Trait], generator: Stream) -> float:
    """The hits a beginner expects of an attack: the right number, badly estimated."""
    odds = option_odds(battle, option, traits)
    seen = LOWEST_GUESS + generator.below(1000) / 1000.0 * (2.0 - LOWEST_GUESS)
    return odds.values["mean_hits"] * seen if odds else 0.0


def _steps_forward(option: Option) -> bool:
    return option.text.startswith("redeploy") and option.text.endswith("front")


def _deployment(battle: Battle, situation: Situation, generator: Stream) -> int:
    planned = choose_deployment(battle.state, Chance(generator.word()), Doctrine())
    if generator.below(100) >= UNPLANNED:
        return planned
    unit = battle.text(planned).split()[1]
    anywhere = [option for option in situation.options if option.text.split()[1] == unit]
    return anywhere[generator.below(len(anywhere))].action
