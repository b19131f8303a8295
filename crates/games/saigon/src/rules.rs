//! The rules: legal moves, their effect, and the outcome.

use mekong_core::{EndReason, Outcome, Player, Text};

use crate::{
    board::{Direction, Rail, Slot, Stack, TOPS},
    error::Illegal,
    moves::Move,
    position::{FLAT, GOAL, PALLETS, Position},
};

/// Six pallets of one colour are out.
pub(crate) static SIX_OUT: EndReason =
    EndReason { code: "pallets", text: Text { en: "six pallets are out", fr: "six palets sont sortis" } };

impl Position {
    /// The player whose sixth pallet is out, regardless of who pushed it.
    #[inline]
    const fn winner(&self) -> Option<Player> {
        if self.on_rail[0] == PALLETS - GOAL {
            Some(Player::P1)
        } else if self.on_rail[1] == PALLETS - GOAL {
            Some(Player::P2)
        } else {
            None
        }
    }

    /// The blocks that the player to move may take, as a set of their bottom pallets: bit `k - 1` of a slot stands
    /// for its top `k` pallets.
    #[inline]
    pub(crate) const fn blocks(&self) -> u64 {
        // One pallet stays, so no block reaches down to the rail; and a block's bottom pallet is the mover's.
        let bottoms = self.rail.of(self.turn) & self.rail.uppers();
        // So is its top pallet: where bit 0 of a slot is set, this makes all sixteen bits, elsewhere none.
        let own_tops = bottoms & TOPS;
        bottoms & (own_tops << 16).wrapping_sub(own_tops)
    }

    /// A push by the rules of the variant: the rail after it, and whose pallet left.
    #[inline]
    fn pushed(&self, direction: Direction) -> (Rail, Player) {
        let flat = self.variants.has(FLAT);
        match direction {
            Direction::Right => pushed_right(self.rail, flat),
            Direction::Left => {
                let (rail, leaves) = pushed_right(self.rail.reversed(), flat);
                (rail.reversed(), leaves)
            }
        }
    }

    /// Refuses everything but filling the gap.
    fn check_no_gap(&self) -> Result<(), Illegal> {
        match self.gap() {
            None => Ok(()),
            Some(gap) if self.blocks() == 0 => Err(Illegal::MustPass { gap }),
            Some(gap) => Err(Illegal::GapFirst { gap }),
        }
    }

    fn check_shift(&self, from: Slot, to: Slot, count: u8) -> Result<(), Illegal> {
        let count = u32::from(count);
        let stack = self.stack(from);
        let height = stack.height();
        if from == to {
            return Err(Illegal::SameSlot { slot: from });
        }
        if count == 0 {
            return Err(Illegal::NothingTaken);
        }
        let Some(top) = stack.top() else {
            return Err(Illegal::EmptySlot { slot: from });
        };
        if self.gap() != Some(to) {
            self.check_no_gap()?;
        }
        if count > height {
            return Err(Illegal::NotThatMany { slot: from, height });
        }
        if count == height {
            return Err(Illegal::OneStays { slot: from });
        }
        if top != self.turn {
            return Err(Illegal::TopNotYours { slot: from, owner: top });
        }
        if stack.pallet(height - count) != Some(self.turn) {
            return Err(Illegal::BottomNotYours { owner: self.turn.other() });
        }
        Ok(())
    }

    fn check_pass(&self) -> Result<(), Illegal> {
        match self.gap() {
            None => Err(Illegal::PassWithoutGap),
            Some(_) if self.blocks() == 0 => Ok(()),
            Some(gap) => Err(Illegal::PassInsteadOfFilling { gap }),
        }
    }
}

/// The bottom row slides one slot to the right, and the bottom pallet of slot 4 leaves. No slot is empty.
#[inline]
fn pushed_right(rail: Rail, flat: bool) -> (Rail, Player) {
    let stacks = Slot::ALL.map(|slot| rail.stack(slot));
    let mut after = stacks;
    // The upper pallets of slot 4 are held by the end stop.
    let mut held = true;
    for slot in (0..4).rev() {
        let stack = stacks[slot];
        let uppers = stack.height() - 1;
        // Upper pallets hold those behind them; a single pallet has none and does not hold the stack behind it.
        held = flat || held && uppers > 0;
        let (slides, stays) = if held { stack.split(uppers) } else { (stack, Stack::EMPTY) };
        after[slot] = stays;
        if slot < 3 {
            after[slot + 1] = slides.put(after[slot + 1]);
        }
    }
    (Rail::new(after), stacks[3].bottom())
}

impl mekong_core::Position for Position {
    type Move = Move;
    type Illegal = Illegal;

    #[inline]
    fn turn(&self) -> Player {
        self.turn
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.winner().map(|winner| Outcome::win(winner, &SIX_OUT))
    }

    fn legal_moves(&self, moves: &mut Vec<Move>) {
        if self.winner().is_some() {
            return;
        }
        let mut blocks = self.blocks();
        let gap = self.gap();
        match gap {
            None => moves.extend(Direction::BOTH.map(|direction| Move::Push { direction })),
            Some(_) if blocks == 0 => moves.push(Move::Pass),
            Some(_) => {}
        }
        while blocks != 0 {
            let bit = blocks.trailing_zeros();
            blocks &= blocks - 1;
            let from = Slot::of_bit(bit);
            let count = (bit % 16 + 1) as u8;
            match gap {
                None => moves.extend(from.others().map(|to| Move::Shift { from, to, count })),
                Some(to) => moves.push(Move::Shift { from, to, count }),
            }
        }
    }

    /// The number of legal moves by counting blocks, each of which goes onto the gap or any of three slots.
    #[inline]
    fn count_moves(&self) -> usize {
        if self.winner().is_some() {
            return 0;
        }
        let blocks = self.blocks().count_ones() as usize;
        if self.gap().is_some() { blocks.max(1) } else { 3 * blocks + 2 }
    }

    fn check(&self, mv: Move) -> Result<(), Illegal> {
        if self.winner().is_some() {
            return Err(Illegal::Over);
        }
        match mv {
            Move::Push { .. } => self.check_no_gap(),
            Move::Shift { from, to, count } => self.check_shift(from, to, count),
            Move::Pass => self.check_pass(),
        }
    }

    #[inline]
    fn play_unchecked(&mut self, mv: Move) {
        match mv {
            Move::Push { direction } => {
                let (rail, leaves) = self.pushed(direction);
                self.rail = rail;
                self.on_rail[leaves.index()] -= 1;
            }
            Move::Shift { from, to, count } => self.rail = self.rail.shifted(from, to, count),
            Move::Pass => {}
        }
        self.turn = self.turn.other();
    }

    /// The four stacks and the side: 65 bits.
    #[inline]
    fn repetition_key(&self) -> Option<u128> {
        Some(u128::from(self.rail.bits()) << 1 | self.turn as u128)
    }

    /// Unless a slot is empty: the player to move has to fill it.
    fn null_move(&self) -> Option<Position> {
        self.gap().is_none().then(|| Position { turn: self.turn.other(), ..*self })
    }
}
