//! The search interface of Palam: keys, move indices, evaluation, and searches that use them.

use std::collections::{HashMap, HashSet};

use mekong_core::{
    CancelToken, Evaluate as _, History, Notation as _, Player, Position as _, SplitMix64, Symmetric as _,
    Value, Variants,
};
use mekong_engine::{Engine, Limits, Score, SearchOptions};
use mekong_palam::{Cell, Features, Move, Piece, Position};

/// Calls `look` with every position of a random game; half of the games are drafts.
fn walk(seed: u64, mut look: impl FnMut(&Position)) {
    let mut random = SplitMix64::new(seed);
    let variants = if seed.is_multiple_of(2) { Variants::NONE } else { Variants::NONE.with(0) };
    let mut position = Position::start(variants, seed / 2);
    while position.outcome().is_none() {
        look(&position);
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        position.play_unchecked(moves[random.below(moves.len())]);
    }
}

/// The first position of a random game with `left` duels left.
fn late(seed: u64, left: u32) -> Position {
    let mut found = None;
    walk(2 * seed, |position| {
        if position.duels_left() <= left {
            found.get_or_insert(*position);
        }
    });
    found.expect("every game gets there")
}

#[test]
fn keys_are_equal_exactly_for_equal_positions() {
    let mut by_key: HashMap<u64, Position> = HashMap::new();
    let mut positions = HashSet::new();
    for seed in 0..600 {
        // Every deal is played several times, so that positions recur.
        walk(seed % 40, |position| {
            assert_eq!(by_key.entry(position.search_key()).or_insert(*position), position);
            positions.insert(*position);
        });
        let mut random = SplitMix64::new(seed);
        let mut position = Position::start(Variants::NONE, seed % 7);
        while position.outcome().is_none() {
            let mut moves = Vec::new();
            position.legal_moves(&mut moves);
            moves.retain(|mv| matches!(mv, Move::Advance { .. }));
            position.play_unchecked(moves[random.below(moves.len())]);
            assert_eq!(*by_key.entry(position.search_key()).or_insert(position), position);
            positions.insert(position);
        }
    }
    assert_eq!(by_key.len(), positions.len());
    assert!(positions.len() > 10_000);
}

#[test]
fn swap_right_and_waiting_duel_change_the_key() {
    let text = "-,-,-,-,-,-/e6,s4,-,-,-,-/-,-,-,-,-,e5/k3,-,-,-,-,-";
    let rest = ["A - s 30-30", "A - x 30-30", "I - s 30-30", "I - x 30-30", "A - s 29-31", "A - x 31-29"];
    let parse = |rest| Position::parse_position(&format!("{text} {rest}"), Variants::NONE).unwrap();
    let keys: HashSet<u64> = rest.iter().map(|rest| parse(rest).search_key()).collect();
    assert_eq!(keys.len(), rest.len());
}

#[test]
fn legal_moves_have_distinct_indices() {
    for seed in 0..20 {
        walk(seed, |position| {
            let mut moves = Vec::new();
            position.legal_moves(&mut moves);
            let numbers: HashSet<usize> = moves.iter().map(|&mv| Position::move_index(mv)).collect();
            assert_eq!(numbers.len(), moves.len());
            assert!(numbers.iter().all(|&number| number < Position::MOVE_INDEX_COUNT));
        });
    }
}

#[test]
fn estimate_is_invariant_under_renaming() {
    for seed in 0..40 {
        walk(seed, |position| {
            for &renaming in Position::SYMMETRIES {
                assert_eq!(position.image(renaming).evaluate(), position.evaluate(), "{position:?}");
            }
        });
    }
}

#[test]
fn an_engaged_piece_is_evaluated_after_its_best_answer() {
    let mut waiting = 0;
    for seed in 0..100 {
        walk(seed, |position| {
            if position.engaged().is_none() || position.duels_left() < 2 {
                return;
            }
            waiting += 1;
            let mut moves = Vec::new();
            position.legal_moves(&mut moves);
            let score = |&mv: &Move| {
                let next = position.play(mv).unwrap();
                if next.turn() == position.turn() { next.evaluate() } else { -next.evaluate() }
            };
            assert_eq!(position.evaluate(), moves.iter().map(score).max().unwrap());
        });
    }
    assert!(waiting > 500);
}

#[test]
fn evaluation_counts_points_and_recognises_a_won_game() {
    let rows = "-,-,-,k4,-,-/e6,s4,-,w1,-,-/-,-,s3,-,-,e5/k3,-,-,w4,-,-";
    let score = |rest: &str| {
        let position = Position::parse_position(&format!("{rows} {rest}"), Variants::NONE).unwrap();
        position.evaluate()
    };
    assert_eq!(score("I - s 30-26") - score("I - s 28-28"), 40);
    assert_eq!(score("A - s 30-26") - score("A - s 28-28"), -40);
    assert!(score("I - s 40-16") > 1_000 && score("A - s 40-16") < -1_000);
    assert!(score("I - s 10-46") < -1_000 && score("A - s 10-46") > 1_000);
}

/// Checks the features of a full board that are easy to count by hand.
#[test]
fn features_match_their_definition() {
    let text = "s1,w6,k2,e1,W3,k6/e6,s4,w1,k4,s6,K5/w2,e2,S2,k1,s3,e5/k3,w4,s5,E4,e3,w5 I - s 0-0";
    let position = Position::parse_position(text, Variants::NONE).unwrap();
    let Features(features) = Features::of(&position);
    let counted = |name: &str| {
        features[Features::NAMES.iter().position(|other| *other == name).unwrap()] / Features::UNIT
    };
    let expected = [
        ("the move", 1),
        ("the right to swap", 1),
        ("own columns", 6),
        ("opposing columns", 6),
        ("own leftmost column has two", 1),
        ("own open light pieces", 1),
        ("opposing open light pieces", 1),
        ("own hidden light pieces", 1),
        ("opposing hidden light pieces", 1),
        // Isis has seven odd numbers, Anubis five.
        ("own parities unequal", 2),
        ("opposing parities unequal", 2),
        ("own pieces between the opposing outermost", 10),
        ("opposing pieces between the own outermost", 10),
    ];
    for (name, count) in expected {
        assert_eq!(counted(name), count, "{name}");
    }
    // Engaging e2 in b2 can be answered by e6 only: Isis loses two points and gets the move, which is score nine.
    assert_eq!(counted("gain of the best engagement"), 7);
}

/// The pieces of a camp with their columns, and whether they can advance.
fn camp(position: &Position, player: Player) -> Vec<(Piece, u8, bool)> {
    let cells = Cell::all().filter(|cell| cell.camp() == player);
    let piece = |cell: Cell| {
        let front = Cell::all().find(|front| {
            front.camp() == player && front.column() == cell.column() && [1, 2].contains(&front.row())
        });
        let is_open = front == Some(cell) || front.is_some_and(|front| position.piece(front).is_none());
        position.piece(cell).map(|piece| (piece, cell.column().index(), is_open))
    };
    cells.filter_map(piece).collect()
}

#[test]
fn pair_counts_match_a_direct_count() {
    for seed in 0..60 {
        walk(2 * seed, |position| {
            if position.engaged().is_some() {
                return;
            }
            let mut pairs = [0; 9];
            for (a, column_a, a_is_open) in camp(position, Player::P1) {
                for (b, column_b, b_is_open) in camp(position, Player::P2) {
                    let is_even = (a.number() + b.number()).is_multiple_of(2);
                    let isis_wins = is_even == (column_a <= column_b);
                    let counts = if isis_wins == (position.turn() == Player::P1) { 1 } else { -1 };
                    let open = usize::from(a_is_open) + usize::from(b_is_open);
                    pairs[open] += counts;
                    let lights = i32::from(a.is_light()) + i32::from(b.is_light());
                    pairs[3 + 2 * open + usize::from(a.matches(b))] += lights * counts;
                }
            }
            let Features(features) = Features::of(position);
            // All pairs have the same weight, which depends on the duels left only.
            let weight = |feature: i32, count: i32| if count == 0 { None } else { Some(feature / count) };
            let weights: Vec<i32> =
                features[14..23].iter().zip(pairs).filter_map(|(&t, c)| weight(t, c)).collect();
            assert!(weights.windows(2).all(|two| two[0] == two[1]), "{}", position.position_text());
            let all =
                features[14..23].iter().zip(pairs).all(|(&feature, count)| (feature == 0) == (count == 0));
            assert!(all, "{}", position.position_text());
        });
    }
}

/// Plain minimax with the search's two conventions: a forced reply costs no depth, and finished games are scored at any
/// depth.
fn minimax(position: &Position, depth: i32, ply: u32) -> Score {
    if let Some(outcome) = position.outcome() {
        return Score::of_outcome(outcome, position.turn(), ply);
    }
    if depth <= 0 {
        return Score::of_evaluation(position.evaluate());
    }
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let depth = if moves.len() == 1 && ply > 0 { depth } else { depth - 1 };
    let scores = moves.iter().map(|&mv| {
        let next = position.play(mv).unwrap();
        let score = minimax(&next, depth, ply + 1);
        if next.turn() == position.turn() { score } else { -score }
    });
    scores.max().unwrap()
}

#[test]
fn full_width_search_equals_minimax() {
    let mut compared = 0;
    for seed in 0..120 {
        let (left, depth) = [(12, 2), (6, 3), (4, 4)][seed as usize % 3];
        let position = if left == 12 { Position::start(Variants::NONE, seed) } else { late(seed, left) };
        let search_options =
            SearchOptions { limits: Limits::depth(depth), selective: false, ..SearchOptions::default() };
        let game = History::new(position);
        let report = Engine::new(1).search(&game, search_options, &CancelToken::new(), |_| {});
        let score = report.lines[0].score;
        if report.depth == depth && score.value().is_none() {
            compared += 1;
            assert_eq!(score, minimax(&position, depth as i32, 0), "{}", position.position_text());
        }
    }
    assert!(compared > 80, "only {compared}");
}

#[test]
fn search_to_the_end_agrees_with_minimax() {
    for seed in 0..60 {
        let position = late(seed, 1 + (seed % 3) as u32);
        let truth = minimax(&position, 100, 0).value().expect("the end is reached");
        for threads in [1, 2] {
            let search_options =
                SearchOptions { limits: Limits::depth(24), threads, ..SearchOptions::default() };
            let game = History::new(position);
            let report = Engine::new(1).search(&game, search_options, &CancelToken::new(), |_| {});
            let found = report.lines[0].score.value().expect("the end is reached");
            assert_eq!(found.without_distance(), truth.without_distance(), "{}", position.position_text());
            // The line is legal although one player may move twice in a row.
            let end = report.lines[0].moves.iter().fold(position, |position, &mv| position.play(mv).unwrap());
            if let (Some(outcome), Value::Win(_)) = (end.outcome(), found) {
                assert_eq!(outcome.winner, Some(position.turn()));
            }
        }
    }
}

#[test]
fn draft_evaluation_prefers_better_cells() {
    let draft = Variants::NONE.with(0);
    let mut better = 0;
    for seed in 0..20 {
        let start = Position::start(draft, seed);
        let mut moves = Vec::new();
        start.legal_moves(&mut moves);
        let report =
            Engine::new(4).search(&History::new(start), Limits::nodes(2_000), &CancelToken::new(), |_| {});
        assert!(moves.contains(&report.lines[0].moves[0]));
        // Anubis has the move of the duels, and during the draft he looks better for it.
        better += i32::from(start.turn() == Player::P1 && start.evaluate() < 0);
    }
    assert_eq!(better, 20);
}
