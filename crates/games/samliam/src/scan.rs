//! All 140 patterns of both players looked at together: a bit of a word stands for the square whose bottom left cell
//! it is, so that the squares of one size take a few instructions.

use crate::{
    board::{ALL, Corner},
    position::Position,
};

/// A set of cells for each of two players: the one to move, and the opponent.
type Pair = [u64; 2];

/// What the patterns hold for a player: of the player to move `[0]` and of the opponent `[1]`.
///
/// A pattern counts while every corner it lacks could be shown by one triangle, or by a square tile for want of
/// triangles: what is lost for that is lost for good.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Scan {
    /// By corner, the cells where showing that corner completes a pattern.
    pub(crate) wins: [Pair; 4],
    /// By corner, the cells where showing that corner makes three of four.
    pub(crate) threats: [Pair; 4],
    /// By corner, the cells where showing that corner makes three of four twice. The two patterns lack different
    /// cells, since two cells and what one of them shows tell the pattern.
    pub(crate) forks: [Pair; 4],
    /// How many patterns of each lane show one of four, by the cell they begin at: digits of 1, 2 and 4.
    ones: [Lanes; 3],
}

/// By distance of the corners: the cells that can be the bottom left of a square.
const BOTTOM_LEFT: [u64; 6] = {
    let mut sets = [0; 6];
    let mut distance = 1;
    while distance < 6 {
        sets[distance] = ALL & ALL >> (9 * distance) & COLUMNS[6 - distance];
        distance += 1;
    }
    sets
};

/// So many columns from the left.
const COLUMNS: [u64; 6] = {
    let mut sets = [0; 6];
    let mut count = 1;
    while count < 6 {
        sets[count] = ALL & (0x0101_0101_0101_0101 * ((1 << count) - 1));
        count += 1;
    }
    sets
};

/// Four words worked on alike, so that the compiler can use wide registers: the patterns of the player to move that
/// point outward and inward, then the opponent's. Where outward patterns show a corner, inward ones show the opposite
/// one: their lanes have opposite corners exchanged.
type Lanes = [u64; 4];

/// What a scan begins with.
struct Tiles {
    /// By corner, the tiles of the lane's player.
    own: [Lanes; 4],
    /// By corner, the tiles of the other player.
    other: [Lanes; 4],
    /// All ones if the lane's player can place anything on an empty cell.
    on_empty: Lanes,
    /// All ones if the lane's player can place triangles.
    on_half: Lanes,
}

/// What is found, by corner.
#[derive(Default)]
struct Found {
    wins: [Lanes; 4],
    threats: [Lanes; 4],
    forks: [Lanes; 4],
    ones: [Lanes; 3],
}

/// A lane of a scan under way.
struct Lane {
    /// By corner, what is shown, and what is or could be.
    shown: [u64; 4],
    within_reach: [u64; 4],
    wins: [u64; 4],
    threats: [u64; 4],
    forks: [u64; 4],
    ones: [u64; 3],
}

impl Lane {
    #[inline(always)]
    fn new(own: [u64; 4], other: [u64; 4], on_empty: u64, on_half: u64) -> Lane {
        let all_four = own[0] & own[2] | own[1] & own[3];
        let shown = own.map(|set| set | all_four);
        let own_any = own[0] | own[1] | own[2] | own[3];
        let empty = ALL & !(own_any | other[0] | other[1] | other[2] | other[3]) & on_empty;
        // Two triangles and a square tile take opposite corners together.
        let nw_or_se = (own[0] | other[0]) ^ (own[2] | other[2]);
        let ne_or_sw = (own[1] | other[1]) ^ (own[3] | other[3]);
        let half = (nw_or_se | ne_or_sw) & on_half;
        // Beside an own triangle the other half brings every corner; the other colour leaves the opposite one.
        let reach = |corner: usize| shown[corner] | empty | half & (own_any | other[corner ^ 2]);
        Lane {
            shown,
            within_reach: [reach(0), reach(1), reach(2), reach(3)],
            wins: [0; 4],
            threats: [0; 4],
            forks: [0; 4],
            ones: [0; 3],
        }
    }

    /// The squares of one size.
    #[inline(always)]
    fn add<const DISTANCE: usize>(&mut self) {
        // Top left, top right, bottom right, bottom left, all moved to the bottom left.
        let shift = [8 * DISTANCE, 9 * DISTANCE, DISTANCE, 0];
        let at = |sets: &[u64; 4], place: usize| sets[place] >> shift[place];
        let shown = [at(&self.shown, 0), at(&self.shown, 1), at(&self.shown, 2), at(&self.shown, 3)];
        let reach = &self.within_reach;
        let alive = at(reach, 0) & at(reach, 1) & at(reach, 2) & at(reach, 3) & BOTTOM_LEFT[DISTANCE];

        let (one_above, two_above) = (shown[0] ^ shown[1], shown[0] & shown[1]);
        let (one_below, two_below) = (shown[2] ^ shown[3], shown[2] & shown[3]);
        let three = alive & (two_above & one_below | one_above & two_below);
        let two = alive & (one_above & one_below | (two_above ^ two_below) & !(one_above | one_below));
        let one = alive & (one_above ^ one_below) & !(two_above | two_below);

        for place in 0..4 {
            self.wins[place] |= (three & !shown[place]) << shift[place];
            let threat = (two & !shown[place]) << shift[place];
            self.forks[place] |= self.threats[place] & threat;
            self.threats[place] |= threat;
        }
        let carry = self.ones[0] & one;
        self.ones[0] ^= one;
        self.ones[2] |= self.ones[1] & carry;
        self.ones[1] ^= carry;
    }
}

/// Looks at the patterns of all sizes, the same in each lane.
#[inline]
fn find(tiles: &Tiles, found: &mut Found) {
    for lane in 0..4 {
        let own = [0, 1, 2, 3].map(|corner| tiles.own[corner][lane]);
        let other = [0, 1, 2, 3].map(|corner| tiles.other[corner][lane]);
        let mut work = Lane::new(own, other, tiles.on_empty[lane], tiles.on_half[lane]);
        work.add::<1>();
        work.add::<2>();
        work.add::<3>();
        work.add::<4>();
        work.add::<5>();
        for corner in 0..4 {
            found.wins[corner][lane] = work.wins[corner];
            found.threats[corner][lane] = work.threats[corner];
            found.forks[corner][lane] = work.forks[corner];
        }
        for (digit, set) in work.ones.into_iter().enumerate() {
            found.ones[digit][lane] = set;
        }
    }
}

impl Scan {
    /// The cells where a player, 0 or 1, could win.
    #[inline]
    pub(crate) const fn winning_cells(&self, player: usize) -> u64 {
        let [nw, ne, se, sw] = &self.wins;
        nw[player] | ne[player] | se[player] | sw[player]
    }

    /// How many patterns of a player show one of four.
    #[inline]
    pub(crate) const fn ones(&self, player: usize) -> u32 {
        let [outward, inward] = [2 * player, 2 * player + 1];
        let [units, twos, fours] = &self.ones;
        units[outward].count_ones()
            + units[inward].count_ones()
            + 2 * (twos[outward].count_ones() + twos[inward].count_ones())
            + 4 * (fours[outward].count_ones() + fours[inward].count_ones())
    }
}

impl Position {
    /// What the patterns hold for both players.
    #[inline]
    pub(crate) fn scan(&self) -> Scan {
        let (me, you) = (self.turn.index(), self.turn.other().index());
        let [mine, yours] = [&self.tiles[me], &self.tiles[you]];
        let lanes = |a: &[u64; 4], b: &[u64; 4]| -> [Lanes; 4] {
            [0, 1, 2, 3].map(|corner| [a[corner], a[corner ^ 2], b[corner], b[corner ^ 2]])
        };
        let all_if = |condition: [bool; 2]| -> Lanes {
            let [a, b] = condition.map(|condition| if condition { u64::MAX } else { 0 });
            [a, a, b, b]
        };
        let tiles = Tiles {
            own: lanes(mine, yours),
            other: lanes(yours, mine),
            on_empty: all_if([me, you].map(|player| self.triangles[player] > 0 || self.squares[player] > 0)),
            on_half: all_if([me, you].map(|player| self.triangles[player] > 0)),
        };
        let mut found = Found::default();
        find(&tiles, &mut found);

        // Outward and inward come together again.
        let mut scan = Scan { ones: found.ones, ..Scan::default() };
        for corner in 0..4 {
            for player in 0..2 {
                let both = |sets: &[Lanes; 4]| [sets[corner][2 * player], sets[corner ^ 2][2 * player + 1]];
                let ([a, b], [c, d]) = (both(&found.threats), both(&found.forks));
                scan.threats[corner][player] = a | b;
                scan.forks[corner][player] = a & b | c | d;
                let [a, b] = both(&found.wins);
                scan.wins[corner][player] = a | b;
            }
        }
        scan
    }

    /// The corner that is free on a cell with one triangle.
    #[inline]
    pub(crate) fn free_half(&self, cell: u64) -> Corner {
        let taken = Corner::ALL.into_iter().find(|&corner| self.covered(corner) & cell != 0);
        taken.unwrap_or(Corner::Nw).opposite()
    }
}
