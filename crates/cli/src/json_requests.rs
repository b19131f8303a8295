//! Requests of other programs, one per line of the input.

use std::io::{self, BufRead};

use mekong_core::{Explain, Lang, say};
use mekong_ugi::{BoundedLine, read_line};

/// The maximum length of a line in bytes, without its line ending.
const MAX_LINE_LEN: usize = 1 << 20;

/// A line exceeds the maximum length.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TooLong;

impl Explain for TooLong {
    fn explain(&self, lang: Lang) -> String {
        let max = MAX_LINE_LEN;
        say!(lang, "the line is longer than {max} bytes", "la ligne est plus longue que {max} octets",)
    }
}

/// The next line without its line feed; `None` at the end of the input. A line that is too long is skipped.
pub(crate) fn next_request(input: &mut impl BufRead) -> io::Result<Option<Result<Vec<u8>, TooLong>>> {
    Ok(read_line(input, MAX_LINE_LEN)?.map(|line| match line {
        BoundedLine::Whole(bytes) => Ok(bytes),
        BoundedLine::TooLong { .. } => Err(TooLong),
    }))
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::{MAX_LINE_LEN, TooLong, next_request};

    #[test]
    fn lines_lose_their_ending_and_long_ones_are_skipped() {
        let input =
            [b"a\n\n".as_slice(), &vec![b'x'; MAX_LINE_LEN + 1], b"\n", &vec![b'y'; MAX_LINE_LEN], b"\nlast"];
        let input = input.concat();
        let mut input = BufReader::with_capacity(1_000, input.as_slice());
        let mut next = || next_request(&mut input).unwrap();
        assert_eq!(next(), Some(Ok(b"a".to_vec())));
        assert_eq!(next(), Some(Ok(Vec::new())));
        assert_eq!(next(), Some(Err(TooLong)));
        assert_eq!(next().unwrap().unwrap().len(), MAX_LINE_LEN);
        assert_eq!(next(), Some(Ok(b"last".to_vec())));
        assert_eq!(next(), None);
    }
}
