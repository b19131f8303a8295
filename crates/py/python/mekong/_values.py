"""Results as objects."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

__all__ = [
    "Analysis",
    "GameReport",
    "Line",
    "MoveReport",
    "Outcome",
    "PlayerReport",
    "Proof",
    "ProvenMove",
    "Value",
]


@dataclass(frozen=True)
class Outcome:
    """How a game ended."""

    winner: str | None
    """`'p1'`, `'p2'`, or `None` for a draw."""
    reason: str
    """The stable name of the reason, such as `'repetition'`."""
    text: str
    """The reason as a sentence in English."""
    text_fr: str
    """The reason as a sentence in French."""

    def returns(self) -> tuple[float, float]:
        """1 for the winner and -1 for the loser, 0 for both after a draw."""
        if self.winner is None:
            return (0.0, 0.0)
        return (1.0, -1.0) if self.winner == "p1" else (-1.0, 1.0)


@dataclass(frozen=True, order=False)
class Value:
    """The exact value of a position for the player to move."""

    result: int
    """1 for a win, 0 for a draw, -1 for a loss."""
    distance: int | None
    """Plies to the end with best play on both sides; `None` for a draw."""

    @property
    def name(self) -> str:
        """`'win'`, `'draw'` or `'loss'`."""
        return ("draw", "win", "loss")[self.result]


@dataclass(frozen=True)
class Line:
    """A principal variation with its evaluation for the player to move."""

    moves: tuple[str, ...]
    """The moves, at least one."""
    score: int
    """The evaluation: 100 is a clear advantage. Proven wins and losses are far beyond."""
    win_chance: float
    """The expected result from 0 to 1, a draw counting one half."""
    proven: bool
    """Whether the evaluation is proven under perfect play; otherwise it is an estimate."""
    value: str | None
    """`'win'`, `'draw'` or `'loss'` if it is proven."""
    distance: int | None
    """Plies to the end, if a distance is proven."""
    margin: int | None
    """The final margin in points, if it is proven, in games scored by points."""


@dataclass(frozen=True)
class Analysis:
    """The result of a search."""

    lines: tuple[Line, ...]
    """The best lines, best first; empty if the game is over."""
    depth: int
    """The search depth in plies; 0 without a search."""
    nodes: int
    """Nodes searched."""
    time: float
    """Seconds spent."""
    source: str
    """`'search'`, `'table'` or `'exact'` (the exact solver of Palam)."""

    @property
    def best(self) -> str | None:
        """The best move."""
        return self.lines[0].moves[0] if self.lines else None

    @classmethod
    def _of(cls, data: dict[str, Any]) -> Analysis:
        lines = tuple(Line(**{**line, "moves": tuple(line["moves"])}) for line in data["lines"])
        return cls(lines, data["depth"], data["nodes"], data["time"], data["source"])


@dataclass(frozen=True)
class ProvenMove:
    """What is proven about a move, for the player who makes it."""

    move: str
    """The move."""
    wins: bool | None
    """Whether the player wins after it; `None` if unknown."""
    margin: int | None
    """The final margin in points; `None` if unknown."""


@dataclass(frozen=True)
class Proof:
    """What is proven about a position in a game scored by points."""

    winner: str | None
    """`'p1'` or `'p2'`; `None` if the limit was reached first."""
    margin: int | None
    """The final margin of the player to move in points; `None` if unknown."""
    line: tuple[str, ...]
    """Moves that demonstrate the result."""
    moves: tuple[ProvenMove, ...]
    """All legal moves, best first."""
    nodes: int
    """Nodes searched."""
    time: float
    """Seconds spent."""

    @classmethod
    def _of(cls, data: dict[str, Any]) -> Proof:
        moves = tuple(ProvenMove(**move) for move in data["moves"])
        return cls(data["winner"], data["margin"], tuple(data["line"]), moves, data["nodes"], data["time"])


@dataclass(frozen=True)
class MoveReport:
    """The analysis of one move of a game."""

    ply: int
    """The ply, from 1."""
    player: str
    """`'p1'` or `'p2'`."""
    move: str
    """The move played."""
    label: str
    """Its class, such as `'best'`, `'inaccuracy'` or `'blunder'`."""
    proven: bool
    """Whether the label is proven; otherwise a longer search may change it."""
    loss: float
    """The win chance given away, from 0 to 1."""
    accuracy: float
    """The accuracy of the move from 0 to 100."""
    best: str | None
    """The best move."""
    line: tuple[str, ...]
    """The principal variation before the move."""
    p1_win_chance: float
    """The win chance of the first player after the move."""
    why: tuple[str, ...]
    """Explanations in English."""
    why_fr: tuple[str, ...]
    """Explanations in French."""

    @classmethod
    def _of(cls, data: dict[str, Any]) -> MoveReport:
        names = ("ply", "player", "move", "label", "proven", "loss", "accuracy", "best", "p1_win_chance")
        why = data["why"]
        return cls(
            **{name: data[name] for name in names},
            line=tuple(data["line"]),
            why=tuple(why["en"]),
            why_fr=tuple(why["fr"]),
        )


@dataclass(frozen=True)
class PlayerReport:
    """The statistics of one player in a game."""

    moves: int
    """Moves made."""
    accuracy: float | None
    """Accuracy from 0 to 100; `None` if every move was forced."""
    best: int
    """Best moves."""
    only: int
    """Only moves found."""
    inaccuracies: int
    """Inaccuracies."""
    mistakes: int
    """Mistakes."""
    blunders: int
    """Blunders."""
    missed_wins: int
    """Missed wins."""


@dataclass(frozen=True)
class GameReport:
    """The analysis of a game."""

    moves: tuple[MoveReport, ...]
    """Every move in order."""
    p1: PlayerReport
    """The first player."""
    p2: PlayerReport
    """The second player."""
    turning_points: tuple[int, ...]
    """The plies of the most costly moves."""
    p1_win_chance: float
    """The win chance of the first player at the start."""

    @classmethod
    def _of(cls, data: dict[str, Any]) -> GameReport:
        players = data["players"]
        return cls(
            tuple(MoveReport._of(move) for move in data["moves"]),
            PlayerReport(**players["p1"]),
            PlayerReport(**players["p2"]),
            tuple(data["turning_points"]),
            data["p1_win_chance"],
        )
