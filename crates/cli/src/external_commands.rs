//! Commands implemented by separate programs, as in git and cargo: `mekong bot` runs `mekong-bot`.

use std::{
    env,
    ffi::OsString,
    io,
    path::{Path, PathBuf},
    process::{Command, ExitCode},
};

use clap::ArgMatches;
use mekong_core::say;
use mekong_terminal::{
    context::Context,
    failure::{Failure, io_reason},
};

/// The commands implemented by separate programs.
pub(crate) const COMMANDS: [&str; 1] = ["bot"];

/// Runs the program of a command with these arguments and the global options before them. Returns its exit status.
pub(crate) fn run(
    name: &str,
    arguments: Vec<OsString>,
    matches: &ArgMatches,
    context: &Context,
) -> Result<ExitCode, Failure> {
    let lang = context.lang;
    let program = format!("mekong-{name}");
    let mut command = Command::new(find(&program));
    command.args(global_options(matches, &arguments)).args(arguments);
    execute(&mut command).map(ExitCode::from).map_err(|error| {
        Failure::Input(match error.kind() {
            io::ErrorKind::NotFound => say!(
                lang,
                "\"mekong {name}\" requires the program {program}, which is neither in the folder of mekong nor in \
                 PATH (it is part of the release archive; from source: cargo install --path crates/{name})",
                "« mekong {name} » a besoin du programme {program}, qui n’est ni dans le dossier de mekong ni dans \
                 PATH (il fait partie de l’archive publiée ; depuis les sources : cargo install --path crates/{name})",
            ),
            _ => {
                let why = io_reason(&error, lang);
                say!(lang, "cannot run {program}: {why}", "impossible de lancer {program} : {why}")
            }
        })
    })
}

/// Replaces this process with the program, so that it receives all signals. Returns only on failure.
#[cfg(unix)]
fn execute(command: &mut Command) -> io::Result<u8> {
    Err(std::os::unix::process::CommandExt::exec(command))
}

/// Runs the program and returns its exit status.
#[cfg(not(unix))]
fn execute(command: &mut Command) -> io::Result<u8> {
    // Ctrl-C reaches the program too, which decides when to end.
    let _ = mekong_terminal::progress::ctrl_c_token();
    let code = command.status()?.code();
    Ok(code.and_then(|code| u8::try_from(code).ok()).unwrap_or(1))
}

/// The path of a program in the folder of this one, otherwise its name for a search in `PATH`.
fn find(program: &str) -> PathBuf {
    let name = format!("{program}{}", env::consts::EXE_SUFFIX);
    let beside = env::current_exe().ok().and_then(|own| Some(own.parent()?.join(&name)));
    beside.filter(|path| path.is_file()).unwrap_or_else(|| Path::new(program).to_owned())
}

/// The global options that clap has read, unless the arguments repeat them.
fn global_options(matches: &ArgMatches, arguments: &[OsString]) -> Vec<OsString> {
    let is_repeated = |option: &str| {
        arguments.iter().map(|argument| argument.to_string_lossy()).any(|argument| {
            argument.strip_prefix(option).is_some_and(|rest| rest.is_empty() || rest.starts_with('='))
        })
    };
    let mut options = Vec::new();
    for name in ["lang", "color"] {
        let option = format!("--{name}");
        if let Some(value) = matches.get_one::<String>(name).filter(|_| !is_repeated(&option)) {
            options.extend([option.into(), value.into()]);
        }
    }
    if matches.get_flag("ascii") && !is_repeated("--ascii") {
        options.push("--ascii".into());
    }
    options
}
