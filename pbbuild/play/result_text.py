"""Results of battles as text: rates, means, failed battles, faults of records."""

import json
import math
from collections.abc import Sequence
from typing import Any

from pbbuild.play.evidence.adjusted import Adjusted
from pbbuild.play.statistics import Estimate, Pairs, battles_needed
from pbbuild.play.totals import BattleError
from pbbuild.play.verify import Fault
from pbbuild.text.translate import Translator


def percent(estimate: Estimate) -> str:
    """`54 % (48-60)`: a share with its interval."""
    low, high = 100 * estimate.low, 100 * estimate.high
    return f"{100 * estimate.value:.0f} % ({low:.0f}-{high:.0f})"


def verdict_text(
    pairs: Pairs, rate: Estimate, t: Translator, adjusted: Adjusted | None = None
) -> str:
    """One sentence on who is stronger, or that more battles are needed to know.

    `adjusted` are the pairs with the luck of the dice if `rate` is the rate without it.
    """
    if pairs.decided == 0:
        return t("playtest.verdict-nothing")
    if rate.low > 0.5:
        return t("playtest.verdict-strong" if rate.low > 0.6 else "playtest.verdict-better")
    if rate.high < 0.5:
        return t("playtest.verdict-weak" if rate.high < 0.4 else "playtest.verdict-worse")
    if rate.low > 0.45 and rate.high < 0.55:
        return t("playtest.verdict-even")
    return t("playtest.verdict-open", more=more_battles(pairs, adjusted))


def more_battles(pairs: Pairs, adjusted: Adjusted | None) -> int:
    """About how many more battles would show who is stronger, rounded up.

    `adjusted` are the pairs with the luck of the dice if the rate is that without it.
    """
    if adjusted:
        return rounded_up(battles_needed(pairs, adjusted.rate, adjusted.independent_battles))
    return rounded_up(battles_needed(pairs))


def rounded_up(count: int) -> int:
    """`count` rounded up to two significant digits, as precise as the estimate is."""
    if count < 100:
        return max(10, -(-count // 10) * 10)
    unit = 10 ** (len(str(count)) - 2)
    return int(-(-count // unit) * unit)


def number_text(value: float, t: Translator, spec: str = ".1f") -> str:
    """A decimal number with a typographic minus."""
    return t.decimal(value, spec).replace("-", "−")


def table_row(name: str, figures: str, width: int) -> str:
    """A name with its figures beside it, or below it if the terminal is too narrow."""
    row = f"  {cut_name(name):<{NAME_WIDTH}} {figures}"
    return row if not width or len(row) <= width else f"  {name}\n    {figures}"


def errors_text(errors: Sequence[BattleError], t: Translator) -> list[str]:
    """How many battles failed, and the first ten with their seeds; [] if none did."""
    if not errors:
        return []
    found = [t("playtest.errors", count=len(errors))]
    for error in errors[:10]:
        found.append(
            "  " + t("playtest.error", battle=error.battle, seed=error.seed, error=error.error)
        )
    return found


def mean_text(estimate: Estimate, t: Translator) -> str:
    """`3.1 ±0.4`: a mean with its interval; `3.1 ±?` after a single pair, which gives none."""
    width = estimate.half_width
    shown = t.decimal(width) if math.isfinite(width) else "?"
    return f"{t.decimal(estimate.value)} ±{shown}"


def fault_text(fault: Fault, t: Translator) -> str:
    """Where a record differs from the rules, as a sentence."""
    expected = fault.expected
    shown = ", ".join(expected) if fault.code == "illegal" else _shown_value(expected)
    return t(
        f"record.fault-{fault.code}",
        line=fault.line,
        key=fault.key,
        expected=shown,
        found=_shown_value(fault.found),
    )


NAME_WIDTH = 26


def cut_name(name: str, width: int = NAME_WIDTH) -> str:
    """A name cut to a column of a table."""
    return name if len(name) <= width else name[: width - 1] + "…"


def _shown_value(value: Any) -> str:
    """A value of a record as its file contains it."""
    return json.dumps(value, ensure_ascii=False)
