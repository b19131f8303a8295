use crate::{
    Games, Record, RecordError,
    read::{strip_bom, utf8},
    read_json, read_pgn, write_json, write_pgn,
};

/// The format of a game file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Format {
    /// Portable Game Notation.
    Pgn,
    /// An array of records, or one record; see [`write_json`].
    Json,
}

impl Format {
    /// The format of a file by its extension, `.pgn` or `.json`, ignoring case.
    ///
    /// ```
    /// use mekong_record::Format;
    ///
    /// assert_eq!(Format::from_file_name("games/a.JSON"), Some(Format::Json));
    /// assert_eq!(Format::from_file_name("a.pgn"), Some(Format::Pgn));
    /// assert_eq!(Format::from_file_name("json"), None);
    /// ```
    #[must_use]
    pub fn from_file_name(name: &str) -> Option<Format> {
        let name = name.rsplit(['/', '\\']).next().unwrap_or_default();
        match name.rsplit_once('.')?.1.to_ascii_lowercase().as_str() {
            "pgn" => Some(Format::Pgn),
            "json" => Some(Format::Json),
            _ => None,
        }
    }

    /// Detects the format of a text. `named` is the format by file name and decides if the text is ambiguous: an
    /// opening brace starts a JSON object or a PGN comment.
    #[must_use]
    pub fn detect(text: &str, named: Option<Format>) -> Format {
        let text = strip_bom(text).trim_ascii_start();
        let mut chars = text.chars();
        let first = chars.next();
        let second = chars.as_str().trim_ascii_start().chars().next();
        match (first, second) {
            // `[` and a letter start a tag; a JSON array never starts like that.
            (Some('['), Some(ch)) if ch.is_ascii_alphabetic() => Format::Pgn,
            (Some('['), _) => Format::Json,
            (Some('{'), Some('"')) if has_named_field(chars.as_str()) => Format::Json,
            // Without a closing brace it is neither; a truncated object is more likely.
            (Some('{'), second) => named.unwrap_or_else(|| {
                let is_object = matches!(second, None | Some('"' | '}')) || !text.contains('}');
                if is_object { Format::Json } else { Format::Pgn }
            }),
            (Some(_), _) => named.unwrap_or(Format::Pgn),
            // For an empty file "no game" is a better error than "not JSON".
            (None, _) => Format::Pgn,
        }
    }

    /// Writes games as a file of this format.
    #[must_use]
    pub fn write(self, records: &[Record]) -> String {
        match self {
            Format::Pgn => write_pgn(records),
            Format::Json => write_json(records),
        }
    }
}

/// Whether a text starts with a JSON field: a quoted name and a colon.
fn has_named_field(text: &str) -> bool {
    let name = text.trim_ascii_start().strip_prefix('"').and_then(|rest| rest.split_once('"'));
    name.is_some_and(|(_, behind)| behind.trim_ascii_start().starts_with(':'))
}

/// Reads a file of games in either format; `named` is the format by file name.
///
/// ```
/// use mekong_record::{Format, read_records};
///
/// assert_eq!(read_records(b"1. pr *", None)?, read_records(br#"{"moves": [{"move": "pr"}]}"#, None)?);
///
/// let error = read_records(b"{\"moves\": [\n", Format::from_file_name("game.json")).unwrap_err();
/// assert_eq!(error.to_string(), "line 2, column 1: this is not JSON: the text ends in the middle of an array");
/// # Ok::<(), mekong_record::RecordError>(())
/// ```
pub fn read_records(bytes: &[u8], named: Option<Format>) -> Result<Vec<Record>, RecordError> {
    let text = utf8(bytes)?;
    match Format::detect(text, named) {
        Format::Pgn => read_pgn(text),
        Format::Json => read_json(text),
    }
}

/// Iterates over the games of a text in either format. In PGN an invalid game does not affect the following ones;
/// invalid JSON gives a single error.
pub fn iter_records(text: &str) -> impl Iterator<Item = Result<Record, RecordError>> {
    let (pgn, json) = match Format::detect(text, None) {
        Format::Pgn => (Some(Games::new(text)), None),
        Format::Json => (None, Some(read_json(text))),
    };
    let json = json.into_iter().flat_map(|read| match read {
        Ok(records) => records.into_iter().map(Ok).collect(),
        Err(error) => vec![Err(error)],
    });
    pgn.into_iter().flatten().chain(json)
}

#[cfg(test)]
mod tests {
    use super::{
        Format::{self, Json, Pgn},
        iter_records, read_records,
    };

    #[test]
    fn iter_records_reads_both_formats() {
        let pgn = "[N \"1\"]\n\n1. a *\n\n[N \"2\"]\n\n1. b *\n";
        let records = read_records(pgn.as_bytes(), None).unwrap();
        for text in [pgn.to_owned(), Json.write(&records)] {
            let found: Vec<_> = iter_records(&text).collect::<Result<_, _>>().unwrap();
            assert_eq!(Pgn.write(&found), pgn, "{text}");
        }
        let cut_off = Json.write(&records).replace("\n]", "");
        let errors: Vec<String> = iter_records(&cut_off).map(|game| game.unwrap_err().to_string()).collect();
        assert!(errors.len() == 1 && errors[0].contains("this is not JSON"), "{errors:?}");
    }

    #[test]
    fn detection_prefers_the_content() {
        for (text, format) in [
            ("[Event \"?\"]\n*", Pgn),
            ("\u{feff}\r\n [ Game \"siam\"]", Pgn),
            ("[]", Json),
            ("[\n", Json),
            ("\u{feff} [\n {\"moves\":", Json),
            ("[\"moves\"]", Json),
            ("[[", Json),
            ("{ \"moves\" : [", Json),
            ("", Pgn),
            (" \n", Pgn),
        ] {
            for named in [None, Some(Pgn), Some(Json)] {
                assert_eq!(Format::detect(text, named), format, "{text:?} {named:?}");
            }
        }
    }

    #[test]
    fn file_name_decides_if_the_content_is_ambiguous() {
        for (text, alone) in [
            ("{\"moves\"", Json),
            ("{\"Good\", he said} 1. pr *", Json),
            ("{}", Json),
            ("{", Json),
            ("{\n", Json),
            ("{ 'moves'", Json),
            ("{ a comment } 1. pr *", Pgn),
            ("{moves: []}", Pgn),
            ("1. pr *", Pgn),
            ("null", Pgn),
            ("\"moves\"", Pgn),
        ] {
            assert_eq!(Format::detect(text, None), alone, "{text:?}");
            assert_eq!(Format::detect(text, Some(Pgn)), Pgn, "{text:?}");
            assert_eq!(Format::detect(text, Some(Json)), Json, "{text:?}");
        }
    }

    #[test]
    fn format_follows_from_the_file_extension() {
        for (name, format) in [
            ("a.json", Some(Json)),
            ("/b.c/a.b.Json", Some(Json)),
            ("C:\\a.PGN", Some(Pgn)),
            ("é.json", Some(Json)),
            (".json", Some(Json)),
            ("a.json/b", None),
            ("a.jsonl", None),
            ("a.json.gz", None),
            ("a", None),
            ("", None),
            ("-", None),
        ] {
            assert_eq!(Format::from_file_name(name), format, "{name}");
        }
    }
}
