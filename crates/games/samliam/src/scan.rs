//! All 140 patterns of both players looked at together: a bit of a word stands for the square whose bottom left cell
//! it is, so that the squares of one size take a few instructions.

use mekong_core::Player;

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
    /// How many patterns show one of four, as [`Scan::ones`] counts them.
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
/// point outward and inward, then the opponent's.
type Lanes = [u64; 4];

/// By place of a corner in the square, clockwise from the top left, and by lane. Where outward patterns show `c` at a
/// place, inward ones show `c ^ 2`.
#[derive(Clone, Copy, Debug, Default)]
struct Found {
    wins: [Lanes; 4],
    threats: [Lanes; 4],
    forks: [Lanes; 4],
    /// Digits of two to the power 0, 1 and 2: how many patterns of each bottom left cell show one of four.
    ones: [Lanes; 3],
}

/// Looks at the patterns of all sizes, lane by lane.
#[inline(never)]
fn find(shown: &[Lanes; 4], within_reach: &[Lanes; 4], found: &mut Found) {
    for lane in 0..4 {
        let shown = [shown[0][lane], shown[1][lane], shown[2][lane], shown[3][lane]];
        let reach =
            [within_reach[0][lane], within_reach[1][lane], within_reach[2][lane], within_reach[3][lane]];
        let (mut wins, mut threats, mut forks, mut ones) = ([0; 4], [0; 4], [0; 4], [0; 3]);
        for (distance, squares) in BOTTOM_LEFT.into_iter().enumerate().skip(1) {
            let shift = [8 * distance, 9 * distance, distance, 0];
            // Top left, top right, bottom right, bottom left, all moved to the bottom left.
            let [a, b] = [shown[0] >> shift[0], shown[1] >> shift[1]];
            let [c, d] = [shown[2] >> shift[2], shown[3]];
            let alive = (reach[0] >> shift[0]) & (reach[1] >> shift[1]) & (reach[2] >> shift[2]) & reach[3];
            let alive = alive & squares;
            let (one_above, two_above) = (a ^ b, a & b);
            let (one_below, two_below) = (c ^ d, c & d);
            let three = alive & (two_above & one_below | one_above & two_below);
            let two = alive & (one_above & one_below | (two_above ^ two_below) & !(one_above | one_below));
            let one = alive & (one_above ^ one_below) & !(two_above | two_below);

            for (place, shows) in [a, b, c, d].into_iter().enumerate() {
                wins[place] |= (three & !shows) << shift[place];
                let threat = (two & !shows) << shift[place];
                forks[place] |= threats[place] & threat;
                threats[place] |= threat;
            }
            let carry = ones[0] & one;
            ones[0] ^= one;
            ones[2] |= ones[1] & carry;
            ones[1] ^= carry;
        }
        for place in 0..4 {
            found.wins[place][lane] = wins[place];
            found.threats[place][lane] = threats[place];
            found.forks[place][lane] = forks[place];
        }
        for (digit, set) in ones.into_iter().enumerate() {
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
        let [first, second] = [2 * player, 2 * player + 1];
        let [units, twos, fours] = &self.ones;
        units[first].count_ones()
            + units[second].count_ones()
            + 2 * (twos[first].count_ones() + twos[second].count_ones())
            + 4 * (fours[first].count_ones() + fours[second].count_ones())
    }
}

impl Position {
    /// What the patterns hold for both players.
    #[inline]
    pub(crate) fn scan(&self) -> Scan {
        let (me, you) = (self.turn, self.turn.other());
        let [mine, yours] = [self.shown(me), self.shown(you)];
        let [my_reach, your_reach] = [self.reach_sets(me), self.reach_sets(you)];
        let lanes = |a: &[u64; 4], b: &[u64; 4]| -> [Lanes; 4] {
            std::array::from_fn(|place| [a[place], a[place ^ 2], b[place], b[place ^ 2]])
        };
        let shown = lanes(&mine, &yours);
        let mut within_reach = lanes(&my_reach, &your_reach);
        for (reach, shown) in within_reach.iter_mut().flatten().zip(shown.iter().flatten()) {
            *reach |= shown;
        }
        let mut found = Found::default();
        find(&shown, &within_reach, &mut found);

        // Outward and inward come together again.
        let both = |sets: &[Lanes; 4], corner: usize| {
            let [outward, inward] = [sets[corner], sets[corner ^ 2]];
            ([outward[0], outward[2]], [inward[1], inward[3]])
        };
        let mut scan = Scan { ones: found.ones, ..Scan::default() };
        for corner in 0..4 {
            let (a, b) = both(&found.wins, corner);
            scan.wins[corner] = [a[0] | b[0], a[1] | b[1]];
            let (c, d) = both(&found.forks, corner);
            let (a, b) = both(&found.threats, corner);
            scan.threats[corner] = [a[0] | b[0], a[1] | b[1]];
            scan.forks[corner] = [c[0] | d[0] | a[0] & b[0], c[1] | d[1] | a[1] & b[1]];
        }
        scan
    }

    /// By corner, the cells that do not show it for a player and would after one more tile. Without triangles it
    /// must be a square tile, which needs an empty cell and no block before it.
    #[inline]
    pub(crate) const fn reach_sets(&self, player: Player) -> [u64; 4] {
        let empty = self.empty();
        if self.triangles[player.index()] == 0 {
            let room = if self.squares[player.index()] > 0 { empty } else { 0 };
            return [room; 4];
        }
        let half_full = self.half_full();
        let own = &self.tiles[player.index()];
        let other = &self.tiles[player.other().index()];
        let own_halves = half_full & (own[0] | own[1] | own[2] | own[3]);
        let mut sets = [0; 4];
        let mut corner = 0;
        while corner < 4 {
            sets[corner] = empty | own_halves & !own[corner] | half_full & other[corner ^ 2];
            corner += 1;
        }
        sets
    }

    /// The corner that is free on a cell with one triangle.
    #[inline]
    pub(crate) fn free_half(&self, cell: u64) -> Corner {
        let taken = Corner::ALL.into_iter().find(|&corner| self.covered(corner) & cell != 0);
        taken.unwrap_or(Corner::Nw).opposite()
    }
}
