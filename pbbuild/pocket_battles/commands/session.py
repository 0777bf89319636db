"""The session of a Pocket Battles command: that of any command, and the catalog."""

from functools import cached_property
from typing import TYPE_CHECKING

import click

from pbbuild.terminal import session as any_session
from pbbuild.terminal.screen import say
from pbbuild.terminal.session import Session, report_error

if TYPE_CHECKING:
    from pbbuild.pocket_battles.catalog.model import Catalog
    from pbbuild.pocket_battles.lists.model import ArmyList


class BattlesSession(Session):
    """One run of the command line, with the armies and tiles of Pocket Battles."""

    @cached_property
    def catalog(self) -> "Catalog":
        """All armies with the player's corrections; reports files of theirs it cannot read."""
        for complaint in self.quiet_catalog.complaints:
            report_error(complaint, self.t)
            say(self.t("catalog.goes-on"), err=True)
        return self.quiet_catalog

    @cached_property
    def quiet_catalog(self) -> "Catalog":
        """The same catalog, without reporting files that cannot be read."""
        from pbbuild.pocket_battles.catalog.load import load_catalog

        return load_catalog()

    def army_name(self, army: str) -> str:
        """An army's name in the player's language, or its id for an unknown army."""
        found = self.catalog.armies.get(army)
        return found.name.in_language(self.language) if found else army

    def warn_if_illegal(self, army_list: "ArmyList") -> None:
        """Name the clauses a list breaks in one line on stderr; nothing for a legal list."""
        from pbbuild.pocket_battles.rules.army import check

        if army_list.game != "pocket-battles":
            return
        findings = check(army_list, self.catalog)
        rules = tuple(dict.fromkeys(finding.rule for finding in findings if finding.is_error))
        if rules:
            name = army_list.name or self.t("exchange.unnamed")
            say(self.t("check.told-illegal", name=name, rules=rules), err=True)


def battles_session(context: click.Context | None = None) -> BattlesSession:
    """The session of a command; a new one if none has begun (completion)."""
    found = any_session.session_of(context)
    return found if isinstance(found, BattlesSession) else BattlesSession()
