"""Army lists, test battles and printed rosters for Pocket Battles."""

__version__ = "0.1.0"
