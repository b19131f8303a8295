//! Tiny games whose truth is known, to test what is written for any game.

use mekong_core::{EndReason, NotInList, Outcome, Player, Position, Text};

static REACHED: EndReason =
    EndReason { code: "reached", text: Text { en: "the goal was reached", fr: "le but est atteint" } };

/// A token on a line of places. A turn moves it one place left (`-1`) or right (`1`), so that games can go in
/// circles; the player whose end it reaches wins, whoever moved it there: left is the second player's.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Tug {
    /// The place of the token, from `-reach` to `reach`.
    pub place: i8,
    /// How far the ends are from the middle.
    pub reach: i8,
    /// The player to move.
    pub turn: Player,
}

impl Tug {
    /// The token in the middle.
    #[must_use]
    pub const fn new(reach: i8) -> Tug {
        Tug { place: 0, reach, turn: Player::P1 }
    }
}

impl Position for Tug {
    type Move = i8;
    type Illegal = NotInList;

    fn turn(&self) -> Player {
        self.turn
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.place.abs() >= self.reach).then(|| {
            let winner = if self.place > 0 { Player::P1 } else { Player::P2 };
            Outcome::win(winner, &REACHED)
        })
    }

    fn legal_moves(&self, moves: &mut Vec<i8>) {
        if self.outcome().is_none() {
            moves.extend([-1, 1]);
        }
    }

    fn check(&self, mv: i8) -> Result<(), NotInList> {
        if self.outcome().is_none() && mv.abs() == 1 { Ok(()) } else { Err(NotInList) }
    }

    fn play_unchecked(&mut self, mv: i8) {
        self.place += mv;
        self.turn = self.turn.other();
    }

    fn repetition_key(&self) -> Option<u128> {
        Some((self.place as u8 as u128) << 1 | self.turn as u128)
    }
}
