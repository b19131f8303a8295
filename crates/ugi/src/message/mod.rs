//! The messages shared by server and client.

mod go;
mod info;

pub use go::{Clocks, Go, GoError};
pub use info::Info;
