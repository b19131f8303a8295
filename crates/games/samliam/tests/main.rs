//! All tests of the rules of Sam Liam as one program, which is compiled once and runs them side by side.

mod contract;
mod diagrams;
mod encode;
mod eval;
mod naive;
mod narrate;
mod perft;
mod refusals;
mod rules;
mod support;
mod themes;
mod threats;
