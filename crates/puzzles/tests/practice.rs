//! Practice against perfect play: what the pages say about a move follows from these proofs.

use mekong_catalog::GAMES;
use mekong_core::CancelToken;
use mekong_players::Searcher;
use mekong_puzzles::{Practice, ProofKind, ProofLimits, Prover, collection};

/// The limits of the pages (`NODES` in `web/src/rules/prover.ts`).
const LIMITS: ProofLimits = ProofLimits { max_moves: 4, nodes: 5_000_000, extra_plies: 2 };

/// Plays a position to its end, both sides perfectly.
fn play_out(practice: &Practice, prover: &mut Prover<'_>) {
    let mut session = practice.open().unwrap();
    let mut left = practice.goal.distance.unwrap();
    while session.outcome().is_none() {
        let best = prover.best_move(&session, LIMITS, &CancelToken::new()).unwrap();
        let is_solver = session.turn() == Some(practice.side);
        let expected = (Some(if is_solver { 1 } else { -1 }), Some(left));
        assert_eq!(
            (best.proven.result, best.proven.plies),
            expected,
            "{} at {}",
            practice.id,
            session.position_text()
        );
        session.play(&best.mv).unwrap();
        left -= 1;
    }
    assert_eq!((session.outcome().unwrap().winner, left), (Some(practice.side), 0), "{}", practice.id);
}

/// A perfect move is never called a mistake: the result of every position on the way is proven within the limits of the pages.
#[test]
fn forced_wins_stay_proven_to_the_end() {
    let mut played = 0;
    for entry in GAMES {
        let searcher = Searcher::new(entry, 1);
        let mut prover = Prover::new(&searcher);
        let positions = collection(entry.info().id).practice.iter();
        for practice in positions.filter(|practice| practice.proof == ProofKind::Search) {
            play_out(practice, &mut prover);
            played += 1;
        }
    }
    assert!(played >= 200, "{played} positions");
}
