/// One of the two players. Games name the seats ([`GameInfo::seats`](crate::GameInfo::seats)).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Player {
    /// The first player, `p1`.
    P1,
    /// The second player, `p2`.
    P2,
}

impl Player {
    /// Both players in order.
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

    /// 0 for the first player, 1 for the second: an index into per-player arrays.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// `p1` or `p2`, the name in JSON and protocols.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Player::P1 => "p1",
            Player::P2 => "p2",
        }
    }

    /// The player with this code.
    #[must_use]
    pub fn from_code(code: &str) -> Option<Player> {
        Player::BOTH.into_iter().find(|player| player.code() == code)
    }
}

#[cfg(test)]
mod tests {
    use super::Player;

    #[test]
    fn players_are_each_others_opponents() {
        for player in Player::BOTH {
            assert_ne!(player, player.other());
            assert_eq!(player, player.other().other());
            assert_eq!(Player::BOTH[player.index()], player);
        }
    }
}
