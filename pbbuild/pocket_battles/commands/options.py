"""Arguments and options that commands of Pocket Battles share: lists, armies, tiles."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem

from pbbuild.base.names import known_name
from pbbuild.errors import PbbuildError, UsageError
from pbbuild.pocket_battles.catalog.names import army_named, tile_named
from pbbuild.pocket_battles.commands.session import BattlesSession, battles_session
from pbbuild.pocket_battles.lists.find import (
    FoundList,
    find_list,
    ready_lists,
    require_known,
    require_known_tiles,
    saved_lists,
)
from pbbuild.pocket_battles.playtest.battle_budget import GAMES, LEAST_GAMES
from pbbuild.terminal.options import PATH, Decorated
from pbbuild.terminal.screen import say_commands, shell_quoted

if TYPE_CHECKING:
    from pbbuild.pocket_battles.catalog.model import Catalog

    ParamType = click.ParamType[Any]
else:
    # Older Click versions cannot be subscripted at run time.
    ParamType = click.ParamType


class ListType(ParamType):
    """A LIST: path, saved name, ready list, share code, or `-` for standard input.

    With `tiles` an unknown tile is an error, because pages and battles need its values;
    a check does without and reports unknown tiles among its findings.
    """

    name = "LIST"

    def __init__(self, *, tiles: bool = True) -> None:
        self.tiles = tiles

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> FoundList:
        if isinstance(value, FoundList):
            return value
        found = find_list(value)
        catalog = battles_session(ctx).catalog
        source = str(found.path or value)
        require_known(found.army_list, catalog, source)
        if self.tiles:
            require_known_tiles(found.army_list, catalog, source)
        return found

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        if "/" in incomplete or incomplete.startswith((".", "~")):
            return [CompletionItem(incomplete, type="file")]
        names = [*_or_nothing(saved_lists), *ready_lists()]
        items = [CompletionItem(name) for name in names if name.startswith(incomplete)]
        return items or [CompletionItem(incomplete, type="file")]


class EnemyType(ListType):
    """A LIST, or the id of an army, which stays a string and stands for its ready lists."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if army := army_named(str(value), battles_session(ctx).catalog):
            return army
        return super().convert(value, param, ctx)


class CompletedList(ParamType):
    """The name or path of a list, completed but not read: the file may be broken."""

    name = "LIST"

    def __init__(self, *, removed: bool = False) -> None:
        self.removed = removed

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        return str(value)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        names = _or_nothing(saved_lists)
        if self.removed:
            from pbbuild.pocket_battles.lists.saved_lists import removed_files

            names = [*names, *sorted(path.stem for path in _or_nothing(removed_files))]
        items = [CompletionItem(name) for name in names if name.startswith(incomplete)]
        return items or [CompletionItem(incomplete, type="file")]


class ArmyType(ParamType):
    """An army's id or name, any case, with suggestions for a misspelt one."""

    name = "ARMY"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        catalog = battles_session(ctx).catalog
        named = army_named(str(value), catalog)
        return named or known_name(str(value).lower(), list(catalog.armies), "army")

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        armies = _or_nothing(lambda: battles_session(ctx).quiet_catalog.armies)
        return [CompletionItem(army) for army in armies if army.startswith(incomplete.lower())]


class TileType(ParamType):
    """A tile's code or name, any case, with suggestions for a misspelt one."""

    name = "CODE"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        return tile_named(str(value), list(battles_session(ctx).catalog.troops.values()))

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        army = ctx.params.get("army")
        troops = _or_nothing(lambda: battles_session(ctx).quiet_catalog.troops.values())
        return [
            CompletionItem(troop.code, help=troop.name)
            for troop in troops
            if troop.code.startswith(incomplete.upper()) and army in (None, troop.army)
        ]


def army_or_tile_completion(
    ctx: click.Context, param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Armies and tile codes that start with `incomplete`, for `shell_complete`."""
    catalog = battles_session(ctx).quiet_catalog
    armies = [army for army in catalog.armies if army.startswith(incomplete.lower())]
    tiles = [
        CompletionItem(troop.code, help=troop.name)
        for troop in catalog.troops.values()
        if incomplete and troop.code.startswith(incomplete.upper())
    ]
    return [*map(CompletionItem, armies), *tiles]


def no_army_or_tile(name: str, catalog: "Catalog") -> UsageError:
    """The error that no army or tile has this name, with similar names."""
    import difflib  # slow to load, and rarely needed

    similar = difflib.get_close_matches(name.lower(), list(catalog.armies), 2, 0.5)
    similar += difflib.get_close_matches(name.upper(), list(catalog.troops), 3, 0.6)
    return UsageError("catalog.no-such", wish=name, near=tuple(similar) or tuple(catalog.armies))


def list_argument(function: Decorated) -> Decorated:
    """The argument LIST, passed on as `found: FoundList`; all its tiles are known."""
    return click.argument("found", metavar="LIST", type=ListType())(function)


def list_arguments(
    *, tiles: bool = True, required: bool = True
) -> Callable[[Decorated], Decorated]:
    """The arguments LIST..., passed on as `found: tuple[FoundList, ...]`."""

    def decorate(function: Decorated) -> Decorated:
        argument = click.argument(
            "found",
            metavar="LIST..." if required else "[LIST]...",
            type=ListType(tiles=tiles),
            nargs=-1,
            required=required,
        )
        return argument(function)

    return decorate


def _or_nothing(names: Callable[[], Iterable[Any]]) -> list[Any]:
    # Completion must never print an error into the player's prompt.
    try:
        return list(names())
    except PbbuildError:
        return []


pack_option = click.option(
    "--pack", type=PATH, metavar="FILE", help="Tournament pack: its sizes, armies and limits count."
)


def budget_option(command: Decorated) -> Decorated:
    """`--games` of a search: the battles after which it stops."""
    return click.option(
        "--games",
        type=click.IntRange(LEAST_GAMES, 400_000),
        default=GAMES,
        show_default=True,
        metavar="N",
        help="At most about this many battles.",
    )(command)


def say_edit(session: BattlesSession, found: FoundList, script: str, *, err: bool = False) -> None:
    """Print the commands that make a change, a quoted script of `edit`, to a list or its copy."""
    from pbbuild.pocket_battles.lists.saved_lists import free_name

    t = session.t
    if found.origin in ("saved", "file"):
        edit = f"pbbuild edit {shell_quoted(found.typed)} {script}"
        say_commands(t("contest.paste"), edit, err=err)
    elif found.typed:
        # A share code has no name of its own.
        own = found.typed if found.origin == "ready" else found.army_list.name
        name = shell_quoted(free_name(own))
        copy = f"pbbuild copy {shell_quoted(found.typed)} {name}"
        say_commands(t("contest.paste-copy"), copy, f"pbbuild edit {name} {script}", err=err)
    else:
        # What came from standard input has to be saved first.
        say_commands(t("contest.paste-save"), f"pbbuild edit NAME {script}", err=err)
