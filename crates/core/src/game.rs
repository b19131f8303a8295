use crate::{Diagram, Draw, Explain, Lang, Notation, Text, explained_error, quoted, say};

/// A game: its facts, its variants, its start.
pub trait Game: Send + Sync + 'static {
    /// The positions of the game.
    type Position: Notation + Draw + Diagram;

    /// What there is to know about the game besides its rules.
    const INFO: GameInfo;

    /// The position a game starts from. `seed` decides the deal in games that begin with one
    /// ([`GameInfo::dealt`]); others ignore it.
    fn start(variants: Variants, seed: u64) -> Self::Position;
}

/// The facts of a game.
#[derive(Clone, Copy, Debug)]
pub struct GameInfo {
    /// The name in commands, files and addresses: lower case, no spaces.
    pub id: &'static str,
    /// The name on the box.
    pub title: &'static str,
    /// Who invented it.
    pub author: &'static str,
    /// Who published it, if we know.
    pub publisher: Option<&'static str>,
    /// The year of publication, if we know.
    pub year: Option<u16>,
    /// What the two seats are called.
    pub seats: [Text; 2],
    /// One sentence that says what the game is about.
    pub summary: Text,
    /// How to write a move, in a few lines.
    pub moves_help: Text,
    /// The variant rules, in the order in which they are always listed.
    pub variants: &'static [VariantInfo],
    /// Whether the start is drawn from a seed.
    pub dealt: bool,
}

impl GameInfo {
    /// Author, publisher and year as one phrase, with what we do not know said plainly.
    #[must_use]
    pub fn credit(&self, lang: Lang) -> String {
        let publisher = match self.publisher {
            Some(name) => name.to_owned(),
            None => say!(lang, "publisher unknown to us", "éditeur inconnu de nous"),
        };
        let year = match self.year {
            Some(year) => year.to_string(),
            None => say!(lang, "year unknown to us", "année inconnue de nous"),
        };
        format!("{}, {publisher}, {year}", self.author)
    }

    /// The variants that names stand for, in any order and in upper or lower case. Each text may hold several names with
    /// commas or spaces between them, so that a list of names and one text mean the same; [`PLAIN`] and an empty text
    /// stand for no variant.
    pub fn parse_variants<S: AsRef<str>>(
        &self,
        names: impl IntoIterator<Item = S>,
    ) -> Result<Variants, VariantError> {
        let mut variants = Variants::NONE;
        for text in names {
            for name in split_names(text.as_ref()) {
                let Some(index) = self.variants.iter().position(|v| v.id.eq_ignore_ascii_case(name)) else {
                    return Err(VariantError::Unknown {
                        name: name.to_owned(),
                        game: self.title,
                        known: self.variants.iter().map(|v| v.id).collect(),
                    });
                };
                if variants.has(index) {
                    return Err(VariantError::Twice { name: name.to_owned() });
                }
                variants = variants.with(index);
            }
        }
        Ok(variants)
    }

    /// The names of variants, in the order of [`GameInfo::variants`].
    #[must_use]
    pub fn variant_names(&self, variants: Variants) -> Vec<&'static str> {
        self.variants
            .iter()
            .enumerate()
            .filter(|(index, _)| variants.has(*index))
            .map(|(_, variant)| variant.id)
            .collect()
    }

    /// Every combination of the variants, the plain game first.
    pub fn all_variants(&self) -> impl Iterator<Item = Variants> + use<> {
        (0..1_u8 << self.variants.len()).map(Variants)
    }
}

/// The name that stands for the game without variant rules, wherever variants are named.
pub const PLAIN: &str = "plain";

/// The names of variants in a text.
fn split_names(text: &str) -> impl Iterator<Item = &str> {
    let names = text.split(|ch: char| ch == ',' || ch.is_whitespace());
    names.filter(|name| !name.is_empty() && !name.eq_ignore_ascii_case(PLAIN))
}

/// The facts of a variant rule.
#[derive(Clone, Copy, Debug)]
pub struct VariantInfo {
    /// The name in commands, files and addresses.
    pub id: &'static str,
    /// What the rule says.
    pub rule: Text,
}

/// A choice of a game's variant rules: bit `i` stands for `GameInfo::variants[i]`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Variants(u8);

impl Variants {
    /// The plain game.
    pub const NONE: Variants = Variants(0);

    /// These and the variant with this index.
    #[must_use]
    pub const fn with(self, index: usize) -> Variants {
        Variants(self.0 | 1 << index)
    }

    /// The choice as bits, in the order of the game's list.
    #[must_use]
    #[inline]
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// Whether the variant with this index is chosen.
    #[must_use]
    #[inline]
    pub const fn has(self, index: usize) -> bool {
        self.0 >> index & 1 == 1
    }
}

/// Why names of variants are refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum VariantError {
    /// The game has no such variant.
    Unknown {
        /// The name given.
        name: String,
        /// The game's title.
        game: &'static str,
        /// The variants it has.
        known: Vec<&'static str>,
    },
    /// The same name twice.
    Twice {
        /// The name.
        name: String,
    },
}

impl Explain for VariantError {
    fn explain(&self, lang: Lang) -> String {
        let (VariantError::Unknown { name, .. } | VariantError::Twice { name }) = self;
        let name = quoted(name, lang);
        match self {
            VariantError::Unknown { game, known, .. } if known.is_empty() => say!(
                lang,
                "variant: {game} has no variants, so {name} is not one",
                "variante : {game} n'a pas de variante, {name} n'en est donc pas une",
            ),
            VariantError::Unknown { game, known, .. } => {
                let known = known.join(", ");
                say!(
                    lang,
                    "variant: {game} has no variant {name} (it has: {known})",
                    "variante : {game} n'a pas de variante {name} (il a : {known})",
                )
            }
            VariantError::Twice { .. } => {
                say!(lang, "variant: {name} is given twice", "variante : {name} est donnée deux fois")
            }
        }
    }
}
explained_error!(VariantError);
