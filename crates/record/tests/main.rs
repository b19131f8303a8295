//! All tests of records as one program, which is compiled once and runs them side by side.

mod common;
mod example;
mod hostile;
mod malformed;
mod round_trip;
