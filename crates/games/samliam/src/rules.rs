//! The rules: legal moves, their effect, and the outcome.

use mekong_core::{EndReason, Outcome, Player, Text};

use crate::{
    board::{Cell, Corner, Pattern, Tile, cells},
    error::Illegal,
    moves::Move,
    position::Position,
};

/// A player shows the four corners of a square.
pub(crate) static SQUARE: EndReason =
    EndReason { code: "square", text: Text { en: "a square was completed", fr: "un carré est formé" } };

/// No player can place a tile.
pub(crate) static TILES: EndReason = EndReason {
    code: "tiles",
    text: Text { en: "neither player can place a tile any more", fr: "plus personne ne peut poser de tuile" },
};

/// A pattern that is open for a player: they show three of its corners and could show the fourth by placing one
/// triangle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpenPattern {
    /// The pattern.
    pub pattern: Pattern,
    /// The cell that does not show its corner yet.
    pub cell: Cell,
    /// The corner it lacks. On a cell with one triangle of the player's own, the other half brings it, whichever
    /// corner that half is: the two together show all four.
    pub corner: Corner,
}

/// A set of corners of one cell: bit `corner as u8`.
type Corners = u8;

/// The corners whose sets contain a cell.
#[inline]
const fn corners_at(sets: &[u64; 4], at: Cell) -> Corners {
    let mut corners = 0;
    let mut corner = 0;
    while corner < 4 {
        corners |= ((sets[corner] & at.bit() != 0) as Corners) << corner;
        corner += 1;
    }
    corners
}

/// The corners that one more triangle would make a cell show, which holds the player's `own` and the `other`
/// player's tiles now.
#[inline]
const fn reach(own: Corners, other: Corners) -> Corners {
    match (own.count_ones(), other.count_ones()) {
        // An empty cell takes any corner.
        (0, 0) => 0b1111,
        // Two own triangles show all four.
        (1, 0) => 0b1111 & !own,
        // The half that the other colour has left.
        (0, 1) => (other << 2 | other >> 2) & 0b1111,
        _ => 0,
    }
}

/// Whether a pattern is complete once `at` shows one of `corners`, given what the other cells show.
#[inline]
fn completes(shown: &[u64; 4], at: Cell, corners: Corners) -> bool {
    Corner::ALL.into_iter().filter(|&corner| corners >> corner as u8 & 1 == 1).any(|corner| {
        // Whether the corners point outward or inward, the cell across the square shows the opposite corner, and
        // the cells beside show this one with left and right or with top and bottom exchanged.
        let across = shown[corner.opposite() as usize] & at.diagonal(corner);
        let beside = shown[corner.mirrored() as usize];
        let above = shown[corner.flipped() as usize];
        cells(across)
            .any(|across| beside & across.in_row_of(at).bit() != 0 && above & at.in_row_of(across).bit() != 0)
    })
}

impl Position {
    /// The patterns that are open for a player. A turn that leaves fewer of the opponent's open is a block.
    pub fn open_patterns(&self, player: Player) -> impl Iterator<Item = OpenPattern> + use<> {
        let position = *self;
        let shown = self.shown(player);
        Pattern::all().filter_map(move |pattern| {
            let is_missing = |(cell, corner): &(Cell, Corner)| shown[*corner as usize] & cell.bit() == 0;
            let mut missing = pattern.corners().into_iter().filter(is_missing);
            let (cell, corner) = missing.next()?;
            let open =
                missing.next().is_none() && position.within_reach(player, cell) >> corner as u8 & 1 == 1;
            open.then_some(OpenPattern { pattern, cell, corner })
        })
    }

    /// The corners of a cell that a player does not show and could show by placing one triangle there.
    #[inline]
    pub(crate) const fn within_reach(&self, player: Player, at: Cell) -> Corners {
        if self.triangles[player.index()] == 0 {
            return 0;
        }
        let own = corners_at(&self.tiles[player.index()], at);
        reach(own, corners_at(&self.tiles[player.other().index()], at))
    }

    /// Whether a player can place a tile, in this turn or, without a block before it, in the next.
    ///
    /// A triangle always finds room: all 60 triangles and 6 square tiles fill 72 of the board's 84 halves. So the
    /// right that a block gives adds choices, but never decides whether there are any.
    #[inline]
    pub(crate) const fn can_place(&self, player: Player) -> bool {
        self.triangles[player.index()] > 0 || self.squares[player.index()] > 0 && self.empty() != 0
    }

    /// Whether the player to move has a square tile and the right to place it; an empty cell is required too.
    #[must_use]
    #[inline]
    pub const fn may_place_square(&self) -> bool {
        let player = self.turn.index();
        self.squares[player] > 0 && (self.blocked || self.triangles[player] == 0)
    }

    fn check_triangle(&self, at: Cell, corner: Corner) -> Result<(), Illegal> {
        if self.triangles[self.turn.index()] == 0 {
            return Err(Illegal::NoTriangleLeft);
        }
        let mut there = self.tiles(at);
        match (there.next(), there.next()) {
            (None, _) => Ok(()),
            (Some(Tile::Square(_)), _) => Err(Illegal::OnSquareTile { at }),
            (Some(_), Some(_)) => Err(Illegal::CellFull { at }),
            (Some(Tile::Triangle(_, first)), None) => {
                let free = first.opposite();
                if corner == free { Ok(()) } else { Err(Illegal::OnlyOtherHalf { at, free }) }
            }
        }
    }

    fn check_square(&self, at: Cell) -> Result<(), Illegal> {
        let player = self.turn.index();
        if self.squares[player] == 0 {
            return Err(Illegal::NoSquareTileLeft);
        }
        if !self.may_place_square() {
            return Err(Illegal::NotBlocked { triangles: self.triangles[player] });
        }
        if self.empty() & at.bit() == 0 { Err(Illegal::NotEmpty { at }) } else { Ok(()) }
    }
}

impl mekong_core::Position for Position {
    type Move = Move;
    type Illegal = Illegal;

    #[inline]
    fn turn(&self) -> Player {
        self.turn
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        if let Some(winner) = self.winner {
            return Some(Outcome::win(winner, &SQUARE));
        }
        let over = !self.can_place(self.turn) && !self.can_place(self.turn.other());
        over.then(|| Outcome::draw(&TILES))
    }

    fn legal_moves(&self, moves: &mut Vec<Move>) {
        if self.winner.is_some() {
            return;
        }
        let empty = self.empty();
        if self.triangles[self.turn.index()] > 0 {
            for at in cells(empty) {
                moves.extend(Corner::ALL.map(|corner| Move::Triangle { at, corner }));
            }
            let half_full = self.half_full();
            for corner in Corner::ALL {
                let free = half_full & self.covered(corner.opposite());
                moves.extend(cells(free).map(|at| Move::Triangle { at, corner }));
            }
        }
        if self.may_place_square() {
            moves.extend(cells(empty).map(|at| Move::Square { at }));
        }
        if !self.can_place(self.turn) && self.can_place(self.turn.other()) {
            moves.push(Move::Pass);
        }
    }

    #[inline]
    fn count_moves(&self) -> usize {
        if self.winner.is_some() {
            return 0;
        }
        let empty = self.empty().count_ones();
        let mut count = 0;
        if self.triangles[self.turn.index()] > 0 {
            count += 4 * empty + self.half_full().count_ones();
        }
        if self.may_place_square() {
            count += empty;
        }
        if count == 0 {
            return usize::from(self.can_place(self.turn.other()));
        }
        count as usize
    }

    fn check(&self, mv: Move) -> Result<(), Illegal> {
        if self.outcome().is_some() {
            return Err(Illegal::Over);
        }
        match mv {
            Move::Triangle { at, corner } => self.check_triangle(at, corner),
            Move::Square { at } => self.check_square(at),
            Move::Pass if self.can_place(self.turn) => Err(Illegal::MustPlace),
            Move::Pass => Ok(()),
        }
    }

    #[inline]
    fn play_unchecked(&mut self, mv: Move) {
        let player = self.turn;
        let opponent = player.other();
        self.turn = opponent;
        let (at, tile) = match mv {
            Move::Triangle { at, corner } => {
                self.triangles[player.index()] -= 1;
                (at, Tile::Triangle(player, corner))
            }
            Move::Square { at } => {
                self.squares[player.index()] -= 1;
                (at, Tile::Square(player))
            }
            Move::Pass => {
                self.blocked = false;
                return;
            }
        };
        let theirs = corners_at(&self.tiles[opponent.index()], at);
        let before = corners_at(&self.tiles[player.index()], at);
        self.put(tile, at);
        let after = corners_at(&self.tiles[player.index()], at);
        // The opponent shows elsewhere what they showed before, so only patterns that lack this cell can close.
        let lost = reach(theirs, before) & !reach(theirs, after);
        self.blocked = self.triangles[opponent.index()] > 0 && completes(&self.shown(opponent), at, lost);
        let shown = self.shown(player);
        if completes(&shown, at, corners_at(&shown, at)) {
            self.winner = Some(player);
        }
    }

    /// A pass blocks nothing, so that the opponent gets no square tile.
    fn null_move(&self) -> Option<Position> {
        Some(Position { turn: self.turn.other(), blocked: false, ..*self })
    }
}
