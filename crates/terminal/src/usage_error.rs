//! Errors of the command line itself. clap's messages are English; the French ones are ours.

use std::{error::Error as _, io, process::ExitCode};

use clap::error::{ContextKind, ContextValue, ErrorKind};
use mekong_core::Lang;

use crate::{
    args::InvalidValue,
    failure::{Failure, print_diagnostic},
};

/// The exit status of a command line that is refused.
pub const EXIT_STATUS: u8 = 2;

/// Prints help, version or the error, and returns the exit status.
pub fn report(error: &clap::Error, lang: Lang) -> ExitCode {
    let asked_for = matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion);
    let shows_help = asked_for || error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand;
    if shows_help {
        return match error.print() {
            // A closed pipe is not an error.
            Err(failed) if failed.kind() != io::ErrorKind::BrokenPipe => Failure::Output(failed).report(lang),
            _ if asked_for => ExitCode::SUCCESS,
            _ => ExitCode::from(EXIT_STATUS),
        };
    }
    let sentence = match lang {
        Lang::En => english(error),
        Lang::Fr => format!("{}{}\n\nPour en savoir plus : --help", french(error), usage(error)),
    };
    print_diagnostic(&sentence, lang);
    ExitCode::from(EXIT_STATUS)
}

/// clap's message without its first word, or our own where clap would quote an empty text.
fn english(error: &clap::Error) -> String {
    const MORE: &str = "\n\nFor more information, try '--help'.";
    if nothing_given(error) {
        let (argument, why) = (text_of(error, ContextKind::InvalidArg), why_not(error, Lang::En));
        return format!("a value is required for '{argument}'{why}{MORE}");
    }
    if is_nameless(error) {
        return format!("missing command name{MORE}");
    }
    let message = error.render().to_string();
    message.strip_prefix("error: ").unwrap_or(&message).trim_end().to_owned()
}

/// Whether the name of the command is an empty text.
fn is_nameless(error: &clap::Error) -> bool {
    error.kind() == ErrorKind::InvalidSubcommand && text_of(error, ContextKind::InvalidSubcommand).is_empty()
}

/// The usage line, if clap provides one.
fn usage(error: &clap::Error) -> String {
    let Some(usage) = error.get(ContextKind::Usage) else { return String::new() };
    let usage = usage.to_string();
    format!("\n\nUtilisation : {}", usage.trim_start_matches("Usage:").trim())
}

/// Whether the invalid value is empty, so that there is nothing to quote.
fn nothing_given(error: &clap::Error) -> bool {
    error.kind() == ErrorKind::ValueValidation && text_of(error, ContextKind::InvalidValue).is_empty()
}

/// Our own reason why a value is invalid, after a colon.
fn why_not(error: &clap::Error, lang: Lang) -> String {
    let why = error.source().and_then(|source| source.downcast_ref::<InvalidValue>());
    let colon = lang.pick(": ", " : ");
    why.map(|InvalidValue(why)| format!("{colon}{why}")).unwrap_or_default()
}

fn text_of(error: &clap::Error, kind: ContextKind) -> String {
    error.get(kind).map(list).unwrap_or_default()
}

fn french(error: &clap::Error) -> String {
    let of = |kind| text_of(error, kind);
    // clap writes `<JEU>` and `--seed <N>`; between quotation marks the name is enough.
    let name = |text: &str| {
        let first = text.split(" <").next().unwrap_or_default();
        first.trim_matches(['<', '>', '[', ']']).to_owned()
    };
    let argument = name(&of(ContextKind::InvalidArg));
    let other = name(&of(ContextKind::PriorArg));
    let value = of(ContextKind::InvalidValue);
    let suggestion =
        [ContextKind::SuggestedArg, ContextKind::SuggestedSubcommand, ContextKind::SuggestedValue]
            .into_iter()
            .find_map(|kind| error.get(kind))
            .map(|value| format!(" ; vouliez-vous dire « {} » ?", list(value)))
            .unwrap_or_default();
    let sentence = match error.kind() {
        ErrorKind::InvalidSubcommand if is_nameless(error) => "il manque le nom d’une commande".to_owned(),
        ErrorKind::InvalidSubcommand => {
            format!("commande inconnue « {} »", of(ContextKind::InvalidSubcommand))
        }
        ErrorKind::MissingSubcommand => "il manque une commande".to_owned(),
        ErrorKind::UnknownArgument if argument.starts_with('-') => {
            format!("l’option « {argument} » n’existe pas")
        }
        ErrorKind::UnknownArgument => format!("argument inattendu « {argument} »"),
        ErrorKind::InvalidValue if value.is_empty() => format!("il manque une valeur à « {argument} »"),
        ErrorKind::InvalidValue => {
            let valid = of(ContextKind::ValidValue);
            format!("valeur invalide « {value} » pour « {argument} » (valeurs possibles : {valid})")
        }
        ErrorKind::ValueValidation => {
            let why = why_not(error, Lang::Fr);
            if nothing_given(error) {
                format!("il manque une valeur à « {argument} »{why}")
            } else {
                format!("valeur invalide « {value} » pour « {argument} »{why}")
            }
        }
        ErrorKind::MissingRequiredArgument => format!("il manque « {argument} »"),
        ErrorKind::ArgumentConflict if argument == other => format!("« {argument} » est donné deux fois"),
        ErrorKind::ArgumentConflict => format!("« {argument} » et « {other} » sont incompatibles"),
        ErrorKind::TooManyValues => format!("valeur inattendue « {value} » après « {argument} »"),
        ErrorKind::WrongNumberOfValues | ErrorKind::TooFewValues => {
            format!("« {argument} » n’a pas le bon nombre de valeurs")
        }
        ErrorKind::NoEquals => format!("il manque « = » après « {argument} »"),
        ErrorKind::InvalidUtf8 => "un argument n’est pas du texte UTF-8".to_owned(),
        _ => "ligne de commande invalide".to_owned(),
    };
    sentence + &suggestion
}

fn list(value: &ContextValue) -> String {
    match value {
        ContextValue::String(text) => text.clone(),
        ContextValue::Strings(texts) => texts.join(", "),
        other => other.to_string(),
    }
}
