//! Tests of the registry: sessions, records, JSON and marks of every game.

mod json;
mod marks;
mod records;
mod sessions;
