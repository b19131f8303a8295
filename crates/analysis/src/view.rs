use mekong_catalog::Session;
use mekong_core::{CancelToken, Outcome, Player};
use mekong_engine::{Limits, Plan};
use mekong_players::Searcher;

use crate::Worth;

/// A position, and what is known of it.
#[derive(Clone, Debug)]
pub(crate) struct View {
    pub(crate) turn: Option<Player>,
    outcome: Option<Outcome>,
    /// How many moves are legal.
    pub(crate) choices: usize,
    /// Lines of play and what they are worth for the player to move, best first.
    pub(crate) lines: Vec<ViewLine>,
    /// What the position is worth for the player to move, if that is proven without a line that shows it.
    proof: Option<Worth>,
    /// Whether the game is counted in points.
    pub(crate) in_points: bool,
    /// Whether the points of the best line are the most that can be had here. Points that were learned from the position after
    /// one move are the least: another move may be worth more.
    is_margin_exact: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct ViewLine {
    pub(crate) worth: Worth,
    /// At least one.
    pub(crate) moves: Vec<String>,
}

impl View {
    /// Thinks about a position. `None` if it was stopped before anything was known.
    pub(crate) fn of(
        searcher: &Searcher,
        session: &Session,
        plan: Plan,
        cancel: &CancelToken,
    ) -> Option<View> {
        let mut view = View {
            turn: session.turn(),
            outcome: session.outcome(),
            choices: session.legal().len(),
            lines: Vec::new(),
            proof: None,
            in_points: searcher.counts_points(),
            is_margin_exact: false,
        };
        if view.outcome.is_some() {
            return Some(view);
        }
        if cancel.is_cancelled() {
            return None;
        }
        let mut result = searcher.search(session, plan, cancel, &mut |_| {});
        if result.lines.is_empty() && !cancel.is_cancelled() {
            // The limit was too narrow for a single move; a look at each is the least there is.
            let least = Plan { limits: Limits::depth(1), ..plan };
            result = searcher.search(session, least, cancel, &mut |_| {});
        }
        if cancel.is_cancelled() || result.lines.is_empty() {
            return None;
        }
        for line in &result.lines {
            let worth = Worth::of_line(searcher, &result, line);
            let moves = line.moves[..playable(session, &line.moves)].to_vec();
            if !moves.is_empty() {
                let place = view.lines.iter().position(|known| !known.worth.is_as_good_as(&worth));
                view.lines.insert(place.unwrap_or(view.lines.len()), ViewLine { worth, moves });
            }
        }
        view.is_margin_exact =
            view.choices == 1 || view.lines.first().is_some_and(|line| line.worth.points_margin.is_some());
        Some(view)
    }

    /// What the position is worth for the player to move. `None` if the game is over.
    fn value(&self) -> Option<Worth> {
        let worth = self.proof.or_else(|| self.lines.first().map(|line| line.worth))?;
        Some(if self.is_margin_exact { worth } else { Worth { points_margin: None, ..worth } })
    }

    /// What the position is worth for a player.
    pub(crate) fn worth_for(&self, player: Player) -> Option<Worth> {
        if let Some(outcome) = self.outcome {
            return Some(Worth::of_outcome(outcome, player, self.in_points));
        }
        let worth = self.value()?;
        Some(if self.turn == Some(player) { worth } else { worth.for_opponent() })
    }

    /// What the move before this position was worth for the player who made it.
    pub(crate) fn worth_before(&self, player: Player) -> Option<Worth> {
        if let Some(outcome) = self.outcome {
            return Some(Worth::of_outcome(outcome, player, self.in_points));
        }
        Some(self.value()?.before(self.turn == Some(player)))
    }

    /// The best moves from here on; none if it is proven who wins and not how.
    pub(crate) fn best_line(&self) -> &[String] {
        let shown = self.lines.first().filter(|line| self.proof.is_none() || line.worth.proven);
        shown.map_or(&[], |line| &line.moves)
    }

    pub(crate) fn line_of(&self, text: &str) -> Option<&ViewLine> {
        self.lines.iter().find(|line| line.moves[0] == text)
    }

    /// Whether it is proven who wins, and no line shows it.
    pub(crate) fn is_without_line(&self) -> bool {
        self.proof.is_some()
    }

    /// Takes in what a second look has found, if that is a line that shows what is proven.
    pub(crate) fn learn_again(&mut self, again: View) {
        let shows =
            |proof: Worth| again.value().is_some_and(|value| value.proven && value.is_as_good_as(&proof));
        if self.proof.is_some_and(shows) {
            *self = again;
        }
    }

    /// Takes in what is proven of the position after a move. What wins there wins here; what loses there proves nothing of
    /// the other moves.
    pub(crate) fn learn_from_next(&mut self, text: &str, next: &View) {
        let Some(worth) = self.turn.and_then(|player| next.worth_before(player)).filter(|worth| worth.proven)
        else {
            return;
        };
        if self.line_of(text).is_some_and(|line| !worth.says_more_than(&line.worth)) {
            return;
        }
        let is_only_line = self.lines.iter().all(|line| line.moves[0] == text);
        if is_only_line && self.choices > 1 && !worth.is_won() {
            return;
        }
        let moves = std::iter::once(text.to_owned()).chain(next.best_line().iter().cloned()).collect();
        self.lines.retain(|line| line.moves[0] != text);
        let place = self.lines.iter().position(|line| worth.is_as_good_as(&line.worth));
        self.lines.insert(place.unwrap_or(self.lines.len()), ViewLine { worth, moves });
        if self.proof.is_some_and(|proof| worth.is_as_good_as(&proof)) {
            self.proof = None;
        }
    }

    /// What is proven here about the position after a move, for the player to move there, and a line that shows it.
    fn proven_next(&self, text: &str, next: &View) -> Option<(Worth, &[String])> {
        let same = next.turn == self.turn;
        if let Some(line) = self.line_of(text).filter(|line| line.worth.proven) {
            return Some((line.worth.after(same), &line.moves[1..]));
        }
        // Where the best move loses, every other loses too, and no later.
        let value = self.value().filter(Worth::is_lost)?;
        let value = Worth { points_margin: None, ..value };
        Some((value.after(same), &[]))
    }

    /// Whether the position before proves more about this one than is known here.
    pub(crate) fn can_learn_from_previous(&self, previous: &View, text: &str) -> bool {
        let known = self.value();
        let proven = previous.proven_next(text, self);
        known.zip(proven).is_some_and(|(known, (worth, _))| worth.says_more_than(&known))
    }

    /// Takes in what the position before proves about this one. Where the player to move loses, every line does; where the
    /// player wins, the line that shows it comes first, and if there is none only the result is known.
    pub(crate) fn learn_from_previous(&mut self, previous: &View, text: &str) {
        let Some((worth, moves)) = previous.proven_next(text, self) else { return };
        if let Some(first) = moves.first() {
            self.lines.retain(|line| line.moves[0] != *first);
            self.lines.insert(0, ViewLine { worth, moves: moves.to_vec() });
        } else {
            self.proof = Some(worth);
        }
        if worth.is_lost() {
            let others = self.lines.iter_mut().filter(|line| !line.worth.proven);
            others.for_each(|line| line.worth = Worth { points_margin: None, ..worth });
        }
        if self.lines.first().is_some_and(|line| line.worth.proven && line.worth.is_as_good_as(&worth)) {
            self.proof = None;
        }
    }
}

/// How many moves of a line can be played: a search may look beyond a draw by repetition.
fn playable(session: &Session, line: &[String]) -> usize {
    let mut session = session.clone();
    line.iter().take_while(|text| session.play(text).is_ok()).count()
}
