"""`pbbuild battles`: the archive of every battle, of any game."""

import json
import sys
from collections.abc import Sequence
from datetime import date
from pathlib import Path

import click

from pbbuild.base.rooms import part_of, room_of, rooms
from pbbuild.errors import UsageError
from pbbuild.play.archive import (
    KeptBattle,
    battles_folder,
    find_battle,
    kept_battles,
    remove_battle,
    unreadable_battles,
)
from pbbuild.terminal.keyboard import confirmed
from pbbuild.terminal.options import PATH, json_option
from pbbuild.terminal.screen import say
from pbbuild.terminal.session import Session
from pbbuild.text.translate import LANGUAGES, sentences_of

RESULTS = ("won", "lost", "undecided", "unfinished")


@click.command("battles")
@click.argument("wanted", metavar="[ID]...", nargs=-1)
@click.option("--with", "text", metavar="TEXT", help="Only battles of this army, list or agent.")
@click.option(
    "--result",
    metavar=f"[{'|'.join(RESULTS)}]",
    shell_complete=lambda ctx, param, typed: [each for each in RESULTS if each.startswith(typed)],
    help="Only battles with this result.",
)
@click.option("--since", metavar="DATE", help="Only battles since this day, such as 2026-11-01.")
@click.option("--last", type=click.IntRange(1), metavar="N", help="Only the newest N.")
@click.option("--replay", is_flag=True, help="Replay the battle.")
@click.option("-o", "--output", type=PATH, metavar="FILE", help="Export the battle's record.")
@click.option("--force", is_flag=True, help="Replace FILE if it exists.")
@click.option("--remove", is_flag=True, help="Remove the battles for good.")
@click.option("--yes", is_flag=True, help="Remove without asking.")
@json_option
@click.pass_context
def battles_command(
    ctx: click.Context,
    wanted: tuple[str, ...],
    text: str | None,
    result: str | None,
    since: str | None,
    last: int | None,
    replay: bool,
    output: Path | None,
    force: bool,
    remove: bool,
    yes: bool,
    as_json: bool,
) -> None:
    """List, replay, export or remove the battles you played.

    Finished battles are saved with their records, logged ones with their results; unfinished ones
    are listed too. ID is an id, its number in the list, or last.

    \b
        pbbuild battles --with union --result won
        pbbuild battles last --replay
        pbbuild battles 3 -o battle.jsonl
        pbbuild battles 20261117-193005 --remove
    """
    session: Session = ctx.obj
    if since and not _is_day(since):
        raise UsageError("battles.not-a-day", text=since[:40])
    result = _result_named(session, result) if result else None
    known = kept_battles()
    if wanted:
        found = list(
            {
                battle.id: battle
                for battle in (find_battle(w, known, recorded=replay) for w in wanted)
            }.values()
        )
    else:
        found = _filtered(known, text, result, since)[: last or None]
    if remove:
        _remove(session, known, found if wanted else [], yes=yes)
    elif replay:
        battle = _single(found, wanted, "--replay")
        _replay(ctx, battle)
    elif output:
        _export(session, _single(found, wanted, "-o FILE"), output, force=force)
    elif as_json:
        click.echo(json.dumps([battle.to_json() for battle in found], ensure_ascii=False, indent=2))
    elif wanted:
        for battle in found:
            _show(session, battle, known.index(battle) + 1)
    else:
        _list(session, known, found)


def _result_named(session: Session, text: str) -> str:
    """The result that a word of either language names, as the archive calls it."""
    for result in RESULTS:
        for language in LANGUAGES:
            words = sentences_of(language)[f"battles.result-{result}"].split(", ")
            if text.strip().casefold() in words:
                return result
    known = tuple(session.t(f"battles.result-{each}").split(", ")[0] for each in RESULTS)
    raise UsageError("battles.unknown-result", text=text[:40], known=known)


def _is_day(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def _filtered(
    battles: Sequence[KeptBattle], text: str | None, result: str | None, since: str | None
) -> list[KeptBattle]:
    word = (text or "").casefold()
    # An army may be named in any language, whatever the battle was saved in.
    armies = {part_of(room.id, "army-named")(word) for room in rooms()} if word else set()
    return [
        battle
        for battle in battles
        if (
            not word
            or word in " ".join((*battle.lists, *battle.armies, *battle.agents)).casefold()
            or armies.intersection(battle.armies)
        )
        and (not result or battle.your_result == result or battle.result == result)
        and (not since or battle.date >= since)
    ]


def _single(found: Sequence[KeptBattle], wanted: Sequence[str], option: str) -> KeptBattle:
    if len(wanted) != 1:
        raise UsageError("battles.one-at-a-time", option=option)
    return found[0]


def _list(session: Session, known: Sequence[KeptBattle], found: Sequence[KeptBattle]) -> None:
    t = session.t
    if not known:
        say(t("battles.none"))
        return
    if not found:
        say(t("battles.no-match"))
    width = max((len(_result(session, battle)) for battle in found), default=0)
    for battle in found:
        say(_row(session, battle, known.index(battle) + 1, width), indent=width + 23)
    if damaged := unreadable_battles():
        say(t("battles.unreadable", count=len(damaged), folder=str(battles_folder())), err=True)
    if found:
        say("")
        say(t("battles.how"))


def _row(session: Session, battle: KeptBattle, number: int, width: int = 0) -> str:
    lists = f"{battle.lists[0]} - {battle.lists[1]}"
    return session.t(
        "battles.row",
        number=f"{number:>3}",
        id=battle.id,
        lists=lists,
        result=_result(session, battle).ljust(width),
    )


def _result(session: Session, battle: KeptBattle) -> str:
    t = session.t
    if not battle.is_finished:
        return t("battles.unfinished")
    own, other = battle.points if battle.you != "B" else battle.points[::-1]
    # A logged battle may have no points.
    points = f"{own}:{other}" if own or other else ""
    if battle.your_result in ("won", "lost"):
        words = t(f"battles.you-{battle.your_result}", points=points).rstrip()
    elif battle.result in ("A", "B"):
        words = t("battles.side-won", side=battle.result, points=points).rstrip()
    else:
        words = t("battles.undecided", points=points).rstrip()
    return f"{words}, {t('battles.rounds', count=battle.rounds)}" if battle.rounds else words


def _show(session: Session, battle: KeptBattle, number: int) -> None:
    t = session.t
    say(_row(session, battle, number))
    say(t("battles.agents", a=battle.agents[0], b=battle.agents[1]))
    if battle.note:
        say(t("battles.note", note=battle.note))
    if battle.save:
        command = f"{room_of(battle.game).resume_command} {battle.save}"
        say(t("battles.continue", command=command))
    if battle.record:
        say(t("battles.files", path=str(battle.record)))


def _remove(
    session: Session, known: Sequence[KeptBattle], found: Sequence[KeptBattle], *, yes: bool
) -> None:
    t = session.t
    if not found:
        raise UsageError("battles.one-at-a-time", option="--remove")
    if not yes:
        if not sys.stdin.isatty():
            raise UsageError("battles.ask-yes")
        for battle in found:
            say(_row(session, battle, known.index(battle) + 1))
        if not confirmed(t("battles.sure-remove", count=len(found))):
            return
    for battle in found:
        remove_battle(battle)
    say(t("battles.removed", count=len(found)))


def _replay(ctx: click.Context, battle: KeptBattle) -> None:
    if battle.record is None:
        raise UsageError("battles.no-record", wanted=battle.id)
    group = ctx.find_root().command
    assert isinstance(group, click.Group)
    command = group.get_command(ctx, "replay")
    assert command is not None
    ctx.invoke(command, file=battle.record, verify=False, field="round", target=None, as_json=False)


def _export(session: Session, battle: KeptBattle, output: Path, *, force: bool) -> None:
    from pbbuild.base.files import read_bytes
    from pbbuild.play.record import LARGEST_RECORD
    from pbbuild.terminal.output import write_secret

    if battle.record is None:
        raise UsageError("battles.no-record", wanted=battle.id)
    write_secret(output, read_bytes(battle.record, LARGEST_RECORD), force=force)
    say(session.t("battles.exported", path=str(output)), err=True)
