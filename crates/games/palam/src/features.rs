//! The features of the evaluation, counts that predict who wins more of the remaining points, and their fitted weights.

use mekong_core::Player;

use crate::{
    board::{COLUMNS, FRONT, LIGHT, ODD, Piece, slots},
    camp::Camp,
    position::Position,
};

/// Counts, each times [`Features::UNIT`]. "Own" is the player who moves next; during a draft that is Anubis, who begins the duels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Features(pub [i32; Features::COUNT]);

impl Features {
    /// The number of features.
    pub const COUNT: usize = 26;

    /// The count per unit.
    pub const UNIT: i32 = 64;

    /// The names of the features.
    ///
    /// Pairs are those of an own and an opposing piece, counted 1 if the own one would win their duel and -1 if not.
    /// They count less the more duels are left, because more can still be swapped. "Open" pieces can advance. The gain
    /// of an engagement is what its worst answer leaves.
    pub const NAMES: [&'static str; Features::COUNT] = [
        "the move",
        "the right to swap",
        "own columns",
        "opposing columns",
        "own leftmost column has two",
        "opposing leftmost column has two",
        "own open light pieces",
        "opposing open light pieces",
        "own hidden light pieces",
        "opposing hidden light pieces",
        "own parities unequal",
        "opposing parities unequal",
        "own pieces between the opposing outermost",
        "opposing pieces between the own outermost",
        "pairs, both hidden",
        "pairs, one open",
        "pairs, both open",
        "light pairs, both hidden",
        "light pairs, both hidden, matching",
        "light pairs, one open",
        "light pairs, one open, matching",
        "light pairs, both open",
        "light pairs, both open, matching",
        "gain of the best engagement",
        "mean gain of own engagements",
        "mean gain of opposing engagements",
    ];

    /// Counts a position in which no piece waits for its answer.
    #[must_use]
    pub fn of(position: &Position) -> Features {
        let mover = if position.is_drafting() { Player::P2 } else { position.turn };
        Features::of_camps(&position.camps, mover, position.may_swap, position.is_drafting())
    }

    /// Counts what stands in the camps.
    pub(crate) fn of_camps(camps: &[Camp; 2], mover: Player, may_swap: bool, is_drafting: bool) -> Features {
        let sides = camps.each_ref().map(|camp| Side::of(camp, is_drafting));
        let (own, opposing) = (&sides[mover.index()], &sides[mover.other().index()]);
        let both = |count: fn(&Side) -> u32| [count(own) as i32, count(opposing) as i32];
        let mut counts = [0; Features::COUNT];
        counts[0] = 1;
        counts[1] = i32::from(may_swap);
        let left = if is_drafting {
            // The board will be full.
            counts[2..4].fill(6);
            counts[4..6].fill(1);
            counts[12..14].fill(10);
            12
        } else {
            counts[2..4].copy_from_slice(&both(|side| side.columns.count_ones()));
            counts[4] = own.leftmost_has_two(mover);
            counts[5] = opposing.leftmost_has_two(mover.other());
            counts[12] = own.between(opposing, mover);
            counts[13] = opposing.between(own, mover.other());
            both(|side| side.all.count_ones())[0].clamp(0, 12)
        };
        counts[6..8].copy_from_slice(&both(|side| (side.open & LIGHT).count_ones()));
        counts[8..10].copy_from_slice(&both(|side| (side.all & !side.open & LIGHT).count_ones()));
        counts[10..12].copy_from_slice(&both(Side::unequal_parities));
        let mut features = counts.map(|count| count * Features::UNIT);
        let sign = if mover == Player::P1 { 1 } else { -1 };
        for (feature, pairs) in features[14..23].iter_mut().zip(pairs(&sides[0], &sides[1])) {
            *feature = sign * pairs * WEIGHT_OF_PAIRS[left as usize];
        }
        if !is_drafting {
            let gains = own.gains(opposing, camps, mover);
            features[23] = gains.best * Features::UNIT;
            features[24] = gains.mean();
            features[25] = opposing.gains(own, camps, mover.other()).mean();
        }
        Features(features)
    }
}

/// The weight of each feature with six duels left, in thousandths of a point, and its increase per additional duel: fitted
/// to 67,000 positions by least squares, against exact scores up to eight duels and against game results above. The
/// bench `palam_estimate` repeats the fit.
#[rustfmt::skip]
pub(crate) const WEIGHTS: [[i32; 2]; Features::COUNT] = [
    [3_565, -123], [2_924, -41], [4_073, -359], [-4_549, -81],
    [1_622, 230], [-1_850, 226], [1_540, -473], [-333, -233],
    [2_220, -594], [1_693, -857], [-723, 135], [780, -90],
    [-816, 193], [1_501, 92], [315, -91], [-79, -107],
    [-38, -77], [696, 86], [1_376, 217], [473, 57],
    [1_165, 228], [224, 56], [866, 216], [192, -48],
    [896, 102], [-314, -85],
];

/// `WEIGHT_OF_PAIRS[duels left]`: 6 / left to the power of 2½, in units.
const WEIGHT_OF_PAIRS: [i32; 13] = [0, 5_644, 998, 362, 176, 101, 64, 44, 31, 23, 18, 14, 11];

/// One camp as sets of pieces.
struct Side {
    all: u32,
    /// Those that can advance, or will be in front once the board is full.
    open: u32,
    /// `before[c]`: the pieces in the columns before c.
    before: [u32; COLUMNS as usize + 1],
    /// The columns that hold pieces.
    columns: u16,
    /// The columns that hold two.
    doubles: u16,
    /// The pieces by slot.
    slots: u16,
    camp: Camp,
}

impl Side {
    fn of(camp: &Camp, is_drafting: bool) -> Side {
        let occupied = camp.occupied();
        let (front, back) = (occupied >> COLUMNS, occupied & !FRONT);
        let mut side = Side {
            all: 0,
            open: camp.ready(),
            before: [0; COLUMNS as usize + 1],
            columns: front | back,
            doubles: front & back,
            slots: occupied,
            camp: *camp,
        };
        let mut in_front = 0;
        for column in 0..COLUMNS {
            side.before[usize::from(column)] = side.all;
            if back >> column & 1 != 0 {
                side.all |= camp.at(column).bit();
            }
            if front >> column & 1 != 0 {
                side.all |= camp.at(column + COLUMNS).bit();
                in_front |= camp.at(column + COLUMNS).bit();
            }
        }
        side.before[usize::from(COLUMNS)] = side.all;
        if is_drafting {
            side.open = in_front;
        }
        side
    }

    fn unequal_parities(&self) -> u32 {
        (self.all & ODD).count_ones().abs_diff((self.all & !ODD).count_ones())
    }

    fn leftmost_has_two(&self, player: Player) -> i32 {
        let leftmost = match player {
            Player::P1 => self.columns & self.columns.wrapping_neg(),
            Player::P2 => (1 << 15) >> (self.columns | 1).leading_zeros(),
        };
        i32::from(self.doubles & leftmost != 0)
    }

    /// How many pieces stand between the outermost columns of the other camp.
    fn between(&self, other: &Side, player: Player) -> i32 {
        if other.columns == 0 {
            return 0;
        }
        let first = other.columns.trailing_zeros() as usize;
        let last = 15 - other.columns.leading_zeros() as usize;
        // From = to ≠ the columns come as Isis a, Anubis a, Isis b, Anubis b …
        let between = match player {
            Player::P1 => self.before[last + 1] & !self.before[first + 1],
            Player::P2 => self.before[last] & !self.before[first],
        };
        between.count_ones() as i32
    }

    /// The pieces of the other camp that a piece in a column would beat.
    #[inline]
    fn beaten(other: &Side, player: Player, column: usize, piece: Piece) -> u32 {
        let unequal = if piece.is_odd() { !ODD } else { ODD };
        // Those that are nearer to the = end.
        let nearer = match player {
            Player::P1 => other.before[column],
            Player::P2 => other.before[column + 1],
        };
        other.all & !(unequal ^ nearer)
    }

    fn gains(&self, other: &Side, camps: &[Camp; 2], player: Player) -> Gains {
        let mut gains = Gains { best: -GAIN[1][1], sum: 0, count: 0 };
        let leftmost = match other.slots {
            0 => return Gains { best: 0, ..gains },
            _ => {
                let camp = &camps[player.other().index()];
                camp.at(camp.leftmost(player.other())).bit()
            }
        };
        for slot in slots(self.camp.ready_slots()) {
            let piece = self.camp.at(slot);
            let column = usize::from(if slot >= COLUMNS { slot - COLUMNS } else { slot });
            let beaten = Side::beaten(other, player, column, piece);
            let matching = other.open & piece.matching();
            let answers = if matching == 0 { leftmost } else { matching };
            let gain = worst(answers, beaten, usize::from(piece.is_light()));
            gains.best = gains.best.max(gain);
            gains.sum += gain;
            gains.count += 1;
        }
        gains
    }
}

/// The gains of a player's engagements.
struct Gains {
    best: i32,
    sum: i32,
    count: i32,
}

impl Gains {
    fn mean(&self) -> i32 {
        self.sum * Features::UNIT / self.count.max(1)
    }
}

/// `GAIN[light engaged][light answers]`: the gain from winning a duel: its points, less the value of the move that the
/// loser gets, which is nine.
const GAIN: [[i32; 2]; 2] = [[-7, 3], [3, 13]];

/// The value of an engagement against the best answer.
#[inline]
fn worst(answers: u32, beaten: u32, light: usize) -> i32 {
    let (won, lost) = (answers & beaten, answers & !beaten);
    let mut worst = i32::MAX;
    for (set, gain) in [
        (won & !LIGHT, GAIN[light][0]),
        (won & LIGHT, GAIN[light][1]),
        (lost & !LIGHT, -GAIN[light][0]),
        (lost & LIGHT, -GAIN[light][1]),
    ] {
        if set != 0 {
            worst = worst.min(gain);
        }
    }
    worst
}

/// The pairs as Isis sees them: three kinds of all, by how many of the two are open, and six of those with light pieces,
/// by how many are open and whether they match. A pair of two light pieces counts twice.
fn pairs(isis: &Side, anubis: &Side) -> [i32; 9] {
    let mut pairs = [0; 9];
    let rows = [anubis.all & !anubis.open, anubis.open & anubis.all];
    let balance = |set: u32, beaten: u32| 2 * (set & beaten).count_ones() as i32 - set.count_ones() as i32;
    for slot in slots(isis.slots) {
        let piece = isis.camp.at(slot);
        let column = usize::from(if slot >= COLUMNS { slot - COLUMNS } else { slot });
        let beaten = Side::beaten(anubis, Player::P1, column, piece);
        let own_row = usize::from(isis.open & piece.bit() != 0);
        for (row, set) in rows.into_iter().enumerate() {
            let open = own_row + row;
            pairs[open] += balance(set, beaten);
            let matching = piece.matching();
            let lights = if piece.is_light() { [set, set & LIGHT] } else { [set & LIGHT, 0] };
            for set in lights.into_iter().filter(|&set| set != 0) {
                pairs[3 + 2 * open] += balance(set & !matching, beaten);
                pairs[4 + 2 * open] += balance(set & matching, beaten);
            }
        }
    }
    pairs
}
