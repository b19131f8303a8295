//! The `mekong` program: the four games at a terminal and in scripts.

mod args;
mod cmd;
mod context;
mod duration;
mod failure;
mod files;
mod memory;
mod progress;
mod render;
mod tables;
mod usage_error;

use std::{ffi::OsString, process::ExitCode};

use context::Context;
use mekong_core::visible_path;

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args_os().collect();
    let lang = context::choose_lang(&arguments);
    let parse = |arguments: &[OsString]| {
        args::command(lang).color(context::help_color(arguments)).try_get_matches_from(arguments)
    };
    let matches = match parse(&arguments) {
        Ok(matches) => matches,
        Err(error) => {
            // The parser quotes what it refuses, and not everything in it may reach a terminal.
            let visible: Vec<OsString> =
                arguments.iter().map(|argument| visible_path(&argument.to_string_lossy()).into()).collect();
            let error = parse(&visible).err().unwrap_or(error);
            return usage_error::report(&error, lang);
        }
    };
    let context = Context::new(lang, &matches);
    match cmd::run(&matches, &context) {
        Ok(code) => code,
        Err(failure) => failure.report(lang),
    }
}
