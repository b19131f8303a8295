//! `play` as a script or a patient test can play it: through a pipe.

mod common;

use std::fs;

use common::{Answer, DEAL, answer, feed, mekong, write_down};

/// Plays in a directory of its own, and writes down what a terminal would have shown.
fn table(name: &str, args: &[&str], lines: &[&str]) -> String {
    let mut command = mekong(args);
    command.current_dir(common::directory(name)).write_stdin(lines.join("\n"));
    let mut text = String::new();
    write_down(&mut text, args, &answer(&mut command));
    text
}

#[test]
fn a_game_of_siam_is_played_to_its_end() {
    let said = table(
        "play-siam",
        &["play", "siam"],
        &[
            "@c1N", "@c5S", "c1c2N", "c5c4S", "@c1N", "@c5S", "@c1N", "@a4E", "@c1N", "a4b4E", "c4c5",
            "moves", "c4c5", "undo", "redo", "resign", "quit",
        ],
    );
    insta::assert_snapshot!(said);
}

#[test]
fn mistakes_are_explained_in_french() {
    let said = table(
        "play-fr",
        &["play", "saigon", "--lang", "fr", "--variant", "flat"],
        &[
            "bonjour",
            "1-2x9",
            "2-1x1",
            "pass",
            "",
            "annuler",
            "refaire",
            "liste",
            "aide",
            "coups",
            "pr",
            "liste",
            "plateau",
            "annuler",
            "refaire",
            "enregistrer",
            "quitter",
        ],
    );
    insta::assert_snapshot!(said);
}

#[test]
fn mistakes_are_explained_in_english() {
    let said = table(
        "play-en",
        &["play", "palam", "--position", DEAL, "--ascii"],
        &["help", "hello", "a1", "b2", "a1c2", "list", "a3", "f2 b3", "b2", "save", "q"],
    );
    insta::assert_snapshot!(said);
}

#[test]
fn several_moves_in_a_line_stop_at_the_first_mistake() {
    let answer = feed(&["play", "saigon"], "pr pl 1-1x1 pr\nlist\n");
    assert!(answer.out.contains("  1. pr  pl\n"), "{}", answer.out);
    assert!(answer.out.contains("\"1-1x1\" is not a move"), "{}", answer.out);
}

#[test]
fn a_resignation_ends_the_game_until_it_is_taken_back() {
    let said = table(
        "play-resign",
        &["play", "samliam", "--moves", "a1nw"],
        &["abandonner", "b2ne", "moves", "resign", "undo", "redo", "b2ne"],
    );
    insta::assert_snapshot!(said);
}

#[test]
fn words_of_both_languages_and_any_case_are_understood() {
    for quit in ["quit", "QUIT", "quitter", "exit", "q"] {
        let answer = feed(&["play", "siam"], format!("{quit}\n@c1N\n"));
        assert!(!answer.out.contains("@c1N"), "{quit}");
        assert_eq!(answer.code, 0);
    }
}

#[test]
fn games_are_saved_in_new_files_only() {
    let directory = common::directory("play-save");
    let play = |lines: &str| -> Answer {
        answer(mekong(&["play", "saigon"]).current_dir(&directory).write_stdin(lines))
    };
    let saved = play("pr\npl\nsave game.pgn\nsave game.pgn\nsave no/such/folder.pgn\nsave .\n");
    let path = directory.join("game.pgn");
    let record = fs::read_to_string(&path).expect("the game was saved");
    let lines: Vec<&str> = saved.out.lines().filter(|line| line.contains("saved")).collect();
    let said = lines.join("\n");
    insta::assert_snapshot!(said);
    let refused = play("pr\nsave game.pgn\n").out;
    assert!(refused.contains("not saved in game.pgn: this file exists already"), "{refused}");
    assert_eq!(fs::read_to_string(&path).unwrap(), record, "the first game is still there");
    let replayed = answer(mekong(&["replay", "game.pgn"]).current_dir(&directory));
    assert_eq!(replayed.code, 0, "{}", replayed.err);
    insta::assert_snapshot!("saved_record", record);

    play("pr\nresign\nsave resigned.pgn\n");
    let resigned = fs::read_to_string(directory.join("resigned.pgn")).expect("the game was saved");
    assert!(resigned.contains("[Result \"1-0\"]") && resigned.ends_with("1. pr 1-0\n"), "{resigned}");
}

#[test]
fn a_game_left_can_be_taken_up_again() {
    for args in [
        &["play", "siam", "--variant", "opening,chain"][..],
        &["play", "palam", "--seed", "3"],
        &["play", "saigon", "--position", "-/DLLLLLLDDDDDDL/D/L L"],
    ] {
        let first = answer(mekong(args).write_stdin("moves\n"));
        let mv = first.out.lines().rev().find_map(|line| line.strip_prefix("  ")).expect("a list of moves");
        let mv = mv.split_whitespace().next().expect("a move");
        let left = answer(mekong(args).write_stdin(mv)).out;
        let command = left.lines().last().expect("the command to go on with");
        assert!(command.starts_with("mekong play "), "{command}");
        // As a shell would read it.
        let mut words: Vec<&str> = Vec::new();
        for (index, part) in command.split('"').enumerate() {
            if index % 2 == 1 { words.push(part) } else { words.extend(part.split_whitespace()) }
        }
        let resumed = answer(mekong(&words[1..]).write_stdin("list\n"));
        assert!(resumed.out.contains(&format!("  1. {mv}\n")), "{}{}", resumed.out, resumed.err);
    }
}

#[test]
fn the_end_of_the_input_ends_the_game_quietly() {
    let answer = feed(&["play", "siam"], "");
    assert_eq!((answer.err.as_str(), answer.code), ("", 0));
    assert!(answer.out.ends_with("Elephants> \n"), "{}", answer.out);
    let answer = feed(&["play", "siam"], b"\xff\xfe\n@c1N".as_slice());
    assert_eq!(answer.code, 0);
    assert!(answer.out.contains("is not a move"), "{}", answer.out);
    assert!(answer.out.ends_with("mekong play siam --moves \"@c1N\"\n"), "{}", answer.out);
}
