use mekong_core::{Explain, Lang, explained_error, quoted, say, visible, with_subject};

use crate::{GameResult, Location, MAX_DEPTH, MoveTextError, TagError, json::messages};

/// A syntax error in a game file, with its location.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordError {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// The kind of error.
    pub kind: RecordErrorKind,
}

impl RecordError {
    pub(crate) fn new(location: Location, kind: RecordErrorKind) -> RecordError {
        RecordError { line: location.line, column: location.column, kind }
    }

    /// The line and the column.
    #[must_use]
    pub fn location(&self) -> Location {
        Location { line: self.line, column: self.column }
    }
}

impl Explain for RecordError {
    fn explain(&self, lang: Lang) -> String {
        let (location, why) = (self.location().explain(lang), self.kind.explain(lang));
        with_subject(&location, &why, lang)
    }
}
explained_error!(RecordError);

/// The kind of a [`RecordError`].
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum RecordErrorKind {
    /// The bytes are not UTF-8.
    InvalidUtf8,
    /// An unexpected character.
    UnexpectedCharacter(char),
    /// A `{` without its `}`.
    CommentNeverClosed,
    /// A `}` without its `{`.
    CommentNeverOpened,
    /// A `(` without its `)`.
    VariationNeverClosed,
    /// A `)` without its `(`.
    VariationNeverOpened,
    /// A `(` before the first move.
    VariationBeforeMove,
    /// Variations nested deeper than [`MAX_DEPTH`].
    TooDeep,
    /// A `!`, `?` or `$` before the first move.
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
        opened: Location,
    },
    /// The result is missing.
    ResultMissing,
    /// The tag `Result` differs from the result at the end.
    ResultsDiffer {
        /// The result of the tag.
        tag: GameResult,
        /// The result at the end of the moves.
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
    /// A duplicate tag.
    TagTwice(String),
    /// An invalid tag.
    Tag(TagError),
    /// An invalid move text.
    Move(MoveTextError),
    /// No game where one is expected.
    NoGame,
    /// More than one game where one is expected.
    SeveralGames,
    /// The text is not JSON.
    JsonSyntax {
        /// The message of the JSON parser.
        detail: String,
    },
    /// The JSON is not a record.
    JsonShape {
        /// The message of the JSON parser.
        detail: String,
    },
    /// A JSON value of the wrong type.
    JsonValue {
        /// The field.
        field: &'static str,
    },
}

impl Explain for RecordErrorKind {
    fn explain(&self, lang: Lang) -> String {
        match self {
            RecordErrorKind::InvalidUtf8 => {
                say!(lang, "this byte is not UTF-8 text", "cet octet n’est pas du texte UTF-8")
            }
            RecordErrorKind::UnexpectedCharacter(ch) => {
                let ch = quoted(ch.encode_utf8(&mut [0; 4]), lang);
                say!(lang, "{ch} is not expected here", "{ch} n’est pas attendu ici")
            }
            RecordErrorKind::CommentNeverClosed => {
                say!(lang, "unclosed comment", "commentaire non fermé")
            }
            RecordErrorKind::CommentNeverOpened => {
                say!(lang, "unmatched closing brace", "accolade fermante en trop")
            }
            RecordErrorKind::VariationNeverClosed => {
                say!(lang, "unclosed variation", "ligne secondaire non fermée")
            }
            RecordErrorKind::VariationNeverOpened => {
                say!(lang, "unmatched closing parenthesis", "parenthèse fermante en trop")
            }
            RecordErrorKind::VariationBeforeMove => say!(
                lang,
                "a variation must follow the move it replaces, and there is no move yet",
                "une ligne secondaire doit suivre le coup qu’elle remplace, et il n’y a pas encore de coup",
            ),
            RecordErrorKind::TooDeep => say!(
                lang,
                "variations are nested more than {MAX_DEPTH} deep",
                "les lignes secondaires sont imbriquées sur plus de {MAX_DEPTH} niveaux",
            ),
            RecordErrorKind::NagBeforeMove => say!(
                lang,
                "an annotation must follow a move, and there is no move yet",
                "une annotation doit suivre un coup, et il n’y a pas encore de coup",
            ),
            RecordErrorKind::UnknownNag(text) => {
                let text = visible(text);
                say!(lang, "unknown annotation {text}", "annotation inconnue {text}")
            }
            RecordErrorKind::NumberWithoutDot(text) => {
                let text = visible(text);
                say!(
                    lang,
                    "{text} is not a move, and a move number is followed by a dot",
                    "{text} n’est pas un coup, et un numéro de coup est suivi d’un point",
                )
            }
            RecordErrorKind::NumberTooBig(text) => {
                let text = visible(text);
                say!(lang, "the move number {text} is too large", "le numéro de coup {text} est trop grand")
            }
            RecordErrorKind::ResultInVariation { opened: Location { line, column } } => say!(
                lang,
                "this result is inside a variation that is still open (since line {line}, column {column})",
                "ce résultat est dans une ligne secondaire encore ouverte (depuis la ligne {line}, colonne {column})",
            ),
            RecordErrorKind::ResultMissing => say!(
                lang,
                "the game stops here without a result (1-0, 0-1, 1/2-1/2 or *)",
                "la partie s’arrête ici sans résultat (1-0, 0-1, 1/2-1/2 ou *)",
            ),
            RecordErrorKind::ResultsDiffer { tag, end } => say!(
                lang,
                "the game ends with {end}, but its Result tag says {tag}",
                "la partie se termine par {end}, mais son étiquette Result dit {tag}",
            ),
            RecordErrorKind::TagNameMissing => {
                say!(lang, "the name of the tag is missing", "il manque le nom de l’étiquette")
            }
            RecordErrorKind::TagValueMissing => say!(
                lang,
                "missing tag value: expected a string in double quotes",
                "valeur d’étiquette manquante : il faut une chaîne entre guillemets droits",
            ),
            RecordErrorKind::TagValueNeverClosed => say!(
                lang,
                "the value of this tag has no closing quotation mark on its line",
                "la valeur de cette étiquette n’a pas de guillemet fermant sur sa ligne",
            ),
            RecordErrorKind::TagNeverClosed => {
                say!(
                    lang,
                    "a ] is missing here to close the tag",
                    "il manque ici un ] pour fermer l’étiquette"
                )
            }
            RecordErrorKind::TagTwice(name) => {
                let name = visible(name);
                say!(lang, "the tag {name} is given twice", "l’étiquette {name} est donnée deux fois")
            }
            RecordErrorKind::Tag(why) => why.explain(lang),
            RecordErrorKind::Move(why) => why.explain(lang),
            RecordErrorKind::NoGame => say!(lang, "there is no game here", "il n’y a pas de partie ici"),
            RecordErrorKind::SeveralGames => say!(
                lang,
                "expected one game, found another",
                "une seule partie était attendue, une autre suit",
            ),
            RecordErrorKind::JsonSyntax { detail } => {
                let why = messages::syntax(detail, lang);
                say!(lang, "this is not JSON: {why}", "ce n’est pas du JSON : {why}")
            }
            RecordErrorKind::JsonShape { detail } => {
                let why = messages::shape(detail, lang);
                say!(
                    lang,
                    "this is not the JSON of a record: {why}",
                    "ce n’est pas le JSON d’une partie : {why}",
                )
            }
            RecordErrorKind::JsonValue { field } => {
                let field = quoted(field, lang);
                say!(lang, "invalid value for {field}", "valeur invalide pour {field}")
            }
        }
    }
}
explained_error!(RecordErrorKind);
