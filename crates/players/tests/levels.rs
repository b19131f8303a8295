//! Guarantees of the levels: moves do not depend on earlier searches, and a win in one is always taken.

use mekong_catalog::{Entry, GAMES, GameSession};
use mekong_core::{CancelToken, SplitMix64, Variants};
use mekong_engine::Limits;
use mekong_players::{Level, Searcher};

/// A position `plies` random plies after the start, or the last one before the end.
fn random_walk(entry: &'static Entry, plies: usize, seed: u64) -> GameSession {
    let mut random = SplitMix64::new(seed);
    let mut session = entry.start(Variants::NONE, seed);
    for _ in 0..plies {
        let legal = session.legal();
        let mut next = session.clone();
        next.play(&legal[random.below(legal.len())]).unwrap();
        if next.outcome().is_some() {
            break;
        }
        session = next;
    }
    session
}

/// The levels whose moves a seed decides.
fn seeded_levels() -> impl Iterator<Item = Level> {
    Level::all().filter(|level| *level != Level::MAX)
}

fn choose(searcher: &Searcher, session: &GameSession, level: Level, seed: u64) -> String {
    searcher.choose(session, level, seed, &CancelToken::new()).expect("the game is in progress")
}

/// The moves that win at once.
fn wins_in_one(session: &GameSession) -> Vec<String> {
    let player = session.turn();
    let wins = |mv: &String| {
        let mut next = session.clone();
        next.play(mv).unwrap();
        next.outcome().is_some_and(|outcome| outcome.winner == player)
    };
    session.legal().into_iter().filter(wins).collect()
}

#[test]
fn level_move_does_not_depend_on_earlier_searches() {
    for entry in GAMES {
        for seed in 0..3 {
            let session = random_walk(entry, 12, seed);
            let fresh: Vec<String> = seeded_levels()
                .map(|level| choose(&Searcher::new(entry, 1), &session, level, seed))
                .collect();
            // A different memory size, filled by a stronger search.
            let searcher = Searcher::new(entry, 4);
            searcher.search(&session, Limits::nodes(300_000), &CancelToken::new(), &mut |_| {});
            let after: Vec<String> =
                seeded_levels().map(|level| choose(&searcher, &session, level, seed)).collect();
            assert_eq!(after, fresh, "{}", session.position_text());
        }
    }
}

#[test]
fn every_level_takes_a_win_in_one() {
    for entry in GAMES {
        let searcher = Searcher::new(entry, 1);
        let mut met = 0;
        for seed in 0..400 {
            // The last position before a random game ended.
            let session = random_walk(entry, 1_000, seed);
            let wins = wins_in_one(&session);
            if wins.is_empty() || wins.len() == session.legal().len() {
                continue;
            }
            met += 1;
            for level in seeded_levels() {
                let mv = choose(&searcher, &session, level, seed);
                let position = session.position_text();
                assert!(wins.contains(&mv), "{level:?} plays {mv} in {position}: {wins:?} win at once");
            }
            if met == 12 {
                break;
            }
        }
        // The last moves of Palam are forced and cannot be missed.
        let is_forced = entry.info().id == "palam";
        assert!(met >= 3 || is_forced, "{}: only {met} positions with a win in one", entry.info().id);
    }
}
