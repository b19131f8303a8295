//! Reachable positions and drawn cycles, on toy games.

use mekong_core::{CancelToken, Player, Value, Variants};
use mekong_solver::{Tablebase, solve};
use mekong_testkit::toys::{Nibble, Tug};

#[test]
fn drawn_positions_lie_on_cycles() {
    let tablebase: Tablebase<Tug<3>> = solve(Variants::NONE, 1, &CancelToken::new(), &|_, _| {}).unwrap();
    let drawn_cycles = tablebase.drawn_cycles();
    // The parity of the token's place alternates with the turn, which gives two separate cycles.
    assert_eq!(drawn_cycles.iter().map(Vec::len).collect::<Vec<_>>(), [4, 4]);
    for position in drawn_cycles.iter().flatten() {
        assert_eq!(tablebase.value(position), Value::Draw);
        let round = tablebase.shortest_cycle(position).expect("a way back");
        assert_eq!(round.iter().sum::<i8>(), 0, "the cycle returns to its start");
        assert_eq!(round.len(), 2);
    }
    assert_eq!(
        tablebase.shortest_cycle(&Tug { place: 2, turn: Player::P1 }),
        None,
        "a won position is on no drawing cycle"
    );
}

#[test]
fn move_to_the_own_symmetric_image_is_a_cycle() {
    let tablebase: Tablebase<Nibble> = solve(Variants::NONE, 1, &CancelToken::new(), &|_, _| {}).unwrap();
    let drawn_cycles = tablebase.drawn_cycles();
    assert!(!drawn_cycles.is_empty());
    for cycle in drawn_cycles {
        let [position] = cycle[..] else { panic!("passes only: {cycle:?}") };
        assert!(position.left.is_multiple_of(4));
        assert_eq!(tablebase.shortest_cycle(&position), Some(vec![0, 0]), "the other player passes too");
    }
}

#[test]
fn reachable_positions_are_counted_by_value() {
    let tablebase: Tablebase<Tug<3>> = solve(Variants::NONE, 1, &CancelToken::new(), &|_, _| {}).unwrap();
    let [counts] = &tablebase.reachable(&Tug::start())[..] else { panic!("one tier") };
    assert_eq!((counts.wins, counts.draws, counts.losses), (1, 4, 0));
    assert_eq!(counts.won_in, [0, 1]);
    let over = Tug { place: 3, turn: Player::P1 };
    assert!(tablebase.reachable(&over).iter().all(|counts| counts.total() == 0));

    let tablebase: Tablebase<Nibble> = solve(Variants::NONE, 1, &CancelToken::new(), &|_, _| {}).unwrap();
    let counts = tablebase.reachable(&Nibble { left: 5, turn: Player::P2 });
    let reached: Vec<u64> = counts.iter().map(mekong_solver::Counts::total).collect();
    assert_eq!(reached[..6], [1, 1, 1, 1, 1, 0], "heaps only shrink");
}
