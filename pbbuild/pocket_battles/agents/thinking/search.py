"""Search: exact where the round must be the last, else the best actions simulated further.

Every action of the decision first gets its exact mean over the dice, to the end of the turn. The
best ones then share the simulations by sequential halving: all get the same number, the worse half
is dropped, the rest gets more. Below them a simulation is a tree search with quick scores as
priors (PUCT, open loop): a node stands for the choices made so far, not for the dice. Every
simulation rolls them again, so that the mean of a node is over all dice, and ends with the chance
to win at the end of a turn. What counts of it is the change since the end of the first turn, whose
mean is known exactly.
"""

import math
from typing import Final

from pbbuild.native.signals import check_signals
from pbbuild.pocket_battles.rules.core import constants as c
from pbbuild.pocket_battles.rules.core.apply import apply_action, apply_roll
from pbbuild.pocket_battles.rules.core.arrays import i64, vec
from pbbuild.pocket_battles.rules.core.bits import kind_of, unit_in
from pbbuild.pocket_battles.rules.core.legal import MAX_ACTIONS, Actions, list_actions
from pbbuild.pocket_battles.rules.core.playout import Chance
from pbbuild.pocket_battles.rules.core.state import State

from .expect import CHANCES, Thinker, finish_turn_at_random, mean_after, rank
from .quick import Prospects, quick_score
from .solve import Solver, is_last_round, solved_after, tokens_left
from .value import Position, chance_of_a
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
# A simulation adds a node after the turn and one for each new choice within the turn.
NODES_PER_SIMULATION: Final = 2
SPARE_NODES: Final = 256
# Edges of a node on average, edges in reserve, and edges of all nodes: 200 MB at the most.
EDGES_PER_NODE: Final = 64
SPARE_EDGES: Final = 4096
MAX_EDGES: Final = 4_000_000
# That the chance changes after the turn as after other actions counts as so many simulations.
SHARED_WEIGHT: Final = 16.0
# How many actions are looked at with few and with MANY simulations, and where few are legal.
SMALL_ROOT: Final = 5
WIDE_ROOT: Final = 16
NARROW_ROOT: Final = 30
MANY: Final = 1000
# Redeployments looked at, as a part of the width.
REDEPLOYMENT_PART: Final = 2
# Actions tried after each, with few and with MANY simulations.
FEW_AFTER: Final = 1
MANY_AFTER: Final = 2
# Actions whose exact mean is behind the best by more than this get no simulation.
FAR_BEHIND: Final = 0.08
MIN_SIMULATED: Final = 2
# How many actions share the simulations, if they are few and if they are MANY.
FEW_SIMULATED: Final = 4
MANY_SIMULATED: Final = 16
# From so many simulations on, the assignment of wounds is simulated too.
WOUNDS_SIMULATED: Final = 200
NOT_SEEN: Final = -1.0e9
# Last rounds are solved from so many tokens on, looking at so many states.
MAX_TOKENS: Final = 4
SOLVED_PER_SIMULATION: Final = 8
SOLVED_AT_LEAST: Final = 400
# Simulations between two checks for Ctrl-C: some milliseconds.
SIMULATIONS_PER_CHECK: Final = 64


class Tree:
    """Nodes and their edges in flat arrays; the edges of a node are a linked list."""

    def __init__(self) -> None:
        # Fields, so that other settings can be tried against these.
        self.exploration: float = EXPLORATION
        self.temperature: float = TEMPERATURE
        self.turns_ahead: i64 = TURNS_AHEAD
        self.far_behind: float = FAR_BEHIND
        self.few_simulated: i64 = FEW_SIMULATED
        self.many_simulated: i64 = MANY_SIMULATED
        self.wounds_simulated: i64 = WOUNDS_SIMULATED
        self.small_root: i64 = SMALL_ROOT
        self.wide_root: i64 = WIDE_ROOT
        self.redeployment_part: i64 = REDEPLOYMENT_PART
        self.unvisited_penalty: float = UNVISITED_PENALTY
        # Actions tried after each redeployment in this search.
        self.actions_after: i64 = FEW_AFTER
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
        self.position: Position = Position()
        self.prospects: Prospects = Prospects()
        self.actions: Actions = Actions()
        self.inner: Actions = Actions()
        self.root: Root = Root()
        # Places of the root with an exact mean, best first.
        self.order: vec[i64] = vec[i64]([0] * MAX_ACTIONS)
        self.ordered: i64 = 0
        self.thinker: Thinker = Thinker()
        self.solver: Solver = Solver()
        # An action that is looked at in any case: the one that an analysis is about.
        self.wanted: i64 = -1

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


class Root:
    """The actions of a decision with what is known of each, the best first once it is searched."""

    def __init__(self) -> None:
        self.count: i64 = 0
        # How many of them were looked at; the others are worse at first sight.
        self.seen: i64 = 0
        self.solved: bool = False
        self.shared_weight: float = SHARED_WEIGHT
        # The mean change over all simulations once the search is over: actions that had few or
        # none of them can then be compared with the others.
        self.shared_change: float = 0.0
        self.action: vec[i64] = vec[i64]([0] * MAX_ACTIONS)
        self.exact: vec[float] = vec[float]([0.0] * MAX_ACTIONS)  # mean to the end of the turn
        # What changed after the turn, of all simulations together.
        self.total: vec[float] = vec[float]([0.0] * MAX_ACTIONS)
        self.visits: vec[i64] = vec[i64]([0] * MAX_ACTIONS)
        self.node: vec[i64] = vec[i64]([-1] * MAX_ACTIONS)

    def mean(self, place: i64) -> float:
        """The chance of A after the action at `place`: its exact mean and what changes later."""
        if self.solved:
            return self.exact[place]
        change = self.total[place] + self.shared_weight * self.shared_change
        return self.exact[place] + change / (self.shared_weight + float(self.visits[place]))

    def swap(self, one: i64, other: i64) -> None:
        """Exchange two actions."""
        action = self.action[one]
        exact = self.exact[one]
        total = self.total[one]
        visits = self.visits[one]
        node = self.node[one]
        self.action[one] = self.action[other]
        self.exact[one] = self.exact[other]
        self.total[one] = self.total[other]
        self.visits[one] = self.visits[other]
        self.node[one] = self.node[other]
        self.action[other] = action
        self.exact[other] = exact
        self.total[other] = total
        self.visits[other] = visits
        self.node[other] = node


def search(tree: Tree, root: State, simulations: i64, chance: Chance) -> i64:
    """The best action by exact expectation and `simulations` simulations."""
    many = simulations >= MANY
    search_root(tree, root, simulations, chance, tree.wide_root if many else tree.small_root)
    return tree.root.action[0]


def search_root(tree: Tree, state: State, simulations: i64, chance: Chance, width: i64) -> None:
    """Fill `tree.root` with the actions of the decision, the best first.

    At most about `width` actions get an exact mean and simulations; with `width` of MAX_ACTIONS
    all do.
    """
    root = tree.root
    root.solved = False
    root.shared_change = 0.0
    if is_last_round(state) and tokens_left(state) <= MAX_TOKENS:
        tree.solver.clear(SOLVED_PER_SIMULATION * simulations + SOLVED_AT_LEAST)
        if _solve_root(tree, state):
            return
    thinker = tree.thinker
    thinker.measure = CHANCES
    thinker.own_losses = 1.0
    thinker.side = c.SIDE_A
    thinker.depth = 0
    tree.actions_after = MANY_AFTER if simulations >= MANY else FEW_AFTER
    rank_root(tree, state, width)
    _sort_root(root, state.decider, root.seen)
    if root.seen < 2:
        return
    tree.clear((2 if tree.wanted >= 0 else 1) * NODES_PER_SIMULATION * simulations + SPARE_NODES)
    if state.phase == c.WOUND and simulations < tree.wounds_simulated:
        return
    left = root.seen
    most = tree.many_simulated if simulations >= MANY else tree.few_simulated
    if left > most:
        left = most
    # A look at the values alone rarely errs by more than this.
    while left > MIN_SIMULATED and _is_far_behind(tree, state.decider, left - 1):
        left -= 1
    rounds: i64 = 1
    size = left
    while size > 2:
        size = (size + 1) // 2
        rounds += 1
    spent: i64 = 0
    stage: i64 = 0
    while stage < rounds:
        each = (simulations - spent) // ((rounds - stage) * left)
        if each < 1:
            each = 1
        place: i64 = 0
        while place < left and spent < simulations:
            _simulate_often(tree, state, place, each, chance)
            spent += each
            place += 1
        check_signals()
        _sort_root(root, state.decider, left)
        left = (left + 1) // 2
        stage += 1
    _share_change(root)
    if tree.wanted >= 0:
        _look_as_long(tree, state, chance)


def _share_change(root: Root) -> None:
    """Set the mean change over all simulations."""
    total = 0.0
    visits: i64 = 0
    place: i64 = 0
    while place < root.seen:
        total += root.total[place]
        visits += root.visits[place]
        place += 1
    if visits > 0:
        root.shared_change = total / float(visits)


def _look_as_long(tree: Tree, state: State, chance: Chance) -> None:
    """Give the wanted action as many simulations as the best one, so that both are compared."""
    root = tree.root
    place: i64 = 0
    while place < root.seen and root.action[place] != tree.wanted:
        place += 1
    missing = root.visits[0] - root.visits[place]
    if missing > 0 and tree.nodes + missing < len(tree.visits):
        _simulate_often(tree, state, place, missing, chance)
        _sort_root(root, state.decider, root.seen)


def _simulate_often(tree: Tree, state: State, place: i64, times: i64, chance: Chance) -> None:
    root = tree.root
    if root.node[place] < 0:
        root.node[place] = tree.new_node()
    count: i64 = 0
    while count < times:
        after = state.copy()
        apply_action(after, root.action[place])
        turns: i64 = 1 if state.phase == c.TURN else 0
        root.total[place] += _simulate(tree, after, root.node[place], turns, chance)
        root.visits[place] += 1
        count += 1
        if count % SIMULATIONS_PER_CHECK == 0:
            check_signals()


def _is_far_behind(tree: Tree, side: i64, place: i64) -> bool:
    difference = tree.root.exact[0] - tree.root.exact[place]
    return (difference if side == c.SIDE_A else -difference) > tree.far_behind


def _sort_root(root: Root, side: i64, count: i64) -> None:
    """The best of the first `count` actions first; equal ones stay in order."""
    place: i64 = 1
    while place < count:
        at = place
        while at > 0:
            difference = root.mean(at) - root.mean(at - 1)
            if (difference if side == c.SIDE_A else -difference) <= 0.0:
                break
            root.swap(at, at - 1)
            at -= 1
        place += 1


def _solve_root(tree: Tree, state: State) -> bool:
    root = tree.root
    list_actions(state, tree.actions)
    root.count = tree.actions.count
    place: i64 = 0
    while place < root.count:
        action = tree.actions.items[place]
        value = solved_after(tree.solver, state, action)
        if value < 0.0:
            return False
        root.action[place] = action
        root.exact[place] = value
        root.total[place] = 0.0
        root.visits[place] = 0
        place += 1
    root.seen = root.count
    root.solved = True
    _sort_root(root, state.decider, root.count)
    return True


def rank_root(tree: Tree, state: State, width: i64) -> None:
    """Give the best actions by quick score their exact mean; `root.seen` says how many."""
    root = tree.root
    actions = tree.actions
    list_actions(state, actions)
    thinker = tree.thinker
    root.count = actions.count
    root.seen = 0
    phase = state.phase
    narrow = phase != c.TURN and phase != c.ACT and phase != c.FOLLOW_UP
    count = rank(thinker, state, actions, actions.count)
    order = vec[i64]([0] * count)
    place: i64 = 0
    while place < count:
        order[place] = thinker.order[place]
        place += 1
    most: i64 = NARROW_ROOT if narrow and width < NARROW_ROOT else width
    tried: i64 = 0
    place = 0
    while place < count:
        action = actions.items[order[place]]
        place += 1
        if phase == c.TURN and kind_of(action) == c.DO_REDEPLOY:
            continue
        if tried < most or action == tree.wanted:
            _see(root, action, mean_after(thinker, state, action))
        else:
            _see_later(root, action)
        tried += 1
    if phase == c.TURN:
        _rank_redeployments(tree, state, width)
    # Actions that were not looked at follow those that were.
    _gather(root)


def _see(root: Root, action: i64, mean: float) -> None:
    _see_later(root, action)
    root.exact[root.seen - 1] = mean


def _see_later(root: Root, action: i64) -> None:
    place = root.seen
    root.action[place] = action
    root.exact[place] = NOT_SEEN
    root.total[place] = 0.0
    root.visits[place] = 0
    root.node[place] = -1
    root.seen += 1


def _gather(root: Root) -> None:
    seen: i64 = 0
    place: i64 = 0
    while place < root.seen:
        if root.exact[place] != NOT_SEEN:
            if place != seen:
                root.swap(place, seen)
            seen += 1
        place += 1
    root.seen = seen


def _rank_redeployments(tree: Tree, state: State, width: i64) -> None:
    """The redeployments that improve the position most, each with its best action after it."""
    root = tree.root
    actions = tree.actions
    thinker = tree.thinker
    sign = 1.0 if state.decider == c.SIDE_A else -1.0
    most = width // tree.redeployment_part
    if most < 2:
        most = 2
    _order_seen(tree, sign)
    gains = vec[float]([0.0] * actions.count)
    chosen = vec[i64]([-1] * actions.count)
    found: i64 = 0
    place: i64 = 0
    while place < actions.count:
        action = actions.items[place]
        place += 1
        if kind_of(action) != c.DO_REDEPLOY:
            continue
        after = state.copy()
        apply_action(after, action)
        gain = sign * chance_of_a(after, tree.position)
        at = found
        while at > 0 and gains[at - 1] < gain:
            gains[at] = gains[at - 1]
            chosen[at] = chosen[at - 1]
            at -= 1
        gains[at] = gain
        chosen[at] = action
        found += 1
    place = 0
    while place < found:
        if place < most or chosen[place] == tree.wanted:
            _see(root, chosen[place], _best_after(tree, state, chosen[place], sign))
        else:
            _see_later(root, chosen[place])
        place += 1
    thinker.depth = 0


def _is_legal(actions: Actions, action: i64) -> bool:
    place: i64 = 0
    while place < actions.count:
        if actions.items[place] == action:
            return True
        place += 1
    return False


def _order_seen(tree: Tree, sign: float) -> None:
    """Put the places of the actions that have an exact mean into `tree.order`, best first."""
    root = tree.root
    tree.ordered = 0
    place: i64 = 0
    while place < root.seen:
        if root.exact[place] != NOT_SEEN:
            at = tree.ordered
            while at > 0 and sign * root.exact[tree.order[at - 1]] < sign * root.exact[place]:
                tree.order[at] = tree.order[at - 1]
                at -= 1
            tree.order[at] = place
            tree.ordered += 1
        place += 1


def _best_after(tree: Tree, state: State, action: i64, sign: float) -> float:
    """The exact mean of a redeployment with the best of a few actions after it.

    They are the best ones without it that are still legal: most redeployments change little for
    the other units. A unit that may act after its redeployment gets its own best guess as well.
    """
    thinker = tree.thinker
    root = tree.root
    after = state.copy()
    apply_action(after, action)
    list_actions(after, tree.inner)
    best = 0.0
    tried: i64 = 0
    place: i64 = 0
    while place < tree.ordered and tried < tree.actions_after:
        candidate = root.action[tree.order[place]]
        place += 1
        if _is_legal(tree.inner, candidate):
            mean = mean_after(thinker, after, candidate)
            if tried == 0 or sign * mean > sign * best:
                best = mean
            tried += 1
    if tried == 0 or after.flags[unit_in(action)] & c.REDEPLOYS_AND_ACTS:
        rank(thinker, after, tree.inner, 1)
        mean = mean_after(thinker, after, tree.inner.items[thinker.order[0]])
        if tried == 0 or sign * mean > sign * best:
            best = mean
    return best


def _simulate(tree: Tree, state: State, start: i64, turns: i64, chance: Chance) -> float:
    """What changes after the turn in one simulation from `state`, which is at node `start`.

    The mean of the turn itself is known exactly, so that only the change after it is counted:
    that leaves out the luck of the turn's dice. Choices within the turn are compared by the whole
    value, later ones by the change.
    """
    node: i64 = start
    depth: i64 = 0
    value = -1.0
    before = -1.0
    # Places of the path before the turn ended, and choices made since.
    early: i64 = 0
    later: i64 = 0
    while value < 0.0:
        phase = state.phase
        if phase == c.END:
            value = chance_of_a(state, tree.position)
        elif phase >= c.FIRST_ROLL:
            apply_roll(state, chance.dice(state.dice))
        elif phase == c.WOUND:
            apply_action(state, choose_wound(state))
        elif phase == c.SACRIFICE:
            apply_action(state, choose_sacrifice(state))
        else:
            if phase == c.TURN:
                turns += 1
                if before < 0.0:
                    before = chance_of_a(state, tree.position)
                    early = depth
            list_actions(state, tree.actions)
            if tree.actions.count == 1:
                apply_action(state, tree.actions.items[0])
                continue
            fresh = tree.first_edge[node] < 0
            if fresh:
                _expand(tree, node, state)
            edge: i64 = -1
            if not (fresh and later > 0) and turns <= tree.turns_ahead and depth < MAX_DEPTH:
                edge = _select(tree, node, state)
            # Without an edge there is no room for the choices that other dice brought.
            if edge < 0 or tree.nodes == len(tree.visits):
                value = _value_of_leaf(tree, state, chance)
                break
            if before >= 0.0:
                later += 1
            tree.path[depth] = edge
            tree.path_node[depth] = node
            depth += 1
            apply_action(state, tree.edge_action[edge])
            if tree.edge_node[edge] < 0:
                tree.edge_node[edge] = tree.new_node()
            node = tree.edge_node[edge]
    change = 0.0
    if before < 0.0:
        # The battle ended with the turn.
        early = depth + 1
    else:
        change = value - before
    tree.visits[node] += 1
    tree.total[node] += value if depth < early else change
    while depth > 0:
        depth -= 1
        counted = value if depth < early else change
        edge = tree.path[depth]
        tree.edge_visits[edge] += 1
        tree.edge_total[edge] += counted
        tree.visits[tree.path_node[depth]] += 1
        tree.total[tree.path_node[depth]] += counted
    return change


def _value_of_leaf(tree: Tree, state: State, chance: Chance) -> float:
    finish_turn_at_random(state, chance, tree.inner, tree.prospects)
    return chance_of_a(state, tree.position)


def _prior(tree: Tree, state: State, action: i64) -> float:
    score = quick_score(state, action, tree.prospects) / tree.temperature
    if score > MAX_PRIOR_SCORE:
        score = MAX_PRIOR_SCORE
    elif score < -MAX_PRIOR_SCORE:
        score = -MAX_PRIOR_SCORE
    return math.exp(score)


def _expand(tree: Tree, node: i64, state: State) -> None:
    # All edges or none: with some of them missing, the others would look like all there are.
    if tree.edges + tree.actions.count > len(tree.edge_action):
        return
    tree.prospects.clear()
    place: i64 = 0
    while place < tree.actions.count:
        action = tree.actions.items[place]
        tree.add_edge(node, action, _prior(tree, state, action))
        place += 1


def _select(tree: Tree, node: i64, state: State) -> i64:
    """The edge of a legal action with the best mean plus exploration term.

    Other dice bring other legal actions; new ones get an edge. -1 if no legal action has an edge
    and there is no room for one.
    """
    if tree.first_edge[node] < 0:
        return -1
    decides_a = state.decider == c.SIDE_A
    visits = float(tree.visits[node])
    mean = tree.total[node] / visits if visits > 0.0 else 0.0
    if not decides_a:
        mean = -mean
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
            known = mean - tree.unvisited_penalty
            if times > 0.0:
                known = tree.edge_total[edge] / times
                if not decides_a:
                    known = -known
            score = known + factor * tree.edge_prior[edge] / (1.0 + times)
            if best < 0 or score > most:
                most = score
                best = edge
        place += 1
    return best
