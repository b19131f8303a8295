use crate::{Player, Symmetric, Text};

/// A recurring idea of puzzles, such as a double threat.
#[derive(PartialEq, Eq, Hash, Debug)]
pub struct Theme {
    /// The id in files and URLs: lower case, words joined by hyphens.
    pub code: &'static str,
    /// The name on the screen, in sentence case.
    pub title: Text,
    /// What it means, in one sentence without capital and full stop.
    pub description: Text,
}

/// One ply of a solution.
#[derive(Clone, Copy, Debug)]
pub struct SolutionPly<P: Symmetric> {
    /// The position before the move.
    pub before: P,
    /// The move.
    pub mv: P::Move,
    /// The position after it.
    pub after: P,
}

/// The themes and the collection of a game's puzzles. Optional: a game without it has puzzles without
/// themes, made on demand only.
pub trait Themed: Symmetric {
    /// The themes of the game in display order.
    const THEMES: &'static [&'static Theme];

    /// The collection of puzzles, as JSON Lines (`docs/formats.md`); empty if there is none.
    const PUZZLES: &'static str = "";

    /// The positions to practise, as JSON Lines (`docs/formats.md`); empty if there are none.
    const PRACTICE: &'static str = "";

    /// Appends the themes of a solution, which is the main line of both players.
    fn themes(solver: Player, line: &[SolutionPly<Self>], found: &mut Vec<&'static Theme>);
}
