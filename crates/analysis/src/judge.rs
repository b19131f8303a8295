use mekong_catalog::{Mind, MoveError, Session, Thought};
use mekong_core::{Explain, Lang, Player, explained_error, say};
use mekong_engine::{Limits, Plan};

use crate::{GameReport, Halt, Label, MoveReport, Worth, label, move_accuracy, worth::round};

/// The longest line that is told.
const LONGEST_LINE: usize = 30;

/// Why a move is not judged.
#[derive(Clone, Debug)]
pub enum JudgeError {
    /// Somebody stopped it.
    Stopped,
    /// The move is not legal.
    Move(MoveError),
}

impl Explain for JudgeError {
    fn explain(&self, lang: Lang) -> String {
        match self {
            JudgeError::Stopped => say!(lang, "stopped", "arrêté"),
            JudgeError::Move(error) => error.explain(lang),
        }
    }
}
explained_error!(JudgeError);

/// Judges every move of a session, and tells each as soon as it is judged, the last move first. `None` if it was
/// stopped, or if the mind is of another game.
///
/// The limits are for each position. Positions of the game are thought about from the last to the first, so that the
/// mind remembers what the game led to; nothing is remembered from before, so that the same game with the same limits of
/// nodes or depth and one thread is always judged the same way.
pub fn judge_game(
    mind: &Mind,
    session: &Session,
    plan: impl Into<Plan>,
    halt: &Halt,
    tell: &mut dyn FnMut(&MoveReport),
) -> Option<GameReport> {
    if mind.entry().info().id != session.info().id {
        return None;
    }
    mind.forget();
    let mut judging = Judging::new(session, plan);
    while !judging.is_done() {
        if let Some(judged) = judging.step(mind, halt)? {
            tell(judged);
        }
    }
    judging.report()
}

/// A game that is judged a position at a time, for those who share a mind: others may use it in between.
#[derive(Clone, Debug)]
pub struct Judging {
    session: Session,
    /// Where the session was before the moves that have been judged.
    place: Session,
    plan: Plan,
    /// What was thought at that place.
    after: Option<View>,
    /// What was judged so far, the last move first.
    moves: Vec<MoveReport>,
    /// What the start is worth for the first player, once everything is judged.
    start: Option<f64>,
}

impl Judging {
    /// A game to be judged. The limits are for each position.
    #[must_use]
    pub fn new(session: &Session, plan: impl Into<Plan>) -> Judging {
        Judging {
            session: session.clone(),
            place: session.clone(),
            plan: two_lines(plan.into()),
            after: None,
            moves: Vec::new(),
            start: None,
        }
    }

    /// Whether every move is judged.
    #[must_use]
    pub const fn is_done(&self) -> bool {
        self.start.is_some()
    }

    /// Thinks about one position. The first is the one at the end, and judges no move yet; each of the others judges the
    /// move that was made in it. `None` if it was stopped, if the mind is of another game, or if all is done; if it was
    /// stopped, the same step can be tried again.
    pub fn step(&mut self, mind: &Mind, halt: &Halt) -> Option<Option<&MoveReport>> {
        if self.is_done() || mind.entry().info().id != self.session.info().id {
            return None;
        }
        let view = match &self.after {
            None => View::of(mind, &self.place, self.plan, halt)?,
            Some(after) => {
                let mut place = self.place.clone();
                let text = place.undo()?;
                let before = View::of(mind, &place, self.plan, halt)?;
                let ply = place.moves().len() + 1;
                self.moves.push(judge(mind, &before, after, ply, &text)?);
                self.place = place;
                before
            }
        };
        let is_first = self.after.is_none();
        if self.place.moves().is_empty() {
            // What the first position is worth, or how it ended.
            self.start = Some(view.worth_for(mind, Player::P1)?.win_chance);
        }
        self.after = Some(view);
        Some(if is_first { None } else { self.moves.last() })
    }

    /// The report, once every move is judged.
    #[must_use]
    pub fn report(mut self) -> Option<GameReport> {
        self.moves.reverse();
        Some(GameReport::new(&self.session, self.start?, self.moves))
    }
}

/// Judges one move that could be made in a session.
///
/// # Errors
/// It was stopped, or the move is not legal.
pub fn judge_move(
    mind: &Mind,
    session: &Session,
    text: &str,
    plan: impl Into<Plan>,
    halt: &Halt,
) -> Result<MoveReport, JudgeError> {
    let plan = two_lines(plan.into());
    let mut next = session.clone();
    next.play(text).map_err(JudgeError::Move)?;
    let ply = next.moves().len();
    let after = View::of(mind, &next, plan, halt).ok_or(JudgeError::Stopped)?;
    let before = View::of(mind, session, plan, halt).ok_or(JudgeError::Stopped)?;
    judge(mind, &before, &after, ply, text).ok_or(JudgeError::Stopped)
}

fn two_lines(plan: Plan) -> Plan {
    Plan { lines: plan.lines.max(2), ..plan }
}

/// A position and what the mind thinks of it.
#[derive(Clone, Debug)]
struct View {
    turn: Option<Player>,
    outcome: Option<mekong_core::Outcome>,
    choices: usize,
    thought: Thought,
}

impl View {
    /// `None` if it was stopped before anything was known.
    fn of(mind: &Mind, session: &Session, plan: Plan, halt: &Halt) -> Option<View> {
        let outcome = session.outcome();
        let mut thought = Thought::default();
        if outcome.is_none() {
            thought = mind.think(session, plan, halt.begin()?, &mut |_| {});
            if thought.lines.is_empty() {
                // The limit was too narrow for a single move; a look at each is the least there is.
                let least = Plan { limits: Limits::depth(1), ..plan };
                thought = mind.think(session, least, halt.begin()?, &mut |_| {});
            }
            if halt.is_stopped() || thought.lines.is_empty() {
                return None;
            }
            for line in &mut thought.lines {
                line.moves.truncate(playable(session, &line.moves));
            }
        }
        Some(View { turn: session.turn(), outcome, choices: session.legal().len(), thought })
    }

    /// What the position is worth for a player.
    fn worth_for(&self, mind: &Mind, player: Player) -> Option<Worth> {
        if let Some(outcome) = self.outcome {
            return Some(Worth::of_outcome(outcome, player));
        }
        let worth = self.worth_of_line(mind, 0)?;
        Some(if self.turn == Some(player) { worth } else { worth.for_opponent() })
    }

    /// What the move before this position was worth for the player who made it.
    fn worth_before(&self, mind: &Mind, player: Player) -> Option<Worth> {
        if let Some(outcome) = self.outcome {
            return Some(Worth::of_outcome(outcome, player));
        }
        Some(self.worth_of_line(mind, 0)?.before(self.turn == Some(player)))
    }

    fn worth_of_line(&self, mind: &Mind, index: usize) -> Option<Worth> {
        Some(Worth::of_score(mind, &self.thought, self.thought.lines.get(index)?.score))
    }
}

/// How many moves of a line can be played, and are told: a search may look beyond a draw by repetition.
fn playable(session: &Session, line: &[String]) -> usize {
    let mut session = session.clone();
    line.iter().take(LONGEST_LINE).take_while(|text| session.play(text).is_ok()).count()
}

/// The report on a move, from what was thought before and after it.
fn judge(mind: &Mind, before: &View, after: &View, ply: usize, text: &str) -> Option<MoveReport> {
    let player = before.turn?;
    let lines = &before.thought.lines;
    let begins = |index: usize| lines[index].moves.first().is_some_and(|mv| mv == text);
    let found = (0..lines.len()).find(|&index| begins(index));
    let other = (0..lines.len()).find(|&index| Some(index) != found);
    let played = worth_of_played(mind, before, after, found, player)?;
    let reply = after.thought.lines.first().map(|line| line.moves.clone()).unwrap_or_default();
    let next = other.and_then(|index| before.worth_of_line(mind, index));
    let (best, line, margin) = match (next, other) {
        (Some(next), Some(index)) if !played.is_as_good_as(&next) => (next, lines[index].moves.clone(), None),
        (next, _) => {
            let line = std::iter::once(text.to_owned()).chain(reply.iter().cloned()).collect();
            (played, line, next.map(|next| label::loss(&played, &next)))
        }
    };
    let label = label::label(before.choices, &best, &played, margin);
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
        before: best,
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

/// What a move was worth that is one of the mind's lines, or none of them.
fn worth_of_played(
    mind: &Mind,
    before: &View,
    after: &View,
    found: Option<usize>,
    player: Player,
) -> Option<Worth> {
    let from_after = after.worth_before(mind, player)?;
    // One search compares its moves better than two searches do; but what is proven needs no comparing.
    if from_after.is_proven() {
        return Some(from_after);
    }
    if let Some(index) = found {
        return before.worth_of_line(mind, index);
    }
    // The search before the move has found it worse than all its lines, and the one after it may not flatter it.
    let last = before.worth_of_line(mind, before.thought.lines.len().checked_sub(1)?)?;
    Some(if from_after.is_as_good_as(&last) { last } else { from_after })
}
