"""`pbbuild web`: everything in the browser, on this machine only."""

import contextlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbbuild.errors import UsageError
from pbbuild.terminal.options import json_option
from pbbuild.terminal.screen import say
from pbbuild.terminal.session import Session

if TYPE_CHECKING:
    from pbbuild.web.server import PageServer


@click.command("web")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=0,
    metavar="N",
    help="The port (any free one).",
)
@click.option("--no-open", is_flag=True, help="Don't open the browser.")
@json_option
@click.pass_context
def web_command(ctx: click.Context, port: int, no_open: bool, as_json: bool) -> None:
    """Build, play and test in your browser.

    Serves a page on this machine only and opens it. Lists and battles are the same files that
    the other commands use. Ctrl-C ends it; nothing is lost. The printed address contains a key:
    whoever has it can use the page, so don't share it.

    \b
        pbbuild web
        pbbuild web --port 8080 --no-open
    """
    session: Session = ctx.obj
    try:
        from pbbuild.web.server import PageServer
    except ModuleNotFoundError as error:
        from pbbuild.base.installed import install_command

        adding = install_command("starlette", "uvicorn")
        raise UsageError("web.not-installed", package=error.name or "", adding=adding) from None
    server = PageServer(port, session.language)

    def announce() -> None:
        if as_json:
            print(json.dumps({"url": server.url, "port": server.port}), flush=True)
        else:
            say(session.t("web.ready", url=server.url))
            sys.stdout.flush()
        if opening:
            _open_browser(opening)

    with contextlib.nullcontext() if no_open else _opening_file(server) as opening:
        server.run(announce)
    if not as_json:
        say(session.t("web.ended"), err=True)


@contextlib.contextmanager
def _opening_file(server: "PageServer") -> Iterator[str]:
    """The address of a private file that leads to the page, or of the page if there is no space.

    Other users can read the command line of the browser, which would contain the key.
    """
    import os
    import tempfile

    path = None
    try:
        handle, name = tempfile.mkstemp(prefix="pbbuild-", suffix=".html")
        path = Path(name)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(f'<!doctype html><meta http-equiv="refresh" content="0;url={server.url}">')
        address = path.as_uri()
    except OSError:
        address = server.url
    try:
        yield address
    finally:
        if path is not None:
            path.unlink(missing_ok=True)


def _open_browser(address: str) -> None:
    import threading
    import webbrowser

    # Some browsers keep the command waiting until they end.
    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
