use super::CommandError;
use crate::{Go, lines::InputLine};

/// A parsed command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Command {
    Ugi,
    IsReady,
    NewGame,
    SetOption {
        name: String,
        value: String,
    },
    Position {
        fen: Option<String>,
        moves: Vec<String>,
    },
    /// An invalid `position` command; it discards the previous position.
    BadPosition(CommandError),
    Go(Go),
    Query(Query),
    Stop,
    Quit,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Query {
    GameOver,
    FirstToMove,
    Result,
}

const POSITION: &str = "position";

impl Command {
    /// Whether the command changes state that a running search depends on.
    pub(super) const fn changes_state(&self) -> bool {
        matches!(
            self,
            Command::NewGame
                | Command::SetOption { .. }
                | Command::Position { .. }
                | Command::BadPosition(_)
                | Command::Go(_)
        )
    }

    /// The first word.
    pub(super) const fn word(&self) -> &'static str {
        match self {
            Command::Ugi => "ugi",
            Command::IsReady => "isready",
            Command::NewGame => "uginewgame",
            Command::SetOption { .. } => "setoption",
            Command::Position { .. } | Command::BadPosition(_) => POSITION,
            Command::Go(_) => "go",
            Command::Query(_) => "query",
            Command::Stop => "stop",
            Command::Quit => "quit",
        }
    }

    /// Parses a line; `None` if it is empty.
    pub(super) fn read(line: InputLine) -> Result<Option<Command>, CommandError> {
        let text = match line {
            InputLine::Text(text) => text,
            InputLine::NotText { word } => return unreadable(&word, CommandError::NotText),
            InputLine::TooLong { word } => return unreadable(&word, CommandError::TooLong),
        };
        let text = text.trim_ascii();
        let (word, rest) = text.split_once(|ch: char| ch.is_ascii_whitespace()).unwrap_or((text, ""));
        Ok(Some(match word {
            "" => return Ok(None),
            "ugi" => Command::Ugi,
            "isready" => Command::IsReady,
            "uginewgame" => Command::NewGame,
            "setoption" => set_option(rest)?,
            POSITION => position(rest).unwrap_or_else(Command::BadPosition),
            "go" => Command::Go(rest.parse().map_err(CommandError::Go)?),
            "query" => Command::Query(match rest.trim_ascii() {
                "gameover" => Query::GameOver,
                "p1turn" => Query::FirstToMove,
                "result" => Query::Result,
                other => return Err(CommandError::UnknownQuery { word: other.to_owned() }),
            }),
            "stop" => Command::Stop,
            "quit" => Command::Quit,
            _ => return Err(CommandError::UnknownCommand { word: word.to_owned() }),
        }))
    }
}

/// An unparsed line that begins with `word`.
fn unreadable(word: &str, error: CommandError) -> Result<Option<Command>, CommandError> {
    if word == POSITION { Ok(Some(Command::BadPosition(error))) } else { Err(error) }
}

/// `name NAME value VALUE`, where a name may have several words.
fn set_option(text: &str) -> Result<Command, CommandError> {
    let words: Vec<&str> = text.split_ascii_whitespace().collect();
    let Some((&"name", words)) = words.split_first() else { return Err(CommandError::SetOptionForm) };
    let value = words.iter().position(|&word| word == "value").unwrap_or(words.len());
    if value == 0 {
        return Err(CommandError::SetOptionForm);
    }
    let (name, value) = words.split_at(value);
    Ok(Command::SetOption { name: name.join(" "), value: value.get(1..).unwrap_or_default().join(" ") })
}

/// `startpos` or `fen TEXT`, optionally followed by `moves` and moves. Position texts contain spaces but never the word
/// `moves`.
fn position(text: &str) -> Result<Command, CommandError> {
    let words: Vec<&str> = text.split_ascii_whitespace().collect();
    let end = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
    let (start, moves) = words.split_at(end);
    let fen = match start {
        ["startpos"] => None,
        ["fen", fen @ ..] => Some(fen.join(" ")),
        _ => return Err(CommandError::PositionForm),
    };
    let moves = moves.iter().skip(1).map(|&mv| mv.to_owned()).collect();
    Ok(Command::Position { fen, moves })
}

#[cfg(test)]
mod tests {
    use super::{Command, CommandError, Query};
    use crate::{Go, lines::InputLine};

    fn read(text: &str) -> Result<Option<Command>, CommandError> {
        Command::read(InputLine::Text(text.to_owned()))
    }

    fn texts(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|&text| text.to_owned()).collect()
    }

    #[test]
    fn commands_ignore_surrounding_space() {
        assert_eq!(read(""), Ok(None));
        assert_eq!(read(" \t\r"), Ok(None));
        for (text, command) in [
            ("ugi", Command::Ugi),
            ("\tisready  \r", Command::IsReady),
            ("uginewgame", Command::NewGame),
            ("go", Command::Go(Go::default())),
            ("go   depth\t3", Command::Go(Go::depth(3))),
            ("query  p1turn ", Command::Query(Query::FirstToMove)),
            ("query gameover", Command::Query(Query::GameOver)),
            ("query result", Command::Query(Query::Result)),
            ("stop now", Command::Stop),
            ("quit", Command::Quit),
        ] {
            assert_eq!(read(text), Ok(Some(command.clone())), "{text}");
            assert!(text.trim().starts_with(command.word()));
        }
    }

    #[test]
    fn position_text_may_contain_spaces() {
        let position = |text| match read(text) {
            Ok(Some(Command::Position { fen, moves })) => (fen, moves),
            other => panic!("{other:?}"),
        };
        assert_eq!(position("position startpos"), (None, vec![]));
        assert_eq!(position("position startpos moves"), (None, vec![]));
        assert_eq!(position("position startpos moves a  b"), (None, texts(&["a", "b"])));
        assert_eq!(position("position fen x/y  E 2 -"), (Some("x/y E 2 -".to_owned()), vec![]));
        let moved = (Some("x E".to_owned()), texts(&["a", "moves"]));
        assert_eq!(position("position fen x E moves a moves"), moved);
        assert_eq!(position("position fen"), (Some(String::new()), vec![]));
        for text in ["position", "position x", "position startpos x", "position moves a"] {
            let refused = Command::BadPosition(CommandError::PositionForm);
            assert_eq!(read(text), Ok(Some(refused.clone())), "{text}");
            assert!(refused.changes_state());
        }
    }

    #[test]
    fn option_names_and_values_may_contain_spaces() {
        let option = |text| match read(text) {
            Ok(Some(Command::SetOption { name, value })) => (name, value),
            other => panic!("{other:?}"),
        };
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        assert_eq!(option("setoption name Hash value 12"), pair("Hash", "12"));
        assert_eq!(option("setoption name Clear  Hash"), pair("Clear Hash", ""));
        assert_eq!(option("setoption name A value"), pair("A", ""));
        assert_eq!(option("setoption name A value b value c"), pair("A", "b value c"));
        for text in ["setoption", "setoption Hash 12", "setoption name", "setoption name value 3"] {
            assert_eq!(read(text), Err(CommandError::SetOptionForm), "{text}");
        }
    }

    #[test]
    fn other_texts_are_rejected() {
        let unknown = |word: &str| Err(CommandError::UnknownCommand { word: word.to_owned() });
        assert_eq!(read("uci"), unknown("uci"));
        assert_eq!(read("UGI"), unknown("UGI"));
        assert_eq!(read("go\0"), unknown("go\0"));
        assert_eq!(read("query fen"), Err(CommandError::UnknownQuery { word: "fen".to_owned() }));
        assert!(matches!(read("go fast"), Err(CommandError::Go(_))));
        for (word, is_position) in [("go", false), ("positional", false), ("", false), ("position", true)] {
            for (line, error) in [
                (InputLine::NotText { word: word.to_owned() }, CommandError::NotText),
                (InputLine::TooLong { word: word.to_owned() }, CommandError::TooLong),
            ] {
                let refused = Ok(Some(Command::BadPosition(error.clone())));
                assert_eq!(Command::read(line), if is_position { refused } else { Err(error) });
            }
        }
    }
}
