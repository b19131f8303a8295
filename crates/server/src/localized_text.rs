//! Texts in both languages that are built at run time.

use mekong_core::{Explain, Lang, Text};

/// A text in both languages.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LocalizedText {
    /// English.
    pub en: String,
    /// French.
    pub fr: String,
}

impl LocalizedText {
    /// The text that a function returns for each language.
    pub(crate) fn new(text: impl Fn(Lang) -> String) -> LocalizedText {
        LocalizedText { en: text(Lang::En), fr: text(Lang::Fr) }
    }

    /// The explanation of an error.
    pub(crate) fn of(error: &impl Explain) -> LocalizedText {
        LocalizedText::new(|lang| error.explain(lang))
    }

    /// The text in a language.
    #[must_use]
    pub fn get(&self, lang: Lang) -> &str {
        match lang {
            Lang::En => &self.en,
            Lang::Fr => &self.fr,
        }
    }
}

impl From<Text> for LocalizedText {
    fn from(text: Text) -> LocalizedText {
        LocalizedText::new(|lang| text.get(lang).to_owned())
    }
}
