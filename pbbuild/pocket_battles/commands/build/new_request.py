"""`pbbuild new`: the line that builds the same army again, and where an army is written."""

from pathlib import Path

from pbbuild.pocket_battles.builder.request import BuildRequest
from pbbuild.pocket_battles.commands.session import BattlesSession
from pbbuild.pocket_battles.lists.list_file import list_text
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.terminal.output import write_secret
from pbbuild.terminal.screen import command_line, say


def command_for(request: BuildRequest, output: Path | None, pack: Path | None = None) -> str:
    """The one line that gives the same list."""
    words = ["pbbuild", "new", "--auto", "--points", str(request.points), "--army"]
    words += [str(request.army), "--style", str(request.style), "--seed", str(request.seed)]
    for option, codes in (("--include", request.include), ("--exclude", request.exclude)):
        for code in codes:
            words += [option, code]
    if request.own:
        words += ["--own", str(request.own)]
    if pack:
        words += ["--pack", str(pack)]
    for unit in request.units:
        words += ["--unit", unit]
    for swap in request.swaps:
        words += ["--swap", swap]
    if request.name:
        words += ["--name", request.name]
    words += ["-o", str(output)] if output else ["--save"]
    return command_line(words)


def store(
    session: BattlesSession, army_list: ArmyList, output: Path | None, *, force: bool, keep: bool
) -> None:
    """Write the list to `output`, among the player's lists with `keep`, and say where it is."""
    t = session.t
    if output:
        write_secret(output, list_text(army_list), force=force)
        say(t("new.written", path=output), err=True)
    if keep:
        from pbbuild.pocket_battles.lists.saved_lists import save_new

        path = save_new(army_list)
        say(t("new.saved", name=path.stem), err=True)
    if not output and not keep:
        say(t("new.not-saved"), err=True)
