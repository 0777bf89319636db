"""Exact odds of one attack: hits, eliminated troops, the strike back.

The odds are counted, not sampled. The defender is assumed to lose as few deployment points as
possible, then to keep as many printed faces as possible for the strike back, and to have `tokens`
for wounds.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Final

from pbbuild.play.chance import Distribution, dice, face_scores, hits
from pbbuild.pocket_battles.catalog import effects
from pbbuild.pocket_battles.catalog.model import Trait, Troop
from pbbuild.pocket_battles.rules.profile import Profile, profile

MANY_TOKENS: Final = 99


@dataclass(frozen=True, slots=True)
class TroopState:
    """A living troop and the wound tokens on it."""

    troop: Troop
    wounds: int = 0

    @property
    def left(self) -> int:
        """Wound points left."""
        return self.troop.wp - self.wounds


StandingUnit = tuple[TroopState, ...]


@dataclass(frozen=True, slots=True)
class AttackType:
    """How a unit attacks: a charge, a carried-on engagement or a shot.

    `orders` and `target_orders` are the order tokens on the two units at that moment, those just
    paid included. PB-T.9.
    """

    charging: bool = False
    shooting: bool = False
    orders: int = 1
    target_orders: int = 0
    excite_dice: int = 0
    tokens: int = MANY_TOKENS


@dataclass(frozen=True, slots=True)
class Odds:
    """The results of an attack: the likelihood of each total, lowest first.

    `eliminated` and `dp_lost` are losses of the target, `destroyed` the likelihood that it is
    destroyed; those with `own_` are of the attacker (strike back, First Strike, Reckless).
    """

    dice: int
    hits: dict[int, float]
    mean: float
    eliminated: dict[int, float]
    dp_lost: float
    destroyed: float
    strike_back_dice: int
    strike_back_hits: dict[int, float]
    own_eliminated: dict[int, float]
    own_dp_lost: float
    own_destroyed: float


def attack_odds(
    attacker: StandingUnit, target: StandingUnit, attack: AttackType, traits: Mapping[str, Trait]
) -> Odds:
    """The exact odds of `attacker` attacking `target`."""
    return _AttackOdds(attack, traits).odds(attacker, target)


@lru_cache(maxsize=65536)
def after_hits(unit: StandingUnit, hit_count: int, tokens: int) -> tuple[StandingUnit, int]:
    """The unit after its owner's best choice for `hit_count` hits, and the tokens left.

    PB-7.1, PB-7.2, PB-7.4, PB-7.5.
    """
    with_wp = [standing for standing in unit if standing.troop.wp > 0]
    if hit_count >= sum(standing.left for standing in with_wp):
        return (), tokens
    best: tuple[tuple[int, int, int, int], StandingUnit, int] | None = None
    for size in range(len(with_wp)):
        for fallen in combinations(range(len(with_wp)), size):
            found = _survivors(unit, with_wp, fallen, hit_count, tokens)
            if found is None:
                continue
            survivors, placed = found
            lost = sum(with_wp[place].troop.dp for place in fallen)
            faces = sum(len(s.troop.black) + len(s.troop.white) for s in survivors)
            rank = (lost, -faces, placed, size)
            if best is None or rank < best[0]:
                best = (rank, survivors, tokens - placed)
    if best is None:  # without a token for a wound, all troops are eliminated one by one
        return (), tokens
    return best[1], best[2]


def _survivors(
    unit: StandingUnit,
    with_wp: Sequence[TroopState],
    fallen: Sequence[int],
    hit_count: int,
    tokens: int,
) -> tuple[StandingUnit, int] | None:
    absorbed = sum(with_wp[place].left for place in fallen)
    gone = {id(with_wp[place]) for place in fallen}
    to_place = max(0, hit_count - absorbed)
    # Each eliminated troop needs a hit: none may fall where the others absorb all hits.
    if fallen and hit_count - (absorbed - max(with_wp[place].left for place in fallen)) <= 0:
        return None
    placed = 0
    survivors: list[TroopState] = []
    for standing in unit:
        if id(standing) in gone:
            continue
        more = 0
        if standing.troop.wp > 0:
            more = min(standing.left - 1, to_place - placed)
        placed += more
        survivors.append(TroopState(standing.troop, standing.wounds + more) if more else standing)
    if placed < to_place or placed > tokens:
        return None
    return tuple(survivors), placed


class _AttackOdds:
    """Works out all possible results of one attack."""

    def __init__(self, attack: AttackType, traits: Mapping[str, Trait]) -> None:
        self.attack = attack
        self.traits = traits

    def profile_of(self, unit: StandingUnit) -> Profile:
        return profile([standing.troop for standing in unit], self.traits)

    def dice_of(self, unit: StandingUnit, target: StandingUnit) -> int:
        own = self.profile_of(unit)
        if self.attack.shooting:
            return own.shooting_dice + self.attack.excite_dice
        return self.attack.excite_dice + own.strike_dice(
            charging=self.attack.charging,
            orders=self.attack.orders,
            enemy_wounded=_is_wounded(target),
        )

    def odds(self, attacker: StandingUnit, target: StandingUnit) -> Odds:
        own = self.profile_of(attacker)
        printed = own.white if self.attack.shooting else own.black
        count = self.dice_of(attacker, target) if printed else 0
        scored = hits(printed, count, own.effect(effects.SCORING_HITS))
        tally = _Tally(attacker, target)
        if self._target_strikes_first(attacker, target):
            self._first_strike(attacker, target, tally)
        else:
            self._strike(attacker, target, 1.0, tally, strikes_back=not self.attack.shooting)
        back = self.profile_of(target)
        back_count = 0 if self.attack.shooting else self._strike_back_dice(target, attacker)
        return Odds(
            dice=count,
            hits=scored.chances(),
            mean=float(scored.mean),
            eliminated=_filled(tally.eliminated),
            dp_lost=tally.dp_lost,
            destroyed=tally.destroyed,
            strike_back_dice=back_count if back.black else 0,
            strike_back_hits=_filled(tally.back_hits),
            own_eliminated=_filled(tally.own_eliminated),
            own_dp_lost=tally.own_dp_lost,
            own_destroyed=tally.own_destroyed,
        )

    def _target_strikes_first(self, attacker: StandingUnit, target: StandingUnit) -> bool:
        # PB-T.17: not where both units strike first.
        return (
            not self.attack.shooting
            and bool(self.profile_of(target).effect(effects.STRIKES_FIRST))
            and not self.profile_of(attacker).effect(effects.STRIKES_FIRST)
        )

    def _strike_back_dice(self, unit: StandingUnit, enemy: StandingUnit) -> int:
        return self.profile_of(unit).strike_dice(
            charging=False, orders=self.attack.target_orders, enemy_wounded=_is_wounded(enemy)
        )

    def _strike_back_hits(self, unit: StandingUnit, enemy: StandingUnit) -> Distribution:
        own = self.profile_of(unit)
        count = self._strike_back_dice(unit, enemy) if own.black else 0
        return hits(own.black, count, own.effect(effects.SCORING_HITS))

    def _first_strike(self, attacker: StandingUnit, target: StandingUnit, tally: "_Tally") -> None:
        for scored, chance in _chances(self._strike_back_hits(target, attacker)):
            tally.add_back(scored, chance)
            left, _ = after_hits(attacker, scored, self.attack.tokens)
            if left:
                self._strike(left, target, chance, tally, strikes_back=False)
            else:
                tally.add(left, target, chance)

    def _strike(
        self,
        attacker: StandingUnit,
        target: StandingUnit,
        chance: float,
        tally: "_Tally",
        *,
        strikes_back: bool,
    ) -> None:
        for scored, own_hits, ways in self._attack_totals(attacker, target):
            left, _ = after_hits(target, scored, self.attack.tokens)
            mine, tokens = after_hits(attacker, own_hits, self.attack.tokens)
            if not (strikes_back and left and mine):
                if strikes_back:
                    tally.add_back(0, chance * ways)
                tally.add(mine, left, chance * ways)
                continue
            for answer, back in _chances(self._strike_back_hits(left, mine)):
                tally.add_back(answer, chance * ways * back)
                remaining, _ = after_hits(mine, answer, tokens)
                tally.add(remaining, left, chance * ways * back)

    def _attack_totals(
        self, attacker: StandingUnit, target: StandingUnit
    ) -> list[tuple[int, int, float]]:
        """(hits on the target, hits on itself, likelihood); both come from one roll."""
        own = self.profile_of(attacker)
        printed = own.white if self.attack.shooting else own.black
        count = self.dice_of(attacker, target) if printed else 0
        bonus = own.effect(effects.SCORING_HITS)
        own_face = own.effect(effects.SELF_HIT_FACES) if self.attack.charging else 0
        # One die can score hits and self-hits; one number holds both, in base 256.
        scores = tuple(
            score + 256 * (face == own_face)
            for face, score in enumerate(face_scores(printed), start=1)
        )
        return [
            ((total % 256) + (bonus if total % 256 else 0), total // 256, chance)
            for total, chance in _chances(dice(scores, count))
        ]


class _Tally:
    """Adds up the likelihoods of all possible results."""

    def __init__(self, attacker: StandingUnit, target: StandingUnit) -> None:
        self.attacker, self.target = attacker, target
        self.eliminated: dict[int, float] = {}
        self.own_eliminated: dict[int, float] = {}
        self.back_hits: dict[int, float] = {}
        self.dp_lost = self.own_dp_lost = self.destroyed = self.own_destroyed = 0.0

    def add_back(self, scored: int, chance: float) -> None:
        self.back_hits[scored] = self.back_hits.get(scored, 0.0) + chance

    def add(self, attacker: StandingUnit, target: StandingUnit, chance: float) -> None:
        fallen = len(self.target) - len(target)
        self.eliminated[fallen] = self.eliminated.get(fallen, 0.0) + chance
        own = len(self.attacker) - len(attacker)
        self.own_eliminated[own] = self.own_eliminated.get(own, 0.0) + chance
        self.dp_lost += chance * (_points(self.target) - _points(target))
        self.own_dp_lost += chance * (_points(self.attacker) - _points(attacker))
        self.destroyed += chance * (not target)
        self.own_destroyed += chance * (not attacker)


def _chances(distribution: Distribution) -> list[tuple[int, float]]:
    return [(total, count / distribution.ways) for total, count in distribution.counts]


def _filled(likelihoods: Mapping[int, float]) -> dict[int, float]:
    return {total: likelihoods.get(total, 0.0) for total in range(max(likelihoods, default=0) + 1)}


def _points(unit: StandingUnit) -> int:
    return sum(standing.troop.dp for standing in unit)


def _is_wounded(unit: StandingUnit) -> bool:
    return any(standing.wounds for standing in unit)
