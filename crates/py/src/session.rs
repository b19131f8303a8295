use std::sync::{Mutex, PoisonError};

use mekong_core::Player;
use numpy::{PyArray1, PyArray3};
use pyo3::{prelude::*, types::PyTuple};

use crate::{
    args::{self, Arg},
    errors::{refused_move, refused_open},
    game::{Game, encoding_of, move_of_action},
    position::{self, Position, Reduced, entry_of},
    record::Record,
};

/// A game in progress: a start, the moves played, undo, and the draw by repetition.
///
/// Unlike a `Position` it changes when a move is played. Threads may share one.
///
/// >>> import mekong
/// >>> session = mekong.Session(mekong.game("saigon").start())
/// >>> session.play("1-2x1")
/// >>> session.moves, session.turn
/// (['1-2x1'], 'p2')
/// >>> session.undo()
/// '1-2x1'
#[pyclass(frozen, module = "mekong")]
pub(crate) struct Session {
    inner: Mutex<mekong_catalog::GameSession>,
}

impl Session {
    pub(crate) const fn new(session: mekong_catalog::GameSession) -> Session {
        Session { inner: Mutex::new(session) }
    }

    /// Calls a function with the session. The function must not call Python: that may switch to another thread, which would wait
    /// for the session while it holds the GIL.
    fn with<T>(&self, function: impl FnOnce(&mut mekong_catalog::GameSession) -> T) -> T {
        // A panic leaves the session consistent, so a poisoned lock is ignored.
        function(&mut self.inner.lock().unwrap_or_else(PoisonError::into_inner))
    }

    pub(crate) fn snapshot(&self) -> mekong_catalog::GameSession {
        self.with(|session| session.clone())
    }

    fn entry(&self) -> &'static mekong_catalog::Entry {
        self.with(|session| entry_of(session))
    }

    fn play_text(&self, text: &str, py: Python<'_>) -> PyResult<()> {
        let played = self.with(|session| session.play(text));
        played.map_err(|error| refused_move(py, "move", &error))
    }
}

#[pymethods]
impl Session {
    /// A game that starts from a position, and the moves played from there.
    #[new]
    #[pyo3(signature = (start, moves=None))]
    fn create(start: Arg<'_, '_>, moves: Option<Arg<'_, '_>>) -> PyResult<Session> {
        let py = start.py();
        let start = args::position(start, "start")?;
        // A finished position may have no text to start from.
        let text = start.position_text();
        let parsed = entry_of(&start).parse(&text, start.variants());
        let mut session =
            parsed.map_err(|error| refused_open(py, &mekong_catalog::OpenError::Position(error)))?;
        if let Some(moves) = moves {
            for (index, text) in args::items(moves, "moves")?.enumerate() {
                let field = format!("moves[{index}]");
                let text = args::text(&text?, &field)?;
                py.check_signals()?;
                session.play(&text).map_err(|error| refused_move(py, &field, &error))?;
            }
        }
        Ok(Session::new(session))
    }

    /// The game.
    #[getter]
    fn game(&self) -> Game {
        Game::new(self.entry())
    }

    /// The ids of the variant rules.
    #[getter]
    fn variant<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let names = self.with(|session| session.variant_ids());
        PyTuple::new(py, names)
    }

    /// The position the game started from.
    #[getter]
    fn start(&self) -> Position {
        let mut session = self.snapshot();
        while session.undo().is_some() {}
        Position::of(&session)
    }

    /// The current position.
    #[getter]
    fn position(&self) -> Position {
        self.with(|session| Position::of(session))
    }

    /// The moves played.
    #[getter]
    fn moves(&self) -> Vec<String> {
        self.with(|session| session.moves())
    }

    /// The player to move, `'p1'` or `'p2'`; `None` if the game is over.
    #[getter]
    fn turn(&self) -> Option<&'static str> {
        self.with(|session| session.turn()).map(Player::code)
    }

    /// The outcome, by the rules or by repetition; `None` while the game is in progress.
    ///
    /// >>> import mekong
    /// >>> back_and_forth = ["@a1N", "@e5S", "a1E", "e5W", "a1N", "e5S", "a1E", "e5W", "a1N", "e5S"]
    /// >>> mekong.Session(mekong.game("siam").start(), back_and_forth).outcome.reason
    /// 'repetition'
    #[getter]
    fn outcome<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let outcome = self.with(|session| session.outcome());
        position::outcome(py, outcome)
    }

    /// How often the current position has occurred, this time included.
    #[getter]
    fn occurrences(&self) -> usize {
        self.with(|session| session.occurrences())
    }

    /// The legal moves as texts, sorted; empty if the game is over.
    fn legal_moves(&self) -> Vec<String> {
        self.with(|session| session.legal())
    }

    /// Plays a move.
    #[pyo3(signature = (r#move, /))]
    fn play(&self, r#move: Arg<'_, '_>) -> PyResult<()> {
        self.play_text(&args::text(r#move, "move")?, r#move.py())
    }

    /// Plays an action.
    #[pyo3(signature = (action, /))]
    fn play_action(&self, action: Arg<'_, '_>) -> PyResult<()> {
        let py = action.py();
        let encoding = encoding_of(py, self.entry())?;
        self.play_text(&move_of_action(encoding, action)?, py)
    }

    /// Undoes the last move and returns it; `None` at the start.
    fn undo(&self) -> Option<String> {
        self.with(mekong_catalog::GameSession::undo)
    }

    /// The legal actions, sorted.
    fn legal_actions(&self, py: Python<'_>) -> PyResult<Vec<usize>> {
        let encoding = encoding_of(py, self.entry())?;
        Ok(self.with(|session| encoding.legal_actions(session)).unwrap_or_default())
    }

    /// For each action, whether it is legal.
    fn legal_mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        position::mask(py, encoding_of(py, self.entry())?, &self.legal_actions(py)?)
    }

    /// The position as planes of numbers, as the viewer (`'p1'` or `'p2'`, by default the player to move, or `'p1'` in a finished game)
    /// sees it.
    #[pyo3(signature = (viewer=None))]
    fn observation<'py>(
        &self,
        py: Python<'py>,
        viewer: Option<Arg<'_, 'py>>,
    ) -> PyResult<Bound<'py, PyArray3<u8>>> {
        let encoding = encoding_of(py, self.entry())?;
        let viewer = position::viewer(viewer)?;
        let entries = self.with(|session| position::entries(encoding, session, viewer));
        position::planes(py, encoding, &entries)
    }

    /// The game as a record without names.
    ///
    /// >>> import mekong
    /// >>> session = mekong.Session(mekong.game("saigon").start(), ["pr", "pl"])
    /// >>> session.record().moves
    /// ['pr', 'pl']
    fn record(&self) -> Record {
        Record::new(self.with(|session| session.to_record()))
    }

    fn __len__(&self) -> usize {
        self.with(|session| session.moves().len())
    }

    fn __repr__(&self) -> String {
        let session = self.snapshot();
        format!(
            "<mekong.Session {} {:?} after {} moves>",
            session.info().id,
            session.position_text(),
            session.moves().len()
        )
    }

    /// An independent copy.
    fn copy(&self) -> Session {
        Session::new(self.snapshot())
    }

    fn __copy__(&self) -> Session {
        self.copy()
    }

    #[pyo3(signature = (memo, /))]
    fn __deepcopy__(&self, memo: Arg<'_, '_>) -> Session {
        let _ = memo;
        self.copy()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Reduced)> {
        let session = self.snapshot();
        let state = (session.info().id, session.variant_ids(), session.start_text(), session.moves());
        Ok((py.import("mekong._mekong")?.getattr("_restore_session")?, state))
    }
}

/// Restores a session from its pickled state.
#[pyfunction]
#[pyo3(name = "_restore_session", signature = (game, variant, start, moves, /))]
pub(crate) fn restore_session(
    game: Arg<'_, '_>,
    variant: Arg<'_, '_>,
    start: Arg<'_, '_>,
    moves: Arg<'_, '_>,
) -> PyResult<Session> {
    position::restore(game, variant, start, moves).map(Session::new)
}
