"""The engines ours is measured beside; each is imported only when it plays."""

import random
import statistics
import time
from collections.abc import Sequence
from typing import Any, Final

from slices import Player, Slice

ROLLOUTS: Final = 100
COUNTED_GAMES: Final = 400


def catanatron_player() -> Player:
    """Two random players in Catan."""
    from catanatron import Color, Game, RandomPlayer

    def game(seed: int) -> Any:
        return Game([RandomPlayer(Color.RED), RandomPlayer(Color.BLUE)], seed=seed)

    def real_choices(seed: int) -> int:
        count = 0

        def decide(player: Any, game: Any, actions: Sequence[Any]) -> Any:
            nonlocal count
            count += len(actions) > 1
            return player.decide(game, actions)

        game(seed).play(decide_fn=decide)
        return count

    seed = 0

    def play(seconds: float) -> Slice:
        nonlocal seed
        seeds = []
        spent = 0.0
        while spent < seconds:
            seed += 1
            begun = time.process_time()
            game(seed).play()
            spent += time.process_time() - begun
            seeds.append(seed)
        return Slice(len(seeds), sum(map(real_choices, seeds)), spent)

    return play


def openspiel_player() -> Player:
    """Backgammon rollouts in OpenSpiel's own C++."""
    import pyspiel

    game = pyspiel.load_game("backgammon")
    openings = []
    for outcome, _ in game.new_initial_state().chance_outcomes():
        state = game.new_initial_state()
        state.apply_action(outcome)
        openings.append(state)
    chance = random.Random(2026)

    def real_choices(state: Any) -> int:
        count = 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(chance.choices(outcomes, odds)[0])
            else:
                actions = state.legal_actions()
                count += len(actions) > 1
                state.apply_action(chance.choice(actions))
        return count

    mean = statistics.fmean(
        real_choices(openings[number % len(openings)].clone()) for number in range(COUNTED_GAMES)
    )
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=ROLLOUTS, seed=2026)
    # uct_c, max_simulations (1: the root alone), max_memory_mb, solve, seed, verbose.
    search = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 10, False, 2026, False)
    turn = 0

    def play(seconds: float) -> Slice:
        nonlocal turn
        games = 0
        begun = time.process_time()
        while (now := time.process_time()) - begun < seconds:
            search.mcts_search(openings[turn % len(openings)])
            turn += 1
            games += ROLLOUTS
        return Slice(games, games * mean, now - begun)

    return play
