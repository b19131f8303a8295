//! Searches with the exact endgame solver of Palam, compared with a brute-force search over texts.

use std::time::Duration;

use mekong_catalog::{GameSession, find};
use mekong_core::{CancelToken, Player, SplitMix64, Variants};
use mekong_engine::{Limits, SearchOptions};
use mekong_players::{EvaluationSource, Level, SearchResult, Searcher};

/// A deal played at random, with few swaps, until a player has `left` pieces.
fn played_down_to(seed: u64, left: usize) -> GameSession {
    let mut random = SplitMix64::new(seed);
    let mut session = find("palam").unwrap().start(Variants::NONE, seed);
    while pieces(&session).into_iter().max() > Some(left) {
        let mut moves = session.legal();
        if random.below(4) > 0 {
            moves.retain(|mv| mv.len() == 2);
        }
        session.play(&moves[random.below(moves.len())]).unwrap();
    }
    session
}

/// How many pieces Isis and Anubis have in their rows.
fn pieces(session: &GameSession) -> [usize; 2] {
    let text = session.position_text();
    let rows: Vec<&str> = text.split(' ').next().unwrap().split('/').collect();
    let count =
        |rows: &[&str]| rows.iter().flat_map(|row| row.split(',')).filter(|cell| *cell != "-").count();
    [count(&rows[2..]), count(&rows[..2])]
}

/// The points of Isis in the text of a position.
fn points_of_isis(session: &GameSession) -> i32 {
    let text = session.position_text();
    let score = text.split(' ').next_back().unwrap();
    score.split('-').next().unwrap().parse().unwrap()
}

/// Isis's final points under perfect play, by exhaustive search.
fn brute_force(session: &GameSession) -> i32 {
    let ends = session.children().into_iter().map(|(_, next)| brute_force(&next));
    match session.turn() {
        None => points_of_isis(session),
        Some(Player::P1) => ends.max().unwrap(),
        Some(Player::P2) => ends.min().unwrap(),
    }
}

/// Points for the player to act.
fn seen_by(player: Option<Player>, isis: i32) -> i32 {
    if player == Some(Player::P1) { isis } else { 75 - isis }
}

fn search(
    searcher: &Searcher,
    session: &GameSession,
    search_options: impl Into<SearchOptions>,
) -> SearchResult {
    searcher.search(session, search_options, &CancelToken::new(), &mut |_| {})
}

/// Checks every line of an exact result: it is legal, leads to the end, and achieves the margin of its score, which is
/// never a distance in plies in a game of points.
fn check_lines(session: &GameSession, result: &SearchResult) -> Vec<i32> {
    assert_eq!(result.source, EvaluationSource::Exact);
    let mover = session.turn();
    let lines = result.lines.iter().map(|line| {
        let mut game = session.clone();
        line.moves.iter().for_each(|mv| game.play(mv).unwrap());
        assert!(game.outcome().is_some(), "a line leads to the end");
        let points = seen_by(mover, points_of_isis(&game));
        assert!(line.proven);
        assert_eq!(line.margin, Some(2 * points - 75));
        assert_eq!(line.score.value(), None, "no distance is claimed");
        assert_eq!(line.winner_is_mover(), Some(points >= 38));
        points
    });
    lines.collect()
}

#[test]
fn last_duels_are_solved_exactly() {
    let searcher = Searcher::new(find("palam").unwrap(), 2);
    for seed in 0..120 {
        let session = played_down_to(seed, 1 + (seed % 4) as usize);
        let best = seen_by(session.turn(), brute_force(&session));
        let result = search(&searcher, &session, Limits::default());
        assert_eq!(check_lines(&session, &result), [best], "{}", session.position_text());
    }
}

#[test]
fn multiple_lines_are_the_best_moves_in_order() {
    let searcher = Searcher::new(find("palam").unwrap(), 2);
    for seed in 0..60 {
        let session = played_down_to(seed, 2 + (seed % 2) as usize);
        let worth = |next: &GameSession| seen_by(session.turn(), brute_force(next));
        let children = session.children();
        let mut all: Vec<i32> = children.iter().map(|(_, next)| worth(next)).collect();
        all.sort_unstable_by(|a, b| b.cmp(a));
        for lines in [2, 3, 100] {
            let result =
                search(&searcher, &session, SearchOptions { multi_pv: lines, ..SearchOptions::default() });
            let points = check_lines(&session, &result);
            assert_eq!(points, all[..lines.min(all.len())], "{}", session.position_text());
            for (line, points) in result.lines.iter().zip(points) {
                let (_, next) = children.iter().find(|(mv, _)| *mv == line.moves[0]).unwrap();
                assert_eq!(worth(next), points);
            }
        }
    }
}

#[test]
fn full_strength_plays_the_exact_move() {
    let searcher = Searcher::new(find("palam").unwrap(), 2);
    for seed in 0..20 {
        let mut session = played_down_to(seed, 4);
        let best = brute_force(&session);
        let mv = searcher.choose(&session, Level::MAX, seed, &CancelToken::new()).unwrap();
        session.play(&mv).unwrap();
        assert_eq!(brute_force(&session), best);
    }
}

#[test]
fn tiny_node_limit_gives_a_deterministic_move() {
    let session = played_down_to(3, 8);
    let ask = |nodes| search(&Searcher::new(find("palam").unwrap(), 2), &session, Limits::nodes(nodes));
    for nodes in [300, 3_000, 30_000] {
        let result = ask(nodes);
        assert!(session.legal().iter().any(|mv| Some(mv.as_str()) == result.best()));
        assert!(result.nodes <= nodes + 4_096, "{} of {nodes}", result.nodes);
        assert_eq!(ask(nodes).lines, result.lines);
    }
}

#[test]
fn proofs_are_correct_at_any_budget() {
    for seed in 0..40 {
        let session = played_down_to(seed, 3 + (seed % 2) as usize);
        let best = 2 * seen_by(session.turn(), brute_force(&session)) - 75;
        for nodes in [50, 300, 1_000, 4_000] {
            let searcher = Searcher::new(find("palam").unwrap(), 1);
            let result =
                search(&searcher, &session, SearchOptions { multi_pv: 3, ..Limits::nodes(nodes).into() });
            let text = session.position_text();
            for line in result.lines.iter().filter(|line| line.proven) {
                let mut next = session.clone();
                next.play(&line.moves[0]).unwrap();
                let margin = 2 * seen_by(session.turn(), brute_force(&next)) - 75;
                assert_eq!(line.winner_is_mover(), Some(margin > 0), "{text}, {nodes} nodes: {line:?}");
                assert!(line.margin.is_none_or(|claimed| claimed == margin), "{text}, {nodes}: {line:?}");
            }
            let first = &result.lines[0];
            assert!(first.margin.is_none_or(|claimed| claimed == best), "{text}, {nodes} nodes: {first:?}");
            assert!(first.winner_is_mover().is_none_or(|wins| wins == (best > 0)), "{text}: {first:?}");
        }
    }
}

#[test]
fn proof_is_reported_before_the_search() {
    // With eight duels left the median proof of the winner takes 19,000 nodes. A search before the proof would leave
    // too small a share of the limit for it.
    let proven = (0..12).filter(|&seed| {
        let session = played_down_to(seed, 8);
        let searcher = Searcher::new(find("palam").unwrap(), 16);
        let result =
            search(&searcher, &session, SearchOptions { multi_pv: 2, ..Limits::nodes(100_000).into() });
        result.lines[0].proven
    });
    assert!(proven.count() >= 9);
}

#[test]
fn depth_limit_is_respected() {
    let entry = find("palam").unwrap();
    let session = entry.start(Variants::NONE, 5);
    let ask = |limits: Limits| search(&Searcher::new(entry, 2), &session, limits);
    let summary = |result: &SearchResult| (result.depth, result.nodes, result.lines.clone());
    let alone = ask(Limits::depth(3));
    assert_eq!((alone.source, alone.depth), (EvaluationSource::Search, 3));
    let nodes = Limits { nodes: Some(1_000_000), ..Limits::depth(3) };
    let time = Limits { time: Some(Duration::from_secs(60)), ..Limits::depth(3) };
    for limits in [nodes, time] {
        assert_eq!(summary(&ask(limits)), summary(&alone), "{limits:?}");
    }
    // The depth may use all of what else is allowed.
    let enough = Limits { nodes: Some(alone.nodes), ..Limits::depth(3) };
    assert_eq!(ask(enough).depth, 3);
}

#[test]
fn cancellation_ends_the_proof() {
    let entry = find("palam").unwrap();
    let searcher = Searcher::new(entry, 2);
    for left in [12, 8] {
        let session = if left == 12 { entry.start(Variants::NONE, 2) } else { played_down_to(2, left) };
        let stopped = CancelToken::new();
        stopped.cancel();
        let result = searcher.search(&session, Limits::default(), &stopped, &mut |_| {});
        assert!(result.nodes < 4_096, "{}", result.nodes);
        // Cancels from the progress callback, on the first result.
        let stop = CancelToken::new();
        let search_options = SearchOptions { threads: 2, ..SearchOptions::default() };
        searcher.search(&session, search_options, &stop, &mut |_| stop.cancel());
        assert!(stop.is_cancelled());
    }
}

#[test]
fn winner_is_reported_before_the_margin() {
    // Nine duels: the exact score may take long, but who wins is known within the limit of some deals.
    let searcher = Searcher::new(find("palam").unwrap(), 32);
    let mut decided = 0;
    for seed in 0..4 {
        let session = played_down_to(seed, 9);
        if session.legal().iter().all(|mv| mv.len() == 2) {
            continue;
        }
        let result =
            search(&searcher, &session, SearchOptions { multi_pv: 2, ..Limits::nodes(600_000).into() });
        assert!(!result.lines.is_empty());
        decided += usize::from(result.lines[0].proven);
        assert_eq!(result.source == EvaluationSource::Exact, result.lines[0].proven);
        if result.lines[0].winner_is_mover() == Some(true) {
            // After the winning move the opponent's search proves the loss, given enough time.
            let mut next = session.clone();
            next.play(&result.lines[0].moves[0]).unwrap();
            let reply = search(&searcher, &next, Limits::nodes(8_000_000));
            let is_same = next.turn() == session.turn();
            assert_eq!(reply.lines[0].winner_is_mover(), Some(is_same), "seed {seed}");
        }
    }
    assert!(decided > 0);
}

#[test]
fn draft_search_respects_the_time_limit() {
    let entry = find("palam").unwrap();
    let session = entry.start(Variants::NONE.with(0), 1);
    let result = search(&Searcher::new(entry, 2), &session, Limits::time(Duration::from_millis(50)));
    assert_eq!(result.source, EvaluationSource::Search);
    assert!(session.legal().iter().any(|mv| Some(mv.as_str()) == result.best()));
}
