"""Army lists, test battles and printed rosters for Pocket Battles."""

from pbbuild import games as games  # fills the table of games
from pbbuild.base import version

__version__ = version.VERSION
