"""Steps per second of `mekong.batch.Env` beside Python loops over OpenSpiel and PettingZoo, in one run on one machine.

Both sides play random moves and produce legal masks and observation tensors after every step. Run with `make py-bench`.
"""

from __future__ import annotations

import argparse
import os
import random
import time
from collections.abc import Callable

import mekong
import numpy as np
import pyspiel
from pettingzoo.classic import connect_four_v3

OPEN_SPIEL_GAMES = ["connect_four", "breakthrough", "quoridor"]


Clock = Callable[[], float]


def rate(run: Callable[[], int], seconds: float, clock: Clock) -> float:
    """Steps per second: `run` is repeated for some seconds and returns its number of steps."""
    run()
    steps, begin = 0, clock()
    while (elapsed := clock() - begin) < seconds:
        steps += run()
    return steps / elapsed


def open_spiel_game(name: str) -> Callable[[], int]:
    """A random game of OpenSpiel."""
    game = pyspiel.load_game(name)

    def run() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            player = state.current_player()
            np.asarray(state.observation_tensor(player), np.float32)
            np.asarray(state.legal_actions_mask(player))
            state.apply_action(random.choice(state.legal_actions()))
            steps += 1
        return steps

    return run


def pettingzoo_game() -> Callable[[], int]:
    """A random game of PettingZoo's Connect Four."""
    env = connect_four_v3.env()

    def run() -> int:
        env.reset()
        steps = 0
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            env.step(random.choice(np.flatnonzero(observation["action_mask"])))
            steps += 1
        return steps

    return run


def batch(game: str, n: int, threads: int | None = None) -> Callable[[], int]:
    """Steps of a batch."""
    env = mekong.batch.Env(game, n, seed=1, threads=threads)
    count = max(1, 20_000 // n)

    def run() -> int:
        for _ in range(count):
            env.step(env.sample())
        return n * count

    return run


def main() -> None:
    """Print the rates and their ratios."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0, help="seconds per measurement")
    parser.add_argument("--n", type=int, default=4096, help="games of a batch")
    parser.add_argument(
        "--cpu-time", action="store_true", help="count processor time, with one thread on both sides: for a machine that is not idle"
    )
    arguments = parser.parse_args()
    clock: Clock = time.process_time if arguments.cpu_time else time.perf_counter
    threads = 1 if arguments.cpu_time else None
    others = {f"OpenSpiel {name}": rate(open_spiel_game(name), arguments.seconds, clock) for name in OPEN_SPIEL_GAMES}
    others["PettingZoo connect_four"] = rate(pettingzoo_game(), arguments.seconds, clock)
    for name, steps in others.items():
        print(f"{name:28} {steps:12,.0f} steps/s")
    required = {name: 30 if name.startswith("PettingZoo") else 20 for name in others}
    used = "one thread" if arguments.cpu_time else f"{os.cpu_count()} threads"
    for game in mekong.games():
        steps = rate(batch(game.id, arguments.n, threads), arguments.seconds, clock)
        print(f"{'mekong ' + game.id:28} {steps:12,.0f} steps/s, n = {arguments.n}, {used}")
        for name, other in others.items():
            print(f"    {steps / other:6.0f} × {name} (at least {required[name]})")
        sizes = [64, 256, 1024, 4096, 16384]
        rates = [rate(batch(game.id, n, 1), arguments.seconds / 4, clock) for n in sizes]
        costs = ", ".join(f"n = {n}: {1e9 / each:.0f}" for n, each in zip(sizes, rates, strict=True))
        print(f"    nanoseconds per step on one thread: {costs}")


if __name__ == "__main__":
    main()
