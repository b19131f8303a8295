use mekong_catalog::GameSession;
use mekong_core::{CancelToken, Outcome, Player};
use mekong_engine::{Limits, SearchOptions};
use mekong_players::Searcher;

use crate::Evaluation;

#[derive(Clone, Debug)]
pub(crate) struct PositionAnalysis {
    pub(crate) turn: Option<Player>,
    outcome: Option<Outcome>,
    /// The number of legal moves.
    pub(crate) choices: usize,
    /// Principal variations with evaluations for the player to move, best first.
    pub(crate) lines: Vec<EvaluatedLine>,
    /// A proven evaluation for which no line is known.
    proof: Option<Evaluation>,
    /// Whether the game is scored by points.
    pub(crate) scored_by_points: bool,
    /// Whether the margin of the best line is exact. A margin learned from the position after one move is only a lower
    /// bound, because another move may be better.
    is_margin_exact: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct EvaluatedLine {
    pub(crate) evaluation: Evaluation,
    /// The moves; never empty.
    pub(crate) moves: Vec<String>,
}

impl PositionAnalysis {
    /// Searches a position. `None` if the search was cancelled.
    pub(crate) fn of(
        searcher: &Searcher,
        session: &GameSession,
        search_options: SearchOptions,
        cancel: &CancelToken,
    ) -> Option<PositionAnalysis> {
        let mut analysis = PositionAnalysis {
            turn: session.turn(),
            outcome: session.outcome(),
            choices: session.legal().len(),
            lines: Vec::new(),
            proof: None,
            scored_by_points: searcher.entry().info().scored_by_points,
            is_margin_exact: false,
        };
        if analysis.outcome.is_some() {
            return Some(analysis);
        }
        if cancel.is_cancelled() {
            return None;
        }
        let mut result = searcher.search(session, search_options, cancel, &mut |_| {});
        if result.lines.is_empty() && !cancel.is_cancelled() {
            // The limit was too low to evaluate a single move.
            let shallow = SearchOptions { limits: Limits::depth(1), ..search_options };
            result = searcher.search(session, shallow, cancel, &mut |_| {});
        }
        if cancel.is_cancelled() || result.lines.is_empty() {
            return None;
        }
        for line in &result.lines {
            let evaluation = Evaluation::of_line(searcher, &result, line);
            let moves = line.moves[..playable(session, &line.moves)].to_vec();
            if !moves.is_empty() {
                let position =
                    analysis.lines.iter().position(|known| !known.evaluation.is_as_good_as(&evaluation));
                analysis
                    .lines
                    .insert(position.unwrap_or(analysis.lines.len()), EvaluatedLine { evaluation, moves });
            }
        }
        analysis.is_margin_exact = analysis.choices == 1
            || analysis.lines.first().is_some_and(|line| line.evaluation.points_margin.is_some());
        Some(analysis)
    }

    /// The evaluation for the player to move. `None` if the game is over.
    fn value(&self) -> Option<Evaluation> {
        let evaluation = self.proof.or_else(|| self.lines.first().map(|line| line.evaluation))?;
        Some(if self.is_margin_exact { evaluation } else { Evaluation { points_margin: None, ..evaluation } })
    }

    /// The evaluation for a player.
    pub(crate) fn evaluation_for(&self, player: Player) -> Option<Evaluation> {
        if let Some(outcome) = self.outcome {
            return Some(Evaluation::of_outcome(outcome, player, self.scored_by_points));
        }
        let evaluation = self.value()?;
        Some(if self.turn == Some(player) { evaluation } else { evaluation.for_opponent() })
    }

    /// The evaluation of the move that led here, for the player who made it.
    pub(crate) fn evaluation_before(&self, player: Player) -> Option<Evaluation> {
        if let Some(outcome) = self.outcome {
            return Some(Evaluation::of_outcome(outcome, player, self.scored_by_points));
        }
        Some(self.value()?.before(self.turn == Some(player)))
    }

    /// The best line; empty if the winner is proven but no line is known.
    pub(crate) fn best_line(&self) -> &[String] {
        let shown = self.lines.first().filter(|line| self.proof.is_none() || line.evaluation.proven);
        shown.map_or(&[], |line| &line.moves)
    }

    pub(crate) fn line_of(&self, text: &str) -> Option<&EvaluatedLine> {
        self.lines.iter().find(|line| line.moves[0] == text)
    }

    /// Whether the winner is proven but no line is known.
    pub(crate) fn lacks_line(&self) -> bool {
        self.proof.is_some()
    }

    /// Adopts the result of a second search if it has a line for the proven result.
    pub(crate) fn update_from_second_search(&mut self, again: PositionAnalysis) {
        let shows = |proof: Evaluation| {
            again.value().is_some_and(|value| value.proven && value.is_as_good_as(&proof))
        };
        if self.proof.is_some_and(shows) {
            *self = again;
        }
    }

    /// Adopts a proof for the position after a move. A winning move proves this position; a losing one says nothing
    /// about the other moves.
    pub(crate) fn update_from_next(&mut self, text: &str, next: &PositionAnalysis) {
        let Some(evaluation) = self
            .turn
            .and_then(|player| next.evaluation_before(player))
            .filter(|evaluation| evaluation.proven)
        else {
            return;
        };
        if self.line_of(text).is_some_and(|line| !evaluation.is_more_precise_than(&line.evaluation)) {
            return;
        }
        let is_only_line = self.lines.iter().all(|line| line.moves[0] == text);
        if is_only_line && self.choices > 1 && !evaluation.is_won() {
            return;
        }
        let moves = std::iter::once(text.to_owned()).chain(next.best_line().iter().cloned()).collect();
        self.lines.retain(|line| line.moves[0] != text);
        let position = self.lines.iter().position(|line| evaluation.is_as_good_as(&line.evaluation));
        self.lines.insert(position.unwrap_or(self.lines.len()), EvaluatedLine { evaluation, moves });
        if self.proof.is_some_and(|proof| evaluation.is_as_good_as(&proof)) {
            self.proof = None;
        }
    }

    /// The proven evaluation of the position after a move, for the player to move there, with a line.
    fn proven_next(&self, text: &str, next: &PositionAnalysis) -> Option<(Evaluation, &[String])> {
        let same = next.turn == self.turn;
        if let Some(line) = self.line_of(text).filter(|line| line.evaluation.proven) {
            return Some((line.evaluation.after(same), &line.moves[1..]));
        }
        // If the best move loses, every move loses at least as fast.
        let value = self.value().filter(Evaluation::is_lost)?;
        let value = Evaluation { points_margin: None, ..value };
        Some((value.after(same), &[]))
    }

    /// Whether the previous position proves more about this one than is known here.
    pub(crate) fn improves_from_previous(&self, previous: &PositionAnalysis, text: &str) -> bool {
        let known = self.value();
        let proven = previous.proven_next(text, self);
        known.zip(proven).is_some_and(|(known, (evaluation, _))| evaluation.is_more_precise_than(&known))
    }

    /// Adopts what the previous position proves about this one. If the player to move loses, every line loses; if the
    /// player wins, the winning line comes first, or only the result is stored if no line is known.
    pub(crate) fn update_from_previous(&mut self, previous: &PositionAnalysis, text: &str) {
        let Some((evaluation, moves)) = previous.proven_next(text, self) else { return };
        if let Some(first) = moves.first() {
            self.lines.retain(|line| line.moves[0] != *first);
            self.lines.insert(0, EvaluatedLine { evaluation, moves: moves.to_vec() });
        } else {
            self.proof = Some(evaluation);
        }
        if evaluation.is_lost() {
            let others = self.lines.iter_mut().filter(|line| !line.evaluation.proven);
            others.for_each(|line| line.evaluation = Evaluation { points_margin: None, ..evaluation });
        }
        if self
            .lines
            .first()
            .is_some_and(|line| line.evaluation.proven && line.evaluation.is_as_good_as(&evaluation))
        {
            self.proof = None;
        }
    }
}

/// The number of playable moves of a line: a search may continue beyond a draw by repetition.
fn playable(session: &GameSession, line: &[String]) -> usize {
    let mut session = session.clone();
    line.iter().take_while(|text| session.play(text).is_ok()).count()
}
