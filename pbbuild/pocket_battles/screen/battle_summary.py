"""The summary after a battle: what decided it, each unit's account, the luck of the dice."""

from collections.abc import Mapping

from pbbuild.pocket_battles.playtest.battle_analysis import Aftermath
from pbbuild.text.translate import Translator


def summary_lines(found: Aftermath, names: Mapping[str, str], t: Translator) -> list[str]:
    """The summary, line by line."""
    lines = []
    if found.blow.points:
        lines.append(
            t(
                "play.decided",
                unit=names[found.blow.unit],
                target=names[found.blow.target],
                points=found.blow.points,
                round=found.blow.round,
            )
        )
    for side, luck in found.luck.items():
        # Who has rolled nothing had no luck of either kind.
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
    if not any(unit in found.units for unit in names):
        return lines
    lines += ["", f"  {t('play.unit'):<30}{t('play.destroyed'):>12}{t('play.lost'):>8}"
              f"{t('play.orders'):>9}"]  # fmt: skip
    for unit, name in names.items():
        account = found.units.get(unit)
        if account:
            lines.append(
                f"  {name[:29]:<30}{account.destroyed:>12}{account.lost:>8}{account.orders:>9}"
            )
    return lines
