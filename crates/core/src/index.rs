use crate::{Position, Value, Variants};

/// The index of a position in a tablebase: a tier and an index within it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TierIndex {
    /// The tier.
    pub tier: usize,
    /// The index, below the size of the tier.
    pub index: usize,
}

/// A set of positions that are solved and stored together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tier {
    /// Tiers of one group may lead to each other and are solved together; moves that leave the group lead to a
    /// group with a smaller number.
    pub group: usize,
    /// The number of indices.
    pub size: usize,
    /// How many of them a tablebase file stores. The value of a position with a higher index is that of its best move;
    /// every sequence of moves from there reaches a stored or finished position.
    pub stored: usize,
    /// A short description of the tier, the same in every language.
    pub label: String,
}

/// A position with an index, so that its game can be solved by retrograde analysis.
///
/// The index is perfect up to symmetry: every unfinished position has one, symmetric positions may share one and then
/// have the same value for the player to move, and every index stands for a position. Turns must alternate.
pub trait Indexed: Position {
    /// The tiers in the order of their groups.
    fn tiers() -> Vec<Tier>;

    /// The index of an unfinished position, with colours from the point of view of the player to move.
    fn tier_index(&self) -> TierIndex;

    /// A position with this index, in a variant.
    fn from_tier_index(place: TierIndex, variants: Variants) -> Self;

    /// The number of positions with the same player to move that share this index.
    fn orbit(&self) -> u32;

    /// Calls `visit` for every move that ends the game or leaves the group.
    fn exits(&self, visit: impl FnMut(Exit));

    /// The number of moves that stay in the group.
    fn inner_moves(&self) -> u32;

    /// Calls `visit` once for every move within the group that leads to this index, with the index of the position where
    /// it is made.
    fn inner_predecessors(&self, visit: impl FnMut(TierIndex));
}

/// The destination of a move that leaves a group of tiers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exit {
    /// The end of the game, with the value for the player who would be to move.
    Over(Value),
    /// A position of a group solved before.
    To(TierIndex),
}
