"""Positions, sessions and games as Python objects: equality, hashes, copies, pickles, threads and processes."""

import copy
import multiprocessing
import os
import pickle
import subprocess
import sys
import threading

import mekong
import mekong.gymnasium
import mekong.pettingzoo
import numpy as np
import pytest
from conftest import variants, walk
from mekong import errors


def facts(position):
    outcome = position.outcome
    return (
        position.game.id,
        position.variant,
        position.text,
        position.turn,
        outcome and (outcome.winner, outcome.reason),
        position.legal_actions(),
        position.observation("p1").tobytes(),
        position.observation("p2").tobytes(),
        hash(position),
    )


def test_copies_and_pickles_are_exact(game):
    finished = 0
    for variant in variants(game):
        for seed in range(3):
            for session in walk(game, variant, seed, plies=500):
                if len(session) % 9 and session.outcome is None:
                    continue
                position = session.position
                copies = [copy.copy(position), copy.deepcopy(position)]
                copies += [pickle.loads(pickle.dumps(position, protocol)) for protocol in (2, 4, 5)]
                for other in copies:
                    assert other == position
                    assert facts(other) == facts(position)
                for other in (
                    copy.copy(session),
                    copy.deepcopy(session),
                    pickle.loads(pickle.dumps(session)),
                ):
                    assert other.moves == session.moves
                    assert other.outcome == session.outcome
                    assert other.occurrences == session.occurrences
                finished += session.outcome is not None
                for image in position.symmetries():
                    assert pickle.loads(pickle.dumps(image)) == image
    assert finished > 0


def test_symmetries_permute_moves_and_planes(game):
    arrays = game.symmetries()
    assert len(arrays) == game.symmetry_count
    for session in walk(game, None, seed=5, plies=60):
        position = session.position
        for (actions, entries), image in zip(arrays, position.symmetries(), strict=True):
            assert sorted(actions[position.legal_actions()]) == image.legal_actions()
            assert (image.observation().ravel()[entries] == position.observation().ravel()).all() or position.outcome
            if position.outcome is None:
                action = position.legal_actions()[0]
                played = position.play_action(action).symmetries()
                assert image.play_action(int(actions[action])) in played


def test_positions_never_change(game):
    position = game.start(seed=1)
    before = facts(position)
    position.play(position.legal_moves()[0])
    assert facts(position) == before
    for name in ("text", "turn", "anything"):
        with pytest.raises(AttributeError):
            setattr(position, name, "x")
    assert len({position, game.start(seed=1)}) == 1
    assert position != position.text
    assert position != game


def test_pictures(game):
    position = game.start(seed=1)
    assert position._repr_svg_() == position.svg()
    assert position.svg().startswith(("<svg", "<?xml"))
    assert position.svg() != position.svg("fr")
    assert position.draw()
    assert position.draw(ascii=True).isascii()
    assert position.png().startswith(b"\x89PNG")
    image = position.image(200)
    assert image.shape[1:] == (200, 3)
    assert image.dtype == np.uint8
    assert len(np.unique(image)) > 10


def test_repetition_belongs_to_the_session():
    moves = ["@a1N", "@e5S"] + ["a1E", "e5W", "a1N", "e5S"] * 2
    session = mekong.Session(mekong.game("siam").start(), moves)
    assert session.outcome == mekong.Outcome(
        None,
        "repetition",
        "the same position occurred for the third time",
        "la même position s’est produite pour la troisième fois",
    )
    assert session.occurrences == 3
    assert session.legal_moves() == [] == session.legal_actions()
    assert session.position.outcome is None
    assert session.undo() == "e5S"
    assert session.outcome is None


def test_hashes_are_the_same_in_another_process(game):
    code = f"import mekong; print(hash(mekong.game({game.id!r}).start(seed=7)))"
    environment = {**os.environ, "PYTHONHASHSEED": "5"}
    other = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment)
    assert int(other.stdout) == hash(game.start(seed=7))


def _in_child(position, pipe):
    env = mekong.batch.Env(position.game, 1_200, seed=3, threads=2)
    for _ in range(3):
        env.step(env.sample())
    engine = mekong.Engine(position.game, memory=1)
    pipe.send((position, engine.analyse(position, nodes=500).best, env.observations.sum()))


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_processes(method):
    position = mekong.game("siam").start().play("@c1N")
    # Threads have run before the fork.
    expected = [None]
    parent, child = multiprocessing.Pipe()
    for turn in range(2):
        if turn == 0:
            _in_child(position, child)
        else:
            context = multiprocessing.get_context(method)
            process = context.Process(target=_in_child, args=(position, child))
            process.start()
            process.join(120)
            assert process.exitcode == 0
        found = parent.recv()
        expected[0] = expected[0] or found
        assert found == expected[0]


def test_threads_share_objects():
    position = mekong.game("saigon").start()
    engine = mekong.Engine("saigon", memory=1, level=2)
    session = mekong.Session(position)
    failures = []

    def work():
        try:
            for _ in range(20):
                assert engine.choose(position, seed=1) in position.legal_moves()
                engine.analyse(position, nodes=300)
                session.legal_actions()
                pickle.loads(pickle.dumps(session))
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []


def test_refusals_in_threads_do_not_block_each_other():
    session = mekong.Session(mekong.game("saigon").start())
    records = mekong.read_records(b'[Game "saigon"] 1. ) * ' * 2_000)
    interval = sys.getswitchinterval()

    def work():
        for _ in range(400):
            with pytest.raises(errors.MoveError):
                session.play("pass")
            with pytest.raises((errors.RecordError, StopIteration)):
                next(records)
            with pytest.raises(errors.ArgumentError):
                session.observation("p3")
            session.legal_mask()
            assert session.variant == ()

    threads = [threading.Thread(target=work, daemon=True) for _ in range(4)]
    # Threads take turns as often as possible.
    sys.setswitchinterval(1e-6)
    try:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(120)
        assert not any(thread.is_alive() for thread in threads)
    finally:
        sys.setswitchinterval(interval)


def test_engines_and_tables_are_copied_with_their_settings(table):
    engine = mekong.Engine("saigon", level=3, memory=1, table=table)
    start = mekong.game("saigon").start()
    for other in (copy.deepcopy(engine), pickle.loads(pickle.dumps(engine))):
        assert (other.game, other.level) == (engine.game, engine.level)
        assert other.analyse(start, nodes=1).source == "table"
        assert other.choose(start, seed=4) == engine.choose(start, seed=4)


def test_results_and_environments_are_copied():
    siam = mekong.game("siam")
    ending = mekong.game("palam").position("-,-,-,-,-,-/e6,s4,-,-,-,-/-,-,-,-,-,e5/k3,-,-,-,-,- A - x 30-30")
    solver = mekong.PalamSolver(memory=1)
    record = mekong.Session(siam.start(), ["@c1N"]).record()
    values = [
        siam,
        record,
        mekong.Engine("siam", memory=1).analyse(siam.start(), nodes=100),
        solver.prove(ending),
        mekong.analyse(record, nodes=100, memory=1),
        mekong.game("saigon").position("LL/LLLL/DL/DLD L").play("pr").outcome,
        *mekong.datasets.columns("solved"),
    ]
    for value in values:
        assert copy.copy(value) == copy.deepcopy(value) == pickle.loads(pickle.dumps(value)) == value
    assert pickle.loads(pickle.dumps(solver)).score(ending) == copy.deepcopy(solver).score(ending) == 11
    for env in (mekong.pettingzoo.env("saigon"), mekong.gymnasium.Env("saigon", seat="p1")):
        env.reset(seed=3)
        env.step(0)
        for other in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
            assert other.unwrapped.session.moves == env.unwrapped.session.moves
            other.step(0)
            assert len(other.unwrapped.session) > len(env.unwrapped.session)


@pytest.mark.parametrize(
    ("call", "error", "field"),
    [
        (lambda: mekong.game("chess"), errors.UnknownGameError, "game"),
        (lambda: mekong.game(3), errors.ArgumentTypeError, "game"),
        (lambda: mekong.game("siam").start("race"), errors.VariantError, "variant"),
        (lambda: mekong.game("siam").start(["chain", "chain"]), errors.VariantError, "variant"),
        (lambda: mekong.game("siam").start(5), errors.ArgumentTypeError, "variant"),
        (lambda: mekong.game("palam").start(seed=-1), errors.ArgumentError, "seed"),
        (lambda: mekong.game("palam").start(seed=2**64), errors.ArgumentError, "seed"),
        (lambda: mekong.game("palam").start(seed=1.5), errors.ArgumentTypeError, "seed"),
        (lambda: mekong.game("palam").start(seed=True), errors.ArgumentTypeError, "seed"),
        (lambda: mekong.game("siam").position("x"), errors.PositionError, "position"),
        (lambda: mekong.game("siam").position(b"x"), errors.ArgumentTypeError, "position"),
        (lambda: mekong.game("siam").position("\ud800"), errors.ArgumentError, "position"),
        (lambda: mekong.game("siam").start().play("zz"), errors.MoveError, "move"),
        (lambda: mekong.game("siam").start().play("a1a2"), errors.IllegalMoveError, "move"),
        (lambda: mekong.game("siam").start().play(None), errors.ArgumentTypeError, "move"),
        (lambda: mekong.game("siam").start().play_action(580), errors.ArgumentError, "action"),
        (lambda: mekong.game("siam").start().play_action(-1), errors.ArgumentError, "action"),
        (lambda: mekong.game("siam").start().play_action("0"), errors.ArgumentTypeError, "action"),
        (lambda: mekong.game("siam").start().explain("@c1N", "de"), errors.ArgumentError, "lang"),
        (lambda: mekong.game("siam").start().observation("p3"), errors.ArgumentError, "viewer"),
        (lambda: mekong.game("siam").start().image(0), errors.ArgumentError, "width"),
        (lambda: mekong.game("siam").action("a1c5N"), errors.MoveError, "move"),
        (lambda: mekong.game("siam").move(10**30), errors.ArgumentError, "action"),
        (lambda: mekong.Session("start"), errors.ArgumentTypeError, "start"),
        (
            lambda: mekong.Session(mekong.game("siam").start(), ["@c1N", "@c3N"]),
            errors.IllegalMoveError,
            "moves[1]",
        ),
    ],
)
def test_refusals_name_field_and_reason(call, error, field):
    with pytest.raises(error) as refused:
        call()
    assert refused.value.field == field
    assert refused.value.reason
    assert refused.value.explain("fr")
    assert refused.value.explain("fr") != refused.value.explain("en")
    again = pickle.loads(pickle.dumps(refused.value))
    assert (type(again), str(again)) == (type(refused.value), str(refused.value))
    assert isinstance(refused.value, mekong.MekongError)
