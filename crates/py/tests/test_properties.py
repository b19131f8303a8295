"""Any text, any bytes and any sequence of calls give results or typed exceptions."""

import json

import mekong
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

GAMES = [game.id for game in mekong.games()]
ANY = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=40),
    st.binary(max_size=40),
    st.lists(st.text(max_size=8), max_size=3),
    st.sampled_from(["p1", "fr", "pr", "@c1N", "a1", "opening", "draft", "flat"]),
)
relaxed = settings(deadline=None, suppress_health_check=list(HealthCheck), max_examples=150)


def refused(call):
    """The result of a call; `None` if it is refused with a field and a reason."""
    try:
        return call()
    except mekong.MekongError as error:
        assert error.field
        assert error.reason
        assert error.reason_fr
        return None


@relaxed
@given(st.sampled_from(GAMES), ANY, ANY, ANY)
def test_any_arguments_of_games(game, text, variant, seed):
    chosen = mekong.game(game)
    refused(lambda: mekong.game(text))
    refused(lambda: chosen.position(text, variant))
    refused(lambda: chosen.start(variant, seed))
    refused(lambda: chosen.action(text))
    refused(lambda: chosen.move(seed))
    refused(lambda: chosen.title(text))
    position = chosen.start(seed=1)
    for call in (
        position.play,
        position.play_action,
        position.is_legal,
        position.explain,
        position.observation,
    ):
        refused(lambda call=call: call(text))
    refused(lambda: mekong.Session(text))
    refused(lambda: mekong.Engine(text, memory=1, level=1))
    refused(lambda: mekong.Record.from_pgn(text))
    refused(lambda: mekong.Record.from_json(text))


@relaxed
@given(st.binary(max_size=200), st.text(alphabet='[]{}()"1.*-pr l\n;!?$%/NAGame', max_size=120))
def test_any_bytes_are_read_or_refused(data, text):
    for source in (data, text.encode(), b'[Game "saigon"]\n\n1. pr *\n' + data):
        reader = refused(lambda source=source: mekong.read_records(source))
        for _ in range(50):
            if reader is None:
                break
            try:
                record = next(reader)
            except StopIteration:
                break
            except mekong.errors.RecordError:
                continue
            refused(record.session)
            assert mekong.Record.from_json(record.to_json()) == record
    refused(lambda: mekong._mekong.Table.read("saigon", data))


@relaxed
@given(st.sampled_from(GAMES), st.integers(0, 2**64 - 1), st.lists(st.integers(0, 9), max_size=60), st.data())
def test_any_sequence_of_calls(game, seed, calls, data):
    chosen = mekong.game(game)
    variant = data.draw(st.lists(st.sampled_from(chosen.variants), unique=True)) if chosen.variants else None
    session = mekong.Session(chosen.start(variant, seed))
    played = []
    for call in calls:
        legal = session.legal_moves()
        if call < 6 and legal:
            played.append(data.draw(st.sampled_from(legal)))
            session.play(played[-1])
        elif call == 6:
            assert session.undo() == (played.pop() if played else None)
        elif call == 7:
            assert refused(lambda: session.play_action(data.draw(st.integers(-5, chosen.action_count + 5)))) is None
            if session.moves != played:
                played = session.moves
        elif call == 8:
            assert mekong.Record.from_pgn(session.record().to_pgn()).moves == played
        else:
            json.dumps(session.position.draw())
        assert session.moves == played
        assert session.position.legal_actions() == session.legal_actions() or session.outcome is not None


@relaxed
@given(st.sampled_from(GAMES), st.integers(1, 5), st.lists(ANY, max_size=6))
def test_any_actions_of_batches(game, n, actions):
    env = mekong.batch.Env(game, n, seed=1)
    refused(lambda: env.step(actions))
    env.step(env.sample())
