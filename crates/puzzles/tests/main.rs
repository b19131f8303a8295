//! Certificates, and the verification of the committed puzzles.

mod certify;
mod collection;
mod plain;
mod practice;
mod verify;
