//! Scans all 140 patterns of a player in parallel: each bit of a word stands for the square with that bottom left cell,
//! so all squares of one size take a few instructions, with outward and inward patterns side by side.
//!
//! Nothing is updated incrementally, because recomputing is cheaper: see "Sam Liam recomputes its patterns" in
//! `ARCHITECTURE.md`.

use mekong_core::Player;

use crate::{
    bitboard_pair::BitboardPair,
    board::{ALL, Corner},
    position::Position,
};

/// The pattern counts of a player. A pattern counts while every missing corner could be shown by one triangle, or by a
/// square tile if no triangles are left. Once lost, a pattern cannot be regained.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PatternCounts {
    /// By corner, the cells where showing that corner completes a pattern.
    pub(crate) wins: [u64; 4],
    /// By corner, the cells where showing that corner makes three of four.
    pub(crate) threats: [u64; 4],
    /// By corner, the cells where showing that corner makes three of four twice. The two patterns lack different cells,
    /// since two cells and the corner of one determine the pattern.
    pub(crate) forks: [u64; 4],
    /// How many patterns show one of four.
    pub(crate) ones: u32,
}

/// By distance of the corners: the cells that can be the bottom left of a square.
const BOTTOM_LEFT: [u64; 6] = {
    let mut sets = [0; 6];
    let mut distance = 1;
    while distance < 6 {
        sets[distance] = ALL & ALL >> (9 * distance) & columns(6 - distance);
        distance += 1;
    }
    sets
};

/// The leftmost columns.
const fn columns(count: usize) -> u64 {
    ALL & (0x0101_0101_0101_0101 * ((1 << count) - 1))
}

/// By place in the square, top left first, clockwise: outward patterns beside inward ones. Where the outward ones show
/// a corner, the inward ones show the opposite one.
type Places = [BitboardPair; 4];

#[inline(always)]
fn places([nw, ne, se, sw]: [u64; 4]) -> Places {
    [
        BitboardPair::new(nw, se),
        BitboardPair::new(ne, sw),
        BitboardPair::new(se, nw),
        BitboardPair::new(sw, ne),
    ]
}

/// Outward and inward patterns come together again: the cells of either, by corner.
#[inline(always)]
fn either([a, b, c, d]: Places) -> [u64; 4] {
    [a.first() | c.second(), b.first() | d.second(), c.first() | a.second(), d.first() | b.second()]
}

/// The intermediate result of a scan, by place. Corners already shown are masked out at the end.
struct Found {
    wins: Places,
    threats: Places,
    forks: Places,
    /// How many patterns show one of four, by the cell they begin at: digits of 1, 2 and 4.
    ones: [BitboardPair; 3],
}

impl Found {
    /// The squares of one size: the shifts bring their top left, top right and bottom right to the bottom left.
    #[inline(always)]
    fn add<const NW: i32, const NE: i32, const SE: i32>(&mut self, shown: &Places, reach: &Places) {
        let [a, b, c, d] = [shown[0].down::<NW>(), shown[1].down::<NE>(), shown[2].down::<SE>(), shown[3]];
        let [e, f, g, h] = [reach[0].down::<NW>(), reach[1].down::<NE>(), reach[2].down::<SE>(), reach[3]];
        let squares = BOTTOM_LEFT[SE as usize];
        let alive = e & f & (g & h) & BitboardPair::new(squares, squares);
        let (one_above, one_below) = (a ^ b, c ^ d);
        // An odd number is one or three, an even one none or two: four would have ended the game.
        let odd = (one_above ^ one_below) & alive;
        let two_beside = a & b | c & d;
        let three = odd & two_beside;
        let two = (two_beside | one_above & one_below) & alive.without(odd);
        let one = odd.without(two_beside);

        let wins = &mut self.wins;
        *wins = [
            wins[0] | three.up::<NW>(),
            wins[1] | three.up::<NE>(),
            wins[2] | three.up::<SE>(),
            wins[3] | three,
        ];
        for (place, threat) in [two.up::<NW>(), two.up::<NE>(), two.up::<SE>(), two].into_iter().enumerate() {
            self.forks[place] = self.forks[place] | self.threats[place] & threat;
            self.threats[place] = self.threats[place] | threat;
        }
        let carry = self.ones[0] & one;
        self.ones[0] = self.ones[0] ^ one;
        self.ones[2] = self.ones[2] | self.ones[1] & carry;
        self.ones[1] = self.ones[1] ^ carry;
    }
}

/// Where patterns of one size lack one corner; corners already shown are not masked out yet.
#[inline(always)]
fn add_wins<const NW: i32, const NE: i32, const SE: i32>(wins: &mut Places, shown: &Places) {
    let [a, b, c, d] = [shown[0].down::<NW>(), shown[1].down::<NE>(), shown[2].down::<SE>(), shown[3]];
    let squares = BOTTOM_LEFT[SE as usize];
    let three = (a & b & (c ^ d) | (a ^ b) & (c & d)) & BitboardPair::new(squares, squares);
    *wins =
        [wins[0] | three.up::<NW>(), wins[1] | three.up::<NE>(), wins[2] | three.up::<SE>(), wins[3] | three];
}

impl Position {
    /// Per corner, the cells that show a player's colour or could show it with one more tile.
    #[inline(always)]
    fn within_one_tile(&self, player: Player, shown: [u64; 4]) -> [u64; 4] {
        let [own, other] = [&self.tiles[player.index()], &self.tiles[player.other().index()]];
        let has_triangles = self.triangles[player.index()] > 0;
        let has_any = has_triangles || self.squares[player.index()] > 0;
        let empty = if has_any { self.empty() } else { 0 };
        let half = if has_triangles { self.half_full() } else { 0 };
        // Beside an own triangle the other half brings every corner; the other colour leaves the opposite one.
        let always = empty | half & any(own);
        [0, 1, 2, 3].map(|corner| shown[corner] | always | half & other[corner ^ 2])
    }

    /// The pattern counts of a player.
    #[inline]
    pub(crate) fn pattern_counts(&self, player: Player) -> PatternCounts {
        let by_corner = self.shown(player);
        let (shown, reach) = (places(by_corner), places(self.within_one_tile(player, by_corner)));
        let nothing = [BitboardPair::none(); 4];
        let mut found =
            Found { wins: nothing, threats: nothing, forks: nothing, ones: [BitboardPair::none(); 3] };
        found.add::<8, 9, 1>(&shown, &reach);
        found.add::<16, 18, 2>(&shown, &reach);
        found.add::<24, 27, 3>(&shown, &reach);
        found.add::<32, 36, 4>(&shown, &reach);
        found.add::<40, 45, 5>(&shown, &reach);

        let [a, b, c, d] = found.threats;
        let outward_and_inward =
            [a.first() & c.second(), b.first() & d.second(), c.first() & a.second(), d.first() & b.second()];
        let [wins, threats, forks] = [found.wins, found.threats, found.forks].map(either);
        let [units, twos, fours] = found.ones.map(BitboardPair::count_ones);
        PatternCounts {
            wins: [0, 1, 2, 3].map(|corner| wins[corner] & !by_corner[corner]),
            threats: [0, 1, 2, 3].map(|corner| threats[corner] & !by_corner[corner]),
            forks: [0, 1, 2, 3]
                .map(|corner| (forks[corner] | outward_and_inward[corner]) & !by_corner[corner]),
            ones: units + 2 * twos + 4 * fours,
        }
    }

    /// By corner, the cells where a player completes a pattern: [`PatternCounts::wins`] without the rest.
    #[inline]
    pub(crate) fn wins(&self, player: Player) -> [u64; 4] {
        let by_corner = self.shown(player);
        let shown = places(by_corner);
        let mut wins = [BitboardPair::none(); 4];
        add_wins::<8, 9, 1>(&mut wins, &shown);
        add_wins::<16, 18, 2>(&mut wins, &shown);
        add_wins::<24, 27, 3>(&mut wins, &shown);
        add_wins::<32, 36, 4>(&mut wins, &shown);
        add_wins::<40, 45, 5>(&mut wins, &shown);
        let wins = either(wins);
        if any(&wins) == 0 {
            return wins;
        }
        let reach = self.within_one_tile(player, by_corner);
        [0, 1, 2, 3].map(|corner| wins[corner] & reach[corner] & !by_corner[corner])
    }

    /// The corner that is free on a cell with one triangle.
    #[inline]
    pub(crate) fn free_half(&self, cell: u64) -> Corner {
        let taken = Corner::ALL.into_iter().find(|&corner| self.covered(corner) & cell != 0);
        taken.unwrap_or(Corner::Nw).opposite()
    }
}

/// The cells in any of the sets.
#[inline]
pub(crate) const fn any([nw, ne, se, sw]: &[u64; 4]) -> u64 {
    *nw | *ne | *se | *sw
}

#[cfg(test)]
mod tests {
    use mekong_core::{Player, Position as _, SplitMix64};

    use crate::{
        board::{Cell, Corner, Pattern, Tile},
        moves::Move,
        position::Position,
    };

    /// Whether a player can make a cell show a corner with their next tile, by trying. A square tile counts only if no
    /// triangles are left.
    fn can_show(position: &Position, player: Player, at: Cell, corner: Corner) -> bool {
        let position = Position { turn: player, blocked: false, ..*position };
        let triangles =
            Corner::ALL.map(|corner| (Move::Triangle { at, corner }, Tile::Triangle(player, corner)));
        let square = [(Move::Square { at }, Tile::Square(player))];
        triangles.into_iter().chain(square).any(|(mv, tile)| {
            let mut next = position;
            next.put(tile, at);
            position.is_legal(mv) && next.shows(player, corner) & at.bit() != 0
        })
    }

    /// By corner: where a player completes a pattern, makes three of four, and does so twice; patterns that show one.
    type Naive = ([u64; 4], [u64; 4], [u64; 4], u32);

    /// Pattern by pattern and corner by corner.
    fn naive(position: &Position, player: Player) -> Naive {
        let (mut wins, mut threats, mut forks, mut ones) = ([0; 4], [0; 4], [0; 4], 0);
        for pattern in Pattern::all() {
            let is_shown = |(at, corner): &(Cell, Corner)| position.shows(player, *corner) & at.bit() != 0;
            let (shown, lacking): (Vec<_>, Vec<_>) = pattern.corners().into_iter().partition(is_shown);
            if !lacking.iter().all(|&(at, corner)| can_show(position, player, at, corner)) {
                continue;
            }
            for (at, corner) in lacking {
                let corner = corner as usize;
                match shown.len() {
                    3 => wins[corner] |= at.bit(),
                    2 => {
                        forks[corner] |= threats[corner] & at.bit();
                        threats[corner] |= at.bit();
                    }
                    _ => {}
                }
            }
            ones += u32::from(shown.len() == 1);
        }
        (wins, threats, forks, ones)
    }

    #[test]
    fn scan_agrees_with_checking_each_pattern() {
        let mut met = [0; 4];
        for seed in 0..40 {
            let mut random = SplitMix64::new(seed);
            let mut position = Position::start();
            while position.outcome().is_none() {
                for player in Player::BOTH {
                    let found = position.pattern_counts(player);
                    let expected = naive(&position, player);
                    assert_eq!(
                        (found.wins, found.threats, found.forks, found.ones),
                        expected,
                        "{position:?}"
                    );
                    assert_eq!(position.wins(player), found.wins, "{position:?}");
                    let sets = [found.wins, found.threats, found.forks].map(|sets| super::any(&sets) != 0);
                    for (met, is_met) in met.iter_mut().zip(sets) {
                        *met += u32::from(is_met);
                    }
                    met[3] += u32::from(position.triangles[player.index()] == 0);
                }
                let mut moves = Vec::new();
                position.legal_moves(&mut moves);
                let after = |mv: Move| position.play(mv).expect("the move is legal");
                // Squares are mostly left unfinished, so that games are long.
                let mut tries = (0..20).map(|_| after(moves[random.below(moves.len())]));
                let first = tries.next().expect("there are twenty");
                position = Some(first)
                    .into_iter()
                    .chain(tries)
                    .find(|next| next.outcome().is_none())
                    .unwrap_or(first);
            }
        }
        assert!(met.iter().all(|&count| count > 20), "{met:?}");
    }
}
