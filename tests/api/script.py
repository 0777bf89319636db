"""Every call that FORMATS promises, as a script in a folder of its own."""

from typing import Final

SCRIPT: Final = """
import pbbuild

catalog = pbbuild.load_catalog()
assert catalog.troops["UNI12"].army == "union"
army = pbbuild.build(points=80, army="union", style="balanced", seed=1)
small = pbbuild.build(points=50, army="union", include=["UNI12"], exclude=["UNI10"])
assert "UNI12" in small.troops and "UNI10" not in small.troops
army = pbbuild.load_list("union-80")
report = pbbuild.check(army)
assert report.legal and report.points == 80 and report.size == 80
for finding in report.findings:
    finding.rule, finding.severity, finding.units, finding.troops, finding.message, finding.fixes
army2 = pbbuild.fix(army)
assert army2 == army
battle = pbbuild.battle("union-80", "confederacy-80", seed=1, agent="greedy", enemy_agent="greedy")
assert battle.winner in ("A", "B", None) and battle.rounds > 0
assert battle.record[0]["format"] == "pbbuild-record/1" and battle.record[-1]["type"] == "end"
result = pbbuild.playtest(army, against="field", games=4, seed=1, agent="random")
assert 0 <= result.win_rate.low <= result.win_rate.value <= result.win_rate.high <= 1
assert result.to_json()["format"] == "pbbuild-playtest/1"
odds = pbbuild.odds("union-80:8", against="confederacy-80:4", attack="charge")
assert abs(sum(odds.hits.values()) - 1) < 1e-9 and odds.mean > 0 and 0 <= odds.destroys <= 1
pbbuild.save_list(army, "iron-wall")
assert pbbuild.load_list("iron-wall").units == army.units
assert pbbuild.load_list(pbbuild.share_code(army)).units == army.units
try:
    pbbuild.load_list("unoin-80")
except pbbuild.PbbuildError as error:
    assert error.code and error.problems == () and "union-80" in str(error)
"""
# Typesetting takes seconds; the quick test leaves it out.
PRINTS: Final = """
assert pbbuild.print_pdf(army, what="roster", paper="a4", lang="en").startswith(b"%PDF-")
"""
