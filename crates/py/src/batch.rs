use std::sync::{Mutex, PoisonError};

use mekong_arrays::{BatchOptions, Buffers};
use numpy::{PyArray1, PyArray2, PyArray4, PyArrayMethods as _, PyReadonlyArray1};
use pyo3::prelude::*;

use crate::{
    args::{self, Arg},
    errors::{Kind, explain, refuse},
    game::{Game, encoding_of},
};

/// Many games stepped at once. `mekong.batch.Env` is the class for users.
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

impl Batch {
    /// Calls a function with the arrays, without the interpreter lock.
    fn with_arrays<T: Send>(
        &self,
        py: Python<'_>,
        run: impl FnOnce(&mut mekong_arrays::Batch, &mut Buffers<'_>) -> T + Send,
    ) -> PyResult<T> {
        let in_use = |_| {
            let reasons = [
                "the arrays are read-only, or another thread uses the environment",
                "les tableaux sont en lecture seule, ou un autre fil utilise l’environnement",
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
        let done = py.detach(|| {
            let mut batch = self.batch.lock().unwrap_or_else(PoisonError::into_inner);
            buffers.fit(batch.encoding(), batch.games()).then(|| run(&mut batch, &mut buffers))
        });
        let resized = ["the arrays were resized", "la taille des tableaux a été changée"];
        done.ok_or_else(|| refuse(py, Kind::Busy, "env", resized))
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
        let batch = py.detach(|| mekong_arrays::Batch::new(encoding, variants, games, seed, options));
        let [planes, rows, columns] = encoding.shape();
        let batch = Batch {
            batch: Mutex::new(batch),
            entry,
            observations: PyArray4::zeros(py, [games, planes, rows, columns], false).unbind(),
            masks: PyArray2::zeros(py, [games, encoding.action_count()], false).unbind(),
            players: PyArray1::zeros(py, games, false).unbind(),
            rewards: PyArray2::zeros(py, [games, 2], false).unbind(),
            terminated: PyArray1::zeros(py, games, false).unbind(),
            truncated: PyArray1::zeros(py, games, false).unbind(),
            samples: PyArray1::zeros(py, games, false).unbind(),
        };
        batch.with_arrays(py, |batch, buffers| batch.observe(buffers))?;
        Ok(batch)
    }

    #[getter]
    fn game(&self) -> Game {
        Game::new(self.entry)
    }

    /// Starts all games again with a seed.
    #[pyo3(signature = (seed, /))]
    fn reset(&self, seed: Arg<'_, '_>) -> PyResult<()> {
        let py = seed.py();
        let seed = args::number(seed, "seed", 0..=u64::MAX)?;
        self.with_arrays(py, |batch, buffers| {
            batch.reset(seed);
            batch.observe(buffers);
        })
    }

    /// Plays one action in every game.
    #[pyo3(signature = (actions, /))]
    fn step(&self, py: Python<'_>, actions: PyReadonlyArray1<'_, i64>) -> PyResult<()> {
        let numbers = actions.as_slice()?.to_vec();
        // They may be one of the arrays that are written.
        drop(actions);
        let stepped = self.with_arrays(py, |batch, buffers| batch.step(&numbers, buffers))?;
        stepped.map_err(|error| explain(py, Kind::IllegalMove, "actions", &error))
    }

    /// The text of the position of a game.
    #[pyo3(signature = (index, /))]
    fn position_text(&self, index: Arg<'_, '_>) -> PyResult<String> {
        let py = index.py();
        // Another thread may hold the lock while it waits for the interpreter.
        let lock = || self.batch.lock().unwrap_or_else(PoisonError::into_inner);
        let games = py.detach(|| lock().games()) as u64;
        let number = args::number(index, "index", 0..=games - 1)? as usize;
        Ok(py.detach(|| lock().position_text(number)).unwrap_or_default())
    }
}
