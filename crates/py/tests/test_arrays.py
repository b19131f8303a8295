"""Moves as numbers, positions as planes, and many games at once."""

import copy
import itertools
import multiprocessing
import pickle
import signal
import subprocess
import sys
import threading

import mekong
import numpy as np
import pytest
from conftest import variants, walk
from mekong import errors


def test_actions_are_moves(game):
    texts = [game.move(action) for action in range(game.action_count)]
    assert len(set(texts)) == game.action_count
    assert [game.action(text) for text in texts] == list(range(game.action_count))
    assert sum(count for count, _ in game.action_groups) == game.action_count


def test_masks_and_planes_belong_to_the_position(game):
    highest = np.array([most for most, _ in game.planes])[:, None, None]
    for variant in variants(game):
        for session in walk(game, variant, seed=8, plies=80):
            legal = session.legal_actions()
            assert sorted(game.move(action) for action in legal) == session.legal_moves()
            assert np.flatnonzero(session.legal_mask()).tolist() == legal
            for viewer in ("p1", "p2"):
                seen = session.observation(viewer)
                assert seen.shape == game.observation_shape
                assert seen.dtype == np.uint8
                assert (seen <= highest).all()
            if session.turn is not None:
                assert (session.observation() == session.observation(session.turn)).all()


def test_players_see_the_same_board_from_their_side():
    position = mekong.game("siam").start().play("@a1N")
    first, second = position.observation("p1"), position.observation("p2")
    assert (first[:4] == second[4:8]).all()
    assert (first[4:8] == second[:4]).all()
    assert (first[8] == second[8]).all()


@pytest.mark.parametrize("threads", [1, 3])
def test_batches_play_by_the_rules(game, threads):
    env = mekong.batch.Env(game, 1_100, seed=5, threads=threads)
    rows = [0, 1_099]
    sessions = {row: mekong.Session(env.position(row)) for row in rows}
    for _ in range(60):
        actions = env.sample()
        assert env.masks[np.arange(env.n), actions].all()
        env.step(actions)
        for row, session in sessions.items():
            session.play_action(int(actions[row]))
            outcome = session.outcome
            assert env.terminated[row] == (outcome is not None)
            assert env.rewards[row].tolist() == ([0.0, 0.0] if outcome is None else list(outcome.returns()))
            if outcome is not None:
                sessions[row] = session = mekong.Session(env.position(row))
            assert session.position == env.position(row)
            assert (env.observations[row] == session.observation()).all()
            assert (env.masks[row] == session.legal_mask()).all()
            assert "p12"[1 + env.players[row]] == session.turn[1]


def trace(game, **options):
    env = mekong.batch.Env(game, 700, **options)
    total = []
    for _ in range(40):
        env.step(env.sample())
        total.append((env.observations.tobytes(), env.rewards.sum(), env.truncated.sum(), env.sample().tobytes()))
    return total


def test_batches_are_repeatable(game):
    expected = trace(game, seed=3, threads=1, max_plies=15)
    assert trace(game, seed=3, threads=2, max_plies=15) == expected
    assert trace(game, seed=4, threads=1, max_plies=15) != expected
    env = mekong.batch.Env(game, 700, seed=9, max_plies=15)
    env.step(env.sample())
    env.reset(3)
    assert (env.observations == mekong.batch.Env(game, 700, seed=3).observations).all()


def test_arrays_are_allocated_once():
    env = mekong.batch.Env("saigon", 8)
    arrays = [env.observations, env.masks, env.players, env.rewards, env.terminated, env.truncated]
    places = [array.ctypes.data for array in arrays]
    for _ in range(5):
        env.step(env.sample())
    again = [env.observations, env.masks, env.players, env.rewards, env.terminated, env.truncated]
    assert [array.ctypes.data for array in again] == places


def test_any_integer_type_is_accepted():
    for dtype in (np.int8, np.uint8, np.int32, np.uint64, np.int64):
        env = mekong.batch.Env("saigon", 3, seed=1)
        env.step(np.array([0, 1, 0], dtype))
        env.step(np.array([[0, 9], [0, 9], [0, 9]], np.int64)[:, 0])


@pytest.mark.parametrize(
    ("actions", "error"),
    [
        ([0.0, 1.0], errors.ArgumentTypeError),
        ([True, False], errors.ArgumentTypeError),
        (["0", "1"], errors.ArgumentTypeError),
        ([None, 1], errors.ArgumentTypeError),
        ([0], errors.ArgumentTypeError),
        ([[0, 1]], errors.ArgumentTypeError),
        (0, errors.ArgumentTypeError),
        ([0, -1], errors.IllegalMoveError),
        ([0, 159], errors.IllegalMoveError),
        (np.array([0, 2**64 - 1], np.uint64), errors.IllegalMoveError),
        ([0, 2], errors.IllegalMoveError),
    ],
)
def test_refused_actions_change_nothing(actions, error):
    env = mekong.batch.Env("saigon", 2, seed=1)
    before = env.observations.copy(), env.masks.copy(), env.sample()
    with pytest.raises(error) as refused:
        env.step(actions)
    assert refused.value.field == "actions"
    assert all((a == b).all() for a, b in zip(before, (env.observations, env.masks, env.sample()), strict=True))
    env.step(env.sample())


def test_tampered_arrays_do_no_harm():
    env = mekong.batch.Env("saigon", 2, seed=1)
    env.masks[:] = True
    env.observations[:] = 99
    with pytest.raises(errors.IllegalMoveError):
        env.step([2, 2])
    env.step(env.sample())
    assert env.observations.max() <= 6
    env.rewards.flags.writeable = False
    with pytest.raises(errors.BusyError):
        env.step(env.sample())


def test_one_thread_at_a_time_steps_an_environment():
    env = mekong.batch.Env("siam", 2_000, seed=1)
    unexpected = []

    def step():
        for _ in range(30):
            try:
                env.step(env.sample())
            except (errors.BusyError, errors.IllegalMoveError):
                # Another thread was faster: the sample may belong to an earlier position.
                continue
            except BaseException as error:
                unexpected.append(error)

    threads = [threading.Thread(target=step) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert unexpected == []


def alarms(work):
    """Calls a function until a signal interrupts it, like Ctrl-C; after more and more time if nothing came of it."""

    def stop(*_):
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, stop)
    try:
        for attempt in itertools.count():
            signal.setitimer(signal.ITIMER_REAL, 0.01 + 0.002 * (attempt % 20))
            try:
                while True:
                    work()
            except KeyboardInterrupt:
                yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_an_interrupted_step_can_be_completed():
    n = 1 << 18
    env, other = (mekong.batch.Env("siam", n, seed=2, threads=1) for _ in range(2))
    first = env.sample()
    for _ in alarms(lambda: env.step(env.sample())):
        if env.interrupted:
            break
        env.reset(2)
    # The signal came during a step, after others or none.
    with pytest.raises(errors.BusyError):
        copy.copy(env)
    with pytest.raises(errors.BusyError) as refused:
        env.step(first)
    assert "resume" in refused.value.reason
    env.resume()
    assert not env.interrupted
    for _ in range(1_000):
        other.step(other.sample())
        if (other.observations == env.observations).all():
            break
    assert (other.observations == env.observations).all()
    assert (other.masks == env.masks).all()
    assert (other.sample() == env.sample()).all()
    env.resume()
    env.step(env.sample())


def test_an_interrupted_reset_can_be_repeated():
    env = mekong.batch.Env("saigon", 1 << 18, seed=2, threads=1)
    for _ in alarms(lambda: env.reset(7)):
        if env.interrupted:
            break
    env.reset(5)
    assert (env.sample() == mekong.batch.Env("saigon", 1 << 18, seed=5).sample()).all()


def test_too_little_memory_is_an_exception():
    code = f"""
import mekong, resource
resource.setrlimit(resource.RLIMIT_AS, ({3 << 30}, {3 << 30}))
for game in mekong.games():
    try:
        mekong.batch.Env(game, 1 << 24)
    except MemoryError:
        print(game.id)
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.split() == [game.id for game in mekong.games()]


def test_variants_may_be_an_iterator():
    env = mekong.batch.Env("siam", 2, variant=iter(["opening", "chain"]))
    assert env.position(0).variant == ("opening", "chain")


def steps(env, count):
    """The arrays after each of some steps."""
    seen = []
    for _ in range(count):
        env.step(env.sample())
        arrays = (env.observations, env.masks, env.players, env.rewards, env.terminated, env.truncated, env.sample())
        seen.append([array.tobytes() for array in arrays])
    return seen


def _steps_in_child(env, pipe):
    pipe.send(steps(env, 30))


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_copies_continue_in_other_processes(method):
    env = mekong.batch.Env("siam", 40, seed=3, threads=1)
    steps(env, 50)
    parent, child = multiprocessing.Pipe()
    process = multiprocessing.get_context(method).Process(target=_steps_in_child, args=(env, child))
    process.start()
    assert parent.recv() == steps(env, 30)
    process.join()


def test_copies_continue_in_the_same_way(game):
    env = mekong.batch.Env(game, 40, seed=3, variant=game.variants[:1], threads=1, max_plies=60)
    steps(env, 50)
    copies = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    assert all(other.position(7) == env.position(7) for other in copies)
    expected = steps(env, 30)
    assert all(steps(other, 30) == expected for other in copies)
    with pytest.raises(errors.ArgumentError) as refused:
        env._batch.restore(b"x")
    assert refused.value.field == "state"
    assert steps(env, 1) == steps(copies[0], 1)


@pytest.mark.parametrize(
    ("arguments", "field"),
    [
        ({"game": "siam", "n": 0}, "n"),
        ({"game": "siam", "n": -1}, "n"),
        ({"game": "siam", "n": 1.0}, "n"),
        ({"game": "chess", "n": 1}, "game"),
        ({"game": "siam", "n": 1, "seed": -1}, "seed"),
        ({"game": "siam", "n": 1, "variant": "x"}, "variant"),
        ({"game": "siam", "n": 1, "threads": 0}, "threads"),
        ({"game": "siam", "n": 1, "max_plies": 0}, "max_plies"),
    ],
)
def test_refused_environments(arguments, field):
    with pytest.raises(mekong.MekongError) as refused:
        mekong.batch.Env(**arguments)
    assert refused.value.field == field
