//! The search interface of Siam: keys, move indices, evaluation, forcing moves, and searches that use them.

use std::collections::{HashMap, HashSet};

use mekong_core::{
    CancelToken, Evaluate as _, Game as _, History, LinearEvaluate as _, Notation as _, Position as _,
    SplitMix64, StaticEval, Symmetric as _, Value, Variants,
};
use mekong_engine::{Engine, Limits, SearchOptions};
use mekong_siam::{Position, Siam, Symmetry};

fn walk(seed: u64, plies: usize, mut look: impl FnMut(&Position)) {
    let mut random = SplitMix64::new(seed);
    let mut position = Siam::start(Variants::NONE, 0);
    for _ in 0..plies {
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        if moves.is_empty() {
            return;
        }
        look(&position);
        position.play_unchecked(moves[random.below(moves.len())]);
    }
}

#[test]
fn keys_are_equal_exactly_for_positions_that_repeat() {
    let mut seen: HashMap<u64, u128> = HashMap::new();
    for seed in 0..100 {
        walk(seed, 800, |position| {
            let exact = position.repetition_key().unwrap();
            assert_eq!(*seen.entry(position.search_key()).or_insert(exact), exact);
        });
    }
    assert!(seen.len() > 30_000);
}

#[test]
fn keys_depend_on_the_ply_only_in_the_opening_variant() {
    let key = |variants, ply: u32| {
        let text = format!("5/5/1ooo1/5/1N2n E {ply} -");
        Position::parse_position(&text, variants).unwrap().search_key()
    };
    let keys = |variants| (0..8).map(|ply| key(variants, ply)).collect::<HashSet<u64>>();
    assert_eq!(keys(Variants::NONE).len(), 1, "the ply count alone does not matter");
    let opening = Siam::INFO.parse_variants(["opening"]).unwrap();
    assert_eq!(keys(opening).len(), 5, "0 to 3, and everything after");
    assert!(keys(opening).is_disjoint(&keys(Variants::NONE)));
}

#[test]
fn legal_moves_have_distinct_indices() {
    walk(3, 500, |position| {
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let numbers: HashSet<usize> = moves.iter().map(|&mv| Position::move_index(mv)).collect();
        assert_eq!(numbers.len(), moves.len());
        assert!(numbers.iter().all(|&number| number < Position::MOVE_INDEX_COUNT));
    });
}

#[test]
fn evaluation_is_invariant_under_symmetry() {
    walk(4, 500, |position| {
        for &symmetry in Position::SYMMETRIES {
            assert_eq!(
                position.image(symmetry).evaluate(),
                position.evaluate(),
                "{symmetry:?} of {position:?}"
            );
        }
    });
    assert_eq!(Symmetry::Mirror, Position::SYMMETRIES[0]);
}

#[test]
fn evaluation_is_the_weighted_sum_of_counts() {
    let mut met = vec![0; Position::FEATURES.len()];
    for seed in 0..20 {
        walk(seed, 600, |position| {
            let mut counts = vec![0; Position::FEATURES.len()];
            position.count_features(&mut counts);
            let sum: i32 = counts.iter().zip(Position::WEIGHTS).map(|(count, weight)| count * weight).sum();
            assert_eq!(sum, position.evaluate(), "{}", position.position_text());
            met.iter_mut().zip(counts).for_each(|(met, count)| *met += count.abs());
        });
    }
    let never: Vec<&str> =
        Position::FEATURES.iter().zip(met).filter(|&(_, met)| met == 0).map(|(&name, _)| name).collect();
    assert!(never.is_empty(), "these never occur: {never:?}");
}

/// Checks the evaluation's wins in one ply against the rules and returns the number of winning moves.
fn check_wins_at_once(position: &Position) -> usize {
    let mut forcing = Vec::new();
    position.forcing_moves(&mut forcing);
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves.retain(|&mv| {
        let next = position.play(mv).unwrap();
        next.outcome().is_some_and(|outcome| outcome.winner == Some(position.turn()))
    });
    forcing.sort_unstable();
    moves.sort_unstable();
    assert_eq!(forcing, moves, "{}", position.position_text());
    let expected = match moves[..] {
        [] => StaticEval::Quiet(position.evaluate()),
        _ => StaticEval::Decided(Value::Win(1)),
    };
    assert_eq!(position.static_eval(), expected, "{}", position.position_text());
    moves.len()
}

#[test]
fn forcing_moves_are_the_moves_that_win_at_once() {
    let mut wins = 0;
    for seed in 0..40 {
        walk(seed, 600, |position| wins += check_wins_at_once(position));
    }
    assert!(wins > 100, "only {wins} wins were in reach");
}

/// Positions that are set up may have rocks on the border while the first plies are still to come.
#[test]
fn wins_at_once_obey_the_rules_of_every_variant_and_ply() {
    let mut wins = 0;
    for seed in 0..20 {
        walk(seed, 300, |position| {
            let text = position.position_text();
            let fields: Vec<&str> = text.split(' ').collect();
            for names in [vec![], vec!["opening"], vec!["chain"], vec!["opening", "single-exit", "chain"]] {
                let variants = Siam::INFO.parse_variants(names.iter().copied()).unwrap();
                let exits = if names.contains(&"single-exit") { "11" } else { "-" };
                for ply in 0..6 {
                    let text = format!("{} {} {ply} {exits}", fields[0], fields[1]);
                    wins += check_wins_at_once(&Position::parse_position(&text, variants).unwrap());
                }
            }
        });
    }
    assert!(wins > 1_000, "only {wins} wins were in reach");
}

fn search(text: &str, depth: u32) -> (Option<Value>, String) {
    let position = Position::parse_position(text, Variants::NONE).unwrap();
    let report =
        Engine::new(8).search(&History::new(position), Limits::depth(depth), &CancelToken::new(), |_| {});
    let line = &report.lines[0];
    (line.score.value(), Position::move_text(line.moves[0]))
}

#[test]
fn wins_are_found_and_losing_pushes_avoided() {
    assert_eq!(search("4o/4o/5/2S2/2o2 E 10 -", 2), (Some(Value::Win(1)), "c2c1".to_owned()));
    assert_eq!(search("2o2/2o2/2o2/2n2/2n2 R 11 -", 2), (Some(Value::Win(1)), "@c1N".to_owned()));
    // Pushing here would win for the rhino that stands nearer to the rock.
    let (_, mv) = search("4o/4o/S4/s4/o4 E 10 -", 3);
    assert_ne!(mv, "a3a2");
}

#[test]
fn full_width_two_plies_equal_minimax() {
    let negamax = |position: &Position| {
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        moves
            .iter()
            .map(|&mv| {
                let next = position.play(mv).unwrap();
                let mut replies = Vec::new();
                next.legal_moves(&mut replies);
                let best = replies.iter().map(|&reply| {
                    let end = next.play(reply).unwrap();
                    match end.outcome() {
                        Some(outcome) => mekong_engine::Score::of_outcome(outcome, next.turn(), 2),
                        None => {
                            let mut wins = Vec::new();
                            end.forcing_moves(&mut wins);
                            let standing = mekong_engine::Score::of_evaluation(end.evaluate());
                            let win = wins.iter().map(|&mv| {
                                let over = end.play(mv).unwrap().outcome().unwrap();
                                mekong_engine::Score::of_outcome(over, end.turn(), 3)
                            });
                            -win.fold(standing, Ord::max)
                        }
                    }
                });
                match next.outcome() {
                    Some(outcome) => mekong_engine::Score::of_outcome(outcome, position.turn(), 1),
                    None => -best.max().unwrap(),
                }
            })
            .max()
            .unwrap()
    };
    for seed in 0..12 {
        walk(seed, 60, |position| {
            if position.ply() % 15 != 14 {
                return;
            }
            let search_options =
                SearchOptions { limits: Limits::depth(2), selective: false, ..SearchOptions::default() };
            let game = History::new(*position);
            let report = Engine::new(1).search(&game, search_options, &CancelToken::new(), |_| {});
            if report.depth == 2 {
                assert_eq!(report.lines[0].score, negamax(position), "{}", position.position_text());
            }
        });
    }
}
