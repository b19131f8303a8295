//! The user's language and terminal.

use std::{
    ffi::OsString,
    hash::{BuildHasher as _, Hasher as _, RandomState},
    io::IsTerminal as _,
};

use clap::{ArgMatches, ColorChoice};
use mekong_core::{Charset, Lang, Text};

/// What every command needs to know about the user and the terminal.
#[derive(Clone, Copy, Debug)]
pub struct Context {
    /// The language of all messages.
    pub lang: Lang,
    /// Whether output on standard output is coloured.
    pub color: bool,
    /// The characters that boards are drawn with.
    pub charset: Charset,
}

impl Context {
    /// Reads the global options `--color` and `--ascii`.
    pub fn new(lang: Lang, matches: &ArgMatches) -> Context {
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

    /// A text in the user's language.
    pub const fn text(&self, text: Text) -> &'static str {
        text.get(self.lang)
    }
}

/// Colour on a terminal only, and not if the user has set `NO_COLOR` (see no-color.org).
fn wants_color() -> bool {
    let no_color = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    !no_color && !is_dumb && std::io::stdout().is_terminal()
}

/// The language of `--lang`, else of the locale in the environment, else English.
///
/// It is needed before the arguments are parsed, because clap's help and errors use it too.
pub fn choose_lang(arguments: &[OsString]) -> Lang {
    if let Some(lang) = early_option(arguments, "--lang").and_then(|value| Lang::from_locale(&value)) {
        return lang;
    }
    // POSIX order of precedence: the first that is set and not empty.
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"]
        .into_iter()
        .filter_map(std::env::var_os)
        .find(|value| !value.is_empty());
    locale.and_then(|value| Lang::from_locale(&value.to_string_lossy())).unwrap_or_default()
}

/// The value of `--color` for clap's help and errors, which are printed before the arguments are known.
pub fn help_color(arguments: &[OsString]) -> ColorChoice {
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

/// An unpredictable seed, for deals and random games without `--seed`.
pub fn fresh_seed() -> u64 {
    RandomState::new().build_hasher().finish()
}
