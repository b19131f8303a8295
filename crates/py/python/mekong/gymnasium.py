"""A Gymnasium environment against a level of the computer.

>>> import mekong.gymnasium
>>> env = mekong.gymnasium.Env("saigon", level=1)
>>> observation, info = env.reset(seed=1)
>>> observation["observation"].shape
(7, 14, 4)

`gymnasium.make("mekong/saigon-v0", level=3)` creates one too, once this module is imported.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

from mekong import _args, _extras, _mekong
from mekong._mekong import Game, Session
from mekong._mekong import game as find_game
from mekong.engine import Engine
from mekong.errors import ArgumentError, IllegalMoveError

try:
    import gymnasium
    from gymnasium import spaces
except ImportError as _error:
    raise _extras.missing("gymnasium", "gymnasium") from _error

__all__ = ["Env"]

_Observation = dict[str, npt.NDArray[Any]]


class Env(gymnasium.Env[_Observation, int]):
    """One player against the computer at a level.

    `seat` is the seat of the agent: `'p1'`, `'p2'`, or `'random'` for a random one in every game. The reward is 1 for a win, -1 for a
    loss and 0 otherwise. An illegal action loses the game, and the reason is in the info; `observation["action_mask"]` is 1 for legal
    actions.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "rgb_array"], "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        game: Game | str,
        *,
        variant: str | Iterable[str] | None = None,
        level: int = 1,
        seat: str = "random",
        render_mode: str | None = None,
        max_plies: int | None = None,
        image_width: int = 480,
    ) -> None:
        self.game = find_game(game)
        """The game."""
        _args.choice(seat, "seat", "p1", "p2", "random")
        if render_mode is not None:
            _args.choice(render_mode, "render_mode", *self.metadata["render_modes"])
        self.render_mode = render_mode
        self.seat = "p1" if seat == "random" else seat
        """The seat of the agent in this game."""
        self._seat = seat
        self._variant = self.game.start(variant).variant
        self._engine = Engine(self.game, level=level, memory=4)
        self._max_plies = _args.max_plies(max_plies)
        self._image_width = _args.image_width(image_width)
        self._needs_reset = True
        planes = np.array([maximum for maximum, _ in self.game.planes], np.uint8)
        high = np.broadcast_to(planes[:, None, None], self.game.observation_shape)
        self.observation_space = spaces.Dict(  # type: ignore[assignment]
            {
                "observation": spaces.Box(np.zeros_like(high), high.copy(), dtype=np.uint8),
                "action_mask": spaces.Box(0, 1, (self.game.action_count,), dtype=np.int8),
            }
        )
        self.action_space = spaces.Discrete(self.game.action_count)  # type: ignore[assignment]
        self._session = Session(self.game.start(self._variant))

    @property
    def session(self) -> Session:
        """A copy of the game in progress."""
        return self._session.copy()

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[_Observation, dict[str, Any]]:
        """Start a game; the computer moves first if it has the first move."""
        super().reset(seed=seed)
        deal = int(self.np_random.integers(2**63))
        if self._seat == "random":
            self.seat = ("p1", "p2")[int(self.np_random.integers(2))]
        self._session = Session(self.game.start(self._variant, deal))
        self._needs_reset = False
        self._reply()
        return self._observe(), self._info()

    def step(self, action: int) -> tuple[_Observation, float, bool, bool, dict[str, Any]]:
        """Play an action and the replies of the computer."""
        if self._needs_reset or self._session.turn is None:
            raise ArgumentError("action", "no game is in progress: call reset", "aucune partie n’est en cours : appelez reset")
        try:
            self._session.play_action(action)
        except IllegalMoveError as illegal:
            self._needs_reset = True
            return self._observe(), -1.0, True, False, {**self._info(), "illegal": illegal.reason}
        self._reply()
        outcome = self._session.outcome
        reward = 0.0 if outcome is None else outcome.returns()[("p1", "p2").index(self.seat)]
        is_truncated = outcome is None and self._max_plies is not None and len(self._session) >= self._max_plies
        return self._observe(), reward, outcome is not None, is_truncated, self._info()

    def _reply(self) -> None:
        while self._session.turn not in (None, self.seat):
            move = self._engine.choose(self._session, seed=int(self.np_random.integers(2**63)))
            if move is None:
                return
            self._session.play(move)

    def _observe(self) -> _Observation:
        mask = np.zeros(self.game.action_count, np.int8)
        if self._session.turn == self.seat and not self._needs_reset:
            mask[self._session.legal_actions()] = 1
        return {"observation": self._session.observation(self.seat), "action_mask": mask}

    def _info(self) -> dict[str, Any]:
        return {"seat": self.seat, "position": self._session.position.text}

    def render(self) -> Any:
        """Draw the board: characters for `'ansi'`, pixels for `'rgb_array'`."""
        if self.render_mode == "ansi":
            return self._session.position.draw()
        if self.render_mode == "rgb_array":
            return self._session.position.image(self._image_width)
        return None


def _register() -> None:
    for game in _mekong.games():
        name = f"mekong/{game.id}-v0"
        if name not in gymnasium.registry:
            gymnasium.register(id=name, entry_point="mekong.gymnasium:Env", kwargs={"game": game.id})


_register()
