use crate::{Position, Value, Variants};

/// The number of a position within its tier.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Place {
    /// The tier.
    pub tier: usize,
    /// The number, below the tier's size.
    pub index: usize,
}

/// A tier: positions that are solved and stored together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tier {
    /// Tiers of one group may lead to each other and are solved at once; moves that leave the group lead to a
    /// group with a smaller number.
    pub group: usize,
    /// How many numbers there are.
    pub size: usize,
    /// How many of them a table file keeps. The positions with numbers from here on are worth what their best
    /// move is worth, and every game of moves from them comes to a kept or finished position.
    pub kept: usize,
    /// What the positions have in common, in a few words that need no translation.
    pub label: String,
}

/// A position that has a number, so that its game can be solved by filling tables.
///
/// Numbers are perfect up to symmetry: every unfinished position has one, positions that are images of each other may
/// share one and then have the same value for the player to move, and every number stands for a position. In these
/// games turns alternate.
pub trait Indexed: Position {
    /// The tiers in the order of their groups.
    fn tiers() -> Vec<Tier>;

    /// The place of an unfinished position. Colours are seen from the player to move.
    fn place(&self) -> Place;

    /// A position with this place, in a variant.
    fn at(place: Place, variants: Variants) -> Self;

    /// How many positions with the same player to move share this position's place.
    fn orbit(&self) -> u32;

    /// Calls `visit` for every move that ends the game or leaves the group: with the value there for the player to move
    /// there, if it ends, or with the place it leads to.
    fn exits(&self, visit: impl FnMut(Exit));

    /// The number of moves that stay in the group.
    fn inner_moves(&self) -> u32;

    /// Calls `visit` with a position's place once for every move, of any position in the group that has a place of its
    /// own, that leads to this place.
    fn inner_predecessors(&self, visit: impl FnMut(Place));
}

/// Where a move leads that leaves a group of tiers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exit {
    /// To the end of the game, with this value for the player who would be to move.
    Over(Value),
    /// To a group solved before.
    To(Place),
}
