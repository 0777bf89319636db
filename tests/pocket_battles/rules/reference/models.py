"""The plain model and the engine behind one interface."""

from typing import Any, Protocol

from pbbuild.play.contract import SIDES, Node
from pbbuild.pocket_battles.rules.core.choice import action_at, count_actions
from pbbuild.pocket_battles.rules.core.legal import Actions
from pbbuild.pocket_battles.rules.game import PocketBattles
from pbbuild.pocket_battles.rules.plain.battle import PlainBattle

GAME = PocketBattles()
ACTIONS = Actions()
Snapshot = dict[str, Any]
TOKEN_KEYS = ("unused", "passed", "set_aside", "destroyed", "fielded")
# Purpose, side, unit, target, count.
Throw = tuple[str, str, str, str, int]


class RulesModel(Protocol):
    """An implementation of the rules: legal actions, rolls, and the state after them."""

    def node(self) -> str:
        """`decision`, `roll` or `end`."""
        ...

    def decision(self) -> tuple[str, str]:
        """Who decides, and what kind of decision it is."""
        ...

    def pending(self) -> dict[str, Any] | None:
        """What was begun and waits for this decision, as a state file says it."""
        ...

    def options(self) -> dict[str, int]:
        """The legal actions with their costs."""
        ...

    def act(self, text: str) -> None:
        """Takes a legal action."""
        ...

    def pending_roll(self) -> Throw:
        """The roll that the battle waits for."""
        ...

    def apply_roll(self, dice: list[int]) -> None:
        """Applies these dice to the pending roll."""
        ...

    def snapshot(self) -> Snapshot:
        """Everything that can be compared."""
        ...

    def result(self) -> tuple[str | None, str]:
        """The winner and why, at the end."""
        ...


class PlainModel:
    """The plain model."""

    name = "plain"

    def __init__(self, state: Any, round_limit: int = 50) -> None:
        self.model = PlainBattle(state, round_limit)

    def node(self) -> str:
        return self.model.node

    def decision(self) -> tuple[str, str]:
        return self.model.decision.decider, self.model.decision.kind

    def pending(self) -> dict[str, Any] | None:
        return self.model.decision.pending

    def options(self) -> dict[str, int]:
        return self.model.actions()

    def act(self, text: str) -> None:
        self.model.apply(text)

    def pending_roll(self) -> Throw:
        dice = self.model.roll()
        return dice.purpose, dice.side, dice.unit, dice.target, dice.count

    def apply_roll(self, dice: list[int]) -> None:
        self.model.apply_roll(dice)

    def snapshot(self) -> Snapshot:
        return self.model.snapshot()

    def result(self) -> tuple[str | None, str]:
        assert self.model.rules.end is not None
        return self.model.rules.end.winner, self.model.rules.end.reason


class EngineModel:
    """The engine, through the contract that agents, records and screens use."""

    name = "engine"

    def __init__(self, state: Any, round_limit: int = 50) -> None:
        self.state = GAME.from_json({**state, "round_limit": round_limit})

    def copy(self) -> "EngineModel":
        """Another of the same state."""
        twin = EngineModel.__new__(EngineModel)
        twin.state = self.state.copy()
        return twin

    def node(self) -> str:
        return Node(self.state.node()).name.lower()

    def decision(self) -> tuple[str, str]:
        return SIDES[self.state.decider()], self.state.decision()

    def pending(self) -> dict[str, Any] | None:
        pending: dict[str, Any] | None = GAME.to_json(self.state)["pending"]
        return pending

    def options(self) -> dict[str, int]:
        options = GAME.options(self.state)
        listed = list(self.state.legal_actions())
        assert [option.action for option in options] == listed
        assert all(option.clauses for option in options), "an option without a clause"
        # Playouts pick an action by number without listing them all: they must be the same.
        found = range(count_actions(self.state.state, ACTIONS))
        by_number = [action_at(self.state.state, ACTIONS, place) for place in found]
        assert sorted(by_number) == sorted(listed)
        result = {option.text: option.cost for option in options}
        assert len(result) == len(options), "two options have one text"
        return result

    def act(self, text: str) -> None:
        self.state.apply(GAME.parse(self.state, text))

    def pending_roll(self) -> Throw:
        roll = self.state.roll()
        return roll.purpose, roll.side, roll.unit, roll.target, roll.count

    def apply_roll(self, dice: list[int]) -> None:
        self.state.apply_roll(dice)

    def snapshot(self) -> Snapshot:
        return snapshot_of(GAME.to_json(self.state))

    def result(self) -> tuple[str | None, str]:
        outcome = self.state.outcome()
        assert outcome is not None
        return outcome.winner, outcome.reason


def snapshot_of(document: Any) -> Snapshot:
    """What can be compared of a state document: the living, their tokens and contacts."""
    pairs = [(group["one"], other) for group in document["contacts"] for other in group["many"]]
    return {
        "round": document["round"],
        "player1": document["player1"],
        "contacts": sorted((min(pair), max(pair)) for pair in pairs),
        "sides": {
            name: {
                **{key: side[key] for key in TOKEN_KEYS},
                "units": {
                    unit["id"]: {
                        "zone": unit["zone"],
                        "orders": unit["orders"],
                        "wounds": {troop["code"]: troop["wounds"] for troop in unit["troops"]},
                    }
                    for unit in side["units"]
                    if unit["troops"]
                },
            }
            for name, side in document["sides"].items()
        },
    }


def skip_forced(model: RulesModel) -> None:
    """Takes choices with a single option until there is something to decide. PB-11."""
    while model.node() == "decision":
        options = model.options()
        if len(options) > 1:
            return
        model.act(next(iter(options)))


def play(model: RulesModel, *steps: str | list[int]) -> None:
    """Makes these choices and throws; forced choices in between need not be named."""
    for step in steps:
        if isinstance(step, str):
            assert model.node() == "decision", f"no decision for {step!r}: {model.node()}"
            assert step in model.options(), f"{step!r} is none of {list(model.options())}"
            model.act(step)
        else:
            assert model.node() == "roll", f"no throw for {step}: {model.options()}"
            assert model.pending_roll()[-1] == len(step), f"{step} for {model.pending_roll()}"
            model.apply_roll(step)
        skip_forced(model)


def zone(model: RulesModel, unit_id: str) -> str:
    """Where a unit stands."""
    zone = model.snapshot()["sides"][unit_id[0].upper()]["units"][unit_id]["zone"]
    assert isinstance(zone, str)
    return zone
