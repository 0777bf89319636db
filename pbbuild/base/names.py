"""Names that people type: the one that is meant, or an error that names the near ones."""

from collections.abc import Sequence

from pbbuild.errors import UsageError


def known_name(value: str, known: Sequence[str], what: str) -> str:
    """`value` where it is one of `known`; else an error that names the near ones."""
    if value in known:
        return value
    import difflib  # slow to load, and rarely needed

    near = tuple(difflib.get_close_matches(value, known, 3, 0.5))
    if not near and what == "tile":
        # There are too many to name them all.
        raise UsageError("unknown-tile-nor-near", wish=value)
    raise UsageError(f"unknown-{what}", wish=value, near=near or tuple(known))
