use mekong_core::{
    EndReason, Evaluate, Exit, Indexed, Outcome, Player, Position, Text, Tier, TierIndex, Variants, mix,
};

use super::IllegalToyMove;

static REACHED: EndReason =
    EndReason { code: "reached", text: Text { en: "the goal was reached", fr: "le but est atteint" } };

/// A token on a line of cells, initially in the middle. A turn moves it one cell left (`-1`) or right (`1`), so games
/// can cycle. The player whose end it reaches, `REACH` cells away, wins, even if the opponent moved it there; the right
/// end is the first player's.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Tug<const REACH: i8> {
    /// The place of the token, from `-REACH` to `REACH`.
    pub place: i8,
    /// The player to move.
    pub turn: Player,
}

impl<const REACH: i8> Tug<REACH> {
    /// The token in the middle.
    #[must_use]
    pub const fn start() -> Tug<REACH> {
        Tug { place: 0, turn: Player::P1 }
    }

    fn after(mut self, mv: i8) -> Tug<REACH> {
        self.play_unchecked(mv);
        self
    }
}

impl<const REACH: i8> Position for Tug<REACH> {
    type Move = i8;
    type Illegal = IllegalToyMove;

    fn turn(&self) -> Player {
        self.turn
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.place.abs() >= REACH).then(|| {
            let winner = if self.place > 0 { Player::P1 } else { Player::P2 };
            Outcome::win(winner, &REACHED)
        })
    }

    fn legal_moves(&self, moves: &mut Vec<i8>) {
        if self.outcome().is_none() {
            moves.extend([-1, 1]);
        }
    }

    fn check(&self, mv: i8) -> Result<(), IllegalToyMove> {
        if self.outcome().is_none() && mv.abs() == 1 { Ok(()) } else { Err(IllegalToyMove) }
    }

    fn play_unchecked(&mut self, mv: i8) {
        self.place += mv;
        self.turn = self.turn.other();
    }

    fn repetition_key(&self) -> Option<u128> {
        Some((self.place as u8 as u128) << 1 | self.turn as u128)
    }
}

/// One tier of all places that are not ends, for either player to move.
impl<const REACH: i8> Indexed for Tug<REACH> {
    const TIER_MEANING: Text = Text { en: "all positions", fr: "toutes les positions" };

    fn tiers() -> Vec<Tier> {
        let size = 2 * (2 * REACH as usize - 1);
        vec![Tier { group: 0, size, stored: size, label: "all".to_owned() }]
    }

    fn tier_index(&self) -> TierIndex {
        TierIndex { tier: 0, index: 2 * (self.place + REACH - 1) as usize + self.turn.index() }
    }

    fn from_tier_index(place: TierIndex, _: Variants) -> Self {
        Tug { place: (place.index / 2) as i8 - REACH + 1, turn: Player::BOTH[place.index % 2] }
    }

    fn orbit(&self) -> u32 {
        1
    }

    fn exits(&self, mut visit: impl FnMut(Exit)) {
        for next in [-1, 1].map(|mv| self.after(mv)) {
            if let Some(outcome) = next.outcome() {
                visit(Exit::Over(mekong_core::Value::of_outcome(outcome, next.turn)));
            }
        }
    }

    fn inner_moves(&self) -> u32 {
        [-1, 1].into_iter().filter(|&mv| self.after(mv).outcome().is_none()).count() as u32
    }

    fn inner_predecessors(&self, mut visit: impl FnMut(TierIndex)) {
        for before in [-1, 1].map(|mv| self.after(mv)) {
            if before.outcome().is_none() {
                visit(before.tier_index());
            }
        }
    }
}

/// Closer to the player's own end is better.
impl<const REACH: i8> Evaluate for Tug<REACH> {
    const MOVE_INDEX_COUNT: usize = 2;

    fn move_index(mv: i8) -> usize {
        usize::from(mv > 0)
    }

    fn search_key(&self) -> u64 {
        mix(u64::from(self.place as u8) << 1 | self.turn as u64)
    }

    fn evaluate(&self) -> i32 {
        let for_first = 10 * i32::from(self.place);
        if self.turn == Player::P1 { for_first } else { -for_first }
    }
}
