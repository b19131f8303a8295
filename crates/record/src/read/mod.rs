//! Reading game files.

mod cursor;
mod lexer;
mod parser;

pub(crate) use cursor::Cursor;
pub use parser::{Games, OwnedGames};

use crate::{Location, Record, RecordError, RecordErrorKind};

/// The maximum nesting of variations.
pub const MAX_DEPTH: usize = 64;

/// Reads a file of games.
pub fn read_pgn(text: &str) -> Result<Vec<Record>, RecordError> {
    Games::new(text).collect()
}

/// Reads a file of games in UTF-8.
pub fn read_pgn_bytes(bytes: &[u8]) -> Result<Vec<Record>, RecordError> {
    read_pgn(utf8(bytes)?)
}

/// The text without a byte order mark.
pub(crate) fn strip_bom(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// The text in `bytes`.
pub(crate) fn utf8(bytes: &[u8]) -> Result<&str, RecordError> {
    let valid = match std::str::from_utf8(bytes) {
        Ok(text) => return Ok(text),
        Err(error) => &bytes[..error.valid_up_to()],
    };
    // The bytes up to the error are valid by the error's own contract.
    let location = Cursor::end_of(std::str::from_utf8(valid).unwrap_or_default());
    Err(RecordError::new(location, RecordErrorKind::InvalidUtf8))
}

impl std::str::FromStr for Record {
    type Err = RecordError;

    /// Reads a text with exactly one game.
    fn from_str(text: &str) -> Result<Record, RecordError> {
        let mut games = Games::new(text);
        let record = games.next().unwrap_or_else(|| {
            Err(RecordError::new(Location { line: 1, column: 1 }, RecordErrorKind::NoGame))
        })?;
        let location = games.location();
        match games.next() {
            None => Ok(record),
            Some(_) => Err(RecordError::new(location, RecordErrorKind::SeveralGames)),
        }
    }
}
