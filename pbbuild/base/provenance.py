"""How well a value of a catalog is known."""

from enum import StrEnum


class Provenance(StrEnum):
    """How well a value is known; see docs/catalogs.md."""

    PRINTED = "printed"
    DERIVED = "derived"
    REPORTED = "reported"
    RECONSTRUCTED = "reconstructed"
    OWNER = "owner"
