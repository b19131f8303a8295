use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError},
};

use mekong_record::{Format, OwnedGames, RecordError, read_json, read_pgn_bytes};
use pyo3::prelude::*;

use crate::{
    background,
    record::{LONG_TEXT, Record, refused},
};

type ReadResult = Result<mekong_record::Record, RecordError>;

/// Iterates over the games of a text, one at a time.
#[pyclass(frozen, module = "mekong._mekong")]
pub(crate) struct RecordReader {
    games: Arc<Mutex<Games>>,
    /// Whether the text is so long that it is read on another thread, so that Ctrl-C is answered.
    is_long: bool,
}

/// The games of a text. Some are read ahead.
struct Games {
    source: Source,
    ready: VecDeque<ReadResult>,
    is_done: bool,
}

enum Source {
    Pgn(OwnedGames),
    Json(std::vec::IntoIter<ReadResult>),
}

/// The number of games that are read together: starting a thread for each one would take longer than reading it.
const READ_AHEAD: usize = 256;

impl Games {
    fn open(data: Vec<u8>) -> Result<Games, RecordError> {
        let text = match String::from_utf8(data) {
            Ok(text) => text,
            // The reader of records knows the location of the first invalid byte.
            Err(error) => {
                read_pgn_bytes(error.as_bytes())?;
                String::new()
            }
        };
        let source = match Format::detect(&text, None) {
            Format::Pgn => Source::Pgn(OwnedGames::new(text)),
            Format::Json => Source::Json(match read_json(&text) {
                Ok(records) => records.into_iter().map(Ok).collect::<Vec<_>>().into_iter(),
                Err(error) => vec![Err(error)].into_iter(),
            }),
        };
        Ok(Games { source, ready: VecDeque::new(), is_done: false })
    }

    fn read(&mut self, count: usize) {
        while self.ready.len() < count && !self.is_done {
            let next = match &mut self.source {
                Source::Pgn(games) => games.next(),
                Source::Json(games) => games.next(),
            };
            self.is_done = next.is_none();
            self.ready.extend(next);
        }
    }
}

fn lock(games: &Mutex<Games>) -> MutexGuard<'_, Games> {
    games.lock().unwrap_or_else(PoisonError::into_inner)
}

impl RecordReader {
    /// The next game if it is read already. The inner option is `None` after the last one.
    fn take_ready(&self) -> Option<Option<ReadResult>> {
        let mut games = match self.games.try_lock() {
            Ok(games) => games,
            Err(TryLockError::Poisoned(games)) => games.into_inner(),
            // Another thread reads ahead.
            Err(TryLockError::WouldBlock) => return None,
        };
        let next = games.ready.pop_front();
        (next.is_some() || games.is_done).then_some(next)
    }
}

#[pymethods]
impl RecordReader {
    #[new]
    #[pyo3(signature = (data, /))]
    fn create(py: Python<'_>, data: &[u8]) -> PyResult<RecordReader> {
        let is_long = data.len() >= LONG_TEXT;
        let data = data.to_vec();
        let open = move || Games::open(data);
        let games = if is_long { background::run_or_abandon(py, open)? } else { open() };
        let games = games.map_err(|error| refused(py, &error))?;
        Ok(RecordReader { games: Arc::new(Mutex::new(games)), is_long })
    }

    fn __iter__(slf: Py<RecordReader>) -> Py<RecordReader> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Record>> {
        let next = loop {
            if let Some(next) = self.take_ready() {
                break next;
            }
            if self.is_long {
                // After Ctrl-C the thread continues, and what it reads is kept.
                let games = Arc::clone(&self.games);
                background::run_or_abandon(py, move || lock(&games).read(READ_AHEAD))?;
            } else {
                // Without the GIL: another thread may hold the lock while it waits for the GIL.
                py.detach(|| lock(&self.games).read(1));
            }
        };
        next.transpose().map(|record| record.map(Record::new)).map_err(|error| refused(py, &error))
    }
}
