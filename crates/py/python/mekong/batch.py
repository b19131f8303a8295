"""Batches of games, for learning algorithms.

>>> import mekong
>>> env = mekong.batch.Env("siam", n=4, seed=1)
>>> env.observations.shape, env.masks.shape
((4, 18, 5, 5), (4, 580))
>>> for _ in range(10):
...     env.step(env.sample())
>>> env.players.tolist()
[0, 0, 0, 0]
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

from mekong import _mekong
from mekong._mekong import Game, Position
from mekong.errors import ArgumentTypeError

__all__ = ["Env"]


class Env:
    """`n` games of one variant, stepped together on several threads.

    The arrays are allocated once and overwritten by every `step`; copy what you want to keep. When a game ends, a new one
    starts in the same step: `terminated`, `truncated` and `rewards` describe the old game, everything else the new one. The same seed
    and actions give the same games on any number of threads.

    `max_plies` is the length at which games are truncated. `threads` is one per core by default.

    Ctrl-C interrupts a step of very many games: then `interrupted` is true, and `resume` completes the step.
    """

    def __init__(
        self,
        game: Game | str,
        n: int,
        seed: int = 0,
        *,
        variant: str | Iterable[str] | None = None,
        threads: int | None = None,
        max_plies: int | None = None,
    ) -> None:
        if variant is not None and not isinstance(variant, str) and isinstance(variant, Iterable):
            # It may be an iterator, which yields its items only once.
            variant = tuple(variant)
        self._batch = _mekong.Batch(game, n, seed, variant, threads, max_plies)
        self._variant = variant
        self._options = (threads, max_plies)
        self.game: Game = self._batch.game
        """The game."""
        self.n = n
        """The number of games."""
        self.observations: npt.NDArray[np.uint8] = self._batch.observations
        """What the player to move sees: games, planes, rows, columns."""
        self.masks: npt.NDArray[np.bool_] = self._batch.masks
        """Which actions are legal: games, actions."""
        self.players: npt.NDArray[np.uint8] = self._batch.players
        """The player to move: 0 or 1."""
        self.rewards: npt.NDArray[np.float32] = self._batch.rewards
        """1, 0 or -1 for each player in games that ended in the last step, otherwise 0: games, players."""
        self.terminated: npt.NDArray[np.bool_] = self._batch.terminated
        """Whether a game ended in the last step by the rules."""
        self.truncated: npt.NDArray[np.bool_] = self._batch.truncated
        """Whether a game was truncated in the last step."""

    def step(self, actions: npt.ArrayLike) -> None:
        """Play one action in every game. If an action is refused, no game changes.

        >>> import mekong
        >>> env = mekong.batch.Env("saigon", n=2)
        >>> env.step([0, 2])
        Traceback (most recent call last):
        ...
        mekong.errors.IllegalMoveError: actions: game 1: action 2 (pass) is illegal: no slot is empty, so you may not pass
        """
        try:
            array = np.asarray(actions)
        except ValueError as error:
            raise ArgumentTypeError("actions", "must be an array of integers", "il faut un tableau d’entiers") from error
        if array.dtype.kind not in "iu":
            raise ArgumentTypeError(
                "actions",
                f"must be integers, not {array.dtype}",
                f"il faut des entiers, et non {array.dtype}",
            )
        if array.shape != (self.n,):
            raise ArgumentTypeError(
                "actions",
                f"must have the shape ({self.n},), not {array.shape}",
                f"il faut la forme ({self.n},), et non {array.shape}",
            )
        if array.dtype == np.uint64 and bool((array > np.iinfo(np.int64).max).any()):
            array = np.minimum(array, np.iinfo(np.int64).max)
        self._batch.step(np.ascontiguousarray(array, dtype=np.int64))

    def sample(self) -> npt.NDArray[np.int64]:
        """A legal action for every game, chosen uniformly by the seed; the same until the next step."""
        samples: npt.NDArray[np.int64] = self._batch.samples.copy()
        return samples

    def reset(self, seed: int = 0) -> None:
        """Restart all games."""
        self._batch.reset(seed)

    @property
    def interrupted(self) -> bool:
        """Whether Ctrl-C has interrupted a step or a reset, so that only some games are stepped."""
        return self._batch.is_interrupted

    def resume(self) -> None:
        """Complete a step or a reset that Ctrl-C has interrupted."""
        self._batch.resume()

    def position(self, index: int) -> Position:
        """The current position of a game."""
        return self.game.position(self._batch.position_text(index), self._variant)

    def __len__(self) -> int:
        return self.n

    def _arrays(self) -> list[npt.NDArray[Any]]:
        return [self.observations, self.masks, self.players, self.rewards, self.terminated, self.truncated, self._batch.samples]

    def __reduce__(self) -> tuple[object, ...]:
        # A copy continues identically.
        return _restore, (self.game, self.n, self._variant, self._options, self._batch.state(), self._arrays())


def _restore(
    game: Game,
    n: int,
    variant: str | tuple[str, ...] | None,
    options: tuple[int | None, int | None],
    state: bytes,
    arrays: list[npt.NDArray[Any]],
) -> Env:
    threads, max_plies = options
    env = Env(game, n, variant=variant, threads=threads, max_plies=max_plies)
    env._batch.restore(state)
    for array, entries in zip(env._arrays(), arrays, strict=True):
        array[...] = entries
    return env
