"""A battlefield or board on paper: pages with a picture and labels on it."""

from dataclasses import dataclass

from pbbuild.page.pictures import Picture


@dataclass(frozen=True, slots=True)
class FieldLabel:
    """Words on the field, in real millimetres; turned for the player on the other side."""

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
