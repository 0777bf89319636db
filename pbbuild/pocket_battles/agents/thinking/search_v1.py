"""The search of version 0.1.0, unchanged: PUCT, open loop, with quick scores as priors.

A node stands for the choices made so far, not for the dice: every simulation rolls them again, so
that the mean of a node is over all dice. A simulation ends with the chance to win at the end of a
turn.
"""

import math
from typing import Final

from pbbuild.native.signals import check_signals
from pbbuild.pocket_battles.rules.core import constants as c
from pbbuild.pocket_battles.rules.core.apply import apply_action, apply_roll
from pbbuild.pocket_battles.rules.core.arrays import i64, vec
from pbbuild.pocket_battles.rules.core.legal import Actions, list_actions
from pbbuild.pocket_battles.rules.core.playout import Chance
from pbbuild.pocket_battles.rules.core.state import State

from .expect import finish_turn_at_random
from .quick import Prospects, quick_score
from .value_v1 import FirstPosition, first_chance_of_a
from .wounds import choose_sacrifice, choose_wound

# Fitted by matches of the search against itself.
EXPLORATION: Final = 0.7
TEMPERATURE: Final = 1.0
TURNS_AHEAD: Final = 4
# Priors grow with the quick score up to this many points either way.
MAX_PRIOR_SCORE: Final = 4.0
# An edge without a visit counts as this much worse than the mean of its node.
UNVISITED_PENALTY: Final = 0.05
MAX_DEPTH: Final = 64
# Edges of a node on average, edges in reserve, and edges of all nodes: 200 MB at the most.
EDGES_PER_NODE: Final = 64
SPARE_EDGES: Final = 4096
MAX_EDGES: Final = 4_000_000
# Simulations between two checks for Ctrl-C: some milliseconds.
SIMULATIONS_PER_CHECK: Final = 64


class FirstTree:
    """Nodes and their edges in flat arrays; the edges of a node are a linked list."""

    def __init__(self) -> None:
        # Fields, so that other settings can be tried against these.
        self.exploration: float = EXPLORATION
        self.temperature: float = TEMPERATURE
        self.turns_ahead: i64 = TURNS_AHEAD
        self.nodes: i64 = 0
        self.edges: i64 = 0
        self.visits: vec[i64] = vec[i64]([])
        self.total: vec[float] = vec[float]([])
        self.first_edge: vec[i64] = vec[i64]([])
        self.prior_sum: vec[float] = vec[float]([])
        self.edge_action: vec[i64] = vec[i64]([])
        self.edge_prior: vec[float] = vec[float]([])
        self.edge_visits: vec[i64] = vec[i64]([])
        self.edge_total: vec[float] = vec[float]([])
        self.edge_node: vec[i64] = vec[i64]([])
        self.edge_next: vec[i64] = vec[i64]([])
        self.path: vec[i64] = vec[i64]([0] * MAX_DEPTH)
        self.path_node: vec[i64] = vec[i64]([0] * MAX_DEPTH)
        self.position: FirstPosition = FirstPosition()
        self.prospects: Prospects = Prospects()
        self.actions: Actions = Actions()
        self.inner: Actions = Actions()

    def clear(self, nodes: i64) -> None:
        """Empty the tree and make room for `nodes` nodes."""
        if len(self.visits) < nodes:
            self.visits = vec[i64]([0] * nodes)
            self.total = vec[float]([0.0] * nodes)
            self.first_edge = vec[i64]([-1] * nodes)
            self.prior_sum = vec[float]([0.0] * nodes)
            room = nodes * EDGES_PER_NODE + SPARE_EDGES
            if room > MAX_EDGES:
                room = MAX_EDGES
            self.edge_action = vec[i64]([0] * room)
            self.edge_prior = vec[float]([0.0] * room)
            self.edge_visits = vec[i64]([0] * room)
            self.edge_total = vec[float]([0.0] * room)
            self.edge_node = vec[i64]([-1] * room)
            self.edge_next = vec[i64]([-1] * room)
        self.nodes = 0
        self.edges = 0

    def new_node(self) -> i64:
        """Add an empty node; its number."""
        node = self.nodes
        self.nodes += 1
        self.visits[node] = 0
        self.total[node] = 0.0
        self.first_edge[node] = -1
        self.prior_sum[node] = 0.0
        return node

    def add_edge(self, node: i64, action: i64, prior: float) -> i64:
        """Add the edge of `action` to `node`; its number."""
        edge = self.edges
        self.edges += 1
        self.edge_action[edge] = action
        self.edge_prior[edge] = prior
        self.edge_visits[edge] = 0
        self.edge_total[edge] = 0.0
        self.edge_node[edge] = -1
        self.edge_next[edge] = self.first_edge[node]
        self.first_edge[node] = edge
        self.prior_sum[node] += prior
        return edge

    def find_edge(self, node: i64, action: i64) -> i64:
        """The edge of `action` at `node`, -1 if there is none."""
        edge = self.first_edge[node]
        while edge >= 0:
            if self.edge_action[edge] == action:
                return edge
            edge = self.edge_next[edge]
        return -1


def search(tree: FirstTree, root: State, simulations: i64, chance: Chance) -> i64:
    """The action visited most in `simulations` simulations; the better mean breaks ties."""
    tree.clear(simulations + 2)
    tree.new_node()
    count: i64 = 0
    while count < simulations:
        _simulate(tree, root.copy(), chance)
        count += 1
        if count % SIMULATIONS_PER_CHECK == 0:
            check_signals()
    best: i64 = -1
    edge = tree.first_edge[0]
    while edge >= 0:
        if best < 0 or _is_better(tree, edge, best, root.decider):
            best = edge
        edge = tree.edge_next[edge]
    return tree.edge_action[best]


def _is_better(tree: FirstTree, edge: i64, other: i64, side: i64) -> bool:
    if tree.edge_visits[edge] != tree.edge_visits[other]:
        return tree.edge_visits[edge] > tree.edge_visits[other]
    difference = tree.edge_total[edge] - tree.edge_total[other]
    return difference > 0.0 if side == c.SIDE_A else difference < 0.0


def _simulate(tree: FirstTree, state: State, chance: Chance) -> None:
    node: i64 = 0
    depth: i64 = 0
    turns: i64 = 0
    value = -1.0
    while value < 0.0:
        phase = state.phase
        if phase == c.END:
            value = first_chance_of_a(state, tree.position)
        elif phase >= c.FIRST_ROLL:
            apply_roll(state, chance.dice(state.dice))
        elif phase == c.WOUND:
            apply_action(state, choose_wound(state))
        elif phase == c.SACRIFICE:
            apply_action(state, choose_sacrifice(state))
        else:
            if phase == c.TURN:
                turns += 1
            list_actions(state, tree.actions)
            if tree.actions.count == 1:
                apply_action(state, tree.actions.items[0])
            elif tree.first_edge[node] < 0 or turns > tree.turns_ahead or depth >= MAX_DEPTH:
                if tree.first_edge[node] < 0:
                    _expand(tree, node, state)
                if node > 0 or depth > 0 or tree.visits[0] > 0:
                    value = _value_of_leaf(tree, state, chance)
            else:
                edge = _select(tree, node, state)
                if edge < 0:
                    # No room is left for choices that other dice brought: stop here.
                    value = _value_of_leaf(tree, state, chance)
                    break
                tree.path[depth] = edge
                tree.path_node[depth] = node
                depth += 1
                apply_action(state, tree.edge_action[edge])
                if tree.edge_node[edge] < 0:
                    tree.edge_node[edge] = tree.new_node()
                node = tree.edge_node[edge]
    tree.visits[node] += 1
    tree.total[node] += value
    while depth > 0:
        depth -= 1
        edge = tree.path[depth]
        tree.edge_visits[edge] += 1
        tree.edge_total[edge] += value
        tree.visits[tree.path_node[depth]] += 1
        tree.total[tree.path_node[depth]] += value


def _value_of_leaf(tree: FirstTree, state: State, chance: Chance) -> float:
    finish_turn_at_random(state, chance, tree.inner, tree.prospects)
    return first_chance_of_a(state, tree.position)


def _prior(tree: FirstTree, state: State, action: i64) -> float:
    score = quick_score(state, action, tree.prospects) / tree.temperature
    if score > MAX_PRIOR_SCORE:
        score = MAX_PRIOR_SCORE
    elif score < -MAX_PRIOR_SCORE:
        score = -MAX_PRIOR_SCORE
    return math.exp(score)


def _expand(tree: FirstTree, node: i64, state: State) -> None:
    # All edges or none: with some of them missing, the others would look like all there are.
    if tree.edges + tree.actions.count > len(tree.edge_action):
        return
    tree.prospects.clear()
    place: i64 = 0
    while place < tree.actions.count:
        action = tree.actions.items[place]
        tree.add_edge(node, action, _prior(tree, state, action))
        place += 1


def _select(tree: FirstTree, node: i64, state: State) -> i64:
    """The edge of a legal action with the best mean plus exploration term.

    Other dice bring other legal actions; new ones get an edge. -1 if no legal action has an edge
    and there is no room for one.
    """
    decides_a = state.decider == c.SIDE_A
    visits = float(tree.visits[node])
    mean = tree.total[node] / visits if visits > 0.0 else 0.5
    if not decides_a:
        mean = 1.0 - mean
    tree.prospects.clear()
    factor = tree.exploration * math.sqrt(visits + 1.0) / tree.prior_sum[node]
    best: i64 = -1
    most = 0.0
    place: i64 = 0
    while place < tree.actions.count:
        action = tree.actions.items[place]
        edge = tree.find_edge(node, action)
        if edge < 0 and tree.edges < len(tree.edge_action):
            edge = tree.add_edge(node, action, _prior(tree, state, action))
        if edge >= 0:
            times = float(tree.edge_visits[edge])
            known = mean - UNVISITED_PENALTY
            if times > 0.0:
                known = tree.edge_total[edge] / times
                if not decides_a:
                    known = 1.0 - known
            score = known + factor * tree.edge_prior[edge] / (1.0 + times)
            if best < 0 or score > most:
                most = score
                best = edge
        place += 1
    return best
