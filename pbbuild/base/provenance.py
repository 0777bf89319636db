"""How well a value of a catalog is known."""

from enum import StrEnum
from typing import Final


class Provenance(StrEnum):
    """How well a value is known; see docs/catalogs.md."""

    PRINTED = "printed"
    DERIVED = "derived"
    REPORTED = "reported"
    RECONSTRUCTED = "reconstructed"
    OWNER = "owner"


# What a printed page marks: nothing on it may pass for the publisher's if it is ours.
RECONSTRUCTED_MARK: Final = "*"
RULING_MARK: Final = "†"
# The terminal has a mark for each.
MARKS: Final = {
    Provenance.PRINTED: "!",
    Provenance.DERIVED: "=",
    Provenance.REPORTED: '"',
    Provenance.RECONSTRUCTED: RECONSTRUCTED_MARK,
    Provenance.OWNER: "@",
}


def paper_mark(*known: Provenance) -> str:
    """The mark on paper of something with values known like this: `*` if one is reconstructed."""
    return RECONSTRUCTED_MARK if Provenance.RECONSTRUCTED in known else ""
