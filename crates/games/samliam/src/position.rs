use mekong_core::Player;

use crate::{
    board::{ALL, Cell, Corner, Pattern, Tile},
    error::Problem,
};

/// Triangles each player has, on the board and beside it.
pub(crate) const TRIANGLES: usize = 30;

/// Square tiles each player has, on the board and beside it.
pub(crate) const SQUARES: usize = 3;

/// A position of Sam Liam.
///
/// Invariants: a cell holds nothing, one triangle, two triangles in opposite corners, or one square tile; the tiles
/// left are those not on the board; only `winner` shows a winning pattern.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// `tiles[player][corner]`: the cells where the player's triangle has its right angle in that corner. A square
    /// tile stands in all four sets of its owner, which no triangles ever do:
    ///
    /// ```text
    ///                    nw ne se sw
    /// a triangle in ne    .  x  .  .
    /// two, nw and se      x  .  x  .     shows all four if both are one player's
    /// a square tile       x  x  x  x     shows all four
    /// ```
    pub(crate) tiles: [[u64; 4]; 2],
    /// Triangles each player has left to place.
    pub(crate) triangles: [u8; 2],
    /// Square tiles each player has left to place.
    pub(crate) squares: [u8; 2],
    pub(crate) turn: Player,
    /// Whether the turn before was a block, so that the player to move may place a square tile.
    pub(crate) blocked: bool,
    pub(crate) winner: Option<Player>,
}

/// The parts of a position, not yet validated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The tiles on the board; a cell with two triangles is listed twice.
    pub tiles: Vec<(Cell, Tile)>,
    /// The player to move.
    pub turn: Player,
    /// Whether the opponent's last turn was a block.
    pub blocked: bool,
}

impl Position {
    /// The start of a game.
    #[must_use]
    pub const fn start() -> Position {
        Position {
            tiles: [[0; 4]; 2],
            triangles: [TRIANGLES as u8; 2],
            squares: [SQUARES as u8; 2],
            turn: Player::P1,
            blocked: false,
            winner: None,
        }
    }

    /// What lies on a cell: nothing, one tile, or two triangles, in the order nw, ne, se, sw.
    pub fn tiles(&self, cell: Cell) -> impl Iterator<Item = Tile> + use<> {
        let mut tiles = [None; 4];
        for player in Player::BOTH {
            let sets = &self.tiles[player.index()];
            let here = Corner::ALL.map(|corner| sets[corner as usize] & cell.bit() != 0);
            if here == [true; 4] {
                tiles[0] = Some(Tile::Square(player));
                break;
            }
            for corner in Corner::ALL.into_iter().filter(|&corner| here[corner as usize]) {
                tiles[corner as usize] = Some(Tile::Triangle(player, corner));
            }
        }
        tiles.into_iter().flatten()
    }

    /// The cells that show a corner for a player: those with a triangle of theirs in that corner, with two triangles
    /// of theirs, or with a square tile of theirs. Bit `8 * row + column` stands for a cell ([`Cell::bit`]).
    ///
    /// A pattern is complete when all its four corners are shown; see [`Pattern::corners`].
    #[must_use]
    #[inline]
    pub const fn shows(&self, player: Player, corner: Corner) -> u64 {
        self.shown(player)[corner as usize]
    }

    /// [`Position::shows`] for all four corners.
    #[inline]
    pub(crate) const fn shown(&self, player: Player) -> [u64; 4] {
        let [nw, ne, se, sw] = self.tiles[player.index()];
        let all_four = nw & se | ne & sw;
        [nw | all_four, ne | all_four, se | all_four, sw | all_four]
    }

    /// The patterns that a player has completed: none during the game, possibly several after it.
    pub fn completed(&self, player: Player) -> impl Iterator<Item = Pattern> + use<> {
        let shown = self.shown(player);
        Pattern::all().filter(move |pattern| {
            pattern.corners().iter().all(|(cell, corner)| shown[*corner as usize] & cell.bit() != 0)
        })
    }

    /// How many triangles a player has left to place.
    #[must_use]
    #[inline]
    pub const fn triangles_left(&self, player: Player) -> u8 {
        self.triangles[player.index()]
    }

    /// How many square tiles a player has left to place.
    #[must_use]
    #[inline]
    pub const fn squares_left(&self, player: Player) -> u8 {
        self.squares[player.index()]
    }

    /// Whether the turn before was a block, which gives the player to move the right to a square tile.
    #[must_use]
    #[inline]
    pub const fn was_blocked(&self) -> bool {
        self.blocked
    }

    /// The cells with a triangle of either colour in a corner, and those with a square tile.
    #[inline]
    pub(crate) const fn covered(&self, corner: Corner) -> u64 {
        self.tiles[0][corner as usize] | self.tiles[1][corner as usize]
    }

    /// The cells with nothing on them.
    #[inline]
    pub(crate) const fn empty(&self) -> u64 {
        let [nw, ne] = [self.covered(Corner::Nw), self.covered(Corner::Ne)];
        let [se, sw] = [self.covered(Corner::Se), self.covered(Corner::Sw)];
        ALL & !(nw | ne | se | sw)
    }

    /// The cells with exactly one triangle on them.
    #[inline]
    pub(crate) const fn half_full(&self) -> u64 {
        let [nw, ne] = [self.covered(Corner::Nw), self.covered(Corner::Ne)];
        let [se, sw] = [self.covered(Corner::Se), self.covered(Corner::Sw)];
        // Two triangles and a square tile take opposite corners together.
        nw ^ se | ne ^ sw
    }

    /// Lays a tile on a cell that has room for it. The caller updates the number of tiles left.
    #[inline]
    pub(crate) fn put(&mut self, tile: Tile, cell: Cell) {
        match tile {
            Tile::Triangle(owner, corner) => self.tiles[owner.index()][corner as usize] |= cell.bit(),
            Tile::Square(owner) => {
                for set in &mut self.tiles[owner.index()] {
                    *set |= cell.bit();
                }
            }
        }
    }

    /// Whether a tile fits beside what lies on a cell already.
    fn check_room(&self, cell: Cell, tile: Tile) -> Result<(), Problem> {
        let mut there = self.tiles(cell);
        match (there.next(), there.next(), tile) {
            (None, ..) => Ok(()),
            (Some(Tile::Triangle(_, first)), None, Tile::Triangle(_, second)) => {
                if second == first.opposite() { Ok(()) } else { Err(Problem::NotOpposite { cell }) }
            }
            _ => Err(Problem::Crowded { cell }),
        }
    }
}

impl TryFrom<Setup> for Position {
    type Error = Vec<Problem>;

    /// Validates a setup and lists every problem.
    fn try_from(setup: Setup) -> Result<Position, Vec<Problem>> {
        let mut problems = Vec::new();
        let mut position = Position { turn: setup.turn, blocked: setup.blocked, ..Position::start() };
        let mut triangles = [0; 2];
        let mut squares = [0; 2];
        for (cell, tile) in setup.tiles {
            match tile {
                Tile::Triangle(owner, _) => triangles[owner.index()] += 1,
                Tile::Square(owner) => squares[owner.index()] += 1,
            }
            match position.check_room(cell, tile) {
                Ok(()) => position.put(tile, cell),
                Err(problem) => problems.push(problem),
            }
        }
        for player in Player::BOTH {
            let index = player.index();
            match TRIANGLES.checked_sub(triangles[index]) {
                Some(left) => position.triangles[index] = left as u8,
                None => problems.push(Problem::TooManyTriangles { player, found: triangles[index] }),
            }
            match SQUARES.checked_sub(squares[index]) {
                Some(left) => position.squares[index] = left as u8,
                None => problems.push(Problem::TooManySquares { player, found: squares[index] }),
            }
        }
        match Player::BOTH.map(|player| position.completed(player).next()) {
            [None, None] => {}
            [Some(_), None] => position.winner = Some(Player::P1),
            [None, Some(_)] => position.winner = Some(Player::P2),
            [Some(_), Some(_)] => problems.push(Problem::BothHaveWon),
        }
        if problems.is_empty() { Ok(position) } else { Err(problems) }
    }
}
