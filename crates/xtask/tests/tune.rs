//! `tune` writes the same weights every time, in the form of the file that the game is built with.

mod common;

use common::run;

#[test]
fn the_same_options_give_the_same_file_on_any_number_of_threads() {
    let weights = |threads, seed| {
        let options = ["--games", "12", "--nodes", "200", "--seed", seed, "--threads", threads];
        let answer = run(&[&["tune", "siam"], &options[..]].concat());
        assert_eq!(answer.code, 0, "{}", answer.err);
        answer.out
    };
    let file = weights("1", "7");
    assert_eq!(weights("3", "7"), file);
    assert_ne!(weights("1", "8"), file);
    assert!(file.contains("//! `cargo xtask tune siam --games 12 --nodes 200 --random-plies 10 --seed 7`."));
    let committed = include_str!("../../games/siam/src/weights.rs");
    let names = |text: &str| {
        text.lines()
            .filter_map(|line| line.split_once(" // "))
            .map(|(_, name)| name.to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(names(&file), names(committed), "the same features in the same order");
}

#[test]
fn a_game_without_weights_says_so() {
    let answer = run(&["tune", "saigon", "--lang", "fr"]);
    assert_eq!(answer.code, 1);
    assert!(answer.err.contains("n'a pas de poids à apprendre"), "{}", answer.err);
    assert_eq!(run(&["tune", "chess"]).code, 1);
    assert_eq!(run(&["tune", "siam", "--games", "0"]).code, 2);
}
