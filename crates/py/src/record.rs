use mekong_catalog::replay;
use mekong_core::Explain as _;
use mekong_record::{RecordError, read_json, read_pgn};
use pyo3::{
    prelude::*,
    types::{PyDict, PyTuple, PyType},
};

use crate::{
    args::{self, Arg},
    background,
    errors::{Kind, explain, refuse},
    position::{Position, hash_bytes},
    session::Session,
};

/// A game record: tags, moves, comments, variations and a result, in PGN or JSON. Records are immutable.
///
/// >>> import mekong
/// >>> record = mekong.Record.from_pgn('[Game "saigon"]\n\n1. pr pl {a quiet reply} *')
/// >>> record.game, record.moves, record.result
/// ('saigon', ['pr', 'pl'], '*')
/// >>> mekong.Record.from_json(record.to_json()) == record
/// True
#[pyclass(frozen, module = "mekong")]
pub(crate) struct Record {
    inner: mekong_record::Record,
}

/// The number of plies from which a game takes more than a few milliseconds to replay.
const LONG_GAME: usize = 2_000;

/// The number of bytes from which a text takes more than a few milliseconds to read.
pub(crate) const LONG_TEXT: usize = 1 << 16;

impl Record {
    pub(crate) const fn new(record: mekong_record::Record) -> Record {
        Record { inner: record }
    }

    pub(crate) const fn inner(&self) -> &mekong_record::Record {
        &self.inner
    }

    pub(crate) fn replayed(&self, py: Python<'_>) -> PyResult<mekong_catalog::GameSession> {
        // In a long game the search for repetitions takes time.
        let replayed = if self.inner.plies.len() < LONG_GAME {
            replay(&self.inner)
        } else {
            let record = self.inner.clone();
            background::run_or_abandon(py, move || replay(&record))?
        };
        replayed.map_err(|error| explain(py, Kind::Record, "record", &error))
    }
}

pub(crate) fn refused(py: Python<'_>, error: &RecordError) -> PyErr {
    explain(py, Kind::Record, "record", error)
}

type ReadRecords = fn(&str) -> Result<Vec<mekong_record::Record>, RecordError>;

fn read_single(text: Arg<'_, '_>, read: ReadRecords) -> PyResult<Record> {
    let (py, text) = (text.py(), args::text(text, "text")?);
    let records = if text.len() < LONG_TEXT {
        read(&text)
    } else {
        background::run_or_abandon(py, move || read(&text))?
    };
    let mut records = records.map_err(|error| refused(py, &error))?;
    match (records.pop(), records.is_empty()) {
        (Some(record), true) => Ok(Record::new(record)),
        (Some(_), false) => {
            let reasons = [
                "there are several games: use read_records",
                "il y a plusieurs parties : utilisez read_records",
            ];
            Err(refuse(py, Kind::Record, "record", reasons))
        }
        (None, _) => {
            let none = mekong_record::RecordErrorKind::NoGame;
            Err(refuse(
                py,
                Kind::Record,
                "record",
                [&none.explain(mekong_core::Lang::En), &none.explain(mekong_core::Lang::Fr)],
            ))
        }
    }
}

#[pymethods]
impl Record {
    /// Reads the only game of a PGN text.
    #[classmethod]
    #[pyo3(signature = (text, /))]
    fn from_pgn(_cls: &Bound<'_, PyType>, text: Arg<'_, '_>) -> PyResult<Record> {
        read_single(text, read_pgn)
    }

    /// Reads the only game of a JSON text.
    #[classmethod]
    #[pyo3(signature = (text, /))]
    fn from_json(_cls: &Bound<'_, PyType>, text: Arg<'_, '_>) -> PyResult<Record> {
        read_single(text, read_json)
    }

    /// The record as PGN.
    fn to_pgn(&self) -> String {
        self.inner.to_pgn()
    }

    /// The record as JSON.
    fn to_json(&self) -> String {
        self.inner.to_json()
    }

    /// The id of the game, from the tag `Game`; `None` if it is missing.
    #[getter]
    fn game(&self) -> Option<&str> {
        self.inner.game()
    }

    /// The ids of the variant rules, from the tag `Variant`.
    #[getter]
    fn variant<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.inner.variants())
    }

    /// The texts of the moves, without variations.
    #[getter]
    fn moves(&self) -> Vec<String> {
        self.inner.moves().map(str::to_owned).collect()
    }

    /// The result: `'1-0'`, `'0-1'`, `'1/2-1/2'` or `'*'`.
    #[getter]
    fn result(&self) -> &'static str {
        self.inner.result().code()
    }

    /// The tags in their order.
    #[getter]
    fn tags<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let tags = PyDict::new(py);
        for (name, value) in self.inner.tags().iter() {
            tags.set_item(name, value)?;
        }
        Ok(tags)
    }

    /// A record with a tag set.
    ///
    /// >>> import mekong
    /// >>> record = mekong.Session(mekong.game("saigon").start(), ["pr"]).record()
    /// >>> record.with_tag("White", "Lise").tags["White"]
    /// 'Lise'
    #[pyo3(signature = (name, value, /))]
    fn with_tag(&self, name: Arg<'_, '_>, value: Arg<'_, '_>) -> PyResult<Record> {
        let mut record = self.inner.clone();
        let (tag, text) = (args::text(name, "name")?, args::text(value, "value")?);
        record.set_tag(&tag, &text).map_err(|error| explain(name.py(), Kind::Argument, "name", &error))?;
        Ok(Record::new(record))
    }

    /// Replays the record, variations included, and returns the game at the end of its moves. An illegal move or a wrong result
    /// raises an exception.
    fn session(&self, py: Python<'_>) -> PyResult<Session> {
        self.replayed(py).map(Session::new)
    }

    /// Every position from the start to the end.
    ///
    /// >>> import mekong
    /// >>> record = mekong.Record.from_pgn('[Game "saigon"]\n\n1. pr pl *')
    /// >>> [position.turn for position in record.positions()]
    /// ['p1', 'p2', 'p1']
    fn positions(&self, py: Python<'_>) -> PyResult<Vec<Position>> {
        let mut session = self.replayed(py)?;
        let mut positions = vec![Position::of(&session)];
        while session.undo().is_some() {
            positions.push(Position::of(&session));
        }
        positions.reverse();
        Ok(positions)
    }

    fn __len__(&self) -> usize {
        self.inner.plies.len()
    }

    fn __repr__(&self) -> String {
        format!(
            "<mekong.Record {} {} moves {}>",
            self.inner.game().unwrap_or("?"),
            self.__len__(),
            self.result()
        )
    }

    fn __str__(&self) -> String {
        self.to_pgn()
    }

    fn __eq__(&self, other: Arg<'_, '_>) -> bool {
        other.cast::<Record>().is_ok_and(|other| other.get().to_json() == self.to_json())
    }

    fn __hash__(&self) -> u64 {
        hash_bytes(self.to_json().into_bytes().into_iter())
    }

    fn __copy__(slf: Py<Record>) -> Py<Record> {
        slf
    }

    #[pyo3(signature = (memo, /))]
    fn __deepcopy__(slf: Py<Record>, memo: Arg<'_, '_>) -> Py<Record> {
        let _ = memo;
        slf
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((py.get_type::<Record>().getattr("from_json")?, (self.to_json(),)))
    }
}
