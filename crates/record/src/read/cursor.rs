use crate::Place;

/// A place in a text that is being read. It only goes forward and counts as it goes, so that a line of a
/// million characters costs no more than a million lines.
#[derive(Clone, Debug)]
pub(crate) struct Cursor<'a> {
    text: &'a str,
    offset: usize,
    place: Place,
}

impl<'a> Cursor<'a> {
    /// The start of a text, behind the byte order mark if there is one.
    pub(crate) fn new(text: &'a str) -> Cursor<'a> {
        let offset = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        Cursor { text, offset, place: Place { line: 1, column: 1 } }
    }

    /// The place behind the last character of a text.
    pub(crate) fn end_of(text: &str) -> Place {
        let mut cursor = Cursor::new(text);
        while cursor.bump().is_some() {}
        cursor.place
    }

    pub(crate) fn place(&self) -> Place {
        self.place
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
        // The two characters of a Windows line end are one line end: the first counts only if it stands
        // alone.
        if ch == '\n' || (ch == '\r' && self.peek() != Some('\n')) {
            self.place = Place { line: self.place.line + 1, column: 1 };
        } else {
            self.place.column += 1;
        }
        Some(ch)
    }

    /// Takes characters while they are such.
    pub(crate) fn take_while(&mut self, such: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let start = self.offset;
        while self.peek().is_some_and(&such) {
            self.bump();
        }
        &rest[..self.offset - start]
    }

    /// Takes so many bytes, which end between two characters.
    pub(crate) fn take(&mut self, bytes: usize) -> &'a str {
        let rest = self.rest();
        let end = self.offset + bytes;
        while self.offset < end && self.bump().is_some() {}
        &rest[..bytes.min(rest.len())]
    }

    /// Takes the rest of the line, with its end.
    pub(crate) fn take_line(&mut self) {
        let line = self.place.line;
        while self.place.line == line && self.bump().is_some() {}
    }
}

#[cfg(test)]
mod tests {
    use super::Cursor;
    use crate::Place;

    #[test]
    fn every_kind_of_line_end_counts_once() {
        let mut cursor = Cursor::new("\u{feff}é\r\nb\rc\n\nd");
        let mut places = Vec::new();
        while let Some(ch) = cursor.peek() {
            if !ch.is_control() {
                places.push((ch, cursor.place().line, cursor.place().column));
            }
            cursor.bump();
        }
        assert_eq!(places, [('é', 1, 1), ('b', 2, 1), ('c', 3, 1), ('d', 5, 1)]);
        assert_eq!(Cursor::end_of("aé"), Place { line: 1, column: 3 });
    }

    #[test]
    fn taking_moves_on() {
        let mut cursor = Cursor::new("12ab\ncd");
        assert_eq!(cursor.take_while(|ch| ch.is_ascii_digit()), "12");
        assert_eq!(cursor.take(1), "a");
        cursor.take_line();
        assert_eq!(cursor.rest(), "cd");
        assert_eq!(cursor.take(9), "cd");
        assert_eq!(cursor.bump(), None);
    }
}
