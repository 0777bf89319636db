"""The blocks at the foot of a roster: traits, the plan, what to take from the box, share code."""

from typing import Final

from pbbuild.page import measure
from pbbuild.page.blocks import (
    BlockScale,
    FootBlock,
    PlanMark,
    plan_block,
    qr_block,
    rows_block,
)
from pbbuild.page.geometry import T2, T5
from pbbuild.page.style import Style
from pbbuild.pocket_battles.catalog.model import Catalog, Trait
from pbbuild.pocket_battles.lists.model import MIXED_ARMIES, ArmyList
from pbbuild.pocket_battles.lists.pack import Pack
from pbbuild.pocket_battles.lists.plan import PLAN_ZONES, planned
from pbbuild.pocket_battles.rules.army import tokens_of
from pbbuild.pocket_battles.rules.units import BORDER_TILES
from pbbuild.pocket_battles.screen.exports import Writer, qr_text
from pbbuild.pocket_battles.screen.findings import limit_in_words
from pbbuild.pocket_battles.sheets.troop_icons import trait_block, without_numbers
from pbbuild.pocket_battles.sheets.typeset import typeset
from pbbuild.pocket_battles.sheets.unit_card import mark_of, marks_note
from pbbuild.text.translate import Translator

QR_MODULES: Final = 77  # a QR code of about 33 mm
SMALL_QR_MODULES: Final = 69  # in small print, about 30 mm


def traits_used(army_list: ArmyList, catalog: Catalog) -> list[Trait]:
    """The traits that the tiles of the list carry, in the catalog's order."""
    used = {trait for code in army_list.troops for trait in catalog.troops[code].traits}
    return [trait for trait_id, trait in catalog.traits.items() if trait_id in used]


def info_blocks(
    army_list: ArmyList,
    catalog: Catalog,
    column: float,
    style: Style,
    t: Translator,
    share_code: str,
    full: bool,
    scale: BlockScale,
) -> list[FootBlock]:
    """Traits, the plan, what to take from the box, the rules of a pack, the share code."""
    used = without_numbers(traits_used(army_list, catalog))
    blocks = [
        trait_block(trait, column, style, full, t("roster.traits") if place == 0 else "", scale)
        for place, trait in enumerate(used)
    ]
    note = typeset(army_list, style).note
    hint = t("roster.plan-hint")
    beside = column - measure.width(t("roster.plan"), T2.font, T2.size) - 2.0
    if measure.width(hint, T5.font, T5.size) > beside:
        hint = ""
    blocks.append(plan_block(t("roster.plan"), hint, note, column, _plan(army_list), scale))
    blocks.append(rows_block(t("roster.pull"), _pull_rows(army_list, catalog, t), column, scale))
    if army_list.pack:
        rows = _pack_rows(army_list.pack, catalog, t)
        blocks.append(rows_block(t("pack.roster"), rows, column, scale))
    if share_code:
        size = 20.0 if scale.is_small or style.ink == "saver" else 25.0
        modules = SMALL_QR_MODULES if scale.is_small else QR_MODULES
        text = qr_text(Writer(army_list, catalog, t), modules) or share_code
        blocks.append(qr_block(t("roster.share"), share_code, text, column, size, t, scale))
    return blocks


_Row = list[tuple[str, str]]


def _pack_rows(pack: Pack, catalog: Catalog, t: Translator) -> list[_Row]:
    """The name of a tournament pack, its house rules, then its limits."""
    rows: list[_Row] = [[("text", pack.name)]]
    rows += [
        [
            ("value", "•"),
            ("text", t("check.mixed-armies") if rule.id == MIXED_ARMIES else rule.text or rule.id),
        ]
        for rule in pack.waivers
    ]
    rows += [
        [
            ("value", f"≤\u00a0{limit.most}" if limit.most else t("pack.none")),
            ("text", limit_in_words(f"{limit.subject} {limit.name}", catalog, t)),
        ]
        for limit in pack.limits
    ]
    return rows


def _plan(army_list: ArmyList) -> tuple[tuple[PlanMark, ...], ...]:
    """The units of each zone of the plan, front row first."""
    zones = planned(army_list.units)
    return tuple(
        tuple(PlanMark(one.number, str(one.order or "")) for one in zones.get(zone, ()))
        for zone in PLAN_ZONES
    )


def _pull_rows(army_list: ArmyList, catalog: Catalog, t: Translator) -> list[_Row]:
    """What each thing from the box is for: tiles army by army, tokens, tiles for the borders."""
    by_prefix: dict[str, list[str]] = {}
    for code in sorted(army_list.troops):
        by_prefix.setdefault(code[:3], []).append(code[3:] or code)
    tiles = [f"{prefix}\u00a0{' '.join(codes)}" for prefix, codes in by_prefix.items()]
    rows: list[_Row] = [
        [("label", t("roster.pull-tiles")), ("value", " ".join(tiles))],
        [
            ("label", t("roster.pull-tokens")),
            ("value", str(tokens_of(army_list, catalog))),
        ],
    ]
    army = catalog.armies.get(army_list.army)
    taken = set(army_list.troops)
    spare = [troop.code for troop in army.troops if troop.code not in taken] if army else []
    if spare:
        shown = [code if len(by_prefix) > 1 else code[3:] for code in spare[-BORDER_TILES:]]
        rows.append(
            [
                ("label", t("roster.pull-borders")),
                ("value", " ".join(shown)),
                ("text", t("roster.pull-any")),
            ]
        )
    return rows


def legend_of(army_list: ArmyList, catalog: Catalog, t: Translator, *, points: bool) -> str:
    """What signs and marks mean; `points` for text that marks the points of tiles too."""
    troops = [catalog.troops[code] for code in army_list.troops]
    is_marked = any(mark_of(troop) or (points and mark_of(troop, ("dp",))) for troop in troops)
    return " · ".join([t("roster.legend"), *([marks_note(t)] if is_marked else [])])
