"""The games Siam, Sam Liam, Saigon and Palam: exact rules, engines, solutions, and arrays for learning.

>>> import mekong
>>> for game in mekong.games():
...     print(game.id, game.action_count, game.observation_shape)
siam 580 (18, 5, 5)
samliam 211 (16, 7, 6)
saigon 159 (7, 14, 4)
palam 732 (29, 4, 6)
"""

from mekong import batch, datasets, errors
from mekong._mekong import Game, Position, Record, Session, __version__, game, games
from mekong._values import (
    Analysis,
    GameReport,
    Line,
    MoveReport,
    Outcome,
    PlayerReport,
    Proof,
    ProvenMove,
    Value,
)
from mekong.engine import AnalysedGame, Engine, PalamSolver, analyse, read_records
from mekong.errors import MekongError
from mekong.tables import SaigonTable

__all__ = [
    "AnalysedGame",
    "Analysis",
    "Engine",
    "Game",
    "GameReport",
    "Line",
    "MekongError",
    "MoveReport",
    "Outcome",
    "PalamSolver",
    "PlayerReport",
    "Position",
    "Proof",
    "ProvenMove",
    "Record",
    "SaigonTable",
    "Session",
    "Value",
    "__version__",
    "analyse",
    "batch",
    "datasets",
    "errors",
    "game",
    "games",
    "read_records",
]
