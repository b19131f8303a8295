//! The `mekong` program: the games at a terminal and in scripts.

mod cmd;
mod command_line;
mod external;
mod moved;
mod server_settings;

use std::process::ExitCode;

use mekong_terminal::program::Program;

fn main() -> ExitCode {
    let program =
        Program { name: "mekong", command: command_line::command, run: cmd::run, explain: moved::explain };
    program.main()
}
