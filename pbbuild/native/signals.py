"""Checking for Ctrl-C in long computations of the compiled packages."""


def check_signals() -> None:
    """Raise KeyboardInterrupt if Ctrl-C was pressed.

    Compiled code never checks for signals. Python does at every call of an interpreted function,
    and this module is never compiled.
    """
