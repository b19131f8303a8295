//! Re-derives uniqueness, result and length of a puzzle.

use std::cell::RefCell;

use mekong_catalog::GameSession;
use mekong_core::{Evaluate, Notation, Player, Value};
use mekong_players::Tablebase;
use mekong_puzzles::{GoalResult, LineEnd, Puzzle, Step, position_id};

use crate::plain::{Plain, Points, after, legal};

/// Checks what all puzzles have in common, and returns the position.
pub(crate) fn open<P: Notation>(puzzle: &Puzzle) -> P {
    let session = puzzle.open().unwrap_or_else(|error| panic!("{}: {error}", puzzle.id));
    assert_eq!(position_id(&session), puzzle.id);
    let position = P::parse_position(&puzzle.position, session.variants());
    let position = position.unwrap_or_else(|error| panic!("{}: {error}", puzzle.id));
    assert_eq!(position.turn(), puzzle.side, "{}", puzzle.id);
    assert_eq!(length(&puzzle.solution), puzzle.moves, "{}", puzzle.id);
    assert_eq!(puzzle.turns.len(), puzzle.moves as usize, "{}", puzzle.id);
    assert!(puzzle.difficulty.is_some_and(|measured| (1..=10).contains(&measured.level)), "{}", puzzle.id);
    assert!((500..=2500).contains(&puzzle.rating), "{}", puzzle.id);
    position
}

fn length(steps: &[Step]) -> u32 {
    steps.first().map_or(0, |step| 1 + length(&step.then))
}

fn read<P: Notation>(text: &str) -> P::Move {
    P::parse_move(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The texts of moves, sorted.
fn texts<P: Notation>(moves: impl IntoIterator<Item = P::Move>) -> Vec<String> {
    let mut texts: Vec<String> = moves.into_iter().map(P::move_text).collect();
    texts.sort_unstable();
    texts
}

fn accepted(steps: &[Step]) -> Vec<String> {
    let mut texts: Vec<String> = steps.iter().map(|step| step.mv.clone()).collect();
    texts.sort_unstable();
    texts
}

/// A puzzle whose goal is a win within a number of plies.
pub(crate) struct ForcedWin<'a, P: Notation + Evaluate> {
    puzzle: &'a Puzzle,
    solver: Player,
    plain: Plain<P>,
}

impl<'a, P: Notation + Evaluate> ForcedWin<'a, P> {
    /// Checks a puzzle; with `beyond` also that no other first move wins within the plies stated beyond its length. With
    /// `tries_all` nothing but the rules is used.
    pub(crate) fn check(puzzle: &'a Puzzle, beyond: bool, tries_all: bool) {
        let position: P = open(puzzle);
        let solver = puzzle.side;
        let mut check = ForcedWin { puzzle, solver, plain: Plain::new(solver, tries_all) };
        let within = puzzle.goal.within.expect("a win by search has a length");
        assert_eq!(puzzle.goal.result, GoalResult::Win);
        assert_eq!(u32::from(within), 2 * puzzle.moves - 1, "{}", puzzle.id);
        assert_eq!(puzzle.end, LineEnd::Over);
        check.turn(&position, &puzzle.solution, within, true, 0);
        let stated = puzzle.turns[0].no_win_within.expect("a proof by search is limited");
        assert!(stated >= within);
        if beyond {
            for mv in legal(&position) {
                let is_accepted = puzzle.solution.iter().any(|step| step.mv == P::move_text(mv));
                let wins = check.plain.wins(&after(&position, mv), stated - 1);
                assert_eq!(wins, is_accepted, "{}: {}", puzzle.id, P::move_text(mv));
            }
        }
    }

    /// A turn of the solver, who wins within this many plies and not faster.
    fn turn(&mut self, position: &P, steps: &[Step], within: u16, is_main: bool, index: usize) {
        let id = &self.puzzle.id;
        assert_eq!(position.turn(), self.solver, "{id}");
        let moves = legal(position);
        let winning = moves.iter().copied().filter(|&mv| self.plain.wins(&after(position, mv), within - 1));
        let winning: Vec<P::Move> = winning.collect();
        assert_eq!(texts::<P>(winning), accepted(steps), "{id}: turn {index}");
        assert!(within < 2 || !self.plain.wins(position, within - 2), "{id}: there is a faster win");
        if is_main {
            let proof = self.puzzle.turns[index];
            assert_eq!((proof.legal, proof.accepted), (moves.len() as u32, steps.len() as u32), "{id}");
        }
        for (place, step) in steps.iter().enumerate() {
            let next = after(position, read::<P>(&step.mv));
            if within == 1 {
                assert_eq!(next.outcome().and_then(|outcome| outcome.winner), Some(self.solver), "{id}");
                assert!(step.replies.is_empty() && step.then.is_empty(), "{id}");
                continue;
            }
            let [reply] = step.replies.as_slice() else { panic!("{id}: one reply is expected") };
            let reply = read::<P>(reply);
            assert!(next.is_legal(reply), "{id}");
            let next = after(&next, reply);
            // The longest resistance: `turn` checks that there is no faster win.
            self.turn(&next, &step.then, within - 2, is_main && place == 0, index + 1);
        }
    }
}

/// Checks a puzzle by the values of a tablebase.
pub(crate) fn check_tablebase(puzzle: &Puzzle, tablebase: &Tablebase) {
    let session = puzzle.open().expect("a position");
    assert_eq!(position_id(&session), puzzle.id);
    let values = |session: &GameSession| -> Vec<(String, i32)> {
        let rank = |value: Value| match value {
            Value::Win(plies) => 1_000 - i32::from(plies),
            Value::Draw => 0,
            Value::Loss(plies) => i32::from(plies) - 1_000,
        };
        let moves = tablebase.moves(session).expect("the table is of this game");
        moves.into_iter().map(|(text, value)| (text, rank(value))).collect()
    };
    let best = values(&session).iter().map(|(_, rank)| *rank).max().expect("a move");
    let aim = match puzzle.goal.result {
        GoalResult::Win => {
            assert_eq!(
                puzzle.goal.distance.map(|plies| 1_000 - i32::from(plies)),
                Some(best),
                "{}",
                puzzle.id
            );
            1
        }
        GoalResult::Draw => 0,
        GoalResult::Points => panic!("{}: Saigon has no points", puzzle.id),
    };
    assert_eq!(best.signum(), aim, "{}", puzzle.id);
    check_exact(puzzle, &session, &puzzle.solution, aim, &values, 0);
}

/// Checks a puzzle of a game scored by points, by searching to the end.
pub(crate) fn check_points<P: Notation>(puzzle: &Puzzle) {
    let position: P = open(puzzle);
    let points = RefCell::new(Points::new());
    let solver = position.turn();
    let values = |session: &GameSession| -> Vec<(String, i32)> {
        let position = P::parse_position(&session.position_text(), session.variants());
        let position = position.unwrap_or_else(|error| panic!("{}: {error}", puzzle.id));
        let sign = if position.turn() == Player::P1 { 1 } else { -1 };
        let value = |mv| sign * points.borrow_mut().margin(&after(&position, mv));
        legal(&position).into_iter().map(|mv| (P::move_text(mv), value(mv))).collect()
    };
    let best = if solver == Player::P1 { 1 } else { -1 } * points.borrow_mut().margin(&position);
    assert_eq!(puzzle.goal.margin, Some(best), "{}", puzzle.id);
    assert_eq!(puzzle.goal.result, GoalResult::Win, "{}", puzzle.id);
    assert!(best > 0, "{}", puzzle.id);
    let session = puzzle.open().expect("a position");
    check_exact(puzzle, &session, &puzzle.solution, 1, &values, 0);
}

/// A turn of the solver at which exactly the accepted moves keep the result. `values` gives every move with a number that
/// is greater for better moves of the player who makes it.
fn check_exact(
    puzzle: &Puzzle,
    session: &GameSession,
    steps: &[Step],
    aim: i32,
    values: &dyn Fn(&GameSession) -> Vec<(String, i32)>,
    index: usize,
) {
    let (id, solver) = (&puzzle.id, puzzle.side);
    assert_eq!(session.turn(), Some(solver), "{id}");
    let moves = values(session);
    let mut kept: Vec<String> =
        moves.iter().filter(|(_, rank)| rank.signum() >= aim).map(|(text, _)| text.clone()).collect();
    kept.sort_unstable();
    assert_eq!(kept, accepted(steps), "{id}: turn {index}");
    assert!(kept.len() < moves.len(), "{id}: every move keeps the result");
    for step in steps {
        let mut next = session.clone();
        next.play(&step.mv).expect("a legal move");
        for reply in &step.replies {
            let moves = values(&next);
            let is_forced = moves.len() == 1;
            assert!(
                is_forced || next.turn() == Some(solver.other()),
                "{id}: {reply} is a choice of the solver"
            );
            let best = moves.iter().map(|(_, rank)| *rank).max();
            let rank = moves.iter().find(|(text, _)| text == reply).map(|(_, rank)| *rank);
            assert_eq!(rank, best, "{id}: {reply} is not the longest resistance");
            next.play(reply).expect("a legal move");
        }
        if !step.then.is_empty() {
            check_exact(puzzle, &next, &step.then, aim, values, index + 1);
        } else if puzzle.end == LineEnd::Over && steps.len() == 1 {
            assert!(next.outcome().is_some(), "{id}: the game is not over");
        }
    }
}
