use mekong_core::{
    EndReason, Evaluate, Exit, Indexed, Outcome, Player, Position, Text, Tier, TierIndex, Value, Variants,
    mix,
};

use super::IllegalToyMove;

static LAST: EndReason = EndReason {
    code: "last",
    text: Text { en: "the last crumb was eaten", fr: "la dernière miette est mangée" },
};

/// A heap of crumbs. A turn takes one or two (`1`, `2`), or passes (`0`) if the heap is a multiple of four; the player
/// who takes the last crumb loses. Moves can lose at once, passes can cycle, and heap sizes are tiers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Nibble {
    /// Crumbs left.
    pub left: u8,
    /// The player to move.
    pub turn: Player,
}

impl Nibble {
    /// The largest heap with an index.
    pub const MAX_LEFT: u8 = 12;

    fn after(mut self, mv: u8) -> Nibble {
        self.play_unchecked(mv);
        self
    }

    fn options(self) -> impl Iterator<Item = u8> {
        let min = u8::from(!self.left.is_multiple_of(4));
        (min..=2).filter(move |&mv| self.left > 0 && mv <= self.left)
    }
}

impl Position for Nibble {
    type Move = u8;
    type Illegal = IllegalToyMove;

    fn turn(&self) -> Player {
        self.turn
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.left == 0).then(|| Outcome::win(self.turn, &LAST))
    }

    fn legal_moves(&self, moves: &mut Vec<u8>) {
        moves.extend(self.options());
    }

    fn check(&self, mv: u8) -> Result<(), IllegalToyMove> {
        if self.options().any(|option| option == mv) { Ok(()) } else { Err(IllegalToyMove) }
    }

    fn play_unchecked(&mut self, mv: u8) {
        self.left -= mv;
        self.turn = self.turn.other();
    }

    fn repetition_key(&self) -> Option<u128> {
        Some(u128::from(self.left) << 1 | self.turn as u128)
    }
}

/// A tier for every heap; the player to move does not matter.
impl Indexed for Nibble {
    const TIER_MEANING: Text = Text { en: "the number of crumbs left", fr: "le nombre de miettes restantes" };

    fn tiers() -> Vec<Tier> {
        let tier = |left: u8| Tier { group: left.into(), size: 1, stored: 1, label: left.to_string() };
        (1..=Nibble::MAX_LEFT).map(tier).collect()
    }

    fn tier_index(&self) -> TierIndex {
        TierIndex { tier: usize::from(self.left) - 1, index: 0 }
    }

    fn from_tier_index(place: TierIndex, _: Variants) -> Self {
        Nibble { left: place.tier as u8 + 1, turn: Player::P1 }
    }

    fn orbit(&self) -> u32 {
        1
    }

    fn exits(&self, mut visit: impl FnMut(Exit)) {
        for next in self.options().filter(|&mv| mv > 0).map(|mv| self.after(mv)) {
            visit(match next.outcome() {
                Some(outcome) => Exit::Over(Value::of_outcome(outcome, next.turn)),
                None => Exit::To(next.tier_index()),
            });
        }
    }

    fn inner_moves(&self) -> u32 {
        u32::from(self.is_legal(0))
    }

    fn inner_predecessors(&self, mut visit: impl FnMut(TierIndex)) {
        if self.is_legal(0) {
            visit(self.tier_index());
        }
    }
}

/// No evaluation before the end.
impl Evaluate for Nibble {
    const MOVE_INDEX_COUNT: usize = 3;

    fn move_index(mv: u8) -> usize {
        mv.into()
    }

    fn search_key(&self) -> u64 {
        mix(u64::from(self.left) << 1 | self.turn as u64)
    }

    fn evaluate(&self) -> i32 {
        0
    }
}
