use crate::{
    BenchPositions, Diagram, Explain, Lang, Levels, Notation, Text, TextDiagram, explained_error, quoted, say,
};

/// A game: its facts, its variants, its start.
pub trait Game: Send + Sync + 'static {
    /// The positions of the game.
    type Position: Notation + TextDiagram + Diagram;

    /// The metadata of the game.
    const INFO: GameInfo;

    /// The levels 1 to 10 of the computer. A game that was never measured keeps the default.
    const LEVELS: Levels = Levels::DEFAULT;

    /// The positions that `mekong bench` searches; `None` leaves the game out.
    const BENCH: Option<BenchPositions> = None;

    /// The opening book: the text of `data/book.jsonl` (`docs/formats.md`); empty if the game has none.
    const BOOK: &'static str = "";

    /// The position a game starts from. `seed` decides the deal in games that begin with one
    /// ([`GameInfo::dealt`]); others ignore it.
    fn start(variants: Variants, seed: u64) -> Self::Position;
}

/// The metadata of a game.
#[derive(Clone, Copy, Debug)]
pub struct GameInfo {
    /// The id in commands, files and URLs: lower case, no spaces.
    pub id: &'static str,
    /// The title of the published game.
    pub title: Text,
    /// The inventor; `None` for a traditional game.
    pub author: Option<&'static str>,
    /// The publisher, if known.
    pub publisher: Option<&'static str>,
    /// The year of publication, if known.
    pub year: Option<u16>,
    /// The names of the two seats.
    pub seats: [Text; 2],
    /// A one-sentence summary.
    pub summary: Text,
    /// How to win, in one short sentence.
    pub goal: Text,
    /// How to write a move, in a few lines of help.
    pub moves_help: Text,
    /// The variant rules in display order.
    pub variants: &'static [VariantInfo],
    /// Whether the start position is dealt at random from a seed.
    pub dealt: bool,
    /// Whether the winner is the player with more points. Results are then given as a margin in points, and never as a
    /// distance in plies.
    pub scored_by_points: bool,
}

impl GameInfo {
    /// Author, publisher and year as one phrase.
    #[must_use]
    pub fn credit(&self, lang: Lang) -> String {
        let Some(author) = self.author else {
            return say!(lang, "traditional game", "jeu traditionnel");
        };
        let publisher = match self.publisher {
            Some(name) => name.to_owned(),
            None => say!(lang, "publisher unknown", "éditeur inconnu"),
        };
        let year = match self.year {
            Some(year) => year.to_string(),
            None => say!(lang, "year unknown", "année inconnue"),
        };
        format!("{author}, {publisher}, {year}")
    }

    /// Parses ids of variants in any order, ignoring case. Each text may contain several ids separated by commas or
    /// spaces; [`PLAIN`] and an empty text mean no variant.
    pub fn parse_variants<S: AsRef<str>>(
        &self,
        texts: impl IntoIterator<Item = S>,
    ) -> Result<Variants, VariantError> {
        let mut variants = Variants::NONE;
        for text in texts {
            for id in split_ids(text.as_ref()) {
                let Some(index) = self.variants.iter().position(|v| v.id.eq_ignore_ascii_case(id)) else {
                    return Err(VariantError::Unknown {
                        name: id.to_owned(),
                        game: self.title,
                        known: self.variants.iter().map(|v| v.id).collect(),
                    });
                };
                if variants.has(index) {
                    return Err(VariantError::Duplicate { name: id.to_owned() });
                }
                variants = variants.with(index);
            }
        }
        Ok(variants)
    }

    /// The ids of variants, in the order of [`GameInfo::variants`].
    #[must_use]
    pub fn variant_ids(&self, variants: Variants) -> Vec<&'static str> {
        self.variants
            .iter()
            .enumerate()
            .filter(|(index, _)| variants.has(*index))
            .map(|(_, variant)| variant.id)
            .collect()
    }

    /// Every combination of variants, the base game first.
    pub fn all_variants(&self) -> impl Iterator<Item = Variants> + use<> {
        (0..1_u8 << self.variants.len()).map(Variants)
    }
}

/// The name of the game without variant rules.
pub const PLAIN: &str = "plain";

/// The ids of variants in a text.
fn split_ids(text: &str) -> impl Iterator<Item = &str> {
    let ids = text.split(|ch: char| ch == ',' || ch.is_whitespace());
    ids.filter(|id| !id.is_empty() && !id.eq_ignore_ascii_case(PLAIN))
}

/// The metadata of a variant rule.
#[derive(Clone, Copy, Debug)]
pub struct VariantInfo {
    /// The id in commands, files and URLs.
    pub id: &'static str,
    /// The name on the screen.
    pub title: Text,
    /// The text of the rule.
    pub rule: Text,
}

/// A set of variant rules: bit `i` stands for `GameInfo::variants[i]`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Variants(u8);

impl Variants {
    /// No variant rules.
    pub const NONE: Variants = Variants(0);

    /// The set with the variant of this index added.
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

    /// Whether the variant with this index is in the set.
    #[must_use]
    #[inline]
    pub const fn has(self, index: usize) -> bool {
        self.0 >> index & 1 == 1
    }
}

/// Why ids of variants are invalid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum VariantError {
    /// The game has no such variant.
    Unknown {
        /// The name given.
        name: String,
        /// The game's title.
        game: Text,
        /// The variants of the game.
        known: Vec<&'static str>,
    },
    /// The same name twice.
    Duplicate {
        /// The name.
        name: String,
    },
}

impl Explain for VariantError {
    fn explain(&self, lang: Lang) -> String {
        let (VariantError::Unknown { name, .. } | VariantError::Duplicate { name }) = self;
        let name = quoted(name, lang);
        match self {
            VariantError::Unknown { game, known, .. } if known.is_empty() => {
                let game = game.get(lang);
                say!(lang, "variant: {game} has no variants", "variante : {game} n’a pas de variante",)
            }
            VariantError::Unknown { game, known, .. } => {
                let (game, known) = (game.get(lang), known.join(", "));
                say!(
                    lang,
                    "variant: {game} has no variant {name} (variants: {known})",
                    "variante : {game} n’a pas de variante {name} (variantes : {known})",
                )
            }
            VariantError::Duplicate { .. } => {
                say!(lang, "variant: {name} is given twice", "variante : {name} est donnée deux fois")
            }
        }
    }
}
explained_error!(VariantError);
