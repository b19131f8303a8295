"""Fixtures that several tests share."""

import itertools
import random
from pathlib import Path

import mekong
import pytest

ROOT = Path(__file__).resolve().parents[3]


def variants(game):
    """Every combination of the variants of a game."""
    names = game.variants
    return [",".join(chosen) for count in range(len(names) + 1) for chosen in itertools.combinations(names, count)]


def walk(game, variant, seed, plies=300):
    """The session of a random game, after every ply."""
    session = mekong.Session(game.start(variant, seed))
    chooser = random.Random(seed)
    for _ in range(plies):
        yield session
        moves = session.legal_moves()
        if not moves:
            return
        session.play(chooser.choice(moves))


@pytest.fixture(params=[game.id for game in mekong.games()])
def game(request):
    return mekong.game(request.param)


@pytest.fixture(scope="session")
def table():
    return mekong.SaigonTable.solve()
