use mekong_core::{Player, SplitMix64, Variants};

use crate::{
    board::{ALL_PIECES, Cell, Column, LAST_DUEL, PIECES, Piece, TOTAL_POINTS, pieces},
    camp::Camp,
};

/// Index into the game's list of variants.
pub(crate) const DRAFT: usize = 0;

/// A position of Palam.
///
/// Invariants, besides those of a camp: no piece is in two places; while drafting (some piece is face up) nothing
/// is engaged, the score is 0-0 and swaps count as allowed; otherwise no piece is face down and the camps have
/// equally many pieces, the engaged one counted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    pub(crate) camps: [Camp; 2],
    /// Pieces that may be placed now; none once the draft is over.
    pub(crate) face_up: u32,
    /// Pieces that will be turned up when the back rows are full.
    pub(crate) face_down: u32,
    pub(crate) engaged: Option<Engaged>,
    pub(crate) turn: Player,
    pub(crate) may_swap: bool,
    pub(crate) score: [u8; 2],
    pub(crate) variants: Variants,
}

/// A piece that stands in the duel row and waits for its answer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Engaged {
    /// The column it advanced in.
    pub column: Column,
    /// The piece.
    pub piece: Piece,
}

impl Position {
    /// The points of a whole game: all pieces and the last duel.
    pub const ALL_POINTS: u8 = TOTAL_POINTS as u8 + LAST_DUEL;

    /// The points that win a game: more than half.
    pub const TO_WIN: u8 = Position::ALL_POINTS / 2 + 1;

    /// The start of a game. The seed decides the deal:
    ///
    /// the 24 pieces, in the order of [`Piece::all`], are shuffled by [`SplitMix64::shuffle`] of the seed's
    /// generator. In the plain game they go onto the cells row by row, a1 to f1, a2 to f2, a3 to f3, a4 to f4,
    /// and then [`SplitMix64::below`] 2 draws who begins (0 Isis, 1 Anubis). Under `draft` the first 12 are face
    /// up, the others face down, and Isis begins.
    #[must_use]
    pub fn start(variants: Variants, seed: u64) -> Position {
        let mut random = SplitMix64::new(seed);
        let mut shuffled: Vec<Piece> = Piece::all().collect();
        random.shuffle(&mut shuffled);
        let mut position = Position::empty(variants);
        if variants.has(DRAFT) {
            position.face_up = shuffled[..PIECES / 2].iter().fold(0, |set, piece| set | piece.bit());
            position.face_down = ALL_PIECES & !position.face_up;
            return position;
        }
        let cells = (0..4).flat_map(|row| Column::all().filter_map(move |column| Cell::new(column, row)));
        for (cell, piece) in cells.zip(shuffled) {
            position.camps[cell.camp().index()].put(cell.slot(), piece);
        }
        position.turn = Player::BOTH[random.below(2)];
        position
    }

    /// A board without pieces, to be filled by the caller.
    pub(crate) fn empty(variants: Variants) -> Position {
        Position {
            camps: [Camp::default(); 2],
            face_up: 0,
            face_down: 0,
            engaged: None,
            turn: Player::P1,
            may_swap: true,
            score: [0; 2],
            variants,
        }
    }

    /// The piece on a cell.
    #[must_use]
    pub const fn piece(&self, cell: Cell) -> Option<Piece> {
        self.camps[cell.camp().index()].get(cell.slot())
    }

    /// How many pieces stand in a player's two rows; an engaged piece is not among them.
    #[must_use]
    pub const fn count(&self, player: Player) -> u32 {
        self.camps[player.index()].occupied().count_ones()
    }

    /// How many duels are still to be fought, one that waits for its answer included. While drafting it is the greater
    /// of the players' numbers of placed pieces.
    #[must_use]
    pub fn duels_left(&self) -> u32 {
        self.count(Player::P1).max(self.count(Player::P2))
    }

    /// The piece that waits in the duel row for its answer. It is the opponent's of the player to act.
    #[must_use]
    pub const fn engaged(&self) -> Option<Engaged> {
        self.engaged
    }

    /// Whether swapping is allowed. It has no effect during a duel or a draft.
    #[must_use]
    pub const fn may_swap(&self) -> bool {
        self.may_swap
    }

    /// A player's points.
    #[must_use]
    pub const fn score(&self, player: Player) -> u8 {
        self.score[player.index()]
    }

    /// Whether the pieces are still being placed.
    #[must_use]
    #[inline]
    pub const fn is_drafting(&self) -> bool {
        self.face_up != 0
    }

    /// The pieces that can be placed now, in the order of [`Piece::all`]. None once the draft is over.
    pub fn face_up(&self) -> impl Iterator<Item = Piece> + use<> {
        pieces(self.face_up)
    }

    /// The pieces that will be turned up when the back rows are full, in the order of [`Piece::all`].
    pub fn face_down(&self) -> impl Iterator<Item = Piece> + use<> {
        pieces(self.face_down)
    }

    /// How many pieces the player to act has still to place in this turn: 2 or 1, and 0 once the draft is over.
    #[must_use]
    pub const fn placements_left(&self) -> u8 {
        if !self.is_drafting() {
            0
        } else if self.placed().is_multiple_of(2) {
            2
        } else {
            1
        }
    }

    /// How many pieces stand on cells.
    #[inline]
    pub(crate) const fn placed(&self) -> u32 {
        self.count(Player::P1) + self.count(Player::P2)
    }

    /// Whether all duels are fought.
    #[inline]
    pub(crate) const fn is_over(&self) -> bool {
        // No piece can be engaged then: the camps are equal, so one would wait for the answer.
        let empty = self.camps[0].occupied() | self.camps[1].occupied() == 0;
        empty && !self.is_drafting()
    }
}
