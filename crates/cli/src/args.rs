//! The command line, in the person's language.

use std::{ops::RangeInclusive, thread};

use clap::{
    Arg, ArgAction, ArgMatches, Command,
    builder::{PossibleValuesParser, ValueParser},
};
use mekong_core::{Lang, Text, say};

use crate::{cmd, render::glue};

/// The whole command line.
pub(crate) fn command(lang: Lang) -> Command {
    let t = |en, fr| Text { en, fr }.get(lang);
    let root = Command::new("mekong")
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
        ))
        .subcommand_required(true)
        .arg_required_else_help(true)
        .disable_help_subcommand(true)
        // French sets a space before the colon that the parser adds.
        .subcommand_help_heading(t("Commands", "Commandes "))
        .subcommand_value_name(t("COMMAND", "COMMANDE"))
        .arg(
            Arg::new("lang")
                .display_order(100)
                .long("lang")
                .value_name("fr|en")
                .global(true)
                .hide_possible_values(true)
                .value_parser(PossibleValuesParser::new(["fr", "en"]))
                .help(t(
                    "Language of all texts (default: that of the environment, else English)",
                    "Langue de tous les textes (par défaut celle de l'environnement, sinon l'anglais)",
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
                .help(t(
                    "Colours; \"auto\" means: on a terminal, and not if NO_COLOR is set",
                    "Couleurs ; « auto » veut dire : sur un terminal, et pas si NO_COLOR est défini",
                )),
        )
        .arg(Arg::new("ascii").display_order(102).long("ascii").global(true).action(ArgAction::SetTrue).help(
            t(
                "Draw boards with plain ASCII characters",
                "Dessiner les plateaux avec les seuls caractères ASCII",
            ),
        ))
        .disable_version_flag(true)
        .arg(
            Arg::new("version")
                .display_order(103)
                .short('V')
                .long("version")
                .action(ArgAction::Version)
                .help(t("Print the version", "Afficher la version")),
        )
        .subcommands(cmd::commands(lang));
    localize(root, lang)
}

/// Gives a command and those below it a help flag and headings in the right language: the parser's own are English.
fn localize(command: Command, lang: Lang) -> Command {
    let t = |en, fr| Text { en, fr }.get(lang);
    let mut positionals = 0;
    let command = command
        .disable_help_flag(true)
        .arg(
            Arg::new("help")
                .display_order(104)
                .short('h')
                .long("help")
                .action(ArgAction::Help)
                .help(t("Explain this command", "Expliquer cette commande")),
        )
        .help_template(t(
            "{about-with-newline}\nUsage: {usage}\n\n{all-args}{after-help}",
            "{about-with-newline}\nUtilisation : {usage}\n\n{all-args}{after-help}",
        ))
        .mut_args(|arg| {
            let help = arg.get_help().map(|help| glue(&help.to_string())).unwrap_or_default();
            // "-5" is a value that does not fit, and not an option that there is not.
            let takes_values = arg.get_action().takes_values();
            let arg = arg.help(help).allow_negative_numbers(takes_values);
            if arg.is_positional() {
                // Under a heading of ours the parser would sort them by name.
                positionals += 1;
                arg.display_order(positionals).help_heading(t("Arguments", "Arguments "))
            } else {
                arg.help_heading(t("Options", "Options "))
            }
        });
    let after = command.get_after_help().map(|text| glue(&text.to_string()));
    let command = match after {
        Some(text) => command.after_help(text),
        None => command,
    };
    command.mut_subcommands(|sub| localize(sub, lang))
}

/// A whole number within bounds. The sentence about anything else is ours: the parser's own is English.
pub(crate) fn number(range: RangeInclusive<u64>, lang: Lang) -> ValueParser {
    ValueParser::from(move |text: &str| match whole(text) {
        Some(number) if range.contains(&number) => Ok(number),
        _ => {
            let (least, most) = (range.start(), range.end());
            Err(Wrong(say!(
                lang,
                "it must be a whole number from {least} to {most}",
                "il faut un nombre entier de {least} à {most}",
            )))
        }
    })
}

/// An even number within bounds, for games that are played from both sides.
pub(crate) fn even_number(range: RangeInclusive<u64>, lang: Lang) -> ValueParser {
    ValueParser::from(move |text: &str| match whole(text) {
        Some(number) if number.is_multiple_of(2) && range.contains(&number) => Ok(number),
        _ => {
            let (least, most) = (range.start(), range.end());
            Err(Wrong(say!(
                lang,
                "it must be an even number from {least} to {most}: every opening is played from both sides",
                "il faut un nombre pair de {least} à {most} : chaque ouverture est jouée des deux côtés",
            )))
        }
    })
}

/// A number written in digits only.
fn whole(text: &str) -> Option<u64> {
    text.parse().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()))
}

/// What is wrong with a value, already in the person's language.
#[derive(Clone, Debug)]
pub(crate) struct Wrong(pub(crate) String);

impl std::fmt::Display for Wrong {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Wrong {}

/// `GAME`.
pub(crate) fn game(lang: Lang) -> Arg {
    Arg::new("game")
        .value_name(Text { en: "GAME", fr: "JEU" }.get(lang))
        .help(Text { en: "siam, samliam, saigon or palam", fr: "siam, samliam, saigon ou palam" }.get(lang))
}

/// `--variant`.
pub(crate) fn variant(lang: Lang) -> Arg {
    let help = Text {
        en: "Variant rules, with commas between them (\"mekong games\" lists them)",
        fr: "Règles de variante, séparées par des virgules (« mekong games » en donne la liste)",
    };
    Arg::new("variant")
        .long("variant")
        .alias("variants")
        .value_name("a,b")
        .action(ArgAction::Append)
        .help(help.get(lang))
}

/// The texts given with `--variant`. An empty one is the plain game, handy in scripts.
pub(crate) fn variant_names(matches: &ArgMatches) -> Vec<String> {
    matches.get_many::<String>("variant").into_iter().flatten().cloned().collect()
}

/// `--json`.
pub(crate) fn json(lang: Lang) -> Arg {
    let help = Text { en: "Print one JSON object", fr: "Afficher un objet JSON" };
    Arg::new("json").long("json").action(ArgAction::SetTrue).help(help.get(lang))
}

/// `--threads`.
pub(crate) fn threads(lang: Lang) -> Arg {
    let help =
        Text { en: "Threads (default: one a core)", fr: "Fils d'exécution (par défaut un par cœur)" };
    Arg::new("threads")
        .long("threads")
        .value_name("N")
        .value_parser(number(1..=1024, lang))
        .help(help.get(lang))
}

/// The threads asked for, or one a core.
pub(crate) fn thread_count(matches: &ArgMatches) -> usize {
    let given = matches.get_one::<u64>("threads").and_then(|&threads| usize::try_from(threads).ok());
    given.or_else(|| thread::available_parallelism().ok().map(usize::from)).unwrap_or(1)
}

/// `--variant`, `--position`, `--moves` and `--seed`: where to start from.
pub(crate) fn opening(command: Command, lang: Lang) -> Command {
    let t = |en, fr| Text { en, fr }.get(lang);
    command
        .arg(variant(lang))
        .arg(
            Arg::new("position")
                .long("position")
                .value_name(t("TEXT", "TEXTE"))
                // An empty slot or cell is a hyphen, and it may come first.
                .allow_hyphen_values(true)
                .help(t(
                    "Start from this position instead of the start of the game",
                    "Partir de cette position au lieu du début de la partie",
                )),
        )
        .arg(
            Arg::new("moves")
                .long("moves")
                .value_name("m1 m2 …")
                .allow_hyphen_values(true)
                .help(t("Then play these moves", "Puis jouer ces coups")),
        )
        .arg(Arg::new("seed").long("seed").value_name("N").value_parser(number(0..=u64::MAX, lang)).help(t(
            "Fix the deal of a game that begins with one (Palam)",
            "Fixer la donne d'un jeu qui commence par une donne (Palam)",
        )))
}

#[cfg(test)]
mod tests {
    use std::{any::TypeId, error::Error as _, path::PathBuf};

    use clap::{Arg, Command, error::ErrorKind};
    use mekong_core::Lang;

    use super::{Wrong, command};

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
        let why = error.source().and_then(|source| source.downcast_ref::<Wrong>());
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
