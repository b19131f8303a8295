//! Morris, the example game of the feature `dev-games`, on the command line. It was added by the steps of CONTRIBUTING.md
//! and is not part of releases.

use crate::common::{feed, folder, run};

#[test]
fn game_can_be_played_to_its_end() {
    let output = feed(&["play", "morris"], "b2\nb2\na1\nc3\na3\na2\nc1\na2b3\nc2\nquit\n").out;
    assert!(output.contains("Three Men's Morris (traditional game)"), "{output}");
    assert!(output.contains("b2 is occupied"), "{output}");
    let won = feed(&["play", "morris", "--lang", "fr"], "b2\na1\na2\nb1\nc2\nquit\n").out;
    assert!(won.contains("Marelle à trois pions (jeu traditionnel)"), "{won}");
    assert!(won.contains("trois pions sont alignés"), "{won}");
}

#[test]
fn computer_plays_at_every_level() {
    for level in 1..=10 {
        let level = level.to_string();
        let output = feed(&["play", "morris", "--level", &level, "--seed", "1"], "b2\nquit\n");
        assert_eq!(output.code, 0, "{}", output.err);
        assert!(output.out.contains("to place: 2"), "{}", output.out);
    }
}

#[test]
fn matches_are_played_recorded_and_replayed() {
    let path = folder("morris-match").join("games.pgn");
    let path = path.to_str().unwrap();
    let players = ["--first", "nodes:500", "--second", "random", "--games", "4", "--seed", "2"];
    let played = run(&[&["match", "morris", "--pgn", path], &players[..]].concat());
    assert_eq!(played.code, 0, "{}", played.err);
    let replayed = run(&["replay", path]);
    assert_eq!(replayed.code, 0, "{}", replayed.err);
}

#[test]
fn morris_has_neither_bench_nor_table() {
    assert!(!run(&["bench", "--depth", "1"]).out.contains("morris"));
    assert_ne!(run(&["solve", "morris"]).code, 0);
}
