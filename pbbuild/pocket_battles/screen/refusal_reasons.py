"""Why an action is refused in the present state, beyond what the clauses say."""

from collections.abc import Sequence

from pbbuild.play.contract import SIDES
from pbbuild.pocket_battles.rules.battle import Battle
from pbbuild.pocket_battles.rules.notation import parse_action
from pbbuild.text.translate import Translator


def refusal_reasons(battle: Battle, text: str, clauses: Sequence[str], t: Translator) -> list[str]:
    """Sentences on what makes the clauses refuse: whose turn or unit it is, what it costs."""
    action = parse_action(battle.forces, text)
    decider = SIDES[battle.decider()]
    if not clauses:
        return []
    if action is None:
        return []
    reasons = []
    if "PB-11" in clauses:
        now = t(f"field.decision-{battle.decision()}")
        reasons.append(t("referee.other-decision", side=decider, now=now))
    words = text.split()
    side = words[1][:1].upper() if len(words) > 1 else decider
    if side != decider and words[0] != "target":
        reasons.append(t("referee.other-side", unit=words[1], owner=side, side=decider))
    elif "PB-4.5" in clauses:
        reasons.append(
            t("referee.too-dear", cost=battle.cost(action), side=side, unused=battle.unused(side))
        )
    return reasons
