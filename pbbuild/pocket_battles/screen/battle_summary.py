"""The summary after a battle: what decided it, the luck of the dice, a row for each unit."""

from collections.abc import Mapping

from pbbuild.pocket_battles.playtest.battle_analysis import BattleAnalysis
from pbbuild.text.translate import Translator


def summary_lines(analysis: BattleAnalysis, names: Mapping[str, str], t: Translator) -> list[str]:
    """The lines of the summary; units are called by `names`."""
    lines = []
    if analysis.decisive_attack.points:
        lines.append(
            t(
                "play.decided",
                unit=names[analysis.decisive_attack.unit],
                target=names[analysis.decisive_attack.target],
                points=analysis.decisive_attack.points,
                round=analysis.decisive_attack.round,
            )
        )
    for side, luck in analysis.luck.items():
        # A side that has rolled nothing was neither lucky nor unlucky.
        if not luck.variance:
            continue
        lines.append(
            t(
                "play.luck",
                side=side,
                made=luck.made,
                mean=t.decimal(luck.mean),
                percentile=luck.percentile,
            )
        )
    if not any(unit in analysis.units for unit in names):
        return lines
    lines += ["", f"  {t('play.unit'):<30}{t('play.destroyed'):>12}{t('play.lost'):>8}"
              f"{t('play.orders'):>9}"]  # fmt: skip
    for unit, name in names.items():
        if row := analysis.units.get(unit):
            lines.append(f"  {name[:29]:<30}{row.destroyed:>12}{row.lost:>8}{row.orders:>9}")
    return lines
