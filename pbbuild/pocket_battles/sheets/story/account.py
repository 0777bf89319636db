"""A battle retold from its record: turns with their sentences, losses, moments to draw."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from pbbuild.errors import StateError
from pbbuild.play.record import Record, RecordLine
from pbbuild.play.verify import RecordReplay, ReplayStep
from pbbuild.pocket_battles.catalog.model import Catalog
from pbbuild.pocket_battles.playtest.battles import opening_of_record
from pbbuild.pocket_battles.rules.game import PocketBattles
from pbbuild.pocket_battles.screen.story import SAYS_WHERE, BattleStory, unit_names, unnamed_units
from pbbuild.pocket_battles.sheets.typeset import true_apostrophes
from pbbuild.text.translate import Translator

# Orders after which comes the roll of their unit, or the target that it names.
TOLD_WITH_ROLL: Final = ("shoot", "react-shoot", "carry-on", "charge")


@dataclass
class Turn:
    """One turn: the decision as its title, and a sentence for each consequence.

    `fallen` are the tiles that the last sentence is about, `ordered` the unit that it orders.
    """

    title: str
    lines: list[str] = field(default_factory=list)
    n: int = 0
    ordered: str = ""
    fallen: "Fallen | None" = None


@dataclass
class Fallen:
    """Tiles that a unit loses at once, for one sentence about all of them."""

    unit: str
    name: str
    troops: list[str] = field(default_factory=list)
    dp: int = 0

    def told(self, catalog: Catalog, t: Translator, is_last: bool) -> str:
        """The sentence: equal tiles are counted; `is_last` if the unit has none left."""
        names = [
            catalog.troops[code].name if code in catalog.troops else code for code in self.troops
        ]
        shown = [
            t("report.tiles", count=names.count(name), name=name) if names.count(name) > 1 else name
            for name in dict.fromkeys(names)
        ]
        key = "report.destroyed" if is_last else "report.loses"
        return t(key, unit=self.name, troops=", ".join(shown), dp=self.dp)


@dataclass
class Round:
    """One round: its turns, and the state at its end."""

    number: int
    turns: list[Turn] = field(default_factory=list)
    state: dict[str, Any] = field(default_factory=dict)


@dataclass
class BattleReport:
    """What a report prints: unit names, deployment, rounds, losses, the end."""

    names: dict[str, str]
    fielded: dict[str, int]
    deployed: dict[str, Any] = field(default_factory=dict)
    rounds: list[Round] = field(default_factory=list)
    losses: dict[str, list[tuple[int, str, int, str]]] = field(default_factory=dict)
    end: RecordLine = field(default_factory=dict)
    moments: dict[int, "DrawnMoment"] = field(default_factory=dict)


@dataclass
class DrawnMoment:
    """The state before a line, who acts on whom there, and the line and the better one in words.

    `goes_to` is the zone that the first unit moves to, "" if it does something else.
    """

    state: dict[str, Any]
    units: tuple[str, ...]
    told: str
    better: str = ""
    goes_to: str = ""


def report_of(
    record: Record,
    catalog: Catalog,
    t: Translator,
    moments: Mapping[int, str] | None = None,
    sides: Mapping[str, str] | None = None,
) -> BattleReport:
    """The report of a record; raises a StateError if the rules do not confirm the record.

    `moments` are lines to be shown as pictures, each with the better action, "" if it is a roll;
    `sides` are the names of A and B.
    """
    game = PocketBattles(catalog)
    walk = RecordReplay(game, record, opening_of_record(game, record))
    # The header may leave out values that the catalog has; the state has them all.
    opened = game.to_json(walk.state)
    fielded = {side: opened["sides"][side]["fielded"] for side in ("A", "B")}
    names = {unit: true_apostrophes(name) for unit, name in unit_names(opened, catalog).items()}
    account = BattleStory(names, catalog, t, unnamed_units(opened), sides)
    report = BattleReport(dict(account.names), fielded, losses={"A": [], "B": []})
    met = met_by_chargers(record)
    charger = ""
    for step in walk.steps():
        if step.line["type"] == "end":
            report.end = step.line
            break
        number = int(step.line.get("n", 0))
        if str(step.line.get("action", "")).startswith("charge "):
            charger = step.line["action"].split()[1]
        if moments and number in moments:
            moment = _moment(step, moments[number], game, account, charger)
            if number in met:
                moment.units = (*moment.units[:1], met[number])
            report.moments[number] = moment
        _add_step(step.line, step.events, account, report)
        for event in step.events:
            if event["event"] == "revealed":
                report.deployed = game.to_json(step.after)
            if event["event"] == "round-end":
                report.rounds[-1].state = game.to_json(step.after)
            if event["event"] == "round-start":
                report.rounds.append(Round(event["round"]))
    if not report.deployed:
        # Conceded before the reveal: the picture shows what was deployed by then.
        report.deployed = game.to_json(walk.state)
    if walk.fault:
        raise StateError("print.record-not-true", source=record.source, line=walk.fault.line)
    return report


def list_names(record: Record) -> dict[str, str]:
    """The names of both lists; two of the same name have the letter of their side."""
    sides = record.header["sides"]
    names = {
        side: true_apostrophes(str(sides[side]["list"].get("name", side))) for side in ("A", "B")
    }
    if names["A"] == names["B"]:
        return {side: f"{name}\u00a0({side})" for side, name in names.items()}
    return names


def side_names(record: Record, catalog: Catalog, language: str) -> dict[str, str]:
    """The names of both armies; those of their lists if the armies are the same or unknown."""
    sides = record.header["sides"]
    ids = {side: str(sides[side]["list"].get("army", "")) for side in ("A", "B")}
    if ids["A"] == ids["B"] or not set(ids.values()) <= catalog.armies.keys():
        return list_names(record)
    return {side: catalog.armies[name].name.in_language(language) for side, name in ids.items()}


def met_by_chargers(record: Record) -> dict[int, str]:
    """By the line of each charge the unit that the charger fights: its target or interceptor."""
    found: dict[int, str] = {}
    charge = 0
    for line in record.lines:
        verb, *units = str(line.get("action", "")).split()[:2] or [""]
        if verb == "charge":
            charge = int(line["n"])
        elif charge and verb in ("target", "intercept"):
            found[charge] = units[0]
            charge = 0
        elif line.get("decision") in ("turn", "act"):
            charge = 0
    return found


def _moment(
    step: ReplayStep, better: str, game: PocketBattles, account: BattleStory, charger: str
) -> DrawnMoment:
    line = step.line
    if line["type"] == "dice":
        units: tuple[str, ...] = (str(line.get("unit", "")), str(line.get("target", "")))
    else:
        units = tuple(word for word in line["action"].split()[1:] if word in account.names)
    if line.get("decision") == "target":
        units = (charger, *units)
        target = account.name(units[1])
        told = account.t("report.targets", unit=account.name(charger), target=target)
        return DrawnMoment(game.to_json(step.before), units, told, _target(better, account))
    told, other = account.full(line), ""
    if better:
        option = game.option(step.before, game.parse(step.before, better))
        other = account.full({**line, "action": better, "cost": option.cost})
        # The sentence before has named the side.
        other = other.removeprefix(f"{account.side(line['side'])}: ")
    words = str(line.get("action", "")).split()
    goes_to = " ".join(words[2:]) if words and words[0] in ("redeploy", "move") else ""
    return DrawnMoment(game.to_json(step.before), units, told, other, goes_to)


def _target(better: str, account: BattleStory) -> str:
    """The better target of a charge, as its name."""
    return f"{account.name(better.split()[1])}." if better else ""


def _add_step(line: RecordLine, events: Any, account: BattleStory, report: BattleReport) -> None:
    if not report.rounds:
        return
    here = report.rounds[-1]
    # Sacrifices come after the round-end event but belong to the round that ended.
    begins = line["type"] == "choice" and line["decision"] in ("turn", "sacrifice")
    is_target = line.get("decision") == "target"
    sentence = account.line(line)
    if line.get("decision") == "sacrifice" and line["action"] == "done":
        return
    if line.get("decision") == "act" and here.turns:
        # A redeployment and the action of its turn share a title.
        turn = here.turns[-1]
        turn.title = f"{turn.title} {sentence}"
    elif begins or not here.turns:
        here.turns.append(Turn(sentence, n=line.get("n", 0)))
    elif sentence:
        turn = here.turns[-1]
        turn.fallen = None
        if line["type"] == "dice" and turn.ordered == line["unit"]:
            # The sentence before has said who strikes or shoots at whom.
            hits = account.t("account.hits", count=line["hits"])
            dice = "\u00a0".join(map(str, line["dice"]))
            sentence = account.t("report.rolls", dice=dice, hits=hits)
        goes_on = turn.ordered and turn.lines and (line["type"] == "dice" or is_target)
        if goes_on:
            sentence = f"{turn.lines.pop()} {sentence}"
        turn.lines.append(sentence)
    if line["type"] != "event":
        here.turns[-1].ordered = _ordered(line)
    for event in events:
        if event["event"] == "eliminated":
            report.losses[event["side"]].append(
                (here.number, event["troop"], event["dp"], event["unit"])
            )
        if event["event"] in ("eliminated", "unit-destroyed") and _add_loss(
            event, here.turns[-1], account
        ):
            continue
        here.turns[-1].fallen = None
        if event["event"] in ("round-start", "round-end", "revealed"):
            continue
        words = str(line.get("action", "")).split()
        is_ordered_move = event["event"] == "moved" and words and words[0] in SAYS_WHERE
        if is_ordered_move and words[1] == event["unit"]:
            continue
        here.turns[-1].lines.append(account.event(event))


def _ordered(line: RecordLine) -> str:
    """The unit whose sentence says what it does, so that its roll needs no sentence of its own."""
    words = str(line.get("action", "")).split()
    return words[1] if words and words[0] in TOLD_WITH_ROLL else ""


def _add_loss(event: RecordLine, turn: Turn, account: BattleStory) -> bool:
    """Tell a loss together with those of the same unit before it; False if it is none of these."""
    fallen, is_last = turn.fallen, event["event"] == "unit-destroyed"
    if fallen is None or fallen.unit != event["unit"]:
        if is_last:
            return False
        fallen = turn.fallen = Fallen(event["unit"], account.name(event["unit"]))
        turn.lines.append("")
    if not is_last:
        fallen.troops.append(event["troop"])
        fallen.dp += event["dp"]
        # The account follows what is left of the unit.
        account.event(event)
    turn.lines[-1] = fallen.told(account.catalog, account.t, is_last)
    return True
