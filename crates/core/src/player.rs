/// One of the two seats. What each is called (Elephants, Light, Isis …) is the game's affair.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Player {
    /// The first seat, written `p1`.
    P1,
    /// The second seat, written `p2`.
    P2,
}

impl Player {
    /// Both seats in order.
    pub const BOTH: [Player; 2] = [Player::P1, Player::P2];

    /// The opponent.
    #[must_use]
    #[inline]
    pub const fn other(self) -> Player {
        match self {
            Player::P1 => Player::P2,
            Player::P2 => Player::P1,
        }
    }

    /// 0 for the first seat, 1 for the second: an index into per-player arrays.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// `p1` or `p2`, as in every machine-readable text.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Player::P1 => "p1",
            Player::P2 => "p2",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Player;

    #[test]
    fn seats_are_each_others_opponent() {
        for player in Player::BOTH {
            assert_ne!(player, player.other());
            assert_eq!(player, player.other().other());
            assert_eq!(Player::BOTH[player.index()], player);
        }
    }
}
