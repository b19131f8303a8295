"""Engines, exact solutions and the analysis of games."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import dataclass

from mekong import _args, _mekong
from mekong._mekong import Game, Position, Record, Session
from mekong._values import Analysis, GameReport, Proof
from mekong.tables import SaigonTable

__all__ = ["AnalysedGame", "Engine", "PalamSolver", "analyse", "read_records"]


def _table(table: SaigonTable | None) -> _mekong.Table | None:
    if table is not None and not isinstance(table, SaigonTable):
        raise _args.wrong_type("table", table, "a SaigonTable", "une SaigonTable")
    return None if table is None else table._table


class Engine:
    """A computer player and analyst of one game.

    `memory` is its hash memory in megabytes. With a `table` of Saigon, positions of the table's variant are looked up instead of
    searched. An engine can be shared between threads.

    >>> import mekong
    >>> engine = mekong.Engine("siam", level=3)
    >>> position = mekong.game("siam").position("2o2/2o2/2n2/2n2/4o R 11 -")
    >>> analysis = engine.analyse(position, nodes=10_000)
    >>> analysis.best, analysis.lines[0].value, analysis.lines[0].distance, analysis.lines[0].proven
    ('c2c3', 'win', 1, True)
    >>> engine.choose(position, seed=1) in position.legal_moves()
    True
    """

    def __init__(self, game: Game | str, *, level: int = 10, memory: int = 16, table: SaigonTable | None = None) -> None:
        self.level = _args.number(level, "level", 1, 10)
        """The level that `choose` plays at, from 1 to 10."""
        self._searcher = _mekong.Searcher(game, memory, _table(table))
        self.game = _mekong.game(game)
        """The game."""
        self._memory = memory
        self._saigon_table = table

    def __reduce__(self) -> tuple[object, ...]:
        # A copy has the same settings and an empty hash memory.
        return _engine, (self.game, self.level, self._memory, self._saigon_table)

    def analyse(
        self,
        position: Position | Session,
        *,
        nodes: int | None = None,
        time: float | None = None,
        depth: int | None = None,
        lines: int = 1,
        threads: int = 1,
        progress: Callable[[Analysis], object] | None = None,
    ) -> Analysis:
        """Search a position until the first limit is reached: nodes, seconds or plies (by default 100,000 nodes).

        `lines` is the number of best moves to find. With one thread, a limit of nodes or depth and a new or cleared engine the
        result is always the same. `progress` is called with intermediate results.

        The GIL is released. Ctrl-C, or an exception in `progress`, cancels the search.

        >>> import mekong
        >>> analysis = mekong.Engine("saigon").analyse(mekong.game("saigon").start(), depth=4, lines=3)
        >>> len(analysis.lines), analysis.depth
        (3, 4)
        """
        _args.callback(progress)
        report = None
        if progress is not None:

            def report(text: str, progress: Callable[[Analysis], object] = progress) -> None:
                progress(Analysis._of(json.loads(text)))

        limits = (nodes, time, depth, lines, threads)
        return Analysis._of(json.loads(self._searcher.search(position, limits, report)))

    def choose(self, position: Position | Session, *, seed: int = 0) -> str | None:
        """Choose a move at the level of the engine; `None` if the game is over.

        Below level 10 the same seed gives the same move in the same position. Level 10 searches for one second.
        """
        return self._searcher.choose(position, self.level, seed)

    def clear(self) -> None:
        """Clear the hash memory."""
        self._searcher.clear()

    def __repr__(self) -> str:
        return f"mekong.Engine({self.game.id!r}, level={self.level})"


def _engine(game: Game, level: int, memory: int, table: SaigonTable | None) -> Engine:
    return Engine(game, level=level, memory=memory, table=table)


class PalamSolver:
    """Exact results of Palam near the end of the game.

    >>> import mekong
    >>> position = mekong.game("palam").position("-,-,-,-,-,-/e6,s4,-,-,-,-/-,-,-,-,-,e5/k3,-,-,-,-,- A - x 30-30")
    >>> solver = mekong.PalamSolver()
    >>> solver.who_wins(position), solver.score(position)
    ('p2', 11)
    """

    def __init__(self, *, memory: int = 64) -> None:
        self._searcher = _mekong.Searcher("palam", memory, None)
        self._memory = memory

    def __reduce__(self) -> tuple[object, ...]:
        # A copy has the same settings and an empty hash memory.
        return _palam_solver, (self._memory,)

    def prove(
        self,
        position: Position | Session,
        *,
        nodes: int | None = None,
        time: float | None = None,
        threads: int = 1,
        winner_only: bool = False,
        progress: Callable[[Proof], object] | None = None,
    ) -> Proof | None:
        """Prove the winner and the final margin, as far as the limits allow; `None` if the position is too early or the game over.

        Without limits the search runs until the proof is complete. Ctrl-C, or an exception in `progress`, cancels it.
        """
        _args.callback(progress)
        report = None
        if progress is not None:

            def report(text: str, progress: Callable[[Proof], object] = progress) -> None:
                progress(Proof._of(json.loads(text)))

        limits = (nodes, time, None, None, threads)
        text = self._searcher.prove(position, winner_only, limits, report)
        return None if text is None else Proof._of(json.loads(text))

    def who_wins(
        self,
        position: Position | Session,
        *,
        nodes: int | None = None,
        time: float | None = None,
        threads: int = 1,
        progress: Callable[[Proof], object] | None = None,
    ) -> str | None:
        """The winner with best play, `'p1'` or `'p2'`; `None` if it is not known within the limits."""
        outcome = _args.position_of(position, "position", _mekong.game("palam")).outcome
        if outcome is not None:
            return outcome.winner
        proof = self.prove(position, nodes=nodes, time=time, threads=threads, winner_only=True, progress=progress)
        return None if proof is None else proof.winner

    def score(
        self,
        position: Position | Session,
        *,
        nodes: int | None = None,
        time: float | None = None,
        threads: int = 1,
        progress: Callable[[Proof], object] | None = None,
    ) -> int | None:
        """The final margin of the player to move in points with best play; `None` if it is not known within the limits."""
        proof = self.prove(position, nodes=nodes, time=time, threads=threads, progress=progress)
        return None if proof is None else proof.margin


def _palam_solver(memory: int) -> PalamSolver:
    return PalamSolver(memory=memory)


@dataclass(frozen=True)
class AnalysedGame:
    """The analysis of a game: its report, and the record with comments, variations and evaluations."""

    report: GameReport
    """The report."""
    record: Record
    """The annotated record."""


def analyse(
    record: Record,
    *,
    nodes: int | None = None,
    time: float | None = None,
    depth: int | None = None,
    threads: int = 1,
    memory: int = 16,
    table: SaigonTable | None = None,
    lang: str = "en",
    progress: Callable[[int, int], object] | None = None,
) -> AnalysedGame:
    """Analyse every move of a record; the limits apply to each position.

    `lang` is the language of the comments. `progress` is called with the number of moves done and their total.

    >>> import mekong
    >>> record = mekong.Session(mekong.game("siam").position("2o2/2o2/2n2/2n2/4o R 11 -"), ["c2c1S"]).record()
    >>> game = mekong.analyse(record, depth=3)
    >>> move = game.report.moves[0]
    >>> move.best, move.label in ("missed-win", "blunder")
    ('c2c3', True)
    >>> game.record.tags["Annotator"]
    'Mekong'
    """
    if not isinstance(record, Record):
        raise _args.wrong_type("record", record, "a Record", "un Record")
    limits = (nodes, time, depth, None, threads)
    text, annotated = _mekong.analyse(record, limits, memory, _table(table), lang, progress)
    return AnalysedGame(GameReport._of(json.loads(text)), annotated)


def read_records(source: str | os.PathLike[str] | bytes) -> _mekong.RecordReader:
    """Iterate over the games of a file, PGN or JSON, or over bytes, one at a time.

    A game that cannot be read raises `RecordError`; in PGN the iteration can then continue with the next game.

    >>> import mekong
    >>> records = mekong.read_records(b'[Game "saigon"] 1. pr * [Game "saigon"] 1. pl pr *')
    >>> [len(record) for record in records]
    [1, 2]
    """
    if isinstance(source, bytes | bytearray | memoryview):
        return _mekong.RecordReader(bytes(source))
    if not isinstance(source, str | os.PathLike):
        raise _args.wrong_type("source", source, "a path or bytes", "un chemin ou des bytes")
    return _mekong.RecordReader(_args.path(source, "source").read_bytes())
