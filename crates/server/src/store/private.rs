//! The files of an embedded database are for their owner's eyes only, whatever the folder they lie in.

use std::{ffi::OsString, io, path::Path};

/// What SQLite writes beside a database. It gives these files the permissions of the database when it makes them.
const BESIDE: [&str; 3] = ["-wal", "-shm", "-journal"];

/// Makes the file of a database if it is wanted and not there, and takes it and what lies beside it away from others.
///
/// # Errors
/// The file cannot be made.
pub(super) fn keep_private(path: &Path, create: bool) -> io::Result<()> {
    if create {
        drop(private_file(path)?);
    }
    for ending in [""].into_iter().chain(BESIDE) {
        let mut name: OsString = path.as_os_str().to_owned();
        name.push(ending);
        let path = Path::new(&name);
        match hide(path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                tracing::warn!(path = %path.display(), %error, "others can read this file, and it cannot be helped");
            }
            _ => {}
        }
    }
    Ok(())
}

/// Opens a file to write, which nobody else can read if it is new.
pub(crate) fn private_file(path: &Path) -> io::Result<std::fs::File> {
    let mut options = std::fs::OpenOptions::new();
    options.create(true).truncate(false).write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

#[cfg(unix)]
fn hide(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    let mut permissions = std::fs::metadata(path)?.permissions();
    if permissions.mode() & 0o077 != 0 {
        permissions.set_mode(permissions.mode() & !0o077);
        std::fs::set_permissions(path, permissions)?;
    }
    Ok(())
}

#[cfg(not(unix))]
fn hide(_: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(all(test, unix))]
mod tests {
    use std::{
        fs::{self, Permissions},
        os::unix::fs::PermissionsExt as _,
        path::Path,
    };

    use crate::{config::sqlite_address, store::Store, time::now};

    /// What others may do with the files of a folder.
    fn open_to_others(folder: &Path) -> Vec<(String, u32)> {
        let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
        let mode = |file: &fs::DirEntry| file.metadata().unwrap().permissions().mode() & 0o077;
        let open = files.filter(|file| mode(file) != 0);
        open.map(|file| (file.file_name().to_string_lossy().into_owned(), mode(&file))).collect()
    }

    #[tokio::test]
    async fn nobody_else_reads_the_database_whatever_the_folder() {
        let dir = tempfile::tempdir().unwrap();
        fs::set_permissions(dir.path(), Permissions::from_mode(0o755)).unwrap();
        let path = dir.path().join("what? 100%.db");
        let store = Store::open(&sqlite_address(&path)).await.unwrap();
        store.add_guest("a", "hash", now()).await.unwrap();
        let names: Vec<_> =
            fs::read_dir(dir.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(names.len(), 3, "{names:?}");
        assert_eq!(open_to_others(dir.path()), []);

        // As an earlier version left them, also after a crash.
        for entry in fs::read_dir(dir.path()).unwrap() {
            fs::set_permissions(entry.unwrap().path(), Permissions::from_mode(0o644)).unwrap();
        }
        let again = Store::open(&format!("{}?mode=rw", sqlite_address(&path))).await.unwrap();
        assert_eq!(open_to_others(dir.path()), []);
        assert!(again.user("a").await.unwrap().is_some());
        store.close().await;
        again.close().await;
        // Looking for a database does not make one.
        let missing = dir.path().join("missing.db");
        assert!(Store::open(&format!("{}?mode=rw", sqlite_address(&missing))).await.is_err());
        assert!(!missing.exists());
    }
}
