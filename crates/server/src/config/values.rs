//! Parsers of setting values.

use std::{
    net::{SocketAddr, ToSocketAddrs as _},
    path::{Path, PathBuf},
    thread,
};

/// Resolves names: `localhost:8080` is accepted.
pub(super) fn address(text: &str) -> Option<SocketAddr> {
    text.to_socket_addrs().ok()?.next()
}

pub(super) fn database(text: &str) -> Option<String> {
    let (scheme, rest) = text.split_once(':')?;
    // In memory, each connection would have its own database.
    let is_file = !rest.is_empty() && !rest.trim_start_matches('/').starts_with(":memory:");
    (matches!(scheme, "sqlite" | "postgres" | "postgresql") && is_file).then(|| text.to_owned())
}

pub(super) fn nats(text: &str) -> Option<String> {
    let is_good = |one: &str| {
        let rest = one.trim().strip_prefix("nats://").or_else(|| one.trim().strip_prefix("tls://"));
        rest.is_some_and(|rest| !rest.is_empty() && !rest.contains(char::is_whitespace))
    };
    text.split(',').all(is_good).then(|| text.to_owned())
}

pub(super) fn base_url(text: &str) -> Option<String> {
    let rest = text.strip_prefix("http://").or_else(|| text.strip_prefix("https://"))?;
    let is_named = !rest.is_empty() && !rest.starts_with('/') && !rest.contains(char::is_whitespace);
    is_named.then(|| text.trim_end_matches('/').to_owned())
}

pub(super) fn boolean(text: &str) -> Option<bool> {
    match text.to_ascii_lowercase().as_str() {
        "true" | "yes" | "on" | "1" => Some(true),
        "false" | "no" | "off" | "0" => Some(false),
        _ => None,
    }
}

pub(super) fn threads(text: &str) -> Option<usize> {
    text.parse().ok().filter(|threads| (1..=1024).contains(threads))
}

/// Target names are arbitrary; a word without `=` must be a level.
pub(super) fn level(text: &str) -> Option<String> {
    let is_level = |word: &str| word.parse::<tracing_subscriber::filter::LevelFilter>().is_ok();
    let is_good = !text.is_empty() && text.split(',').all(|part| part.contains('=') || is_level(part.trim()));
    let is_good = is_good && text.parse::<tracing_subscriber::filter::Targets>().is_ok();
    is_good.then(|| text.to_owned())
}

pub(super) fn secret(text: &str) -> Option<String> {
    (text.len() >= 16 && text.bytes().all(|byte| byte.is_ascii_graphic())).then(|| text.to_owned())
}

/// All cores except one, which is left for requests.
pub(super) fn spare_cores() -> usize {
    thread::available_parallelism().map_or(1, |cores| cores.get().saturating_sub(1).max(1))
}

pub(super) fn default_url(listen: SocketAddr) -> String {
    if listen.ip().is_unspecified() {
        format!("http://localhost:{}", listen.port())
    } else {
        format!("http://{listen}")
    }
}

/// The URL of an SQLite file, with reserved characters escaped.
#[must_use]
pub fn sqlite_address(path: &Path) -> String {
    let path = path.to_string_lossy();
    format!("sqlite:{}", path.replace('%', "%25").replace('?', "%3F").replace('#', "%23"))
}

/// The file of an SQLite URL.
pub(crate) fn sqlite_path(address: &str) -> Option<PathBuf> {
    let path = address.strip_prefix("sqlite:")?;
    let path = path.strip_prefix("//").unwrap_or(path).split('?').next()?;
    let path = path.replace("%23", "#").replace("%3F", "?").replace("%25", "%");
    (!path.is_empty()).then(|| PathBuf::from(path))
}
