"""The rules are those of the worked cases and of the counts that the Rust crates are tested with."""

import json

import mekong
import pytest
from conftest import ROOT, variants, walk
from mekong import errors


def cases():
    for path in sorted((ROOT / "crates/games").glob("*/data/cases.jsonl")):
        for line in path.read_text().splitlines():
            case = json.loads(line)
            if case["game"] in {game.id for game in mekong.games()}:
                yield pytest.param(case, id=f"{case['game']}: {case['case']}: {case.get('move', '')}")


@pytest.mark.parametrize("case", cases())
def test_worked_case(case):
    position = mekong.game(case["game"]).position(case["position"], case["variant"])
    if "legal" in case:
        assert position.legal_moves() == sorted(case["legal"])
    if "legal_count" in case:
        assert len(position.legal_moves()) == case["legal_count"]
    if "move" not in case:
        return
    move = case["move"]
    assert position.is_legal(move) == case["is_legal"] == (move in position.legal_moves())
    if not case["is_legal"]:
        with pytest.raises(errors.IllegalMoveError) as refused:
            position.play(move)
        assert refused.value.field == "move"
        assert position.explain(move) == refused.value.reason
        assert position.explain(move, "fr") == refused.value.reason_fr != refused.value.reason
        return
    after = position.play(move)
    if "after" in case:
        assert after.text == case["after"]
    if "winner" in case:
        assert after.outcome.winner == case["winner"]
        assert after.turn is None
        assert after.legal_moves() == []


@pytest.mark.parametrize(
    ("game", "counts"),
    [("siam", [64, 3_894, 279_102]), ("samliam", [168, 27_720]), ("saigon", [20, 289, 4_034, 49_601])],
)
def test_perft(game, counts):
    start = mekong.game(game).start()
    assert [start.perft(depth + 1) for depth in range(len(counts))] == counts


def test_legal_moves_are_the_playable_ones(game):
    for variant in variants(game):
        for session in walk(game, variant, seed=3, plies=60):
            position = session.position
            moves = position.legal_moves()
            assert moves == sorted(set(moves))
            assert (not moves) == (position.outcome is not None)
            for move in moves[::7]:
                assert position.is_legal(move)
                assert position.play(move) == position.play_action(game.action(move))
                assert position.explain(move) != position.explain(move, "fr")


def test_facts(game):
    assert mekong.game(game.id) == game
    assert game.title()
    assert game.title("fr")
    assert len(game.seats()) == 2
    assert len(game.levels()) == 10 == len(game.levels("fr"))
    assert all(game.variant_rule(variant) for variant in game.variants)
    assert game.dealt == (game.id == "palam")
