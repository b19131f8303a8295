//! The search on real games: against plain minimax, with limits, with several lines, in games that repeat.

use std::thread;

use mekong_core::{
    CancelToken, Evaluate, Game, History, Notation as _, Position as _, SplitMix64, StaticEval, Value,
    Variants,
};
use mekong_engine::{Engine, Limits, Report, Score, SearchOptions};
use mekong_saigon::Saigon;
use mekong_samliam::SamLiam;
use mekong_siam::Siam;

use crate::support;
use support::{after, legal, random_walk, search};

/// The score of an exact value `ply` plies after the root.
fn decided(value: Value, ply: u32) -> Score {
    let plies = |more: u16| more + ply as u16;
    Score::of_value(match value {
        Value::Win(more) => Value::Win(plies(more)),
        Value::Draw => Value::Draw,
        Value::Loss(more) => Value::Loss(plies(more)),
    })
}

/// Minimax without pruning: repetition is a draw, a forced reply costs no depth, and beyond the depth only forcing
/// moves are searched.
fn minimax<P: Evaluate>(position: &P, depth: u32, ply: u32, path: &mut Vec<u64>) -> Score {
    if let Some(outcome) = position.outcome() {
        return Score::of_outcome(outcome, position.turn(), ply);
    }
    let key = position.search_key();
    if position.repetition_key().is_some() && path.contains(&key) {
        return Score::DRAW;
    }
    let mut best = None;
    let mut moves = Vec::new();
    if depth == 0 {
        let evaluation = match position.static_eval() {
            StaticEval::Decided(value) => return decided(value, ply),
            StaticEval::Quiet(evaluation) => return Score::of_evaluation(evaluation),
            StaticEval::Noisy(evaluation) => evaluation,
        };
        best = Some(Score::of_evaluation(evaluation));
        position.forcing_moves(&mut moves);
    } else {
        position.legal_moves(&mut moves);
        path.push(key);
    }
    let rest = if ply > 0 && moves.len() == 1 { depth } else { depth.saturating_sub(1) };
    for mv in moves {
        let next = after(position, mv);
        let score = minimax(&next, rest, ply + 1, path);
        best = best.max(Some(if next.turn() == position.turn() { score } else { -score }));
    }
    if depth > 0 {
        path.pop();
    }
    best.expect("an unfinished position has moves")
}

/// Compares the search with minimax on random positions of a game, in all its variants.
fn compare<G: Game>(depth: u32, longest: usize, count: u32)
where
    G::Position: Evaluate,
{
    let mut random = SplitMix64::new(21);
    let mut compared = 0;
    for variants in G::INFO.all_variants() {
        for _ in 0..count {
            let plies = random.below(longest);
            let position = random_walk(G::start(variants, 0), plies, &mut random);
            let search_options =
                SearchOptions { limits: Limits::depth(depth), selective: false, ..SearchOptions::default() };
            let report = search(&position, search_options);
            // The search stops early once the result is proven.
            if report.depth == depth {
                compared += 1;
                let expected = minimax(&position, depth, 0, &mut Vec::new());
                assert_eq!(report.lines[0].score, expected, "{position:?}");
            }
        }
    }
    assert!(compared > count / 2, "only {compared} of the positions go on for {depth} plies");
}

#[test]
fn full_width_siam_equals_minimax() {
    compare::<Siam>(2, 200, 10);
}

#[test]
fn full_width_sam_liam_equals_minimax() {
    compare::<SamLiam>(2, 50, 20);
}

#[test]
fn full_width_saigon_equals_minimax() {
    compare::<Saigon>(3, 40, 30);
}

/// Searches every position twice with the same node limit.
fn same_twice<G: Game>(nodes: u64)
where
    G::Position: Evaluate,
{
    let game = History::new(random_walk(G::start(Variants::NONE, 3), 8, &mut SplitMix64::new(5)));
    let run = || {
        let mut reports = Vec::new();
        let report = Engine::new(1).search(&game, Limits::nodes(nodes), &CancelToken::new(), |report| {
            reports.push((report.depth, report.nodes, report.lines.clone()));
        });
        (reports, report.nodes, report.lines)
    };
    let first = run();
    assert_eq!(first, run());
    assert_eq!(first.1, nodes, "the limit is exact");
    assert!(!first.0.is_empty(), "a depth was finished");
}

#[test]
fn equal_node_limits_give_equal_searches_in_every_game() {
    same_twice::<Siam>(30_001);
    same_twice::<SamLiam>(20_001);
    same_twice::<Saigon>(30_001);
}

#[test]
fn threads_share_the_node_limit() {
    let search_options =
        SearchOptions { limits: Limits::nodes(20_000), threads: 3, ..SearchOptions::default() };
    let report = search(&Siam::start(Variants::NONE, 0), search_options);
    assert_eq!(report.nodes, 20_000);
    assert!(!report.lines.is_empty());
}

#[test]
fn unlimited_search_ends_when_cancelled() {
    for threads in [1, 2] {
        let stop = CancelToken::new();
        let game = History::new(Siam::start(Variants::NONE, 0));
        let search_options = SearchOptions { threads, ..SearchOptions::default() };
        let report = thread::scope(|scope| {
            let searching = scope.spawn(|| {
                Engine::new(1).search(&game, search_options, &stop, |report| {
                    // Cancel from the other thread once there is a result.
                    if report.depth == 3 {
                        scope.spawn(|| stop.cancel());
                    }
                })
            });
            searching.join().expect("the search ends")
        });
        assert!(report.depth >= 3);
        assert!(game.position().is_legal(report.lines[0].moves[0]));
    }
}

#[test]
fn search_cancelled_at_once_has_a_move() {
    let game = History::new(Siam::start(Variants::NONE, 0));
    let check = |report: Report<mekong_siam::Move>| {
        assert!(game.position().is_legal(report.lines[0].moves[0]));
        assert!(report.depth <= 1, "{report:?}");
    };
    let cancelled = CancelToken::new();
    cancelled.cancel();
    check(Engine::new(1).search(&game, Limits::default(), &cancelled, |_| {}));
    for nodes in [0, 1, 7] {
        let report = Engine::new(1).search(&game, Limits::nodes(nodes), &CancelToken::new(), |_| {});
        assert_eq!(report.nodes, nodes);
        check(report);
    }
}

#[test]
fn multipv_lines_are_distinct_sorted_and_scored() {
    let mut random = SplitMix64::new(8);
    for _ in 0..10 {
        let position = random_walk(Siam::start(Variants::NONE, 0), 40, &mut random);
        let count = legal(&position).len();
        let search_options = SearchOptions {
            limits: Limits::depth(2),
            multi_pv: count + 5,
            selective: false,
            ..SearchOptions::default()
        };
        let report = search(&position, search_options);
        if report.depth < 2 {
            continue;
        }
        let lines = &report.lines;
        assert_eq!(lines.len(), count, "every move has a line");
        assert!(lines.is_sorted_by_key(|line| std::cmp::Reverse(line.score)));
        let mut firsts: Vec<_> = lines.iter().map(|line| line.moves[0]).collect();
        firsts.sort_unstable();
        firsts.dedup();
        assert_eq!(firsts.len(), count, "no two begin alike");
        for line in lines {
            let next = after(&position, line.moves[0]);
            let expected = -minimax(&next, 1, 1, &mut vec![position.search_key()]);
            assert_eq!(
                line.score,
                expected,
                "{} in {position:?}",
                mekong_siam::Position::move_text(line.moves[0])
            );
        }
    }
}

#[test]
fn lines_can_be_played() {
    let mut random = SplitMix64::new(9);
    for plies in [0, 10, 60] {
        let position = random_walk(Siam::start(Variants::NONE, 0), plies, &mut random);
        let search_options =
            SearchOptions { limits: Limits::nodes(50_000), multi_pv: 3, ..SearchOptions::default() };
        for line in search(&position, search_options).lines {
            let mut at = position;
            for mv in line.moves {
                at = at.play(mv).expect("a legal move");
            }
        }
    }
}

#[test]
fn threads_respect_the_node_limit_exactly() {
    for (threads, nodes) in [(1, 1), (1, 257), (1, 20_000), (3, 1), (3, 1_000), (4, 20_000)] {
        let search_options =
            SearchOptions { limits: Limits::nodes(nodes), threads, ..SearchOptions::default() };
        assert_eq!(search(&Siam::start(Variants::NONE, 0), search_options).nodes, nodes, "{threads} threads");
    }
}

#[test]
fn long_threat_wins_are_reported_with_their_line() {
    for text in ["1c1D2/2(bd)3/3A2/3(AC)2/5a/6/6 B -", "C5/1d4/A(BD)4/3(bd)2/6/2A(bd)2/1D2c1 B -"] {
        let position = mekong_samliam::Position::parse_position(text, Variants::NONE).unwrap();
        let plies = |limits: Limits| match search(&position, limits).lines[0].score.value() {
            Some(Value::Win(plies)) => Some(plies),
            _ => None,
        };
        assert!(plies(Limits::nodes(160_000)).is_some_and(|plies| plies > 7), "{text}");
        assert_eq!(plies(Limits::depth(3)), None, "a search of three plies claims no longer win: {text}");
        // Nodes of the forced-win search count as well.
        let report = search(&position, Limits::nodes(160_000));
        assert!(report.nodes > 100 && report.nodes <= 160_000, "{} nodes", report.nodes);
        let line = &report.lines[0].moves;
        assert!(line.len() > 5);
        line.iter().fold(position, |position, &mv| position.play(mv).expect("the line is legal"));
    }
}
