//! The `mekong` program: the games at a terminal and in scripts.

mod cmd;
mod command_line;
mod external;
mod moved;
mod server_settings;

use std::process::ExitCode;

use mekong_terminal::program::Program;

/// Gives freed memory back to the system. The allocator of the C library keeps what a burst of connections took; after
/// 8,000 half-sent requests that is 130 MB, for good.
#[cfg(target_os = "linux")]
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

fn main() -> ExitCode {
    let program =
        Program { name: "mekong", command: command_line::command, run: cmd::run, explain: moved::explain };
    program.main()
}
