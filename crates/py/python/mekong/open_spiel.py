"""The games in OpenSpiel, registered as `mekong_siam`, `mekong_samliam`, `mekong_saigon` and `mekong_palam`.

>>> import mekong.open_spiel, pyspiel
>>> game = pyspiel.load_game("mekong_siam(variant=opening+chain)")
>>> state = game.new_initial_state()
>>> state.action_to_string(state.legal_actions()[0])
'@a1N'

Parameters of every game:

- `variant`: ids of variant rules, joined by `+`.
- `start`: the text of a position to start from; the usual start by default.
- `seed`: the seed of the deal, in games that have one. Without a seed the deal is a sequence of chance events: the piece on
  each cell, and the player who begins.
- `repetition`: whether the third occurrence of a position is a draw, as the rules say. Without it a state is only its position,
  as algorithms that enumerate states require.
- `max_plies`: the length at which a game ends as a draw.

The algorithms of OpenSpiel that are written in Python run on these games. Those written in C++ do not accept games written in
Python; `pyspiel.MCTSBot` crashes, so use `open_spiel.python.algorithms.mcts`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from mekong import _extras, _mekong
from mekong._mekong import Position, Session
from mekong.errors import ArgumentError

try:
    import pyspiel
    from open_spiel.python.observation import IIGObserverForPublicInfoGame
except ImportError as _error:
    raise _extras.missing("open_spiel", "open_spiel") from _error

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["MekongGame", "MekongState", "Observer"]

_PLAYERS = ("p1", "p2")
_MAX_PLIES = 10_000


class Deal:
    """The deal of Palam as chance events: the pieces in the order of the cells, and who begins."""

    def __init__(self, game: _mekong.Game, variant: str) -> None:
        (advances, _), (swaps, _), *_ = game.action_groups
        # The placements of a draft are numbered by piece.
        places = range(advances + swaps, game.action_count, 24)
        self.pieces = [game.move(action).split("@")[0] for action in places]
        self.is_draft = "draft" in game.start(variant).variant
        self.game = game
        self.variant = variant
        self.count = 12 if self.is_draft else 24

    def outcomes(self, dealt: list[int]) -> list[tuple[int, float]]:
        """The next events with their probabilities."""
        if len(dealt) == self.count:
            return [(0, 0.5), (1, 0.5)]
        left = [piece for piece in range(len(self.pieces)) if piece not in dealt]
        return [(piece, 1.0 / len(left)) for piece in left]

    def describe(self, dealt: list[int], outcome: int) -> str:
        """An event as text."""
        if len(dealt) == self.count:
            return f"{self.game.seats()[outcome]} begins"
        return self.pieces[outcome]

    def position(self, dealt: list[int]) -> Position | None:
        """The position after all events; `None` before."""
        if len(dealt) < self.count or (not self.is_draft and len(dealt) == self.count):
            return None
        names = [self.pieces[piece] for piece in dealt[: self.count]]
        if self.is_draft:
            others = sorted(set(self.pieces) - set(names))
            text = f"{'/'.join([','.join('-' * 6)] * 4)} I +{'.'.join(sorted(names))} 2 {'.'.join(others)}"
        else:
            rows = [",".join(names[row : row + 6]) for row in (18, 12, 6, 0)]
            text = f"{'/'.join(rows)} {'IA'[dealt[self.count]]} - s 0-0"
        return self.game.position(text, self.variant)


def _game_type(game: _mekong.Game, has_chance: bool) -> Any:
    chance = pyspiel.GameType.ChanceMode
    return pyspiel.GameType(
        short_name=f"mekong_{game.id}",
        long_name=game.title(),
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=chance.EXPLICIT_STOCHASTIC if has_chance else chance.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "variant": "",
            "start": "",
            "seed": -1,
            "repetition": True,
            "max_plies": _MAX_PLIES,
        },
    )


class MekongGame(pyspiel.Game):  # type: ignore[misc]
    """A game of the package with its parameters; each game is a subclass."""

    game: _mekong.Game
    """The game."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        params, game = dict(params or {}), self.game
        variant = str(params.get("variant", "")).replace("+", ",")
        text, seed = str(params.get("start", "")), int(params.get("seed", -1))
        self.repetition = bool(params.get("repetition", True))
        """Whether the third occurrence of a position is a draw."""
        self.max_plies = int(params.get("max_plies", _MAX_PLIES))
        """The length at which a game ends as a draw."""
        if self.max_plies < 1:
            raise ArgumentError("max_plies", "must be positive", "il faut un nombre positif")
        self.deal: Deal | None = None
        """The chance events before the game, if there are any."""
        self.start: Position | None = None
        """The start position, unless chance events deal it."""
        if text:
            self.start = game.position(text, variant)
        elif game.dealt and seed < 0:
            self.deal = Deal(game, variant)
        else:
            self.start = game.start(variant, max(seed, 0))
        info = pyspiel.GameInfo(
            num_distinct_actions=game.action_count,
            max_chance_outcomes=len(self.deal.pieces) if self.deal else 0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.max_plies,
        )
        super().__init__(_game_type(game, self.deal is not None), info, params)

    def new_initial_state(self) -> MekongState:
        """The state at the start."""
        return MekongState(self)

    def max_chance_nodes_in_history(self) -> int:
        """The number of chance events."""
        if self.deal is None:
            return 0
        return self.deal.count + (0 if self.deal.is_draft else 1)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """Create the observer of boards, or one of the history for information states."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return Observer(self.game, params)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)

    def __reduce__(self) -> tuple[object, ...]:
        return pyspiel.load_game, (self.get_type().short_name, self.get_parameters())

    def __deepcopy__(self, memo: object) -> MekongGame:
        # Games are immutable.
        return self


class MekongState(pyspiel.State):  # type: ignore[misc]
    """A state of a game."""

    def __init__(self, game: MekongGame) -> None:
        super().__init__(game)
        self._dealt: list[int] = []
        self._plies = 0
        self._at: Position | Session | None = None
        self._begin(game, game.start)

    def _begin(self, game: MekongGame, start: Position | None) -> None:
        if start is not None:
            self._at = Session(start) if game.repetition else start

    @property
    def position(self) -> Position | None:
        """The position; `None` during the deal."""
        return self._at.position if isinstance(self._at, Session) else self._at

    def _is_too_long(self) -> bool:
        game: MekongGame = self.get_game()
        return self._plies >= game.max_plies

    def current_player(self) -> int:
        """The player to move: 0 or 1, or a special number for chance and the end."""
        if self._at is None:
            return int(pyspiel.PlayerId.CHANCE)
        turn = self._at.turn
        if turn is None or self._is_too_long():
            return int(pyspiel.PlayerId.TERMINAL)
        return _PLAYERS.index(turn)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self._at is not None and (self._at.turn is None or self._is_too_long())

    def returns(self) -> list[float]:
        """1 for the winner and -1 for the loser; 0 otherwise."""
        outcome = None if self._at is None else self._at.outcome
        return [0.0, 0.0] if outcome is None else list(outcome.returns())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The next chance events with their probabilities."""
        deal = self.get_game().deal
        return [] if deal is None else deal.outcomes(self._dealt)

    def _legal_actions(self, player: int) -> list[int]:
        if self._at is None or player != self.current_player():
            return []
        return self._at.legal_actions()

    def _apply_action(self, action: int) -> None:
        if self._at is None:
            game: MekongGame = self.get_game()
            self._dealt.append(int(action))
            if game.deal is not None:
                self._begin(game, game.deal.position(self._dealt))
            return
        self._plies += 1
        if isinstance(self._at, Session):
            self._at.play_action(action)
        else:
            self._at = self._at.play_action(action)

    def _action_to_string(self, player: int, action: int) -> str:
        game: MekongGame = self.get_game()
        if player == pyspiel.PlayerId.CHANCE and game.deal is not None:
            return game.deal.describe(self._dealt, action)
        return game.game.move(action)

    def __reduce__(self) -> tuple[object, ...]:
        return _restore_state, (self.get_game(), self.history())

    def __deepcopy__(self, memo: object) -> MekongState:
        copy: MekongState = self.clone()
        return copy

    def __str__(self) -> str:
        if self._at is None:
            deal: Deal = self.get_game().deal
            return " ".join(["deal", *(deal.pieces[piece] for piece in self._dealt[: deal.count])])
        position = self.position
        text = "" if position is None else position.text
        # The number of occurrences is part of the state: it decides about a draw by repetition.
        again = self._at.occurrences if isinstance(self._at, Session) else 1
        return text if again == 1 else f"{text} ({again})"


def _restore_state(game: MekongGame, history: list[int]) -> MekongState:
    state = game.new_initial_state()
    for action in history:
        state.apply_action(action)
    return state


class Observer:
    """Observations of states: the planes of `Position.observation` as one tensor."""

    def __init__(self, game: _mekong.Game, params: Any = None) -> None:
        if params:
            raise ArgumentError("params", f"must be empty, not {params}", f"doit être vide, et non {params}")
        shape = game.observation_shape
        self.tensor: npt.NDArray[np.float32] = np.zeros(int(np.prod(shape)), np.float32)
        """The flattened planes."""
        self.dict: dict[str, npt.NDArray[np.float32]] = {"observation": self.tensor.reshape(shape)}
        """The planes by their name."""

    def set_from(self, state: MekongState, player: int) -> None:
        """Write what a player sees into the tensor."""
        if state._at is None:
            self.tensor.fill(0.0)
        else:
            self.dict["observation"][:] = state._at.observation(_PLAYERS[player])

    def string_from(self, state: MekongState, player: int) -> str:
        """The state as text, the same for both players."""
        return str(state)


def _register() -> None:
    for game in _mekong.games():
        if f"mekong_{game.id}" not in pyspiel.registered_names():
            # OpenSpiel releases registered objects after the interpreter has ended, which crashes for functions but not for classes.
            pyspiel.register_game(_game_type(game, game.dealt), type(f"Mekong_{game.id}", (MekongGame,), {"game": game}))


_register()
