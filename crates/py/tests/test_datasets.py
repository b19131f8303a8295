"""Datasets: their schema, their contents, and their continuation after an interruption."""

import json

import mekong
import pandas
import polars
import pyarrow.parquet
import pytest
from mekong import errors


def arrow_types(path):
    schema = pyarrow.parquet.read_schema(path)
    return {field.name: (str(field.type), field.nullable) for field in schema}


def expected_types(kind):
    return {column.name: (column.type, column.optional) for column in mekong.datasets.columns(kind)}


def test_self_play(game, tmp_path):
    seen = []
    export = mekong.datasets.self_play(
        tmp_path,
        game,
        games=6,
        nodes=60,
        seed=3,
        threads=2,
        progress=lambda done, total: seen.append((done, total)),
    )
    assert seen[-1] == (6, 6)
    assert arrow_types(tmp_path / "part-000000.parquet") == expected_types("self-play")
    rows = pandas.read_parquet(tmp_path)
    assert len(rows) == export.rows == len(polars.read_parquet(tmp_path / "*.parquet"))
    assert sorted(rows.game_id.unique()) == list(range(6))
    for _, played in rows.groupby("game_id"):
        position = game.position(played.position.iloc[0])
        for row in played.itertuples():
            assert row.position == position.text
            assert ("p1", "p2")[row.turn] == position.turn
            assert row.legal == len(position.legal_moves())
            assert game.move(row.action) == row.move
            assert game.move(row.best_action) == row.best
            assert 0 <= row.win_chance <= 1
            position = position.play(row.move)
        if position.outcome is not None:
            assert row.reason == position.outcome.reason
            assert row.result == position.outcome.returns()[row.turn]


def test_an_interrupted_export_continues(tmp_path):
    arguments = {"games": 70, "nodes": 20, "seed": 1, "max_plies": 30}
    whole, resumed = tmp_path / "whole", tmp_path / "resumed"
    mekong.datasets.self_play(whole, "saigon", threads=1, **arguments)

    class StopError(Exception):
        pass

    def stop(done, total):
        if done >= 40:
            raise StopError

    with pytest.raises(StopError):
        mekong.datasets.self_play(resumed, "saigon", threads=1, progress=stop, **arguments)
    assert not list(resumed.glob(".part-*"))
    export = mekong.datasets.self_play(resumed, "saigon", threads=2, **arguments)
    assert export.parts == 3
    for path in whole.glob("*.parquet"):
        assert (resumed / path.name).read_bytes() == path.read_bytes()
    assert mekong.datasets.self_play(resumed, "saigon", **arguments).rows == 0
    with pytest.raises(errors.FileError, match="seed"):
        mekong.datasets.self_play(resumed, "saigon", **{**arguments, "seed": 2})
    settings = json.loads((resumed / "_dataset.json").read_text())
    assert settings["games"] == 70


def test_solved_positions(table, tmp_path):
    class StopError(Exception):
        pass

    def stop(done, total):
        if done > 1_000_000:
            raise StopError

    with pytest.raises(StopError):
        mekong.datasets.solved(tmp_path, table, progress=stop)
    files = sorted(tmp_path.glob("*.parquet"))
    assert arrow_types(files[0]) == expected_types("solved")
    rows = pandas.concat([pandas.read_parquet(path) for path in files[:3]])
    assert rows.position.is_unique
    some = rows.sample(2_000, random_state=1)
    results, distances = table.probe_many(some.position)
    assert (results == some.result).all()
    assert (distances == some.distance.fillna(-1)).all()


@pytest.mark.parametrize(
    ("arguments", "field"),
    [
        ({"games": 0, "nodes": 1}, "games"),
        ({"games": 1, "nodes": 0}, "nodes"),
        ({"games": 1, "nodes": 1, "random_moves": 1.5}, "random_moves"),
        ({"games": 1, "nodes": 1, "random_moves": "x"}, "random_moves"),
        ({"games": 1, "nodes": 1, "seed": -1}, "seed"),
        ({"games": 1, "nodes": 1, "variant": "x"}, "variant"),
    ],
)
def test_refusals(arguments, field, tmp_path):
    with pytest.raises(mekong.MekongError) as refused:
        mekong.datasets.self_play(tmp_path, "siam", **arguments)
    assert refused.value.field == field


def test_folders_that_cannot_be_written(tmp_path):
    file = tmp_path / "file"
    file.write_text("x")
    with pytest.raises(errors.FileError):
        mekong.datasets.self_play(file, "siam", games=1, nodes=1)
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "_dataset.json").write_text("[]")
    with pytest.raises(errors.FileError):
        mekong.datasets.self_play(tmp_path / "other", "siam", games=1, nodes=1)
