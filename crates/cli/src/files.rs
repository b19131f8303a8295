//! Files that are written whole or not at all.

use std::{
    fs,
    io::{self, Write as _},
    path::Path,
};

/// Writes a file so that it is whole or not there: into one beside it first, which then takes its name.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    // What is no ordinary file, a terminal or a pipe, is not to be replaced.
    if fs::metadata(path).is_ok_and(|known| !known.is_file()) {
        return fs::write(path, bytes);
    }
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mut file = tempfile::Builder::new().prefix(".mekong-").tempfile_in(folder)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    make_readable(file.as_file())?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
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
