//! The table key, equal for equivalent states.
//!
//! The key leaves out every difference that does not affect play. Two states with the same description have the same
//! value for the player to move, because the description decides, for every sequence of actions, which actions are
//! possible, who wins each duel and how many points it brings:
//!
//! - *Signs and numbers.* They are compared only between an engaged piece and the pieces of the *other* camp, and
//!   a number has a parity, which counts only in the sum of one piece of either camp. So instead of names the key
//!   holds, for each pair of an own and an opposing piece, whether they match, and a parity and a ground for each
//!   piece. Inverting all parities changes no sum, so the first own piece counts as even.
//! - *Columns.* They are compared between the camps (who is nearer `=`) and within a camp (which is leftmost);
//!   only those that hold pieces are ever compared. So the key holds the order of the columns that hold pieces,
//!   of both camps together, and not where they are. In a column with one piece it can advance, whether it
//!   stands in front or behind.
//! - *Camps.* After a half turn of the board, Isis's columns a to f are where Anubis's were, f to a; "leftmost"
//!   turns with them; of two columns the one that was nearer `=` is nearer `≠`. All that changes is thus which
//!   camp wins which sums, and inverting the parities of one camp's pieces puts that right (matches are held
//!   apart from parities). So the player to move is always seen as Isis, and who it is is no part of the key.
//!
//! The description is hashed to 128 bits. Up to four duels it fits into 64 bits, which are mixed reversibly: there
//! two states can never be confused. Above, the chance that any of 10⁹ probes confuses two is below 10⁻⁹.

use mekong_core::Player;

use crate::{
    board::{COLUMNS, PIECES, Piece},
    camp::Camp,
    exact::state::State,
};

/// A hash of everything that affects the remaining points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Key {
    /// Selects the bucket.
    pub(super) place: u64,
    /// Stored in the entry.
    pub(super) check: u64,
}

/// `ORDER[own][opposing]`, two sets of columns as the player to move sees them: who stands where from `=` to `≠`, one
/// bit per column that holds pieces (set: opposing), below a leading 1.
static ORDER: [[u16; 64]; 64] = {
    let mut order = [[1; 64]; 64];
    let mut own = 0;
    while own < 64 {
        let mut opposing = 0;
        while opposing < 64 {
            let mut column = 0;
            while column < COLUMNS {
                if own >> column & 1 != 0 {
                    order[own][opposing] <<= 1;
                }
                if opposing >> column & 1 != 0 {
                    order[own][opposing] = order[own][opposing] << 1 | 1;
                }
                column += 1;
            }
            opposing += 1;
        }
        own += 1;
    }
    order
};

/// Properties of the occupied slots of a camp, from the point of view of a player.
///
/// ```text
///   bits 0 … 47   the occupied slots, four bits each, column by column, in each first the piece that can advance
///   bits 48 … 53  the columns that hold pieces
///   bits 56 … 61  which of those hold two, one bit per column that holds pieces
/// ```
#[derive(Clone, Copy)]
struct View(u64);

/// `VIEWS[player][occupied]`.
static VIEWS: [[View; 4096]; 2] = [views(Player::P1), views(Player::P2)];

const fn views(viewer: Player) -> [View; 4096] {
    let mut views = [View(0); 4096];
    let mut occupied = 0;
    while occupied < 4096 {
        let (mut slots, mut count, mut columns, mut doubles) = (0_u64, 0, 0_u64, 0_u64);
        let mut seen = 0;
        while seen < COLUMNS {
            let column = match viewer {
                Player::P1 => seen,
                Player::P2 => COLUMNS - 1 - seen,
            };
            let (front, back) = (occupied >> (column + COLUMNS) & 1 != 0, occupied >> column & 1 != 0);
            if front {
                slots |= ((column + COLUMNS) as u64) << (4 * count);
                count += 1;
            }
            if back {
                slots |= (column as u64) << (4 * count);
                count += 1;
            }
            if front || back {
                columns |= 1 << seen;
                doubles = doubles << 1 | (front && back) as u64;
            }
            seen += 1;
        }
        views[occupied] = View(slots | columns << 48 | doubles << 56);
        occupied += 1;
    }
    views
}

impl View {
    #[inline]
    fn of(camp: &Camp, viewer: Player) -> View {
        VIEWS[viewer.index()][usize::from(camp.occupied() & 4095)]
    }

    #[inline]
    const fn slot(self, place: usize) -> u8 {
        (self.0 >> (4 * place) & 15) as u8
    }

    #[inline]
    const fn columns(self) -> usize {
        (self.0 >> 48 & 63) as usize
    }

    #[inline]
    const fn doubles(self) -> u64 {
        self.0 >> 56
    }
}

/// `TRAITS[piece]`: the sign in bits 0 and 1, the number in bits 2 to 4, bit 5 if light, bit 6 if odd.
static TRAITS: [u8; 32] = {
    let mut traits = [0; 32];
    let mut index = 0;
    while index < PIECES {
        let piece = Piece::from_index(index as u8);
        traits[index] = piece.sign() as u8
            | piece.number() << 2
            | (piece.is_light() as u8) << 5
            | (piece.is_odd() as u8) << 6;
        index += 1;
    }
    traits
};

#[inline]
fn traits(camp: &Camp, slot: u8) -> usize {
    usize::from(TRAITS[usize::from(camp.at(slot).index() & 31)])
}

/// The mover's slots in the order of the key: hints name actions by places in it.
#[derive(Clone, Copy)]
pub(super) struct Places(View);

impl Places {
    /// The slot at a place.
    #[inline]
    pub(super) const fn slot(self, place: u8) -> u8 {
        self.0.slot(place as usize & 15)
    }

    /// The place of an occupied slot.
    #[inline]
    pub(super) fn place(self, slot: u8) -> u8 {
        (0..12).find(|&place| self.slot(place) == slot).unwrap_or(15)
    }
}

/// The key of a state between duels, and the order of the mover's slots.
#[inline]
pub(super) fn key(state: &State) -> (Key, Places) {
    let own = state.own();
    let opposing = &state.camps[state.turn.other().index()];
    let theirs = View::of(opposing, state.turn);
    let ours = View::of(own, state.turn);
    // Which opposing pieces (by their place in the order) have a sign, a number.
    let (mut signs, mut numbers) = ([0_u64; 4], [0_u64; 8]);
    let (mut grounds, mut parities) = (0_u64, 0_u64);
    let left = usize::from(state.left).min(12);
    for place in 0..left {
        let traits = traits(opposing, theirs.slot(place));
        signs[traits & 3] |= 1 << place;
        numbers[traits >> 2 & 7] |= 1 << place;
        grounds |= (traits as u64 >> 5 & 1) << place;
        parities |= (traits as u64 >> 6) << place;
    }
    // Matches row by row, `left` bits each: at most 144.
    let mut rows = [0_u64; 3];
    for place in 0..left {
        let traits = traits(own, ours.slot(place));
        rows[place >> 2] |= (signs[traits & 3] | numbers[traits >> 2 & 7]) << (left * (place & 3));
        grounds |= (traits as u64 >> 5 & 1) << (place + left);
        parities |= (traits as u64 >> 6) << (place + left);
    }
    if parities >> left & 1 != 0 {
        parities ^= (1 << (2 * left)) - 1;
    }
    if state.turn == Player::P2 {
        parities ^= (1 << left) - 1;
    }
    let order = u64::from(ORDER[ours.columns()][theirs.columns()]);
    let shape = order << 13 | ours.doubles() << 7 | theirs.doubles() << 1 | u64::from(state.may_swap);
    (hash(state.left, rows, grounds << 24 | parities, shape), Places(ours))
}

/// Up to four duels: 16 bits of matches, 4 × 8 bits of faces, 9 + 13 bits of shape, 3 bits of `left` (of which the rest
/// follows).
#[inline]
fn hash(left: u8, rows: [u64; 3], faces: u64, shape: u64) -> Key {
    if left <= 4 {
        let word = rows[0] | (faces & 0xff) << 16 | (faces >> 24) << 24 | shape << 32 | u64::from(left) << 56;
        return Key { place: mix(word ^ SECOND), check: mix(word) };
    }
    let shape = shape << 4 | u64::from(left);
    let mut check = mix(rows[1] ^ mix(faces ^ mix(shape ^ mix(rows[0]))));
    let mut place = mix(rows[0] ^ mix(faces ^ mix(rows[1] ^ mix(shape ^ SECOND))));
    if left > 8 {
        check = mix(check ^ rows[2]);
        place = mix(place ^ rows[2].rotate_left(32));
    }
    Key { place, check }
}

const SECOND: u64 = 0x6a09_e667_f3bc_c908;

/// A reversible mixture of 64 bits: one step of SplitMix64.
#[inline]
const fn mix(word: u64) -> u64 {
    mekong_core::mix(word.wrapping_add(0x9e37_79b9_7f4a_7c15))
}
