"""A tree search over the placements of a turn, with quick playouts at its leaves. PG-3."""

import math
from typing import Final

from pbbuild.native.signals import check_signals
from pbbuild.pocket_general.rules.core import constants as c
from pbbuild.pocket_general.rules.core.bits import (
    bit_of,
    hex_at,
    hex_placed,
    other_side,
    unit_placed,
)
from pbbuild.pocket_general.rules.core.flow import apply, put
from pbbuild.pocket_general.rules.core.legal import first_placed, legal_actions, place_refusal
from pbbuild.pocket_general.rules.core.playout import Noise
from pbbuild.pocket_general.rules.core.policy import recruit_score
from pbbuild.pocket_general.rules.core.state import GeneralCore

from .turn import (
    COUNT_BITS,
    COUNT_MASK,
    POOLED,
    RESULTS,
    STAYS,
    TAKEN,
    TurnTable,
    all_results,
    is_before_combat,
    known_counts,
    mean_chance,
    turn_from,
    worth_of_results,
)
from .value import Scratch, chance_of_0
from .weights import RECRUIT_COST

CELLS: Final = c.HEXES * RESULTS
# How quick scores, in chances to win, become first guesses.
TEMPERATURE: Final = 0.03
EXPLORATION: Final = 0.15
NOISE: Final = 0.01
RECRUIT_SCALE: Final = 0.03
LATER_PLACEMENT: Final = 0.002
NO_OTHER_HEX: Final = -0.5
NO_SCORE: Final = -1e9


class TreeNode:
    """A position of the tree; `total` counts for side 0."""

    def __init__(self) -> None:
        self.side: int = 0
        self.actions: list[int] = []
        self.guesses: list[float] = []
        self.children: list[TreeNode] = []
        self.visits: int = 0
        self.total: float = 0.0
        self.is_open: bool = False


class TurnThinker:
    """What a search of one turn uses again and again."""

    def __init__(self) -> None:
        self.scratch: Scratch = Scratch()
        self.turn: TurnTable = TurnTable()
        self.key: list[int] = []
        self.turned: int = 0
        # The combat under way and what its results are worth, for both of its dice.
        self.combat_key: list[int] = []
        self.combat_worths: list[float] = []
        self.results: list[float] = [0.0] * CELLS
        self.worths: list[float] = [0.0] * CELLS
        self.now: list[float] = [0.0] * c.HEXES


def prepare(thinker: TurnThinker, state: GeneralCore) -> None:
    """Make the table of this turn, unless the thinker has it."""
    key = [state.turn, state.first, state.turned, *state.hexes, *state.pool, *state.edges]
    if key != thinker.key:
        thinker.turn = turn_from(state, thinker.scratch)
        thinker.key = key
        thinker.turned = state.turned


def leaf_chance(thinker: TurnThinker, state: GeneralCore) -> float:
    """The chance of side 0 once all units are placed."""
    if state.phase == c.END:
        return 0.5
    all_results(thinker.turn, state, thinker.results, False)
    return mean_chance(thinker.turn, thinker.results) - recruits_paid(thinker, state)


def recruits_paid(thinker: TurnThinker, state: GeneralCore) -> float:
    """What side 0 paid for its recruits since the root, less what side 1 paid."""
    turned = state.turned & ~thinker.turned
    if turned == 0:
        return 0.0
    cost = 0.0
    for side in range(c.SIDES):
        for edge in range(c.EDGES_AB):
            place = state.edges[side * c.EDGES + edge]
            if place != c.NOWHERE and turned >> place & 1 and edge != state.laid[side]:
                cost += RECRUIT_COST if side == 0 else -RECRUIT_COST
    return cost


def quick_scores(thinker: TurnThinker, state: GeneralCore, actions: list[int]) -> list[float]:
    """What each action before the combats is worth at once to its player, in chances to win."""
    phase = state.phase
    if phase == c.RECRUIT:
        return [RECRUIT_SCALE * recruit_score(state, action) for action in actions]
    all_results(thinker.turn, state, thinker.results, True)
    worth_of_results(thinker.turn, thinker.results, thinker.worths)
    for hex_ in range(c.HEXES):
        chance = 0.0
        for index in range(hex_ * RESULTS, hex_ * RESULTS + RESULTS):
            chance += thinker.results[index] * thinker.worths[index]
        thinker.now[hex_] = chance
    sign = 1.0 if state.side == 0 else -1.0
    if phase == c.PLACE:
        return [
            sign
            * (
                placed_chance(thinker, state, unit_placed(action), hex_placed(action))
                - thinker.now[hex_placed(action)]
            )
            for action in actions
        ]
    if phase == c.THREAT:
        unit = first_placed(state, state.side)
        return [
            sign * (placed_chance(thinker, state, unit, hex_) - thinker.now[hex_])
            for hex_ in actions
        ]
    return [redeploy_gain(thinker, state, action, sign) for action in actions]


def hex_chance(thinker: TurnThinker, state: GeneralCore, hex_: int, packed: int) -> float:
    """The chance of side 0 if the dice of the hex fall as `packed` says, others as they are."""
    base = hex_ * RESULTS
    share = thinker.turn.share
    level = float(packed >> 2 & COUNT_MASK) * share
    ahead = float(packed >> 2 + COUNT_BITS) * share
    takes = packed & 1 != 0 or state.hand[0] != 0
    enemy_takes = packed & 2 != 0 or state.hand[1] != 0
    worths = thinker.worths
    return (
        level * worths[base + STAYS]
        + ahead * worths[base + (TAKEN if takes else POOLED)]
        + (1.0 - level - ahead) * worths[base + (TAKEN if enemy_takes else POOLED) + 1]
    )


def placed_chance(thinker: TurnThinker, state: GeneralCore, unit: int, hex_: int) -> float:
    """The chance of side 0 with one more unit of the player on a hex."""
    side = state.side
    bit = bit_of(unit)
    spot = hex_at(side, hex_)
    paired = state.paired[side]
    put(state, side, unit, hex_)
    found = hex_chance(thinker, state, hex_, known_counts(thinker.turn, state, hex_))
    state.at[spot] &= ~bit
    state.hand[side] |= bit
    state.paired[side] = paired
    return found


def redeploy_gain(thinker: TurnThinker, state: GeneralCore, action: int, sign: float) -> float:
    """How the chance of the player changes with a unit moved from the militia's hex."""
    if action == c.DECLINE:
        return 0.0
    side = state.side
    unit = action - 1
    bit = bit_of(unit)
    here = state.hex
    spot = hex_at(side, here)
    paired = state.paired[side]
    state.at[spot] &= ~bit
    state.paired[side] &= ~bit
    state.hand[side] |= bit
    counts = known_counts(thinker.turn, state, here)
    loss = sign * (hex_chance(thinker, state, here, counts) - thinker.now[here])
    best = NO_OTHER_HEX
    for hex_ in range(c.HEXES):
        if hex_ != here and place_refusal(state, side, unit, hex_) == "":
            gain = sign * (placed_chance(thinker, state, unit, hex_) - thinker.now[hex_])
            best = max(best, gain)
    state.hand[side] &= ~bit
    state.at[spot] |= bit
    state.paired[side] = paired
    later = state.hand[other_side(side)] != 0
    return loss + best + (LATER_PLACEMENT if later else -LATER_PLACEMENT)


def playout(thinker: TurnThinker, state: GeneralCore, noise: Noise) -> float:
    """Place the units left by quick scores; the chance of side 0 after it. Changes `state`."""
    while is_before_combat(state):
        actions = legal_actions(state)
        best = 0
        if len(actions) > 1:
            found = quick_scores(thinker, state, actions)
            best_score = NO_SCORE
            for index in range(len(actions)):
                score = found[index] + NOISE * noise.next()
                if score > best_score:
                    best = index
                    best_score = score
        apply(state, actions[best])
    return leaf_chance(thinker, state)


def open_node(thinker: TurnThinker, node: TreeNode, state: GeneralCore) -> None:
    """Give a node its actions and the first guesses about them."""
    node.is_open = True
    if not is_before_combat(state):
        return
    node.side = state.side
    node.actions = legal_actions(state)
    count = len(node.actions)
    if count == 1:
        node.guesses = [1.0]
    else:
        found = quick_scores(thinker, state, node.actions)
        best = max(found)
        total = 0.0
        for index in range(count):
            found[index] = math.exp((found[index] - best) / TEMPERATURE)
            total += found[index]
        node.guesses = [guess / total for guess in found]
    node.children = [TreeNode() for _ in range(count)]


def pick(node: TreeNode) -> int:
    """The child to look at next."""
    sign = 1.0 if node.side == 0 else -1.0
    reach = EXPLORATION * math.sqrt(float(node.visits))
    parent = sign * node.total / float(node.visits)
    best = 0
    best_score = NO_SCORE
    for index in range(len(node.children)):
        child = node.children[index]
        mean = sign * child.total / float(child.visits) if child.visits > 0 else parent
        score = mean + reach * node.guesses[index] / float(1 + child.visits)
        if score > best_score:
            best = index
            best_score = score
    return best


def simulate(thinker: TurnThinker, root: TreeNode, state: GeneralCore, noise: Noise) -> None:
    """One simulation; `state` is a copy of the root's and is changed."""
    path = [root]
    node = root
    while node.is_open and node.children and (node.visits > 0):
        index = pick(node)
        apply(state, node.actions[index])
        node = node.children[index]
        path.append(node)
    if not node.is_open and (node.visits > 0 or node is root):
        open_node(thinker, node, state)
    chance = playout(thinker, state, noise)
    for each in path:
        each.visits += 1
        each.total += chance


def search_tree(thinker: TurnThinker, state: GeneralCore, simulations: int, seed: int) -> TreeNode:
    """The tree of a decision before the combats."""
    noise = Noise(seed)
    prepare(thinker, state)
    root = TreeNode()
    open_node(thinker, root, state)
    for _ in range(simulations):
        check_signals()
        simulate(thinker, root, state.copy(), noise)
    return root


def best_child(root: TreeNode) -> int:
    """The child tried most often; of equals the one with the best first guess."""
    best = 0
    for index in range(1, len(root.children)):
        more = root.children[index].visits - root.children[best].visits
        if more > 0 or (more == 0 and root.guesses[index] > root.guesses[best]):
            best = index
    return best


def chance_ahead(thinker: TurnThinker, state: GeneralCore, simulations: int, seed: int) -> float:
    """The chance of side 0 during the placements or right after the last one."""
    if is_before_combat(state):
        root = search_tree(thinker, state, simulations, seed)
        return root.total / float(root.visits)
    prepare(thinker, state)
    return leaf_chance(thinker, state)


def outlooks(thinker: TurnThinker, state: GeneralCore, actions: list[int]) -> list[float]:
    """The chance of side 0 after each of these actions during the combats, over all dice left."""
    found: list[float] = []
    for action in actions:
        check_signals()
        after = state.copy()
        number = after.turn
        apply(after, action)
        if after.turn != number or after.phase == c.END:
            found.append(chance_of_0(after, thinker.scratch))
            continue
        turn = turn_from(after, thinker.scratch)
        all_results(turn, after, thinker.results, False)
        found.append(mean_chance(turn, thinker.results))
    return found
