use std::{io::Write as _, process::ExitCode};

use clap::{Arg, ArgMatches, Command, builder::EnumValueParser};
use clap_complete::{Shell, generate};
use mekong_core::Lang;
use mekong_terminal::{context::Context, failure::Failure};

use crate::command_line;

pub(crate) fn command(lang: Lang) -> Command {
    Command::new("completions")
        .about(lang.pick(
            "Print a completion script for your shell",
            "Afficher un script de complétion pour votre shell",
        ))
        .after_help(lang.pick(
            "Example:\n  mekong completions bash > ~/.local/share/bash-completion/completions/mekong",
            "Exemple :\n  mekong completions bash > ~/.local/share/bash-completion/completions/mekong",
        ))
        .arg(
            Arg::new("shell")
                .value_name("SHELL")
                .required(true)
                .hide_possible_values(true)
                .value_parser(EnumValueParser::<Shell>::new())
                .help("bash, elvish, fish, powershell, zsh"),
        )
}

pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<ExitCode, Failure> {
    let shell = *matches.get_one::<Shell>("shell").expect("required");
    let mut script = Vec::new();
    generate(shell, &mut command_line::command(context.lang), "mekong", &mut script);
    std::io::stdout().write_all(&script)?;
    Ok(ExitCode::SUCCESS)
}
