use crate::{Explain, Lang, Player, Text};

/// Why a game ended. Games keep their reasons in statics, so that an outcome is small.
#[derive(PartialEq, Eq, Hash, Debug)]
pub struct EndReason {
    /// The stable machine-readable name, such as `repetition`.
    pub code: &'static str,
    /// The reason as a sentence.
    pub text: Text,
}

/// The third occurrence of a position: a draw, in games where positions can recur.
pub static REPETITION: EndReason = EndReason {
    code: "repetition",
    text: Text {
        en: "the same position occurred for the third time",
        fr: "la même position s’est produite pour la troisième fois",
    },
};

/// How a game ended, in absolute terms: it names the winner, independently of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// The winner, or `None` for a draw.
    pub winner: Option<Player>,
    /// Why the game ended.
    pub reason: &'static EndReason,
}

impl Outcome {
    /// The outcome in which this player wins.
    #[must_use]
    pub const fn win(winner: Player, reason: &'static EndReason) -> Outcome {
        Outcome { winner: Some(winner), reason }
    }

    /// The outcome in which nobody wins.
    #[must_use]
    pub const fn draw(reason: &'static EndReason) -> Outcome {
        Outcome { winner: None, reason }
    }

    /// The result as in PGN: `1-0`, `0-1` or `1/2-1/2`.
    #[must_use]
    pub const fn score(self) -> &'static str {
        match self.winner {
            Some(Player::P1) => "1-0",
            Some(Player::P2) => "0-1",
            None => "1/2-1/2",
        }
    }
}

impl Explain for Outcome {
    /// The reason, without the winner.
    fn explain(&self, lang: Lang) -> String {
        self.reason.text.explain(lang)
    }
}
