//! Records as JSON.

pub(crate) mod messages;
mod read;
mod shape;
mod write;

pub use read::read_json;
pub use write::write_json;
