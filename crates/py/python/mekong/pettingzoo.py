"""AEC environments for PettingZoo.

>>> import mekong.pettingzoo
>>> env = mekong.pettingzoo.env("siam", variant="opening")
>>> env.reset(seed=1)
>>> observation, reward, termination, truncation, info = env.last()
>>> observation["observation"].shape, int(observation["action_mask"].sum())
((18, 5, 5), 56)

Observations are dictionaries with the planes of `Position.observation` as the agent sees them and the mask of its legal actions (all 0
if it is not to move). Turns are those of the rules and need not alternate.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

from mekong import _args, _extras
from mekong._mekong import Game, Session
from mekong._mekong import game as find_game
from mekong.errors import ArgumentError

try:
    import gymnasium.spaces as spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as _error:
    raise _extras.missing("pettingzoo", "pettingzoo") from _error

__all__ = ["RawEnv", "env", "raw_env"]

_SEATS = {"player_0": "p1", "player_1": "p2"}
_AGENTS = {seat: agent for agent, seat in _SEATS.items()}


class RawEnv(AECEnv):  # type: ignore[misc]
    """The environment without the wrappers that check the order of calls and illegal actions."""

    metadata: dict[str, Any]

    def __init__(
        self,
        game: Game | str,
        *,
        variant: str | Iterable[str] | None = None,
        render_mode: str | None = None,
        max_plies: int | None = None,
        image_width: int = 480,
    ) -> None:
        super().__init__()
        self.game = find_game(game)
        """The game."""
        self.metadata = {
            "name": f"mekong_{self.game.id}_v0",
            "render_modes": ["human", "ansi", "rgb_array"],
            "is_parallelizable": False,
            "render_fps": 2,
        }
        if render_mode is not None:
            _args.choice(render_mode, "render_mode", *self.metadata["render_modes"])
        self.render_mode = render_mode
        """How `render` draws: `'human'`, `'ansi'`, `'rgb_array'` or not at all."""
        self._variant = self.game.start(variant).variant
        self._max_plies = _args.max_plies(max_plies)
        self._image_width = _args.image_width(image_width)
        self._random = np.random.default_rng()
        self.possible_agents = list(_SEATS)
        planes = np.array([maximum for maximum, _ in self.game.planes], np.uint8)
        high = np.broadcast_to(planes[:, None, None], self.game.observation_shape)
        count = self.game.action_count
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(np.zeros_like(high), high.copy(), dtype=np.uint8),
                    "action_mask": spaces.Box(0, 1, (count,), dtype=np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(count) for agent in self.possible_agents}
        self._session = Session(self.game.start(self._variant))

    @property
    def session(self) -> Session:
        """A copy of the game in progress."""
        return self._session.copy()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of observations of an agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of actions of an agent."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a game. `options` may have a `"seed"` of the deal, or a `"start"` position."""
        if _args.seed(seed) is not None:
            self._random = np.random.default_rng(seed)
        if options is not None and not isinstance(options, dict):
            raise _args.wrong_type("options", options, "a dict", "un dict")
        options = options or {}
        deal = options.get("seed", int(self._random.integers(2**63)))
        start = options.get("start")
        if start is None:
            start = self.game.start(self._variant, deal)
        self._session = Session(_args.position_of(start, "options['start']", self.game))
        self.agents = self.possible_agents.copy()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = _AGENTS[self._session.turn or "p1"]

    def observe(self, agent: str) -> dict[str, npt.NDArray[Any]]:
        """What an agent sees: the planes, and the mask of its legal actions."""
        seat = _SEATS[agent]
        mask = np.zeros(self.game.action_count, np.int8)
        if self._session.turn == seat and not self.truncations.get(agent, False):
            mask[self._session.legal_actions()] = 1
        return {"observation": self._session.observation(seat), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Play the action of the selected agent."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ArgumentError("action", "must not be None in a game in progress", "une partie en cours demande une action")
        self._session.play_action(action)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        outcome = self._session.outcome
        if outcome is not None:
            self.rewards = dict(zip(self.possible_agents, outcome.returns(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            # Both agents get their last observation, the other one first.
            self.agent_selection = next(other for other in self.agents if other != agent)
        else:
            if self._max_plies is not None and len(self._session) >= self._max_plies:
                self.truncations = dict.fromkeys(self.agents, True)
            self.agent_selection = _AGENTS[self._session.turn or "p1"]
        self._accumulate_rewards()

    def render(self) -> str | npt.NDArray[np.uint8] | None:
        """Draw the board: print it for `'human'`, return characters for `'ansi'` and pixels for `'rgb_array'`."""
        if self.render_mode == "human":
            print(self._session.position.draw())
        if self.render_mode == "ansi":
            return self._session.position.draw()
        if self.render_mode == "rgb_array":
            return self._session.position.image(self._image_width)
        return None

    def close(self) -> None:
        """Do nothing: there is nothing to close."""


def raw_env(
    game: Game | str,
    *,
    variant: str | Iterable[str] | None = None,
    render_mode: str | None = None,
    max_plies: int | None = None,
    image_width: int = 480,
) -> RawEnv:
    """Create an environment without wrappers, in which an illegal action raises `IllegalMoveError`."""
    return RawEnv(game, variant=variant, render_mode=render_mode, max_plies=max_plies, image_width=image_width)


def env(
    game: Game | str,
    *,
    variant: str | Iterable[str] | None = None,
    render_mode: str | None = None,
    max_plies: int | None = None,
    image_width: int = 480,
) -> Any:
    """Create an environment with the usual wrappers: an illegal action loses the game.

    `max_plies` is the length at which games are truncated. `image_width` is the width of rendered images in pixels.
    """
    raw = raw_env(game, variant=variant, render_mode=render_mode, max_plies=max_plies, image_width=image_width)
    wrapped = wrappers.TerminateIllegalWrapper(raw, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))
