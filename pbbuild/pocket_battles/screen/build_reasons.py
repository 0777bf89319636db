"""Why the builder chose an army, in words."""

from pbbuild.pocket_battles.builder.build import BuiltArmy
from pbbuild.pocket_battles.builder.request import BuildRequest
from pbbuild.pocket_battles.catalog.model import Catalog
from pbbuild.pocket_battles.rules.army import WARNING, check
from pbbuild.pocket_battles.screen.findings import finding_sentence, tile_name
from pbbuild.text.translate import Translator


def reason_lines(
    request: BuildRequest, built: BuiltArmy, catalog: Catalog, t: Translator
) -> list[str]:
    """The choice explained, a line each; after a swap it is the player's own."""
    lines: list[str] = []
    if request.swaps:
        lines.append(t("new.why.swapped", count=len(request.swaps)))
    for reason in () if request.swaps else built.reasons:
        values = {
            name: t.decimal(value) if isinstance(value, float) else value
            for name, value in reason.values.items()
        }
        if "tokens" in values:
            values["tokens"] = t("account.tokens", count=values["tokens"])
        if "tile" in values:
            values["tile"] = tile_name(str(values["tile"]), catalog)
        if "tiles" in values and isinstance(values["tiles"], tuple):
            values["tiles"] = tuple(tile_name(code, catalog) for code in values["tiles"])
        lines.append(t(f"new.why.{reason.code}", **values))
    for finding in check(built.army_list, catalog):
        if finding.severity == WARNING:
            lines.append(f"{finding_sentence(finding, catalog, t)} ({finding.rule})")
    return lines
