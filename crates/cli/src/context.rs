use std::{
    ffi::OsString,
    hash::{BuildHasher as _, Hasher as _, RandomState},
    io::IsTerminal as _,
};

use clap::{ArgMatches, ColorChoice};
use mekong_core::{Charset, Lang, Text};

/// What every command wants to know about the person and the terminal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Context {
    pub(crate) lang: Lang,
    pub(crate) color: bool,
    pub(crate) charset: Charset,
}

impl Context {
    pub(crate) fn new(lang: Lang, matches: &ArgMatches) -> Context {
        let choice = matches.get_one::<String>("color").map_or("auto", String::as_str);
        let ascii = matches.get_flag("ascii");
        Context {
            lang,
            color: match choice {
                "always" => true,
                "never" => false,
                _ => wants_color(),
            },
            charset: if ascii { Charset::Ascii } else { Charset::Unicode },
        }
    }

    pub(crate) const fn text(&self, text: Text) -> &'static str {
        text.get(self.lang)
    }

    pub(crate) const fn say(&self, en: &'static str, fr: &'static str) -> &'static str {
        self.text(Text { en, fr })
    }
}

/// Colour only where a person sees it and has not asked for none (see no-color.org).
fn wants_color() -> bool {
    let no_color = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    !no_color && !dumb && std::io::stdout().is_terminal()
}

/// The language of `--lang`, else of the locale in the environment, else English.
///
/// It is needed before the arguments are parsed, because help and errors of the parser speak it too.
pub(crate) fn choose_lang(arguments: &[OsString]) -> Lang {
    if let Some(lang) = early_option(arguments, "--lang").and_then(|value| Lang::from_locale(&value)) {
        return lang;
    }
    // As for every program: LC_ALL before LC_MESSAGES before LANG, the first that says anything.
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"]
        .into_iter()
        .filter_map(std::env::var_os)
        .find(|value| !value.is_empty());
    locale.and_then(|value| Lang::from_locale(&value.to_string_lossy())).unwrap_or_default()
}

/// What `--color` says about help and errors of the parser, which are printed before the arguments are known.
pub(crate) fn help_color(arguments: &[OsString]) -> ColorChoice {
    match early_option(arguments, "--color").as_deref() {
        Some("always") => ColorChoice::Always,
        Some("never") => ColorChoice::Never,
        _ => ColorChoice::Auto,
    }
}

/// The value of an option, looked up before the arguments are parsed.
fn early_option(arguments: &[OsString], name: &str) -> Option<String> {
    let mut words =
        arguments.iter().skip(1).map(|word| word.to_string_lossy()).take_while(|word| word != "--");
    while let Some(word) = words.next() {
        match word.strip_prefix(name) {
            Some("") => return words.next().map(std::borrow::Cow::into_owned),
            Some(rest) if rest.starts_with('=') => return Some(rest[1..].to_owned()),
            _ => {}
        }
    }
    None
}

/// A seed that nobody can foresee, for deals and random games without `--seed`.
pub(crate) fn fresh_seed() -> u64 {
    RandomState::new().build_hasher().finish()
}
