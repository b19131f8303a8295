"""Every argument of every function is used or refused by its name, whatever it is."""

import mekong
import mekong.gymnasium
import mekong.open_spiel
import mekong.pettingzoo
import numpy as np
import pytest

SIAM = mekong.game("siam")
START = SIAM.start()
RECORD = mekong.Session(START, ["@c1N"]).record()
PALAM = mekong.game("palam").position("-,-,-,-,-,-/e6,s4,-,-,-,-/-,-,-,-,-,e5/k3,-,-,-,-,- A - x 30-30")
ENDING = mekong.game("saigon").position("LL/LLLL/DL/DLD L")
SEARCH = {"nodes": 10, "time": None, "depth": 1, "threads": 1, "progress": None}


def search(function):
    """A function that is called with a position and the limits of a search."""
    return lambda position, **limits: function(position, **limits)


def environment(make):
    """The arguments of an environment of the other libraries."""
    arguments = {"game": "siam", "variant": None, "render_mode": None, "max_plies": 9, "image_width": 80}
    return lambda game, **rest: make(game, **rest), arguments


# For each function a call of it, and arguments that are accepted.
CALLS = {
    "game": (mekong.game, {"game": "siam"}),
    "Game.start": (SIAM.start, {"variant": None, "seed": 1}),
    "Game.position": (SIAM.position, {"text": START.text, "variant": None}),
    "Game.title": (SIAM.title, {"lang": "en"}),
    "Game.seats": (SIAM.seats, {"lang": "en"}),
    "Game.summary": (SIAM.summary, {"lang": "en"}),
    "Game.levels": (SIAM.levels, {"lang": "en"}),
    "Game.variant_rule": (SIAM.variant_rule, {"variant": "chain", "lang": "fr"}),
    "Game.action": (SIAM.action, {"move": "@c1N"}),
    "Game.move": (SIAM.move, {"action": 1}),
    "Position.is_legal": (START.is_legal, {"move": "@c1N"}),
    "Position.play": (START.play, {"move": "@c1N"}),
    "Position.play_action": (START.play_action, {"action": 1}),
    "Position.explain": (START.explain, {"move": "@c1N", "lang": None}),
    "Position.instruction": (START.instruction, {"lang": None}),
    "Position.observation": (START.observation, {"viewer": "p1"}),
    "Position.perft": (lambda depth: START.perft(depth), {"depth": 1}),
    "Position.draw": (START.draw, {"lang": None, "ascii": True}),
    "Position.svg": (START.svg, {"lang": None}),
    "Position.png": (START.png, {"width": 50}),
    "Position.image": (START.image, {"width": 50}),
    "Session": (mekong.Session, {"start": START, "moves": []}),
    "Session.play": (lambda move: mekong.Session(START).play(move), {"move": "@c1N"}),
    "Session.play_action": (lambda action: mekong.Session(START).play_action(action), {"action": 1}),
    "Session.observation": (mekong.Session(START).observation, {"viewer": "p1"}),
    "Record.from_pgn": (mekong.Record.from_pgn, {"text": RECORD.to_pgn()}),
    "Record.from_json": (mekong.Record.from_json, {"text": RECORD.to_json()}),
    "Record.with_tag": (RECORD.with_tag, {"name": "White", "value": "Lise"}),
    "read_records": (mekong.read_records, {"source": RECORD.to_pgn().encode()}),
    "Engine": (mekong.Engine, {"game": "siam", "level": 1, "memory": 1, "table": None}),
    "Engine.analyse": (search(mekong.Engine("siam", memory=1).analyse), {"position": START, "lines": 2, **SEARCH}),
    "Engine.choose": (mekong.Engine("siam", memory=1, level=1).choose, {"position": START, "seed": 1}),
    "PalamSolver": (mekong.PalamSolver, {"memory": 1}),
    "PalamSolver.prove": (
        search(mekong.PalamSolver(memory=1).prove),
        {"position": PALAM, "nodes": 10, "time": 1, "threads": 1, "winner_only": False, "progress": None},
    ),
    "PalamSolver.who_wins": (
        search(mekong.PalamSolver(memory=1).who_wins),
        {"position": PALAM, "nodes": 10, "time": 1, "threads": 1, "progress": None},
    ),
    "PalamSolver.score": (
        search(mekong.PalamSolver(memory=1).score),
        {"position": PALAM, "nodes": 10, "time": 1, "threads": 1, "progress": None},
    ),
    "analyse": (
        lambda record, **rest: mekong.analyse(record, **rest),
        {"record": RECORD, "memory": 1, "table": None, "lang": "fr", **SEARCH},
    ),
    "batch.Env": (mekong.batch.Env, {"game": "siam", "n": 2, "seed": 1, "variant": None, "threads": 1, "max_plies": 5}),
    "batch.Env.step": (lambda actions: mekong.batch.Env("siam", 2).step(actions), {"actions": [0, 1]}),
    "batch.Env.reset": (mekong.batch.Env("siam", 2).reset, {"seed": 1}),
    "batch.Env.position": (mekong.batch.Env("siam", 2).position, {"index": 1}),
    "datasets.columns": (mekong.datasets.columns, {"kind": "solved"}),
    "pettingzoo.env": environment(mekong.pettingzoo.env),
    "pettingzoo.raw_env": environment(mekong.pettingzoo.raw_env),
    "gymnasium.Env": environment(mekong.gymnasium.Env),
    "gymnasium.Env, its opponent": (lambda level, seat: mekong.gymnasium.Env("siam", level=level, seat=seat), {"level": 1, "seat": "p1"}),
}
BY_POSITION = {"game", "text", "move", "action", "start", "name", "value", "source", "position", "record", "actions", "index", "kind"}
STRANGE = [
    None,
    True,
    0,
    -1,
    2**63,
    2**64,
    10**40,
    1.5,
    float("nan"),
    float("-inf"),
    1j,
    "",
    "\0",
    "\ud800",
    "siàm\u202e",
    b"\xff",
    [],
    [None],
    {"a": 1},
    object(),
    ...,
    lambda *_: 1 / 0,
    np.zeros((2, 2)),
    np.array(["x"], object),
    np.float32("nan"),
    np.datetime64("NaT"),
    START,
    ENDING,
    PALAM.game,
    RECORD,
]


def check(function, arguments, name):
    """Calls a function with strange values of one argument."""
    for value in STRANGE:
        given = {**arguments, name: value}
        positional = [given.pop(key) for key in arguments if key in BY_POSITION]
        try:
            function(*positional, **given)
        except mekong.MekongError as error:
            # Texts are refused as what they should be.
            fields = {"text": ("text", "position", "record"), "source": ("source", "record")}.get(name, (name,))
            assert error.field.split("[")[0] in fields, (value, error)
            assert error.reason
            assert error.reason_fr
        except (ZeroDivisionError, OSError):
            # The callback was called; the path is one.
            assert callable(value) or isinstance(value, str)


@pytest.mark.parametrize(
    ("call", "name"), [(call, name) for call, (_, arguments) in CALLS.items() for name in arguments], ids=lambda text: text
)
def test_strange_arguments(call, name):
    function, arguments = CALLS[call]
    check(function, arguments, name)


@pytest.mark.parametrize("name", ["threads", "path", "distances", "position", "positions", "table"])
def test_strange_arguments_of_tables(name, table, tmp_path):
    file = tmp_path / "table"
    calls = {
        "threads": (table.save, {"path": file, "threads": 1}),
        "distances": (table.save, {"path": file, "distances": False}),
        "path": (mekong.SaigonTable.load, {"path": file}),
        "position": (table.moves, {"position": ENDING}),
        "positions": (table.probe_many, {"positions": []}),
        "table": (mekong.SaigonTable, {"table": table._table}),
    }
    check(*calls[name], name)


@pytest.mark.parametrize(
    "name", ["folder", "game", "games", "nodes", "seed", "variant", "opening_plies", "random_moves", "max_plies", "threads", "progress"]
)
def test_strange_arguments_of_exports(name, tmp_path):
    arguments = {
        "folder": tmp_path,
        "game": "saigon",
        "games": 1,
        "nodes": 1,
        "seed": 1,
        "variant": None,
        "opening_plies": 1,
        "random_moves": 0.0,
        "max_plies": 1,
        "threads": 1,
        "progress": None,
    }
    for value in STRANGE:
        # A name of a folder, and a search without an end.
        if (name == "folder" and isinstance(value, str)) or (name == "nodes" and isinstance(value, int) and value == 2**63):
            continue
        try:
            mekong.datasets.self_play(**{**arguments, name: value})
        except mekong.MekongError as error:
            # A folder holds one dataset.
            assert error.field in (name, "folder"), (value, error)
        except ZeroDivisionError:
            assert callable(value)
