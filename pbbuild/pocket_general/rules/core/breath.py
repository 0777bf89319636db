"""A moment in which Ctrl-C is heard, for loops that think long."""

from collections.abc import Callable
from typing import Final

# Compiled code never looks for signals; a function that Python itself must run does. The
# compiler cannot see into this one, so that it stays one.
breathe: Final[Callable[[], None]] = eval("lambda: None")
