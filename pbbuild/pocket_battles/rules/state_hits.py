"""Whether the hits that a state has pending can have been scored: by whom, and how many at most.

A strike, a shot, a reaction or the dice of a Reckless charge come from a unit that stands where
it can have made them, and whose side has paid for the action. PB-5.2.4, PB-6, PB-8, PB-T.21.

Whole armies are held to all of it. A sketch says little of how its hits came about, so there only
their number is compared with the dice that stand there.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pbbuild.pocket_battles.catalog import effects
from pbbuild.pocket_battles.rules.profile import profile
from pbbuild.pocket_battles.rules.state_facts import StateFacts, enemy_of
from pbbuild.pocket_battles.rules.units import MOST_TROOPS
from pbbuild.pocket_battles.rules.zones import SECTORS

Source = tuple[str, int]  # a unit, and the most hits it can have scored


def check_hits(facts: StateFacts, pending: Mapping[str, Any]) -> None:
    """Add a problem if the pending hits cannot have been scored just now."""
    name, lethal = pending["unit"], bool(pending.get("lethal"))
    if facts.units[name]["zone"] is None:
        return  # a problem of its own
    sources = [
        found for found in _shooters_at(facts, name) if _is_lethal(facts, found[0]) == lethal
    ]
    if not lethal:
        sources += [*_strikers_at(facts, name), *_self_hits_of(facts, name)]
    if lethal and not any(_is_lethal(facts, unit) for unit in facts.units):
        facts.problems.add("/pending/lethal", "nobody-lethal")
    elif facts.complete["A"] and facts.complete["B"]:
        # Any other question may leave out the unit that scored them.
        most = max((most for _, most in sources), default=0)
        if not most and _is_exact(facts):
            code = "nobody-lethal" if lethal else "nobody-hits"
            facts.problems.add("/pending/unit", code, unit=name)
        elif most and pending["hits"] > most:
            found = pending["hits"]
            facts.problems.add("/pending/hits", "too-many-hits", found=found, most=most)


def _is_exact(facts: StateFacts) -> bool:
    return facts.whole["A"] and facts.whole["B"]


def _was_ordered(facts: StateFacts, name: str) -> bool:
    if name == facts.state["redeployed"]:
        # Only a Fast unit also gets an order in that turn. PB-4.4.
        return facts.has_or_had(name, effects.REDEPLOYS_AND_ACTS)
    return facts.was_ordered(name) or not _is_exact(facts)


def _self_hits_of(facts: StateFacts, name: str) -> Iterator[Source]:
    """The unit itself where its charge can have hit it. PB-T.21."""
    if facts.side_of[name] != facts.state["turn"] or not _was_ordered(facts, name):
        return
    if _row(facts, name) == "rear" or not facts.has_or_had(name, effects.SELF_HIT_FACES):
        return
    if facts.may_have_lost(name):
        yield name, MOST_TROOPS
        return
    # Its fallen troops may have given most of the dice, and its order tokens may be wounds now.
    unit = facts.units[name]
    own = profile(facts.tiles(unit, fallen=True), facts.catalog.traits)
    orders = unit["orders"] + facts.wounds(facts.side_of[name])
    dice = own.strike_dice(charging=True, orders=orders, enemy_wounded=True)
    yield name, dice + _excite_dice(facts)


def _strikers_at(facts: StateFacts, name: str) -> Iterator[Source]:
    """The enemies in contact with a unit that can have struck it. PB-5.4, PB-6.1, PB-6.2."""
    for enemy in facts.enemies_of.get(name, ()):
        if not facts.units.get(enemy, {}).get("troops"):
            continue  # no unit that could strike, which is a problem of its own
        attacks = facts.side_of[enemy] == facts.state["turn"]
        if not _was_ordered(facts, enemy if attacks else name):
            continue
        attacks = attacks or not _is_exact(facts)
        own = facts.profile(enemy)
        orders = facts.units[enemy]["orders"]
        # Who strikes back, or at a unit that leaves, does not charge and is not excited.
        dice = own.strike_dice(charging=attacks, orders=orders, enemy_wounded=True)
        dice += _excite_dice(facts) if attacks else 0
        yield enemy, _most_hits(own.black, dice, own.effect(effects.SCORING_HITS))


def _shooters_at(facts: StateFacts, name: str) -> Iterator[Source]:
    """Who can have shot at a unit, or into its group. PB-5.2.4, PB-8."""
    side, turn = facts.side_of[name], facts.state["turn"]
    alone = _row(facts, name) == "engagement" and name not in facts.enemies_of
    for shooter, unit in facts.units.items():
        if shooter == name or not unit["troops"] or unit["zone"] is None:
            continue
        own = facts.profile(shooter)
        if not own.white or not _was_ordered(facts, shooter):
            continue
        row = _row(facts, shooter)
        dice = own.shooting_dice
        if facts.side_of[shooter] != turn:
            # A reaction: at the charger, from the front of its sector.
            front = f"{_sector(facts, name)} {enemy_of(turn)} front"
            fine = side == turn and alone and unit["zone"] == front
        else:
            fine = row == "front" or (row == "rear" and own.effect(effects.SHOOTS_FROM_REAR) > 0)
            fine = fine and not (side == turn and (alone or _row(facts, name) == "rear"))
            fine = fine and (_reaches(facts, shooter, name) or not _is_exact(facts))
            dice += _excite_dice(facts)
        if fine:
            most = _most_hits(own.white, dice, own.effect(effects.SCORING_HITS))
            yield shooter, -(-most // _sharing(facts, name, turn))


def _sharing(facts: StateFacts, name: str, turn: str) -> int:
    """The fewest units that divide the hits of a shot from which `name` takes its share. PB-8.4."""
    if not _is_exact(facts):
        return 1
    enemies = facts.enemies_of.get(name, ())
    if len(enemies) == 1:
        return 1 + len(facts.enemies_of[enemies[0]])
    if not enemies and facts.side_of[name] == turn and _row(facts, name) == "front":
        return 2  # the shooter's own unit, whose enemies the same shot has destroyed
    return 1 + len(enemies)


def _reaches(facts: StateFacts, shooter: str, name: str) -> bool:
    """Whether a shot from where `shooter` stands can hit `name`. PB-8.2, PB-8.3, PB-T.16."""
    own = facts.side_of[shooter]
    enemies = [
        (_sector(facts, unit), _row(facts, unit))
        for unit, document in facts.units_of(enemy_of(own))
        if document["troops"] and document["zone"] is not None
    ]
    here, there, row = _sector(facts, shooter), _sector(facts, name), _row(facts, name)
    covered = facts.side_of[name] != own and row == "rear"
    covered = covered and any(sector == there and seen != "rear" for sector, seen in enemies)
    if here == there:
        return not covered
    distance = abs(SECTORS.index(here) - SECTORS.index(there))
    wide = effects.SHOOTS_ADJACENT_FRONT in facts.effects_of(shooter)
    if wide and distance == 1 and row == "front" and facts.side_of[name] != own:
        return True
    edition = facts.catalog.editions[facts.state["edition"]]
    if any(sector == here for sector, _ in enemies):
        return False
    if distance > 1 and edition.shoots_into != "any":
        return False
    return row != "rear" or (edition.shoots_rear_elsewhere and not covered)


def _excite_dice(facts: StateFacts) -> int:
    """The most dice that an Excite of the side whose turn it is adds. PB-T.3, PB-5.5."""
    if facts.state["first_turn_of_battle"]:
        return 0
    if not _is_exact(facts):
        return facts.most_known(effects.SPECIAL_EXCITE)
    return facts.most_of(facts.state["turn"], effects.SPECIAL_EXCITE)


def _is_lethal(facts: StateFacts, name: str) -> bool:
    white = any(troop["white"] for troop in facts.units[name]["troops"])
    return white and effects.LETHAL_SHOTS in facts.effects_of(name)


def _sector(facts: StateFacts, name: str) -> str:
    return str(facts.units[name]["zone"]).split()[0]


def _row(facts: StateFacts, name: str) -> str:
    return str(facts.units[name]["zone"]).split()[-1]


def _most_hits(faces: Sequence[int], dice: int, scoring: int) -> int:
    most = dice * max((faces.count(face) for face in faces), default=0)
    return most + scoring if most else 0
