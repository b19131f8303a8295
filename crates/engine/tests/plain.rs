//! The search compared with plain minimax on toy games: one with cycles, one with losing moves and passes.

use mekong_core::{CancelToken, Evaluate, History, Player, Value};
use mekong_engine::{Engine, Limits, Report, Score, SearchOptions};
use mekong_testkit::toys::{Nibble, Tug};

/// Minimax without pruning: repetition is a draw, and wins have a distance.
fn minimax<P: Evaluate>(position: &P, depth: u32, ply: u32, path: &mut Vec<u64>) -> Score {
    if let Some(outcome) = position.outcome() {
        return Score::of_outcome(outcome, position.turn(), ply);
    }
    let key = position.search_key();
    if ply > 0 && position.repetition_key().is_some() && path.contains(&key) {
        return Score::DRAW;
    }
    if depth == 0 {
        return Score::of_evaluation(position.evaluate());
    }
    path.push(key);
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let scores = moves.into_iter().map(|mv| {
        let mut next = position.clone();
        next.play_unchecked(mv);
        let score = minimax(&next, depth - 1, ply + 1, path);
        if next.turn() == position.turn() { score } else { -score }
    });
    let best = scores.max().expect("an unfinished position has moves");
    path.pop();
    best
}

fn search<P: Evaluate>(
    engine: &Engine,
    position: P,
    search_options: impl Into<SearchOptions>,
) -> Report<P::Move> {
    engine.search(&History::new(position), search_options, &CancelToken::new(), |_| {})
}

#[test]
fn full_width_search_equals_minimax() {
    for place in -3..=3 {
        for turn in Player::BOTH {
            for depth in 1..=8 {
                // Table entries ignore the path, so every search starts with an empty table.
                let search_options = SearchOptions {
                    limits: Limits::depth(depth),
                    selective: false,
                    ..SearchOptions::default()
                };
                let position = Tug::<4> { place, turn };
                let report = search(&Engine::new(1), position, search_options);
                let exact = report.lines[0].score;
                if report.depth == depth {
                    assert_eq!(
                        exact,
                        minimax(&position, depth, 0, &mut Vec::new()),
                        "{position:?} at {depth}"
                    );
                }
            }
        }
    }
}

#[test]
fn wins_have_their_exact_distance() {
    for left in 1..=Nibble::MAX_LEFT {
        let position = Nibble { left, turn: Player::P2 };
        for threads in [1, 3] {
            let search_options =
                SearchOptions { limits: Limits::depth(30), threads, ..SearchOptions::default() };
            let report = search(&Engine::new(1), position, search_options);
            let expected = minimax(&position, 20, 0, &mut Vec::new());
            assert_eq!(report.lines[0].score.value(), expected.value(), "{left} crumbs");
        }
    }
}

#[test]
fn multipv_lines_are_ranked_and_distinct() {
    let search_options = SearchOptions { limits: Limits::depth(6), multi_pv: 5, ..SearchOptions::default() };
    let report = search(&Engine::new(1), Nibble { left: 3, turn: Player::P1 }, search_options);
    let found: Vec<_> = report.lines.iter().map(|line| (line.moves[0], line.score.value())).collect();
    assert_eq!(found, [(2, Some(Value::Win(2))), (1, Some(Value::Loss(3)))]);
}

#[test]
fn equal_node_limits_give_equal_searches() {
    let run = || search(&Engine::new(1), Tug::<9>::start(), Limits::nodes(5_000));
    let (first, second) = (run(), run());
    assert_eq!(first.lines, second.lines);
    assert_eq!(first.nodes, second.nodes);
    assert!(first.nodes <= 5_000, "{} nodes", first.nodes);
}

#[test]
fn cancelled_search_ends() {
    let engine = Engine::new(1);
    let stop = CancelToken::new();
    stop.cancel();
    let report = engine.search(&History::new(Tug::<9>::start()), Limits::default(), &stop, |_| {});
    assert!(report.depth <= 20, "it could see the whole game otherwise");
    let over = search(&engine, Tug::<3> { place: 3, turn: Player::P1 }, Limits::default());
    assert!(over.lines.is_empty());
}
