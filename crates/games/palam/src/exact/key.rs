//! When two states are worth the same: the key of the table.
//!
//! The key describes a state up to everything the rules cannot see. Two states with the same description have the
//! same value for the player to move, because the description decides, for every sequence of actions, which
//! actions are possible, who wins each duel and how many points it brings:
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
    board::{BACK, COLUMNS, Piece},
    camp::Camp,
    exact::state::State,
};

/// A hash of everything that decides what is still to be won.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Key {
    /// Decides the place in the table.
    pub(super) place: u64,
    /// Is kept there.
    pub(super) check: u64,
}

/// `ORDER[own][opposing]`, two sets of columns as the player to move sees them: who stands where from `=` to `≠`,
/// one bit a column that holds pieces (set: opposing), below a leading 1.
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

/// The slots that hold pieces in the order of the key: column by column as the player to move sees them, in each
/// first the piece that can advance. Returns how many there are, the columns (bits 0 to 5 in that order) and
/// which of them hold two pieces (one bit a column that holds pieces).
#[inline]
pub(super) fn ordered(camp: &Camp, viewer: Player, slots: &mut [u8; 12]) -> (usize, u8, u8) {
    let occupied = camp.occupied();
    let (mut count, mut columns, mut doubles) = (0, 0, 0);
    for seen in 0..COLUMNS {
        let column = match viewer {
            Player::P1 => seen,
            Player::P2 => COLUMNS - 1 - seen,
        };
        let both = occupied >> column & (1 | 1 << COLUMNS);
        if both == 0 {
            continue;
        }
        columns |= 1 << seen;
        doubles <<= 1;
        if both & BACK == 0 {
            slots[count] = column + COLUMNS;
            count += 1;
        } else if both == 1 {
            slots[count] = column;
            count += 1;
        } else {
            doubles |= 1;
            slots[count] = column + COLUMNS;
            slots[count + 1] = column;
            count += 2;
        }
    }
    (count, columns, doubles)
}

/// The key of a state between duels, and the mover's slots in the order of the key.
#[inline]
pub(super) fn key(state: &State) -> (Key, [u8; 12]) {
    let own = state.own();
    let opposing = &state.camps[state.turn.other().index()];
    let mut slots = [0; 12];
    let (_, theirs, their_doubles) = ordered(opposing, state.turn, &mut slots);
    // Which opposing pieces (by their place in the order) have a sign, a number.
    let (mut signs, mut numbers) = ([0_u16; 4], [0_u16; 8]);
    let mut grounds = 0_u32;
    let mut parities = 0_u32;
    let left = usize::from(state.left).min(12);
    for (place, &slot) in slots[..left].iter().enumerate() {
        let piece = opposing.at(slot);
        signs[piece.sign() as usize & 3] |= 1 << place;
        numbers[usize::from(piece.number()) & 7] |= 1 << place;
        grounds |= u32::from(piece.is_light()) << place;
        parities |= u32::from(piece.is_odd()) << place;
    }
    let (_, ours, our_doubles) = ordered(own, state.turn, &mut slots);
    // Matches row by row, `left` bits each: at most 144.
    let mut rows = [0_u64; 3];
    let mut row = |place: usize, piece: Piece| {
        let matches = signs[piece.sign() as usize & 3] | numbers[usize::from(piece.number()) & 7];
        rows[place >> 2] |= u64::from(matches) << (left * (place & 3));
    };
    for (place, &slot) in slots[..left].iter().enumerate() {
        let piece = own.at(slot);
        row(place, piece);
        grounds |= u32::from(piece.is_light()) << (place + left);
        parities |= u32::from(piece.is_odd()) << (place + left);
    }
    let everything = (1 << (2 * left)) - 1;
    if parities >> left & 1 != 0 {
        parities ^= everything;
    }
    if state.turn == Player::P2 {
        parities ^= (1 << left) - 1;
    }
    let order = ORDER[usize::from(ours & 63)][usize::from(theirs & 63)];
    (hash(state, rows, grounds, parities, order, our_doubles, their_doubles), slots)
}

#[inline]
fn hash(state: &State, rows: [u64; 3], grounds: u32, parities: u32, order: u16, ours: u8, theirs: u8) -> Key {
    let left = u32::from(state.left);
    // The leading 1 of the order (at most 13 bits) tells how many columns each camp has.
    let shape = u64::from(order) << 13 | u64::from(ours) << 7 | u64::from(theirs) << 1;
    let shape = shape | u64::from(state.may_swap);
    if left <= 4 {
        // 16 bits of matches, 8 + 8 of grounds and parities, 9 + 4 + 4 + 1 of shape, 2 of the number of duels.
        let columns = u64::from(order) << 9 | u64::from(ours & 15) << 5 | u64::from(theirs & 15) << 1;
        let word = rows[0]
            | u64::from(grounds) << 16
            | u64::from(parities) << 24
            | (columns | u64::from(state.may_swap)) << 32
            | u64::from(left - 1) << 50;
        return Key { place: mix(word ^ SECOND), check: mix(word) };
    }
    let faces = u64::from(grounds) << 32 | u64::from(parities);
    let shape = shape << 8 | u64::from(left);
    let mut check = mix(faces ^ mix(shape ^ mix(rows[0])));
    let mut place = mix(rows[0] ^ mix(faces ^ mix(shape ^ SECOND)));
    if left > 4 {
        check = mix(check ^ rows[1]);
        place = mix(place ^ rows[1].rotate_left(32));
    }
    if left > 8 {
        check = mix(check ^ rows[2]);
        place = mix(place ^ rows[2].rotate_left(32));
    }
    Key { place, check }
}

const SECOND: u64 = 0x6a09_e667_f3bc_c908;

/// A reversible mixture of 64 bits (the finisher of SplitMix64).
#[inline]
const fn mix(word: u64) -> u64 {
    let mut z = word.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
