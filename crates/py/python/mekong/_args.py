"""Arguments of the parts that are written in Python, refused by name if they are invalid."""

from __future__ import annotations

import operator

from mekong._mekong import Game, Position, Session
from mekong.errors import ArgumentError, ArgumentTypeError

__all__: list[str] = []


def wrong_type(field: str, value: object, expected: str, expected_fr: str) -> ArgumentTypeError:
    """The exception for an argument of the wrong type."""
    found = type(value).__name__
    return ArgumentTypeError(field, f"must be {expected}, not {found}", f"il faut {expected_fr}, et non {found}")


def number(value: object, field: str, low: int, high: int) -> int:
    """A whole number within bounds."""
    try:
        if isinstance(value, bool):
            raise TypeError
        found = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        raise wrong_type(field, value, "an int", "un int") from None
    if not low <= found <= high:
        raise ArgumentError(
            field,
            f"must be a whole number from {low} to {high}",
            f"il faut un nombre entier de {low} à {high}",
        )
    return found


def max_plies(value: object) -> int | None:
    """The length at which a game is cut off; `None` for no limit."""
    return None if value is None else number(value, "max_plies", 1, 2**32 - 1)


def image_width(value: object) -> int:
    """The width of an image in pixels."""
    return number(value, "image_width", 1, 8192)


def position_of(value: object, field: str, game: Game) -> Position | Session:
    """A position or a session of a game."""
    if not isinstance(value, Position | Session):
        raise wrong_type(field, value, "a Position or a Session", "une Position ou une Session")
    if value.game != game:
        found = value.game
        raise ArgumentError(
            field,
            f"is a position of {found.title()}, not of {game.title()}",
            f"est une position de {found.title('fr')}, et non de {game.title('fr')}",
        )
    return value
