//! Runs `xtask` as a process.

#[path = "../../../terminal/tests/hostile/mod.rs"]
pub(crate) mod hostile;
#[path = "../../../terminal/tests/output/mod.rs"]
mod output;

use std::process::Command;

pub(crate) use output::{Output, folder};

/// The tools in an empty environment.
pub(crate) fn xtask(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
    command.env_clear().args(args);
    command
}

/// Runs a command to its end.
pub(crate) fn output_of(command: &mut Command) -> Output {
    command.output().expect("the program starts").into()
}

/// Runs a tool with these arguments.
pub(crate) fn run(args: &[&str]) -> Output {
    output_of(&mut xtask(args))
}
