"""Exact odds of one attack: hits, eliminated troops, the strike back.

The odds are counted, not sampled. The defender is assumed to lose as few deployment points as
possible, then to keep as many printed faces as possible for the strike back. Each side has so many
tokens for wounds as it is said to have.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from pbbuild.play.chance import Distribution, dice, face_scores, hits
from pbbuild.pocket_battles.catalog import effects
from pbbuild.pocket_battles.catalog.model import Trait, Troop
from pbbuild.pocket_battles.rules.profile import Profile, profile

MANY_TOKENS: Final = 99
# Hits on the attacker itself are counted above all hits that a roll can score.
_OWN_HIT: Final = 1 << 20


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
    paid included. PB-T.9. `tokens` and `target_tokens` are those that each side has for wounds:
    unused ones, passed ones and orders. PB-7.2.
    """

    charging: bool = False
    shooting: bool = False
    orders: int = 1
    target_orders: int = 0
    excite_dice: int = 0
    tokens: int = MANY_TOKENS
    target_tokens: int = MANY_TOKENS


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

    The best choice loses the fewest points, then the fewest printed faces, then places the fewest
    wound tokens, then eliminates the fewest troops, the first ones of the stack.
    PB-7.1, PB-7.2, PB-7.4, PB-7.5.
    """
    with_wp = [standing for standing in unit if standing.troop.wp > 0]
    if hit_count >= sum(standing.left for standing in with_wp):
        return (), tokens
    room = sum(standing.left - 1 for standing in with_wp)
    best: tuple[int, int, int, int, int] | None = None
    for (size, absorbed), loss in _losses(unit).items():
        placed = max(0, hit_count - absorbed)
        # The survivors have room for one wound less than they have points. PB-7.2.
        if size == len(with_wp) or (placed and (placed > tokens or hit_count > room + size)):
            continue
        rank = (loss.points, loss.faces, placed, size, -loss.places)
        if best is None or rank < best:
            best = rank
    if best is None:  # without a token for a wound, all troops are eliminated one by one
        return (), tokens
    placed, places = best[2], -best[4]
    return _survivors(unit, places, placed), tokens - placed


def after_lethal_hits(unit: StandingUnit, hit_count: int) -> StandingUnit:
    """The unit after its owner's best choice for the hits of a Lethal shot. PB-T.23.

    Each hit eliminates one troop with wound points: the cheapest ones, of equal ones those with
    the fewest faces.
    """
    with_wp = [standing for standing in unit if standing.troop.wp > 0]
    if hit_count >= len(with_wp):
        return ()
    cheapest = sorted(
        with_wp,
        key=lambda s: (s.troop.dp, len(s.troop.black) + len(s.troop.white), -s.wounds),
    )
    gone = {id(standing) for standing in cheapest[:hit_count]}
    return tuple(standing for standing in unit if id(standing) not in gone)


class _Loss(NamedTuple):
    """What a set of troops costs its owner; bit i of `places`, from the top, is troop i."""

    points: int
    faces: int
    places: int


@lru_cache(maxsize=4096)
def _losses(unit: StandingUnit) -> dict[tuple[int, int], _Loss]:
    """For each number of troops and of wound points left on them, the cheapest such troops.

    The number of pairs grows with the square of the troops, that of all sets would double with
    each. Of equally expensive sets the one whose troops come first is kept. No set has to be left
    out because its hits are too few to eliminate all of it: without one of its troops it is
    cheaper and still absorbs all hits. PB-7.1.
    """
    found = {(0, 0): _Loss(0, 0, 0)}
    for place, standing in enumerate(unit):
        if standing.troop.wp <= 0:
            continue
        troop, bit = standing.troop, 1 << (len(unit) - 1 - place)
        grown = dict(found)
        for (size, absorbed), loss in found.items():
            key = (size + 1, absorbed + standing.left)
            faces = loss.faces + len(troop.black) + len(troop.white)
            more = _Loss(loss.points + troop.dp, faces, loss.places | bit)
            other = grown.get(key)
            if other is None or (more[0], more[1], -more[2]) < (other[0], other[1], -other[2]):
                grown[key] = more
        found = grown
    return found


def _survivors(unit: StandingUnit, places: int, wounds: int) -> StandingUnit:
    """The unit without the troops at `places`, with so many wounds more from the top."""
    survivors: list[TroopState] = []
    for place, standing in enumerate(unit):
        if places >> (len(unit) - 1 - place) & 1:
            continue
        more = min(standing.left - 1, wounds) if standing.troop.wp > 0 else 0
        wounds -= more
        survivors.append(TroopState(standing.troop, standing.wounds + more) if more else standing)
    return tuple(survivors)


class _Side:
    """A unit as an attack may leave it, with the values that are asked of it again and again."""

    def __init__(self, unit: StandingUnit, tokens: int, traits: Mapping[str, Trait]) -> None:
        self.unit, self.tokens = unit, tokens
        self.points = sum(standing.troop.dp for standing in unit)
        self.wounded = any(standing.wounds for standing in unit)
        self.most_hits = sum(standing.left for standing in unit if standing.troop.wp > 0)
        self.profile: Profile = profile([standing.troop for standing in unit], traits)
        self._traits = traits
        self._after: dict[tuple[int, bool], _Side] = {}

    def after(self, hit_count: int, *, lethal: bool = False) -> "_Side":
        """The unit after so many hits, of a Lethal shot if `lethal`."""
        key = min(hit_count, self.most_hits), lethal
        if key not in self._after:
            if lethal:
                left, tokens = after_lethal_hits(self.unit, key[0]), self.tokens
            else:
                left, tokens = after_hits(self.unit, key[0], self.tokens)
            same = left == self.unit
            self._after[key] = self if same else _Side(left, tokens, self._traits)
        return self._after[key]


class _AttackOdds:
    """Works out all possible results of one attack."""

    def __init__(self, attack: AttackType, traits: Mapping[str, Trait]) -> None:
        self.attack = attack
        self.traits = traits
        self._answers: dict[tuple[int, bool], Distribution] = {}

    def dice_of(self, unit: _Side, target: _Side) -> int:
        own = unit.profile
        if self.attack.shooting:
            return own.shooting_dice + self.attack.excite_dice
        return self.attack.excite_dice + own.strike_dice(
            charging=self.attack.charging,
            orders=self.attack.orders,
            enemy_wounded=target.wounded,
        )

    def odds(self, attacking: StandingUnit, attacked: StandingUnit) -> Odds:
        attacker = _Side(attacking, self.attack.tokens, self.traits)
        target = _Side(attacked, self.attack.target_tokens, self.traits)
        own = attacker.profile
        printed = own.white if self.attack.shooting else own.black
        count = self.dice_of(attacker, target) if printed else 0
        scored = hits(printed, count, own.effect(effects.SCORING_HITS))
        tally = _Tally(attacker, target)
        if self._target_strikes_first(attacker, target):
            self._first_strike(attacker, target, tally)
        else:
            self._strike(attacker, target, 1.0, tally, strikes_back=not self.attack.shooting)
        back_count = 0 if self.attack.shooting else self._strike_back_dice(target, attacker)
        return Odds(
            dice=count,
            hits=scored.chances(),
            mean=float(scored.mean),
            eliminated=_filled(tally.eliminated),
            dp_lost=tally.dp_lost,
            destroyed=tally.destroyed,
            strike_back_dice=back_count if target.profile.black else 0,
            strike_back_hits=_filled(tally.back_hits),
            own_eliminated=_filled(tally.own_eliminated),
            own_dp_lost=tally.own_dp_lost,
            own_destroyed=tally.own_destroyed,
        )

    def _target_strikes_first(self, attacker: _Side, target: _Side) -> bool:
        # PB-T.17: not where both units strike first.
        return (
            not self.attack.shooting
            and bool(target.profile.effect(effects.STRIKES_FIRST))
            and not attacker.profile.effect(effects.STRIKES_FIRST)
        )

    def _strike_back_dice(self, unit: _Side, enemy: _Side) -> int:
        return unit.profile.strike_dice(
            charging=False, orders=self.attack.target_orders, enemy_wounded=enemy.wounded
        )

    def _strike_back_hits(self, unit: _Side, enemy: _Side) -> Distribution:
        # Every `_Side` lives as long as the tree of results, so its id is its own.
        key = (id(unit), enemy.wounded)
        if key not in self._answers:
            own = unit.profile
            count = self._strike_back_dice(unit, enemy) if own.black else 0
            self._answers[key] = hits(own.black, count, own.effect(effects.SCORING_HITS))
        return self._answers[key]

    def _first_strike(self, attacker: _Side, target: _Side, tally: "_Tally") -> None:
        for scored, chance in _chances(self._strike_back_hits(target, attacker)):
            tally.add_back(scored, chance)
            left = attacker.after(scored)
            if left.unit:
                self._strike(left, target, chance, tally, strikes_back=False)
            else:
                tally.add(left, target, chance)

    def _strike(
        self,
        attacker: _Side,
        target: _Side,
        chance: float,
        tally: "_Tally",
        *,
        strikes_back: bool,
    ) -> None:
        lethal = self.attack.shooting and bool(attacker.profile.effect(effects.LETHAL_SHOTS))
        for scored, own_hits, ways in self._attack_totals(attacker, target):
            left, mine = target.after(scored, lethal=lethal), attacker.after(own_hits)
            if not (strikes_back and left.unit and mine.unit):
                if strikes_back:
                    tally.add_back(0, chance * ways)
                tally.add(mine, left, chance * ways)
                continue
            for answer, back in _chances(self._strike_back_hits(left, mine)):
                tally.add_back(answer, chance * ways * back)
                tally.add(mine.after(answer), left, chance * ways * back)

    def _attack_totals(self, attacker: _Side, target: _Side) -> list[tuple[int, int, float]]:
        """(hits on the target, hits on itself, likelihood); both come from one roll."""
        own = attacker.profile
        printed = own.white if self.attack.shooting else own.black
        count = self.dice_of(attacker, target) if printed else 0
        bonus = own.effect(effects.SCORING_HITS)
        own_face = own.effect(effects.SELF_HIT_FACES) if self.attack.charging else 0
        # One die can score hits and self-hits; one number holds both.
        scores = tuple(
            score + _OWN_HIT * (face == own_face)
            for face, score in enumerate(face_scores(printed), start=1)
        )
        # Hits beyond the wound points of a unit change nothing: they are added up.
        totals: dict[tuple[int, int], float] = {}
        for total, likelihood in _chances(dice(scores, count)):
            own_hits, scored = divmod(total, _OWN_HIT)
            scored += bonus if scored else 0
            key = min(scored, target.most_hits), min(own_hits, attacker.most_hits)
            totals[key] = totals.get(key, 0.0) + likelihood
        return [(scored, own_hits, chance) for (scored, own_hits), chance in totals.items()]


class _Tally:
    """Adds up the likelihoods of all possible results."""

    def __init__(self, attacker: _Side, target: _Side) -> None:
        self.attacker, self.target = attacker, target
        self.eliminated: dict[int, float] = {}
        self.own_eliminated: dict[int, float] = {}
        self.back_hits: dict[int, float] = {}
        self.dp_lost = self.own_dp_lost = self.destroyed = self.own_destroyed = 0.0

    def add_back(self, scored: int, chance: float) -> None:
        self.back_hits[scored] = self.back_hits.get(scored, 0.0) + chance

    def add(self, attacker: _Side, target: _Side, chance: float) -> None:
        fallen = len(self.target.unit) - len(target.unit)
        self.eliminated[fallen] = self.eliminated.get(fallen, 0.0) + chance
        own = len(self.attacker.unit) - len(attacker.unit)
        self.own_eliminated[own] = self.own_eliminated.get(own, 0.0) + chance
        self.dp_lost += chance * (self.target.points - target.points)
        self.own_dp_lost += chance * (self.attacker.points - attacker.points)
        self.destroyed += chance * (not target.unit)
        self.own_destroyed += chance * (not attacker.unit)


def _chances(distribution: Distribution) -> list[tuple[int, float]]:
    return [(total, count / distribution.ways) for total, count in distribution.counts]


def _filled(likelihoods: Mapping[int, float]) -> dict[int, float]:
    return {total: likelihoods.get(total, 0.0) for total in range(max(likelihoods, default=0) + 1)}
