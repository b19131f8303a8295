//! Tests of the program `mekong` as a user or a script runs it. `serving` tests its server.

mod common;

mod analyse;
mod batch;
mod bench;
mod computer;
mod external;
mod files;
mod generation;
mod help;
mod hostile;
mod language;
mod matches;
mod morris;
mod perft;
mod pipes;
mod play;
mod plies;
mod probe;
mod random;
mod readme;
mod replay;
mod seeds;
mod show;
mod ugi;
mod words;
