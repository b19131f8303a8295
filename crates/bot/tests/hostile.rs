//! Every option with hostile values: each is accepted or refused with a message.

#[path = "../../terminal/tests/hostile/mod.rs"]
mod hostile;
#[path = "../../terminal/tests/output/mod.rs"]
mod output;

/// A valid command line, except that the engine exits at once and the server does not exist.
const BASE: &[&str] =
    &["--server", "http://127.0.0.1:1", "--token", "x", "--engine", "false", "--game", "siam"];

#[test]
fn options_accept_or_refuse_hostile_values() {
    let folder = output::folder("bot-hostile");
    let tried = hostile::check_options(env!("CARGO_BIN_EXE_mekong-bot"), &folder, &[BASE]);
    assert!(tried > 50, "{tried}");
}
