"""The solution of Saigon."""

import itertools

import mekong
import numpy as np
import pytest
from conftest import walk
from mekong import errors


def test_values_follow_from_the_moves(table):
    saigon = mekong.game("saigon")
    for seed in range(3):
        for session in walk(saigon, None, seed, plies=60):
            position = session.position
            if position.outcome is not None:
                continue
            value = table.probe(position)
            moves = table.moves(position)
            assert {move for move, _ in moves} == set(position.legal_moves())
            assert moves[0][1] == value
            for image in position.symmetries():
                assert table.probe(image) == value
            for move, worth in moves:
                after = table.probe(position.play(move))
                assert worth.result == -after.result
                assert worth.distance == (None if after.result == 0 else after.distance + 1)


def test_perfect_play(table):
    position = mekong.game("saigon").start()
    assert table.probe(position) == mekong.Value(1, 33)
    assert table.probe(position).name == "win"
    line = table.best_line(position)
    assert len(line) == 33
    for move, _ in line:
        position = position.play(move)
    assert position.outcome.winner == "p1"


def test_arrays_of_positions(table):
    positions = [position for position, _ in itertools.islice(table, 5_000)]
    values = [value for _, value in itertools.islice(table, 5_000)]
    texts = np.array([position.text for position in positions])
    for given in (positions, texts, texts.astype(object), iter(positions)):
        results, distances = table.probe_many(given)
        assert results.dtype == np.int8
        assert distances.dtype == np.int16
        assert results.tolist() == [value.result for value in values]
        assert distances.tolist() == [-1 if value.distance is None else value.distance for value in values]
    assert table.probe_many([])[0].shape == (0,)


def test_files_and_verification(table, tmp_path):
    path = tmp_path / "saigon.table"
    table.save(path)
    again = mekong.SaigonTable.load(path)
    assert again.digest == table.digest
    assert again.has_distances
    results = tmp_path / "results.table"
    table.save(results, distances=False)
    assert results.stat().st_size < path.stat().st_size / 3
    assert not mekong.SaigonTable.load(results).has_distances
    seen = []
    assert again.verify(progress=lambda done, total: seen.append((done, total))) > 5_000_000
    assert seen
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    with pytest.raises(errors.TableError):
        mekong.SaigonTable.load(path)
    assert list(tmp_path.glob(".mekong-*")) == []
    (tmp_path / "other").touch()
    assert results.stat().st_mode == (tmp_path / "other").stat().st_mode


def test_statistics(table):
    statistics = table.statistics()
    assert sum(statistics.values()) == 23_442_594
    assert statistics[mekong.Value(0, None)] == 23_800
    assert max(value.distance or 0 for value in statistics) == 46


def test_refusals(table, tmp_path):
    with pytest.raises(errors.PositionError):
        table.probe("LL")
    with pytest.raises(errors.ArgumentError):
        table.probe(mekong.game("siam").start())
    with pytest.raises(errors.ArgumentError):
        table.probe(mekong.game("saigon").start("flat"))
    with pytest.raises(errors.ArgumentTypeError) as refused:
        table.probe_many(["LL/LD/D/LDDD L", 5])
    assert refused.value.field == "positions[1]"
    with pytest.raises(errors.VariantError):
        mekong.SaigonTable.solve("round")
    with pytest.raises(FileNotFoundError):
        mekong.SaigonTable.load(tmp_path / "none")
    with pytest.raises(OSError):
        table.save(tmp_path / "none" / "table")
