"""The environments of PettingZoo: its own tests, and turns that do not alternate."""

import warnings

import mekong
import mekong.pettingzoo
import numpy as np
import pytest
from conftest import variants
from mekong import errors
from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test


def test_api(game):
    for variant in variants(game):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            api_test(mekong.pettingzoo.env(game.id, variant=variant), num_cycles=200)


def test_seeds(game):
    seed_test(lambda: mekong.pettingzoo.env(game.id), num_cycles=30)


def test_performance():
    performance_benchmark(mekong.pettingzoo.env("saigon"))


def test_render(game):
    render_test(lambda render_mode=None: mekong.pettingzoo.env(game.id, render_mode=render_mode))


@pytest.mark.parametrize(("name", "variant"), [("palam", None), ("palam", "draft"), ("saigon", None)])
def test_turns_are_those_of_the_rules(name, variant):
    env = mekong.pettingzoo.env(name, variant=variant)
    random = np.random.default_rng(1)
    again = passes = 0
    for seed in range(15):
        env.reset(seed=seed)
        session = mekong.Session(env.unwrapped.session.start)
        totals = dict.fromkeys(env.agents, 0.0)
        before = None
        for agent in env.agent_iter():
            observation, reward, terminated, truncated, _ = env.last()
            totals[agent] += reward
            if terminated or truncated:
                env.step(None)
                continue
            assert {"player_0": "p1", "player_1": "p2"}[agent] == session.turn
            assert (observation["observation"] == session.observation()).all()
            legal = np.flatnonzero(observation["action_mask"])
            assert legal.tolist() == session.legal_actions()
            other = next(each for each in env.possible_agents if each != agent)
            assert not env.observe(other)["action_mask"].any()
            action = int(random.choice(legal))
            passes += session.game.move(action) == "pass"
            again += agent == before
            before = agent
            session.play_action(action)
            env.step(action)
        assert tuple(totals.values()) == session.outcome.returns()
    assert again > 0 if name == "palam" else passes > 0


def test_illegal_actions():
    env = mekong.pettingzoo.env("saigon")
    env.reset(seed=1)
    env.step(2)
    assert env.terminations == {"player_0": True, "player_1": True}
    assert env.rewards["player_0"] == -1
    raw = mekong.pettingzoo.raw_env("saigon")
    raw.reset(seed=1)
    with pytest.raises(errors.IllegalMoveError):
        raw.step(2)


@pytest.mark.parametrize(
    ("arguments", "field"),
    [
        ({"render_mode": "movie"}, "render_mode"),
        ({"max_plies": "9"}, "max_plies"),
        ({"image_width": 0}, "image_width"),
        ({"variant": "chain"}, "variant"),
    ],
)
def test_refusals(arguments, field):
    with pytest.raises(mekong.MekongError) as refused:
        mekong.pettingzoo.env("saigon", **arguments)
    assert refused.value.field == field


def test_options_of_a_reset():
    env = mekong.pettingzoo.raw_env("palam")
    env.reset(options={"seed": 5})
    assert env.session.start == mekong.game("palam").start(seed=5)
    start = mekong.game("palam").start(seed=6)
    env.reset(options={"start": start})
    assert env.session.start == start
    for options in ({"start": mekong.game("siam").start()}, {"start": 5}, {"seed": "x"}, []):
        with pytest.raises(mekong.MekongError):
            env.reset(options=options)


def test_long_games_are_cut_off():
    env = mekong.pettingzoo.env("saigon", max_plies=2)
    env.reset(seed=1)
    env.step(0)
    env.step(0)
    assert env.truncations == {"player_0": True, "player_1": True}
