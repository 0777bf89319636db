"""Set-up, rounds, turns, the end of a round, victory. PB-3, PB-4, PB-9."""

from pbbuild.pocket_battles.rules.plain.actions import ActionRules
from pbbuild.pocket_battles.rules.plain.decisions import Decision, DiceRoll, End, Steps, ask_or_done
from pbbuild.pocket_battles.rules.plain.pieces import Unit, enemy_of, own_zones, steps_from


class BattleRules(ActionRules):
    """All rules of a battle; `end` is set when it is over."""

    end: End | None = None

    def set_up(self) -> Steps:
        """Hand out the tokens, roll for Player 1, deploy. PB-1.3, PB-3.1.

        The higher die is Player 1; equal dice are rolled again. Leaders count from here. PB-T.13.
        """
        for side in "AB":
            self.count_tokens(side)
        a = b = 0
        while a == b:
            (a,) = yield DiceRoll("initiative", "A", 1)
            (b,) = yield DiceRoll("initiative", "B", 1)
        self.field.player1 = self.field.turn = "A" if a > b else "B"
        yield from self.deployment()

    def deployment(self) -> Steps:
        """Both sides place a unit in turn; then one side places its remaining units. PB-3.2.

        A unit that is not placed yet has no zone. R-19.
        """

        def unplaced(side: str) -> list[Unit]:
            return [unit for unit in self.field.units(side) if unit.zone is None]

        assert self.field.turn is not None
        side = self.field.turn
        while unplaced("A") or unplaced("B"):
            if unplaced(side):
                options = {
                    f"deploy {unit.id} {zone}": 0
                    for unit in unplaced(side)
                    for zone in own_zones(side)
                }
                self.field.turn = side
                chosen = yield Decision(side, "deploy", options)
                _, unit_id, zone = chosen.split(" ", 2)
                self.field.unit(unit_id).zone = zone
            side = enemy_of(side)
        self.field.turn = self.first_player()

    def first_player(self) -> str:
        """The side with the first turn: Player 1 in odd rounds, Player 2 in even ones. PB-4.1."""
        player1 = self.field.player1
        assert player1 is not None
        return player1 if self.field.round % 2 == 1 else enemy_of(player1)

    def rounds(self) -> Steps:
        """Play rounds until the battle is over. PB-4.1."""
        while not self.end:
            self.field.turn = self.first_player()
            yield from self.turns()
            yield from self.end_of_round()

    def turns(self) -> Steps:
        """Turns alternate; a side without unused tokens takes none. PB-4.1, PB-4.3, R-8, R-18."""
        while self.sides["A"].unused or self.sides["B"].unused:
            assert self.field.turn is not None
            if self.sides[self.field.turn].unused:
                yield from self.take_turn(self.field.turn)
            self.turn_over()

    def turn_over(self) -> None:
        """Give the turn to the other side and forget what lasted one turn. PB-4.3, R-26."""
        assert self.field.turn is not None
        self.field.turn = enemy_of(self.field.turn)
        self.field.first_turn_of_battle = False
        self.redeployed = None
        self.charged = []

    def take_turn(self, side: str) -> Steps:
        """One turn: an optional free redeployment, then one action. PB-4.2."""
        chosen = yield Decision(side, "turn", {**self.redeployments(side), **self.actions(side)})
        if chosen.startswith("redeploy"):
            _, unit_id, zone = chosen.split(" ", 2)
            self.redeployed = self.field.unit(unit_id)
            self.redeployed.zone = zone
            chosen = yield Decision(side, "act", self.actions(side))
        yield from self.perform(chosen, side)

    def redeployments(self, side: str) -> dict[str, int]:
        """Every free redeployment of a side; Slow units have none. PB-4.4, PB-T.14, R-16."""
        return {
            f"redeploy {unit.id} {zone}": 0
            for unit in self.field.units(side)
            if not unit.has("may-not-redeploy")
            for zone in steps_from(str(unit.zone), side)
        }

    def end_of_round(self) -> Steps:
        """Tokens return, both sides may sacrifice, then the victory check. PB-4.6, R-7."""
        for side in self.sides.values():
            side.passed = side.set_aside = 0
            for unit in side.units:
                unit.orders = 0
        for name in "AB":
            self.regenerate(name)
            self.count_tokens(name)
        first = self.first_player()
        yield from self.sacrifices(first)
        yield from self.sacrifices(enemy_of(first))
        self.check_victory()

    def regenerate(self, side: str) -> None:
        """Regeneration: remove a wound token from each troop that has the trait. PB-T.18, R-7."""
        for unit in self.field.units(side):
            for troop in unit.troops:
                alone = Unit("", side, [troop])
                troop.wounds -= min(troop.wounds, alone.total("regenerates"))

    def count_tokens(self, side: str) -> None:
        """Set a side's unused tokens: size / 10 + Leaders - wounds. PB-1.3, PB-4.6, PB-T.13.

        Wounds are the wound tokens on its living troops; the result is never below 0.
        """
        troops = [troop for unit in self.field.units(side) for troop in unit.troops]
        leaders = sum(unit.total("tokens") for unit in self.field.units(side))
        wounds = sum(troop.wounds for troop in troops)
        self.sides[side].unused = max(0, self.field.size // 10 + leaders - wounds)

    def sacrifices(self, side: str) -> Steps:
        """A side may eliminate troops that carry a wound token, one by one. PB-4.7, R-21.

        Its tokens are counted again after each. R-7.
        """
        while True:
            self.field.turn = side
            options = {
                f"sacrifice {unit.id} {troop.code}": 0
                for unit in self.field.units(side)
                for troop in unit.troops
                if troop.wounds
            }
            chosen = yield from ask_or_done(Decision(side, "sacrifice", options))
            if chosen == "done":
                return
            _, unit_id, code = chosen.split()
            self.eliminate(self.field.unit(unit_id), code)
            self.sides[side].set_aside = 0
            self.count_tokens(side)

    def check_victory(self) -> None:
        """End the battle if a side has destroyed half of the enemy's points. PB-9.1.

        If both have, the higher total wins; equal totals: Player 2. PB-9.2. After the round limit
        the battle is undecided. PB-9.3.
        """
        a, b = self.sides["A"], self.sides["B"]
        a_has_half = 2 * a.destroyed >= b.fielded
        b_has_half = 2 * b.destroyed >= a.fielded
        if a_has_half and b_has_half:
            player1 = self.field.player1
            assert player1 is not None
            if a.destroyed == b.destroyed:
                self.end = End(enemy_of(player1), "destroyed")
            else:
                self.end = End("A" if a.destroyed > b.destroyed else "B", "destroyed")
        elif a_has_half or b_has_half:
            self.end = End("A" if a_has_half else "B", "destroyed")
        elif self.field.round >= self.field.round_limit:
            self.end = End(None, "round-limit")
        else:
            self.field.round += 1
