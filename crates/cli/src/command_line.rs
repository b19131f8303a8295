//! The command line of `mekong`.

use clap::Command;
use mekong_core::{Lang, Text};
use mekong_terminal::program;

use crate::cmd;

/// The whole command line.
pub(crate) fn command(lang: Lang) -> Command {
    let t = |en, fr| Text { en, fr }.get(lang);
    let command = Command::new("mekong")
        .version(env!("CARGO_PKG_VERSION"))
        .about(t(
            "Four French board games for two: Siam, Sam Liam, Saigon and Palam",
            "Quatre jeux de plateau français pour deux : Siam, Sam Liam, Saigon et Palam",
        ))
        .after_help(t(
            "Begin with:\n  \
             mekong games               which games there are, and who made them\n  \
             mekong play siam           two people at this terminal\n  \
             mekong show saigon         a board, and all that can be played on it\n\n\
             mekong COMMAND --help explains a command with examples.",
            "Pour commencer :\n  \
             mekong games               les jeux, et leurs auteurs\n  \
             mekong play siam           deux personnes à ce terminal\n  \
             mekong show saigon         un plateau, et tout ce qu'on peut y jouer\n\n\
             mekong COMMANDE --help explique une commande avec des exemples.",
        ));
    let command = program::with_subcommands(command, lang).subcommands(cmd::commands(lang));
    program::root(command, lang)
}

#[cfg(test)]
mod tests {
    use std::{any::TypeId, error::Error as _, path::PathBuf};

    use clap::{Arg, Command, error::ErrorKind};
    use mekong_core::Lang;
    use mekong_terminal::args::InvalidValue;

    use super::command;

    /// All commands, those below others too, with the words that lead to them.
    fn all_commands(lang: Lang) -> Vec<(Vec<String>, Command)> {
        let mut found = vec![(vec!["mekong".to_owned()], command(lang))];
        let mut next = 0;
        while let Some((words, command)) = found.get(next).cloned() {
            for sub in command.get_subcommands() {
                found.push(([&words[..], &[sub.get_name().to_owned()]].concat(), sub.clone()));
            }
            next += 1;
        }
        found
    }

    /// Every argument that takes a value, with what is typed before that.
    fn all_values(lang: Lang) -> Vec<(Vec<String>, Arg)> {
        let mut found = Vec::new();
        for (words, command) in all_commands(lang) {
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

    /// What is said about a command line that is refused because of a value.
    fn refused(words: &[String], lang: Lang) -> String {
        let error = command(lang).try_get_matches_from(words).expect_err("a value that does not fit");
        assert_eq!(error.kind(), ErrorKind::ValueValidation, "{words:?}: {error}");
        let why = error.source().and_then(|source| source.downcast_ref::<InvalidValue>());
        why.unwrap_or_else(|| panic!("{words:?}: {error}")).0.clone()
    }

    #[test]
    fn every_number_that_makes_no_sense_is_refused_with_its_range() {
        let huge = "9".repeat(40);
        let mut numbers = 0;
        for (lang, from, to) in [(Lang::En, "number from ", " to "), (Lang::Fr, "de ", " à ")] {
            for (words, arg) in all_values(lang) {
                if arg.get_value_parser().type_id() != TypeId::of::<u64>() {
                    continue;
                }
                numbers += 1;
                for value in
                    ["-5", "-1", "", "1.5", "-1.5", "1e3", "+5", "0x10", "many", "\u{661}", "5 ", &huge]
                {
                    let mut forms = vec![[&words[..], &[value.to_owned()]].concat()];
                    if arg.get_long().is_some() {
                        let (last, rest) = words.split_last().expect("an option");
                        forms.push([rest, &[format!("{last}={value}")]].concat());
                    }
                    for words in forms {
                        let why = refused(&words, lang);
                        assert!(why.contains(from) && why.contains(to), "{words:?}: {why}");
                    }
                }
            }
        }
        assert!(numbers >= 2 * 35, "{numbers}");
    }

    #[test]
    fn a_negative_number_is_never_taken_for_an_option() {
        for (words, arg) in all_values(Lang::En) {
            let line = [&words[..], &["-5".to_owned()]].concat();
            let error = command(Lang::En).try_get_matches_from(&line).err();
            let kind = error.as_ref().map(clap::Error::kind);
            assert_ne!(kind, Some(ErrorKind::UnknownArgument), "{line:?}");
            // Durations, levels and players are numbers in other clothes; texts and files are judged later.
            let id = arg.get_value_parser().type_id();
            let is_text = id == TypeId::of::<String>() || id == TypeId::of::<PathBuf>();
            if !is_text {
                let refused = [ErrorKind::ValueValidation, ErrorKind::InvalidValue];
                assert!(kind.is_some_and(|kind| refused.contains(&kind)), "{line:?}: {error:?}");
            }
        }
    }
}
