//! Files that are written whole or not at all, and what can be said about them before the work.

use std::{
    fs,
    io::{self, Write as _},
    path::Path,
};

use mekong_core::visible_path;

use crate::failure::Failure;

/// The name of a file for a sentence.
pub(crate) fn shown(path: &Path) -> String {
    visible_path(&path.display().to_string())
}

/// Writes a file so that it is whole or not there: into one beside it first, which then takes its name.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    // What is no ordinary file, a terminal or a pipe, is not to be replaced.
    if fs::metadata(path).is_ok_and(|known| !known.is_file()) {
        return fs::write(path, bytes);
    }
    let mut file = temporary(folder_of(path))?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    make_readable(file.as_file())?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}

/// Refuses a file that could not be written when the work is done: hours of it may be lost then.
pub(crate) fn check_writable(path: &Path) -> Result<(), Failure> {
    let checked = match fs::metadata(path) {
        Ok(known) if known.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        Ok(known) if !known.is_file() => Ok(()),
        _ if path.file_name().is_none() => Err(io::ErrorKind::NotFound.into()),
        _ => temporary(folder_of(path)).map(drop),
    };
    checked.map_err(|error| Failure::File { path: path.display().to_string(), error })
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

fn temporary(folder: &Path) -> io::Result<tempfile::NamedTempFile> {
    tempfile::Builder::new().prefix(".mekong-").tempfile_in(folder)
}

/// Temporary files are for their owner's eyes only; what people ask for is no secret.
fn make_readable(file: &fs::File) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        file.set_permissions(fs::Permissions::from_mode(0o644))?;
    }
    let _ = file;
    Ok(())
}
