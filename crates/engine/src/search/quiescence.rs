//! Quiescence search: only forcing moves, until the position is quiet.

use mekong_core::{Evaluate, StaticEval};

use super::{MAX_PLY, NodeParams, Worker};
use crate::Score;

impl<P: Evaluate> Worker<'_, P> {
    /// Quiescence search: the static evaluation, improved by forcing moves.
    pub(super) fn quiescence(&mut self, position: &P, node: NodeParams) -> Score {
        let (mut best, is_quiet) = match position.static_eval() {
            StaticEval::Decided(value) => return Score::of_value_after(value, node.ply),
            StaticEval::Quiet(evaluation) => (Score::of_evaluation(evaluation), true),
            StaticEval::Noisy(evaluation) => (Score::of_evaluation(evaluation), false),
        };
        if is_quiet || best >= node.beta || node.ply >= MAX_PLY {
            return best;
        }
        let mut alpha = node.alpha.max(best);
        let mut moves = self.move_buffers.pop().unwrap_or_default();
        position.forcing_moves(&mut moves);
        for &mv in &moves {
            let mut child = position.clone();
            child.play_unchecked(mv);
            let next = NodeParams { alpha, ply: node.ply + 1, depth: 0, ..node };
            let score = self.search_child(position, &child, next);
            if self.stopped {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    self.update_pv(node.ply as usize, mv);
                }
                if score >= node.beta {
                    break;
                }
            }
        }
        moves.clear();
        self.move_buffers.push(moves);
        best
    }
}
