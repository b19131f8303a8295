use std::{ffi::OsString, process::ExitCode};

use clap::{Arg, ArgMatches, Command, value_parser};
use mekong_core::Lang;
use mekong_terminal::{context::Context, failure::Failure};

use crate::external_commands;

/// All options belong to `mekong-bot`, `--help` included.
pub(crate) fn command(lang: Lang) -> Command {
    Command::new("bot")
        .about(lang.pick("Connect a UGI engine to a server", "Connecter un moteur UGI à un serveur"))
        .arg(
            Arg::new("arguments")
                .value_name("ARGUMENTS")
                .num_args(0..)
                .trailing_var_arg(true)
                .allow_hyphen_values(true)
                .value_parser(value_parser!(OsString))
                .help(lang.pick("See: mekong bot --help", "Voir : mekong bot --help")),
        )
}

pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<ExitCode, Failure> {
    let arguments = matches.get_many::<OsString>("arguments").into_iter().flatten().cloned();
    external_commands::run("bot", arguments.collect(), matches, context)
}
