use std::{
    fs::File,
    io::{self, BufReader, BufWriter, Write as _},
    path::{Path, PathBuf},
    process::ExitCode,
};

use clap::ArgMatches;
use mekong_core::{say, with_subject};
use mekong_server::{config::Setup, serve::lock_database, store::Store};
use mekong_terminal::{
    context::Context,
    failure::Failure,
    files::{check_writable, display_path},
};

use super::{failed, open, refused};

/// The file of the arguments; a folder is refused.
fn file(matches: &ArgMatches) -> Result<&Path, Failure> {
    let path = matches.get_one::<PathBuf>("file").expect("required");
    if path.is_dir() {
        return Err(file_error(path, io::ErrorKind::IsADirectory.into()));
    }
    Ok(path)
}

fn file_error(path: &Path, error: io::Error) -> Failure {
    Failure::File { path: path.display().to_string(), error }
}

pub(super) async fn back_up(
    matches: &ArgMatches,
    setup: &Setup,
    context: &Context,
) -> Result<ExitCode, Failure> {
    let (lang, path) = (context.lang, file(matches)?);
    let wrong = |error| file_error(path, error);
    if path.exists() {
        return Err(wrong(io::ErrorKind::AlreadyExists.into()));
    }
    check_writable(path)?;
    let store = open(setup, lang).await?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    // Readable by its owner only, and renamed when complete.
    let mut copy = tempfile::Builder::new().prefix(".mekong-").tempfile_in(folder).map_err(wrong)?;
    let mut out = BufWriter::new(copy.as_file_mut());
    let rows = store.back_up(&mut out).await.map_err(|error| refused(&error, lang))?;
    out.into_inner().map_err(|error| wrong(error.into_error()))?;
    copy.as_file().sync_all().map_err(wrong)?;
    copy.persist_noclobber(path).map_err(|error| wrong(error.error))?;
    store.close().await;
    let words = say!(lang, "{rows} rows copied", "{rows} lignes copiées");
    writeln!(io::stdout(), "{}", with_subject(&display_path(path), &words, lang))?;
    Ok(ExitCode::SUCCESS)
}

pub(super) async fn restore(
    matches: &ArgMatches,
    setup: &Setup,
    context: &Context,
) -> Result<ExitCode, Failure> {
    let (lang, path) = (context.lang, file(matches)?);
    let backup = File::open(path).map_err(|error| file_error(path, error))?;
    // No server may write to the database at the same time.
    let _lock = match &setup.sqlite {
        Some(database) => Some(lock_database(database).map_err(|error| Failure::input(&error, lang))?),
        None => None,
    };
    let store = Store::open(&setup.config.database).await.map_err(|error| failed(&error, lang))?;
    let restored = store.restore(BufReader::new(backup)).await;
    store.close().await;
    let rows = restored.map_err(|error| match refused(&error, lang) {
        Failure::Input(sentence) => Failure::Input(with_subject(&display_path(path), &sentence, lang)),
        other => other,
    })?;
    let words = say!(lang, "{rows} rows restored", "{rows} lignes restaurées");
    writeln!(io::stdout(), "{}", with_subject(&display_path(path), &words, lang))?;
    Ok(ExitCode::SUCCESS)
}
