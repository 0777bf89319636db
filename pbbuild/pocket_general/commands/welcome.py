"""`pbbuild --game pocket-general` alone: what to do next."""

from pbbuild.terminal.session import Session
from pbbuild.terminal.welcome import CommandHint, unfinished_games


def next_steps(session: Session) -> tuple[list[str], list[CommandHint]]:
    """A heading, and the next commands with what they do; saved games come first."""
    t, chosen = session.t, "--game pocket-general"
    games = [line for line in unfinished_games() if chosen in line]
    return [t("pocket-general.next-steps")], [
        *((command, t("welcome.resume")) for command in games),
        (f"pbbuild play {chosen}", t("pocket-general.next-play")),
        (f"pbbuild new {chosen}", t("pocket-general.next-new")),
        (f"pbbuild print {chosen} --what pack", t("pocket-general.next-print")),
        (f"pbbuild catalog {chosen} show", t("pocket-general.next-catalog")),
        ("pbbuild rules general", t("pocket-general.next-rules")),
    ]
