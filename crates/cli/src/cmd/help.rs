use std::{
    io::{self, Write as _},
    process::ExitCode,
};

use clap::{Arg, ArgMatches, Command};
use mekong_core::{Lang, quoted, say};
use mekong_terminal::{
    context::Context,
    failure::{Failure, print_diagnostic},
    usage_error::EXIT_STATUS,
};

use crate::{command_line, external_commands, moved_commands};

pub(crate) fn command(lang: Lang) -> Command {
    Command::new("help").about(lang.pick("Show the help of a command", "Afficher l’aide d’une commande")).arg(
        Arg::new("command")
            .value_name(lang.pick("COMMAND", "COMMANDE"))
            .help(lang.pick("Command (default: all)", "Commande (par défaut toutes)")),
    )
}

/// `mekong help show` prints the same as `mekong show --help`. Replaces clap's `help`, which is in English only.
pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<ExitCode, Failure> {
    let lang = context.lang;
    let name = matches.get_one::<String>("command").map(String::as_str);
    if let Some(name) = name.filter(|name| external_commands::COMMANDS.contains(name)) {
        return external_commands::run(name, vec!["--help".into()], matches, context);
    }
    let mut root = command_line::command(lang);
    // This adds the global options and the full names of the commands.
    root.build();
    let page = match name {
        None => root.render_help(),
        // A script may pass an empty name.
        Some("") => root.render_help(),
        Some(name) => match root.find_subcommand_mut(name) {
            Some(command) => command.render_help(),
            None => {
                let unknown = || {
                    let name = quoted(name, lang);
                    say!(
                        lang,
                        "unknown command {name} (see mekong --help)",
                        "commande inconnue {name} (voir mekong --help)",
                    )
                };
                print_diagnostic(&moved_commands::message(name, lang).unwrap_or_else(unknown), lang);
                return Ok(ExitCode::from(EXIT_STATUS));
            }
        },
    };
    let mut out = io::stdout().lock();
    let page = if context.color { page.ansi().to_string() } else { page.to_string() };
    writeln!(out, "{}", page.trim_end())?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}
