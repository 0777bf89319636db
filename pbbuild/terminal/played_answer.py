"""The output of every game's `battle`: the record, and the result as text or JSON."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pbbuild.terminal.answers import answer
from pbbuild.terminal.screen import say

if TYPE_CHECKING:
    from pbbuild.play.record import Recorder


def answer_played(
    recorder: "Recorder",
    summary: Callable[[], Mapping[str, Any]],
    show: Callable[[], None],
    *,
    record: Path | None,
    confirmation: str,
    force: bool,
    as_json: bool,
) -> None:
    """Write the record to a file if one is named, then print the summary as JSON or call `show`.

    With `show` the `confirmation` that the record is written goes to stderr.
    """
    if record:
        recorder.write(record, force=force)

    def show_all() -> None:
        show()
        if record:
            say(confirmation, err=True)

    answer(
        lambda: {**summary(), "record": str(record) if record else None},
        show_all,
        as_json=as_json,
        ascii_only=True,
    )
