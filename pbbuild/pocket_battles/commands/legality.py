"""Saying that a list breaks a rule wherever it is kept, printed or passed on."""

from pbbuild.pocket_battles.commands.session import BattlesSession
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.terminal.screen import say


def tell_if_illegal(session: BattlesSession, army_list: ArmyList) -> None:
    """One line on stderr with the clauses a list breaks; nothing where it is legal."""
    from pbbuild.pocket_battles.rules.army import check

    if army_list.game != "pocket-battles":
        return
    findings = check(army_list, session.catalog)
    rules = tuple(dict.fromkeys(finding.rule for finding in findings if finding.is_error))
    if rules:
        name = army_list.name or session.t("exchange.unnamed")
        say(session.t("check.told-illegal", name=name, rules=rules), err=True)
