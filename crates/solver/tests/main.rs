//! All tests of the solver as one program, which is compiled once and runs them side by side.

mod draws;
mod saigon;
mod support;
mod toys;
