//! Tests of the computer players: levels, exact endgames and tablebases.

mod endgames;
mod levels;
mod tablebase_lines;
