//! Moves judged in all four games, on positions whose value can be seen.

use mekong_analysis::{
    GameReport, JudgeError, Label, Points, annotate, hint, judge_game, judge_move, plot, why,
};
use mekong_catalog::{Session, find, replay};
use mekong_core::{CancelToken, Explain as _, Lang, Player, Variants};
use mekong_engine::Limits;
use mekong_players::Searcher;

fn session(game: &str, position: &str, moves: &[&str]) -> Session {
    let mut session = find(game).unwrap().parse(position, Variants::NONE).unwrap();
    for text in moves {
        session.play(text).unwrap();
    }
    session
}

fn judged(session: &Session, depth: u32) -> GameReport {
    let searcher = Searcher::new(find(session.info().id).unwrap(), 4);
    judge_game(&searcher, session, Limits::depth(depth), &CancelToken::new(), &mut |_| {}).unwrap()
}

/// The label of one move, and the reasons for it in both languages.
fn one(game: &str, position: &str, text: &str, depth: u32) -> (Label, [String; 2]) {
    let before = session(game, position, &[]);
    let searcher = Searcher::new(find(game).unwrap(), 4);
    let report = judge_move(&searcher, &before, text, Limits::depth(depth), &CancelToken::new()).unwrap();
    let why = why(&before, &report);
    (report.label, Lang::ALL.map(|lang| why.explain(lang)))
}

const TWO_ROCKS: &str = "2o2/2o2/2n2/2n2/4o R 11 -";

#[test]
fn siam_an_immediate_win_is_found_or_missed() {
    let (label, _) = one("siam", TWO_ROCKS, "c2c3", 4);
    assert!(matches!(label, Label::Best | Label::Only), "{label:?}");
    let (label, [en, fr]) = one("siam", TWO_ROCKS, "c2c1S", 4);
    assert!(label.is_bad(), "{label:?}");
    assert!(en.contains("c2c3 wins at once (") && en.contains("rock"), "{en}");
    assert!(fr.contains("c2c3 gagne aussitôt ("), "{fr}");
}

#[test]
fn siam_whoever_pushes_a_rock_off_for_the_opponent_loses_at_once() {
    let (label, [en, fr]) = one("siam", "oS3/1S2o/S4/s4/o4 E 10 -", "a3a2", 4);
    assert_eq!(label, Label::Blunder);
    assert!(en.starts_with("a3a2 was a blunder (") && en.contains("); it loses at once: "), "{en}");
    assert!(fr.starts_with("a3a2 était une gaffe (") && fr.contains(") ; il perd aussitôt : "), "{fr}");
}

#[test]
fn sam_liam_a_square_must_be_blocked() {
    let threatened = "6/6/6/6/6/AB4/D5 W -";
    let (label, [_, fr]) = one("samliam", threatened, "b1ne", 4);
    assert_eq!((label, fr.as_str()), (Label::Best, "b1ne était le meilleur coup (estimé)"));
    let (label, [en, fr]) = one("samliam", threatened, "f7ne", 4);
    assert_eq!(label, Label::Blunder);
    assert!(en.contains("it allows b1se, which wins in 1 ply: b1se ("), "{en}");
    assert!(fr.contains("il permet b1se, qui gagne en 1 demi-coup : b1se ("), "{fr}");
}

#[test]
fn saigon_pushing_out_the_opponents_sixth_loses() {
    let (label, [en, _]) = one("saigon", "L/LD/L/DD L", "pr", 6);
    assert_eq!(label, Label::Blunder);
    assert!(en.contains("it loses at once: ") && en.contains("; pl wins at once ("), "{en}");
    // Where nothing helps any more, nothing is blamed.
    let (label, [en, fr]) = one("saigon", "LL/LLLL/DL/DLD L", "pr", 6);
    assert_eq!(label, Label::Good);
    assert_eq!(en, "pr changes nothing, the game was lost (proven); pl holds out longer");
    assert_eq!(fr, "pr ne change rien, la partie était perdue (prouvé) ; pl tient plus longtemps");
}

#[test]
fn palam_the_same_player_may_be_to_move_again() {
    // Two duels are left, and only one of the two pieces wins the game.
    let start = "-,-,-,-,-,-/e6,s4,-,-,-,-/-,-,-,-,-,e5/k3,-,-,-,-,- A - x 30-30";
    let labels = ["a3", "b3"].map(|first| judged(&session("palam", start, &[first]), 12).moves[0].label);
    assert_eq!(labels, [Label::Only, Label::Blunder]);
    // Whoever lost a duel moves next, so that a player moves twice, and the worth is still from the right side.
    let report = judged(&session("palam", start, &["a3", "f2", "b3"]), 12);
    let players: Vec<&str> = report.moves.iter().map(|mv| mv.player.code()).collect();
    assert_eq!(players, ["p2", "p1", "p2"]);
    assert!(report.moves.iter().all(|mv| mv.p1_win_chance == 0.0), "{report:?}");
    let report = judged(&session("palam", start, &["b3", "a1", "f2", "a3"]), 12);
    let players: Vec<&str> = report.moves.iter().map(|mv| mv.player.code()).collect();
    assert_eq!(players, ["p2", "p1", "p1", "p2"]);
    assert!(report.moves.iter().all(|mv| mv.p1_win_chance == 1.0), "{report:?}");
}

#[test]
fn a_game_is_judged_from_both_sides() {
    // White does not see the square coming, and Black takes it.
    let game = session("samliam", "6/6/6/6/6/AB4/6 B -", &["a1sw", "f7ne", "b1se"]);
    let report = judged(&game, 4);
    let labels: Vec<Label> = report.moves.iter().map(|mv| mv.label).collect();
    assert_eq!(labels[1], Label::Blunder);
    assert!(matches!(labels[2], Label::Best | Label::Only));
    assert_eq!(report.moves[1].player, Player::P2);
    assert_eq!(report.moves[1].after.score, Points::Mate(-2));
    assert_eq!(report.moves[1].p1_win_chance, 1.0);
    assert_eq!(report.moves[2].after.score, Points::Mate(1));
    assert_eq!(report.turning_points, [2]);
    assert_eq!(report.players.p2.blunders, 1);
    assert!(report.players.p1.accuracy > report.players.p2.accuracy);
    assert_eq!(report.outcome.unwrap().winner, Some("p1"));
}

#[test]
fn random_games_of_every_game_are_judged_within_bounds_and_always_the_same() {
    for entry in mekong_catalog::GAMES {
        let mut game = entry.start(Variants::NONE, 5);
        let mut random = mekong_core::SplitMix64::new(9);
        for _ in 0..14 {
            game.play_random(&mut random);
        }
        let searcher = Searcher::new(entry, 1);
        let judge =
            || judge_game(&searcher, &game, Limits::nodes(1_500), &CancelToken::new(), &mut |_| {}).unwrap();
        let report = judge();
        assert_eq!(report, judge());
        assert_eq!(report.moves.len(), 14);
        for mv in &report.moves {
            assert!((0.0..=1.0).contains(&mv.loss) && (0.0..=1.0).contains(&mv.p1_win_chance), "{mv:?}");
            assert_eq!(mv.loss == 0.0, mv.accuracy == 100.0);
            assert!(mv.best.is_some());
            if mv.label == Label::Best || mv.label == Label::Only {
                assert_eq!((mv.loss, mv.best.as_ref()), (0.0, Some(&mv.text)));
            }
        }
        for player in [report.players.p1, report.players.p2] {
            assert!(player.accuracy.is_some_and(|number| (0.0..=100.0).contains(&number)));
        }
        // The annotated record is a record that can be played, and annotating it again adds nothing.
        let mut record = game.to_record();
        annotate(&mut record, &report, Lang::Fr);
        let text = record.to_pgn();
        let read = mekong_record::read_pgn(&text).unwrap().remove(0);
        assert_eq!(replay(&read).unwrap().moves(), game.moves());
        assert!(text.contains("[%eval "), "{text}");
        annotate(&mut record, &report, Lang::Fr);
        assert_eq!(record.to_pgn(), text);
        // Every sentence can be said of every move.
        let mut place = entry.start(Variants::NONE, 5);
        for mv in &report.moves {
            for lang in Lang::ALL {
                assert!(!why(&place, mv).explain(lang).is_empty());
            }
            place.play(&mv.text).unwrap();
        }
    }
}

#[test]
fn a_picture_tells_every_bad_move_in_words_too() {
    let report = judged(&session("samliam", "6/6/6/6/6/AB4/6 B -", &["a1sw", "f7ne", "b1se"]), 4);
    let french = plot(&report, "A < B", Lang::Fr);
    assert!(french.contains("2 f7ne : gaffe"), "{french}");
    assert!(french.contains("<title>A &lt; B</title>") && french.contains(">??</text>"), "{french}");
    assert!(french.contains("devant : Blancs (p2), précision "), "{french}");
    // A game without moves has a picture as well.
    let empty = judged(&session("samliam", "6/6/6/6/6/AB4/6 B -", &[]), 2);
    assert!(plot(&empty, "", Lang::En).contains("Bad moves: none."));
}

#[test]
fn a_halted_judgement_ends_without_a_report() {
    let game = session("siam", TWO_ROCKS, &["c2c1S"]);
    let searcher = Searcher::new(find("siam").unwrap(), 1);
    let cancel = CancelToken::new();
    cancel.cancel();
    assert!(judge_game(&searcher, &game, Limits::depth(2), &cancel, &mut |_| {}).is_none());
    let before = session("siam", TWO_ROCKS, &[]);
    let stopped = judge_move(&searcher, &before, "c2c3", Limits::depth(2), &cancel);
    assert!(matches!(stopped, Err(JudgeError::Stopped)));
    assert!(hint(&searcher, &before, Limits::depth(2), &cancel).is_none());

    // From another thread, in the middle of a search that would never end.
    let cancel = CancelToken::new();
    std::thread::scope(|scope| {
        let start = find("siam").unwrap().start(Variants::NONE, 0);
        let (searcher, cancel) = (&searcher, &cancel);
        let search =
            scope.spawn(move || judge_game(searcher, &start, Limits::default(), cancel, &mut |_| {}));
        std::thread::sleep(std::time::Duration::from_millis(20));
        cancel.cancel();
        assert!(search.join().unwrap().is_none());
    });
}

#[test]
fn moves_that_cannot_be_made_are_refused() {
    let before = session("siam", TWO_ROCKS, &[]);
    let searcher = Searcher::new(find("siam").unwrap(), 1);
    let refused =
        judge_move(&searcher, &before, "nonsense", Limits::depth(1), &CancelToken::new()).unwrap_err();
    assert!(matches!(refused, JudgeError::Move(_)));
    assert!(!refused.explain(Lang::Fr).is_empty());
    let other = find("palam").unwrap().start(Variants::NONE, 1);
    assert!(judge_game(&searcher, &other, Limits::depth(1), &CancelToken::new(), &mut |_| {}).is_none());
}

#[test]
fn hints_come_in_two_steps() {
    let before = session("siam", TWO_ROCKS, &[]);
    let searcher = Searcher::new(find("siam").unwrap(), 1);
    let hint = hint(&searcher, &before, Limits::depth(3), &CancelToken::new()).unwrap();
    assert_eq!(hint.line, ["c2c3"]);
    assert!(hint.first(Lang::En).starts_with("the best move begins with c") && hint.beginning != "c2c3");
    let reason = hint.end.unwrap().explain(Lang::Fr);
    let said = hint.explain(Lang::Fr);
    assert_eq!(said, format!("le meilleur coup est c2c3 (prouvé : gagné en 1) : c2c3 ({reason})"));
}

#[test]
fn reports_are_data() {
    let report = judged(&session("samliam", "6/6/6/6/6/AB4/D5 W -", &["f7ne"]), 4);
    let json = serde_json::to_value(&report).unwrap();
    let mv = &json["moves"][0];
    assert_eq!(mv["label"], "blunder");
    assert_eq!((&mv["player"], &mv["move"], &mv["best"]), (&"p2".into(), &"f7ne".into(), &"b1ne".into()));
    assert_eq!(mv["after"]["score"]["mate"], -2);
    assert_eq!((&mv["proven"], &mv["after"]["proven"]), (&false.into(), &true.into()));
    assert_eq!(mv["before"]["proven"], false);
    assert_eq!(json["players"]["p2"]["blunders"], 1);
    for label in Label::ALL {
        assert_eq!(serde_json::to_value(label).unwrap(), label.code());
    }
}
