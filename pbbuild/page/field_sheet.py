"""A battlefield or board to print: pages with a picture and labels."""

from dataclasses import dataclass

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
