//! Table files: where they lie, how they get there, and how they are read.

use std::{
    fs, io,
    io::Write as _,
    path::{Path, PathBuf},
    sync::{Arc, atomic::AtomicBool},
    thread,
};

use mekong_catalog::{Entry, Solved, Solver};
use mekong_core::{Explain as _, GameInfo, Variants, about, say};
use mekong_solver::SolveError;

use crate::{
    context::Context,
    failure::{Failure, complain},
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

/// The table of a game: from its file in the cache, or solved now and put there for the next time.
pub(crate) fn load_or_solve(
    entry: &Entry,
    variants: Variants,
    stop: &Arc<AtomicBool>,
    context: &Context,
) -> Result<Solved, Failure> {
    let solver = solver(entry, context)?;
    let path = cached_path(entry.info(), variants, context)?;
    match fs::read(&path) {
        Ok(bytes) => match solver.read(&bytes) {
            Ok(table) if table.variants() == variants && table.is_exact() => return Ok(table),
            Ok(_) => {}
            Err(error) => {
                let (lang, why, path) = (context.lang, error.explain(context.lang), path.display());
                complain(
                    &say!(lang, "{path}: {why}; solving anew", "{path} : {why} ; nouvelle résolution"),
                    lang,
                );
            }
        },
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(Failure::File { path: path.display().to_string(), error }),
    }
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let table = solve(solver, variants, threads, stop, context)?;
    // A table that cannot be kept still answers today's question.
    if let Err(Failure::File { path, error }) = save(&table, true, threads, &path) {
        let lang = context.lang;
        complain(
            &say!(
                lang,
                "{path}: the table cannot be kept: {error}",
                "{path} : la table ne peut être gardée : {error}"
            ),
            lang,
        );
    }
    Ok(table)
}

/// Reads a table from a file that the person names.
pub(crate) fn load(solver: Solver, path: &str, context: &Context) -> Result<Solved, Failure> {
    let bytes = fs::read(path).map_err(|error| Failure::File { path: path.to_owned(), error })?;
    let lang = context.lang;
    solver.read(&bytes).map_err(|error| Failure::Input(about(path, &error.explain(lang), lang)))
}

/// Writes a table so that its file is whole or not there: into a file beside it first, which then takes its name.
pub(crate) fn save(
    table: &Solved,
    with_distances: bool,
    threads: usize,
    path: &Path,
) -> Result<usize, Failure> {
    let write = || -> io::Result<usize> {
        let bytes = table.to_bytes(with_distances, threads)?;
        let folder = match path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        fs::create_dir_all(folder)?;
        let mut file = tempfile::Builder::new().prefix(".table-").tempfile_in(folder)?;
        file.write_all(&bytes)?;
        file.as_file().sync_all()?;
        make_readable(file.as_file())?;
        file.persist(path).map_err(|error| error.error)?;
        Ok(bytes.len())
    };
    write().map_err(|error| Failure::File { path: path.display().to_string(), error })
}

/// Temporary files are for their owner's eyes only; a table is no secret.
fn make_readable(file: &fs::File) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        file.set_permissions(fs::Permissions::from_mode(0o644))?;
    }
    let _ = file;
    Ok(())
}
