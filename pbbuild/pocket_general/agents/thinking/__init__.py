"""How the search of Pocket General thinks, on the flat state of the rules core.

Runs interpreted or compiled together with the core.
"""

from pbbuild.native.load import search_path

__path__ = search_path(__name__, __path__)
