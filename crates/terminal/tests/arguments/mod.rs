//! Checks of a whole command line, for the tests of each program.

use std::{any::TypeId, error::Error as _, ffi::OsString, path::PathBuf};

use clap::{Arg, Command, error::ErrorKind};
use mekong_core::Lang;
use mekong_terminal::args::InvalidValue;

/// Builds a command line.
pub(crate) type Build = fn(Lang) -> Command;

/// All commands and subcommands, each with the words of its command line.
fn all_commands(command: Build, lang: Lang) -> Vec<(Vec<String>, Command)> {
    let mut found = vec![(vec!["program".to_owned()], command(lang))];
    let mut next = 0;
    while let Some((words, command)) = found.get(next).cloned() {
        for sub in command.get_subcommands() {
            found.push(([&words[..], &[sub.get_name().to_owned()]].concat(), sub.clone()));
        }
        next += 1;
    }
    found
}

/// Every argument that takes a value, with the words that precede the value.
fn all_values(command: Build, lang: Lang) -> Vec<(Vec<String>, Arg)> {
    let mut found = Vec::new();
    for (words, command) in all_commands(command, lang) {
        let mut before = words.clone();
        for arg in command.get_arguments().filter(|arg| arg.get_action().takes_values()) {
            match arg.get_long() {
                Some(long) => found.push(([&words[..], &[format!("--{long}")]].concat(), arg.clone())),
                None => {
                    found.push((before.clone(), arg.clone()));
                    before.push("siam".to_owned());
                }
            }
        }
    }
    found
}

/// The reason why a command line is refused because of a value.
fn refused(command: Build, words: &[String], lang: Lang) -> String {
    let error = command(lang).try_get_matches_from(words).expect_err("the value is invalid");
    assert_eq!(error.kind(), ErrorKind::ValueValidation, "{words:?}: {error}");
    let why = error.source().and_then(|source| source.downcast_ref::<InvalidValue>());
    why.unwrap_or_else(|| panic!("{words:?}: {error}")).0.clone()
}

/// Tries invalid values for every option of a command line, which has at least this many numeric options.
pub(crate) fn check(command: Build, numbers: usize) {
    assert!(refuse_numbers_out_of_range(command) >= numbers);
    refuse_negative_numbers(command);
}

/// Tries invalid values for every numeric option. Returns how many options there are.
fn refuse_numbers_out_of_range(command: Build) -> usize {
    let huge = "9".repeat(40);
    let mut numbers = 0;
    for (lang, from, to) in [(Lang::En, "number from ", " to "), (Lang::Fr, "de ", " à ")] {
        for (words, arg) in all_values(command, lang) {
            if arg.get_value_parser().type_id() != TypeId::of::<u64>() {
                continue;
            }
            numbers += 1;
            for value in ["-5", "-1", "", "1.5", "-1.5", "1e3", "+5", "0x10", "many", "\u{661}", "5 ", &huge]
            {
                let mut forms = vec![[&words[..], &[value.to_owned()]].concat()];
                if arg.get_long().is_some() {
                    let (last, rest) = words.split_last().expect("the last word is the option");
                    forms.push([rest, &[format!("{last}={value}")]].concat());
                }
                for words in forms {
                    let why = refused(command, &words, lang);
                    assert!(why.contains(from) && why.contains(to), "{words:?}: {why}");
                }
            }
        }
    }
    numbers / 2
}

/// Tries a negative number for every option that takes a value: it is not parsed as another option.
fn refuse_negative_numbers(command: Build) {
    for (words, arg) in all_values(command, Lang::En) {
        let line = [&words[..], &["-5".to_owned()]].concat();
        let error = command(Lang::En).try_get_matches_from(&line).err();
        let kind = error.as_ref().map(clap::Error::kind);
        assert_ne!(kind, Some(ErrorKind::UnknownArgument), "{line:?}");
        // Durations, levels and players are parsed here; texts and files later.
        let id = arg.get_value_parser().type_id();
        let is_text = [TypeId::of::<String>(), TypeId::of::<OsString>(), TypeId::of::<PathBuf>()]
            .iter()
            .any(|text| id == *text);
        if !is_text {
            let refused = [ErrorKind::ValueValidation, ErrorKind::InvalidValue];
            assert!(kind.is_some_and(|kind| refused.contains(&kind)), "{line:?}: {error:?}");
        }
    }
}
