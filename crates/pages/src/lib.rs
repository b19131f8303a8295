//! The built web pages (`dist`, made by `make web`), embedded into the program.
//!
//! A crate of its own, so that a change of the pages does not rebuild the server.

use rust_embed::{Embed, EmbeddedFile};

#[derive(Embed)]
#[folder = "dist"]
#[allow_missing = true]
struct Files;

/// The file with this path below `dist`. `None` if there is no such file, or if the pages were not built.
#[must_use]
pub fn find(path: &str) -> Option<EmbeddedFile> {
    Files::get(path)
}
