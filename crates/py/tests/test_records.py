"""Records: PGN and JSON both ways, lazily from files, replayed and analysed."""

import pickle
import signal
import sys
import threading
import time

import mekong
import pytest
from conftest import variants, walk
from mekong import errors


def random_record(game, variant, seed):
    *_, session = walk(game, variant, seed, plies=40)
    return session.record()


def test_both_formats_round_trip(game):
    for variant in variants(game):
        record = random_record(game, variant, 2).with_tag("White", 'Lise ["é"]')
        for other in (
            mekong.Record.from_pgn(record.to_pgn()),
            mekong.Record.from_json(record.to_json()),
            pickle.loads(pickle.dumps(record)),
        ):
            assert other == record
            assert hash(other) == hash(record)
            assert (other.tags, other.moves, other.variant) == (record.tags, record.moves, record.variant)
        positions = record.positions()
        assert len(positions) == len(record) + 1
        assert positions[-1] == record.session().position
        assert record.session().moves == record.moves


def test_files_are_read_lazily(tmp_path):
    record = random_record(mekong.game("saigon"), None, 1).to_pgn()
    broken = '[Game "saigon"]\n\n1. pr ) *\n\n'
    path = tmp_path / "games.pgn"
    path.write_text((record + "\n") * 1_000 + broken + (record + "\n") * 2_000)
    reader = mekong.read_records(path)
    assert sum(1 for _ in (next(reader) for _ in range(1_000))) == 1_000
    with pytest.raises(errors.RecordError) as refused:
        next(reader)
    assert "line" in refused.value.reason
    assert sum(1 for _ in reader) == 2_000
    assert list(mekong.read_records(b"")) == []


def test_refusals(tmp_path):
    for text in ("", "1. pr", '[Game "saigon"] 1. pr * 1. pl *'):
        with pytest.raises(errors.RecordError):
            mekong.Record.from_pgn(text)
    with pytest.raises(errors.RecordError):
        mekong.Record.from_json("{")
    with pytest.raises(errors.RecordError):
        mekong.Record.from_pgn("1. pr *").session()
    with pytest.raises(errors.RecordError):
        mekong.Record.from_pgn('[Game "saigon"] 1. pass *').session()
    with pytest.raises(errors.RecordError):
        list(mekong.read_records(b"\xff\xfe"))
    with pytest.raises(errors.ArgumentTypeError):
        mekong.read_records(5)
    with pytest.raises(FileNotFoundError):
        mekong.read_records(tmp_path / "none.pgn")
    with pytest.raises(errors.ArgumentError):
        mekong.Record.from_pgn("1. pr *").with_tag("no name", "x")


def test_analysis_of_a_game():
    record = random_record(mekong.game("siam"), None, 4)
    seen = []
    analysed = mekong.analyse(record, nodes=300, lang="fr", progress=lambda done, total: seen.append((done, total)))
    report = analysed.report
    assert [move.move for move in report.moves] == record.moves
    assert seen == sorted(seen)
    assert seen[-1] == (len(record), len(record))
    assert report.p1.moves + report.p2.moves == len(record)
    assert all(0 <= move.accuracy <= 100 and move.player in ("p1", "p2") for move in report.moves)
    assert any(move.why != move.why_fr for move in report.moves)
    assert analysed.record.tags["Annotator"] == "Mekong"
    assert analysed.record.moves == record.moves
    assert mekong.analyse(record, nodes=300).report == report


PGN = '[Game "saigon"]\n\n1. pr pl *\n\n'
LONG = '[Game "saigon"]\n\n1. pr {' + "x " * 200_000 + "} *"
LONG_JSON = mekong.Record.from_pgn(LONG).to_json()


@pytest.mark.parametrize(
    "read",
    [
        lambda: mekong.Record.from_pgn(LONG),
        lambda: mekong.Record.from_json(LONG_JSON),
        lambda: mekong.read_records((PGN * 20_000).encode()),
        lambda: next(mekong.read_records((PGN * 20_000).encode())),
    ],
)
def test_other_threads_run_while_records_are_read(read):
    ticks = 0
    is_done = False

    def tick():
        nonlocal ticks
        while not is_done:
            ticks += 1
            time.sleep(0)

    # The interpreter is given to the other thread only by a call that waits.
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1_000)
    thread = threading.Thread(target=tick)
    try:
        thread.start()
        before = ticks
        read()
        during = ticks - before
    finally:
        is_done = True
        sys.setswitchinterval(interval)
        thread.join()
    assert during > 0


def test_no_game_is_lost_after_ctrl_c():
    is_reading = False

    def stop(*_):
        nonlocal is_reading
        if is_reading:
            is_reading = False
            raise KeyboardInterrupt

    reader = mekong.read_records((PGN * 30_000).encode())
    handler = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, 0.003, 0.003)
    count = interruptions = 0
    try:
        while True:
            try:
                is_reading = True
                record = next(reader, None)
                count += record is not None
                is_reading = False
                if record is None:
                    break
            except KeyboardInterrupt:
                interruptions += 1
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, handler)
    # The signal may come after a game is returned and before it is counted.
    assert 30_000 - interruptions <= count <= 30_000


def test_short_and_long_texts_give_the_same_games():
    short, long = (list(mekong.read_records((PGN * count).encode())) for count in (10, 10_000))
    assert len(long) == 10_000
    assert set(long) == set(short)
    reader = mekong.read_records((PGN * 5_000 + '[Game "saigon"]\n\n1. pr ) *\n\n' + PGN * 600).encode())
    assert sum(1 for _ in range(5_000) if next(reader)) == 5_000
    with pytest.raises(errors.RecordError):
        next(reader)
    assert len(list(reader)) == 600
