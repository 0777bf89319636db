"""The rules of Pocket Battles on a flat state: ints, masks and packed dice, no words.

What traits and editions do arrives as numbers in a `Roster`. Runs interpreted or compiled.
"""

from pbbuild.native.load import search_path

__path__ = search_path(__name__, __path__)
