//! The `mekong` program: the games in the terminal and in scripts.

mod cmd;
mod command_line;
mod external_commands;
mod json_requests;
mod moved_commands;
mod server_settings;

use std::process::ExitCode;

use mekong_terminal::program::Program;

/// Returns freed memory to the system. The C library's allocator keeps the memory of a burst of connections:
/// 130 MB after 8,000 incomplete requests.
#[cfg(all(target_os = "linux", feature = "jemalloc"))]
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

fn main() -> ExitCode {
    let program = Program {
        name: "mekong",
        command: command_line::command,
        run: cmd::run,
        explain: moved_commands::explain,
    };
    program.main()
}
