"""Compares the steps per second of `mekong.batch.Env` with Python loops over OpenSpiel and PettingZoo, in one run on one machine.

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
SIZES = [64, 256, 1024, 4096, 16384]
WARM_UP = 200

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
    """Steps of a batch whose games are at different lengths."""
    env = mekong.batch.Env(game, n, seed=1, threads=threads)
    for _ in range(WARM_UP):
        env.step(env.sample())
    count = max(1, 20_000 // n)

    def run() -> int:
        for _ in range(count):
            env.step(env.sample())
        return n * count

    return run


def main() -> None:
    """Print the rates and their ratios."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=0.6, help="seconds per measurement and round")
    parser.add_argument("--rounds", type=int, default=3, help="number of interleaved repetitions of all measurements; the best rates count")
    parser.add_argument("--n", type=int, default=4096, help="games of a batch")
    parser.add_argument("--cpu-time", action="store_true", help="measure processor time on one thread, for a machine that is not idle")
    arguments = parser.parse_args()
    clock: Clock = time.process_time if arguments.cpu_time else time.perf_counter
    others = {f"OpenSpiel {name}": open_spiel_game(name) for name in OPEN_SPIEL_GAMES}
    others["PettingZoo connect_four"] = pettingzoo_game()
    runs = dict(others)
    threads = [1] if arguments.cpu_time else sorted({1, os.cpu_count() or 1})
    for game in mekong.games():
        runs |= {f"mekong {game.id}, {count} threads": batch(game.id, arguments.n, count) for count in threads}
        runs |= {f"mekong {game.id}, n = {n}": batch(game.id, n, 1) for n in SIZES}
    rates = dict.fromkeys(runs, 0.0)
    for _ in range(arguments.rounds):
        rates = {name: max(rates[name], rate(run, arguments.seconds, clock)) for name, run in runs.items()}
    for name in others:
        print(f"{name:26} {rates[name]:12,.0f} steps/s")
    for game in mekong.games():
        for count in threads:
            name = f"mekong {game.id}, {count} threads"
            print(f"{name:26} {rates[name]:12,.0f} steps/s, n = {arguments.n}")
            for other in others:
                required = 30 if other.startswith("PettingZoo") else 20
                print(f"    {rates[name] / rates[other]:6.1f} × {other} (at least {required})")
        costs = ", ".join(f"n = {n}: {1e9 / rates[f'mekong {game.id}, n = {n}']:.0f}" for n in SIZES)
        print(f"    nanoseconds per step on one thread: {costs}")


if __name__ == "__main__":
    main()
