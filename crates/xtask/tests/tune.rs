//! `tune` is deterministic and writes the weights as the source file of the game.

use crate::common::run;

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
fn a_game_without_weights_is_rejected() {
    let answer = run(&["tune", "saigon", "--lang", "fr"]);
    assert_eq!(answer.code, 1);
    assert!(answer.err.contains("n’a pas de poids à ajuster"), "{}", answer.err);
    assert_eq!(run(&["tune", "chess"]).code, 1);
    assert_eq!(run(&["tune", "siam", "--games", "0"]).code, 2);
}

#[test]
fn unwritable_output_is_reported_first() {
    for tool in ["tune", "calibrate"] {
        // The number of games would take days.
        let args = [tool, "siam", "--games", "1000000", "--out", "no/such/file"];
        let answer = run(&args);
        assert_eq!((answer.code, answer.out.as_str()), (1, ""), "{tool}: {}", answer.err);
        assert_eq!(answer.err, "xtask: no/such/file: no such file or folder\n", "{tool}");
    }
}
