use mekong_catalog::{GameSession, MoveError};
use mekong_core::{CancelToken, Lang, Outcome, Player, moves_to_win, points_text, say, wins_text};

use crate::{
    Goal, GoalResult, ProofLimits, Prover,
    budget::{NodeBudget, Stop},
    prover::{Exact, ExactMove},
};

/// Why a try fails.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refutation {
    /// The result of the try.
    pub verdict: TryResult,
    /// The reply that shows it; `None` if the try ends the game or was not refuted within the limits.
    pub reply: Option<String>,
    /// The explanation, without capital and full stop.
    pub text: String,
}

/// The result of a wrong move for the player who made it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TryResult {
    /// A proven loss.
    Loses,
    /// A proven draw instead of a win.
    Draws,
    /// Fewer points than possible.
    LosesPoints,
    /// No win within the plies of the goal.
    NoWin,
    /// The move keeps the goal, so it is not wrong.
    Keeps,
    /// The limits were reached.
    Unknown,
}

impl TryResult {
    /// The machine-readable name.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            TryResult::Loses => "loses",
            TryResult::Draws => "draws",
            TryResult::LosesPoints => "loses-points",
            TryResult::NoWin => "no-win",
            TryResult::Keeps => "keeps",
            TryResult::Unknown => "unknown",
        }
    }
}

/// The plies within which a win of the opponent is searched for.
const MAX_LOSS_PLIES: u16 = 5;

impl Prover<'_> {
    /// Shows why a legal move does not reach a goal. With a goal by search, [`Goal::within`] counts from this position.
    pub fn refutation(
        &mut self,
        session: &GameSession,
        mv: &str,
        goal: Goal,
        limits: ProofLimits,
        cancel: &CancelToken,
        lang: Lang,
    ) -> Result<Refutation, MoveError> {
        let solver = session.turn().unwrap_or(Player::P1);
        let mut next = session.clone();
        next.play(mv)?;
        if let Some(outcome) = next.outcome() {
            return Ok(refute_ending(&next, outcome, solver, goal, lang));
        }
        let mut budget = NodeBudget::new(limits.nodes, cancel);
        let found = match self.exact_moves(&next, &mut budget) {
            Ok(Some((_, moves))) => Ok(refute_exact(&next, &moves, solver, goal, lang)),
            Ok(None) => self.refute_forced(&next, solver, goal, &mut budget, lang),
            Err(stop) => Err(stop),
        };
        Ok(found.unwrap_or_else(|_| Refutation {
            verdict: TryResult::Unknown,
            reply: None,
            text: say!(
                lang,
                "this is not the solution, but a refutation was not found in time",
                "ce n’est pas la solution, mais aucune réfutation n’a été trouvée à temps",
            ),
        }))
    }

    fn refute_forced(
        &mut self,
        next: &GameSession,
        solver: Player,
        goal: Goal,
        budget: &mut NodeBudget<'_>,
        lang: Lang,
    ) -> Result<Refutation, Stop> {
        let opponent = solver.other();
        let within = goal.within.unwrap_or(1);
        if self.wins(next, solver, within.saturating_sub(1), budget)? {
            return Ok(keeps(lang));
        }
        if let Some(plies) = self.shortest_win(next, opponent, MAX_LOSS_PLIES, budget)? {
            for (reply, after) in next.children() {
                if self.wins(&after, opponent, plies - 1, budget)? {
                    let text = opponent_wins(plies, &described(next, &reply, lang), lang);
                    return Ok(Refutation { verdict: TryResult::Loses, reply: Some(reply), text });
                }
            }
        }
        // The reply against which the solver has no win for longest.
        let mut best = None;
        for plies in [within.saturating_sub(2), within] {
            for (reply, after) in next.children() {
                if !self.wins(&after, solver, plies, budget)? {
                    best = Some(reply);
                    break;
                }
            }
        }
        let Some(reply) = best else { return Ok(keeps(lang)) };
        let (moves, what) = (moves_to_win(within.into()), described(next, &reply, lang));
        let text = if moves == 1 {
            say!(lang, "this does not win at once: {what}", "cela ne gagne pas immédiatement : {what}")
        } else {
            say!(
                lang,
                "this does not win within {moves} moves: {what}",
                "cela ne gagne pas en {moves} coups : {what}"
            )
        };
        Ok(Refutation { verdict: TryResult::NoWin, reply: Some(reply), text })
    }
}

fn keeps(lang: Lang) -> Refutation {
    let text = say!(lang, "this move is right too", "ce coup est bon aussi");
    Refutation { verdict: TryResult::Keeps, reply: None, text }
}

/// A try that ends the game.
fn refute_ending(next: &GameSession, outcome: Outcome, solver: Player, goal: Goal, lang: Lang) -> Refutation {
    let why = next.ending(lang).text;
    let (verdict, text) = match outcome.winner {
        Some(winner) if winner == solver => return keeps(lang),
        Some(_) => {
            (TryResult::Loses, say!(lang, "this loses at once: {why}", "cela perd immédiatement : {why}"))
        }
        None if goal.result == GoalResult::Draw => return keeps(lang),
        None => (TryResult::Draws, say!(lang, "this draws at once: {why}", "nulle immédiate : {why}")),
    };
    Refutation { verdict, reply: None, text }
}

fn refute_exact(
    next: &GameSession,
    moves: &[ExactMove],
    solver: Player,
    goal: Goal,
    lang: Lang,
) -> Refutation {
    let Some(best) = moves.iter().max_by_key(|known| known.value.rank()) else { return keeps(lang) };
    // The solver may be to move again; the value is then theirs.
    let is_reply = next.turn() != Some(solver);
    let sign = if is_reply { -1 } else { 1 };
    let result = sign * best.value.result();
    let what = described(next, &best.text, lang);
    let aimed = if goal.result == GoalResult::Draw { 0 } else { 1 };
    let (verdict, text) = match (result, best.value, goal) {
        (_, Exact::Points(margin), Goal { result: GoalResult::Points, margin: Some(aimed), .. }) => {
            let lost = aimed - sign * margin;
            if lost <= 0 {
                return keeps(lang);
            }
            // A margin counts every point twice: won by one, lost by the other.
            let points = points_text((lost / 2).unsigned_abs(), lang);
            (
                TryResult::LosesPoints,
                say!(lang, "this gives away {points}: {what}", "cela coûte {points} : {what}"),
            )
        }
        (-1, Exact::Points(margin), _) => {
            let points = points_text(margin.unsigned_abs(), lang);
            (
                TryResult::Loses,
                say!(
                    lang,
                    "the opponent wins by {points}: {what}",
                    "l’adversaire gagne de {points} : {what}"
                ),
            )
        }
        (-1, Exact::Plies(value), _) => {
            (TryResult::Loses, opponent_wins(value.distance().unwrap_or(1), &what, lang))
        }
        (0, _, _) if aimed > 0 => {
            (TryResult::Draws, say!(lang, "this only draws: {what}", "cela ne fait que nulle : {what}"))
        }
        _ => return keeps(lang),
    };
    Refutation { verdict, reply: is_reply.then(|| best.text.clone()), text }
}

/// A win of the opponent and the move that begins it.
fn opponent_wins(plies: u16, what: &str, lang: Lang) -> String {
    let wins = wins_text(plies.into(), lang);
    say!(lang, "the opponent {wins}: {what}", "l’adversaire {wins} : {what}")
}

fn described(session: &GameSession, mv: &str, lang: Lang) -> String {
    session.describe(mv, lang).unwrap_or_else(|_| mv.to_owned())
}
