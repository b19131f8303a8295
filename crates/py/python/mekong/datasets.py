"""Datasets as folders of Parquet files.

Both functions resume an interrupted export with the same settings, write the same rows on any number of threads, and
use little memory. The files can be read with pandas, polars or pyarrow:

    import pandas
    positions = pandas.read_parquet("siam-games")

    import polars
    positions = polars.read_parquet("siam-games/*.parquet")
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from mekong import _args, _mekong
from mekong._mekong import Game
from mekong.tables import SaigonTable

__all__ = ["Column", "Export", "columns", "self_play", "solved"]


@dataclass(frozen=True)
class Export:
    """The result of an export."""

    folder: Path
    """The folder."""
    parts: int
    """The number of files."""
    resumed: int
    """The number of files that existed already."""
    rows: int
    """The number of rows written by this call."""


@dataclass(frozen=True)
class Column:
    """A column of a dataset."""

    name: str
    """Its name."""
    type: str
    """The type of its values."""
    optional: bool
    """Whether values may be missing."""
    text: str
    """A description of its values."""


def columns(kind: Literal["solved", "self-play"]) -> list[Column]:
    """The columns of a kind of dataset.

    >>> import mekong
    >>> [column.name for column in mekong.datasets.columns("solved")]
    ['position', 'result', 'distance']
    """
    return [Column(*column) for column in _mekong.columns(kind)]


def solved(
    folder: str | os.PathLike[str],
    table: SaigonTable,
    *,
    threads: int | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Export:
    """Write every unfinished position of Saigon in which the first player is to move, with its value and distance.

    Exchanging the colours gives the positions of the other player. `progress` is called with the positions done and the total, up
    to symmetry.
    """
    if not isinstance(table, SaigonTable):
        raise _args.wrong_type("table", table, "a SaigonTable", "une SaigonTable")
    path = _args.path(folder, "folder")
    return Export(path, *_mekong.export_solved(path, table._table, threads, progress))


def self_play(
    folder: str | os.PathLike[str],
    game: Game | str,
    *,
    games: int,
    nodes: int,
    seed: int = 0,
    variant: str | Iterable[str] | None = None,
    opening_plies: int = 6,
    random_moves: float = 0.05,
    max_plies: int = 400,
    threads: int | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Export:
    """Write the positions of games of the engine against itself, each labelled by a search of `nodes` nodes and by the result.

    The first `opening_plies` moves of a game are random, later ones with the probability `random_moves`. `progress` is called with the
    games done and the total.

    >>> import mekong, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     export = mekong.datasets.self_play(folder, "saigon", games=2, nodes=50, seed=1, threads=1)
    >>> export.parts, export.rows > 10
    (1, True)
    """
    settings = (games, nodes, seed, opening_plies, random_moves, max_plies)
    path = _args.path(folder, "folder")
    return Export(path, *_mekong.export_self_play(path, game, variant, settings, threads, progress))
