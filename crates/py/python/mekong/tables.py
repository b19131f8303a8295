"""The solution of Saigon."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from mekong import _args, _mekong
from mekong._mekong import Position, Session
from mekong._values import Value

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = ["SaigonTable"]

_CHUNK = 4096


def _read(data: bytes) -> SaigonTable:
    return SaigonTable(_mekong.Table.read("saigon", data))


class SaigonTable:
    """The exact value of every position of Saigon in one variant.

    Solving takes some seconds and 150 MB of memory; a saved table (10 MB) is read in a fraction of a second.

    >>> import mekong
    >>> table = mekong.SaigonTable.solve()
    >>> start = mekong.game("saigon").start()
    >>> table.probe(start)
    Value(result=1, distance=33)
    >>> table.best_line(start)[0]
    ('1-2x2', Value(result=1, distance=33))
    """

    def __init__(self, table: _mekong.Table) -> None:
        if not isinstance(table, _mekong.Table):
            raise _args.wrong_type("table", table, "made by solve or load", "le résultat de solve ou load")
        self._table = table

    def __reduce__(self) -> tuple[object, ...]:
        return _read, (self._table.to_bytes(self.has_distances, None),)

    @classmethod
    def solve(
        cls,
        variant: str | Iterable[str] | None = None,
        *,
        threads: int | None = None,
        progress: Callable[[int, int], object] | None = None,
    ) -> SaigonTable:
        """Solve a variant. `progress` is called with the work done and the total; `threads` is one per core by default."""
        return cls(_mekong.Table.solve("saigon", variant, threads, progress))

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> SaigonTable:
        """Read a table file, as written by `save` or `mekong solve`."""
        return _read(_args.path(path, "path").read_bytes())

    def save(self, path: str | os.PathLike[str], *, distances: bool = True, threads: int | None = None) -> None:
        """Write a table file completely or not at all; without `distances` it has a quarter of the size."""
        target = _args.path(path, "path")
        data = self._table.to_bytes(distances, threads)
        unfinished = target.parent / f".mekong-{secrets.token_hex(8)}"
        try:
            unfinished.write_bytes(data)
            unfinished.replace(target)
        except BaseException:
            unfinished.unlink(missing_ok=True)
            raise

    def verify(self, *, threads: int | None = None, progress: Callable[[int, int], object] | None = None) -> int:
        """Recompute every value from the rules alone and return their number; a wrong value raises `TableError`."""
        values, _, _ = self._table.verify(threads, progress)
        return values

    @property
    def variant(self) -> tuple[str, ...]:
        """The ids of the variant rules."""
        return self._table.variant

    @property
    def has_distances(self) -> bool:
        """Whether distances are known. Without them every distance is 0."""
        return self._table.has_distances

    @property
    def digest(self) -> str:
        """SHA-256 of the values: independent of the file from which they were read."""
        return self._table.digest

    def probe(self, position: Position | Session | str) -> Value:
        """The value of a position, or of its text."""
        return Value(*self._table.probe(position))

    def probe_many(
        self, positions: Iterable[Position | Session | str] | npt.NDArray[np.object_] | npt.NDArray[np.str_]
    ) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.int16]]:
        """The values of many positions or texts: results (1, 0, -1) and distances (-1 for draws) as arrays.

        >>> import mekong, numpy
        >>> table = mekong.SaigonTable.solve()
        >>> results, distances = table.probe_many(numpy.array(["LL/LD/D/LDDD L", "LL/LD/D/LDDD D"]))
        >>> results.dtype, distances.shape
        (dtype('int8'), (2,))
        """
        return self._table.probe_many(positions)

    def moves(self, position: Position | Session | str) -> list[tuple[str, Value]]:
        """Every legal move with its value for the player who makes it, the best first."""
        return [(move, Value(*value)) for move, value in self._table.moves(position)]

    def best_line(self, position: Position | Session | str) -> list[tuple[str, Value]]:
        """Perfect play from a position: the moves, each with its value for the player who makes it."""
        return [(move, Value(*value)) for move, value in self._table.best_line(position)]

    def statistics(self, *, progress: Callable[[int, int], object] | None = None) -> dict[Value, int]:
        """The number of positions of each value, with one player to move and mirror images included.

        >>> import mekong
        >>> statistics = mekong.SaigonTable.solve().statistics()
        >>> sum(statistics.values()), statistics[mekong.Value(0, None)]
        (23442594, 23800)
        """
        counts = self._table.statistics(progress)
        return {Value(result, distance): count for result, distance, count in counts}

    def __len__(self) -> int:
        return sum(self._table.tier_sizes())

    def __iter__(self) -> Iterator[tuple[Position, Value]]:
        """Every unfinished position with the first player to move, up to symmetry, with its value."""
        for tier, size in enumerate(self._table.tier_sizes()):
            for begin in range(0, size, _CHUNK):
                for position, value in self._table.positions(tier, begin, min(begin + _CHUNK, size)):
                    yield position, Value(*value)

    def __repr__(self) -> str:
        return f"<mekong.SaigonTable {','.join(self.variant) or 'plain'}>"
