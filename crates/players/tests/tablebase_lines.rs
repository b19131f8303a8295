//! Lines from a tablebase.
#![cfg(feature = "tablebases")]

use mekong_catalog::find;
use mekong_core::{CancelToken, SplitMix64, Value, Variants};
use mekong_engine::{Limits, SearchOptions};
use mekong_players::{Searcher, solver};

#[test]
fn decided_lines_reach_the_end_in_the_stated_plies() {
    let entry = find("saigon").unwrap();
    let tablebase = solver(entry).unwrap().solve(Variants::NONE, 2, &CancelToken::new(), &|_, _| {}).unwrap();
    let searcher = Searcher::new(entry, 1).with_tablebase(tablebase);
    let mut decided = 0;
    for seed in 0..30 {
        let mut random = SplitMix64::new(seed);
        let mut session = entry.start(Variants::NONE, seed);
        for _ in 0..random.below(25) {
            session.play_random(&mut random);
        }
        let search_options = SearchOptions { multi_pv: 4, ..SearchOptions::from(Limits::nodes(1)) };
        let result = searcher.search(&session, search_options, &CancelToken::new(), &mut |_| {});
        for line in &result.lines {
            let mut place = session.clone();
            for mv in &line.moves {
                place.play(mv).unwrap();
            }
            if let Some(Value::Win(plies) | Value::Loss(plies)) = line.score.value() {
                decided += 1;
                assert_eq!(line.moves.len(), usize::from(plies), "{line:?}");
                assert!(place.outcome().is_some(), "{line:?}");
            }
        }
    }
    assert!(decided > 40, "{decided}");
}
