//! Values in a byte.
//!
//! 0 is a draw; a win in `d` plies is `2 d + 1`, a loss in `d` plies `2 d + 2`. A table without distances uses
//! the same codes with `d = 0`.

use mekong_core::Value;

pub(crate) const DRAW: u8 = 0;

/// The longest distance that fits.
pub(crate) const LONGEST: u16 = 126;

#[inline]
pub(crate) const fn win(plies: u8) -> u8 {
    2 * plies + 1
}

#[inline]
pub(crate) const fn loss(plies: u8) -> u8 {
    2 * plies + 2
}

#[inline]
pub(crate) const fn is_loss(code: u8) -> bool {
    code != DRAW && code & 1 == 0
}

#[inline]
pub(crate) const fn decode(code: u8) -> Value {
    match code {
        DRAW => Value::Draw,
        code if is_loss(code) => Value::Loss(code as u16 / 2 - 1),
        code => Value::Win(code as u16 / 2),
    }
}

/// The code without its distance.
#[inline]
pub(crate) const fn result_only(code: u8) -> u8 {
    match code {
        DRAW => DRAW,
        code if is_loss(code) => loss(0),
        _ => win(0),
    }
}

#[cfg(test)]
mod tests {
    use mekong_core::Value;

    use super::{LONGEST, decode, loss, result_only, win};

    #[test]
    fn codes_round_trip_up_to_the_longest() {
        for plies in 0..=LONGEST as u8 {
            assert_eq!(decode(win(plies)), Value::Win(plies.into()));
            assert_eq!(decode(loss(plies)), Value::Loss(plies.into()));
            assert_eq!(result_only(win(plies)), win(0));
            assert_eq!(result_only(loss(plies)), loss(0));
        }
        assert_eq!(decode(0), Value::Draw);
        assert_eq!(result_only(0), 0);
    }
}
