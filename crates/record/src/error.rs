use mekong_core::{Explain, Lang, about, explained_error, quoted, say, visible};

use crate::{GameResult, MAX_DEPTH, MoveTextError, Place, TagError, json::words};

/// Why a game file cannot be read, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordError {
    /// The line, from 1.
    pub line: usize,
    /// The character in the line, from 1.
    pub column: usize,
    /// What is wrong there.
    pub why: Why,
}

impl RecordError {
    pub(crate) fn new(place: Place, why: Why) -> RecordError {
        RecordError { line: place.line, column: place.column, why }
    }

    /// The line and the column.
    #[must_use]
    pub fn place(&self) -> Place {
        Place { line: self.line, column: self.column }
    }
}

impl Explain for RecordError {
    fn explain(&self, lang: Lang) -> String {
        let (place, why) = (self.place().explain(lang), self.why.explain(lang));
        about(&place, &why, lang)
    }
}
explained_error!(RecordError);

/// What is wrong with a game file.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Why {
    /// The bytes are not UTF-8.
    InvalidUtf8,
    /// A character that has no business here.
    UnexpectedCharacter(char),
    /// A `{` without its `}`.
    CommentNeverClosed,
    /// A `}` without its `{`.
    CommentNeverOpened,
    /// A `(` without its `)`.
    VariationNeverClosed,
    /// A `)` without its `(`.
    VariationNeverOpened,
    /// A `(` where there is no move yet that the variation could replace.
    VariationBeforeMove,
    /// More variations inside each other than [`MAX_DEPTH`].
    TooDeep,
    /// A `!`, `?` or `$` where there is no move yet that it could judge.
    NagBeforeMove,
    /// An annotation that does not exist, such as `$256` or `!?!`.
    UnknownNag(String),
    /// A number that is neither a move nor followed by a dot.
    NumberWithoutDot(String),
    /// A first move number beyond [`u32::MAX`].
    NumberTooBig(String),
    /// A result inside a variation that is still open.
    ResultInVariation {
        /// Where the variation was opened.
        opened: Place,
    },
    /// The game stops without a result.
    ResultMissing,
    /// The tag `Result` says something else than the end of the game.
    ResultsDiffer {
        /// What the tag says.
        tag: GameResult,
        /// What the end of the moves says.
        end: GameResult,
    },
    /// A tag without a name.
    TagNameMissing,
    /// A tag without a value in quotation marks.
    TagValueMissing,
    /// A tag value whose closing quotation mark is not on the same line.
    TagValueNeverClosed,
    /// A tag without its `]`.
    TagNeverClosed,
    /// The same tag twice.
    TagTwice(String),
    /// A tag whose name or value is not allowed.
    Tag(TagError),
    /// A text that cannot stand for a move.
    Move(MoveTextError),
    /// There should be one game and there is none.
    NoGame,
    /// There should be one game and there is another.
    SeveralGames,
    /// The text is not JSON.
    JsonSyntax {
        /// What the JSON reader says, in English.
        detail: String,
    },
    /// The JSON has another shape than records have.
    JsonShape {
        /// What the JSON reader says, in English.
        detail: String,
    },
    /// A JSON value that is not what its field holds.
    JsonValue {
        /// The field.
        field: &'static str,
    },
}

impl Explain for Why {
    fn explain(&self, lang: Lang) -> String {
        match self {
            Why::InvalidUtf8 => {
                say!(lang, "this byte is not UTF-8 text", "cet octet n'est pas du texte UTF-8")
            }
            Why::UnexpectedCharacter(ch) => {
                let ch = quoted(ch.encode_utf8(&mut [0; 4]), lang);
                say!(lang, "{ch} does not belong here", "{ch} n'a rien à faire ici")
            }
            Why::CommentNeverClosed => {
                say!(lang, "this comment is never closed", "ce commentaire n'est jamais fermé")
            }
            Why::CommentNeverOpened => {
                say!(lang, "this brace closes no comment", "cette accolade ne ferme aucun commentaire")
            }
            Why::VariationNeverClosed => {
                say!(lang, "this variation is never closed", "cette variante n'est jamais fermée")
            }
            Why::VariationNeverOpened => {
                say!(lang, "this bracket closes no variation", "cette parenthèse ne ferme aucune variante")
            }
            Why::VariationBeforeMove => say!(
                lang,
                "a variation follows the move it replaces, and there is none yet",
                "une variante suit le coup qu'elle remplace, et il n'y en a pas encore",
            ),
            Why::TooDeep => say!(
                lang,
                "more than {MAX_DEPTH} variations are open inside each other",
                "plus de {MAX_DEPTH} variantes sont ouvertes l'une dans l'autre",
            ),
            Why::NagBeforeMove => say!(
                lang,
                "an annotation follows the move it judges, and there is none yet",
                "une annotation suit le coup qu'elle juge, et il n'y en a pas encore",
            ),
            Why::UnknownNag(text) => {
                let text = visible(text);
                say!(lang, "there is no annotation {text}", "l'annotation {text} n'existe pas")
            }
            Why::NumberWithoutDot(text) => {
                let text = visible(text);
                say!(
                    lang,
                    "{text} is no move, and a move number is followed by a dot",
                    "{text} n'est pas un coup, et un numéro de coup est suivi d'un point",
                )
            }
            Why::NumberTooBig(text) => {
                let text = visible(text);
                say!(lang, "the move number {text} is too big", "le numéro de coup {text} est trop grand")
            }
            Why::ResultInVariation { opened: Place { line, column } } => say!(
                lang,
                "this result stands in a variation that is still open (since line {line}, column {column})",
                "ce résultat est dans une variante encore ouverte (depuis la ligne {line}, colonne {column})",
            ),
            Why::ResultMissing => say!(
                lang,
                "the game stops here without a result (1-0, 0-1, 1/2-1/2 or *)",
                "la partie s'arrête ici sans résultat (1-0, 0-1, 1/2-1/2 ou *)",
            ),
            Why::ResultsDiffer { tag, end } => say!(
                lang,
                "the game ends with {end}, but its Result tag says {tag}",
                "la partie finit par {end}, mais son étiquette Result dit {tag}",
            ),
            Why::TagNameMissing => {
                say!(lang, "the name of the tag is missing", "il manque le nom de l'étiquette")
            }
            Why::TagValueMissing => say!(
                lang,
                "the value of the tag is missing: it stands in quotation marks",
                "il manque la valeur de l'étiquette : elle s'écrit entre guillemets droits",
            ),
            Why::TagValueNeverClosed => say!(
                lang,
                "the value of this tag has no closing quotation mark on its line",
                "la valeur de cette étiquette n'a pas de guillemet fermant sur sa ligne",
            ),
            Why::TagNeverClosed => {
                say!(lang, "the tag should be closed by ] here", "l'étiquette devrait être fermée ici par ]")
            }
            Why::TagTwice(name) => {
                let name = visible(name);
                say!(lang, "the tag {name} is there twice", "l'étiquette {name} est là deux fois")
            }
            Why::Tag(why) => why.explain(lang),
            Why::Move(why) => why.explain(lang),
            Why::NoGame => say!(lang, "there is no game here", "il n'y a pas de partie ici"),
            Why::SeveralGames => say!(
                lang,
                "only one game was expected, and here is another",
                "une seule partie était attendue, et en voici une autre",
            ),
            Why::JsonSyntax { detail } => {
                let why = words::syntax(detail, lang);
                say!(lang, "this is not JSON: {why}", "ce n'est pas du JSON : {why}")
            }
            Why::JsonShape { detail } => {
                let why = words::shape(detail, lang);
                say!(
                    lang,
                    "this is not the JSON of a record: {why}",
                    "ce n'est pas le JSON d'une partie : {why}",
                )
            }
            Why::JsonValue { field } => {
                let field = quoted(field, lang);
                say!(lang, "this value does not suit {field}", "cette valeur ne convient pas à {field}")
            }
        }
    }
}
explained_error!(Why);
