//! Tests of the analysis on games of every kind.

mod games;
mod proofs;
