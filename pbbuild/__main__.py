"""The `pbbuild` command, which `python -m pbbuild` is too."""

try:
    import signal
except KeyboardInterrupt:
    # Pressed in the first milliseconds: Python would print a traceback of the import.
    raise SystemExit(2) from None


def run() -> None:
    """Run the command line; until it is loaded Ctrl-C ends it without a word."""
    # The command line takes over when it is ready.
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from pbbuild.commands import main

    main()


if __name__ == "__main__":
    run()
