//! The search interface of Sam Liam: keys, move indices, evaluation, forcing moves, and searches that use them.

use std::collections::{HashMap, HashSet};

use mekong_core::{
    CancelToken, Evaluate as _, History, LinearEvaluate as _, Notation as _, Player, Position as _,
    StaticEval, Symmetric as _, Value,
};
use mekong_engine::{Engine, Limits, Report, Score, SearchOptions};
use mekong_samliam::{Corner, Move, Position};

use crate::support;
use support::{legal, loses_within, position, walk, wins_within};

/// Evaluations beyond this are of decided positions.
const CERTAIN: i32 = 10_000;

/// Everything that affects further play: the corners shown, the tiles left, the turn, and the right to a square tile.
type Future = ([[u64; 4]; 2], [u8; 4], Player, bool);

fn future(position: &Position) -> Future {
    let shown = Player::BOTH.map(|player| Corner::ALL.map(|corner| position.shows(player, corner)));
    let [a, b] = Player::BOTH;
    let left = [
        position.triangles_left(a),
        position.triangles_left(b),
        position.squares_left(a),
        position.squares_left(b),
    ];
    let right = legal(position).iter().any(|mv| matches!(mv, Move::Square { .. }));
    (shown, left, position.turn(), right)
}

#[test]
fn keys_are_equal_exactly_for_positions_with_the_same_future() {
    let mut seen: HashMap<u64, Future> = HashMap::new();
    let mut looked = 0;
    for seed in 0..1_900 {
        walk(seed, |position| {
            looked += 1;
            let future = future(position);
            assert_eq!(*seen.entry(position.search_key()).or_insert(future), future);
        });
    }
    assert!(looked > 100_000, "only {looked} positions");
    let futures: HashSet<&Future> = seen.values().collect();
    assert_eq!(futures.len(), seen.len());
}

#[test]
fn a_right_that_cannot_be_used_does_not_change_the_key() {
    let key = |text| position(text).search_key();
    assert_ne!(key("6/6/6/6/6/AB4/Db4 B s"), key("6/6/6/6/6/AB4/Db4 B -"));
    assert_eq!(key("QQQ3/6/6/6/6/AB4/Db4 B s"), key("QQQ3/6/6/6/6/AB4/Db4 B -"), "no square tile left");
    assert_eq!(key("6/6/6/6/6/6/(AC)5 W -"), key("6/6/6/6/6/6/(BD)5 W -"), "both show all four");
    assert_ne!(key("6/6/6/6/6/6/(AC)5 W -"), key("6/6/6/6/6/6/Q5 W -"), "other tiles are left");
    assert_ne!(key("6/6/6/6/6/6/A5 W -"), key("6/6/6/6/6/6/A5 B -"));
}

#[test]
fn legal_moves_have_distinct_indices() {
    for seed in 0..30 {
        walk(seed, |position| {
            let moves = legal(position);
            let numbers: HashSet<usize> = moves.iter().map(|&mv| Position::move_index(mv)).collect();
            assert_eq!(numbers.len(), moves.len());
            assert!(numbers.iter().all(|&number| number < Position::MOVE_INDEX_COUNT));
        });
    }
    let all: HashSet<usize> = Position::all_moves().into_iter().map(Position::move_index).collect();
    assert_eq!(all.len(), Position::all_moves().len(), "no two moves share a number");
    assert_eq!(all.into_iter().max(), Some(Position::MOVE_INDEX_COUNT - 1));
}

#[test]
fn evaluation_is_invariant_under_symmetry() {
    for seed in 0..200 {
        walk(seed, |position| {
            let evaluation = position.evaluate();
            assert!(evaluation.abs() <= Position::MAX_EVALUATION);
            for &symmetry in Position::SYMMETRIES {
                let image = position.image(symmetry);
                assert_eq!(image.evaluate(), evaluation, "{symmetry:?} of {}", position.position_text());
            }
        });
    }
}

#[test]
fn static_decisions_are_exact_to_the_ply() {
    let mut met = [0; 4];
    for seed in 0..40 {
        walk(seed, |position| {
            let text = position.position_text();
            match position.static_eval() {
                StaticEval::Decided(Value::Win(1)) => {
                    met[0] += 1;
                    assert!(wins_within(position, 1), "{text}");
                    assert!(position.evaluate() > CERTAIN, "{text}");
                }
                StaticEval::Decided(Value::Win(plies)) => {
                    met[1] += 1;
                    assert_eq!(plies, 3, "{text}");
                    assert!(!wins_within(position, 1) && wins_within(position, 3), "{text}");
                    assert!(position.evaluate() > CERTAIN, "{text}");
                }
                StaticEval::Decided(value) => {
                    met[2] += 1;
                    assert_eq!(value, Value::Loss(2), "{text}");
                    assert!(!wins_within(position, 1) && loses_within(position, 2), "{text}");
                    assert!(position.evaluate() < -CERTAIN, "{text}");
                }
                StaticEval::Quiet(evaluation) | StaticEval::Noisy(evaluation) => {
                    met[3] += 1;
                    assert!(!wins_within(position, 1) && !loses_within(position, 2), "{text}");
                    assert_eq!(position.evaluate(), evaluation, "{text}");
                    assert!(evaluation.abs() < CERTAIN, "{text}");
                }
            }
        });
    }
    assert!(met.iter().all(|&count| count > 20), "{met:?}");
}

#[test]
fn evaluation_is_the_weighted_sum_of_counts() {
    let mut looked = 0;
    for seed in 0..60 {
        walk(seed, |position| {
            let mut counts = vec![0; Position::FEATURES.len()];
            position.count_features(&mut counts);
            let sum: i32 = counts.iter().zip(Position::WEIGHTS).map(|(count, weight)| count * weight).sum();
            if let StaticEval::Quiet(evaluation) | StaticEval::Noisy(evaluation) = position.static_eval() {
                looked += 1;
                assert_eq!(evaluation, sum, "{}", position.position_text());
            }
        });
    }
    assert!(looked > 500, "{looked}");
}

#[test]
fn forcing_moves_win_or_stop_the_opponent() {
    let mut met = [0; 3];
    for seed in 0..40 {
        walk(seed, |position| {
            let text = position.position_text();
            let mut forcing = Vec::new();
            position.forcing_moves(&mut forcing);
            let moves = legal(position);
            assert!(forcing.iter().all(|mv| moves.contains(mv)), "{text}");
            if matches!(position.static_eval(), StaticEval::Quiet(_)) {
                assert!(forcing.is_empty(), "{text}");
            }
            if wins_within(position, 1) {
                met[0] += 1;
                let next = position.play(forcing[0]).unwrap();
                assert_eq!(next.outcome().and_then(|end| end.winner), Some(position.turn()), "{text}");
                return;
            }
            let loses = |&mv: &Move| wins_within(&position.play(mv).unwrap(), 1);
            let (losing, mut holding): (Vec<Move>, Vec<Move>) = moves.iter().copied().partition(loses);
            if losing.is_empty() && forcing.is_empty() {
                met[2] += 1;
                return;
            }
            // Wherever some moves lose at once, those that do not are the answers; near the end all may be.
            met[1] += 1;
            holding.sort_unstable();
            forcing.sort_unstable();
            assert_eq!(forcing, holding, "{text}");
        });
    }
    assert!(met.iter().all(|&count| count > 20), "{met:?}");
}

#[test]
fn moves_that_are_not_candidates_lose_at_once() {
    let mut met = [0; 3];
    for seed in 40..80 {
        walk(seed, |position| {
            let text = position.position_text();
            let mut candidates = Vec::new();
            position.candidate_moves(&mut candidates);
            let moves = legal(position);
            let (kept, left_out): (Vec<Move>, Vec<Move>) =
                moves.into_iter().partition(|mv| candidates.contains(mv));
            assert_eq!(kept.len(), candidates.len(), "{text}");
            assert!(!kept.is_empty(), "{text}");
            if left_out.is_empty() {
                met[0] += 1;
            } else if wins_within(position, 1) {
                met[1] += 1;
                let next = position.play(kept[0]).unwrap();
                assert_eq!(next.outcome().and_then(|end| end.winner), Some(position.turn()), "{text}");
            } else {
                met[2] += 1;
                assert!(left_out.iter().all(|&mv| wins_within(&position.play(mv).unwrap(), 1)), "{text}");
            }
        });
    }
    assert!(met.iter().all(|&count| count > 20), "{met:?}");
}

fn search(position: Position, depth: u32, selective: bool) -> Report<Move> {
    let search_options =
        SearchOptions { limits: Limits::depth(depth), selective, ..SearchOptions::default() };
    Engine::new(1).search(&History::new(position), search_options, &CancelToken::new(), |_| {})
}

fn best(text: &str, depth: u32) -> (Option<Value>, String) {
    let line = &search(position(text), depth, true).lines[0];
    (line.score.value(), Position::move_text(line.moves[0]))
}

#[test]
fn wins_in_three_are_found_and_proven_to_the_ply() {
    let mut met = 0;
    for seed in 300..330 {
        walk(seed, |position| {
            if met < 40 && !wins_within(position, 1) && wins_within(position, 3) {
                met += 1;
                let line = &search(*position, 4, true).lines[0];
                assert_eq!(line.score.value(), Some(Value::Win(3)), "{}", position.position_text());
                let next = position.play(line.moves[0]).unwrap();
                assert!(loses_within(&next, 2), "{}", position.position_text());
            }
        });
    }
    assert_eq!(met, 40);
}

#[test]
fn wins_in_one_are_found_and_forced_blocks_made() {
    let one = |text, mv: &str| assert_eq!(best(text, 1), (Some(Value::Win(1)), mv.to_owned()));
    one("6/6/6/6/6/AB4/D5 B -", "b1se");
    one("6/6/A3B1/2b3/6/3c2/D5 B -", "e1se");
    one("6/6/6/6/6/(BD)B4/D5 B -", "b1se");
    for depth in 1..=4 {
        let (value, mv) = best("6/6/6/6/6/AB4/D5 W -", depth);
        assert_eq!(value, None);
        assert!(["b1ne", "b1se", "b1sw"].contains(&mv.as_str()), "{mv} at depth {depth}");
    }
    // Two squares at once cannot be stopped.
    assert_eq!(best("6/6/6/6/6/ABAB2/D1D2d W -", 3).0, Some(Value::Loss(2)));
}

/// The search's own definition of a score, with no window and no table.
fn minimax(position: &Position, depth: u32, ply: u32) -> Score {
    if let Some(outcome) = position.outcome() {
        return Score::of_outcome(outcome, position.turn(), ply);
    }
    let mut moves = Vec::new();
    let mut best = None;
    if depth > 0 {
        position.legal_moves(&mut moves);
    } else {
        let after = |more: u16| more + ply as u16;
        let evaluation = match position.static_eval() {
            StaticEval::Decided(Value::Win(more)) => return Score::of_value(Value::Win(after(more))),
            StaticEval::Decided(Value::Loss(more)) => return Score::of_value(Value::Loss(after(more))),
            StaticEval::Decided(Value::Draw) => return Score::DRAW,
            StaticEval::Quiet(evaluation) => return Score::of_evaluation(evaluation),
            StaticEval::Noisy(evaluation) => evaluation,
        };
        best = Some(Score::of_evaluation(evaluation));
        position.forcing_moves(&mut moves);
    }
    // A forced reply costs no depth.
    let rest = if ply > 0 && moves.len() == 1 { depth } else { depth.saturating_sub(1) };
    let scores = moves.into_iter().map(|mv| {
        let mut next = *position;
        next.play_unchecked(mv);
        -minimax(&next, rest, ply + 1)
    });
    best.into_iter().chain(scores).max().expect("an unfinished position has moves")
}

#[test]
fn full_width_two_plies_equal_minimax() {
    let mut compared = 0;
    for seed in 0..8 {
        let mut ply = seed;
        walk(seed, |position| {
            ply += 1;
            if ply % 13 != 0 {
                return;
            }
            let report = search(*position, 2, false);
            if report.depth == 2 {
                compared += 1;
                assert_eq!(report.lines[0].score, minimax(position, 2, 0), "{}", position.position_text());
            }
        });
    }
    assert!(compared > 10, "{compared}");
}

#[test]
fn passing_gives_up_the_right_to_a_square_tile() {
    let after = position("6/6/6/6/6/AB4/Db4 B s").null_move().unwrap();
    assert_eq!(after.position_text(), "6/6/6/6/6/AB4/Db4 W -");
}
