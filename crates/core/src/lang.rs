use crate::say;

/// A language of the user interface. Every visible text exists in both.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// French.
    Fr,
}

impl Lang {
    /// Both languages.
    pub const ALL: [Lang; 2] = [Lang::En, Lang::Fr];

    /// The two-letter code, `en` or `fr`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Lang::En => "en",
            Lang::Fr => "fr",
        }
    }

    /// One of two texts.
    #[must_use]
    pub const fn pick(self, en: &'static str, fr: &'static str) -> &'static str {
        Text { en, fr }.get(self)
    }

    /// Whether a noun after this number has no plural `s`: for 1, and in French for 0 as well.
    #[must_use]
    pub const fn is_singular(self, count: u32) -> bool {
        match self {
            Lang::En => count == 1,
            Lang::Fr => count < 2,
        }
    }

    /// The plural `s` of a noun after this number, if it has one.
    #[must_use]
    pub const fn plural_s(self, count: u32) -> &'static str {
        if self.is_singular(count) { "" } else { "s" }
    }

    /// A number with this many decimals and the decimal separator of the language. Zero has no sign.
    #[must_use]
    pub fn decimal(self, number: f64, decimals: usize) -> String {
        let text = format!("{number:.decimals$}");
        let is_zero = text.trim_matches(['-', '0', '.']).is_empty();
        self.with_separator(if is_zero { text.trim_start_matches('-') } else { &text })
    }

    /// A number that is written with a decimal point, with the decimal separator of the language.
    #[must_use]
    pub fn with_separator(self, number: &str) -> String {
        match self {
            Lang::En => number.to_owned(),
            Lang::Fr => number.replace('.', ","),
        }
    }

    /// The language of a locale name such as `fr_FR.UTF-8`, `fr`, `en-GB`; `None` for any other language.
    #[must_use]
    pub fn from_locale(name: &str) -> Option<Lang> {
        let language = name.split(['_', '-', '.', '@']).next().unwrap_or_default();
        Lang::ALL.into_iter().find(|lang| language.eq_ignore_ascii_case(lang.code()))
    }
}

/// A fixed text in both languages.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Text {
    /// The English text.
    pub en: &'static str,
    /// The French text.
    pub fr: &'static str,
}

impl Text {
    /// The same text in both languages, for proper names.
    #[must_use]
    pub const fn same(text: &'static str) -> Text {
        Text { en: text, fr: text }
    }

    /// The text in one language.
    #[must_use]
    pub const fn get(self, lang: Lang) -> &'static str {
        match lang {
            Lang::En => self.en,
            Lang::Fr => self.fr,
        }
    }
}

/// A value with a description in both languages.
///
/// Sentences start in lower case and end without a full stop, so that they can be joined to others.
pub trait Explain {
    /// The sentence in `lang`.
    fn explain(&self, lang: Lang) -> String;
}

impl Explain for Text {
    fn explain(&self, lang: Lang) -> String {
        self.get(lang).to_owned()
    }
}

/// Joins sentences with the semicolon of the language.
///
/// ```
/// use mekong_core::{Lang, Text, explain_all};
///
/// let problems = [Text { en: "no king", fr: "pas de roi" }, Text { en: "two queens", fr: "deux dames" }];
/// assert_eq!(explain_all(&problems, Lang::En), "no king; two queens");
/// assert_eq!(explain_all(&problems, Lang::Fr), "pas de roi ; deux dames");
/// ```
#[must_use]
pub fn explain_all<E: Explain>(what: &[E], lang: Lang) -> String {
    let sentences: Vec<String> = what.iter().map(|one| one.explain(lang)).collect();
    sentences.join(lang.pick("; ", " ; "))
}

/// Prefixes a sentence with its subject (a field, a file or a location) and the colon of the language.
///
/// ```
/// use mekong_core::{Lang, with_subject};
///
/// assert_eq!(with_subject("line 3", "no move", Lang::En), "line 3: no move");
/// assert_eq!(with_subject("ligne 3", "pas de coup", Lang::Fr), "ligne 3 : pas de coup");
/// ```
#[must_use]
pub fn with_subject(subject: &str, sentence: &str, lang: Lang) -> String {
    say!(lang, "{subject}: {sentence}", "{subject} : {sentence}")
}

/// User input in the quotation marks of a language, for use in a sentence.
///
/// Its letters are [`visible`].
///
/// ```
/// use mekong_core::{Lang, quoted};
///
/// assert_eq!(quoted("c9", Lang::En), "\"c9\"");
/// assert_eq!(quoted("c9\u{a0}", Lang::Fr), "«\u{202f}c9<U+00A0>\u{202f}»");
/// ```
#[must_use]
pub fn quoted(text: &str, lang: Lang) -> String {
    let text = visible(text);
    match lang {
        Lang::En => format!("\"{text}\""),
        Lang::Fr if text.is_empty() => "« »".to_owned(),
        Lang::Fr => format!("« {text} »"),
    }
}

/// The maximum length of quoted text, in characters.
const MAX_QUOTE_LEN: usize = 40;

/// User input without quotation marks, for use in a sentence; see [`quoted`].
///
/// Invisible characters are shown as code points, so that a stray no-break space can be found and no control character
/// reaches a terminal. Long text is truncated.
///
/// ```
/// use mekong_core::visible;
///
/// assert_eq!(visible("c9\u{1b}"), "c9<U+001B>");
/// ```
#[must_use]
pub fn visible(text: &str) -> String {
    let mut shown = String::new();
    let mut length = 0;
    for ch in text.chars() {
        // `escape_debug` escapes unprintable characters, but also quotation marks and backslashes.
        let plain = matches!(ch, '"' | '\'' | '\\') || ch.escape_debug().len() == 1;
        let piece = if plain { ch.to_string() } else { format!("<U+{:04X}>", u32::from(ch)) };
        length += piece.chars().count();
        if length > MAX_QUOTE_LEN {
            shown.push('…');
            break;
        }
        shown.push_str(&piece);
    }
    shown
}

/// The maximum length of a file name in a message, in characters.
const MAX_PATH_LEN: usize = 240;

/// The name of a file or a program, for use in a sentence. Control characters are shown as code points and the middle
/// of a very long name is omitted; all other characters, including combining accents, are unchanged.
///
/// ```
/// use mekong_core::visible_path;
///
/// assert_eq!(visible_path("été/\u{1b}[2J.pgn"), "été/<U+001B>[2J.pgn");
/// ```
#[must_use]
pub fn visible_path(path: &str) -> String {
    let is_bidi_control =
        |ch: char| matches!(ch, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let hidden = |ch: char| ch.is_control() || is_bidi_control(ch);
    let piece = |ch: char| if hidden(ch) { format!("<U+{:04X}>", u32::from(ch)) } else { ch.to_string() };
    let shown: Vec<char> =
        path.chars().take(100 * MAX_PATH_LEN).map(piece).collect::<String>().chars().collect();
    if shown.len() <= MAX_PATH_LEN {
        return shown.into_iter().collect();
    }
    let half = MAX_PATH_LEN / 2;
    shown[..half].iter().chain(&['…']).chain(&shown[shown.len() - half..]).collect()
}

/// Picks and formats the sentence of one language: `say!(lang, "needs {n}", "demande {n}")`.
#[macro_export]
macro_rules! say {
    ($lang:expr, $en:literal, $fr:literal $(,)?) => {
        match $lang {
            $crate::Lang::En => format!($en),
            $crate::Lang::Fr => format!($fr),
        }
    };
}

/// Implements `Display` (the English sentence) and `Error` for types that implement [`Explain`].
#[macro_export]
macro_rules! explained_error {
    ($($type:ty),+ $(,)?) => {$(
        impl ::core::fmt::Display for $type {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.write_str(&$crate::Explain::explain(self, $crate::Lang::En))
            }
        }
        impl ::core::error::Error for $type {}
    )+};
}

#[cfg(test)]
mod tests {
    use super::{Lang, Text, explain_all, quoted, visible, visible_path, with_subject};

    #[test]
    fn locales_name_their_language() {
        assert_eq!(Lang::from_locale("fr_FR.UTF-8"), Some(Lang::Fr));
        assert_eq!(Lang::from_locale("FR"), Some(Lang::Fr));
        assert_eq!(Lang::from_locale("en-GB"), Some(Lang::En));
        assert_eq!(Lang::from_locale("C.UTF-8"), None);
        assert_eq!(Lang::from_locale(""), None);
        assert_eq!(Lang::from_locale("frr"), None);
    }

    #[test]
    fn numbers_have_the_separator_of_the_language() {
        assert_eq!(Lang::ALL.map(|lang| lang.decimal(-1.25, 1)), ["-1.2", "-1,2"]);
        assert_eq!(Lang::ALL.map(|lang| lang.decimal(-0.04, 1)), ["0.0", "0,0"]);
        assert_eq!(Lang::ALL.map(|lang| lang.with_separator("2.50")), ["2.50", "2,50"]);
    }

    #[test]
    fn zero_is_singular_in_french() {
        assert_eq!([0, 1, 2].map(|count| Lang::En.is_singular(count)), [false, true, false]);
        assert_eq!([0, 1, 2].map(|count| Lang::Fr.is_singular(count)), [true, true, false]);
    }

    #[test]
    fn sentences_are_joined_with_the_punctuation_of_the_language() {
        let problems = ["a", "b", "c"].map(Text::same);
        assert_eq!(Lang::ALL.map(|lang| explain_all(&problems, lang)), ["a; b; c", "a ; b ; c"]);
        assert_eq!(Lang::ALL.map(|lang| explain_all(&problems[..1], lang)), ["a", "a"]);
        assert_eq!(explain_all::<Text>(&[], Lang::Fr), "");
        assert_eq!(
            Lang::ALL.map(|lang| with_subject("rows", "empty", lang)),
            ["rows: empty", "rows : empty"]
        );
    }

    #[test]
    fn input_is_quoted_for_the_language() {
        assert_eq!(Lang::ALL.map(|lang| quoted("c9", lang)), ["\"c9\"", "« c9 »"]);
        assert_eq!(Lang::ALL.map(|lang| quoted("", lang)), ["\"\"", "« »"]);
        assert_eq!(quoted("é♞\u{1f418} '\"\\", Lang::En), "\"é♞\u{1f418} '\"\\\"");
    }

    #[test]
    fn invisible_characters_are_shown_as_code_points() {
        let cases = [
            ('\0', "<U+0000>"),
            ('\t', "<U+0009>"),
            ('\n', "<U+000A>"),
            ('\u{1b}', "<U+001B>"),
            ('\u{7f}', "<U+007F>"),
            ('\u{a0}', "<U+00A0>"),
            ('\u{301}', "<U+0301>"),
            ('\u{200b}', "<U+200B>"),
            ('\u{202e}', "<U+202E>"),
            ('\u{10ffff}', "<U+10FFFF>"),
        ];
        for (ch, shown) in cases {
            assert_eq!(quoted(&format!("a{ch}b"), Lang::En), format!("\"a{shown}b\""));
        }
    }

    #[test]
    fn long_text_is_truncated() {
        let forty = "é".repeat(40);
        assert_eq!(quoted(&forty, Lang::Fr), format!("« {forty} »"));
        assert_eq!(quoted(&format!("{forty}é"), Lang::Fr), format!("« {forty}… »"));
        assert_eq!(quoted(&"\0".repeat(1_000), Lang::En), format!("\"{}…\"", "<U+0000>".repeat(5)));
        assert_eq!(visible(&format!("{forty}é")), format!("{forty}…"));
    }

    #[test]
    fn long_paths_are_shown_in_full_up_to_a_limit() {
        let long = format!("/{}.pgn", "é".repeat(200));
        assert_eq!(visible_path(&long), long);
        assert_eq!(visible_path("e\u{301}.pgn"), "e\u{301}.pgn", "as some systems write it");
        assert_eq!(visible_path("a\nb\u{202e}\u{7f}"), "a<U+000A>b<U+202E><U+007F>");
        let long = visible_path(&format!("a{}z", "x".repeat(1_000_000)));
        assert!(long.chars().count() == 241 && long.starts_with("ax") && long.contains('…'), "{long}");
        assert_eq!(visible_path(""), "");
    }
}
