//! Values as bytes.
//!
//! 0 is a draw; a win in `d` plies is `2 d + 1`, a loss in `d` plies `2 d + 2`. A tablebase without distances uses
//! the same codes with `d = 0`.

use mekong_core::Value;

pub(crate) const DRAW: u8 = 0;

/// The longest distance that fits.
pub(crate) const MAX_PLIES: u16 = 126;

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

/// The code of a value whose distance fits.
#[inline]
pub(crate) const fn encode(value: Value) -> u8 {
    match value {
        Value::Win(plies) => win(plies as u8),
        Value::Draw => DRAW,
        Value::Loss(plies) => loss(plies as u8),
    }
}

#[cfg(test)]
mod tests {
    use mekong_core::Value;

    use super::{MAX_PLIES, decode, encode};

    #[test]
    fn codes_round_trip_up_to_the_maximum_distance() {
        for plies in 0..=MAX_PLIES {
            for value in [Value::Win(plies), Value::Loss(plies)] {
                assert_eq!(decode(encode(value)), value);
            }
        }
        assert_eq!(decode(encode(Value::Draw)), Value::Draw);
    }
}
