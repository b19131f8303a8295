//! Table files: where they lie, how they get there, and how they are read.

use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::{Arc, atomic::AtomicBool},
    thread,
};

use mekong_catalog::{Entry, Solved, Solver};
use mekong_core::{Explain as _, GameInfo, Variants, about, say, visible_path};
use mekong_solver::SolveError;

use crate::{
    context::Context,
    failure::{Failure, complain, io_reason},
    files::{shown, write_whole},
    progress::Bar,
};

/// How a game is solved, or why it is not.
pub(crate) fn solver(entry: &Entry, context: &Context) -> Result<Solver, Failure> {
    let (lang, title) = (context.lang, entry.info().title);
    entry.solver().ok_or_else(|| {
        Failure::Input(say!(
            lang,
            "{title} is too large to be solved: there are tables for Saigon only",
            "{title} est trop grand pour être résolu : il n'y a de tables que pour Saigon",
        ))
    })
}

/// Solves a game with a bar for the person who waits.
pub(crate) fn solve(
    solver: Solver,
    variants: Variants,
    threads: usize,
    stop: &Arc<AtomicBool>,
    context: &Context,
) -> Result<Solved, Failure> {
    let bar = Bar::new(context.say("solving", "résolution"), stop);
    solver.solve(variants, threads, &bar).map_err(|error| match error {
        SolveError::Stopped => Failure::Stopped,
        SolveError::TooLong => Failure::input(&error, context.lang),
    })
}

/// The place of a table in the person's cache.
pub(crate) fn cached_path(
    info: &GameInfo,
    variants: Variants,
    context: &Context,
) -> Result<PathBuf, Failure> {
    let lang = context.lang;
    let cache = dirs::cache_dir().ok_or_else(|| {
        Failure::Input(say!(
            lang,
            "there is no place for the table: set HOME or XDG_CACHE_HOME, or name a file",
            "il n'y a pas de place pour la table : définissez HOME ou XDG_CACHE_HOME, ou nommez un fichier",
        ))
    })?;
    let name = std::iter::once(info.id).chain(info.variant_names(variants)).collect::<Vec<_>>().join("-");
    Ok(cache.join("mekong").join("tables").join(format!("{name}.table")))
}

/// The table of a game if it is in the cache.
pub(crate) fn load_cached(
    entry: &Entry,
    variants: Variants,
    context: &Context,
) -> Result<Option<Solved>, Failure> {
    let solver = solver(entry, context)?;
    match cached_path(entry.info(), variants, context) {
        Ok(path) => read_cached(solver, variants, &path, context),
        // Where there is no cache there is nothing in it.
        Err(_) => Ok(None),
    }
}

/// A table from its file in the cache, if there is one with distances.
fn read_cached(
    solver: Solver,
    variants: Variants,
    path: &Path,
    context: &Context,
) -> Result<Option<Solved>, Failure> {
    match load(solver, path, context) {
        Ok(table) => Ok((table.variants() == variants && table.is_exact()).then_some(table)),
        Err(Failure::File { error, .. }) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(failure) => Err(failure),
    }
}

/// The table of a game: from its file in the cache, or solved now and put there for the next time.
pub(crate) fn load_or_solve(
    entry: &Entry,
    variants: Variants,
    stop: &Arc<AtomicBool>,
    context: &Context,
) -> Result<Solved, Failure> {
    let solver = solver(entry, context)?;
    let path = cached_path(entry.info(), variants, context)?;
    match read_cached(solver, variants, &path, context) {
        Ok(Some(table)) => return Ok(table),
        Ok(None) => {}
        Err(Failure::Input(why)) => {
            let lang = context.lang;
            complain(&say!(lang, "{why}; solving anew", "{why} ; nouvelle résolution"), lang);
        }
        Err(failure) => return Err(failure),
    }
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let table = solve(solver, variants, threads, stop, context)?;
    // A table that cannot be kept still answers today's question.
    if let Err(Failure::File { path, error }) = save(&table, true, threads, &path) {
        let (lang, path) = (context.lang, visible_path(&path));
        let why = io_reason(&error, lang);
        complain(
            &say!(
                lang,
                "{path}: the table cannot be kept: {why}",
                "{path} : la table ne peut être gardée : {why}"
            ),
            lang,
        );
    }
    Ok(table)
}

/// Reads a table from a file that the person names.
pub(crate) fn load(solver: Solver, path: impl AsRef<Path>, context: &Context) -> Result<Solved, Failure> {
    let path = path.as_ref();
    let bytes = fs::read(path).map_err(|error| Failure::File { path: path.display().to_string(), error })?;
    let lang = context.lang;
    solver.read(&bytes).map_err(|error| Failure::Input(about(&shown(path), &error.explain(lang), lang)))
}

/// Writes a table so that its file is whole or not there.
pub(crate) fn save(
    table: &Solved,
    with_distances: bool,
    threads: usize,
    path: &Path,
) -> Result<usize, Failure> {
    let write = || -> io::Result<usize> {
        let bytes = table.to_bytes(with_distances, threads)?;
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        write_whole(path, &bytes)?;
        Ok(bytes.len())
    };
    write().map_err(|error| Failure::File { path: path.display().to_string(), error })
}
