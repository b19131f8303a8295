//! Analysis of moves in positions whose value is obvious, for every game.

use mekong_analysis::{
    AnalysisError, GameReport, Label, analyse_game, analyse_move, annotate, evaluation_plot, explain_move,
    find_hint,
};
use mekong_catalog::{GameSession, find, replay};
use mekong_core::{CancelToken, Explain as _, Lang, Player, Variants};
use mekong_engine::Limits;
use mekong_players::{Searcher, UciScore};

fn session(game: &str, position: &str, moves: &[&str]) -> GameSession {
    let mut session = find(game).unwrap().parse(position, Variants::NONE).unwrap();
    for text in moves {
        session.play(text).unwrap();
    }
    session
}

fn analysed(session: &GameSession, depth: u32) -> GameReport {
    let searcher = Searcher::new(find(session.info().id).unwrap(), 4);
    analyse_game(&searcher, session, Limits::depth(depth), &CancelToken::new(), &mut |_| {}).unwrap()
}

/// The label of one move and its explanation in both languages.
fn one(game: &str, position: &str, text: &str, depth: u32) -> (Label, [String; 2]) {
    let before = session(game, position, &[]);
    let searcher = Searcher::new(find(game).unwrap(), 4);
    let report = analyse_move(&searcher, &before, text, Limits::depth(depth), &CancelToken::new()).unwrap();
    let explanation = explain_move(&before, &report);
    (report.label, Lang::ALL.map(|lang| explanation.explain(lang)))
}

const TWO_ROCKS: &str = "2o2/2o2/2n2/2n2/4o R 11 -";

#[test]
fn siam_winning_at_once_is_best_and_missing_it_is_bad() {
    let (label, _) = one("siam", TWO_ROCKS, "c2c3", 4);
    assert!(matches!(label, Label::Best | Label::Only), "{label:?}");
    let (label, [en, fr]) = one("siam", TWO_ROCKS, "c2c1S", 4);
    assert!(label.is_bad(), "{label:?}");
    assert!(en.contains("there was a move that wins at once: the rhino on c2 pushes north; "), "{en}");
    assert!(fr.contains("il y avait un coup qui gagne immédiatement : le rhinocéros en c2 pousse "), "{fr}");
}

#[test]
fn siam_pushing_a_rock_off_for_the_opponent_is_a_blunder() {
    let (label, [en, fr]) = one("siam", "oS3/1S2o/S4/s4/o4 E 10 -", "a3a2", 4);
    assert_eq!(label, Label::Blunder);
    assert!(en.starts_with("this was a blunder (") && en.contains("); it loses at once: "), "{en}");
    assert!(fr.starts_with("c’était une gaffe (") && fr.contains(") ; cela perd immédiatement : "), "{fr}");
}

#[test]
fn sam_liam_a_square_must_be_blocked() {
    let threatened = "6/6/6/6/6/AB4/D5 W -";
    let (label, [_, fr]) = one("samliam", threatened, "b1ne", 4);
    assert_eq!((label, fr.as_str()), (Label::Best, "c’était le meilleur coup (estimé)"));
    let (label, [en, fr]) = one("samliam", threatened, "f7ne", 4);
    assert_eq!(label, Label::Blunder);
    assert!(en.contains("it allows a reply that wins at once: Black places a triangle on b1, "), "{en}");
    assert!(
        fr.contains("cela permet une réponse qui gagne immédiatement : les Noirs posent un triangle "),
        "{fr}"
    );
}

#[test]
fn saigon_pushing_out_the_opponents_sixth_loses() {
    let (label, [en, _]) = one("saigon", "L/LD/L/DD L", "pr", 6);
    assert_eq!(label, Label::Blunder);
    assert!(
        en.contains("it loses at once: ") && en.contains("that wins at once: Light pushes to the left"),
        "{en}"
    );
    // In a lost position no move is labelled bad.
    let (label, [en, fr]) = one("saigon", "LL/LLLL/DL/DLD L", "pr", 6);
    assert_eq!(label, Label::Good);
    assert_eq!(
        en,
        "this changes nothing, the game was lost (proven); this holds out longer: Light pushes to the left; a light pallet falls out, 1 of 6"
    );
    assert!(
        fr.contains("était perdue (prouvé) ; ce coup tient plus longtemps : les Clairs poussent "),
        "{fr}"
    );
}

#[test]
fn palam_the_same_player_may_be_to_move_again() {
    // Two duels are left, and only one of the two pieces wins the game.
    let start = "-,-,-,-,-,-/e6,s4,-,-,-,-/-,-,-,-,-,e5/k3,-,-,-,-,- A - x 30-30";
    let labels = ["a3", "b3"].map(|first| analysed(&session("palam", start, &[first]), 12).moves[0].label);
    assert_eq!(labels, [Label::Only, Label::Blunder]);
    // The loser of a duel moves next, so a player may move twice in a row; evaluations keep the right sign.
    let report = analysed(&session("palam", start, &["a3", "f2", "b3"]), 12);
    let players: Vec<&str> = report.moves.iter().map(|mv| mv.player.code()).collect();
    assert_eq!(players, ["p2", "p1", "p2"]);
    assert!(report.moves.iter().all(|mv| mv.p1_win_chance == 0.0), "{report:?}");
    let report = analysed(&session("palam", start, &["b3", "a1", "f2", "a3"]), 12);
    let players: Vec<&str> = report.moves.iter().map(|mv| mv.player.code()).collect();
    assert_eq!(players, ["p2", "p1", "p1", "p2"]);
    assert!(report.moves.iter().all(|mv| mv.p1_win_chance == 1.0), "{report:?}");
}

#[test]
fn moves_of_both_players_are_labelled() {
    // White misses the threatened square, and Black completes it.
    let game = session("samliam", "6/6/6/6/6/AB4/6 B -", &["a1sw", "f7ne", "b1se"]);
    let report = analysed(&game, 4);
    let labels: Vec<Label> = report.moves.iter().map(|mv| mv.label).collect();
    assert_eq!(labels[1], Label::Blunder);
    assert!(matches!(labels[2], Label::Best | Label::Only));
    assert_eq!(report.moves[1].player, Player::P2);
    assert_eq!(report.moves[1].after.score, UciScore::Mate(-2));
    assert_eq!(report.moves[1].p1_win_chance, 1.0);
    assert_eq!(report.moves[2].after.score, UciScore::Mate(1));
    assert_eq!(report.turning_points, [2]);
    assert_eq!(report.players.p2.blunders, 1);
    assert!(report.players.p1.accuracy > report.players.p2.accuracy);
    assert_eq!(report.outcome.unwrap().winner, Some("p1"));
}

#[test]
fn analysis_of_random_games_is_bounded_and_deterministic() {
    for entry in mekong_catalog::GAMES {
        let mut game = entry.start(Variants::NONE, 5);
        let mut random = mekong_core::SplitMix64::new(9);
        for _ in 0..14 {
            game.play_random(&mut random);
        }
        let searcher = Searcher::new(entry, 1);
        let analyse = || {
            analyse_game(&searcher, &game, Limits::nodes(1_500), &CancelToken::new(), &mut |_| {}).unwrap()
        };
        let report = analyse();
        assert_eq!(report, analyse());
        assert_eq!(report.moves.len(), game.moves().len());
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
        // The annotated record can be replayed, and annotating it again changes nothing.
        let mut record = game.to_record();
        annotate(&mut record, &report, Lang::Fr);
        let text = record.to_pgn();
        let read = mekong_record::read_pgn(&text).unwrap().remove(0);
        assert_eq!(replay(&read).unwrap().moves(), game.moves());
        assert!(text.contains("[%eval "), "{text}");
        annotate(&mut record, &report, Lang::Fr);
        assert_eq!(record.to_pgn(), text);
        // Comments of earlier versions are replaced.
        let earlier = text.replace("(prouvé)", "(preuve)").replace("(estimé)", "(estimation)");
        let mut record = mekong_record::read_pgn(&earlier).unwrap().remove(0);
        annotate(&mut record, &report, Lang::Fr);
        assert_eq!(record.to_pgn(), text);
        // Every move has an explanation.
        let mut place = entry.start(Variants::NONE, 5);
        for mv in &report.moves {
            for lang in Lang::ALL {
                let text = explain_move(&place, mv).explain(lang);
                assert!(!text.is_empty());
                // The names of seats have no article: "des Éléphants", "d’Isis".
                for seat in place.info().seats {
                    let joined = [format!(" of {}", seat.get(lang)), format!(" de {}", seat.get(lang))];
                    assert!(joined.iter().all(|joined| !text.contains(joined)), "{text}");
                }
            }
            place.play(&mv.text).unwrap();
        }
    }
}

#[test]
fn plot_description_lists_bad_moves() {
    let report = analysed(&session("samliam", "6/6/6/6/6/AB4/6 B -", &["a1sw", "f7ne", "b1se"]), 4);
    let french = evaluation_plot(&report, "A < B", Lang::Fr);
    assert!(french.contains("2 f7ne : gaffe"), "{french}");
    assert!(french.contains("<title>A &lt; B</title>") && french.contains(">??</text>"), "{french}");
    assert!(french.contains("avantage : Blancs (p2), précision "), "{french}");
    // A game without moves can be plotted too.
    let empty = analysed(&session("samliam", "6/6/6/6/6/AB4/6 B -", &[]), 2);
    assert!(evaluation_plot(&empty, "", Lang::En).contains("Bad moves: none."));
}

#[test]
fn cancelled_analysis_returns_no_report() {
    let game = session("siam", TWO_ROCKS, &["c2c1S"]);
    let searcher = Searcher::new(find("siam").unwrap(), 1);
    let cancel = CancelToken::new();
    cancel.cancel();
    assert!(analyse_game(&searcher, &game, Limits::depth(2), &cancel, &mut |_| {}).is_none());
    let before = session("siam", TWO_ROCKS, &[]);
    let stopped = analyse_move(&searcher, &before, "c2c3", Limits::depth(2), &cancel);
    assert!(matches!(stopped, Err(AnalysisError::Cancelled)));
    assert!(find_hint(&searcher, &before, Limits::depth(2), &cancel).is_none());

    // Cancelled after the first analysed move.
    let game = session("samliam", "6/6/6/6/6/AB4/6 B -", &["a1sw", "f7ne", "b1se"]);
    let searcher = Searcher::new(find("samliam").unwrap(), 1);
    let cancel = CancelToken::new();
    let mut reported = 0;
    let report = analyse_game(&searcher, &game, Limits::depth(4), &cancel, &mut |_| {
        reported += 1;
        cancel.cancel();
    });
    assert!(report.is_none());
    assert_eq!(reported, 1);
}

#[test]
fn illegal_moves_and_other_games_are_rejected() {
    let before = session("siam", TWO_ROCKS, &[]);
    let searcher = Searcher::new(find("siam").unwrap(), 1);
    let refused =
        analyse_move(&searcher, &before, "nonsense", Limits::depth(1), &CancelToken::new()).unwrap_err();
    assert!(matches!(refused, AnalysisError::Move(_)));
    assert!(!refused.explain(Lang::Fr).is_empty());
    let other = find("palam").unwrap().start(Variants::NONE, 1);
    assert!(analyse_game(&searcher, &other, Limits::depth(1), &CancelToken::new(), &mut |_| {}).is_none());
}

#[test]
fn hints_come_in_two_steps() {
    let before = session("siam", TWO_ROCKS, &[]);
    let searcher = Searcher::new(find("siam").unwrap(), 1);
    let hint = find_hint(&searcher, &before, Limits::depth(3), &CancelToken::new()).unwrap();
    assert_eq!(hint.line, ["c2c3"]);
    let [look, whole] = hint.stages(Lang::En);
    assert_eq!(look.text, "look at your rhino on c2: it can win at once");
    assert_eq!((look.marks.len(), look.marks[0].at.as_str()), (1, "c2"));
    assert!(whole.text.ends_with("falls off the board (wins at once)"), "{}", whole.text);
    assert_eq!((whole.marks[0].at.as_str(), whole.marks[0].to.as_deref()), ("c2", Some("c3")));
    assert!(hint.reply(Lang::En).is_none(), "the game is over");
    let [_, whole] = hint.stages(Lang::Fr);
    assert!(whole.text.ends_with("tombe du plateau (gagne immédiatement)"), "{}", whole.text);
}

#[test]
fn hints_name_the_expected_reply() {
    for (game, position) in [("siam", "5/5/1ooo1/5/2N2 R 1 -"), ("samliam", "6/6/6/6/6/AB4/D5 W -")] {
        let before = session(game, position, &[]);
        let searcher = Searcher::new(find(game).unwrap(), 1);
        let hint = find_hint(&searcher, &before, Limits::depth(4), &CancelToken::new()).unwrap();
        let reply = hint.reply(Lang::Fr).unwrap();
        assert_eq!(reply.text, hint.line[1]);
        assert!(reply.marks.text.starts_with("réponse probable : "), "{}", reply.marks.text);
        assert!(reply.marks.marks.iter().all(|mark| mark.kind.code() == "reply"), "{:?}", reply.marks);
    }
}

#[test]
fn reports_serialize_to_json() {
    let report = analysed(&session("samliam", "6/6/6/6/6/AB4/D5 W -", &["f7ne"]), 4);
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
