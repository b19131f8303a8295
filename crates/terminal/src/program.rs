//! The main function of a command-line program: global options, help in the user's language, exit status.

use std::{ffi::OsString, process::ExitCode};

use clap::{Arg, ArgAction, ArgMatches, Command, builder::PossibleValuesParser};
use mekong_core::{Lang, visible_path};

use crate::{
    context::{self, Context},
    failure::{self, Failure},
    usage_error,
};

/// A program: what it is called, its command line, and what it does.
#[derive(Clone, Copy, Debug)]
pub struct Program {
    /// The name at the beginning of diagnostics.
    pub name: &'static str,
    /// The whole command line, made by [`root`].
    pub command: fn(Lang) -> Command,
    /// Runs the program with its arguments.
    pub run: fn(&ArgMatches, &Context) -> Result<ExitCode, Failure>,
    /// A more specific message for arguments that clap refuses.
    pub explain: fn(&clap::Error, Lang) -> Option<String>,
}

impl Program {
    /// Parses the arguments of the process and runs the program.
    pub fn main(&self) -> ExitCode {
        failure::set_program_name(self.name);
        let arguments: Vec<_> = std::env::args_os().collect();
        let lang = context::choose_lang(&arguments);
        let parse = |arguments: &[OsString]| {
            (self.command)(lang).color(context::help_color(arguments)).try_get_matches_from(arguments)
        };
        let matches = match parse(&arguments) {
            Ok(matches) => matches,
            Err(error) => {
                if let Some(message) = (self.explain)(&error, lang) {
                    failure::print_diagnostic(&message, lang);
                    return ExitCode::from(usage_error::EXIT_STATUS);
                }
                // clap quotes the arguments it refuses; control characters in them must not reach the terminal.
                let visible: Vec<OsString> = arguments
                    .iter()
                    .map(|argument| visible_path(&argument.to_string_lossy()).into())
                    .collect();
                let error = parse(&visible).err().unwrap_or(error);
                return usage_error::report(&error, lang);
            }
        };
        match (self.run)(&matches, &Context::new(lang, &matches)) {
            Ok(code) => code,
            Err(failure) => failure.report(lang),
        }
    }
}

/// Adds `--lang`, `--color`, `--ascii`, `--version` and `--help` to a program, and help in the user's language to it and its
/// subcommands.
pub fn root(command: Command, lang: Lang) -> Command {
    let command = command
        .arg(
            Arg::new("lang")
                .display_order(100)
                .long("lang")
                .value_name("fr|en")
                .global(true)
                .hide_possible_values(true)
                .value_parser(PossibleValuesParser::new(["fr", "en"]))
                .help(lang.pick(
                    "Language (default: from the environment, otherwise English)",
                    "Langue (par défaut celle de l’environnement, sinon l’anglais)",
                )),
        )
        .arg(
            Arg::new("color")
                .display_order(101)
                .long("color")
                .value_name("auto|always|never")
                .global(true)
                .hide_possible_values(true)
                .value_parser(PossibleValuesParser::new(["auto", "always", "never"]))
                .help(lang.pick(
                    "When to use colours; auto: on a terminal, unless NO_COLOR is set",
                    "Quand utiliser des couleurs ; auto : sur un terminal, sauf si NO_COLOR est défini",
                )),
        )
        .arg(
            Arg::new("ascii")
                .display_order(102)
                .long("ascii")
                .global(true)
                .action(ArgAction::SetTrue)
                .help(lang.pick("Draw boards in ASCII only", "Dessiner les plateaux en ASCII seulement")),
        )
        .disable_version_flag(true)
        .arg(
            Arg::new("version")
                .display_order(103)
                .short('V')
                .long("version")
                .action(ArgAction::Version)
                .help(lang.pick("Print the version", "Afficher la version")),
        );
    localize(command, lang)
}

/// Adds what a command with subcommands needs: one of them is required, and the headings are in the user's language.
pub fn with_subcommands(command: Command, lang: Lang) -> Command {
    command
        .subcommand_required(true)
        .arg_required_else_help(true)
        .disable_help_subcommand(true)
        // French requires a space before the colon that clap adds.
        .subcommand_help_heading(lang.pick("Commands", "Commandes "))
        .subcommand_value_name(lang.pick("COMMAND", "COMMANDE"))
}

/// Gives a command and its subcommands a help flag and headings in the user's language: clap's own are English.
fn localize(command: Command, lang: Lang) -> Command {
    // A command that passes all its arguments on passes `--help` on as well.
    let passes_on = command.get_arguments().any(Arg::is_trailing_var_arg_set);
    let command = command.disable_help_flag(true);
    let command = if passes_on { command } else { command.arg(help_flag(lang)) };
    let mut positionals = 0;
    let command = command
        .help_template(lang.pick(
            "{about-with-newline}\nUsage: {usage}\n\n{all-args}{after-help}",
            "{about-with-newline}\nUtilisation : {usage}\n\n{all-args}{after-help}",
        ))
        .mut_args(|arg| {
            // "-5" is an invalid value, not an unknown option.
            let takes_values = arg.get_action().takes_values();
            let arg = arg.allow_negative_numbers(takes_values);
            if arg.is_positional() {
                // Under a custom heading clap would sort them by name.
                positionals += 1;
                arg.display_order(positionals).help_heading(lang.pick("Arguments", "Arguments "))
            } else {
                arg.help_heading(lang.pick("Options", "Options "))
            }
        });
    command.mut_subcommands(|sub| localize(sub, lang))
}

fn help_flag(lang: Lang) -> Arg {
    Arg::new("help")
        .display_order(104)
        .short('h')
        .long("help")
        .action(ArgAction::Help)
        .help(lang.pick("Print help", "Afficher l’aide"))
}
