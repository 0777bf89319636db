"""Pocket General for the API: its rules with the owner's corrections, nations by name."""

from pbbuild.base.names import chosen
from pbbuild.pocket_general.catalog.load import corrections_path, load_pocket_general
from pbbuild.pocket_general.catalog.model import GeneralCatalog
from pbbuild.pocket_general.rules.game import PocketGeneral


def game_of_owner() -> PocketGeneral:
    """The game by the shipped catalog with the owner's corrections."""
    return PocketGeneral(load_pocket_general(corrections_path()))


def nations_named(catalog: GeneralCatalog, army: str, against: str) -> tuple[str, str]:
    """Both nations; misspelt ones are refused with those that are near."""
    known = list(catalog.nations)
    return chosen(army.lower(), known, "army"), chosen(against.lower(), known, "army")
