use mekong_catalog::{GameSession, MoveError};
use mekong_core::{CancelToken, Explain, Lang, Player, explained_error, say};
use mekong_engine::SearchOptions;
use mekong_players::Searcher;

use crate::{
    Evaluation, GameReport, Label, MoveReport, accuracy::move_accuracy, evaluation::round, label,
    position::PositionAnalysis,
};

/// Why there is no analysis of a move.
#[derive(Clone, Debug)]
pub enum AnalysisError {
    /// The search was cancelled.
    Cancelled,
    /// The move is illegal.
    Move(MoveError),
}

impl Explain for AnalysisError {
    fn explain(&self, lang: Lang) -> String {
        match self {
            AnalysisError::Cancelled => say!(lang, "the analysis was cancelled", "l’analyse a été annulée"),
            AnalysisError::Move(error) => error.explain(lang),
        }
    }
}
explained_error!(AnalysisError);

/// Analyses every move of a session and reports each to `progress`, the last move first. `None` if it was cancelled or the
/// searcher is of another game.
///
/// The limits apply to each position. Positions are searched from the last to the first; proofs are then propagated
/// forwards, so the returned report may differ from what `progress` received. The hash memory is cleared first: with node
/// or depth limits and one thread, the same game always gives the same report.
pub fn analyse_game(
    searcher: &Searcher,
    session: &GameSession,
    search_options: impl Into<SearchOptions>,
    cancel: &CancelToken,
    progress: &mut dyn FnMut(&MoveReport),
) -> Option<GameReport> {
    if searcher.entry().info().id != session.info().id {
        return None;
    }
    searcher.clear();
    let mut analysis = GameAnalysis::new(session, search_options);
    while !analysis.is_done() {
        if let Some(report) = analysis.step(searcher, cancel)? {
            progress(report);
        }
    }
    analysis.report()
}

/// An analysis that proceeds one position at a time, so that a shared searcher can serve other requests between steps.
#[derive(Clone, Debug)]
pub struct GameAnalysis {
    session: GameSession,
    /// The session before the moves analysed so far.
    position: GameSession,
    search_options: SearchOptions,
    /// The analysed positions, the last first.
    positions: Vec<PositionAnalysis>,
    /// The analysed moves, the last first: `moves[i]` leads from `positions[i + 1]` to `positions[i]`.
    moves: Vec<MoveReport>,
    /// How many positions, from the first, have received the proofs of their predecessor.
    propagated: usize,
}

impl GameAnalysis {
    /// Starts an analysis. The limits apply to each position.
    #[must_use]
    pub fn new(session: &GameSession, search_options: impl Into<SearchOptions>) -> GameAnalysis {
        GameAnalysis {
            session: session.clone(),
            position: session.clone(),
            search_options: two_lines(search_options.into()),
            positions: Vec::new(),
            moves: Vec::new(),
            propagated: 0,
        }
    }

    /// Whether the analysis is complete.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.is_searched() && self.propagated == self.moves.len()
    }

    /// Whether every position has been searched.
    fn is_searched(&self) -> bool {
        self.positions.len() > self.session.moves().len()
    }

    /// Searches one position, from the last to the first, and returns the report of the move made there. The first step
    /// and the final steps, which propagate proofs forwards, return `Some(None)`. `None` if the step was cancelled (it can
    /// then be repeated), if the searcher is of another game, or if the analysis is complete.
    pub fn step(&mut self, searcher: &Searcher, cancel: &CancelToken) -> Option<Option<&MoveReport>> {
        if self.is_done() || searcher.entry().info().id != self.session.info().id {
            return None;
        }
        if self.is_searched() {
            self.propagate(searcher, cancel)?;
            return Some(None);
        }
        let mut position = self.position.clone();
        let Some(after) = self.positions.last() else {
            self.positions.push(PositionAnalysis::of(searcher, &position, self.search_options, cancel)?);
            return Some(None);
        };
        let text = position.undo()?;
        let mut before = PositionAnalysis::of(searcher, &position, self.search_options, cancel)?;
        before.update_from_next(&text, after);
        let ply = position.moves().len() + 1;
        self.moves.push(move_report(&before, after, ply, &text)?);
        self.positions.push(before);
        self.position = position;
        Some(self.moves.last())
    }

    /// Propagates proofs forwards until a search is needed: a position that is proven won without a known winning move is
    /// searched once more.
    fn propagate(&mut self, searcher: &Searcher, cancel: &CancelToken) -> Option<()> {
        while self.propagated < self.moves.len() {
            let index = self.moves.len() - 1 - self.propagated;
            let text = self.moves[index].text.clone();
            let [next, previous] = self.positions.get_disjoint_mut([index, index + 1]).ok()?;
            self.position.play(&text).ok()?;
            if !next.improves_from_previous(previous, &text) {
                self.propagated += 1;
                continue;
            }
            next.update_from_previous(previous, &text);
            if next.lacks_line() {
                let Some(second) =
                    PositionAnalysis::of(searcher, &self.position, self.search_options, cancel)
                else {
                    self.position.undo();
                    return None;
                };
                next.update_from_second_search(second);
            }
            self.propagated += 1;
            return Some(());
        }
        Some(())
    }

    /// The report, once the analysis is complete.
    #[must_use]
    pub fn report(self) -> Option<GameReport> {
        if !self.is_done() {
            return None;
        }
        let start = self.positions.last()?.evaluation_for(Player::P1)?.win_chance;
        let pairs = self.positions.windows(2).zip(&self.moves).rev();
        let moves = pairs
            .map(|(positions, report)| move_report(&positions[1], &positions[0], report.ply, &report.text));
        Some(GameReport::new(&self.session, start, moves.collect::<Option<_>>()?))
    }
}

/// Analyses one move in the position of a session.
pub fn analyse_move(
    searcher: &Searcher,
    session: &GameSession,
    text: &str,
    search_options: impl Into<SearchOptions>,
    cancel: &CancelToken,
) -> Result<MoveReport, AnalysisError> {
    let search_options = two_lines(search_options.into());
    let mut next = session.clone();
    next.play(text).map_err(AnalysisError::Move)?;
    let ply = next.moves().len();
    let mut after =
        PositionAnalysis::of(searcher, &next, search_options, cancel).ok_or(AnalysisError::Cancelled)?;
    let mut before =
        PositionAnalysis::of(searcher, session, search_options, cancel).ok_or(AnalysisError::Cancelled)?;
    before.update_from_next(text, &after);
    if after.improves_from_previous(&before, text) {
        after.update_from_previous(&before, text);
    }
    move_report(&before, &after, ply, text).ok_or(AnalysisError::Cancelled)
}

fn two_lines(search_options: SearchOptions) -> SearchOptions {
    SearchOptions { multi_pv: search_options.multi_pv.max(2), ..search_options }
}

/// The report of a move from the analyses of the positions before and after it.
fn move_report(
    before: &PositionAnalysis,
    after: &PositionAnalysis,
    ply: usize,
    text: &str,
) -> Option<MoveReport> {
    let player = before.turn?;
    let played = evaluate_played(before, after, text, player)?;
    let reply = after.best_line().to_vec();
    let next = before.lines.iter().find(|line| line.moves[0] != text).map(|line| line.evaluation);
    let value = before.evaluation_for(player)?;
    let (best, line, margin) = if played.is_as_good_as(&value) {
        let line = std::iter::once(text.to_owned()).chain(reply.iter().cloned()).collect();
        (played, line, next.map(|next| label::loss(&played, &next)))
    } else {
        // A better result may be proven without a known move.
        let line = before.best_line();
        (value, if line.first().is_some_and(|mv| mv != text) { line.to_vec() } else { Vec::new() }, None)
    };
    let label = label::label(before.choices, &best, &played, margin);
    let proven = label::is_proven(label, &value, &played, next.as_ref());
    let (label, proven) = match label {
        Label::Forced => (label, proven),
        // The move keeps the proven result; another may have a larger margin.
        _ if before.scored_by_points
            && !proven
            && played.proven
            && value.proven
            && best.win_chance == played.win_chance =>
        {
            (Label::Good, true)
        }
        // Estimates are unreliable in games scored by points.
        _ if before.scored_by_points && !proven => (Label::Unclear, false),
        _ => (label, proven),
    };
    let loss = if label == Label::Forced { 0.0 } else { label::loss(&best, &played) };
    let p1_win_chance = match player {
        Player::P1 => played.win_chance,
        Player::P2 => played.for_opponent().win_chance,
    };
    Some(MoveReport {
        ply,
        player,
        text: text.to_owned(),
        choices: before.choices,
        label,
        proven,
        before: Evaluation { points_margin: value.points_margin.and(best.points_margin), ..best },
        after: played,
        p1_win_chance,
        loss,
        accuracy: round(move_accuracy(loss)),
        best: line.first().cloned(),
        line,
        margin,
        reply,
    })
}

/// The evaluation of the move played, which may or may not be one of the lines found before it.
fn evaluate_played(
    before: &PositionAnalysis,
    after: &PositionAnalysis,
    text: &str,
    player: Player,
) -> Option<Evaluation> {
    let from_after = after.evaluation_before(player)?;
    // Evaluations of one search compare better than those of two, but proofs need no comparison.
    match before.line_of(text) {
        // The outcome of a finished game has no margin; the proof before it does.
        Some(line) if line.evaluation.is_more_precise_than(&from_after) => return Some(line.evaluation),
        _ if from_after.proven => return Some(from_after),
        Some(line) => return Some(line.evaluation),
        None => {}
    }
    // The search before the move found it worse than all its lines, which bounds the evaluation.
    let last = before.lines.last()?.evaluation;
    Some(if from_after.is_as_good_as(&last) { last } else { from_after })
}
