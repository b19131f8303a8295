use crate::Location;

/// A cursor that tracks line and column while moving forward.
#[derive(Clone, Debug)]
pub(crate) struct Cursor<'a> {
    text: &'a str,
    offset: usize,
    location: Location,
}

impl<'a> Cursor<'a> {
    /// The start of a text, after a byte order mark.
    pub(crate) fn new(text: &'a str) -> Cursor<'a> {
        let offset = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        Cursor { text, offset, location: Location { line: 1, column: 1 } }
    }

    /// The cursor at an offset and a location that another one of the same text had.
    pub(crate) fn resume(text: &'a str, (offset, location): (usize, Location)) -> Cursor<'a> {
        Cursor { text, offset, location }
    }

    /// The offset in bytes and the location.
    pub(crate) fn mark(&self) -> (usize, Location) {
        (self.offset, self.location)
    }

    /// The location after the last character of a text.
    pub(crate) fn end_of(text: &str) -> Location {
        let mut cursor = Cursor::new(text);
        while cursor.bump().is_some() {}
        cursor.location
    }

    pub(crate) fn location(&self) -> Location {
        self.location
    }

    pub(crate) fn rest(&self) -> &'a str {
        &self.text[self.offset..]
    }

    pub(crate) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Takes one character.
    pub(crate) fn bump(&mut self) -> Option<char> {
        let ch = self.peek()?;
        self.offset += ch.len_utf8();
        // CRLF is one line ending, so a carriage return counts only if no line feed follows.
        if ch == '\n' || (ch == '\r' && self.peek() != Some('\n')) {
            self.location = Location { line: self.location.line + 1, column: 1 };
        } else {
            self.location.column += 1;
        }
        Some(ch)
    }

    /// Takes characters while the predicate holds.
    pub(crate) fn take_while(&mut self, such: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let start = self.offset;
        while self.peek().is_some_and(&such) {
            self.bump();
        }
        &rest[..self.offset - start]
    }

    /// Takes this many bytes, up to a character boundary.
    pub(crate) fn take(&mut self, bytes: usize) -> &'a str {
        let rest = self.rest();
        let end = self.offset + bytes;
        while self.offset < end && self.bump().is_some() {}
        &rest[..bytes.min(rest.len())]
    }

    /// Takes the rest of the line, with its end.
    pub(crate) fn take_line(&mut self) {
        let line = self.location.line;
        while self.location.line == line && self.bump().is_some() {}
    }
}

#[cfg(test)]
mod tests {
    use super::Cursor;
    use crate::Location;

    #[test]
    fn every_line_ending_counts_once() {
        let mut cursor = Cursor::new("\u{feff}é\r\nb\rc\n\nd");
        let mut places = Vec::new();
        while let Some(ch) = cursor.peek() {
            if !ch.is_control() {
                places.push((ch, cursor.location().line, cursor.location().column));
            }
            cursor.bump();
        }
        assert_eq!(places, [('é', 1, 1), ('b', 2, 1), ('c', 3, 1), ('d', 5, 1)]);
        assert_eq!(Cursor::end_of("aé"), Location { line: 1, column: 3 });
    }

    #[test]
    fn cursor_takes_while_the_predicate_holds() {
        let mut cursor = Cursor::new("12ab\ncd");
        assert_eq!(cursor.take_while(|ch| ch.is_ascii_digit()), "12");
        assert_eq!(cursor.take(1), "a");
        cursor.take_line();
        assert_eq!(cursor.rest(), "cd");
        assert_eq!(cursor.take(9), "cd");
        assert_eq!(cursor.bump(), None);
    }
}
