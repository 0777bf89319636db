"""`python -m pbbuild`, the same as the `pbbuild` command."""

from pbbuild.cli.main import main

main()
