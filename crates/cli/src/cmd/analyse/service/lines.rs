use std::io::{self, BufRead};

use mekong_core::{Explain, Lang, say};

/// The maximum length of a line in bytes, without its line ending.
pub(super) const MAX_LINE_LEN: usize = 1 << 20;

/// A line exceeds the maximum length.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TooLong;

impl Explain for TooLong {
    fn explain(&self, lang: Lang) -> String {
        let max = MAX_LINE_LEN;
        say!(lang, "the line is longer than {max} bytes", "la ligne est plus longue que {max} octets",)
    }
}

/// The lines of an input, of bounded length.
pub(super) struct Lines<R> {
    input: R,
}

impl<R: BufRead> Lines<R> {
    pub(super) const fn new(input: R) -> Lines<R> {
        Lines { input }
    }

    /// The next line without its line ending; `None` at the end of the input. Skips a line that is too long.
    pub(super) fn next(&mut self) -> io::Result<Option<Result<Vec<u8>, TooLong>>> {
        let mut line = Vec::new();
        let (mut too_long, mut anything) = (false, false);
        loop {
            let read = match self.input.fill_buf() {
                Ok(read) => read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if read.is_empty() {
                break;
            }
            anything = true;
            let end = read.iter().position(|&byte| byte == b'\n');
            let piece = &read[..end.unwrap_or(read.len())];
            too_long |= line.len() + piece.len() > MAX_LINE_LEN;
            if too_long {
                line = Vec::new();
            } else {
                line.extend_from_slice(piece);
            }
            let used = piece.len() + usize::from(end.is_some());
            self.input.consume(used);
            if end.is_some() {
                break;
            }
        }
        if !anything {
            return Ok(None);
        }
        Ok(Some(if too_long { Err(TooLong) } else { Ok(line) }))
    }
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::{Lines, MAX_LINE_LEN, TooLong};

    #[test]
    fn lines_lose_their_ending_and_long_ones_are_skipped() {
        let input =
            [b"a\n\n".as_slice(), &vec![b'x'; MAX_LINE_LEN + 1], b"\n", &vec![b'y'; MAX_LINE_LEN], b"\nlast"];
        let input = input.concat();
        let mut lines = Lines::new(BufReader::with_capacity(1_000, input.as_slice()));
        let mut next = || lines.next().unwrap();
        assert_eq!(next(), Some(Ok(b"a".to_vec())));
        assert_eq!(next(), Some(Ok(Vec::new())));
        assert_eq!(next(), Some(Err(TooLong)));
        assert_eq!(next().unwrap().unwrap().len(), MAX_LINE_LEN);
        assert_eq!(next(), Some(Ok(b"last".to_vec())));
        assert_eq!(next(), None);
    }
}
