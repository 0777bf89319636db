"""Set-up, rounds, turns and the end. PB-3, PB-4, PB-9."""

from pbbuild.pocket_battles.rules.plain.actions import Actions
from pbbuild.pocket_battles.rules.plain.asking import Choice, Dice, End, Play, ask_or_done
from pbbuild.pocket_battles.rules.plain.pieces import Unit, enemy_of, own_zones, steps_from


class Battle(Actions):
    """All of a battle, as one long story that stops to ask."""

    end: End | None = None

    def set_up(self) -> Play:
        """PB-3.1: the higher die is Player 1, ties reroll; PB-T.13 counts from set-up."""
        for side in "AB":
            self.count_tokens(side)
        a = b = 0
        while a == b:
            (a,) = yield Dice("initiative", "A", 1)
            (b,) = yield Dice("initiative", "B", 1)
        self.field.player1 = self.field.turn = "A" if a > b else "B"
        yield from self.deployment()

    def deployment(self) -> Play:
        """PB-3.2: place a unit each in turn, then the rest of whoever has more."""

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
                chosen = yield Choice(side, "deploy", options)
                _, unit_id, zone = chosen.split(" ", 2)
                self.field.unit(unit_id).zone = zone
            side = enemy_of(side)
        self.field.turn = self.first_player()

    def first_player(self) -> str:
        """PB-4.1: Player 1 begins odd rounds, Player 2 even ones."""
        player1 = self.field.player1
        assert player1 is not None
        return player1 if self.field.round % 2 == 1 else enemy_of(player1)

    def rounds(self) -> Play:
        """Rounds from the beginning of one until the battle ends."""
        while not self.end:
            self.field.turn = self.first_player()
            yield from self.turns()
            yield from self.end_of_round()

    def turns(self) -> Play:
        """PB-4.3: turns alternate; who has no unused token takes none; nobody has: it is over."""
        while self.sides["A"].unused or self.sides["B"].unused:
            assert self.field.turn is not None
            if self.sides[self.field.turn].unused:
                yield from self.take_turn(self.field.turn)
            self.turn_over()

    def turn_over(self) -> None:
        assert self.field.turn is not None
        self.field.turn = enemy_of(self.field.turn)
        self.field.first_turn_of_battle = False
        self.redeployed = None
        self.charged = []

    def take_turn(self, side: str) -> Play:
        """PB-4.2: an optional redeployment, then one action."""
        chosen = yield Choice(side, "turn", {**self.redeployments(side), **self.actions(side)})
        if chosen.startswith("redeploy"):
            _, unit_id, zone = chosen.split(" ", 2)
            self.redeployed = self.field.unit(unit_id)
            self.redeployed.zone = zone
            chosen = yield Choice(side, "act", self.actions(side))
        yield from self.perform(chosen, side)

    def redeployments(self, side: str) -> dict[str, int]:
        """PB-4.4; PB-T.14: not with a Slow unit."""
        return {
            f"redeploy {unit.id} {zone}": 0
            for unit in self.field.units(side)
            if not unit.has("may-not-redeploy")
            for zone in steps_from(str(unit.zone), side)
        }

    def end_of_round(self) -> Play:
        """PB-4.6: tokens return, sacrifices, victory check."""
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
        """PB-T.18: a wound token comes off each troop that itself regenerates."""
        for unit in self.field.units(side):
            for troop in unit.troops:
                alone = Unit("", side, [troop])
                troop.wounds -= min(troop.wounds, alone.total("regenerates"))

    def count_tokens(self, side: str) -> None:
        """PB-4.6a: size/10, plus Leaders (PB-T.13), less the wound tokens on living troops."""
        troops = [troop for unit in self.field.units(side) for troop in unit.troops]
        leaders = sum(unit.total("tokens") for unit in self.field.units(side))
        wounds = sum(troop.wounds for troop in troops)
        self.sides[side].unused = max(0, self.field.size // 10 + leaders - wounds)

    def sacrifices(self, side: str) -> Play:
        """PB-4.7: any troops with a wound token, one by one."""
        while True:
            self.field.turn = side
            options = {
                f"sacrifice {unit.id} {troop.code}": 0
                for unit in self.field.units(side)
                for troop in unit.troops
                if troop.wounds
            }
            chosen = yield from ask_or_done(Choice(side, "sacrifice", options))
            if chosen == "done":
                return
            _, unit_id, code = chosen.split()
            self.eliminate(self.field.unit(unit_id), code)
            self.sides[side].set_aside = 0
            self.count_tokens(side)

    def check_victory(self) -> None:
        """PB-9.1, 9.2, 9.3."""
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
