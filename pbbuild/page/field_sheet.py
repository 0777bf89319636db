"""A battlefield or board to print: pages with a picture and labels."""

from dataclasses import dataclass

from pbbuild.page.geometry import EDGE
from pbbuild.page.pictures import Picture


@dataclass(frozen=True, slots=True)
class FieldLabel:
    """Text on the field, in real millimetres; `turned` is for the player opposite."""

    text: str
    x: float
    y: float
    width: float
    kind: str
    turned: bool


def heading_label(title: str, width: float, margin: float) -> FieldLabel:
    """The title of a sheet, in its upper margin."""
    return FieldLabel(title, margin, EDGE + 0.2, width - 2 * margin, "heading", False)


@dataclass(frozen=True, slots=True)
class FieldPage:
    """One sheet of the field."""

    title: str
    wide: bool
    picture: Picture
    labels: tuple[FieldLabel, ...]


@dataclass(frozen=True, slots=True)
class FieldSheet:
    """The sheets of a field."""

    title: str
    pages: tuple[FieldPage, ...]
