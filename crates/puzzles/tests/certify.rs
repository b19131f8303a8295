//! Certificates and refusals of single positions.

use mekong_catalog::{GameSession, find};
use mekong_core::{CancelToken, Explain as _, Lang, Variants};
use mekong_players::Searcher;
use mekong_puzzles::{AttemptResult, CertifyError, Goal, GoalResult, ProofLimits, Prover, Puzzle, TryResult};

fn session(game: &str, position: &str) -> GameSession {
    find(game).unwrap().parse(position, Variants::NONE).unwrap()
}

fn certify(game: &str, position: &str, limits: ProofLimits) -> Result<Puzzle, CertifyError> {
    let searcher = Searcher::new(find(game).unwrap(), 8);
    Prover::new(&searcher).certify(&session(game, position), limits, &CancelToken::new())
}

const FORK: &str = "6/6/6/6/A5/A5/1CC3 B -";

#[test]
fn fork_is_the_only_move() {
    let puzzle = certify("samliam", FORK, ProofLimits::default()).unwrap();
    assert_eq!((puzzle.moves, puzzle.goal.within), (2, Some(3)));
    assert_eq!(puzzle.solution.len(), 1);
    assert_eq!(puzzle.solution[0].mv, "a1sw");
    assert!(puzzle.themes.contains(&"double-threat".to_owned()), "{:?}", puzzle.themes);
    // The first move, then any completing move.
    let last = puzzle.solution[0].then[0].mv.clone();
    assert_eq!(puzzle.check_attempt(&["a1sw", &last]).unwrap(), AttemptResult::Solved);
    let replies = puzzle.solution[0].replies.clone();
    assert_eq!(puzzle.check_attempt(&["a1sw"]).unwrap(), AttemptResult::Unfinished { replies });
    assert_eq!(puzzle.check_attempt(&["f7nw", "zz"]).unwrap(), AttemptResult::Wrong { index: 0 });
    assert!(
        puzzle.check_attempt(&["zz"]).is_err() && puzzle.check_attempt(&["a1sw", &last, "f7nw"]).is_err()
    );
}

#[test]
fn refusals_say_why() {
    let limits = ProofLimits { max_moves: 1, ..ProofLimits::default() };
    let refused = |game: &str, position: &str| certify(game, position, limits).unwrap_err();
    assert_eq!(refused("siam", "5/5/1ooo1/5/5 E 0 -"), CertifyError::NoWin { within: 1 });
    // Two moves of Isis win, one of Anubis does, and none if Isis leads by twenty points.
    let ending = |turn_and_score: &str| {
        format!(
            "-,-,-,-,-,-/e6,s4,-,-,-,-/-,-,-,-,-,e5/k3,-,-,-,-,- {}",
            turn_and_score.replace(' ', " - s ")
        )
    };
    let several = refused("palam", &ending("I 30-30"));
    assert!(matches!(several, CertifyError::Several { count: 2, draw: false, .. }), "{several:?}");
    assert!(several.to_string().contains("2 moves win (Isis engages the ankh 3 from a1"), "{several}");
    assert_eq!(refused("palam", &ending("A 40-20")), CertifyError::Lost);
    assert!(certify("palam", &ending("A 30-30"), ProofLimits::default()).is_ok());
    // Isis has engaged a piece, and one piece of Anubis matches.
    let answer = "-,-,-,-,-,-/e6,s4,-,-,-,-/-,-,-,-,-,e5/-,-,-,-,-,- A ak3 s 30-30";
    assert_eq!(refused("palam", answer), CertifyError::OneMove);
}

#[test]
fn limits_stop_a_proof() {
    let limits = ProofLimits { nodes: 10, ..ProofLimits::default() };
    assert_eq!(certify("siam", "5/5/1ooo1/5/5 E 0 -", limits).unwrap_err(), CertifyError::Limit);
    let cancel = CancelToken::new();
    cancel.cancel();
    let searcher = Searcher::new(find("siam").unwrap(), 8);
    let start = session("siam", "5/5/1ooo1/5/5 E 0 -");
    let refused = Prover::new(&searcher).certify(&start, ProofLimits::default(), &cancel).unwrap_err();
    assert_eq!(refused, CertifyError::Cancelled);
    for lang in Lang::ALL {
        assert!(!refused.explain(lang).is_empty());
    }
}

#[test]
fn tries_are_refuted() {
    let searcher = Searcher::new(find("samliam").unwrap(), 8);
    let mut prover = Prover::new(&searcher);
    let goal = Goal { result: GoalResult::Win, within: Some(3), distance: None, margin: None };
    let mut refute = |position: &str, mv: &str| {
        let session = session("samliam", position);
        prover.refutation(&session, mv, goal, ProofLimits::default(), &CancelToken::new(), Lang::En).unwrap()
    };
    let quiet = refute(FORK, "f7nw");
    assert_eq!(quiet.verdict, TryResult::NoWin);
    assert!(
        quiet.reply.is_some() && quiet.text.starts_with("this does not win within 2 moves: "),
        "{}",
        quiet.text
    );
    assert_eq!(refute(FORK, "a1sw").verdict, TryResult::Keeps);
    // White has three corners of a square.
    let loses = refute("6/6/6/6/6/ab4/d4A B -", "f7nw");
    assert_eq!((loses.verdict, loses.reply.as_deref()), (TryResult::Loses, Some("b1se")), "{}", loses.text);
}
