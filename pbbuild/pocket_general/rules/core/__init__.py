"""The rules of Pocket General on a flat state: ints and masks, no words.

What nations and variants change arrives as numbers in `Tables`. Runs interpreted or compiled.
"""

from pbbuild.native.load import search_path

__path__ = search_path(__name__, __path__)
