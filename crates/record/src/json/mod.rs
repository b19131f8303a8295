//! Records as JSON.

mod read;
mod shape;
pub(crate) mod words;
mod write;

pub use read::read_json;
pub use write::write_json;
