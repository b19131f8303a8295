use super::Cursor;
use crate::{
    Comment, GameResult, Location, RecordError, RecordErrorKind, TagError,
    ply::is_move_char,
    tags::{is_tag_char, is_tag_name},
};

/// A piece of the text between the tags and the result.
pub(super) enum Token<'a> {
    /// A move number with its dots; two or more mean the second half.
    Number {
        digits: &'a str,
        second: bool,
    },
    Move(&'a str),
    Nag(u8),
    Comment(Comment),
    OpenVariation,
    CloseVariation,
    Result(GameResult),
}

/// A tag with its location.
pub(super) struct Tag<'a> {
    pub(super) name: &'a str,
    pub(super) name_at: Location,
    pub(super) value: String,
    pub(super) value_at: Location,
}

/// The tokenizer.
#[derive(Clone, Debug)]
pub(super) struct Lexer<'a> {
    pub(super) cursor: Cursor<'a>,
    /// Whether a search for `}` has reached the end of the text. Remembering it avoids quadratic time for files with
    /// many unclosed comments.
    no_brace_left: bool,
}

/// The state of a tokenizer without its text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    at: (usize, Location),
    no_brace_left: bool,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str) -> Lexer<'a> {
        Lexer { cursor: Cursor::new(text), no_brace_left: false }
    }

    /// The tokenizer where another one of the same text was.
    pub(super) fn resume(text: &'a str, mark: Mark) -> Lexer<'a> {
        Lexer { cursor: Cursor::resume(text, mark.at), no_brace_left: mark.no_brace_left }
    }

    /// Where it is.
    pub(super) fn mark(&self) -> Mark {
        Mark { at: self.cursor.mark(), no_brace_left: self.no_brace_left }
    }

    /// Skips white space and escaped lines (`%` in the first column), and peeks at the next character.
    pub(super) fn peek(&mut self) -> Option<char> {
        loop {
            match self.cursor.peek()? {
                '%' if self.cursor.location().column == 1 => self.cursor.take_line(),
                // A byte order mark in the middle comes from concatenated files.
                ch if ch.is_whitespace() || ch == '\u{feff}' => {
                    self.cursor.bump();
                }
                ch => return Some(ch),
            }
        }
    }

    /// Whether a tag starts here.
    pub(super) fn at_tag(&self) -> bool {
        let blank = |ch| ch == ' ' || ch == '\t';
        let Some(rest) = self.cursor.rest().trim_start_matches(blank).strip_prefix('[') else { return false };
        let name = rest.trim_start_matches(blank);
        let rest = name.trim_start_matches(is_tag_char);
        rest.len() < name.len() && rest.trim_start_matches(blank).starts_with('"')
    }

    /// The next token, which starts with `ch`.
    pub(super) fn token(&mut self, ch: char) -> Result<Token<'a>, RecordError> {
        let location = self.cursor.location();
        let fail = |why| Err(RecordError::new(location, why));
        match ch {
            '{' => self.brace_comment(),
            ';' => {
                self.cursor.bump();
                Ok(Token::Comment(Comment::new(self.cursor.take_while(|ch| ch != '\n' && ch != '\r'))))
            }
            '(' => {
                self.cursor.bump();
                Ok(Token::OpenVariation)
            }
            ')' => {
                self.cursor.bump();
                Ok(Token::CloseVariation)
            }
            '*' => {
                self.cursor.bump();
                Ok(Token::Result(GameResult::Unknown))
            }
            '$' => {
                let start = self.cursor.rest();
                self.cursor.bump();
                let digits = self.cursor.take_while(|ch| ch.is_ascii_digit());
                match digits.parse() {
                    Ok(nag) => Ok(Token::Nag(nag)),
                    Err(_) => fail(RecordErrorKind::UnknownNag(start[..1 + digits.len()].to_owned())),
                }
            }
            '!' | '?' => match self.cursor.take_while(|ch| ch == '!' || ch == '?') {
                "!" => Ok(Token::Nag(1)),
                "?" => Ok(Token::Nag(2)),
                "!!" => Ok(Token::Nag(3)),
                "??" => Ok(Token::Nag(4)),
                "!?" => Ok(Token::Nag(5)),
                "?!" => Ok(Token::Nag(6)),
                other => fail(RecordErrorKind::UnknownNag(other.to_owned())),
            },
            '}' => fail(RecordErrorKind::CommentNeverOpened),
            ch if is_move_char(ch) => self.word(location),
            ch => fail(RecordErrorKind::UnexpectedCharacter(ch)),
        }
    }

    /// A comment between braces.
    fn brace_comment(&mut self) -> Result<Token<'a>, RecordError> {
        let location = self.cursor.location();
        self.cursor.bump();
        let end = if self.no_brace_left { None } else { self.cursor.rest().find('}') };
        let Some(end) = end else {
            self.no_brace_left = true;
            return Err(RecordError::new(location, RecordErrorKind::CommentNeverClosed));
        };
        let text = self.cursor.take(end);
        self.cursor.bump();
        Ok(Token::Comment(Comment::new(&join_lines(text))))
    }

    /// A move, a result or a move number. Moves may begin with digits (`1-3x2`), so a number is recognised by its dot.
    fn word(&mut self, location: Location) -> Result<Token<'a>, RecordError> {
        let text = self.cursor.take_while(is_move_char);
        if let Some(result) = GameResult::from_code(text) {
            return Ok(Token::Result(result));
        }
        if !text.bytes().all(|byte| byte.is_ascii_digit()) {
            return Ok(Token::Move(text));
        }
        let is_dot = |ch| ch == '.';
        let mut dots = self.cursor.take_while(is_dot).len();
        if dots == 0 {
            return Err(RecordError::new(location, RecordErrorKind::NumberWithoutDot(text.to_owned())));
        }
        // `12. ... c1c2` is a way to write `12... c1c2`.
        let mut ahead = self.cursor.clone();
        ahead.take_while(|ch| ch == ' ' || ch == '\t');
        if ahead.peek() == Some('.') {
            dots += ahead.take_while(is_dot).len();
            self.cursor = ahead;
        }
        Ok(Token::Number { digits: text, second: dots > 1 })
    }

    /// The tag at the current `[`.
    pub(super) fn tag(&mut self) -> Result<Tag<'a>, RecordError> {
        let fail = |location, why| Err(RecordError::new(location, why));
        self.cursor.bump();
        self.cursor.take_while(char::is_whitespace);
        let name_at = self.cursor.location();
        let name = self.cursor.take_while(|ch| !ch.is_whitespace() && !"\"[]".contains(ch));
        if name.is_empty() {
            return fail(name_at, RecordErrorKind::TagNameMissing);
        }
        if !is_tag_name(name) {
            return fail(name_at, RecordErrorKind::Tag(TagError::Name { name: name.to_owned() }));
        }
        self.cursor.take_while(char::is_whitespace);
        let quote_at = self.cursor.location();
        if self.cursor.peek() != Some('"') {
            return fail(quote_at, RecordErrorKind::TagValueMissing);
        }
        self.cursor.bump();
        let value_at = self.cursor.location();
        let mut value = String::new();
        loop {
            value.push_str(self.cursor.take_while(|ch| !"\"\\\r\n".contains(ch)));
            match self.cursor.peek() {
                Some('"') => break,
                Some('\\') => {
                    self.cursor.bump();
                    // A backslash before any other character is literal, because many files do not escape it.
                    match self.cursor.peek() {
                        Some(ch @ ('"' | '\\')) => {
                            self.cursor.bump();
                            value.push(ch);
                        }
                        _ => value.push('\\'),
                    }
                }
                _ => return fail(quote_at, RecordErrorKind::TagValueNeverClosed),
            }
        }
        self.cursor.bump();
        self.cursor.take_while(char::is_whitespace);
        if self.cursor.peek() != Some(']') {
            return fail(self.cursor.location(), RecordErrorKind::TagNeverClosed);
        }
        self.cursor.bump();
        Ok(Tag { name, name_at, value, value_at })
    }
}

/// The text of a comment without the line breaks that only keep the lines of a file short: one line break,
/// with the blanks around it, is a space; two are a line break of the text, three are two, and so on.
///
/// The writer does the opposite, so that texts of several lines round-trip.
fn join_lines(raw: &str) -> String {
    let raw = raw.replace("\r\n", "\n").replace('\r', "\n");
    let mut text = String::with_capacity(raw.len());
    let mut rest = raw.as_str();
    while let Some(at) = rest.find('\n') {
        text.push_str(&rest[..at]);
        rest = &rest[at..];
        let after = rest.trim_start_matches('\n');
        let breaks = rest.len() - after.len();
        rest = after;
        if breaks == 1 {
            let blank = [' ', '\t'];
            text.truncate(text.trim_end_matches(blank).len());
            text.push(' ');
            rest = rest.trim_start_matches(blank);
        } else {
            text.extend(std::iter::repeat_n('\n', breaks - 1));
        }
    }
    text.push_str(rest);
    text
}

#[cfg(test)]
mod tests {
    use super::join_lines;

    #[test]
    fn single_line_break_is_a_space() {
        for (raw, text) in [
            ("a b", "a b"),
            ("a\nb\r\nc\rd", "a b c d"),
            ("a  \n\t b", "a b"),
            ("a\n\nb", "a\nb"),
            ("a\n\n\nb", "a\n\nb"),
            ("a \n\n b", "a \n b"),
            ("a\n \nb", "a b"),
        ] {
            assert_eq!(join_lines(raw), text, "{raw:?}");
        }
    }
}
