"""Validation of the arguments of functions that are written in Python. Errors name the argument."""

from __future__ import annotations

import operator
import os
from collections.abc import Callable
from pathlib import Path

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


def path(value: object, field: str) -> Path:
    """A path of a file or folder."""
    if not isinstance(value, str | os.PathLike):
        raise wrong_type(field, value, "a path", "un chemin")
    try:
        is_path = b"\0" not in os.fsencode(value)
    except ValueError:
        is_path = False
    if not is_path:
        raise ArgumentError(field, "no file can have this name", "aucun fichier ne peut porter ce nom")
    return Path(value)


def callback(value: Callable[..., object] | None) -> None:
    """A function that is called with progress, or `None`."""
    if value is not None and not callable(value):
        raise wrong_type("progress", value, "callable", "un objet appelable")


def choice(value: object, field: str, *names: str) -> str:
    """One of several names."""
    if not isinstance(value, str):
        raise wrong_type(field, value, "a str", "un str")
    if value not in names:
        *most, last = (repr(name) for name in names)
        *most_fr, last_fr = (f"«\u202f{name}\u202f»" for name in names)
        raise ArgumentError(field, f"must be {', '.join(most)} or {last}", f"il faut {', '.join(most_fr)} ou {last_fr}")
    return value


def seed(value: object) -> int | None:
    """A seed of numpy's random numbers; `None` for a random one."""
    return None if value is None else number(value, "seed", 0, 2**128 - 1)


def max_plies(value: object) -> int | None:
    """The length at which a game is truncated; `None` for no limit."""
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
