//! One module per command, each with `command`, its part of the command line, and `run`. Commands do not use each other.

mod admin;
mod analyse;
mod bench;
mod book;
mod bot;
mod completions;
mod diagram;
#[cfg(feature = "export")]
mod export;
mod games;
mod help;
mod match_;
mod perft;
mod play;
mod probe;
mod puzzles;
mod random;
mod replay;
mod serve;
mod show;
mod solve;
mod stats;
mod ugi;
mod verify;
#[cfg(feature = "cluster")]
mod worker;

use std::process::ExitCode;

use clap::{ArgMatches, Command};
use mekong_core::Lang;
use mekong_terminal::{context::Context, failure::Failure};

/// The command line of a command, and what it does.
type CommandEntry = (fn(Lang) -> Command, fn(&ArgMatches, &Context) -> Result<ExitCode, Failure>);

/// Every command, in the order of the help.
const COMMANDS: &[CommandEntry] = &[
    (games::command, games::run),
    (play::command, play::run),
    (show::command, show::run),
    (serve::command, serve::run),
    #[cfg(feature = "cluster")]
    (worker::command, worker::run),
    (admin::command, admin::run),
    (bot::command, bot::run),
    (replay::command, replay::run),
    (analyse::command, analyse::run),
    (diagram::command, diagram::run),
    (random::command, random::run),
    (match_::command, match_::run),
    (perft::command, perft::run),
    (solve::command, solve::run),
    (verify::command, verify::run),
    (probe::command, probe::run),
    (puzzles::command, puzzles::run),
    (book::command, book::run),
    (stats::command, stats::run),
    #[cfg(feature = "export")]
    (export::command, export::run),
    (bench::command, bench::run),
    (ugi::command, ugi::run),
    (completions::command, completions::run),
    (help::command, help::run),
];

pub(crate) fn commands(lang: Lang) -> Vec<Command> {
    COMMANDS.iter().map(|(command, _)| command(lang)).collect()
}

pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<ExitCode, Failure> {
    let (name, matches) = matches.subcommand().expect("clap requires a command");
    let (_, run) = COMMANDS
        .iter()
        .find(|(command, _)| command(context.lang).get_name() == name)
        .expect("clap accepts these commands only");
    run(matches, context)
}
