//! The Monte Carlo baseline on toy games.

use mekong_core::{CancelToken, Player};
use mekong_engine::{Limits, Mcts};
use mekong_testkit::toys::{Nibble, Tug};

#[test]
fn mcts_finds_winning_moves() {
    let search = |position| Mcts::new(1).search(&position, Limits::nodes(2_000), &CancelToken::new());
    let found = search(Nibble { left: 3, turn: Player::P1 });
    assert_eq!(found.best, Some(2), "eat two, and the opponent must eat the last");
    assert!(found.win_rate > 0.9);
    assert_eq!(found.playouts, 2_000);
    assert_eq!(search(Nibble { left: 2, turn: Player::P2 }).best, Some(1));
}

#[test]
fn mcts_scores_for_the_player_to_move() {
    for (turn, best) in [(Player::P1, 1), (Player::P2, -1)] {
        let place = if turn == Player::P1 { 2 } else { -2 };
        let found = Mcts::new(5).search(&Tug::<3> { place, turn }, Limits::nodes(500), &CancelToken::new());
        assert_eq!(found.best, Some(best));
    }
}

#[test]
fn mcts_is_deterministic_and_cancellable() {
    let run = |seed| Mcts::new(seed).search(&Tug::<6>::start(), Limits::nodes(300), &CancelToken::new());
    assert_eq!(run(7), run(7));
    let cancelled = CancelToken::new();
    cancelled.cancel();
    let stopped = Mcts::new(7).search(&Tug::<6>::start(), Limits::default(), &cancelled);
    assert_eq!(stopped.playouts, 0);
    assert!(stopped.best.is_some(), "a legal move all the same");
    let over = Tug::<3> { place: 3, turn: Player::P1 };
    assert_eq!(Mcts::new(7).search(&over, Limits::default(), &CancelToken::new()).best, None);
}
