//! Files that are written atomically, and checks before long work.

use std::{
    fs,
    io::{self, Write as _},
    path::{Path, PathBuf},
};

use mekong_core::{Lang, say, visible_path, with_subject};

use crate::failure::Failure;

/// A path for a message, without control characters.
pub fn display_path(path: &Path) -> String {
    visible_path(&path.display().to_string())
}

/// Writes a file completely or not at all: into a temporary file beside it, which is then renamed.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> io::Result<()> {
    // A terminal or a pipe must not be replaced by a file.
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

/// Writes a text file completely or not at all.
pub fn write_text(path: &Path, text: &str) -> Result<(), Failure> {
    let written = write_atomically(path, text.as_bytes());
    written.map_err(|error| Failure::File { path: path.display().to_string(), error })
}

/// Refuses a path that cannot be written, before hours of work are lost.
pub fn check_writable(path: &Path) -> Result<(), Failure> {
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

/// Makes a file readable by all users. Temporary files are readable by their owner only.
fn make_readable(file: &fs::File) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        file.set_permissions(fs::Permissions::from_mode(0o644))?;
    }
    let _ = file;
    Ok(())
}

/// The file beside an output file that keeps the progress of work that was interrupted.
pub fn progress_path(output: &Path) -> PathBuf {
    let mut name = output.as_os_str().to_owned();
    name.push(".progress");
    name.into()
}

/// Refuses a file name whose extension belongs to another format than SVG.
pub fn check_svg_name(path: &Path, lang: Lang) -> Result<(), Failure> {
    let others = ["png", "jpg", "jpeg", "gif", "webp", "bmp", "pdf", "pgn", "json"];
    let ending = path.extension().and_then(|ending| ending.to_str()).map(str::to_lowercase);
    if ending.is_some_and(|ending| others.contains(&ending.as_str())) {
        let why = say!(
            lang,
            "images are SVG files, whose names end in .svg",
            "les images sont des fichiers SVG, dont le nom se termine par .svg",
        );
        return Err(Failure::Input(with_subject(&display_path(path), &why, lang)));
    }
    Ok(())
}
