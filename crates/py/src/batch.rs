use std::{
    sync::{Mutex, MutexGuard, PoisonError},
    time::Instant,
};

use mekong_arrays::{BatchOptions, Buffers, StepError};
use numpy::{
    Element, PyArray, PyArray1, PyArray2, PyArray4, PyArrayMethods as _, PyReadonlyArray1, ndarray::Dimension,
};
use pyo3::{
    exceptions::PyMemoryError,
    prelude::*,
    types::{PyBytes, PyTuple},
};

use crate::{
    args::{self, Arg},
    background::SIGNAL_INTERVAL,
    errors::{Kind, explain, refuse},
    game::{Game, encoding_of},
};

/// A batch of games. `mekong.batch.Env` is the class for users.
#[pyclass(frozen, module = "mekong._mekong")]
pub(crate) struct Batch {
    batch: Mutex<mekong_arrays::Batch>,
    entry: &'static mekong_catalog::Entry,
    #[pyo3(get)]
    observations: Py<PyArray4<u8>>,
    #[pyo3(get)]
    masks: Py<PyArray2<bool>>,
    #[pyo3(get)]
    players: Py<PyArray1<u8>>,
    #[pyo3(get)]
    rewards: Py<PyArray2<f32>>,
    #[pyo3(get)]
    terminated: Py<PyArray1<bool>>,
    #[pyo3(get)]
    truncated: Py<PyArray1<bool>>,
    #[pyo3(get)]
    samples: Py<PyArray1<i64>>,
}

/// The largest number of games.
const MAX_GAMES: u64 = 1 << 24;
/// The number of games that are stepped between checks for signals: a few milliseconds.
const GAMES_PER_CHECK: usize = 1 << 14;

/// Why a batch was not stepped.
enum Stopped {
    /// An action was refused.
    Refused(StepError),
    /// The caller has changed the shape of the arrays.
    Resized,
    /// A signal handler raised an exception.
    Interrupted(PyErr),
}

/// The error of an environment whose last operation Ctrl-C has interrupted.
fn interrupted(py: Python<'_>) -> PyErr {
    let reasons = [
        "the last step or reset was interrupted: complete it with resume() or start again with reset()",
        "la dernière étape ou remise à zéro a été interrompue : terminez-la avec resume() ou recommencez avec reset()",
    ];
    refuse(py, Kind::Busy, "env", reasons)
}

/// An array of zeros from numpy itself, which raises `MemoryError` if there is too little memory.
fn zeros<'py, T: Element, D: Dimension>(
    numpy: &Bound<'py, PyModule>,
    shape: &[usize],
) -> PyResult<Bound<'py, PyArray<T, D>>> {
    let py = numpy.py();
    let shape = PyTuple::new(py, shape)?;
    Ok(numpy.call_method1("zeros", (shape, T::get_dtype(py)))?.cast_into()?)
}

impl Batch {
    fn lock(&self) -> MutexGuard<'_, mekong_arrays::Batch> {
        self.batch.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins a step or a reset and completes it, without the GIL. After Ctrl-C it is left incomplete.
    fn run(
        &self,
        py: Python<'_>,
        begin: impl FnOnce(&mut mekong_arrays::Batch) -> Result<(), StepError> + Send,
    ) -> PyResult<()> {
        let in_use = |_| {
            let reasons = [
                "the arrays are read-only, or another thread uses the environment",
                "les tableaux sont en lecture seule, ou un autre thread utilise l’environnement",
            ];
            refuse(py, Kind::Busy, "env", reasons)
        };
        let mut observations = self.observations.bind(py).try_readwrite().map_err(in_use)?;
        let mut masks = self.masks.bind(py).try_readwrite().map_err(in_use)?;
        let mut players = self.players.bind(py).try_readwrite().map_err(in_use)?;
        let mut rewards = self.rewards.bind(py).try_readwrite().map_err(in_use)?;
        let mut terminated = self.terminated.bind(py).try_readwrite().map_err(in_use)?;
        let mut truncated = self.truncated.bind(py).try_readwrite().map_err(in_use)?;
        let mut samples = self.samples.bind(py).try_readwrite().map_err(in_use)?;
        let mut buffers = Buffers {
            observations: observations.as_slice_mut()?,
            masks: masks.as_slice_mut()?,
            players: players.as_slice_mut()?,
            rewards: rewards.as_slice_mut()?,
            terminated: terminated.as_slice_mut()?,
            truncated: truncated.as_slice_mut()?,
            samples: samples.as_slice_mut()?,
        };
        let stopped = py.detach(|| self.complete(begin, &mut buffers)).err();
        match stopped {
            None => Ok(()),
            Some(Stopped::Interrupted(error)) => Err(error),
            Some(Stopped::Refused(StepError::Unfinished)) => Err(interrupted(py)),
            Some(Stopped::Refused(error)) => Err(explain(py, Kind::IllegalMove, "actions", &error)),
            Some(Stopped::Resized) => {
                let reasons = ["the arrays were resized", "la taille des tableaux a été changée"];
                Err(refuse(py, Kind::Busy, "env", reasons))
            }
        }
    }

    fn complete(
        &self,
        begin: impl FnOnce(&mut mekong_arrays::Batch) -> Result<(), StepError>,
        buffers: &mut Buffers<'_>,
    ) -> Result<(), Stopped> {
        let mut batch = self.lock();
        if !buffers.fit(batch.encoding(), batch.games()) {
            return Err(Stopped::Resized);
        }
        begin(&mut batch).map_err(Stopped::Refused)?;
        let mut checked = Instant::now();
        while batch.advance(GAMES_PER_CHECK, buffers).map_err(Stopped::Refused)? {
            if checked.elapsed() >= SIGNAL_INTERVAL {
                // A signal handler in Python may call `position_text`.
                drop(batch);
                Python::attach(|py| py.check_signals()).map_err(Stopped::Interrupted)?;
                checked = Instant::now();
                batch = self.lock();
            }
        }
        Ok(())
    }
}

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(signature = (game, n, seed, variant, threads, max_plies, /))]
    fn create(
        py: Python<'_>,
        game: Arg<'_, '_>,
        n: Arg<'_, '_>,
        seed: Arg<'_, '_>,
        variant: Option<Arg<'_, '_>>,
        threads: Option<Arg<'_, '_>>,
        max_plies: Option<Arg<'_, '_>>,
    ) -> PyResult<Batch> {
        let entry = args::game(game)?;
        let encoding = encoding_of(py, entry)?;
        let games = args::number(n, "n", 1..=MAX_GAMES)? as usize;
        let seed = args::number(seed, "seed", 0..=u64::MAX)?;
        let variants = args::variants(variant, entry)?;
        let max_plies = args::maybe_number(max_plies, "max_plies", 1..=u64::from(u32::MAX))?;
        let options = BatchOptions {
            threads: args::threads(threads)?,
            max_plies: max_plies.map(|plies| plies as usize),
        };
        let batch = mekong_arrays::Batch::new(encoding, variants, games, seed, options)
            .map_err(|error| PyMemoryError::new_err(error.to_string()))?;
        let [planes, rows, columns] = encoding.shape();
        let numpy = py.import("numpy")?;
        let batch = Batch {
            batch: Mutex::new(batch),
            entry,
            observations: zeros(&numpy, &[games, planes, rows, columns])?.unbind(),
            masks: zeros(&numpy, &[games, encoding.action_count()])?.unbind(),
            players: zeros(&numpy, &[games])?.unbind(),
            rewards: zeros(&numpy, &[games, 2])?.unbind(),
            terminated: zeros(&numpy, &[games])?.unbind(),
            truncated: zeros(&numpy, &[games])?.unbind(),
            samples: zeros(&numpy, &[games])?.unbind(),
        };
        // It begins with a reset.
        batch.run(py, |_| Ok(()))?;
        Ok(batch)
    }

    #[getter]
    fn game(&self) -> Game {
        Game::new(self.entry)
    }

    /// Restarts all games with a seed.
    #[pyo3(signature = (seed, /))]
    fn reset(&self, seed: Arg<'_, '_>) -> PyResult<()> {
        let py = seed.py();
        let seed = args::number(seed, "seed", 0..=u64::MAX)?;
        self.run(py, |batch| {
            batch.begin_reset(seed);
            Ok(())
        })
    }

    /// Plays one action in every game.
    #[pyo3(signature = (actions, /))]
    fn step(&self, py: Python<'_>, actions: PyReadonlyArray1<'_, i64>) -> PyResult<()> {
        let numbers = actions.as_slice()?.to_vec();
        // The actions may be one of the arrays that are written.
        drop(actions);
        self.run(py, |batch| batch.begin_step(numbers))
    }

    /// Completes a step or a reset that was interrupted.
    fn resume(&self, py: Python<'_>) -> PyResult<()> {
        self.run(py, |_| Ok(()))
    }

    /// The state of all games, without the arrays.
    fn state<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let state = py.detach(|| self.lock().state());
        state.map(|state| PyBytes::new(py, &state)).map_err(|_| interrupted(py))
    }

    /// Replaces all games by those of a state.
    #[pyo3(signature = (state, /))]
    fn restore(&self, py: Python<'_>, state: Vec<u8>) -> PyResult<()> {
        let restored = py.detach(|| self.lock().restore(&state));
        restored.map_err(|error| explain(py, Kind::Argument, "state", &error))
    }

    /// Whether a step or a reset was interrupted.
    #[getter]
    fn is_interrupted(&self, py: Python<'_>) -> bool {
        py.detach(|| self.lock().is_unfinished())
    }

    /// The text of the position of a game.
    #[pyo3(signature = (index, /))]
    fn position_text(&self, index: Arg<'_, '_>) -> PyResult<String> {
        let py = index.py();
        // Another thread may hold the lock while it waits for the GIL.
        let games = py.detach(|| self.lock().games()) as u64;
        let number = args::number(index, "index", 0..=games - 1)? as usize;
        Ok(py.detach(|| self.lock().position_text(number)).unwrap_or_default())
    }
}
