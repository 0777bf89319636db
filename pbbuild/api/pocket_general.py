"""Pocket General for the API: the rules with the player's corrections, nations by name."""

from pbbuild.base.names import known_name
from pbbuild.pocket_general.catalog.load import corrections_path, load_pocket_general
from pbbuild.pocket_general.catalog.model import GeneralCatalog
from pbbuild.pocket_general.rules.game import PocketGeneral


def game_of_owner() -> PocketGeneral:
    """The rules with the shipped catalog and the player's corrections."""
    return PocketGeneral(load_pocket_general(corrections_path()))


def nations_named(catalog: GeneralCatalog, army: str, against: str) -> tuple[str, str]:
    """The ids of both nations; an unknown name is refused with similar names."""
    known = list(catalog.nations)
    return known_name(army.lower(), known, "army"), known_name(against.lower(), known, "army")
