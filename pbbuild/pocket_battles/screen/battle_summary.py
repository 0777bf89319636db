"""The summary after a battle: what decided it, the luck of the dice, a row for each unit."""

from collections.abc import Mapping
from typing import Final

from pbbuild.pocket_battles.playtest.battle_analysis import BattleAnalysis
from pbbuild.pocket_battles.screen.told import SoloStory, luck_words
from pbbuild.text.translate import Translator

MOST_TURNING_POINTS: Final = 3


def summary_lines(
    analysis: BattleAnalysis,
    names: Mapping[str, str],
    t: Translator,
    story: SoloStory | None = None,
) -> list[str]:
    """The lines of the summary; units are called by `names`, sides by `story` if there is one."""
    lines = []
    turning = analysis.largest_attacks(MOST_TURNING_POINTS)
    if turning:
        lines.append(t("play.turning-points"))
    for attack in turning:
        values = {"unit": names[attack.unit], "target": names[attack.target]}
        text = t("play.turning-point", points=attack.points, round=attack.round, **values)
        lines.append(f"  {text}")
    lines += story.luck(analysis) if story else _luck_of_sides(analysis, t)
    if not any(unit in analysis.units for unit in names):
        return lines
    lines += ["", f"  {t('play.unit'):<30}{t('play.destroyed'):>12}{t('play.lost'):>8}"
              f"{t('play.orders'):>9}"]  # fmt: skip
    for unit, name in names.items():
        if row := analysis.units.get(unit):
            lines.append(f"  {name[:29]:<30}{row.destroyed:>12}{row.lost:>8}{row.orders:>9}")
    return lines


def _luck_of_sides(analysis: BattleAnalysis, t: Translator) -> list[str]:
    return [
        t(
            "play.luck-side",
            side=side,
            made=luck.made,
            mean=t.decimal(luck.mean),
            words=luck_words(luck, t),
        )
        for side, luck in analysis.luck.items()
        # A side that has rolled nothing was neither lucky nor unlucky.
        if luck.variance
    ]
