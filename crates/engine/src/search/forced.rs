//! Forced-win searches of the game ([`Evaluate::forced_win`]). Their nodes count towards the limits of the search.

use mekong_core::{Evaluate, Value};

use super::{NodeParams, Worker};
use crate::{
    Limits, Line, Score,
    transposition::{Bound, Entry},
};

/// The minimum remaining depth; below it the normal search is as fast.
const MIN_DEPTH: i32 = 3;

/// Node limits of a forced-win search: at an ordinary node, at a PV node, and at the root.
const NODES_AT_NODE: u32 = 64;
const NODES_AT_PV_NODE: u32 = 512;
const NODES_AT_ROOT: u32 = 20_000;

/// At the root, the reciprocal of the maximum share of the node limit.
const ROOT_SHARE: u64 = 8;

impl<P: Evaluate> Worker<'_, P> {
    /// The score of a node with a forced win for the player to move.
    pub(super) fn forced_win(&mut self, position: &P, node: NodeParams, key: u64) -> Option<Score> {
        let has_better = matches!(node.alpha.value(), Some(Value::Win(_)));
        if self.full_width || has_better || node.depth < MIN_DEPTH {
            return None;
        }
        let is_pv = node.beta > node.alpha.plus(1);
        let score =
            self.run_forced_win(position, node.ply, if is_pv { NODES_AT_PV_NODE } else { NODES_AT_NODE })?;
        let mv = self.pv[node.ply as usize].first().map_or(Entry::NO_MOVE, |&mv| P::move_index(mv) as u16);
        let depth = node.depth.clamp(0, 255) as u8;
        // There may be a shorter win.
        let entry = Entry { mv, score: score.to_tt(node.ply), depth, bound: Bound::Lower };
        self.shared.tt.put(key ^ self.salt, entry);
        Some(score)
    }

    /// A forced win at the root. A depth limit also limits its length.
    pub(crate) fn forced_win_line(&mut self, position: &P) -> Option<Line<P::Move>> {
        let Limits { depth, nodes, .. } = self.shared.limits;
        if self.full_width || depth.is_some_and(|plies| plies <= MIN_DEPTH as u32) {
            return None;
        }
        let share =
            nodes.map_or(NODES_AT_ROOT, |nodes| (nodes / ROOT_SHARE).min(NODES_AT_ROOT.into()) as u32);
        let score = self.run_forced_win(position, 0, share)?;
        Some(Line { score, moves: self.pv[0].clone() })
    }

    /// Runs the forced-win search of the game at this ply and stores its line.
    fn run_forced_win(&mut self, position: &P, ply: u32, budget: u32) -> Option<Score> {
        while self.granted < budget.into() {
            let more = self.shared.grant();
            if more == 0 {
                break;
            }
            self.granted += more;
        }
        let allowed = self.granted.min(budget.into()) as u32;
        let mut left = allowed;
        let line = &mut self.pv[ply as usize];
        line.clear();
        let plies = position.forced_win(&mut left, line);
        self.count_nodes((allowed - left).into());
        plies.map(|plies| Score::of_value_after(Value::Win(plies), ply))
    }
}
