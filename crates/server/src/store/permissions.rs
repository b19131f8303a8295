//! SQLite files are readable by their owner only, even if their folder is public.

use std::{ffi::OsString, io, path::Path};

/// Files that SQLite creates next to a database, with the permissions of the database file.
const SUFFIXES: [&str; 3] = ["-wal", "-shm", "-journal"];

/// Removes group and other permissions from a database file and the files next to it; optionally creates the file.
pub(super) fn restrict_permissions(path: &Path, create: bool) -> io::Result<()> {
    if create {
        drop(open_private_file(path)?);
    }
    for suffix in [""].into_iter().chain(SUFFIXES) {
        let mut name: OsString = path.as_os_str().to_owned();
        name.push(suffix);
        let path = Path::new(&name);
        match remove_public_access(path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                tracing::warn!(path = %path.display(), %error, "cannot restrict the permissions of this file");
            }
            _ => {}
        }
    }
    Ok(())
}

/// Opens a file for writing; a new file is readable by its owner only.
pub(crate) fn open_private_file(path: &Path) -> io::Result<std::fs::File> {
    let mut options = std::fs::OpenOptions::new();
    options.create(true).truncate(false).write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

#[cfg(unix)]
fn remove_public_access(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    let mut permissions = std::fs::metadata(path)?.permissions();
    if permissions.mode() & 0o077 != 0 {
        permissions.set_mode(permissions.mode() & !0o077);
        std::fs::set_permissions(path, permissions)?;
    }
    Ok(())
}

#[cfg(not(unix))]
fn remove_public_access(_: &Path) -> io::Result<()> {
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

    /// Files that group or others may access, with those permission bits.
    fn publicly_accessible(folder: &Path) -> Vec<(String, u32)> {
        let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
        let mode = |file: &fs::DirEntry| file.metadata().unwrap().permissions().mode() & 0o077;
        let open = files.filter(|file| mode(file) != 0);
        open.map(|file| (file.file_name().to_string_lossy().into_owned(), mode(&file))).collect()
    }

    #[tokio::test]
    async fn database_files_are_private_in_a_public_folder() {
        let dir = tempfile::tempdir().unwrap();
        fs::set_permissions(dir.path(), Permissions::from_mode(0o755)).unwrap();
        let path = dir.path().join("what? 100%.db");
        let store = Store::open(&sqlite_address(&path)).await.unwrap();
        store.add_guest("a", "hash", now()).await.unwrap();
        let names: Vec<_> =
            fs::read_dir(dir.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(names.len(), 3, "{names:?}");
        assert_eq!(publicly_accessible(dir.path()), []);

        // Earlier versions left them readable, also after a crash.
        for entry in fs::read_dir(dir.path()).unwrap() {
            fs::set_permissions(entry.unwrap().path(), Permissions::from_mode(0o644)).unwrap();
        }
        let again = Store::open(&format!("{}?mode=rw", sqlite_address(&path))).await.unwrap();
        assert_eq!(publicly_accessible(dir.path()), []);
        assert!(again.user("a").await.unwrap().is_some());
        store.close().await;
        again.close().await;
        // `mode=rw` does not create a database.
        let missing = dir.path().join("missing.db");
        assert!(Store::open(&format!("{}?mode=rw", sqlite_address(&missing))).await.is_err());
        assert!(!missing.exists());
    }
}
