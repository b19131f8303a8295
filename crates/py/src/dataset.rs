use std::path::PathBuf;

use mekong_core::CancelToken;
use mekong_dataset::{
    Column, ColumnKind, Dataset, ExportError, SelfPlayDataset, SelfPlaySettings, SolvedDataset, export,
};
use pyo3::prelude::*;

use crate::{
    args::{self, Arg},
    background::{self, Reporter, call_with_amount},
    errors::{Kind, explain, refuse},
    tablebase::Tablebase,
};

/// The numbers of parts, of parts that were there already, and of rows written.
type Summary = (usize, usize, u64);

fn run(
    py: Python<'_>,
    dataset: &dyn Dataset,
    folder: &PathBuf,
    threads: Option<Arg<'_, '_>>,
    progress: Option<Arg<'_, '_>>,
) -> PyResult<Summary> {
    let threads = args::threads(threads)?;
    let work = |cancel: &CancelToken, reporter: &Reporter<'_, (u64, u64)>| {
        export(dataset, folder, threads, cancel, &|done, total| reporter.report(|| (done, total)))
    };
    let summary = background::run(py, progress, work, call_with_amount)?;
    let summary = summary.map_err(|error| refused(py, &error))?;
    Ok((summary.parts, summary.resumed, summary.rows))
}

fn refused(py: Python<'_>, error: &ExportError) -> PyErr {
    let (kind, field) = match error {
        ExportError::NotEncoded { .. } => (Kind::Argument, "game"),
        _ => (Kind::File, "folder"),
    };
    explain(py, kind, field, error)
}

/// Writes every position of a table into a folder.
#[pyfunction]
#[pyo3(signature = (folder, table, threads, progress, /))]
pub(crate) fn export_solved(
    py: Python<'_>,
    folder: PathBuf,
    table: &Bound<'_, Tablebase>,
    threads: Option<Arg<'_, '_>>,
    progress: Option<Arg<'_, '_>>,
) -> PyResult<Summary> {
    run(py, &SolvedDataset::new(table.get().tablebase()), &folder, threads, progress)
}

/// Writes labelled self-play into a folder.
#[pyfunction]
#[pyo3(signature = (folder, game, variant, settings, threads, progress, /))]
pub(crate) fn export_self_play(
    py: Python<'_>,
    folder: PathBuf,
    game: Arg<'_, '_>,
    variant: Option<Arg<'_, '_>>,
    settings: SettingsArgs<'_>,
    threads: Option<Arg<'_, '_>>,
    progress: Option<Arg<'_, '_>>,
) -> PyResult<Summary> {
    let entry = args::game(game)?;
    let variants = args::variants(variant, entry)?;
    let (games, nodes, seed, opening_plies, random_moves, max_plies) = &settings;
    let settings = SelfPlaySettings {
        games: args::number(games, "games", 1..=1_000_000_000)?,
        nodes: args::number(nodes, "nodes", 1..=u64::MAX)?,
        seed: args::number(seed, "seed", 0..=u64::MAX)?,
        opening_plies: args::number(opening_plies, "opening_plies", 0..=1_000)? as u32,
        random_moves: args::probability(random_moves, "random_moves")?,
        max_plies: args::number(max_plies, "max_plies", 1..=1_000_000)? as u32,
    };
    let dataset = SelfPlayDataset::new(entry, variants, settings).map_err(|error| refused(py, &error))?;
    run(py, &dataset, &folder, threads, progress)
}

type SettingsArgs<'py> = (
    Bound<'py, PyAny>,
    Bound<'py, PyAny>,
    Bound<'py, PyAny>,
    Bound<'py, PyAny>,
    Bound<'py, PyAny>,
    Bound<'py, PyAny>,
);

/// The columns of a kind of dataset, `'solved'` or `'self-play'`: name, type, whether values may be missing, and what it holds.
#[pyfunction]
#[pyo3(signature = (kind, /))]
pub(crate) fn columns(kind: Arg<'_, '_>) -> PyResult<Vec<(&'static str, &'static str, bool, &'static str)>> {
    let reasons = ["must be \"solved\" or \"self-play\"", "il faut « solved » ou « self-play »"];
    let columns: &[Column] = match args::text(kind, "kind")?.as_str() {
        "solved" => SolvedDataset::COLUMNS,
        "self-play" => SelfPlayDataset::COLUMNS,
        _ => return Err(refuse(kind.py(), Kind::Argument, "kind", reasons)),
    };
    let name = |kind| match kind {
        ColumnKind::Text => "string",
        ColumnKind::Int8 => "int8",
        ColumnKind::Int16 => "int16",
        ColumnKind::Int32 => "int32",
        ColumnKind::Int64 => "int64",
        ColumnKind::Float => "float",
        ColumnKind::Bool => "bool",
    };
    Ok(columns
        .iter()
        .map(|column| (column.name, name(column.kind), column.optional, column.description))
        .collect())
}
