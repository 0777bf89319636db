"""The version of this pbbuild."""

from typing import Final

VERSION: Final = "0.1.0"
