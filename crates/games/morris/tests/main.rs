//! All tests of the rules of Three Men's Morris as one program, which is compiled once and runs them side by side.

mod contract;
mod naive;
mod narrate;
mod perft;
mod rules;
