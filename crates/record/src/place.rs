/// A place in a text: what an editor shows at the foot of its window.
///
/// Lines end with a line feed, a carriage return, or both together. Columns count characters, not bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place {
    /// The line, from 1.
    pub line: usize,
    /// The character in the line, from 1.
    pub column: usize,
}
