use mekong_catalog::{MoveError, Session};
use mekong_core::{CancelToken, Explain, Lang, Player, explained_error, say};
use mekong_engine::Plan;
use mekong_players::Searcher;

use crate::{GameReport, Label, MoveReport, Worth, label, move_accuracy, view::View, worth::round};

/// Why a move is not judged.
#[derive(Clone, Debug)]
pub enum JudgeError {
    /// It was cancelled.
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
/// stopped, or if the searcher is of another game.
///
/// The limits are for each position. Positions of the game are searched from the last to the first, so that the
/// searcher remembers what the game led to. What is proven of a position is then carried to the positions after it, which may
/// change what was told of a move: the report that is returned counts. Nothing is remembered from before, so that the same game with the same limits of
/// nodes or depth and one thread is always judged the same way.
pub fn judge_game(
    searcher: &Searcher,
    session: &Session,
    plan: impl Into<Plan>,
    cancel: &CancelToken,
    tell: &mut dyn FnMut(&MoveReport),
) -> Option<GameReport> {
    if searcher.entry().info().id != session.info().id {
        return None;
    }
    searcher.clear();
    let mut judging = Judging::new(session, plan);
    while !judging.is_done() {
        if let Some(judged) = judging.step(searcher, cancel)? {
            tell(judged);
        }
    }
    judging.report()
}

/// A game that is judged a position at a time, for those who share a searcher: others may use it in between.
#[derive(Clone, Debug)]
pub struct Judging {
    session: Session,
    /// Where the session was before the moves that have been judged.
    place: Session,
    plan: Plan,
    /// What is known of the positions, the last first.
    views: Vec<View>,
    /// The moves that were judged, the last first: `moves[i]` leads from `views[i + 1]` to `views[i]`.
    moves: Vec<MoveReport>,
    /// How many positions, from the first, have heard what is proven of the position before them.
    carried: usize,
}

impl Judging {
    /// A game to be judged. The limits are for each position.
    #[must_use]
    pub fn new(session: &Session, plan: impl Into<Plan>) -> Judging {
        Judging {
            session: session.clone(),
            place: session.clone(),
            plan: two_lines(plan.into()),
            views: Vec::new(),
            moves: Vec::new(),
            carried: 0,
        }
    }

    /// Whether every move is judged.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.is_thought_out() && self.carried == self.moves.len()
    }

    /// Whether every position was searched.
    fn is_thought_out(&self) -> bool {
        self.views.len() > self.session.moves().len()
    }

    /// Thinks about one position. The first is the one at the end, and judges no move yet; each of the others judges the
    /// move that was made in it. In the end proofs are carried from each position to the next, which judges no move either.
    /// `None` if it was stopped, if the searcher is of another game, or if all is done; if it was stopped, the same step can be
    /// tried again.
    pub fn step(&mut self, searcher: &Searcher, cancel: &CancelToken) -> Option<Option<&MoveReport>> {
        if self.is_done() || searcher.entry().info().id != self.session.info().id {
            return None;
        }
        if self.is_thought_out() {
            self.carry(searcher, cancel)?;
            return Some(None);
        }
        let mut place = self.place.clone();
        let Some(after) = self.views.last() else {
            self.views.push(View::of(searcher, &place, self.plan, cancel)?);
            return Some(None);
        };
        let text = place.undo()?;
        let mut before = View::of(searcher, &place, self.plan, cancel)?;
        before.learn_from_next(&text, after);
        let ply = place.moves().len() + 1;
        self.moves.push(judge(&before, after, ply, &text)?);
        self.views.push(before);
        self.place = place;
        Some(self.moves.last())
    }

    /// Carries what is proven of positions to those after them, until the searcher must be asked again: a position that is
    /// proven to be won, but whose winning move is unknown, is searched once more.
    fn carry(&mut self, searcher: &Searcher, cancel: &CancelToken) -> Option<()> {
        while self.carried < self.moves.len() {
            let index = self.moves.len() - 1 - self.carried;
            let text = self.moves[index].text.clone();
            let [next, previous] = self.views.get_disjoint_mut([index, index + 1]).ok()?;
            self.place.play(&text).ok()?;
            if !next.can_learn_from_previous(previous, &text) {
                self.carried += 1;
                continue;
            }
            next.learn_from_previous(previous, &text);
            if next.is_without_line() {
                let Some(again) = View::of(searcher, &self.place, self.plan, cancel) else {
                    self.place.undo();
                    return None;
                };
                next.learn_again(again);
            }
            self.carried += 1;
            return Some(());
        }
        Some(())
    }

    /// The report, once every move is judged.
    #[must_use]
    pub fn report(self) -> Option<GameReport> {
        if !self.is_done() {
            return None;
        }
        let start = self.views.last()?.worth_for(Player::P1)?.win_chance;
        let pairs = self.views.windows(2).zip(&self.moves).rev();
        let moves = pairs.map(|(views, told)| judge(&views[1], &views[0], told.ply, &told.text));
        Some(GameReport::new(&self.session, start, moves.collect::<Option<_>>()?))
    }
}

/// Judges one move that could be made in a session.
pub fn judge_move(
    searcher: &Searcher,
    session: &Session,
    text: &str,
    plan: impl Into<Plan>,
    cancel: &CancelToken,
) -> Result<MoveReport, JudgeError> {
    let plan = two_lines(plan.into());
    let mut next = session.clone();
    next.play(text).map_err(JudgeError::Move)?;
    let ply = next.moves().len();
    let mut after = View::of(searcher, &next, plan, cancel).ok_or(JudgeError::Stopped)?;
    let mut before = View::of(searcher, session, plan, cancel).ok_or(JudgeError::Stopped)?;
    before.learn_from_next(text, &after);
    if after.can_learn_from_previous(&before, text) {
        after.learn_from_previous(&before, text);
    }
    judge(&before, &after, ply, text).ok_or(JudgeError::Stopped)
}

fn two_lines(plan: Plan) -> Plan {
    Plan { lines: plan.lines.max(2), ..plan }
}

/// The report on a move, from what is known before and after it.
fn judge(before: &View, after: &View, ply: usize, text: &str) -> Option<MoveReport> {
    let player = before.turn?;
    let played = worth_of_played(before, after, text, player)?;
    let reply = after.best_line().to_vec();
    let next = before.lines.iter().find(|line| line.moves[0] != text).map(|line| line.worth);
    let value = before.worth_for(player)?;
    let (best, line, margin) = if played.is_as_good_as(&value) {
        let line = std::iter::once(text.to_owned()).chain(reply.iter().cloned()).collect();
        (played, line, next.map(|next| label::loss(&played, &next)))
    } else {
        // What is better may be known without a move that shows it.
        let line = before.best_line();
        (value, if line.first().is_some_and(|mv| mv != text) { line.to_vec() } else { Vec::new() }, None)
    };
    let label = label::label(before.choices, &best, &played, margin);
    let proven = label::is_proven(label, &value, &played, next.as_ref());
    let (label, proven) = match label {
        Label::Forced => (label, proven),
        // The move keeps the result, and another may be worth more points.
        _ if before.in_points
            && !proven
            && played.proven
            && value.proven
            && best.win_chance == played.win_chance =>
        {
            (Label::Good, true)
        }
        // Points are proven from early on, and what was estimated before that turns out either way.
        _ if before.in_points && !proven => (Label::Unclear, false),
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
        before: Worth { points_margin: value.points_margin.and(best.points_margin), ..best },
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

/// What a move was worth that is one of the lines before it, or none of them.
fn worth_of_played(before: &View, after: &View, text: &str, player: Player) -> Option<Worth> {
    let from_after = after.worth_before(player)?;
    // One search compares its moves better than two searches do; but what is proven needs no comparing.
    match before.line_of(text) {
        // The end of a game does not say by how many points it was won; the proof before it does.
        Some(line) if line.worth.says_more_than(&from_after) => return Some(line.worth),
        _ if from_after.proven => return Some(from_after),
        Some(line) => return Some(line.worth),
        None => {}
    }
    // The search before the move has found it worse than all its lines, and the one after it may not flatter it.
    let last = before.lines.last()?.worth;
    Some(if from_after.is_as_good_as(&last) { last } else { from_after })
}
