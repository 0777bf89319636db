"""The integer program that chooses the units worth most. Only this module uses HiGHS.

Each candidate unit has a variable: how often it is in the army. The rows limit the tiles of each
kind, the points, the tiles (some are left for the borders), the number of units (the style's band
per token), the units of officers alone, and what a tournament pack limits. Fewer than 98 % of the
points, more or fewer units and more officers alone are possible at a price far above the worth of a
unit, so that there is always an answer, and the least bad one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from pbbuild.base.installed import install_command
from pbbuild.errors import PbbuildError
from pbbuild.pocket_battles.builder.candidates import LARGEST_UNIT, TileKind, UnitCandidate

POINT_PRICE: Final = 40.0
UNIT_PRICE: Final = 12.0
# Limited by nodes, not by seconds: the same seed must give the same list on every machine.
MOST_NODES: Final = 400
GAP: Final = 0.004
MOST_COLUMNS: Final = 1000
COLUMNS_KEPT: Final = 450


@dataclass(frozen=True, slots=True)
class BuildProblem:
    """The problem to solve; `least` is how many tiles of a kind (by index) must be used.

    The candidates are all units of at most `largest_unit` tiles.
    """

    kinds: Sequence[TileKind]
    candidates: Sequence[UnitCandidate]
    worths: Sequence[float]
    size: int
    points_wanted: int
    tiles: int
    units: tuple[int, int]
    posts: int
    least: Mapping[int, int]
    largest_unit: int = LARGEST_UNIT
    # Limits of a tournament pack: the kinds that count, by index, and the most tiles of them.
    limits: Sequence[tuple[frozenset[int], int]] = ()


@dataclass(frozen=True, slots=True)
class Solution:
    """The chosen candidates and how often each; `worth`, and `bound`, the most possible.

    The bound is for armies of units of at most `largest_unit` tiles.
    """

    chosen: tuple[tuple[UnitCandidate, int], ...]
    worth: float
    bound: float
    proved: bool
    largest_unit: int = LARGEST_UNIT

    @property
    def unit_kinds(self) -> list[list[int]]:
        """For each unit the kinds of its tiles, by index."""
        return [
            [kind for kind, count in candidate.counts for _ in range(count)]
            for candidate, times in self.chosen
            for _ in range(times)
        ]


def solve(task: BuildProblem, *, gap: float = GAP, nodes: int = MOST_NODES) -> Solution | None:
    """The best choice of units, or None where there is no army with the required tiles.

    A program with too many candidates is cut to those that are best in the relaxed program; its
    bound is then that of the relaxed program, which is valid too.
    """
    if len(task.candidates) <= MOST_COLUMNS:
        return _solved(task, gap, nodes)
    relaxed = _run(_model(task, whole=False), gap, nodes)
    if relaxed is None:
        return None
    costs = list(relaxed.getSolution().col_dual)[: len(task.candidates)]
    kept = sorted(range(len(costs)), key=lambda place: (costs[place], place))[:COLUMNS_KEPT]
    kept.sort()
    smaller = replace(
        task,
        candidates=[task.candidates[place] for place in kept],
        worths=[task.worths[place] for place in kept],
    )
    found = _solved(smaller, gap, nodes)
    if found is None:
        return _solved(task, gap, nodes)
    bound = -relaxed.getInfo().objective_function_value
    return replace(found, bound=bound, proved=bound - found.worth <= gap * abs(found.worth))


def _solved(task: BuildProblem, gap: float, nodes: int) -> Solution | None:
    import highspy

    solver = _run(_model(task, whole=True), gap, nodes)
    if solver is None:
        return None
    info = solver.getInfo()
    amounts = solver.getSolution().col_value
    chosen = tuple(
        (candidate, round(amounts[place]))
        for place, candidate in enumerate(task.candidates)
        if round(amounts[place])
    )
    return Solution(
        chosen,
        worth=-info.objective_function_value,
        bound=-info.mip_dual_bound,
        proved=solver.getModelStatus() == highspy.HighsModelStatus.kOptimal,
    )


def _run(model: Any, gap: float, nodes: int) -> Any:
    """The solver after its run, None where it found no solution."""
    import highspy

    untyped: Any = highspy.Highs
    solver = untyped()
    for option, setting in (
        ("output_flag", False),
        ("threads", 1),
        ("random_seed", 0),
        ("mip_rel_gap", gap),
        ("mip_max_nodes", nodes),
        # Measured: on programs this small these cost more than they save.
        ("presolve", "off"),
        ("mip_detect_symmetry", False),
        ("mip_heuristic_run_root_reduced_cost", False),
    ):
        solver.setOptionValue(option, setting)
    solver.passModel(model)
    solver.run()
    status = solver.getInfo().primal_solution_status
    return solver if status == highspy.SolutionStatus.kSolutionStatusFeasible else None


def _model(task: BuildProblem, *, whole: bool) -> Any:
    """The program, with integer variables if `whole`, else relaxed."""
    try:
        import highspy
        import numpy
    except ImportError as missing:
        raise PbbuildError(
            "new.no-solver", package=str(missing.name), adding=install_command("highspy")
        ) from None
    columns, first_limit = len(task.candidates), len(task.kinds) + 4
    rows = first_limit + len(task.limits)
    count_row, points_row, tiles_row, posts_row = range(first_limit - 4, first_limit)
    starts, indices, values = [0], [], []
    uppers: list[float] = []
    for candidate in task.candidates:
        for kind, count in candidate.counts:
            indices.append(kind)
            values.append(float(count))
        indices += [count_row, points_row, tiles_row]
        values += [1.0, float(candidate.dp), float(candidate.size)]
        if candidate.is_post:
            indices.append(posts_row)
            values.append(1.0)
        for place, (kinds, _) in enumerate(task.limits):
            if counted := sum(count for kind, count in candidate.counts if kind in kinds):
                indices.append(first_limit + place)
                values.append(float(counted))
        starts.append(len(indices))
        uppers.append(
            float(min(len(task.kinds[kind].troops) // count for kind, count in candidate.counts))
        )
    # The last columns: points missing, units too few, units too many, posts too many.
    prices = (POINT_PRICE, UNIT_PRICE, UNIT_PRICE, UNIT_PRICE)
    for row, value in ((points_row, 1.0), (count_row, 1.0), (count_row, -1.0), (posts_row, -1.0)):
        indices.append(row)
        values.append(value)
        starts.append(len(indices))
    low, high = task.units
    infinite = highspy.kHighsInf
    least = [float(task.least.get(kind, 0)) for kind in range(len(task.kinds))]
    there = [float(len(kind.troops)) for kind in task.kinds]
    model = highspy.HighsLp()
    model.num_col_, model.num_row_ = columns + len(prices), rows
    model.col_cost_ = numpy.array([*(-worth for worth in task.worths), *prices])
    model.col_lower_ = numpy.zeros(columns + len(prices))
    model.col_upper_ = numpy.array([*uppers, *[infinite] * len(prices)])
    most = [most for _, most in task.limits]
    model.row_lower_ = numpy.array(
        [*least, low, task.points_wanted, 0, -infinite, *(0 for _ in most)], dtype=float
    )
    model.row_upper_ = numpy.array(
        [*there, high, task.size, task.tiles, task.posts, *most], dtype=float
    )
    model.a_matrix_.format_ = highspy.MatrixFormat.kColwise
    model.a_matrix_.start_ = numpy.array(starts)
    model.a_matrix_.index_ = numpy.array(indices)
    model.a_matrix_.value_ = numpy.array(values)
    if whole:
        integer, real = highspy.HighsVarType.kInteger, highspy.HighsVarType.kContinuous
        model.integrality_ = [integer] * columns + [real] * len(prices)
    return model
