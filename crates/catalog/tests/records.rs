//! Conversion of sessions to records, and replay of records.

use mekong_catalog::{GAMES, GameSession, ReplayErrorKind, find, replay};
use mekong_core::{Explain as _, Lang, SplitMix64, Variants};
use mekong_record::{GameResult, Location, Ply, Record, read_json, read_pgn};

/// The only record of a text.
fn read(text: &str) -> Record {
    let mut records = read_pgn(text).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(records.len(), 1);
    records.remove(0)
}

#[test]
fn random_games_round_trip_as_records() {
    let mut random = SplitMix64::new(3);
    for entry in GAMES {
        for variants in entry.info().all_variants() {
            for plies in [0, 1, 7, 400] {
                let mut session = entry.start(variants, random.next_u64());
                while session.moves().len() < plies && session.play_random(&mut random) > 0 {}
                let record = session.to_record();
                assert_eq!(record.fen().is_some(), entry.info().dealt, "only what is not usual is written");
                assert_eq!(record.result(), GameResult::from(session.outcome()));
                same(&session, &record);
                same(&session, &read(&record.to_pgn()));
                same(&session, &read_json(&record.to_json()).unwrap()[0]);
            }
        }
    }
}

#[test]
fn games_from_a_set_up_position_round_trip() {
    let position = "2s2/2n2/1ooo1/1N3/1EW2 R 1 10";
    let entry = find("siam").unwrap();
    let variants = entry.info().parse_variants(["opening", "single-exit"]).unwrap();
    let mut session = entry.parse(position, variants).unwrap();
    let mut random = SplitMix64::new(9);
    for _ in 0..5 {
        session.play_random(&mut random);
    }
    let record = session.to_record();
    assert_eq!(record.fen(), Some(position));
    assert!(record.first.second, "the second player begins");
    same(&session, &read(&record.to_pgn()));
}

/// Checks that the record replays to the same session.
fn same(session: &GameSession, record: &Record) {
    let played = replay(record).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(played.info().id, session.info().id);
    assert_eq!(played.variants(), session.variants());
    assert_eq!(played.start_text(), session.start_text());
    assert_eq!(played.moves(), session.moves());
    assert_eq!(played.position_text(), session.position_text());
    assert_eq!(played.outcome(), session.outcome());
}

#[test]
fn replay_errors_have_a_location() {
    let at = |line, column| Some(Location { line, column });
    for (text, place, en) in [
        ("1. pr *", None, "the tag Game is missing"),
        ("[Game \"go\"]\n*", at(1, 8), "game: \"go\" is unknown"),
        ("[Game \"siam\"]\n[Variant \"flat\"]\n*", at(2, 11), "variant: Siam has no variant"),
        ("[Game \"saigon\"]\n[FEN \"L L\"]\n*", at(2, 7), "position: stacks"),
        ("[Game \"palam\"]\n*", at(1, 8), "Palam begins with a deal"),
        ("[Game \"saigon\"]\n1. pr up *", at(2, 7), "move 1... up: \"up\" is not a move"),
        ("[Game \"saigon\"]\n1. pr\n2-1x9 *", at(3, 1), "move 1... 2-1x9: slot 2 has"),
        ("[Game \"saigon\"]\n1. pr (1. pl\n(1. pass) pl) pl *", at(3, 5), "move 1. pass: no slot is empty"),
    ] {
        let error = replay(&read(text)).expect_err(text);
        assert_eq!(error.location, place, "{text}");
        let whole = error.explain(Lang::En);
        let begin = place.map_or(String::new(), |place| format!("{place}: ")) + en;
        assert!(whole.starts_with(&begin), "{whole}");
        assert_ne!(error.explain(Lang::Fr), whole);
    }
}

#[test]
fn constructed_records_have_no_locations() {
    let mut record = Record::new("saigon", &[], None);
    record.plies.push(Ply::new("pass").unwrap());
    let error = replay(&record).unwrap_err();
    assert!(error.location.is_none() && matches!(error.kind, ReplayErrorKind::Move { .. }));
    assert_eq!(error.to_string(), "move 1. pass: no slot is empty, so you may not pass");
}

#[test]
fn result_must_match_the_outcome() {
    let ended = |result: &str| {
        format!("[Game \"saigon\"]\n[FEN \"LL/LLLL/DL/DLD L\"]\n[Result \"{result}\"]\n\n1. pr {result}")
    };
    assert!(replay(&read(&ended("0-1"))).is_ok());
    for wrong in ["1-0", "1/2-1/2", "*"] {
        let error = replay(&read(&ended(wrong))).unwrap_err();
        let ReplayErrorKind::Result { found, expected } = error.kind else { panic!("{error}") };
        assert_eq!((found.code(), expected), (wrong, GameResult::P2Wins));
        assert_eq!(error.location, Some(Location { line: 3, column: 10 }));
    }
    // Without an outcome by the rules, any result is accepted: resignation or an agreed draw.
    for result in ["1-0", "0-1", "1/2-1/2", "*"] {
        assert!(replay(&read(&format!("[Game \"saigon\"]\n\n1. pr {result}"))).is_ok());
    }
}

#[test]
fn repetition_ends_a_replay() {
    let cycle = "1-2x1 4-3x1 2-1x1 3-4x1";
    let session = replay(&read(&format!("[Game \"saigon\"]\n\n{cycle} {cycle} 1/2-1/2"))).unwrap();
    assert_eq!(session.outcome().map(|outcome| outcome.reason.code), Some("repetition"));
    let error = replay(&read(&format!("[Game \"saigon\"]\n\n{cycle} {cycle} pr *"))).unwrap_err();
    assert!(
        error.to_string().ends_with("the game is over: the same position occurred for the third time"),
        "{error}"
    );
}

#[test]
fn variations_do_not_touch_the_main_line() {
    let record = read("[Game \"saigon\"]\n\n1. pr (1. pl pl (1... pr 2. pl) 2. pr) 1... pl *");
    let mut plain = find("saigon").unwrap().start(Variants::NONE, 0);
    plain.play("pr").unwrap();
    plain.play("pl").unwrap();
    assert_eq!(replay(&record).unwrap().position_text(), plain.position_text());
}
