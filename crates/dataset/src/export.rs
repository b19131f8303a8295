use std::{
    collections::HashSet,
    fs::{self, File, TryLockError},
    io::{self, Read as _, Write as _},
    path::{Path, PathBuf},
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed},
    },
    thread,
};

use mekong_core::CancelToken;
use serde_json::Value;

use crate::{
    Column, ExportError,
    part::{Rows, UNFINISHED_PREFIX},
};

/// Receives the amount of work done and the total, in games or positions.
pub type ExportProgress<'a> = &'a (dyn Fn(u64, u64) + Sync);

/// A dataset that can be computed part by part.
pub trait Dataset: Sync {
    /// The columns.
    fn columns(&self) -> &'static [Column];

    /// Everything that determines the rows, as a JSON object. An interrupted export continues only with the same settings.
    fn settings(&self) -> Value;

    /// The number of parts.
    fn part_count(&self) -> usize;

    /// The amount of work of a part, in games or positions.
    fn part_size(&self, part: usize) -> u64;

    #[doc(hidden)]
    fn part(&self, part: usize, cancel: &CancelToken, progress: &(dyn Fn(u64) + Sync)) -> Option<PartRows>;
}

/// The rows of a part.
#[derive(Debug)]
pub struct PartRows(pub(crate) Rows);

/// The result of an export.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ExportSummary {
    /// The number of parts of the dataset.
    pub parts: usize,
    /// The number of parts that existed already.
    pub resumed: usize,
    /// The number of rows written by this call.
    pub rows: u64,
}

/// Writes a dataset into a folder, which is created if it does not exist. Existing parts are kept.
pub fn export(
    dataset: &dyn Dataset,
    folder: &Path,
    threads: usize,
    cancel: &CancelToken,
    progress: ExportProgress<'_>,
) -> Result<ExportSummary, ExportError> {
    let (settings, _lock) = prepare(dataset, folder)?;
    let parts = dataset.part_count();
    let total: u64 = (0..parts).map(|part| dataset.part_size(part)).sum();
    let found = file_names(folder)?;
    // Unfinished files of a killed process. The settings file is locked, so no running process uses them.
    for name in found.iter().filter(|name| name.starts_with(UNFINISHED_PREFIX)) {
        let path = folder.join(name);
        fs::remove_file(&path).map_err(|error| ExportError::File { path, error })?;
    }
    let missing: Vec<usize> = (0..parts).filter(|&part| !found.contains(part_name(part).as_str())).collect();
    let missing_size: u64 = missing.iter().map(|&part| dataset.part_size(part)).sum();
    let done = AtomicU64::new(total - missing_size);
    progress(done.load(Relaxed), total);

    let (next, rows) = (AtomicUsize::new(0), AtomicU64::new(0));
    let failure = Mutex::new(None);
    // A failure of one thread ends the others.
    let cancel = cancel.child();
    let work = || {
        while let Some(&part) = missing.get(next.fetch_add(1, Relaxed)) {
            let advance = |units| progress(done.fetch_add(units, Relaxed) + units, total);
            let written = match dataset.part(part, &cancel, &advance) {
                Some(PartRows(part_rows)) if !cancel.is_cancelled() => {
                    let path = part_path(folder, part);
                    rows.fetch_add(part_rows.count() as u64, Relaxed);
                    part_rows.write(&path, &settings).map_err(|error| ExportError::File { path, error })
                }
                _ => Err(ExportError::Cancelled),
            };
            if let Err(error) = written {
                cancel.cancel();
                failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
                return;
            }
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads.min(missing.len()) {
            scope.spawn(work);
        }
        work();
    });
    match failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some(error) => Err(error),
        None => Ok(ExportSummary { parts, resumed: parts - missing.len(), rows: rows.into_inner() }),
    }
}

fn part_name(part: usize) -> String {
    format!("part-{part:06}.parquet")
}

fn part_path(folder: &Path, part: usize) -> PathBuf {
    folder.join(part_name(part))
}

/// The names of the files in a folder.
fn file_names(folder: &Path) -> Result<HashSet<String>, ExportError> {
    let entries = fs::read_dir(folder).and_then(Iterator::collect::<io::Result<Vec<_>>>);
    let entries = entries.map_err(|error| ExportError::File { path: folder.to_owned(), error })?;
    Ok(entries.into_iter().filter_map(|entry| entry.file_name().into_string().ok()).collect())
}

/// Creates the folder with its settings file, or compares the existing settings. Returns the settings and the file, which stays
/// locked until it is closed.
fn prepare(dataset: &dyn Dataset, folder: &Path) -> Result<(String, File), ExportError> {
    let failed = |path: &Path| {
        let path = path.to_owned();
        |error| ExportError::File { path, error }
    };
    fs::create_dir_all(folder).map_err(failed(folder))?;
    let path = folder.join("_dataset.json");
    let settings = dataset.settings();
    let text = serde_json::to_string_pretty(&settings).unwrap_or_default();
    let opened = File::options().read(true).write(true).create(true).truncate(false).open(&path);
    let mut file = opened.map_err(failed(&path))?;
    // Some file systems do not support locks.
    if let Err(TryLockError::WouldBlock) = file.try_lock() {
        return Err(ExportError::InUse { path });
    }
    let mut found = Vec::new();
    file.read_to_end(&mut found).map_err(failed(&path))?;
    let line = format!("{text}\n");
    // A new file, or one whose writing was interrupted.
    if found.len() < line.len() && line.as_bytes().starts_with(&found) {
        file.write_all(&line.as_bytes()[found.len()..]).map_err(failed(&path))?;
    } else {
        compare(&found, &settings, &path)?;
    }
    Ok((text, file))
}

fn compare(found: &[u8], expected: &Value, path: &Path) -> Result<(), ExportError> {
    let other = |setting| Err(ExportError::OtherDataset { path: path.to_owned(), setting });
    let found: Value = match serde_json::from_slice(found) {
        Ok(found @ Value::Object(_)) => found,
        _ => return other(None),
    };
    let names = [&found, expected].into_iter().filter_map(Value::as_object).flat_map(|object| object.keys());
    match names.clone().find(|name| found.get(name) != expected.get(name)) {
        Some(name) => other(Some(name.clone())),
        None => Ok(()),
    }
}
