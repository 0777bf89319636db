"""`pbbuild compile`: the rules engine compiled for speed."""

import click

from pbbuild.native.load import EngineStatus
from pbbuild.terminal.answers import answer
from pbbuild.terminal.screen import say
from pbbuild.terminal.session import Session


@click.command("compile")
@click.option("--again", is_flag=True, help="Compile even if a matching build exists.")
@click.option("--status", "only_status", is_flag=True, help="Only show how the engines run now.")
@click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")
@click.pass_context
def compile_command(ctx: click.Context, again: bool, only_status: bool, as_json: bool) -> None:
    """Compile the rules engine for speed.

    Needs a C compiler and mypy (the extra `native`). Without them everything works, but slower;
    the results are the same. The build is stored outside the program and is used only with the
    sources it was made from. Exits with 1 when an engine stays interpreted.

    \b
        pbbuild compile
        pbbuild compile --status
        PBBUILD_ENGINE=interpreted pbbuild playtest union-80 --against confederacy-80
    """
    session: Session = ctx.obj
    if only_status:
        _print_status(ctx, session, as_json)
        return
    from pbbuild.base.installed import install_command
    from pbbuild.native.build import COMPILERS, build_all

    results = build_all(again=again)
    rows = [
        {"group": r.group, "outcome": r.outcome, "folder": r.folder, "detail": r.detail}
        for r in results
    ]

    def show() -> None:
        for result in results:
            key = f"native.built-{result.outcome}"
            say(session.t(key, group=result.group, adding=install_command(*COMPILERS)))
            if result.detail:
                click.echo(result.detail.rstrip(), err=True)

    answer(lambda: {"engines": rows}, show, as_json=as_json)
    ctx.exit(0 if all(result.usable for result in results) else 1)


def _print_status(ctx: click.Context, session: Session, as_json: bool) -> None:
    from pbbuild.native.groups import groups, sources
    from pbbuild.native.load import status

    found = [status(group) for group in groups() if any(True for _ in sources(group))]
    rows = [
        {"group": s.group, "compiled": s.compiled, "reason": s.reason, "folder": s.folder}
        for s in found
    ]

    def show() -> None:
        for one in found:
            click.echo(status_line(session, one))

    answer(lambda: {"engines": rows}, show, as_json=as_json)
    ctx.exit(0 if all(one.compiled for one in found) else 1)


def status_line(session: Session, found: EngineStatus) -> str:
    """One sentence on how an engine runs and why."""
    if found.compiled:
        return session.t("native.runs-compiled", group=found.group)
    return session.t(f"native.runs-{found.reason}", group=found.group, detail=found.detail)
