//! The `mekong` program: the four games at a terminal and in scripts.

mod args;
mod cmd;
mod context;
mod failure;
mod files;
mod progress;
mod render;
mod tables;
mod usage_error;

use std::process::ExitCode;

use context::Context;

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args_os().collect();
    let lang = context::choose_lang(&arguments);
    let matches =
        match args::command(lang).color(context::help_color(&arguments)).try_get_matches_from(&arguments) {
            Ok(matches) => matches,
            Err(error) => return usage_error::report(&error, lang),
        };
    let context = Context::new(lang, &matches);
    match cmd::run(&matches, &context) {
        Ok(code) => code,
        Err(failure) => failure.report(lang),
    }
}
