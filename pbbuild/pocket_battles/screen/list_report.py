"""What a check says of a list, in words: findings with their sentences and fixes."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pbbuild.base.budget import Budget
from pbbuild.errors import Value
from pbbuild.pocket_battles.catalog.model import Catalog
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.rules.army import Finding, check, check_pair, points_of
from pbbuild.pocket_battles.screen.findings import finding_sentence, fix_sentence
from pbbuild.text.translate import Translator


@dataclass(frozen=True, slots=True)
class FixAdvice:
    """A way to fix a finding: `edit` as `pbbuild edit` takes it, and what it does."""

    edit: str
    message: str

    def document(self) -> dict[str, str]:
        """The fix for a program."""
        return {"edit": self.edit, "message": self.message}


@dataclass(frozen=True, slots=True)
class ReportedFinding:
    """One thing to say about a list: the clause, how serious, where, and how to fix it.

    `severity` is "error", "warning" or "note"; `units` count from 1.
    """

    rule: str
    severity: str
    code: str
    units: tuple[int, ...]
    troops: tuple[str, ...]
    amount: Value | None
    message: str
    fixes: tuple[FixAdvice, ...]

    @property
    def is_error(self) -> bool:
        """Whether the list is illegal for it."""
        return self.severity == "error"

    def document(self) -> dict[str, Any]:
        """The finding for a program."""
        return {
            "rule": self.rule,
            "severity": self.severity,
            "code": self.code,
            "units": list(self.units),
            "troops": list(self.troops),
            "amount": self.amount,
            "message": self.message,
            "fixes": [fix.document() for fix in self.fixes],
        }


@dataclass(frozen=True, slots=True)
class Report:
    """Everything a check says about a list; `size` is that of the battle it is for."""

    name: str
    legal: bool
    points: int
    size: int
    army: str
    edition: str
    findings: tuple[ReportedFinding, ...]
    against: str | None = None
    # Whether the search for fixes ended early: there may be more and smaller ones.
    stopped_early: bool = False

    def document(self) -> dict[str, Any]:
        """The report as `pbbuild check --json` prints it."""
        both = {"against": self.against} if self.against is not None else {}
        return {
            "list": self.name,
            "legal": self.legal,
            "points": self.points,
            "size": self.size,
            "army": self.army,
            "edition": self.edition,
            **both,
            "findings": [finding.document() for finding in self.findings],
            "stopped_early": self.stopped_early,
        }


def report_on(
    army_list: ArmyList,
    catalog: Catalog,
    t: Translator,
    against: ArmyList | None = None,
    watch: Callable[[int, int], None] | None = None,
) -> Report:
    """What a check says of a list; with `against` also of the boxes that both share.

    All searches for fixes share one budget; `watch` gets how much of it is spent.
    """
    found = check(army_list, catalog)
    if against:
        found += check_pair(army_list, against, catalog)
    budget, reported = _with_fixes(found, army_list, catalog, t, watch)
    return Report(
        name=army_list.name,
        legal=not any(finding.is_error for finding in found),
        points=points_of(army_list, catalog),
        size=army_list.points,
        army=army_list.army,
        edition=army_list.edition,
        findings=tuple(reported),
        against=against.name if against else None,
        stopped_early=budget.stopped,
    )


def _with_fixes(
    found: tuple[Finding, ...],
    army_list: ArmyList,
    catalog: Catalog,
    t: Translator,
    watch: Callable[[int, int], None] | None,
) -> tuple[Budget, list[ReportedFinding]]:
    if not found:
        return Budget(1), []
    # Most lists have nothing to fix, and the search for fixes takes long to import.
    from pbbuild.pocket_battles.rules.fixes import MOST_STEPS

    budget = Budget(MOST_STEPS, watch)
    reported = []
    for place, finding in enumerate(found):
        part = budget.share(len(found) - place)
        reported.append(_reported(finding, army_list, catalog, t, part))
        budget.settle(part)
    return budget, reported


def _reported(
    finding: Finding, army_list: ArmyList, catalog: Catalog, t: Translator, budget: Budget
) -> ReportedFinding:
    from pbbuild.pocket_battles.rules.fixes import fixes_for

    return ReportedFinding(
        rule=finding.rule,
        severity=finding.severity,
        code=finding.code,
        units=finding.units,
        troops=finding.troops,
        amount=finding.values.get("amount"),
        message=finding_sentence(finding, catalog, t),
        fixes=tuple(
            FixAdvice("; ".join(fix.edits), fix_sentence(fix, catalog, t))
            for fix in fixes_for(army_list, catalog, finding, budget)
        ),
    )
