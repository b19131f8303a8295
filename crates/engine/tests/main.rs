//! All tests of the search as one program, which is compiled once and runs them side by side.

mod claims;
mod games;
mod mcts;
mod plain;
mod repetition;
mod support;
