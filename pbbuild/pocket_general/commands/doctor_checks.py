"""What `pbbuild doctor` checks for Pocket General: its data with the owner's corrections."""

from collections.abc import Iterator
from typing import Final

from pbbuild.errors import PbbuildError
from pbbuild.terminal.commands.doctor_checks import BAD, GOOD, DoctorFinding, GameChecks
from pbbuild.terminal.session import Session


def catalogs(session: Session) -> Iterator[DoctorFinding]:
    """Whether the data can be read with the owner's corrections."""
    from pbbuild.pocket_general.catalog.load import corrections_path, load_pocket_general

    try:
        nations = load_pocket_general(corrections_path()).nations
    except PbbuildError as error:
        yield DoctorFinding(BAD, "own-file-broken", {"path": error.source}, "fix-own-file")
    else:
        yield DoctorFinding(GOOD, "general", {"count": len(nations)})


CHECKS: Final = GameChecks(data=(catalogs,))
