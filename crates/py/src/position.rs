use mekong_arrays::Encoding;
use mekong_catalog::{GameSession, find};
use mekong_core::{CancelToken, Charset, Explain as _, Lang, Outcome, Player, mix};
use numpy::{PyArray1, PyArray3, PyArrayMethods as _};
use pyo3::{
    prelude::*,
    types::{PyBytes, PyTuple},
};

use crate::{
    args::{self, Arg},
    background,
    errors::{Kind, refuse, refused_move, refused_open},
    game::{Game, encoding_of, move_of_action},
};

/// A position: the complete state of a game except repetition. Positions are immutable, can be compared, hashed, copied and
/// pickled, and are displayed as a drawing in notebooks.
///
/// Get one with `Game.start` or `Game.position`. The draw by repetition belongs to `Session`.
///
/// >>> import mekong
/// >>> position = mekong.game("siam").start()
/// >>> position.turn, len(position.legal_moves())
/// ('p1', 64)
/// >>> position.play("@c1N").play("@c5S").text
/// '2s2/5/1ooo1/5/2N2 E 2 -'
#[pyclass(frozen, module = "mekong")]
pub(crate) struct Position {
    /// Without moves; or with one, if the text of the finished position cannot be read back.
    session: GameSession,
}

impl Position {
    pub(crate) const fn new(session: GameSession) -> Position {
        Position { session }
    }

    /// The current position of a session, without its history.
    pub(crate) fn of(session: &GameSession) -> Position {
        let current = session.detached();
        // The text of some finished positions is refused, so they are kept with the move that led there.
        if current.outcome().is_some()
            && let Some(last) = session.moves().last()
            && find(current.info().id)
                .is_ok_and(|entry| entry.parse(&current.position_text(), current.variants()).is_err())
        {
            let mut before = session.clone();
            before.undo();
            let mut short = before.detached();
            if short.play(last).is_ok() {
                return Position::new(short);
            }
        }
        Position::new(current)
    }

    pub(crate) const fn session(&self) -> &GameSession {
        &self.session
    }

    fn encoding(&self, py: Python<'_>) -> PyResult<&'static Encoding> {
        encoding_of(py, entry_of(&self.session))
    }

    fn played(&self, text: &str, py: Python<'_>) -> PyResult<Position> {
        let mut next = self.session.clone();
        next.play(text).map_err(|error| refused_move(py, "move", &error))?;
        Ok(Position::of(&next))
    }
}

/// An outcome as an object of the package.
pub(crate) fn outcome<'py>(py: Python<'py>, outcome: Option<Outcome>) -> PyResult<Option<Bound<'py, PyAny>>> {
    let Some(outcome) = outcome else { return Ok(None) };
    let class = py.import("mekong._values")?.getattr("Outcome")?;
    let texts = [Lang::En, Lang::Fr].map(|lang| outcome.explain(lang));
    let [en, fr] = &texts;
    class.call1((outcome.winner.map(Player::code), outcome.reason.code, en, fr)).map(Some)
}

/// The player who sees an observation; `None` for the player to move.
pub(crate) fn viewer(viewer: Option<Arg<'_, '_>>) -> PyResult<Option<Player>> {
    viewer.map(|viewer| args::player(viewer, "viewer")).transpose()
}

/// The entries of the observation of a session.
pub(crate) fn entries(encoding: &Encoding, session: &GameSession, viewer: Option<Player>) -> Vec<u8> {
    let viewer = viewer.or(session.turn()).unwrap_or(Player::P1);
    let mut entries = vec![0; encoding.observation_len()];
    encoding.observe(session, viewer, &mut entries);
    entries
}

/// The entries of an observation as planes.
pub(crate) fn planes<'py>(
    py: Python<'py>,
    encoding: &Encoding,
    entries: &[u8],
) -> PyResult<Bound<'py, PyArray3<u8>>> {
    let array = PyArray3::<u8>::zeros(py, encoding.shape(), false);
    array.readwrite().as_slice_mut()?.copy_from_slice(entries);
    Ok(array)
}

/// For each action, whether it is one of these.
pub(crate) fn mask<'py>(
    py: Python<'py>,
    encoding: &Encoding,
    actions: &[usize],
) -> PyResult<Bound<'py, PyArray1<bool>>> {
    let array = PyArray1::<bool>::zeros(py, encoding.action_count(), false);
    let mut mask = array.readwrite();
    let mask = mask.as_slice_mut()?;
    actions.iter().for_each(|&action| mask[action] = true);
    Ok(array)
}

pub(crate) fn entry_of(session: &GameSession) -> &'static mekong_catalog::Entry {
    find(session.info().id).expect("the game of a session is in the catalog")
}

/// A hash of bytes that is the same in every process.
pub(crate) fn hash_bytes(bytes: impl Iterator<Item = u8>) -> u64 {
    bytes.fold(0, |hash, byte| mix(hash ^ (u64::from(byte) + 1)))
}

/// The largest width of an image in pixels.
const MAX_WIDTH: u64 = 8192;

#[pymethods]
impl Position {
    /// The game.
    #[getter]
    fn game(&self) -> Game {
        Game::new(entry_of(&self.session))
    }

    /// The ids of the variant rules.
    #[getter]
    fn variant<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.session.variant_ids())
    }

    /// The text of the position. `Game.position` reads it back, except for a finished game of Siam.
    #[getter]
    fn text(&self) -> String {
        self.session.position_text()
    }

    /// The player to move, `'p1'` or `'p2'`; `None` if the game is over.
    #[getter]
    fn turn(&self) -> Option<&'static str> {
        self.session.turn().map(Player::code)
    }

    /// The outcome by the rules; `None` while the game is in progress.
    ///
    /// >>> import mekong
    /// >>> end = mekong.game("saigon").position("LL/LLLL/DL/DLD L").play("pr")
    /// >>> end.outcome.winner, end.outcome.reason
    /// ('p2', 'pallets')
    #[getter]
    fn outcome<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        outcome(py, self.session.outcome())
    }

    /// The legal moves as texts, sorted; empty if the game is over.
    fn legal_moves(&self) -> Vec<String> {
        self.session.legal()
    }

    /// Whether a move is legal. A text that is not a move of the game is refused.
    #[pyo3(signature = (r#move, /))]
    fn is_legal(&self, r#move: Arg<'_, '_>) -> PyResult<bool> {
        let text = args::text(r#move, "move")?;
        match self.session.clone().play(&text) {
            Ok(()) => Ok(true),
            Err(mekong_catalog::MoveError::Illegal(_)) => Ok(false),
            Err(error) => Err(refused_move(r#move.py(), "move", &error)),
        }
    }

    /// The position after a move.
    ///
    /// >>> import mekong
    /// >>> mekong.game("siam").start().play("@c3N")
    /// Traceback (most recent call last):
    /// ...
    /// mekong.errors.IllegalMoveError: move: c3 is not on the border, and animals enter on the border only
    #[pyo3(signature = (r#move, /))]
    fn play(&self, r#move: Arg<'_, '_>) -> PyResult<Position> {
        self.played(&args::text(r#move, "move")?, r#move.py())
    }

    /// The position after an action.
    #[pyo3(signature = (action, /))]
    fn play_action(&self, action: Arg<'_, '_>) -> PyResult<Position> {
        let py = action.py();
        self.played(&move_of_action(self.encoding(py)?, action)?, py)
    }

    /// A description of a move or, if it is illegal, the reason.
    ///
    /// >>> import mekong
    /// >>> position = mekong.game("siam").start()
    /// >>> position.explain("@c1N")
    /// 'an elephant enters on c1, facing north'
    /// >>> position.explain("c1c2N", "fr")
    /// 'c1 est vide'
    #[pyo3(signature = (r#move, lang=None))]
    fn explain(&self, r#move: Arg<'_, '_>, lang: Option<Arg<'_, '_>>) -> PyResult<String> {
        let lang = args::lang(lang)?;
        match self.session.describe(&args::text(r#move, "move")?, lang) {
            Ok(sentence) => Ok(sentence),
            Err(error @ mekong_catalog::MoveError::Illegal(_)) => Ok(error.explain(lang)),
            Err(error) => Err(refused_move(r#move.py(), "move", &error)),
        }
    }

    /// A sentence that tells the player to move what to do; empty if the game is over.
    #[pyo3(signature = (lang=None))]
    fn instruction(&self, lang: Option<Arg<'_, '_>>) -> PyResult<String> {
        Ok(self.session.instruction(args::lang(lang)?))
    }

    /// The images of the position under the symmetries of the game other than the identity.
    ///
    /// >>> import mekong
    /// >>> [image.text for image in mekong.game("saigon").position("LL/LD/D/LDDD L").symmetries()]
    /// ['LDDD/D/LD/LL L', 'DD/DL/L/DLLL D', 'DLLL/L/DL/DD D']
    fn symmetries(&self) -> Vec<Position> {
        let images = |session: &GameSession| session.images(&[]).into_iter().map(|image| image.session);
        let own_images = images(&self.session);
        let mut before = self.session.clone();
        if before.undo().is_none() {
            return own_images.map(Position::new).collect();
        }
        // A finished position that is kept with its last move: so are its images.
        let with_move = |(mut before, image): (GameSession, GameSession)| {
            let last = before.children().into_iter().find(|(_, next)| next.is_same_position(&image));
            match last {
                Some((text, _)) if before.play(&text).is_ok() => Position::new(before),
                _ => Position::new(image),
            }
        };
        images(&before).zip(own_images).map(with_move).collect()
    }

    /// The legal actions, sorted.
    fn legal_actions(&self, py: Python<'_>) -> PyResult<Vec<usize>> {
        Ok(self.encoding(py)?.legal_actions(&self.session).unwrap_or_default())
    }

    /// For each action, whether it is legal.
    fn legal_mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        mask(py, self.encoding(py)?, &self.legal_actions(py)?)
    }

    /// The position as planes of numbers, as the viewer (`'p1'` or `'p2'`, by default the player to move, or `'p1'` in a finished game)
    /// sees it.
    ///
    /// >>> import mekong
    /// >>> mekong.game("siam").start().observation()[8]
    /// array([[0, 0, 0, 0, 0],
    ///        [0, 0, 0, 0, 0],
    ///        [0, 1, 1, 1, 0],
    ///        [0, 0, 0, 0, 0],
    ///        [0, 0, 0, 0, 0]], dtype=uint8)
    #[pyo3(signature = (viewer=None))]
    fn observation<'py>(
        &self,
        py: Python<'py>,
        viewer: Option<Arg<'_, 'py>>,
    ) -> PyResult<Bound<'py, PyArray3<u8>>> {
        let encoding = self.encoding(py)?;
        planes(py, encoding, &entries(encoding, &self.session, self::viewer(viewer)?))
    }

    /// The number of sequences of `depth` moves. Repetition is not applied.
    ///
    /// >>> import mekong
    /// >>> mekong.game("siam").start().perft(3)
    /// 279102
    #[pyo3(signature = (depth, /))]
    fn perft(&self, depth: Arg<'_, '_>) -> PyResult<u64> {
        let (py, session) = (depth.py(), self.session.detached());
        let depth = args::number(depth, "depth", 0..=1_000)? as u32;
        let count = |cancel: &CancelToken, _: &background::Reporter<'_, ()>| perft(&session, depth, cancel);
        background::run(py, None, count, |_, ()| Ok(()))
    }

    /// The board drawn with characters.
    ///
    /// >>> import mekong
    /// >>> mekong.game("siam").start().draw(ascii=True).splitlines()[1]
    /// '5 |    |    |    |    |    |   Rhinos'
    #[pyo3(signature = (lang=None, *, ascii=None), text_signature = "($self, lang=None, *, ascii=False)")]
    fn draw(&self, lang: Option<Arg<'_, '_>>, ascii: Option<Arg<'_, '_>>) -> PyResult<String> {
        let ascii = ascii.map_or(Ok(false), |ascii| args::flag(ascii, "ascii"))?;
        let charset = if ascii { Charset::Ascii } else { Charset::Unicode };
        Ok(self.session.text_diagram(charset, args::lang(lang)?).to_string())
    }

    /// The board as an SVG document.
    #[pyo3(signature = (lang=None))]
    fn svg(&self, lang: Option<Arg<'_, '_>>) -> PyResult<String> {
        Ok(self.session.diagram(args::lang(lang)?))
    }

    /// The board as a PNG file of a width in pixels.
    #[pyo3(signature = (width=None))]
    fn png<'py>(&self, py: Python<'py>, width: Option<Arg<'_, 'py>>) -> PyResult<Bound<'py, PyBytes>> {
        let (width, svg) = (image_width(width)?, self.session.diagram(Lang::En));
        let file = background::run_or_abandon(py, move || mekong_picture::png(&svg, width))?;
        file.map(|file| PyBytes::new(py, &file)).map_err(|error| not_rendered(py, &error))
    }

    /// The board as an image of a width in pixels: rows, columns, and the colours red, green and blue.
    ///
    /// >>> import mekong
    /// >>> mekong.game("saigon").start().image(320).shape[1:]
    /// (320, 3)
    #[pyo3(signature = (width=None))]
    fn image<'py>(&self, py: Python<'py>, width: Option<Arg<'_, 'py>>) -> PyResult<Bound<'py, PyArray3<u8>>> {
        let (width, svg) = (image_width(width)?, self.session.diagram(Lang::En));
        let image = background::run_or_abandon(py, move || mekong_picture::rgb(&svg, width))?;
        let image = image.map_err(|error| not_rendered(py, &error))?;
        let array = PyArray3::<u8>::zeros(py, [image.height as usize, image.width as usize, 3], false);
        array.readwrite().as_slice_mut()?.copy_from_slice(&image.pixels);
        Ok(array)
    }

    fn _repr_svg_(&self) -> String {
        self.session.diagram(Lang::En)
    }

    fn __repr__(&self) -> String {
        let names = self.session.variant_ids();
        let (id, text) = (self.session.info().id, self.text());
        let variant = if names.is_empty() { String::new() } else { format!(", {:?}", names.join(",")) };
        format!("mekong.game({id:?}).position({text:?}{variant})")
    }

    fn __str__(&self) -> String {
        self.text()
    }

    fn __eq__(&self, other: Arg<'_, '_>) -> bool {
        other.cast::<Position>().is_ok_and(|other| other.get().session.is_same_position(&self.session))
    }

    fn __hash__(&self) -> u64 {
        let variants = self.session.variants().bits();
        hash_bytes(self.session.info().id.bytes().chain([variants]).chain(self.text().into_bytes()))
    }

    fn __copy__(slf: Py<Position>) -> Py<Position> {
        slf
    }

    #[pyo3(signature = (memo, /))]
    fn __deepcopy__(slf: Py<Position>, memo: Arg<'_, '_>) -> Py<Position> {
        let _ = memo;
        slf
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Reduced)> {
        let state = (
            self.session.info().id,
            self.session.variant_ids(),
            self.session.start_text(),
            self.session.moves(),
        );
        Ok((py.import("mekong._mekong")?.getattr("_restore_position")?, state))
    }
}

/// The game, the variants, the start and the moves.
pub(crate) type Reduced = (&'static str, Vec<&'static str>, String, Vec<String>);

/// Restores a position from its pickled state.
#[pyfunction]
#[pyo3(name = "_restore_position", signature = (game, variant, start, moves, /))]
pub(crate) fn restore_position(
    game: Arg<'_, '_>,
    variant: Arg<'_, '_>,
    start: Arg<'_, '_>,
    moves: Arg<'_, '_>,
) -> PyResult<Position> {
    restore(game, variant, start, moves).map(Position::new)
}

/// Restores a session from its pickled state.
pub(crate) fn restore(
    game: Arg<'_, '_>,
    variant: Arg<'_, '_>,
    start: Arg<'_, '_>,
    moves: Arg<'_, '_>,
) -> PyResult<GameSession> {
    let py = game.py();
    let entry = args::game(game)?;
    let variants = args::variants(Some(variant), entry)?;
    let parsed = entry.parse(&args::text(start, "start")?, variants);
    let mut session =
        parsed.map_err(|error| refused_open(py, &mekong_catalog::OpenError::Position(error)))?;
    for (index, text) in args::items(moves, "moves")?.enumerate() {
        let field = format!("moves[{index}]");
        py.check_signals()?;
        session.play(&args::text(&text?, &field)?).map_err(|error| refused_move(py, &field, &error))?;
    }
    Ok(session)
}

fn image_width(width: Option<Arg<'_, '_>>) -> PyResult<u32> {
    Ok(args::maybe_number(width, "width", 1..=MAX_WIDTH)?.unwrap_or(480) as u32)
}

fn not_rendered(py: Python<'_>, error: &mekong_picture::RenderError) -> PyErr {
    let text = error.to_string();
    refuse(py, Kind::Argument, "width", [&text, &text])
}

/// The depth up to which counting cannot be interrupted: some milliseconds.
const MAX_UNINTERRUPTED_DEPTH: u32 = 2;

fn perft(session: &GameSession, depth: u32, cancel: &CancelToken) -> u64 {
    if depth <= MAX_UNINTERRUPTED_DEPTH {
        return session.perft(depth);
    }
    let children = session.children().into_iter();
    children.take_while(|_| !cancel.is_cancelled()).map(|(_, child)| perft(&child, depth - 1, cancel)).sum()
}
