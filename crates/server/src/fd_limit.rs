//! The limit of open file descriptors. Each connection needs one.

/// Raises the limit to the maximum that the system allows.
pub fn raise() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, getrlimit, setrlimit};
        let mut limit = getrlimit(Resource::Nofile);
        limit.current = limit.maximum;
        if let Err(error) = setrlimit(Resource::Nofile, limit) {
            tracing::warn!(%error, "limit of file descriptors not raised");
        }
    }
}

/// The current limit; `None` if there is none.
#[must_use]
pub fn current() -> Option<u64> {
    #[cfg(unix)]
    return rustix::process::getrlimit(rustix::process::Resource::Nofile).current;
    #[cfg(not(unix))]
    None
}
