//! What the command-line programs of Mekong share: startup, help in two languages, options and value
//! parsers, error reports, files, progress bars, and positions, records and tablebases from arguments.
//!
//! Commands use this crate and never each other.

pub mod args;
pub mod context;
pub mod duration;
pub mod failure;
pub mod files;
pub mod json_lines;
pub mod memory;
pub mod program;
pub mod progress;
pub mod records;
pub mod render;
pub mod runtime;
pub mod searchers;
pub mod session;
pub mod tablebases;
pub mod usage_error;
