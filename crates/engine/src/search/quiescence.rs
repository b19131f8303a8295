//! Quiescence search: only forcing moves, until the position is quiet.

use mekong_core::{Evaluate, StaticEval};

use super::{Frame, MAX_PLY, Worker};
use crate::Score;

impl<P: Evaluate> Worker<'_, P> {
    /// Quiescence search: the static evaluation, improved by forcing moves.
    pub(super) fn quiescence(&mut self, position: &P, frame: Frame) -> Score {
        let (mut best, is_quiet) = match position.static_eval() {
            StaticEval::Decided(value) => return Score::of_value_after(value, frame.ply),
            StaticEval::Quiet(evaluation) => (Score::of_evaluation(evaluation), true),
            StaticEval::Noisy(evaluation) => (Score::of_evaluation(evaluation), false),
        };
        if is_quiet || best >= frame.beta || frame.ply >= MAX_PLY {
            return best;
        }
        let mut alpha = frame.alpha.max(best);
        let mut moves = self.move_buffers.pop().unwrap_or_default();
        position.forcing_moves(&mut moves);
        for &mv in &moves {
            let mut child = position.clone();
            child.play_unchecked(mv);
            let next = Frame { alpha, ply: frame.ply + 1, depth: 0, ..frame };
            let score = self.search_child(position, &child, next);
            if self.stopped {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    self.update_pv(frame.ply as usize, mv);
                }
                if score >= frame.beta {
                    break;
                }
            }
        }
        moves.clear();
        self.move_buffers.push(moves);
        best
    }
}
