//! Which point totals are reachable from a state.

/// `REACHABLE[duels][lights]`: bit v is set if, with that many duels and light pieces left, one player may win v points
/// in total. This is an upper bound: depending on the pieces some totals are unreachable, but totals outside the set
/// always are.
///
/// A player who wins w of n duels gets 2w points for the pieces, 10 more for each of the l light ones among them, and 11
/// if the last duel is one of the w. The winner of w duels has at most 2w light pieces, the other at most 2(n − w).
static REACHABLE: [[u128; 5]; 13] = {
    let mut sets = [[1; 5]; 13];
    let mut duels = 1;
    while duels < 13 {
        let mut lights = 0;
        while lights < 5 {
            let mut set = 0;
            let mut won = 0;
            while won <= duels {
                let mut light = 0;
                while light <= lights {
                    if light <= 2 * won && lights - light <= 2 * (duels - won) {
                        let points = 2 * won + 10 * light;
                        set |= ((won < duels) as u128) << points;
                        set |= ((won > 0) as u128) << (points + 11);
                    }
                    light += 1;
                }
                won += 1;
            }
            sets[duels][lights] = set;
            lights += 1;
        }
        duels += 1;
    }
    sets
};

#[inline]
fn reachable(left: u8, lights: u8) -> u128 {
    REACHABLE[usize::from(left).min(12)][usize::from(lights).min(4)]
}

/// The smallest reachable number that is not below `points`, which must not exceed what is left.
#[inline]
pub(super) fn round_up(left: u8, lights: u8, points: i32) -> i32 {
    points + (reachable(left, lights) >> points).trailing_zeros() as i32
}

/// The greatest reachable number below `points`, which must be positive.
#[inline]
pub(super) fn below(left: u8, lights: u8, points: i32) -> i32 {
    127 - (reachable(left, lights) & ((1 << points) - 1)).leading_zeros() as i32
}
