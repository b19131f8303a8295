//! Every option with hostile values: each is accepted or refused with a message.

use crate::common::{folder, hostile};

/// A short, valid command line per tool. The server does not exist, and Siam is not solved.
const BASES: [&[&str]; 4] = [
    &["calibrate", "samliam", "--games", "2", "--max-plies", "1"],
    &["tune", "siam", "--games", "2", "--nodes", "50"],
    &["results", "siam", "--out", "a-folder"],
    &["load", "--server", "http://127.0.0.1:1", "--games", "1", "--seconds", "1"],
];

#[test]
fn options_accept_or_refuse_hostile_values() {
    let folder = folder("xtask-hostile");
    let tried = hostile::check_options(env!("CARGO_BIN_EXE_xtask"), &folder, &BASES);
    assert!(tried > 50, "{tried}");
}
