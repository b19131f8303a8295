"""Engines: analyses, levels, progress, interruption, exact Palam."""

import itertools
import os
import signal
import subprocess
import sys
import threading

import mekong
import pytest
from conftest import walk
from mekong import errors

NEVER = 2**60


def test_proven_wins_have_a_distance():
    position = mekong.game("siam").position("2o2/2o2/2n2/2n2/4o R 11 -")
    analysis = mekong.Engine("siam", memory=1).analyse(position, depth=4, lines=3)
    best = analysis.lines[0]
    assert (best.moves[0], best.value, best.distance, best.proven, best.win_chance) == (
        "c2c3",
        "win",
        1,
        True,
        1.0,
    )
    assert analysis.best == "c2c3"
    assert len(analysis.lines) == 3
    assert analysis.source == "search"
    assert position.play(analysis.best).outcome.winner == "p2"


def test_same_nodes_same_analysis(game):
    position = game.start(seed=1)

    def facts():
        analysis = mekong.Engine(game, memory=1).analyse(position, nodes=3_000)
        return [(line.moves, line.score, line.proven) for line in analysis.lines], analysis.nodes

    assert facts() == facts()


def test_levels_are_repeatable_and_legal(game):
    position = game.start(seed=2)
    for level in (1, 3, 5):
        engines = [mekong.Engine(game, level=level, memory=1) for _ in range(2)]
        for seed in range(3):
            moves = {engine.choose(position, seed=seed) for engine in engines}
            assert len(moves) == 1
            assert moves < set(position.legal_moves())


def test_progress_is_reported_and_may_stop_the_search():
    position = mekong.game("siam").start()
    seen = []
    final = mekong.Engine("siam", memory=1).analyse(position, nodes=200_000, progress=seen.append)
    assert all(isinstance(analysis, mekong.Analysis) for analysis in seen)
    assert seen
    assert seen[-1].depth <= final.depth

    class DeadCallbackError(Exception):
        pass

    def dead(analysis):
        raise DeadCallbackError

    with pytest.raises(DeadCallbackError):
        mekong.Engine("siam", memory=1).analyse(position, nodes=NEVER, progress=dead)
    with pytest.raises(errors.ArgumentTypeError) as refused:
        mekong.Engine("siam", memory=1).analyse(position, nodes=NEVER, progress=5)
    assert refused.value.field == "progress"


@pytest.mark.parametrize(
    "work",
    [
        lambda folder, table: mekong.Engine("siam", memory=1).analyse(mekong.game("siam").start(), nodes=NEVER),
        lambda folder, table: mekong.datasets.self_play(folder, "siam", games=1_000_000, nodes=1_000),
        lambda folder, table: mekong.SaigonTable.solve(threads=1),
        lambda folder, table: table.verify(threads=1),
        lambda folder, table: mekong.game("siam").start().perft(9),
        lambda folder, table: table.probe_many(itertools.repeat("LL/LD/D/LDDD L")),
    ],
    ids=["engine", "export", "solve", "verify", "perft", "probe"],
)
def test_ctrl_c_ends_long_work(work, tmp_path, table):
    """Work that would take seconds, days or never end."""
    # A shell starts background jobs with this signal ignored.
    handler = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.2, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            work(tmp_path, table)
    finally:
        timer.cancel()
        signal.signal(signal.SIGINT, handler)


def test_other_threads_run_during_a_search():
    ticks = []
    done = threading.Event()

    def tick():
        while not done.is_set():
            ticks.append(len(ticks))

    thread = threading.Thread(target=tick)
    thread.start()
    before = len(ticks)
    mekong.Engine("samliam", memory=1).analyse(mekong.game("samliam").start(), nodes=100_000)
    during = len(ticks) - before
    done.set()
    thread.join()
    assert during > 0


def test_table_answers_exactly(table):
    start = mekong.game("saigon").start()
    analysis = mekong.Engine("saigon", memory=1, table=table).analyse(start, nodes=1)
    assert (analysis.source, analysis.lines[0].value, analysis.lines[0].distance) == ("table", "win", 33)
    assert len(analysis.lines[0].moves) == 33


TWO_DUELS = "-,-,-,-,-,-/e6,s4,-,-,-,-/-,-,-,-,-,e5/k3,-,-,-,-,- A - x 30-30"


def brute_force(position, memo):
    """The margin of the first player by trying everything."""
    if position in memo:
        return memo[position]
    if position.outcome is not None:
        first, second = map(int, position.text.split()[-1].split("-"))
        result = first - second
    else:
        results = [brute_force(position.play(move), memo) for move in position.legal_moves()]
        result = max(results) if position.turn == "p1" else min(results)
    memo[position] = result
    return result


def test_palam_agrees_with_brute_force():
    solver = mekong.PalamSolver(memory=1)
    position = mekong.game("palam").position(TWO_DUELS)
    margin = brute_force(position, {})
    assert solver.who_wins(position) == ("p1" if margin > 0 else "p2")
    assert solver.score(position) == (margin if position.turn == "p1" else -margin)
    proof = solver.prove(position)
    assert proof.margin == solver.score(position)
    assert {move.move for move in proof.moves} == set(position.legal_moves())
    for move in position.legal_moves():
        after = position.play(move)
        if after.outcome is None:
            expected = brute_force(after, {})
            assert solver.who_wins(after) == ("p1" if expected > 0 else "p2")
    final = position
    for move in proof.line:
        final = final.play(move)
    assert final.outcome is not None
    assert solver.who_wins(final) == final.outcome.winner


def test_palam_gives_up_at_the_limit():
    solver = mekong.PalamSolver(memory=1)
    assert solver.who_wins(mekong.game("palam").start(seed=1), nodes=100) is None
    *_, session = walk(mekong.game("palam"), None, seed=1, plies=12)
    assert solver.score(session.position, nodes=1) is None


@pytest.mark.parametrize(
    ("call", "error", "field"),
    [
        (lambda e, p: e.analyse(p, nodes=0), errors.ArgumentError, "nodes"),
        (lambda e, p: e.analyse(p, nodes="1"), errors.ArgumentTypeError, "nodes"),
        (lambda e, p: e.analyse(p, time=0), errors.ArgumentError, "time"),
        (lambda e, p: e.analyse(p, time=float("nan")), errors.ArgumentError, "time"),
        (lambda e, p: e.analyse(p, time=float("inf")), errors.ArgumentError, "time"),
        (lambda e, p: e.analyse(p, depth=-1), errors.ArgumentError, "depth"),
        (lambda e, p: e.analyse(p, lines=0), errors.ArgumentError, "lines"),
        (lambda e, p: e.analyse(p, threads=0), errors.ArgumentError, "threads"),
        (lambda e, p: e.analyse(p.text), errors.ArgumentTypeError, "position"),
        (lambda e, p: e.analyse(mekong.game("saigon").start()), errors.ArgumentError, "position"),
        (lambda e, p: e.choose(p, seed=-1), errors.ArgumentError, "seed"),
        (lambda e, p: mekong.Engine("siam", memory=0), errors.ArgumentError, "memory"),
        (lambda e, p: mekong.Engine("siam", table=5), errors.ArgumentTypeError, "table"),
        (lambda e, p: mekong.Engine("siam", level=11, memory=1), errors.ArgumentError, "level"),
        (lambda e, p: mekong.Engine("siam", level="3"), errors.ArgumentTypeError, "level"),
        (lambda e, p: mekong.PalamSolver(memory=1).who_wins(5), errors.ArgumentTypeError, "position"),
        (lambda e, p: mekong.PalamSolver(memory=1).who_wins(p), errors.ArgumentError, "position"),
        (lambda e, p: mekong.PalamSolver(memory=1).score(p), errors.ArgumentError, "position"),
        (lambda e, p: mekong.datasets.columns("x"), errors.ArgumentError, "kind"),
        (lambda e, p: mekong.datasets.solved("x", p), errors.ArgumentTypeError, "table"),
        (lambda e, p: mekong.datasets.self_play(5, "siam", games=1, nodes=1), errors.ArgumentTypeError, "folder"),
    ],
)
def test_refusals(call, error, field):
    with pytest.raises(error) as refused:
        call(mekong.Engine("siam", memory=1), mekong.game("siam").start())
    assert refused.value.field == field


def test_more_memory_than_there_is():
    code = f"""
import mekong, resource
resource.setrlimit(resource.RLIMIT_AS, ({4 << 30}, {4 << 30}))
record = mekong.Session(mekong.game("siam").start(), ["@c1N"]).record()
for work in (
    lambda: mekong.Engine("siam", memory=5_000),
    lambda: mekong.PalamSolver(memory=5_000),
    lambda: mekong.analyse(record, memory=5_000),
):
    try:
        work()
    except MemoryError as error:
        print(error)
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "memory: 5000 megabytes are not available\n" * 3


def test_a_finished_game_has_no_lines():
    end = mekong.game("saigon").position("LL/LLLL/DL/DLD L").play("pr")
    engine = mekong.Engine("saigon", memory=1)
    assert engine.analyse(end, nodes=10).best is None
    assert engine.choose(end) is None
