"""The judge: flat typed rules that run interpreted or compiled. Nothing here knows a name."""

from pbbuild.native.load import search_path

__path__ = search_path(__name__, __path__)
