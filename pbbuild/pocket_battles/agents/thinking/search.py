"""Searching ahead: many battles begun in the head, guided by first guesses (PUCT, open loop).

A node stands for the choices made so far, not for the dice: these are thrown anew in every
simulation, so that a node's mean is over all of them. A simulation ends with the chance to win
at the end of a turn.
"""

import math
from typing import Final

from pbbuild.pocket_battles.rules.core.apply import apply_action, apply_roll
from pbbuild.pocket_battles.rules.core.arrays import i64, vec
from pbbuild.pocket_battles.rules.core.breath import breathe
from pbbuild.pocket_battles.rules.core.constants import (
    END,
    FIRST_ROLL,
    SACRIFICE,
    TURN,
    WOUND,
)
from pbbuild.pocket_battles.rules.core.legal import Actions, list_actions
from pbbuild.pocket_battles.rules.core.playout import Chance
from pbbuild.pocket_battles.rules.core.state import State

from .expect import settle_at_random
from .quick import Prospects, quick_score
from .value import Position, chance_of_a
from .wounds import choose_sacrifice, choose_wound

# Fitted by matches of the search against itself.
CURIOSITY: Final = 0.7
WARMTH: Final = 1.0
TURNS_AHEAD: Final = 4
MOST_DEPTH: Final = 64
# Room for the choices of a node on average, and of all nodes together: 200 MB at the most.
EDGES_EACH: Final = 64
MOST_EDGES: Final = 4_000_000
# Simulations between two looks for Ctrl-C: some milliseconds.
BREATH: Final = 64


class Tree:
    """Nodes and their edges, flat; edges of a node are linked."""

    def __init__(self) -> None:
        # Its own, so that others can be tried against these.
        self.curiosity: float = CURIOSITY
        self.warmth: float = WARMTH
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
        self.path: vec[i64] = vec[i64]([0] * MOST_DEPTH)
        self.path_node: vec[i64] = vec[i64]([0] * MOST_DEPTH)
        self.position: Position = Position()
        self.prospects: Prospects = Prospects()
        self.actions: Actions = Actions()
        self.inner: Actions = Actions()

    def clear(self, nodes: i64) -> None:
        """Make room for a search of so many nodes."""
        if len(self.visits) < nodes:
            self.visits = vec[i64]([0] * nodes)
            self.total = vec[float]([0.0] * nodes)
            self.first_edge = vec[i64]([-1] * nodes)
            self.prior_sum = vec[float]([0.0] * nodes)
            room = nodes * EDGES_EACH + 4096
            if room > MOST_EDGES:
                room = MOST_EDGES
            self.edge_action = vec[i64]([0] * room)
            self.edge_prior = vec[float]([0.0] * room)
            self.edge_visits = vec[i64]([0] * room)
            self.edge_total = vec[float]([0.0] * room)
            self.edge_node = vec[i64]([-1] * room)
            self.edge_next = vec[i64]([-1] * room)
        self.nodes = 0
        self.edges = 0

    def new_node(self) -> i64:
        """An empty node."""
        node = self.nodes
        self.nodes += 1
        self.visits[node] = 0
        self.total[node] = 0.0
        self.first_edge[node] = -1
        self.prior_sum[node] = 0.0
        return node

    def add_edge(self, node: i64, action: i64, prior: float) -> i64:
        """One more choice at `node`."""
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


def search(tree: Tree, root: State, simulations: i64, chance: Chance) -> i64:
    """The action visited most in so many simulations; ties go to the better mean."""
    tree.clear(simulations + 2)
    tree.new_node()
    count: i64 = 0
    while count < simulations:
        _simulate(tree, root.copy(), chance)
        count += 1
        if count % BREATH == 0:
            breathe()
    best: i64 = -1
    edge = tree.first_edge[0]
    while edge >= 0:
        if best < 0 or _is_better(tree, edge, best, root.decider):
            best = edge
        edge = tree.edge_next[edge]
    return tree.edge_action[best]


def _is_better(tree: Tree, edge: i64, other: i64, side: i64) -> bool:
    if tree.edge_visits[edge] != tree.edge_visits[other]:
        return tree.edge_visits[edge] > tree.edge_visits[other]
    difference = tree.edge_total[edge] - tree.edge_total[other]
    return difference > 0.0 if side == 0 else difference < 0.0


def _simulate(tree: Tree, state: State, chance: Chance) -> None:
    node: i64 = 0
    depth: i64 = 0
    turns: i64 = 0
    value = -1.0
    while value < 0.0:
        phase = state.phase
        if phase == END:
            value = chance_of_a(state, tree.position)
        elif phase >= FIRST_ROLL:
            apply_roll(state, chance.dice(state.dice))
        elif phase == WOUND:
            apply_action(state, choose_wound(state))
        elif phase == SACRIFICE:
            apply_action(state, choose_sacrifice(state))
        else:
            if phase == TURN:
                turns += 1
            list_actions(state, tree.actions)
            if tree.actions.count == 1:
                apply_action(state, tree.actions.items[0])
            elif tree.first_edge[node] < 0 or turns > tree.turns_ahead or depth >= MOST_DEPTH:
                if tree.first_edge[node] < 0:
                    _expand(tree, node, state)
                if node > 0 or depth > 0 or tree.visits[0] > 0:
                    value = _leaf(tree, state, chance)
            else:
                edge = _select(tree, node, state)
                if edge < 0:
                    # No room is left for choices that other dice brought: look no further.
                    value = _leaf(tree, state, chance)
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


def _leaf(tree: Tree, state: State, chance: Chance) -> float:
    settle_at_random(state, chance, tree.inner, tree.prospects)
    return chance_of_a(state, tree.position)


def _prior(tree: Tree, state: State, action: i64) -> float:
    score = quick_score(state, action, tree.prospects) / tree.warmth
    if score > 4.0:
        score = 4.0
    elif score < -4.0:
        score = -4.0
    return math.exp(score)


def _expand(tree: Tree, node: i64, state: State) -> None:
    # All choices or none: half of them would be taken for all there are.
    if tree.edges + tree.actions.count > len(tree.edge_action):
        return
    tree.prospects.forget()
    place: i64 = 0
    while place < tree.actions.count:
        action = tree.actions.items[place]
        tree.add_edge(node, action, _prior(tree, state, action))
        place += 1


def _select(tree: Tree, node: i64, state: State) -> i64:
    """The legal edge with the best mean plus curiosity; other dice bring other choices.

    -1 where none of the choices has an edge and there is no room for one.
    """
    own_a = state.decider == 0
    visits = float(tree.visits[node])
    mean = tree.total[node] / visits if visits > 0.0 else 0.5
    if not own_a:
        mean = 1.0 - mean
    tree.prospects.forget()
    root = tree.curiosity * math.sqrt(visits + 1.0) / tree.prior_sum[node]
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
            # What was never tried is taken to be a little worse than the rest.
            known = mean - 0.05
            if times > 0.0:
                known = tree.edge_total[edge] / times
                if not own_a:
                    known = 1.0 - known
            score = known + root * tree.edge_prior[edge] / (1.0 + times)
            if best < 0 or score > most:
                most = score
                best = edge
        place += 1
    return best
