use mekong_arrays::{Encoding, encoding};
use mekong_catalog::{Entry, GAMES, GameSession};
use mekong_core::Lang;
use mekong_players::Level;
use numpy::{PyArray1, PyArrayMethods as _};
use pyo3::{prelude::*, types::PyTuple};

use crate::{
    args::{self, Arg},
    errors::{Kind, explain, refuse},
    position::Position,
};

/// All games in display order.
///
/// >>> import mekong
/// >>> [game.id for game in mekong.games()]
/// ['siam', 'samliam', 'saigon', 'palam']
#[pyfunction]
pub(crate) fn games() -> Vec<Game> {
    GAMES.iter().map(Game::new).collect()
}

/// The game with an id.
///
/// >>> import mekong
/// >>> mekong.game("siam").author
/// 'Didier Dhorbait'
#[pyfunction]
#[pyo3(signature = (game, /))]
pub(crate) fn game(game: Arg<'_, '_>) -> PyResult<Game> {
    args::game(game).map(Game::new)
}

/// A game: its author, its variants, its start, and its encoding of moves and positions as numbers.
///
/// Get one with `mekong.game("siam")`, or all with `mekong.games()`.
///
/// >>> import mekong
/// >>> saigon = mekong.game("saigon")
/// >>> saigon.start().text
/// 'LLLL/DDDD/LLLL/DDDD L'
/// >>> saigon.variants
/// ('flat',)
#[pyclass(frozen, module = "mekong")]
pub(crate) struct Game {
    entry: &'static Entry,
}

impl Game {
    pub(crate) const fn new(entry: &'static Entry) -> Game {
        Game { entry }
    }

    pub(crate) const fn entry(&self) -> &'static Entry {
        self.entry
    }

    pub(crate) fn encoding(&self, py: Python<'_>) -> PyResult<&'static Encoding> {
        encoding_of(py, self.entry)
    }
}

/// The encoding of a game; an error if it has none.
pub(crate) fn encoding_of(py: Python<'_>, entry: &Entry) -> PyResult<&'static Encoding> {
    let reasons = ["it has no encoding of moves as actions", "il n’a pas de codage des coups en actions"];
    encoding(entry).ok_or_else(|| refuse(py, Kind::Argument, "game", reasons))
}

#[pymethods]
impl Game {
    /// The id in commands and files, such as `'siam'`.
    #[getter]
    fn id(&self) -> &'static str {
        self.entry.info().id
    }

    /// The inventor; `None` for a traditional game.
    #[getter]
    fn author(&self) -> Option<&'static str> {
        self.entry.info().author
    }

    /// The publisher, if known.
    #[getter]
    fn publisher(&self) -> Option<&'static str> {
        self.entry.info().publisher
    }

    /// The year of publication, if known.
    #[getter]
    fn year(&self) -> Option<u16> {
        self.entry.info().year
    }

    /// Whether a game begins with a random deal, which depends on a seed.
    #[getter]
    fn dealt(&self) -> bool {
        self.entry.info().dealt
    }

    /// The ids of the variant rules, which can be combined.
    ///
    /// >>> import mekong
    /// >>> mekong.game("siam").variants
    /// ('opening', 'single-exit', 'chain')
    #[getter]
    fn variants<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.entry.info().variants.iter().map(|variant| variant.id))
    }

    /// The title, in English (`'en'`) or French (`'fr'`).
    #[pyo3(signature = (lang=None))]
    fn title(&self, lang: Option<Arg<'_, '_>>) -> PyResult<&'static str> {
        Ok(self.entry.info().title.get(args::lang(lang)?))
    }

    /// The names of the two players.
    ///
    /// >>> import mekong
    /// >>> mekong.game("samliam").seats("fr")
    /// ('Noirs', 'Blancs')
    #[pyo3(signature = (lang=None))]
    fn seats(&self, lang: Option<Arg<'_, '_>>) -> PyResult<(&'static str, &'static str)> {
        let lang = args::lang(lang)?;
        let [first, second] = self.entry.info().seats.map(|seat| seat.get(lang));
        Ok((first, second))
    }

    /// A summary in one sentence.
    #[pyo3(signature = (lang=None))]
    fn summary(&self, lang: Option<Arg<'_, '_>>) -> PyResult<&'static str> {
        Ok(self.entry.info().summary.get(args::lang(lang)?))
    }

    /// The rule of a variant, as a sentence.
    ///
    /// >>> import mekong
    /// >>> mekong.game("siam").variant_rule("single-exit")
    /// 'each player may take an animal off the board only once per game'
    #[pyo3(signature = (variant, lang=None))]
    fn variant_rule(&self, variant: Arg<'_, '_>, lang: Option<Arg<'_, '_>>) -> PyResult<String> {
        let lang = args::lang(lang)?;
        let chosen = args::variants(Some(variant), self.entry)?;
        let rules = self.entry.info().variants.iter().enumerate();
        let rules = rules.filter(|(index, _)| chosen.has(*index)).map(|(_, variant)| variant.rule.get(lang));
        Ok(rules.collect::<Vec<_>>().join("; "))
    }

    /// The position a game starts from. In games with a deal (`dealt`) it depends on the seed, in the same way on every machine and in
    /// every version.
    ///
    /// `variant` is a text with commas between the ids, or an iterable of ids.
    ///
    /// >>> import mekong
    /// >>> mekong.game("siam").start("opening,chain").variant
    /// ('opening', 'chain')
    /// >>> palam = mekong.game("palam")
    /// >>> palam.start(seed=1) == palam.start(seed=1), palam.start(seed=1) == palam.start(seed=2)
    /// (True, False)
    #[pyo3(signature = (variant=None, seed=None))]
    fn start(&self, variant: Option<Arg<'_, '_>>, seed: Option<Arg<'_, '_>>) -> PyResult<Position> {
        let variants = args::variants(variant, self.entry)?;
        let seed = args::maybe_number(seed, "seed", 0..=u64::MAX)?.unwrap_or(0);
        Ok(Position::new(self.entry.start(variants, seed)))
    }

    /// The position with a text.
    ///
    /// >>> import mekong
    /// >>> mekong.game("saigon").position("-/LD/LD/LDDD L").legal_moves()
    /// ['pass']
    /// >>> mekong.game("saigon").position("-/LD/LD L")
    /// Traceback (most recent call last):
    /// ...
    /// mekong.errors.PositionError: position: stacks: "-/LD/LD" must be 4 stacks separated by "/"
    #[pyo3(signature = (text, variant=None))]
    fn position(&self, text: Arg<'_, '_>, variant: Option<Arg<'_, '_>>) -> PyResult<Position> {
        let variants = args::variants(variant, self.entry)?;
        let session = self.parse(text, variants)?;
        Ok(Position::new(session))
    }

    /// The number of actions: actions are the integers from 0 to `action_count - 1`.
    ///
    /// >>> import mekong
    /// >>> [game.action_count for game in mekong.games()]
    /// [580, 211, 159, 732]
    #[getter]
    fn action_count(&self, py: Python<'_>) -> PyResult<usize> {
        Ok(self.encoding(py)?.action_count())
    }

    /// The groups of actions in order: the number of actions and a description of the moves.
    ///
    /// >>> import mekong
    /// >>> mekong.game("saigon").action_groups[0]
    /// (2, 'push: pr, pl')
    #[getter]
    fn action_groups<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(
            py,
            self.encoding(py)?.action_groups().iter().map(|group| (group.count, group.description)),
        )
    }

    /// The shape of an observation: planes, rows, columns.
    #[getter]
    fn observation_shape(&self, py: Python<'_>) -> PyResult<(usize, usize, usize)> {
        let [planes, rows, columns] = self.encoding(py)?.shape();
        Ok((planes, rows, columns))
    }

    /// The planes of an observation: the maximum value and a description of each.
    ///
    /// >>> import mekong
    /// >>> mekong.game("siam").planes[9]
    /// (5, 'own animals in reserve')
    #[getter]
    fn planes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.encoding(py)?.planes().iter().map(|plane| (plane.max, plane.description)))
    }

    /// The action of a move. It does not depend on the position.
    ///
    /// >>> import mekong
    /// >>> siam = mekong.game("siam")
    /// >>> siam.action("@c1N"), siam.move(8)
    /// (8, '@c1N')
    #[pyo3(signature = (r#move, /))]
    fn action(&self, r#move: Arg<'_, '_>) -> PyResult<usize> {
        let py = r#move.py();
        let text = args::text(r#move, "move")?;
        self.encoding(py)?.action(&text).map_err(|error| explain(py, Kind::Move, "move", &error))
    }

    /// The move of an action.
    #[pyo3(signature = (action, /))]
    fn r#move(&self, action: Arg<'_, '_>) -> PyResult<String> {
        move_of_action(self.encoding(action.py())?, action)
    }

    /// The symmetries of the game other than the identity, each as two arrays: the image of action `a` is `actions[a]`, and
    /// entry `e` of the flattened observation of a position is entry `entries[e]` in that of its image. The order is that of
    /// `Position.symmetries()`.
    ///
    /// >>> import mekong, numpy
    /// >>> siam = mekong.game("siam")
    /// >>> position = siam.start().play("@a1N")
    /// >>> actions, entries = siam.symmetries()[0]
    /// >>> image = position.symmetries()[0]
    /// >>> sorted(actions[position.legal_actions()]) == image.legal_actions()
    /// True
    /// >>> bool((image.observation().ravel()[entries] == position.observation().ravel()).all())
    /// True
    fn symmetries<'py>(&self, py: Python<'py>) -> PyResult<Vec<SymmetryArrays<'py>>> {
        let array = |numbers: &[u32]| {
            let array = PyArray1::<i64>::zeros(py, numbers.len(), false);
            let numbers: Vec<i64> = numbers.iter().map(|&number| number.into()).collect();
            array.readwrite().as_slice_mut()?.copy_from_slice(&numbers);
            Ok::<_, PyErr>(array)
        };
        let permutations = self.encoding(py)?.permutations();
        permutations.iter().map(|each| Ok((array(&each.actions)?, array(&each.entries)?))).collect()
    }

    /// The number of symmetries other than the identity.
    #[getter]
    fn symmetry_count(&self) -> usize {
        self.entry.symmetry_count()
    }

    /// The ten levels of the computer, weakest first: a title and a description of each.
    ///
    /// >>> import mekong
    /// >>> mekong.game("siam").levels()[0]
    /// ('Beginner', 'sees a win in one move, but often overlooks yours')
    #[pyo3(signature = (lang=None))]
    fn levels(&self, lang: Option<Arg<'_, '_>>) -> PyResult<Vec<(&'static str, &'static str)>> {
        let lang = args::lang(lang)?;
        Ok(Level::all().map(|level| (level.title().get(lang), level.description().get(lang))).collect())
    }

    fn __repr__(&self) -> String {
        format!("mekong.game({:?})", self.id())
    }

    fn __str__(&self) -> &'static str {
        self.entry.info().title.get(Lang::En)
    }

    fn __eq__(&self, other: Arg<'_, '_>) -> bool {
        other.cast::<Game>().is_ok_and(|other| other.get().id() == self.id())
    }

    fn __hash__(&self) -> u64 {
        crate::position::hash_bytes(self.id().bytes())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (&'static str,))> {
        Ok((py.import("mekong._mekong")?.getattr("game")?, (self.id(),)))
    }
}

/// The arrays of a symmetry: images of actions, images of entries.
type SymmetryArrays<'py> = (Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<i64>>);

impl Game {
    fn parse(&self, text: Arg<'_, '_>, variants: mekong_core::Variants) -> PyResult<GameSession> {
        let parsed = self.entry.parse(&args::text(text, "position")?, variants);
        parsed.map_err(|error| explain(text.py(), Kind::Position, "position", &error))
    }
}

/// The text of the move of an action.
pub(crate) fn move_of_action(encoding: &Encoding, action: Arg<'_, '_>) -> PyResult<String> {
    let last = encoding.action_count() as u64 - 1;
    let number = args::number(action, "action", 0..=last)?;
    let reasons = ["there is no such action", "cette action n’existe pas"];
    let text = encoding.move_text(number as usize);
    text.ok_or_else(|| refuse(action.py(), Kind::Argument, "action", reasons))
}
