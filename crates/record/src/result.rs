use std::fmt;

use mekong_core::{Outcome, Player};

/// The result of a game as in game files: the score without a reason.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum GameResult {
    /// `1-0`: the first seat won.
    P1Wins,
    /// `0-1`: the second seat won.
    P2Wins,
    /// `1/2-1/2`: a draw.
    Draw,
    /// `*`: the game is in progress, was aborted, or the result is unknown.
    #[default]
    Unknown,
}

impl GameResult {
    /// All four.
    pub const ALL: [GameResult; 4] =
        [GameResult::P1Wins, GameResult::P2Wins, GameResult::Draw, GameResult::Unknown];

    /// The text, such as `1-0`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            GameResult::P1Wins => "1-0",
            GameResult::P2Wins => "0-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::Unknown => "*",
        }
    }

    /// The result with this text.
    #[must_use]
    pub fn from_code(code: &str) -> Option<GameResult> {
        GameResult::ALL.into_iter().find(|result| result.code() == code)
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl From<Option<Outcome>> for GameResult {
    /// The result of an outcome; `Unknown` while the game is in progress.
    fn from(outcome: Option<Outcome>) -> GameResult {
        match outcome.map(|outcome| outcome.winner) {
            Some(Some(Player::P1)) => GameResult::P1Wins,
            Some(Some(Player::P2)) => GameResult::P2Wins,
            Some(None) => GameResult::Draw,
            None => GameResult::Unknown,
        }
    }
}

#[cfg(test)]
mod tests {
    use mekong_core::{Outcome, Player, REPETITION};

    use super::GameResult;

    #[test]
    fn codes_round_trip_and_agree_with_outcomes() {
        for result in GameResult::ALL {
            assert_eq!(GameResult::from_code(result.code()), Some(result));
        }
        for outcome in [
            Outcome::win(Player::P1, &REPETITION),
            Outcome::win(Player::P2, &REPETITION),
            Outcome::draw(&REPETITION),
        ] {
            assert_eq!(GameResult::from(Some(outcome)).code(), outcome.score());
        }
        assert_eq!(GameResult::from(None), GameResult::Unknown);
        assert_eq!(GameResult::from_code("1/2"), None);
    }
}
