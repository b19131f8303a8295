use std::{
    io::{self, Write as _},
    process::ExitCode,
};

use clap::{Arg, ArgMatches, Command};
use mekong_core::{Lang, Text, quoted, say};
use mekong_terminal::{
    context::Context,
    failure::{Failure, print_diagnostic},
};

use crate::command_line;

pub(crate) fn command(lang: Lang) -> Command {
    let t = |en, fr| Text { en, fr }.get(lang);
    Command::new("help").about(t("Explain a command", "Expliquer une commande")).arg(
        Arg::new("command")
            .value_name(t("COMMAND", "COMMANDE"))
            .help(t("The command (default: all of them)", "La commande (par défaut toutes)")),
    )
}

/// `mekong help show` is `mekong show --help`. The parser's own such command speaks English only.
pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<ExitCode, Failure> {
    let lang = context.lang;
    let mut root = command_line::command(lang);
    // Only then do the commands know the options they share and their full names.
    root.build();
    let page = match matches.get_one::<String>("command") {
        None => root.render_help(),
        // A name that a script has left empty.
        Some(name) if name.is_empty() => root.render_help(),
        Some(name) => match root.find_subcommand_mut(name) {
            Some(command) => command.render_help(),
            None => {
                let name = quoted(name, lang);
                let sentence = say!(
                    lang,
                    "there is no command {name} (mekong --help lists them)",
                    "il n'y a pas de commande {name} (mekong --help en donne la liste)",
                );
                print_diagnostic(&sentence, lang);
                // As for every other mistake in the use of the program.
                return Ok(ExitCode::from(2));
            }
        },
    };
    let mut out = io::stdout().lock();
    let page = if context.color { page.ansi().to_string() } else { page.to_string() };
    writeln!(out, "{}", page.trim_end())?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}
