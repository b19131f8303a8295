//! Reads lines of any bytes and any length with bounded memory.

use std::io::{self, BufRead};

/// The maximum length of a line in bytes, enough for a game of ten thousand moves.
pub(crate) const MAX_LINE_LEN: usize = 128 << 10;

/// A line of the protocol without its line feed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum InputLine {
    /// A text.
    Text(String),
    /// Bytes that are not UTF-8.
    NotText {
        /// The first word of the line, as far as it can be read.
        word: String,
    },
    /// A line longer than [`MAX_LINE_LEN`]; its content is discarded.
    TooLong {
        /// The first word of the line, as far as it can be read.
        word: String,
    },
}

/// The maximum length kept of the first word of an unreadable line. All commands are shorter.
const MAX_WORD_LEN: usize = 32;

/// The first word of a line of any bytes, cut to [`MAX_WORD_LEN`].
fn first_word(line: &[u8]) -> String {
    let word = line.trim_ascii_start().split(u8::is_ascii_whitespace).next().unwrap_or_default();
    String::from_utf8_lossy(&word[..word.len().min(MAX_WORD_LEN)]).into_owned()
}

/// A line of bytes without its line feed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BoundedLine {
    /// A line of at most the maximum length.
    Whole(Vec<u8>),
    /// A longer line, which was skipped.
    TooLong {
        /// The beginning of the line, at most the maximum length.
        start: Vec<u8>,
    },
}

/// Reads the next line, of at most `max_len` bytes; `None` at the end. The last line needs no line feed.
pub fn read_line(input: &mut impl BufRead, max_len: usize) -> io::Result<Option<BoundedLine>> {
    let mut line = Vec::new();
    let mut too_long = false;
    let mut ended = false;
    let mut anything = false;
    while !ended {
        let piece = match input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            piece => piece?,
        };
        if piece.is_empty() {
            break;
        }
        anything = true;
        let end = piece.iter().position(|&byte| byte == b'\n');
        let length = end.unwrap_or(piece.len());
        too_long |= line.len() + length > max_len;
        line.extend_from_slice(&piece[..length.min(max_len - line.len())]);
        ended = end.is_some();
        input.consume(length + usize::from(ended));
    }
    Ok(match (anything, too_long) {
        (false, _) => None,
        (true, true) => Some(BoundedLine::TooLong { start: line }),
        (true, false) => Some(BoundedLine::Whole(line)),
    })
}

/// Reads the next line of the protocol; `None` at the end.
pub(crate) fn next_line(input: &mut impl BufRead) -> io::Result<Option<InputLine>> {
    Ok(read_line(input, MAX_LINE_LEN)?.map(|line| match line {
        BoundedLine::TooLong { start } => InputLine::TooLong { word: first_word(&start) },
        BoundedLine::Whole(bytes) => match String::from_utf8(bytes) {
            Ok(text) => InputLine::Text(text),
            Err(error) => InputLine::NotText { word: first_word(error.as_bytes()) },
        },
    }))
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::{InputLine, MAX_LINE_LEN, MAX_WORD_LEN, next_line};

    fn lines(bytes: &[u8]) -> Vec<InputLine> {
        // A small buffer, so that lines come in pieces.
        let mut input = BufReader::with_capacity(7, bytes);
        std::iter::from_fn(|| next_line(&mut input).expect("reading from memory does not fail")).collect()
    }

    fn text(text: &str) -> InputLine {
        InputLine::Text(text.to_owned())
    }

    fn not_text(word: &str) -> InputLine {
        InputLine::NotText { word: word.to_owned() }
    }

    fn too_long(word: &str) -> InputLine {
        InputLine::TooLong { word: word.to_owned() }
    }

    #[test]
    fn line_ends_at_line_feed_or_end_of_input() {
        assert_eq!(lines(b""), []);
        assert_eq!(lines(b"\n"), [text("")]);
        assert_eq!(
            lines(b"ugi\nposition startpos\r\n\nquit"),
            [text("ugi"), text("position startpos\r"), text(""), text("quit"),]
        );
    }

    #[test]
    fn invalid_utf8_affects_only_its_line() {
        assert_eq!(
            lines(b"a\n\xff\xfe\nb\0c\nposition fen \xff"),
            [text("a"), not_text("\u{fffd}\u{fffd}"), text("b\0c"), not_text("position")]
        );
    }

    #[test]
    fn overlong_line_is_skipped() {
        let longest = "x".repeat(MAX_LINE_LEN);
        let cut = "x".repeat(MAX_WORD_LEN);
        assert_eq!(
            lines(format!("{longest}\nx{longest}\nquit\n").as_bytes()),
            [text(&longest), too_long(&cut), text("quit"),]
        );
        assert_eq!(lines(format!("{longest}x").as_bytes()), [too_long(&cut)]);
        assert_eq!(lines(format!(" position fen {longest}").as_bytes()), [too_long("position")]);
        // All in one piece.
        let whole = format!("position fen {longest}");
        assert_eq!(next_line(&mut whole.as_bytes()).unwrap(), Some(too_long("position")));
    }
}
