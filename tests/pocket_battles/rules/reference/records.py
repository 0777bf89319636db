"""A referee for records that knows the plain model and nothing of the engine."""

from collections.abc import Mapping, Sequence
from typing import Any

from pbbuild.pocket_battles.rules.plain.battle import PlainBattle, new_plain_battle
from pbbuild.pocket_battles.rules.plain.decisions import DiceRoll, End

Line = Mapping[str, Any]


class RefereeError(Exception):
    """A line that the rules do not allow."""


def assert_record_is_true(lines: Sequence[Line]) -> None:
    """Plays a record's lines before the model; the first line that is wrong is refused."""
    model = opening(lines[0])
    before = model.snapshot()
    expected: list[Line] = []
    for number, line in enumerate(lines[1:], 1):
        try:
            check(line["n"], number, "n")
            if line["type"] == "event":
                if line["event"] in EVENTS:
                    check({key: line[key] for key in expected[0]}, expected.pop(0), "event")
                elif "tokens" in line and "round" in line:
                    check(line["tokens"], tokens(before), "tokens")
                continue
            check([], expected, "events that did not come")
            if line["type"] == "end":
                check_end(line, model)
                return
            if line["type"] == "dice":
                check_dice(line, model)
            else:
                check_choice(line, model)
            after = model.snapshot()
            expected = events(before, after)
            before = after
        except (AssertionError, IndexError, KeyError) as error:
            raise RefereeError(f"line {number}: {line}: {error!r}") from error
    raise RefereeError("no end")


def check(found: Any, expected: Any, what: str) -> None:
    """Fails where a line says something else than the rules."""
    assert found == expected, f"{what}: {found!r}, by the rules {expected!r}"


def opening(header: Line) -> PlainBattle:
    """The battle of a first line, before the set-up roll."""
    armies = {
        side: [
            [{**troop, "wounds": 0} for troop in unit["troops"]]
            for unit in header["sides"][side]["units"]
        ]
        for side in "AB"
    }
    document = new_plain_battle(header["edition"], header["size"], armies)
    return PlainBattle(document, header["round_limit"])


def check_dice(line: Line, model: PlainBattle) -> None:
    """The right throw, and the hits it scored."""
    throw = model.roll()
    found = DiceRoll(
        line["purpose"],
        line["side"],
        len(line["dice"]),
        line.get("unit", ""),
        line.get("target", ""),
    )
    check(found, throw, "throw")
    assert all(1 <= die <= 6 for die in line["dice"]), "no face of a die"
    if throw.unit:
        unit = model.field.unit(throw.unit)
        faces = unit.white if throw.purpose in ("shoot", "react-shoot") else unit.black
        check(line["hits"], model.rules.hits_scored(unit, line["dice"], faces), "hits")
    model.apply_roll(list(line["dice"]))


def check_choice(line: Line, model: PlainBattle) -> None:
    """A legal action of the right player at the right price."""
    check(line["side"], model.decision.decider, "side")
    check(line["decision"], model.decision.kind, "decision")
    options = model.actions()
    check(line["options"], len(options), "options")
    assert line["action"] in options, f"not legal; legal are {list(options)}"
    check(line["cost"], options[line["action"]], "cost")
    model.apply(line["action"])


def check_end(line: Line, model: PlainBattle) -> None:
    """The battle is over, and so it ended."""
    assert isinstance(model.waiting, End), "the battle is not over"
    check((line["winner"], line["reason"]), (model.waiting.winner, model.waiting.reason), "end")
    check(line["rounds"], model.field.round, "rounds")
    scores = {name: side.destroyed for name, side in model.field.sides.items()}
    check(line["destroyed"], scores, "destroyed")


def tokens(snapshot: Any) -> dict[str, Any]:
    """Where the tokens of both sides lie."""
    return {
        name: {
            "unused": side["unused"],
            "passed": side["passed"],
            "set_aside": side["set_aside"],
            "orders": sum(unit["orders"] for unit in side["units"].values()),
            "wounds": sum(sum(unit["wounds"].values()) for unit in side["units"].values()),
        }
        for name, side in snapshot["sides"].items()
    }


EVENTS = ("eliminated", "moved")


def events(before: Any, after: Any) -> list[Line]:
    """The losses and moves between two snapshots, in the order a record has them."""
    lost, moved = [], []
    for side in "AB":
        now = after["sides"][side]["units"]
        for unit, was in before["sides"][side]["units"].items():
            living = now[unit]["wounds"] if unit in now else {}
            lost += [
                {"type": "event", "event": "eliminated", "side": side, "unit": unit, "troop": code}
                for code in was["wounds"]
                if code not in living
            ]
            if unit in now and now[unit]["zone"] != was["zone"]:
                places = {"from": was["zone"], "to": now[unit]["zone"]}
                line = {"type": "event", "event": "moved", "side": side, "unit": unit, **places}
                moved.append(line)
    return [*lost, *moved]
