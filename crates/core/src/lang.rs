/// A language of the people who play. Every text they can see exists in both.
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
    /// The same words in both languages: proper names.
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

/// Something that can say itself in a sentence, in either language.
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

/// Gives types that [`Explain`] themselves their English sentence as `Display`, and makes them errors.
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
    use super::Lang;

    #[test]
    fn locales_name_their_language() {
        assert_eq!(Lang::from_locale("fr_FR.UTF-8"), Some(Lang::Fr));
        assert_eq!(Lang::from_locale("FR"), Some(Lang::Fr));
        assert_eq!(Lang::from_locale("en-GB"), Some(Lang::En));
        assert_eq!(Lang::from_locale("C.UTF-8"), None);
        assert_eq!(Lang::from_locale(""), None);
        assert_eq!(Lang::from_locale("frr"), None);
    }
}
