//! Sessions of all games: playing, undoing, the end by the rules and by repetition.

use std::{collections::BTreeSet, fs};

use mekong_catalog::{GAMES, GameSession, MoveError, find};
use mekong_core::{Charset, Explain as _, Lang, Player, REPETITION, SplitMix64, Variants};

fn start(game: &str) -> GameSession {
    find(game).unwrap().start(Variants::NONE, 1)
}

fn play(session: &mut GameSession, moves: &str) {
    for text in moves.split_whitespace() {
        session.play(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    }
}

/// The observable state of a session.
fn state(session: &GameSession) -> (String, Option<Player>, Vec<String>, Vec<String>, usize, bool) {
    (
        session.position_text(),
        session.turn(),
        session.legal(),
        session.moves(),
        session.occurrences(),
        session.outcome().is_some(),
    )
}

#[test]
fn games_are_found_by_their_exact_name() {
    for entry in GAMES {
        assert_eq!(find(entry.info().id).unwrap().info().title, entry.info().title);
    }
    for name in ["", "Siam", "siam ", "go"] {
        let refused = find(name).unwrap_err().to_string();
        assert!(GAMES.iter().all(|entry| refused.contains(entry.info().id)), "{refused}");
    }
}

#[test]
fn the_third_occurrence_is_a_draw_in_siam_and_saigon() {
    // Each line leads back to the position before it; Siam's first must enter the animals.
    for (game, before, cycle) in
        [("siam", "@c1N @c5S", "c1d1N c5d5S d1c1N d5c5S"), ("saigon", "", "1-2x1 4-3x1 2-1x1 3-4x1")]
    {
        let mut session = start(game);
        play(&mut session, before);
        assert_eq!(session.occurrences(), 1);
        play(&mut session, cycle);
        assert_eq!((session.occurrences(), session.outcome()), (2, None), "{game}");
        let (last, rest) = cycle.rsplit_once(' ').map(|(rest, last)| (last, rest)).unwrap();
        play(&mut session, rest);
        let waiting = state(&session);
        play(&mut session, last);
        let outcome = session.outcome().expect("a draw");
        assert_eq!((outcome.winner, outcome.reason), (None, &REPETITION));
        assert_eq!((session.turn(), session.legal()), (None, vec![]));
        let refused = session.play(cycle.split(' ').next().unwrap()).unwrap_err();
        assert!(matches!(refused, MoveError::Illegal(_)));
        assert!(refused.explain(Lang::Fr).contains("troisième fois"), "{}", refused.explain(Lang::Fr));

        // Undo removes the draw; redo restores it.
        session.undo();
        assert_eq!(state(&session), waiting);
        session.redo();
        assert_eq!(session.outcome(), Some(outcome));

        // A parsed position has no history, and perft ignores repetition.
        let alone = find(game).unwrap().parse(&session.position_text(), Variants::NONE).unwrap();
        assert_eq!((alone.outcome(), alone.occurrences()), (None, 1));
        assert_eq!(session.perft(2), alone.perft(2));
        assert_eq!(session.children().len(), alone.legal().len());
    }
}

#[test]
fn undo_and_redo_cover_random_games() {
    let mut random = SplitMix64::new(11);
    for entry in GAMES {
        for variants in entry.info().all_variants() {
            let mut session = entry.start(variants, random.next_u64());
            let mut states = vec![state(&session)];
            while states.len() < 80 && session.play_random(&mut random) > 0 {
                states.push(state(&session));
            }
            assert!(states.len() > 1, "{}", entry.info().id);
            for earlier in states.iter().rev().skip(1) {
                assert!(session.undo().is_some());
                assert_eq!(state(&session), *earlier);
            }
            assert_eq!(session.undo(), None);
            for later in states.iter().skip(1) {
                assert_eq!(session.redo(), later.3.last().cloned());
                assert_eq!(state(&session), *later);
            }
            assert_eq!(session.redo(), None);
        }
    }
}

#[test]
fn new_move_discards_redo() {
    let mut session = start("saigon");
    play(&mut session, "pr pl");
    session.undo();
    session.undo();
    play(&mut session, "pl");
    assert_eq!((session.redo(), session.moves()), (None, vec!["pl".to_owned()]));
}

#[test]
fn illegal_move_changes_nothing() {
    for entry in GAMES {
        let mut session = entry.start(Variants::NONE, 1);
        let before = state(&session);
        let unreadable = session.play("no such move").unwrap_err();
        assert!(matches!(unreadable, MoveError::Syntax(_)), "{unreadable}");
        assert_eq!(state(&session), before);
    }
    for (game, illegal) in [("siam", "a1a2"), ("samliam", "a1#"), ("saigon", "pass"), ("palam", "a1")] {
        let mut session = start(game);
        let before = state(&session);
        assert!(matches!(session.play(illegal), Err(MoveError::Illegal(_))), "{game}");
        assert_eq!(state(&session), before);
    }
}

#[test]
fn legal_moves_lead_to_the_children() {
    let mut random = SplitMix64::new(5);
    for entry in GAMES {
        let mut session = entry.start(Variants::NONE, 2);
        for _ in 0..12 {
            let legal = session.legal();
            assert!(legal.is_sorted());
            let children = session.children();
            assert_eq!(children.iter().map(|(text, _)| text.clone()).collect::<Vec<_>>(), legal);
            assert_eq!(session.perft(1), legal.len() as u64);
            for (text, child) in &children {
                let mut next = session.clone();
                next.play(text).unwrap();
                assert_eq!(next.position_text(), child.position_text());
            }
            if session.play_random(&mut random) == 0 {
                break;
            }
        }
    }
}

#[test]
fn finished_games_name_winner_and_reason() {
    for (game, position, last, winner, reason) in [
        ("siam", "4o/4o/S4/s4/o4 E 10 -", "a3a2", Some(Player::P2), "rock"),
        ("samliam", "6/6/6/6/6/AB4/D5 B -", "b1se", Some(Player::P1), "square"),
        ("saigon", "LL/LLLL/DL/DLD L", "pr", Some(Player::P2), "pallets"),
        (
            "palam",
            "-,-,-,-,-,-/e6,-,-,-,-,-/-,-,-,-,-,-/-,-,-,-,-,- A fe5 s 40-22",
            "a3",
            Some(Player::P1),
            "score",
        ),
    ] {
        let mut session = find(game).unwrap().parse(position, Variants::NONE).unwrap();
        assert_eq!(session.outcome(), None);
        play(&mut session, last);
        let outcome = session.outcome().expect("the game is over");
        assert_eq!((outcome.winner, outcome.reason.code), (winner, reason), "{game}");
        assert_eq!(
            (session.turn(), session.legal().len(), session.perft(1), session.perft(0)),
            (None, 0, 0, 1)
        );
        assert!(session.children().is_empty());
    }
}

#[test]
fn deals_depend_only_on_the_seed() {
    for entry in GAMES {
        let text = |seed| entry.start(Variants::NONE, seed).position_text();
        assert_eq!(text(1), text(1));
        assert_eq!(text(1) != text(2), entry.info().dealt, "{}", entry.info().id);
        assert_eq!(entry.start(Variants::NONE, 1).has_standard_start(), !entry.info().dealt);
    }
    let apart = find("siam").unwrap().parse("5/5/1ooo1/5/5 R 0 -", Variants::NONE).unwrap();
    assert!(!apart.has_standard_start());
    assert_eq!(apart.first_player(), Player::P2);
}

#[test]
fn every_game_can_be_drawn() {
    for entry in GAMES {
        let session = entry.start(Variants::NONE, 1);
        for lang in Lang::ALL {
            // ASCII only, so French has no accents.
            let ascii = session.text_diagram(Charset::Ascii, lang).to_string();
            assert!(ascii.is_ascii(), "{ascii}");
            let unicode = session.text_diagram(Charset::Unicode, lang).to_string();
            assert!(unicode.contains(entry.info().seats[0].get(lang)), "{unicode}");
            assert_ne!(unicode, ascii);
            assert!(session.diagram(lang).starts_with("<svg"));
        }
    }
}

#[test]
fn rule_pages_name_the_reasons_of_outcomes() {
    for entry in GAMES {
        let game = entry.info().id;
        let folder = format!("{}/../games/{game}", env!("CARGO_MANIFEST_DIR"));
        let mut reasons = BTreeSet::new();
        for seed in 0..50 {
            let (mut session, mut random) = (entry.start(Variants::NONE, seed), SplitMix64::new(seed));
            while session.play_random(&mut random) > 0 {}
            reasons.insert(session.outcome().expect("no move is left").reason.code);
        }
        for page in ["README.md", "README.fr.md"] {
            let text = fs::read_to_string(format!("{folder}/{page}")).expect(page);
            let missing: Vec<_> =
                reasons.iter().filter(|reason| !text.contains(&format!("`{reason}`"))).collect();
            assert!(missing.is_empty(), "{game}/{page} does not name {missing:?}");
        }
    }
}

#[test]
fn passing_gives_the_turn_to_the_opponent_and_changes_nothing_on_the_board() {
    let mut passes = 0;
    for entry in GAMES {
        let mut random = SplitMix64::new(7);
        let mut session = entry.start(Variants::NONE, 7);
        while session.outcome().is_none() && session.moves().len() < 60 {
            if let Some(passed) = session.after_pass() {
                passes += 1;
                assert_eq!(passed.turn(), session.turn().map(Player::other), "{}", session.position_text());
                let again = entry.parse(&passed.position_text(), Variants::NONE).unwrap();
                assert!(again.is_same_position(&passed), "{}", passed.position_text());
                let board =
                    |session: &GameSession| session.position_text().split(' ').next().map(str::to_owned);
                assert_eq!(board(&passed), board(&session));
            }
            session.play_random(&mut random);
        }
    }
    // A game need not have it.
    assert!(passes > 0);
}
