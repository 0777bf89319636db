"""`pbbuild completion`: completion of commands, armies, tile codes and lists for a shell."""

import click

from pbbuild.terminal.screen import say
from pbbuild.terminal.session import Session

SHELLS = ("bash", "zsh", "fish")
WHERE = {
    "bash": 'eval "$(pbbuild completion bash)"   # in ~/.bashrc',
    "zsh": 'eval "$(pbbuild completion zsh)"   # in ~/.zshrc',
    "fish": "pbbuild completion fish > ~/.config/fish/completions/pbbuild.fish",
}


@click.command("completion")
@click.argument("shell", type=click.Choice(SHELLS))
@click.pass_obj
def completion_command(session: Session, shell: str) -> None:
    """Print the completion script for your shell.

    \b
        eval "$(pbbuild completion bash)"                       # in ~/.bashrc
        eval "$(pbbuild completion zsh)"                        # in ~/.zshrc
        pbbuild completion fish > ~/.config/fish/completions/pbbuild.fish
    """
    from click.shell_completion import get_completion_class

    from pbbuild.terminal.app import cli

    found = get_completion_class(shell)
    assert found is not None
    # Click's own method runs bash to check its version; the script is the same for all versions.
    script = found(cli, {}, "pbbuild", "_PBBUILD_COMPLETE")
    click.echo(script.source_template % script.source_vars())
    import sys

    if sys.stdout.isatty():
        say(session.t("config.completion", line=WHERE[shell]), err=True)
