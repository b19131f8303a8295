//! Sentences for players, in both languages.

use mekong_core::{Lang, Narrate as _, Notation as _, Variants};
use mekong_morris::{Morris, Position};
use mekong_testkit::narration::check_narration;

#[test]
fn every_move_of_random_games_has_its_sentences() {
    assert!(check_narration::<Morris>(10, 40) > 0, "no final move");
}

#[test]
fn moves_are_described() {
    let cases = [
        ("3/3/3 W", "b2", "White places a man on b2", "les Blancs posent un pion en b2"),
        ("WB1/1B1/BWW B", "b2c3", "Black moves from b2 to c3", "les Noirs vont de b2 à c3"),
    ];
    for (text, code, en, fr) in cases {
        let position = Position::parse_position(text, Variants::NONE).unwrap();
        let mv = Position::parse_move(code).unwrap();
        assert_eq!(Lang::ALL.map(|lang| position.describe_move(mv, lang)), [en, fr]);
    }
}
