//! Draws by repetition: the third occurrence in the game, and cycles within a line.

use mekong_core::{CancelToken, Game as _, History, Player, Position as _, SplitMix64, Value, Variants};
use mekong_engine::{Engine, Limits, Report, SearchOptions};
use mekong_siam::{Move, Position, Siam};
use mekong_testkit::toys::Tug;

use crate::support;
use support::{after, legal, random_walk};

fn search(engine: &Engine, game: &History<Tug<3>>) -> Report<i8> {
    engine.search(game, Limits::depth(12), &CancelToken::new(), |_| {})
}

/// A cycle of two moves and two replies that starts with `mv`, if there is one.
fn cycle_from(start: &Position, mv: Move) -> Option<[Move; 4]> {
    let there = after(start, mv);
    for reply in legal(&there).into_iter().filter(|mv| matches!(mv, Move::Turn { .. })) {
        let second = after(&there, reply);
        for back in legal(&second) {
            let third = after(&second, back);
            for last in legal(&third).into_iter().filter(|mv| matches!(mv, Move::Turn { .. })) {
                if after(&third, last).repetition_key() == start.repetition_key() {
                    return Some([mv, reply, back, last]);
                }
            }
        }
    }
    None
}

#[test]
fn win_through_a_first_repetition_is_found() {
    let mut random = SplitMix64::new(31);
    let search_options = SearchOptions { limits: Limits::depth(4), multi_pv: 2, ..SearchOptions::default() };
    let mut found = 0;
    while found < 3 {
        let position = random_walk(Siam::start(Variants::NONE, 0), 100, &mut random);
        let lines = support::search(&position, search_options).lines;
        let [best, second] = &lines[..] else { continue };
        if best.score.value() != Some(Value::Win(3)) || second.score.value().is_some() {
            continue;
        }
        let Some(round) = cycle_from(&position, best.moves[0]) else { continue };
        let mut game = History::new(position);
        round.into_iter().for_each(|mv| game.play(mv).unwrap());
        assert_eq!(game.occurrences(), 2);
        let report = Engine::new(1).search(&game, Limits::depth(4), &CancelToken::new(), |_| {});
        assert_eq!(report.lines[0].score, best.score, "{position:?}");
        assert_eq!(report.lines[0].moves[0], best.moves[0]);
        found += 1;
    }
}

#[test]
fn third_occurrence_is_a_draw_despite_the_table() {
    let engine = Engine::new(1);
    // P2 to move at 2 must go back to 1; P1 to move at 2 would have won.
    let fresh = History::new(Tug::<3> { place: 1, turn: Player::P2 });
    let lost = search(&engine, &fresh);
    // P2 moves the token to 0 rather than to 2, where P1 wins.
    assert_eq!(lost.lines[0].moves[0], -1);
    // Now the same place with the token having stood at 0 before P1 twice already.
    let mut game = History::new(Tug::<3> { place: 0, turn: Player::P1 });
    for mv in [1, -1, 1] {
        game.play(mv).unwrap();
    }
    let report = search(&engine, &game);
    assert_eq!(report.lines[0].moves, [-1], "the third occurrence ends the line");
    assert_eq!(report.lines[0].score.raw(), 0);
}

#[test]
fn winner_avoids_the_third_occurrence() {
    // In a game with repetitions, the search never mistakes a third occurrence for a win.
    let mut game = History::new(Tug::<3> { place: 0, turn: Player::P1 });
    for mv in [1, -1, 1, -1] {
        assert!(game.outcome().is_none());
        let search_options =
            SearchOptions { limits: Limits::depth(6), multi_pv: 2, ..SearchOptions::default() };
        let report = Engine::new(1).search(&game, search_options, &CancelToken::new(), |_| {});
        for line in &report.lines {
            let mut next = game.clone();
            next.play(line.moves[0]).unwrap();
            if next.outcome().is_some_and(|outcome| outcome.winner.is_none()) {
                assert_eq!((line.score.raw(), line.moves.len()), (0, 1));
            }
        }
        game.play(mv).unwrap();
    }
    assert!(game.outcome().is_some());
    assert!(search(&Engine::new(1), &game).lines.is_empty());
}
