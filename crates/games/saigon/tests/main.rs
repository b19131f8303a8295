//! All tests of the rules of Saigon as one program, which is compiled once and runs them side by side.

mod contract;
mod diagrams;
mod encode;
mod eval;
mod index;
mod naive;
mod narrate;
mod perft;
mod refusals;
mod rules;
mod themes;
