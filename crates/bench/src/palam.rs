//! Sample positions of Palam for the benchmarks.

use mekong_core::{CancelToken, Position as _, SplitMix64, Variants};
use mekong_engine::{Limits, Mcts};
use mekong_palam::{Move, Position};

/// A seeded deal played until `left` duels are left and no piece is engaged. A third of the games is played at random,
/// the others partly by a Monte Carlo player, for a varied mix of positions that does not depend on the evaluation
/// being measured. Sometimes the last action is a swap.
#[must_use]
pub fn played_down_to(seed: u64, left: u32) -> Position {
    let mut random = SplitMix64::new(!seed);
    let mut position = Position::start(Variants::NONE, seed);
    let random_share = [100, 60, 30][random.below(3)];
    let mut swaps = random.below(2);
    let mut moves = Vec::new();
    loop {
        let at_the_end = position.engaged().is_none() && position.duels_left() <= left;
        if at_the_end {
            if swaps == 0 || !position.may_swap() {
                return position;
            }
            swaps -= 1;
        }
        moves.clear();
        position.legal_moves(&mut moves);
        if at_the_end {
            moves.retain(|mv| matches!(mv, Move::Swap(_)));
        } else if random.below(2) == 0 {
            moves.retain(|mv| matches!(mv, Move::Advance { .. }));
        }
        let chosen = moves[random.below(moves.len())];
        let considered = random.next_u64();
        position.play_unchecked(if at_the_end || random.below(100) < random_share {
            chosen
        } else {
            let stop = CancelToken::new();
            Mcts::new(considered).search(&position, Limits::nodes(200), &stop).best.unwrap_or(chosen)
        });
    }
}
