//! Wins that a game finds by forcing moves alone ([`Evaluate::forced_win`]), where the search lets it look for them. The
//! positions it looks at are nodes like any others: they are counted, and no limit is exceeded by them.

use mekong_core::{Evaluate, Value};

use super::{Frame, Worker};
use crate::{
    Limits, Line, Score,
    table::{Bound, Entry},
};

/// Where less depth than this is left, searching is as quick as looking for forced wins.
const LEAST_DEPTH: i32 = 3;

/// How many positions are looked at for a forced win: in a node, in one of the best line, and at the root.
const IN_NODE: u32 = 64;
const IN_LINE: u32 = 512;
const AT_ROOT: u32 = 20_000;

/// At the root not more than this share of the nodes there are.
const SHARE_AT_ROOT: u64 = 8;

impl<P: Evaluate> Worker<'_, P> {
    /// The score of a node in which the player to move is found to force a win.
    pub(super) fn forced_win(&mut self, position: &P, frame: Frame, key: u64) -> Option<Score> {
        let has_better = matches!(frame.alpha.value(), Some(Value::Win(_)));
        if self.is_thorough || has_better || frame.depth < LEAST_DEPTH {
            return None;
        }
        let is_line = frame.beta > frame.alpha.plus(1);
        let score = self.force(position, frame.ply, if is_line { IN_LINE } else { IN_NODE })?;
        let mv =
            self.lines[frame.ply as usize].first().map_or(Entry::NO_MOVE, |&mv| P::move_number(mv) as u16);
        let depth = frame.depth.clamp(0, 255) as u8;
        // There may be a quicker win.
        let entry = Entry { mv, score: score.to_table(frame.ply), depth, bound: Bound::AtLeast };
        self.shared.table.put(key ^ self.salt, entry);
        Some(score)
    }

    /// A win that the player to move forces from the root. Whoever is to look no more than a few plies ahead is not
    /// to see one that takes many.
    pub(crate) fn forced_line(&mut self, position: &P) -> Option<Line<P::Move>> {
        let Limits { depth, nodes, .. } = self.shared.limits;
        if self.is_thorough || depth.is_some_and(|plies| plies <= LEAST_DEPTH as u32) {
            return None;
        }
        let share = nodes.map_or(AT_ROOT, |nodes| (nodes / SHARE_AT_ROOT).min(AT_ROOT.into()) as u32);
        let score = self.force(position, 0, share)?;
        Some(Line { score, moves: self.lines[0].clone() })
    }

    /// Lets the game look for a forced win, `ply` plies from the root, and leaves its line there.
    fn force(&mut self, position: &P, ply: u32, budget: u32) -> Option<Score> {
        while self.granted < budget.into() {
            let more = self.shared.grant();
            if more == 0 {
                break;
            }
            self.granted += more;
        }
        let most = self.granted.min(budget.into()) as u32;
        let mut left = most;
        let line = &mut self.lines[ply as usize];
        line.clear();
        let plies = position.forced_win(&mut left, line);
        self.count_nodes((most - left).into());
        plies.map(|plies| Score::of_value_after(Value::Win(plies), ply))
    }
}
