use std::{
    fs::File,
    io::{self, BufReader, BufWriter, Write as _},
    path::{Path, PathBuf},
    process::ExitCode,
};

use clap::ArgMatches;
use mekong_core::{about, say};
use mekong_server::{config::Setup, serve::alone_with, store::Store};
use mekong_terminal::{
    context::Context,
    failure::Failure,
    files::{check_writable, display_path},
};

use super::{failed, open, refused};

fn file(matches: &ArgMatches) -> &Path {
    matches.get_one::<PathBuf>("file").expect("required")
}

pub(super) async fn back_up(
    matches: &ArgMatches,
    setup: &Setup,
    context: &Context,
) -> Result<ExitCode, Failure> {
    let (lang, path) = (context.lang, file(matches));
    let wrong = |error: io::Error| Failure::File { path: path.display().to_string(), error };
    if path.is_dir() {
        return Err(wrong(io::ErrorKind::IsADirectory.into()));
    }
    if path.exists() {
        return Err(wrong(io::ErrorKind::AlreadyExists.into()));
    }
    check_writable(path)?;
    let store = open(setup, lang).await?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    // For the owner's eyes only, and under its name once it is whole.
    let mut copy = tempfile::Builder::new().prefix(".mekong-").tempfile_in(folder).map_err(wrong)?;
    let mut out = BufWriter::new(copy.as_file_mut());
    let rows = store.back_up(&mut out).await.map_err(|error| refused(&error, lang))?;
    out.into_inner().map_err(|error| wrong(error.into_error()))?;
    copy.as_file().sync_all().map_err(wrong)?;
    copy.persist_noclobber(path).map_err(|error| wrong(error.error))?;
    store.close().await;
    let words = say!(lang, "{rows} rows copied", "{rows} lignes copiées");
    writeln!(io::stdout(), "{}", about(&display_path(path), &words, lang))?;
    Ok(ExitCode::SUCCESS)
}

pub(super) async fn restore(
    matches: &ArgMatches,
    setup: &Setup,
    context: &Context,
) -> Result<ExitCode, Failure> {
    let (lang, path) = (context.lang, file(matches));
    let wrong = |error: io::Error| Failure::File { path: path.display().to_string(), error };
    if path.is_dir() {
        return Err(wrong(io::ErrorKind::IsADirectory.into()));
    }
    let copy = File::open(path).map_err(wrong)?;
    // No server may fill it at the same time.
    let _lock = match &setup.sqlite {
        Some(database) => Some(alone_with(database).map_err(|error| Failure::input(&error, lang))?),
        None => None,
    };
    let store = Store::open(&setup.config.database).await.map_err(|error| failed(&error, lang))?;
    let restored = store.restore(BufReader::new(copy)).await;
    store.close().await;
    let rows = restored.map_err(|error| match refused(&error, lang) {
        Failure::Input(sentence) => Failure::Input(about(&display_path(path), &sentence, lang)),
        other => other,
    })?;
    let words = say!(lang, "{rows} rows restored", "{rows} lignes restaurées");
    writeln!(io::stdout(), "{}", about(&display_path(path), &words, lang))?;
    Ok(ExitCode::SUCCESS)
}
