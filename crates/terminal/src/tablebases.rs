//! Files of tablebases: where they are, how they are made and read.

use std::{
    fs, io,
    path::{Path, PathBuf},
    thread,
};

use mekong_catalog::Entry;
use mekong_core::{CancelToken, Explain as _, GameInfo, Variants, say, visible_path, with_subject};
use mekong_players::{Tablebase, TablebaseSolver};
use mekong_solver::SolveError;

use crate::{
    args,
    context::Context,
    failure::{Failure, io_reason, print_diagnostic},
    files::{display_path, write_atomically},
    progress::Bar,
};

/// The solver of a game; an error if no tablebase can be generated for it.
pub fn solver(entry: &Entry, context: &Context) -> Result<TablebaseSolver, Failure> {
    let (lang, title) = (context.lang, entry.info().title.get(context.lang));
    mekong_players::solver(entry).ok_or_else(|| {
        let solved = args::solved_games(lang);
        Failure::Input(say!(
            lang,
            "no tablebase can be generated for {title} (available for: {solved})",
            "aucune table de solutions n’est disponible pour {title} (jeux résolus : {solved})",
        ))
    })
}

/// Solves a game and shows a progress bar.
pub fn solve(
    solver: TablebaseSolver,
    variants: Variants,
    threads: usize,
    cancel: &CancelToken,
    context: &Context,
) -> Result<Tablebase, Failure> {
    let bar = Bar::new(context.lang.pick("solving", "résolution"));
    let progress = |done, total| bar.progress(done, total);
    solver.solve(variants, threads, cancel, &progress).map_err(|error| match error {
        SolveError::Cancelled => Failure::Interrupted,
        SolveError::TooLong => Failure::input(&error, context.lang),
    })
}

/// The path of a tablebase in the user's cache.
pub fn cached_path(info: &GameInfo, variants: Variants, context: &Context) -> Result<PathBuf, Failure> {
    let lang = context.lang;
    let cache = dirs::cache_dir().ok_or_else(|| {
        Failure::Input(say!(
            lang,
            "no cache folder for the tablebase: set HOME or XDG_CACHE_HOME, or give a file name",
            "aucun dossier de cache pour la table de solutions : définissez HOME ou XDG_CACHE_HOME, ou donnez un nom de fichier",
        ))
    })?;
    let name = std::iter::once(info.id).chain(info.variant_ids(variants)).collect::<Vec<_>>().join("-");
    Ok(cache.join("mekong").join("tables").join(format!("{name}.table")))
}

/// The tablebase of a game, if it is in the cache.
pub fn load_cached(
    entry: &Entry,
    variants: Variants,
    context: &Context,
) -> Result<Option<Tablebase>, Failure> {
    let solver = solver(entry, context)?;
    match cached_path(entry.info(), variants, context) {
        Ok(path) => read_cached(solver, variants, &path, context),
        Err(_) => Ok(None),
    }
}

/// A tablebase from its file in the cache, if there is one with distances.
fn read_cached(
    solver: TablebaseSolver,
    variants: Variants,
    path: &Path,
    context: &Context,
) -> Result<Option<Tablebase>, Failure> {
    match load(solver, path, context) {
        Ok(tablebase) => Ok((tablebase.variants() == variants && tablebase.is_exact()).then_some(tablebase)),
        Err(Failure::File { error, .. }) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(failure) => Err(failure),
    }
}

/// The tablebase of a game: from the cache, or solved now and saved there.
pub fn load_or_solve(
    entry: &Entry,
    variants: Variants,
    cancel: &CancelToken,
    context: &Context,
) -> Result<Tablebase, Failure> {
    let solver = solver(entry, context)?;
    let path = cached_path(entry.info(), variants, context)?;
    match read_cached(solver, variants, &path, context) {
        Ok(Some(tablebase)) => return Ok(tablebase),
        Ok(None) => {}
        Err(Failure::Input(why)) => {
            let lang = context.lang;
            print_diagnostic(&say!(lang, "{why}; solving again", "{why} ; nouvelle résolution"), lang);
        }
        Err(failure) => return Err(failure),
    }
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let tablebase = solve(solver, variants, threads, cancel, context)?;
    // A tablebase that cannot be saved is still of use now.
    if let Err(Failure::File { path, error }) = save(&tablebase, true, threads, &path) {
        let (lang, path) = (context.lang, visible_path(&path));
        let why = io_reason(&error, lang);
        print_diagnostic(
            &say!(
                lang,
                "{path}: cannot save the tablebase: {why}",
                "{path} : impossible d’enregistrer la table de solutions : {why}"
            ),
            lang,
        );
    }
    Ok(tablebase)
}

/// The tablebase of a game that can be solved, none for other games. The strongest level uses it, and so does the choice
/// of balanced openings.
pub fn load_or_solve_if_possible(
    entry: &Entry,
    variants: Variants,
    cancel: &CancelToken,
    context: &Context,
) -> Result<Option<Tablebase>, Failure> {
    match mekong_players::solver(entry) {
        Some(_) => load_or_solve(entry, variants, cancel, context).map(Some),
        None => Ok(None),
    }
}

/// Reads a tablebase from a file.
pub fn load(
    solver: TablebaseSolver,
    path: impl AsRef<Path>,
    context: &Context,
) -> Result<Tablebase, Failure> {
    let path = path.as_ref();
    let bytes = fs::read(path).map_err(|error| Failure::File { path: path.display().to_string(), error })?;
    let lang = context.lang;
    solver
        .read(&bytes)
        .map_err(|error| Failure::Input(with_subject(&display_path(path), &error.explain(lang), lang)))
}

/// Writes a tablebase file completely or not at all, and returns its size in bytes.
pub fn save(
    tablebase: &Tablebase,
    with_distances: bool,
    threads: usize,
    path: &Path,
) -> Result<usize, Failure> {
    let write = || -> io::Result<usize> {
        let bytes = tablebase.to_bytes(with_distances, threads)?;
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        write_atomically(path, &bytes)?;
        Ok(bytes.len())
    };
    write().map_err(|error| Failure::File { path: path.display().to_string(), error })
}
