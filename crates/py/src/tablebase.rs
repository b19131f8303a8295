use mekong_catalog::{Entry, GameSession};
use mekong_core::{CancelToken, Probe as _, Value};
use mekong_players::{TablebaseSolver, solver};
use numpy::{PyArray1, PyArrayMethods as _};
use pyo3::{
    prelude::*,
    types::{PyBytes, PyTuple},
};

use crate::{
    args::{self, Arg},
    background::{self, Reporter, call_with_amount},
    errors::{Kind, explain, refuse},
    game::Game,
    position::Position,
};

/// The values of every position of a solved game. `mekong.SaigonTable` is the class for users.
#[pyclass(frozen, name = "Table", module = "mekong._mekong")]
pub(crate) struct Tablebase {
    inner: mekong_players::Tablebase,
    entry: &'static Entry,
}

impl Tablebase {
    /// The table; an error if it is of another game.
    pub(crate) fn of_game(&self, py: Python<'_>, entry: &Entry) -> PyResult<mekong_players::Tablebase> {
        if self.entry.info().id == entry.info().id {
            return Ok(self.inner.clone());
        }
        let (found, wanted) = (self.entry.info().title, entry.info().title);
        let reasons = [
            format!("is a table of {}, not of {}", found.en, wanted.en),
            format!("est une table de {}, et non de {}", found.fr, wanted.fr),
        ];
        Err(refuse(py, Kind::Argument, "table", [&reasons[0], &reasons[1]]))
    }

    pub(crate) fn tablebase(&self) -> mekong_players::Tablebase {
        self.inner.clone()
    }

    fn other_variant(&self, py: Python<'_>, field: &str) -> PyErr {
        let names = self.entry.info().variant_ids(self.inner.variants());
        let names = if names.is_empty() { mekong_core::PLAIN.to_owned() } else { names.join(",") };
        let reasons = [
            format!("is of another variant than the table ({names})"),
            format!("est d’une autre variante que la table ({names})"),
        ];
        refuse(py, Kind::Argument, field, [&reasons[0], &reasons[1]])
    }

    fn session(&self, position: Arg<'_, '_>, field: &str) -> PyResult<GameSession> {
        let session = args::position_of(position, field, self.entry)?;
        if session.variants() == self.inner.variants() {
            Ok(session)
        } else {
            Err(self.other_variant(position.py(), field))
        }
    }

    /// A position, or the text of one.
    fn session_or_text(&self, position: Arg<'_, '_>, field: &str) -> PyResult<GameSession> {
        if !position.is_instance_of::<pyo3::types::PyString>() {
            return self.session(position, field);
        }
        let parsed = self.entry.parse(&args::text(position, field)?, self.inner.variants());
        parsed.map_err(|error| explain(position.py(), Kind::Position, field, &error))
    }
}

/// The result, 1, 0 or -1 for the player to move, and the distance; `None` for a draw.
type ValueParts = (i8, Option<u16>);

fn parts(value: Value) -> ValueParts {
    let result = match value {
        Value::Win(_) => 1,
        Value::Draw => 0,
        Value::Loss(_) => -1,
    };
    (result, value.distance())
}

fn solver_of(py: Python<'_>, entry: &Entry) -> PyResult<TablebaseSolver> {
    let title = entry.info().title;
    solver(entry).ok_or_else(|| {
        let reasons = [
            format!("{} is too large to be solved", title.en),
            format!("{} est trop grand pour être résolu", title.fr),
        ];
        refuse(py, Kind::Argument, "game", [&reasons[0], &reasons[1]])
    })
}

#[pymethods]
impl Tablebase {
    /// Solves a variant of a game.
    #[staticmethod]
    #[pyo3(signature = (game, variant, threads, progress, /))]
    fn solve(
        py: Python<'_>,
        game: Arg<'_, '_>,
        variant: Option<Arg<'_, '_>>,
        threads: Option<Arg<'_, '_>>,
        progress: Option<Arg<'_, '_>>,
    ) -> PyResult<Tablebase> {
        let entry = args::game(game)?;
        let (solver, variants) = (solver_of(py, entry)?, args::variants(variant, entry)?);
        let threads = args::threads(threads)?;
        let work = |cancel: &CancelToken, reporter: &Reporter<'_, (u64, u64)>| {
            solver.solve(variants, threads, cancel, &|done, total| {
                reporter.report(|| (done as u64, total as u64))
            })
        };
        let solved = background::run(py, progress, work, call_with_amount)?;
        let inner = solved.map_err(|error| explain(py, Kind::Table, "table", &error))?;
        Ok(Tablebase { inner, entry })
    }

    /// Reads a table from the bytes of its file.
    #[staticmethod]
    #[pyo3(signature = (game, data, /))]
    fn read(py: Python<'_>, game: Arg<'_, '_>, data: &[u8]) -> PyResult<Tablebase> {
        let entry = args::game(game)?;
        let solver = solver_of(py, entry)?;
        let data = data.to_vec();
        let read = background::run_or_abandon(py, move || solver.read(&data))?;
        let inner = read.map_err(|error| explain(py, Kind::Table, "table", &error))?;
        Ok(Tablebase { inner, entry })
    }

    /// The bytes of its file.
    #[pyo3(signature = (distances, threads, /))]
    fn to_bytes<'py>(
        &self,
        py: Python<'py>,
        distances: Arg<'_, 'py>,
        threads: Option<Arg<'_, 'py>>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let distances = args::flag(distances, "distances")?;
        let threads = args::threads(threads)?;
        let table = self.inner.clone();
        let bytes = background::run_or_abandon(py, move || table.to_bytes(distances, threads))?;
        Ok(PyBytes::new(py, &bytes?))
    }

    /// Recomputes every value from the rules; returns the numbers of values, positions and moves.
    #[pyo3(signature = (threads, progress, /))]
    fn verify(
        &self,
        py: Python<'_>,
        threads: Option<Arg<'_, '_>>,
        progress: Option<Arg<'_, '_>>,
    ) -> PyResult<(u64, u64, u64)> {
        let threads = args::threads(threads)?;
        let work = |cancel: &CancelToken, reporter: &Reporter<'_, (u64, u64)>| {
            self.inner.verify(threads, cancel, &|done, total| reporter.report(|| (done as u64, total as u64)))
        };
        let verified = background::run(py, progress, work, call_with_amount)?;
        let verified = verified.map_err(|error| explain(py, Kind::Table, "table", &error))?;
        Ok((verified.values, verified.positions, verified.moves))
    }

    #[getter]
    fn game(&self) -> Game {
        Game::new(self.entry)
    }

    #[getter]
    fn variant<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.entry.info().variant_ids(self.inner.variants()))
    }

    #[getter]
    fn has_distances(&self) -> bool {
        self.inner.is_exact()
    }

    #[getter]
    fn digest(&self) -> String {
        self.inner.digest().iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// The value of a position.
    #[pyo3(signature = (position, /))]
    fn probe(&self, position: Arg<'_, '_>) -> PyResult<ValueParts> {
        let session = self.session_or_text(position, "position")?;
        let value = self.inner.probe(&session);
        value.map(parts).ok_or_else(|| self.other_variant(position.py(), "position"))
    }

    /// The values of positions or texts of positions, as arrays of results and distances (-1 for draws).
    #[pyo3(signature = (positions, /))]
    fn probe_many<'py>(&self, positions: Arg<'_, 'py>) -> PyResult<ValueArrays<'py>> {
        let py = positions.py();
        let mut values = Vec::new();
        let mut items = args::items(positions, "positions")?.enumerate();
        loop {
            let mut sessions = Vec::new();
            for (index, item) in items.by_ref().take(CHUNK / 4) {
                sessions.push(self.session_or_text(&item?, &format!("positions[{index}]"))?);
            }
            if sessions.is_empty() {
                break;
            }
            let probe = |session: &GameSession| self.inner.probe(session).unwrap_or(Value::Draw);
            values.extend(py.detach(|| sessions.iter().map(probe).collect::<Vec<Value>>()));
            py.check_signals()?;
        }
        let results = PyArray1::<i8>::zeros(py, values.len(), false);
        let distances = PyArray1::<i16>::zeros(py, values.len(), false);
        {
            let (mut results, mut distances) = (results.readwrite(), distances.readwrite());
            let slots = results.as_slice_mut()?.iter_mut().zip(distances.as_slice_mut()?);
            for (value, (result, distance)) in values.into_iter().zip(slots) {
                let (known, plies) = parts(value);
                *result = known;
                *distance = plies.map_or(-1, |plies| plies as i16);
            }
        }
        Ok((results, distances))
    }

    /// Every legal move with its value for the player who makes it, the best first.
    #[pyo3(signature = (position, /))]
    fn moves(&self, position: Arg<'_, '_>) -> PyResult<Vec<(String, ValueParts)>> {
        let moves = self.inner.moves(&self.session_or_text(position, "position")?).unwrap_or_default();
        Ok(moves.into_iter().map(|(text, value)| (text, parts(value))).collect())
    }

    /// The moves of perfect play with their values for the players who make them.
    #[pyo3(signature = (position, /))]
    fn best_line(&self, position: Arg<'_, '_>) -> PyResult<Vec<(String, ValueParts)>> {
        let line = self.inner.best_line(&self.session_or_text(position, "position")?).unwrap_or_default();
        Ok(line.into_iter().map(|(text, value)| (text, parts(value))).collect())
    }

    /// The number of positions of each tier, up to symmetry.
    fn tier_sizes(&self) -> Vec<usize> {
        self.inner.tier_sizes()
    }

    /// The number of positions by result and distance: a list of (result, distance, count), symmetric images included.
    #[pyo3(signature = (progress, /))]
    fn statistics(
        &self,
        py: Python<'_>,
        progress: Option<Arg<'_, '_>>,
    ) -> PyResult<Vec<(i8, Option<u16>, u64)>> {
        let work = |cancel: &CancelToken, reporter: &Reporter<'_, (u64, u64)>| {
            let sizes = self.inner.tier_sizes();
            let (mut done, total) = (0, sizes.iter().sum::<usize>() as u64);
            let mut counts = std::collections::BTreeMap::<ValueParts, u64>::new();
            for (tier, size) in sizes.into_iter().enumerate() {
                for begin in (0..size).step_by(CHUNK) {
                    if cancel.is_cancelled() {
                        return counts;
                    }
                    let end = size.min(begin + CHUNK);
                    for (value, orbit) in self.inner.values(tier, begin..end) {
                        *counts.entry(parts(value)).or_default() += u64::from(orbit);
                    }
                    done += (end - begin) as u64;
                    reporter.report(|| (done, total));
                }
            }
            counts
        };
        let counts = background::run(py, progress, work, call_with_amount)?;
        Ok(counts.into_iter().map(|((result, distance), count)| (result, distance, count)).collect())
    }

    /// Positions of a tier, up to symmetry, with their values.
    #[pyo3(signature = (tier, begin, end, /))]
    fn positions(
        &self,
        py: Python<'_>,
        tier: Arg<'_, '_>,
        begin: Arg<'_, '_>,
        end: Arg<'_, '_>,
    ) -> PyResult<Vec<(Position, ValueParts)>> {
        let sizes = self.inner.tier_sizes();
        let tier = args::number(tier, "tier", 0..=sizes.len() as u64 - 1)? as usize;
        let end = args::number(end, "end", 0..=sizes[tier] as u64)? as usize;
        let begin = args::number(begin, "begin", 0..=end as u64)? as usize;
        let positions = py.detach(|| self.inner.positions(tier, begin..end));
        Ok(positions.into_iter().map(|solved| (Position::new(solved.session), parts(solved.value))).collect())
    }
}

/// Arrays of results and distances.
type ValueArrays<'py> = (Bound<'py, PyArray1<i8>>, Bound<'py, PyArray1<i16>>);

/// Number of positions between two checks for cancellation.
const CHUNK: usize = 1 << 14;
