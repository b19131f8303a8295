use mekong_core::Player;

use crate::{
    board::{LINES, Point},
    error::Problem,
};

/// The men of each player.
pub(crate) const MEN: u32 = 3;

/// A position of Three Men's Morris.
///
/// Invariants: the sets are disjoint; neither player has more than three men; while men are being placed their numbers
/// fit the turn; the player to move has no complete line.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// Where each player's men stand.
    pub(crate) men: [u64; 2],
    pub(crate) turn: Player,
}

impl Position {
    /// The start of a game.
    pub(crate) const START: Position = Position { men: [0; 2], turn: Player::P1 };

    /// Whose man stands on a point.
    #[must_use]
    pub fn man(&self, point: Point) -> Option<Player> {
        point.owner(self.men)
    }

    /// How many men a player has still to place.
    #[must_use]
    pub const fn to_place(&self, player: Player) -> u32 {
        MEN - self.men[player.index()].count_ones()
    }

    /// Whether a player has three men in a line.
    pub(crate) fn has_line(&self, player: Player) -> bool {
        LINES.contains(&self.men[player.index()])
    }

    /// What makes the position impossible.
    pub(crate) fn problems(&self) -> Vec<Problem> {
        let found = self.men.map(u64::count_ones);
        let too_many = Player::BOTH.into_iter().filter(|player| found[player.index()] > MEN);
        let mut problems: Vec<Problem> =
            too_many.map(|player| Problem::TooManyMen { player, found: found[player.index()] }).collect();
        let placed = found[0] + found[1];
        let expected = [placed.div_ceil(2), placed / 2];
        let is_placing = placed < 2 * MEN;
        if problems.is_empty()
            && is_placing
            && (found != expected || (placed % 2 == 1) != (self.turn == Player::P2))
        {
            problems.push(Problem::Placements { found, turn: self.turn });
        }
        if problems.is_empty() && self.has_line(self.turn) {
            problems.push(Problem::LineBeforeTurn { player: self.turn });
        }
        problems
    }
}
