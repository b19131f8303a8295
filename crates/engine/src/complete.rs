//! Extends lines with proven scores to the end of the game. A search stops where the result is known, but users want to
//! see the end.

use std::time::Duration;

use mekong_core::{CancelToken, Evaluate, Value};

use crate::{Limits, Line, Report, deepen::IterativeDeepening, search::Shared};

/// The node limit for one step of a line. Most lines end a few plies before the game does.
const NODES_PER_STEP: u64 = 20_000;

/// Extends a line with a proven win or loss to the end of the game. A line whose end is not found within the limit
/// stays as it is. These nodes do not count as nodes of the search.
pub(crate) fn complete_line<P: Evaluate>(shared: &Shared<'_>, position: &P, line: &mut Line<P::Move>) {
    let Some(plies) = line.score.value().and_then(Value::distance) else { return };
    let plies = usize::from(plies);
    // An incomplete line is searched again from its first move.
    for kept in [line.moves.len(), 1] {
        let mut moves: Vec<P::Move> = line.moves.iter().copied().take(kept).collect();
        let mut last = position.clone();
        let mut played = 0;
        while played < moves.len() && last.outcome().is_none() && last.check(moves[played]).is_ok() {
            last.play_unchecked(moves[played]);
            played += 1;
        }
        moves.truncate(played);
        let is_win = matches!(line.score.value(), Some(Value::Win(_)));
        let winner = if is_win { position.turn() } else { position.turn().other() };
        while last.outcome().is_none() && moves.len() < plies {
            let left = plies - moves.len();
            let Some(rest) = line_to_end(shared, &last, left, last.turn() == winner) else { break };
            for mv in rest {
                last.play_unchecked(mv);
                moves.push(mv);
            }
        }
        if last.outcome().is_some_and(|outcome| outcome.winner == Some(winner)) {
            line.moves = moves;
            return;
        }
    }
}

/// A line of at least one move along which the player to move wins or loses within this many plies.
fn line_to_end<P: Evaluate>(
    shared: &Shared<'_>,
    position: &P,
    plies: usize,
    wins: bool,
) -> Option<Vec<P::Move>> {
    let limits = Limits { depth: Some(plies as u32 + 1), nodes: Some(NODES_PER_STEP), time: None };
    let cancel = CancelToken::new();
    let shared = Shared::new(shared.tt, &cancel, limits, shared.selective, shared.repeated_twice.clone());
    let mut report = Report { depth: 0, seldepth: 0, nodes: 0, time: Duration::ZERO, lines: Vec::new() };
    IterativeDeepening::new(&shared, position, 1).run(&mut report, &mut |_| {});
    let line = report.lines.into_iter().next()?;
    let is_as_claimed = match line.score.value()? {
        Value::Win(distance) => wins && usize::from(distance) <= plies,
        Value::Loss(distance) => !wins && usize::from(distance) <= plies,
        Value::Draw => false,
    };
    (is_as_claimed && !line.moves.is_empty()).then_some(line.moves)
}
