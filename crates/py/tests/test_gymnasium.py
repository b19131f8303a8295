"""The environment of Gymnasium against a level of the computer."""

import gymnasium
import mekong
import mekong.gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from mekong import errors


@pytest.mark.parametrize("render_mode", [None, "ansi", "rgb_array"])
def test_check_env(game, render_mode):
    check_env(mekong.gymnasium.Env(game, level=1, render_mode=render_mode), skip_render_check=render_mode is None)


def play(env, seed):
    random = np.random.default_rng(seed)
    observation, info = env.reset(seed=seed)
    trace, done, reward = [info["position"]], False, 0.0
    while not done:
        action = int(random.choice(np.flatnonzero(observation["action_mask"])))
        observation, reward, terminated, truncated, info = env.step(action)
        done = terminated or truncated
        trace.append(info["position"])
        if not done:
            assert env.session.turn == env.seat
            assert env.observation_space.contains(observation)
    return trace, reward


def test_games_are_repeatable_and_scored(game):
    env = gymnasium.make(f"mekong/{game.id}-v0", level=2, disable_env_checker=True).unwrapped
    seats = set()
    for seed in range(4):
        trace, reward = play(env, seed)
        outcome = env.session.outcome
        assert reward == outcome.returns()[("p1", "p2").index(env.seat)]
        assert play(env, seed) == (trace, reward)
        seats.add(env.seat)
    assert seats == {"p1", "p2"}


def test_illegal_actions_lose():
    env = mekong.gymnasium.Env("saigon", seat="p1")
    env.reset(seed=1)
    observation, reward, terminated, truncated, info = env.step(2)
    assert (reward, terminated, truncated) == (-1.0, True, False)
    assert "no slot is empty" in info["illegal"]
    assert not observation["action_mask"].any()
    with pytest.raises(errors.ArgumentError):
        env.step(0)
    with pytest.raises(errors.ArgumentError, match="reset"):
        mekong.gymnasium.Env("saigon", seat="p2").step(0)


@pytest.mark.parametrize(
    ("arguments", "field"),
    [
        ({"seat": "p3"}, "seat"),
        ({"render_mode": "human"}, "render_mode"),
        ({"level": 0}, "level"),
        ({"level": "1"}, "level"),
        ({"max_plies": 0}, "max_plies"),
        ({"max_plies": 1.5}, "max_plies"),
        ({"image_width": -1}, "image_width"),
    ],
)
def test_refusals(arguments, field):
    with pytest.raises(mekong.MekongError) as refused:
        mekong.gymnasium.Env("siam", **arguments)
    assert refused.value.field == field
