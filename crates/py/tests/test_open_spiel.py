"""The games in OpenSpiel: its own tests, recorded playthroughs, and its own algorithms."""

import copy
import os
import pickle
import sys
from pathlib import Path

import mekong
import mekong.open_spiel
import numpy as np
import pyspiel
import pytest
from conftest import variants, walk
from open_spiel.python.algorithms import mcts, minimax, value_iteration
from open_spiel.python.observation import make_observation

PLAYTHROUGHS = Path(__file__).with_name("playthroughs")


def names():
    for game in mekong.games():
        for variant in variants(game):
            chosen = variant.replace(",", "+")
            yield f"mekong_{game.id}(variant={chosen})" if variant else f"mekong_{game.id}"
    yield "mekong_palam(seed=5)"
    yield "mekong_saigon(repetition=False,max_plies=40)"


@pytest.mark.parametrize("name", names())
def test_random_simulations(name):
    game = pyspiel.load_game(name)
    assert str(pyspiel.load_game(str(game))) == str(game)
    sims = 2 if "variant" in name else 10
    pyspiel.random_sim_test(game, num_sims=sims, serialize=True, verbose=False)


@pytest.mark.parametrize("name", ["mekong_siam", "mekong_samliam", "mekong_saigon", "mekong_palam(seed=2)"])
def test_states_agree_with_sessions(name):
    game = pyspiel.load_game(name)
    own = game.game
    state = game.new_initial_state()
    observer = make_observation(game)
    for session in walk(own, None, seed=2):
        assert state.is_terminal() == (session.turn is None)
        if session.moves:
            assert state.history_str().split(", ")[-1] == str(own.action(session.moves[-1]))
        if state.is_terminal():
            assert state.returns() == list(session.outcome.returns())
            break
        assert state.current_player() == ("p1", "p2").index(session.turn)
        assert state.legal_actions() == session.legal_actions()
        mask = np.array(state.legal_actions_mask(state.current_player()), bool)
        assert (mask == session.legal_mask()).all()
        for player, viewer in enumerate(("p1", "p2")):
            seen = session.observation(viewer)
            assert (np.array(state.observation_tensor(player)).reshape(seen.shape) == seen).all()
            observer.set_from(state, player)
            assert (observer.dict["observation"] == seen).all()
            assert state.observation_string(player).startswith(session.position.text)
            assert bool(state.information_state_string(player)) == bool(session.moves)
        copies = [state.clone(), pickle.loads(pickle.dumps(state))]
        copies.append(pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))[1])
        for other in copies:
            assert str(other) == str(state)
            assert other.legal_actions() == state.legal_actions()
        if len(session) > 25:
            break
        following = walk_move(session)
        state.apply_action(own.action(following))


def walk_move(session):
    """The move that `walk` plays next with the seed 2."""
    import random

    chooser = random.Random(2)
    replay = mekong.Session(session.start)
    for move in session.moves:
        assert chooser.choice(replay.legal_moves()) == move
        replay.play(move)
    return chooser.choice(replay.legal_moves())


@pytest.mark.parametrize("variant", ["", "draft"])
def test_deal_is_a_sequence_of_chance_events(variant):
    game = pyspiel.load_game(f"mekong_palam(variant={variant})" if variant else "mekong_palam")
    assert game.get_type().chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
    state = game.new_initial_state()
    events = 0
    random = np.random.default_rng(1)
    while state.is_chance_node():
        outcomes, probabilities = zip(*state.chance_outcomes(), strict=True)
        assert sum(probabilities) == pytest.approx(1.0)
        assert len(set(probabilities)) == 1
        assert all(state.action_to_string(outcome) for outcome in outcomes)
        state.apply_action(int(random.choice(outcomes)))
        events += 1
    assert events == game.max_chance_nodes_in_history() == (12 if variant else 25)
    assert state.position.variant == ((variant,) if variant else ())
    assert len(state.legal_actions()) == 72
    assert pyspiel.load_game("mekong_palam(seed=1)").get_type().chance_mode == pyspiel.GameType.ChanceMode.DETERMINISTIC


def playthrough(name):
    """A game chosen by a fixed rule, as text."""
    state = pyspiel.load_game(name).new_initial_state()
    lines = [f"game: {name}"]
    turn = 0
    while not state.is_terminal() and turn < 60:
        legal = state.legal_actions()
        action = legal[(7 * turn + 3) % len(legal)]
        player = state.current_player()
        lines.append(f"{turn} {state}")
        lines.append(f"  player {player}, {len(legal)} actions, {action} = {state.action_to_string(player, action)}")
        state.apply_action(action)
        turn += 1
    lines.append(f"{turn} {state}")
    lines.append(f"  terminal {state.is_terminal()}, returns {state.returns()}")
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("name", [f"mekong_{game.id}" for game in mekong.games()])
def test_playthrough_is_as_recorded(name):
    path = PLAYTHROUGHS / f"{name}.txt"
    if os.environ.get("UPDATE_PLAYTHROUGHS"):
        path.write_text(playthrough(name))
    assert playthrough(name) == path.read_text()


@pytest.mark.parametrize("name", ["mekong_siam", "mekong_samliam", "mekong_saigon", "mekong_palam(seed=1)"])
def test_mcts_plays(name):
    game = pyspiel.load_game(name)
    random = np.random.RandomState(3)

    class Even:
        """An evaluator without rollouts, which would be long."""

        def evaluate(self, state):
            return np.zeros(2)

        def prior(self, state):
            actions = state.legal_actions()
            return [(action, 1 / len(actions)) for action in actions]

    bot = mcts.MCTSBot(game, 2.0, 30, Even(), random_state=random)
    state = game.new_initial_state()
    for _ in range(4):
        state.apply_action(bot.step(state))
    assert len(state.history()) == 4


def test_mcts_finds_a_win():
    game = pyspiel.load_game("mekong_siam(start=2o2/2o2/2n2/2n2/4o R 11 -,max_plies=2)")
    bot = mcts.MCTSBot(
        game,
        2.0,
        600,
        mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)),
        solve=True,
        random_state=np.random.RandomState(1),
    )
    state = game.new_initial_state()
    assert state.action_to_string(bot.step(state)) == "c2c3"


def test_alpha_beta_agrees_with_the_engine():
    position = mekong.game("siam").position("2o2/2o2/2n2/2n2/4o R 11 -")
    game = pyspiel.load_game("mekong_siam(start=2o2/2o2/2n2/2n2/4o R 11 -)")
    value, action = minimax.alpha_beta_search(game, value_function=lambda state: 0, maximum_depth=1, maximizing_player_id=1)
    assert (value, mekong.game("siam").move(action)) == (1, "c2c3")
    assert position.play("c2c3").outcome.winner == "p2"


def test_alpha_beta_solves_a_small_saigon(table):
    text = "L/DD/LL/D L"
    game = pyspiel.load_game(f"mekong_saigon(start={text},max_plies=7)")
    distance = table.probe(text).distance
    assert distance is not None
    assert distance <= 7
    value, _ = minimax.alpha_beta_search(game, maximizing_player_id=0)
    assert value == table.probe(text).result


def test_value_iteration_agrees_with_the_table(table):
    text = "L/DD/LL/D L"
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(20_000)
    try:
        game = pyspiel.load_game(f"mekong_saigon(start={text},repetition=False)")
        values = value_iteration.value_iteration(game, depth_limit=-1, threshold=0.01, cyclic_game=True)
    finally:
        sys.setrecursionlimit(limit)
    saigon = mekong.game("saigon")
    assert len(values) > 50
    for state, value in values.items():
        position = saigon.position(state)
        expected = table.probe(position).result
        mover = position.turn or ("p1" if state.endswith("L") else "p2")
        assert value == (expected if mover == "p1" else -expected), state


def test_refusals():
    for name in ("mekong_siam(variant=race)", "mekong_siam(start=x)", "mekong_siam(max_plies=0)"):
        with pytest.raises(mekong.MekongError):
            pyspiel.load_game(name)


@pytest.mark.parametrize("name", ["mekong_siam(variant=opening+chain)", "mekong_palam", "mekong_saigon(repetition=False)"])
def test_games_and_states_are_copied_and_pickled(name):
    game = pyspiel.load_game(name)
    for other in (pickle.loads(pickle.dumps(game)), copy.deepcopy(game), copy.copy(game)):
        assert (str(other), type(other)) == (str(game), type(game))
    state = game.new_initial_state()
    for ply in range(9):
        state.apply_action(state.legal_actions()[-(ply % 2)])
    text = str(state)
    for other in (pickle.loads(pickle.dumps(state)), copy.deepcopy([state])[0], copy.copy(state), state.clone()):
        assert (str(other), other.history(), other.legal_actions()) == (text, state.history(), state.legal_actions())
        other.apply_action(other.legal_actions()[0])
        assert (str(state), len(state.history())) == (text, 9)
