"""Exceptions. Each has the name of an argument and a reason, in English and in French.

>>> import mekong
>>> try:
...     mekong.game("siam").start("race")
... except mekong.errors.VariantError as error:
...     print(error.field, "|", error.explain("fr"))
variant | Siam n’a pas de variante « race » (variantes : opening, single-exit, chain)
"""

from __future__ import annotations

__all__ = [
    "ArgumentError",
    "ArgumentTypeError",
    "BusyError",
    "FileError",
    "IllegalMoveError",
    "MekongError",
    "MissingPackageError",
    "MoveError",
    "PositionError",
    "RecordError",
    "TableError",
    "UnknownGameError",
    "VariantError",
]


class MekongError(Exception):
    """The base of all exceptions of the package."""

    def __init__(self, field: str, reason: str, reason_fr: str | None = None) -> None:
        super().__init__(field, reason, reason_fr)
        self.field = field
        """What is refused, such as `'variant'` or `'moves[3]'`."""
        self.reason = reason
        """Why, in English."""
        self.reason_fr = reason if reason_fr is None else reason_fr
        """Why, in French."""

    def __str__(self) -> str:
        return f"{self.field}: {self.reason}"

    def explain(self, lang: str = "en") -> str:
        """Why, in English (`'en'`) or French (`'fr'`)."""
        return self.reason_fr if lang == "fr" else self.reason


class ArgumentError(MekongError, ValueError):
    """An argument has a value that is not allowed."""


class ArgumentTypeError(MekongError, TypeError):
    """An argument has the wrong type, dtype or shape."""


class UnknownGameError(MekongError, ValueError):
    """There is no such game."""


class VariantError(MekongError, ValueError):
    """A game has no such variant, or it is given twice."""


class PositionError(MekongError, ValueError):
    """The text of a position is invalid."""


class MoveError(MekongError, ValueError):
    """The text of a move is not one of the game."""


class IllegalMoveError(MoveError):
    """The rules forbid a move."""


class RecordError(MekongError, ValueError):
    """A game record cannot be read or replayed."""


class TableError(MekongError, ValueError):
    """The table of a solved game cannot be read, or a value in it is wrong."""


class FileError(MekongError, OSError):
    """A file cannot be written."""


class BusyError(MekongError, RuntimeError):
    """Another thread uses the object, or Ctrl-C has interrupted an operation on it."""


class MissingPackageError(MekongError, ImportError):
    """An optional package is not installed."""
