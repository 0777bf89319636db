"""A whole game by the plain rules, played by the lines of a record.

`check_record` reads a record of the engine and fails at the first line that the rules do not allow.
It covers standard and fast games with the shipped data and without the bonus units.
"""

from typing import Any

from pbbuild.pocket_general.rules.plain.actions import legal, placings
from pbbuild.pocket_general.rules.plain.chart import (
    CAPITOLS,
    CHART,
    PLACES,
    THEATER_A,
    THEATER_B,
    colours,
)
from pbbuild.pocket_general.rules.plain.combat import combat_result, other

Line = dict[str, Any]
CORE = ["infantry", "tanks", "air", "navy", "militia", "threat"]
ORDER = [*CORE, "subs", "artillery", "spy", "weather"]
UNIQUE = {
    "germany": "panzers",
    "japan": "imperial-fleet",
    "united-states": "bombers",
    "russia": "red-army",
}
LOCATIONS = [place for place in PLACES if place not in CAPITOLS.values()]
FACES = [-3, -1, 1, 1, 2, 3]


class BrokenRuleError(AssertionError):
    """A line of the record breaks a rule."""


def require(condition: object, *what: object) -> None:
    if not condition:
        raise BrokenRuleError(*what)


class PlainSide:
    """One player's units, theaters and captured locations. PG-1.1, PG-6."""

    def __init__(self, nation: str) -> None:
        self.nation = nation
        self.all = [*ORDER, UNIQUE[nation]]
        self.recruited: list[str] = []
        self.placed: list[list[str]] = [[], [], []]
        self.with_navy: list[str] = []
        self.theater_a: list[str | None] = [None] * 4
        self.theater_b: list[str | None] = [None] * 4
        self.laid: int | None = None
        self.capitulation: list[str] = []
        self.turned: list[str] = []

    def count(self) -> int:
        """Captured locations; the one theater B is laid against counts once. PG-6, RG-18."""
        on_b = [p for n, p in enumerate(self.theater_b, 1) if p and n != self.laid]
        return len([p for p in self.theater_a if p]) + len(on_b) + len(self.capitulation)

    def document(self) -> Line:
        """The side as a state document writes it."""
        return {name: value for name, value in vars(self).items() if name != "all"}


class PlainGame:
    """A game that waits for a roll or a decision: `waits` says for what, and of which side."""

    def __init__(self, header: Line) -> None:
        self.fast = header["variant"]["fast"]
        self.limit = header["variant"]["turn_limit"]
        self.sides = {side: PlainSide(header["sides"][side]["nation"]) for side in "AB"}
        self.left = list(LOCATIONS)
        self.pool: list[str] = []
        self.hexes: list[str | None] = [None, None, None]
        self.turn = 0
        self.first = "A"
        self.hex = 0
        self.late_war = False
        self.unlocked: list[str] = []
        self.dice: dict[str, int] = {}
        self.starts: dict[str, int] = {}
        self.waits: tuple[str, str] = ("pool", "")
        self.end: tuple[str | None, str] | None = None

    def document(self) -> Line:
        """The parts of a state document that the legal actions depend on."""
        return {
            "decision": self.waits[0],
            "decider": self.waits[1],
            "hex": self.hex + 1,
            "hexes": self.hexes,
            "pool": self.pool,
            "variant": {"fast": self.fast},
            "sides": {name: side.document() for name, side in self.sides.items()},
        }

    def dice_line(self, line: Line) -> None:
        """Take a roll of the record.

        Each draw of a location for the pool is a roll, then the operations dice decide who begins;
        equal dice are rolled again. PG-2, RG-9. In a combat the first player rolls first. PG-5,
        RG-24.
        """
        (face,) = line["dice"]
        what, side = self.waits
        require(line["purpose"] == what, "purpose", line, self.waits)
        if what == "pool":
            require(1 <= face <= len(self.left), line)
            self.pool.append(self.left.pop(face - 1))
            if len(self.left) == 1:
                self.pool.append(self.left.pop())
                self.waits = ("initiative", "A")
            return
        require(line["side"] == side and face in FACES, line)
        if what == "initiative":
            self.starts[side] = face
            if side == "A":
                self.waits = ("initiative", "B")
            elif self.starts["A"] == self.starts["B"]:
                self.waits = ("initiative", "A")
            else:
                self.first = max(self.starts, key=lambda name: self.starts[name])
                self.begin_turn()
            return
        self.dice[side] = face
        if side == self.first:
            self.waits = ("combat", other(side))
        else:
            self.resolve()

    def choice_line(self, line: Line) -> None:
        """Take a decision of the record, after checking that it is legal. PG-3 to PG-6."""
        decision, side = self.waits
        require((line["decision"], line["side"]) == (decision, side), line, self.waits)
        options = legal(self.document())
        require(line["action"] in options, line, sorted(options))
        require(line["options"] == len(options), line, sorted(options))
        word, *rest = line["action"].split()
        own = self.sides[side]
        if decision == "recruit":
            if word == "recruit":
                own.recruited.append(rest[0])
                own.turned.append(rest[2])
            if side == self.first:
                self.waits = ("recruit", other(side))
            else:
                self.ask_threat()
        elif decision == "threat":
            self.put(own, "threat", int(rest[0]) - 1)
            self.ask_threat()
        elif decision == "place":
            self.hex = int(rest[1]) - 1
            self.put(own, rest[0], self.hex)
            beside = set(own.placed[self.hex]) - {"militia", "threat"}
            if rest[0] == "militia" and beside:
                self.waits = ("redeploy", side)
            else:
                self.ask_place(other(side))
        elif decision == "redeploy":
            if word == "redeploy":
                own.placed[self.hex].remove(rest[0])
                own.with_navy = [unit for unit in own.with_navy if unit != rest[0]]
                own.recruited.append(rest[0])
            self.ask_place(other(side))
        elif decision == "spy":
            own.placed[self.hex].remove("spy")
            self.sides[other(side)].placed[self.hex].remove(rest[0])
            self.after_spy(side)
        elif decision == "edge":
            self.capture(side, rest)
        elif decision == "front":
            if word == "front":
                self.pool.remove(rest[0])
                self.pool.insert(0, rest[0])
            self.next_hex()
        else:
            self.lay(side, rest)

    def begin_turn(self) -> None:
        """Fill the hexes, return the units, and start recruiting or placing. PG-3.

        Turn 1 and every turn of fast play use all units. PG-2, PG-3.1. Without any location left
        the game is undecided. RG-30.
        """
        self.turn += 1
        kept = [place for place in self.hexes if place]
        while len(kept) < 3 and self.pool:
            kept.append(self.pool.pop(0))
        if not kept:
            self.end = (None, "no-locations")
            return
        self.hexes = [*kept, None, None, None][:3]
        for side in self.sides.values():
            all_units = self.turn == 1 or self.fast
            side.recruited = list(side.all if all_units else CORE)
        if self.turn == 1 or self.fast:
            self.ask_threat()
        else:
            self.waits = ("recruit", self.first)

    def ask_threat(self) -> None:
        """Both sides place their Threat marker, the first player first. PG-3, RG-32."""
        for side in (self.first, other(self.first)):
            if "threat" in self.sides[side].recruited:
                self.waits = ("threat", side)
                return
        self.ask_place(self.first)

    def put(self, own: PlainSide, unit: str, hex_: int) -> None:
        """Place a unit, and note whether its own Navy was there first. PG-3, PG-4, RG-5."""
        there = own.placed[hex_]
        place = self.hexes[hex_]
        assert place is not None
        needs = any(CHART[unit][terrain].endswith("N") for terrain in PLACES[place].split())
        if needs and {"navy", "imperial-fleet"} & set(there):
            own.with_navy.append(unit)
        own.recruited.remove(unit)
        there.append(unit)

    def ask_place(self, side: str) -> None:
        """Ask the next side that can place a unit; deplete what cannot be placed. PG-3, RG-11."""
        for name in (side, other(side)):
            if self.sides[name].recruited:
                if placings(self.document(), name):
                    self.waits = ("place", name)
                    return
                self.sides[name].recruited = []
        self.hex = -1
        self.next_hex()

    def next_hex(self) -> None:
        """Go to the next hex with a location, or end the turn. PG-3."""
        self.dice = {}
        self.hex += 1
        while self.hex < 3 and not self.hexes[self.hex]:
            self.hex += 1
        if self.hex == 3:
            self.finish()
        else:
            self.ask_spy(self.first)

    def ask_spy(self, side: str) -> None:
        """A Spy must remove an enemy unit if there is one. PG-5, RG-14."""
        enemy = self.sides[other(side)].placed[self.hex]
        if "spy" in self.sides[side].placed[self.hex] and enemy:
            self.waits = ("spy", side)
        else:
            self.after_spy(side)

    def after_spy(self, side: str) -> None:
        """The first player's Spy, then the other's, then the dice. PG-5."""
        if side == self.first:
            self.ask_spy(other(side))
        else:
            self.waits = ("combat", self.first)

    def resolve(self) -> None:
        """Apply the result of a combat and deplete all units there. PG-5, RG-17, RG-21."""
        result, winner = combat_result(self.document(), self.dice)
        for side in self.sides.values():
            gone = side.placed[self.hex]
            side.with_navy = [unit for unit in side.with_navy if unit not in gone]
            side.placed[self.hex] = []
        place = self.hexes[self.hex]
        assert place is not None
        if result == "stays":
            self.next_hex()
        elif result == "capitol-taken":
            self.end = (winner, "total-victory")
        elif result == "won":
            self.waits = ("edge", str(winner))
        else:
            self.hexes[self.hex] = None
            self.pool.append(place)
            if result == "pool" and len(self.pool) > 1:
                self.waits = ("front", str(winner))
            else:
                self.next_hex()

    def capture(self, side: str, edge: list[str]) -> None:
        """Place a captured location; the first to fill theater A starts the late war. PG-6."""
        own, place = self.sides[side], self.hexes[self.hex]
        assert place is not None
        self.hexes[self.hex] = None
        if edge == ["capitulation"]:
            own.capitulation.append(place)
        else:
            row = own.theater_a if edge[0] == "A" else own.theater_b
            names = THEATER_A if edge[0] == "A" else THEATER_B
            free = [number for number, there in enumerate(row) if there is None]
            row[next(number for number in free if names[number] == edge[1])] = place
        if all(own.theater_a) and not self.late_war:
            self.late_war = True
            self.waits = ("lay", side)
            return
        self.unlock(side)
        self.next_hex()

    def lay(self, side: str, words: list[str]) -> None:
        """Lay theater B, then let the other side do so. PG-6, RG-18, RG-19.

        A side without a location on theater A loses by capitulation.
        """
        own, enemy = self.sides[side], other(side)
        place = THEATER_B.index(words[0])
        own.laid = place + 1
        own.theater_b[place] = words[1]
        if self.sides[enemy].laid is None:
            if not any(self.sides[enemy].theater_a):
                self.end = (side, "capitulation")
            else:
                self.waits = ("lay", enemy)
            return
        self.next_hex()

    def unlock(self, side: str) -> None:
        """Put the enemy capitol at the front of the pool once both conditions hold. PG-6, RG-20.

        Theater A is full, and a red location was placed on theater B; the one that B was laid
        against was placed on A. RG-18.
        """
        own = self.sides[side]
        capitol = CAPITOLS[self.sides[other(side)].nation]
        placed = [place for number, place in enumerate(own.theater_b, 1) if number != own.laid]
        red = any(place and "red" in colours(place) for place in placed)
        if capitol not in self.unlocked and red and all(own.theater_a):
            self.unlocked.append(capitol)
            self.pool.insert(0, capitol)

    def finish(self) -> None:
        """Check for nine locations and the turn limit, else start a new turn. PG-3, PG-6, RG-21."""
        for name, side in self.sides.items():
            if side.count() >= 9:
                self.end = (name, "capitulation")
                return
        if self.turn >= self.limit:
            self.end = (None, "turn-limit")
            return
        self.first = other(self.first)
        self.begin_turn()


def check_record(lines: list[Line]) -> None:
    """Raise a `BrokenRuleError` at the first line of a record that breaks a rule."""
    game = PlainGame(lines[0])
    for line in lines[1:-1]:
        require(game.end is None or line["type"] == "event", "continues after the end", line)
        if line["type"] == "dice":
            game.dice_line(line)
        elif line["type"] == "choice":
            game.choice_line(line)
        elif line["event"] == "turn":
            require(line["turn"] == game.turn and line["first"] == game.first, line)
            require(line["hexes"] == [place for place in game.hexes if place], line, game.hexes)
        elif line["event"] == "captured":
            require(line["held"] == game.sides[line["side"]].count(), line)
    end = lines[-1]
    require(game.end == (end["winner"], end["reason"]), end, game.end)
    require(end["rounds"] == game.turn, end)
    require(end["destroyed"] == {name: side.count() for name, side in game.sides.items()}, end)
