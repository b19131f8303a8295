//! Lines from whoever is on the other side: of any bytes, of any length, and never more memory than one line may need.

use std::io::{self, BufRead};

/// The most bytes of a line. A game of ten thousand moves fits.
pub(crate) const LONGEST_LINE: usize = 128 << 10;

/// A line without its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Line {
    /// A text.
    Text(String),
    /// Bytes that are not UTF-8.
    NotText,
    /// More bytes than [`LONGEST_LINE`]; they are gone.
    TooLong,
}

/// Reads the next line; `None` at the end. A last line without an end counts.
pub(crate) fn next_line(input: &mut impl BufRead) -> io::Result<Option<Line>> {
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
        if line.len() + length > LONGEST_LINE {
            too_long = true;
        } else if !too_long {
            line.extend_from_slice(&piece[..length]);
        }
        ended = end.is_some();
        input.consume(length + usize::from(ended));
    }
    Ok(match (anything, too_long) {
        (false, _) => None,
        (true, true) => Some(Line::TooLong),
        (true, false) => Some(String::from_utf8(line).map_or(Line::NotText, Line::Text)),
    })
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::{LONGEST_LINE, Line, next_line};

    fn lines(bytes: &[u8]) -> Vec<Line> {
        // A small buffer, so that lines come in pieces.
        let mut input = BufReader::with_capacity(7, bytes);
        std::iter::from_fn(|| next_line(&mut input).expect("memory can be read")).collect()
    }

    fn text(text: &str) -> Line {
        Line::Text(text.to_owned())
    }

    #[test]
    fn lines_end_with_a_line_feed_or_with_the_input() {
        assert_eq!(lines(b""), []);
        assert_eq!(lines(b"\n"), [text("")]);
        assert_eq!(
            lines(b"ugi\nposition startpos\r\n\nquit"),
            [text("ugi"), text("position startpos\r"), text(""), text("quit"),]
        );
    }

    #[test]
    fn bytes_that_are_no_text_spoil_their_own_line_only() {
        assert_eq!(lines(b"a\n\xff\xfe\nb\0c\n"), [text("a"), Line::NotText, text("b\0c")]);
    }

    #[test]
    fn a_line_that_is_too_long_is_skipped_to_its_end() {
        let longest = "x".repeat(LONGEST_LINE);
        assert_eq!(
            lines(format!("{longest}\nx{longest}\nquit\n").as_bytes()),
            [text(&longest), Line::TooLong, text("quit"),]
        );
        assert_eq!(lines(format!("{longest}x").as_bytes()), [Line::TooLong]);
    }
}
