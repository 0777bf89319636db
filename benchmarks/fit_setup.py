"""Fit what parts of a set-up add to the chance to win, and write the weights of `set_up`.

    nice python benchmarks/fit_setup.py random --battles 12000 --seed 1 --keep random.npz
    nice python benchmarks/fit_setup.py forward --battles 8000 --seed 2 --keep forward.npz
    nice python benchmarks/fit_setup.py chosen --battles 4500 --seed 3 --keep chosen.npz
    nice python benchmarks/fit_setup.py --from random.npz forward.npz chosen.npz --write

Battles of `search:1` against itself between ready and built lists, mirror and mixed. Set-ups are
drawn at random, at random with nearly all fighters in front, or chosen by the weights in use with
some units moved; one army in four follows the plan of `deployment`. One battle is enough for a
set-up, because the result, with the luck of all rolls taken off, is fitted for all of them at once:
a ridge regression on what both set-ups differ in, with a strength for every list and one for who
begins. Set-ups of the first kind count half: nobody would choose most of them. Every fourth of the
other battles is held back first, and the squared error on those is printed.
"""

import argparse
import re
from pathlib import Path

import numpy as np
from fit_value import all_lists

from pbbuild.play.stream import derived_seed
from pbbuild.pocket_battles.agents.thinking.battles import Account, Dice, play_battle
from pbbuild.pocket_battles.agents.thinking.deployment import Doctrine, choose_deployment
from pbbuild.pocket_battles.agents.thinking.set_up import SetUp, choose_set_up
from pbbuild.pocket_battles.agents.thinking.strength import points, shot_hits, strike_hits
from pbbuild.pocket_battles.agents.thinking_agents import mind_named
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.rules.core import constants as c
from pbbuild.pocket_battles.rules.core.apply import apply_action, apply_roll
from pbbuild.pocket_battles.rules.core.playout import Chance
from pbbuild.pocket_battles.rules.core.state import State
from pbbuild.pocket_battles.rules.game import new_battle

KINDS = ("random", "forward", "chosen")
WEIGHTS = Path(__file__).parents[1] / "pbbuild/pocket_battles/agents/thinking/set_up_weights.py"
# Columns of a row: lists, whose first turn, result without luck, kind; then all zones.
FIRST, SECOND, BEGINS, RESULT, KIND, ZONES = range(6)
RIDGE = 100.0
LIST_RIDGE = 5.0
HELD_BACK = 4
BESIDE = np.array([[0, 1, 0], [1, 0, 1], [0, 1, 0]], float)
FACED = ("C_P", "H_P", "R_P", "C_H", "R_C", "R_H")


def drawn_zone(kind: str, state: State, unit: int, chance: Chance, wishes: list[int]) -> int:
    """A zone by the wishes of a set-up: weights of the sectors, chances of the rear."""
    charge, shot = strike_hits(state, unit, unit, 1), shot_hits(state, unit)
    fights = charge + shot > 0
    far = bool(state.flags[unit] & c.SHOOTS_FROM_REAR) and shot >= charge
    weights = wishes[3:6] if shot > charge else wishes[:3]
    place = chance.below(sum(weights))
    sector = 0 if place < weights[0] else 1 if place < weights[0] + weights[1] else 2
    rear = wishes[6] if not fights or far else wishes[7] // (1 if kind == "random" else 4)
    return (c.REAR if chance.below(100) < rear else c.FRONT) + sector


def wishes_of(chance: Chance) -> list[int]:
    """Weights of the sectors for chargers and for shooters, percent chances of the rear."""
    chargers = [1 + chance.below(10) ** 2 for _ in range(3)]
    shooters = [1 + chance.below(10) ** 2 for _ in range(3)] if chance.below(2) else chargers
    return [*chargers, *shooters, 50 * chance.below(3), (0, 0, 15, 40, 80)[chance.below(5)]]


def play(kind: str, battles: int, seed: int, lists: list[ArmyList]) -> np.ndarray:
    """A row for every battle."""
    mind, account, work, rows = mind_named("search", "1"), Account(), SetUp(), []
    assert mind is not None
    for battle in range(battles):
        chance = Chance(derived_seed(seed, 4 * battle))
        first = second = chance.below(len(lists))
        if chance.below(3):
            size = lists[first].points
            peers = [at for at, other in enumerate(lists) if abs(other.points - size) <= 10]
            second = peers[chance.below(len(peers))]
        state = new_battle(lists[first], lists[second]).state
        while state.phase == c.INITIATIVE:
            apply_roll(state, chance.dice(state.dice))
        planned = [chance.below(4) == 0 for _ in range(2)]
        moved = [chance.below(2) * 25 for _ in range(2)]
        wishes = [wishes_of(chance) for _ in range(2)]
        while state.phase == c.DEPLOY:
            side = state.decider
            if planned[side]:
                action = choose_deployment(state, chance, Doctrine())
            else:
                action = choose_set_up(work, state, chance)
                if kind != "chosen" or chance.below(100) < moved[side]:
                    unit = action >> c.UNIT_SHIFT & c.FIELD_MASK
                    zone = drawn_zone(kind, state, unit, chance, wishes[side])
                    action = c.DO_DEPLOY << c.KIND_SHIFT | unit << c.UNIT_SHIFT
                    action |= zone << c.ARGUMENT_SHIFT
            apply_action(state, action)
        zones = list(state.zone)
        begins = 1 if state.player1 == c.SIDE_A else -1
        seeds = [derived_seed(seed, 4 * battle + one) for one in (1, 2, 3)]
        play_battle(state, mind, mind, Dice(1, *seeds), account)
        won = 0.5 if state.winner == c.UNDECIDED else float(state.winner == c.SIDE_A)
        rows.append([first, second, begins, won - account.luck, KINDS.index(kind), *zones])
        if battle % 500 == 499:
            print(battle + 1, flush=True)
    return np.array(rows)


def army(army_list: ArmyList) -> tuple[list[int], np.ndarray]:
    """The units of a list, and for each its shares as `set_up` counts them, one row each."""
    state = new_battle(army_list, army_list).state
    units = [unit for unit in range(c.SIDE_SIZE) if state.roster.troops_of[unit]]
    worth = np.array([float(points(state, unit)) for unit in units])
    charge = np.array([strike_hits(state, unit, unit, 1) for unit in units])
    shot = np.array([shot_hits(state, unit) for unit in units])
    far = np.array([bool(state.flags[unit] & c.SHOOTS_FROM_REAR) for unit in units], float)
    hits = max(charge.sum() + shot.sum(), 1e-6)
    worth, charge, shot = worth / worth.sum(), charge / hits, shot / hits
    idle = worth * (charge + shot == 0)
    return units, np.stack([worth, charge, shot * (1 - far), shot * far, idle, np.ones(len(units))])


def sums(shares: np.ndarray, zones: np.ndarray) -> dict[str, np.ndarray]:
    """What stands in front (f) and in the rear (r) of each sector."""
    rear, front = (
        np.stack([shares[:, zones == row + sector].sum(1) for sector in range(3)], 1)
        for row in (c.REAR, c.FRONT)
    )
    return {
        "P": front[0] + rear[0],
        "R": rear[0],
        "C": front[1],
        "Cr": rear[1],
        "H": front[2] + front[3] + rear[3],
        "Hr": rear[2],
        "Fr": rear[3],
        "N": front[4],
        "Nr": rear[4],
        "U": front[5],
        "Ur": rear[5],
    }


def own_terms(own: dict[str, np.ndarray]) -> dict[str, float]:
    """What counts of a set-up whatever the enemy does, by the names of the weights."""
    worth, uncovered = own["P"], (own["U"] == 0) & (own["Ur"] > 0)
    return {
        "EMPTY": float((own["U"] + own["Ur"] == 0).sum()),
        "UNCOVERED": (own["R"] - own["Nr"])[uncovered].sum(),
        "IDLE_UNCOVERED": own["Nr"][uncovered].sum(),
        "CHARGE_REAR": own["Cr"].sum(),
        "SHOTS_REAR": own["Hr"].sum(),
        "IDLE_FRONT": own["N"].sum(),
        "FAR_REAR": own["Fr"].sum(),
        "REAR": own["R"].sum(),
        "CHARGE_SQUARED": own["C"] @ own["C"],
        "SHOTS_SQUARED": own["H"] @ own["H"],
        "CHARGE_TIMES_SHOTS": own["C"] @ own["H"],
        "POINTS_SQUARED": worth @ worth,
        "ADJACENT": worth @ BESIDE @ worth,
        "CENTRE_POINTS": worth[1],
    }


def facing_terms(own: dict[str, np.ndarray], enemy: dict[str, np.ndarray]) -> dict[str, float]:
    """What counts of a set-up against that of the enemy."""
    found = {}
    for name, matrix in (("FACING", np.eye(3)), ("BESIDE", BESIDE)):
        for pair in FACED:
            one, other = pair.split("_")
            found[f"{name}_{pair}"] = own[one] @ matrix @ enemy[other]
    absent = enemy["U"] + enemy["Ur"] == 0
    found["CHARGE_UNOPPOSED"] = own["C"][absent].sum()
    found["SHOTS_UNOPPOSED"] = own["H"][absent].sum()
    return found


def design(rows: np.ndarray, lists: list[ArmyList]) -> tuple[list[str], np.ndarray]:
    """The names of all terms, and A's less B's in every battle, who begins, and the lists."""
    armies = [army(army_list) for army_list in lists]
    names: list[str] = []
    found = []
    for row in rows:
        numbers = [int(row[FIRST]), int(row[SECOND])]
        sides = []
        for side, number in enumerate(numbers):
            units, shares = armies[number]
            zones = row[ZONES:][[side * c.SIDE_SIZE + unit for unit in units]]
            sides.append(sums(shares, zones))
        a, b = (
            own_terms(own) | facing_terms(own, enemy) for own, enemy in (sides, reversed(sides))
        )
        names = list(a)
        strengths = np.zeros(len(lists))
        strengths[numbers[0]] += 1
        strengths[numbers[1]] -= 1
        found.append([*(a[name] - b[name] for name in names), row[BEGINS], *strengths])
    return names, np.array(found)


def fitted(x: np.ndarray, y: np.ndarray, weight: np.ndarray, terms: int) -> np.ndarray:
    """The coefficients of a ridge regression; the first `terms` columns are scaled."""
    scale = np.ones(x.shape[1])
    scale[:terms] = x[:, :terms].std(0) + 1e-9
    ridge = np.full(x.shape[1], LIST_RIDGE)
    ridge[: terms + 1] = RIDGE
    scaled = x / scale
    left = scaled.T @ (scaled * weight[:, None]) + np.diag(ridge)
    coefficients: np.ndarray = np.linalg.solve(left, scaled.T @ (weight * y)) / scale
    return coefficients


def write(found: dict[str, float]) -> None:
    """Put the weights into their module."""
    text = WEIGHTS.read_text(encoding="utf-8")
    for name, value in found.items():
        text = re.sub(rf"(?m)^{name}: Final = [-0-9.]+", f"{name}: Final = {value:.3f}", text)
    for name in ("FACING", "BESIDE"):
        row = ", ".join(f"{found[f'{name}_{pair}']:.3f}" for pair in FACED)
        text = re.sub(rf"(?m)^({name}: .*)\[[^][]*\]\)$", rf"\g<1>[{row}])", text)
    WEIGHTS.write_text(text, encoding="utf-8")


def main() -> None:
    """Play battles, or fit those that were played."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("kind", nargs="?", choices=KINDS)
    parser.add_argument("--battles", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="save the battles here")
    parser.add_argument("--from", dest="files", nargs="+", type=Path, default=[])
    parser.add_argument("--write", action="store_true", help="write the weights")
    options = parser.parse_args()
    lists = all_lists()
    parts = [np.load(file)["rows"] for file in options.files]
    if options.kind:
        parts.append(play(options.kind, options.battles, options.seed, lists))
        if options.keep:
            np.savez_compressed(options.keep, rows=parts[-1])
    rows = np.concatenate(parts)
    names, x = design(rows, lists)
    y, weight = rows[:, RESULT] - 0.5, np.where(rows[:, KIND] == 0, 0.5, 1.0)
    held = (rows[:, KIND] > 0) & (np.arange(len(rows)) % HELD_BACK == 0)
    if held.any():
        before = fitted(x[~held], y[~held], weight[~held], len(names))
        blind = before.copy()
        blind[: len(names)] = 0
        errors = [np.mean((y[held] - x[held] @ each) ** 2) for each in (before, blind)]
        print(f"squared error held back: {errors[0]:.4f}, without set-ups {errors[1]:.4f}")
    found = dict(zip(names, fitted(x, y, weight, len(names)), strict=False))
    for name, value in found.items():
        print(f"{name} {value:+.3f}")
    if options.write:
        write(found)


if __name__ == "__main__":
    main()
