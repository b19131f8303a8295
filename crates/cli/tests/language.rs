//! Which language is spoken, and what is said about mistakes in the use of the program.

mod common;

use common::{answer, feed, mekong, run, transcript};

/// The language that a run in this environment speaks.
fn spoken(environment: &[(&str, &str)], args: &[&str]) -> &'static str {
    let mut command = mekong(&["games"]);
    command.envs(environment.iter().copied()).args(args);
    if answer(&mut command).out.contains("Rhinocéros") { "fr" } else { "en" }
}

#[test]
fn the_language_is_that_of_the_environment_unless_asked_otherwise() {
    assert_eq!(spoken(&[], &[]), "en");
    assert_eq!(spoken(&[("LANG", "fr_FR.UTF-8")], &[]), "fr");
    assert_eq!(spoken(&[("LANG", "fr")], &[]), "fr");
    assert_eq!(spoken(&[("LANG", "de_DE.UTF-8")], &[]), "en");
    assert_eq!(spoken(&[("LANG", "C.UTF-8")], &[]), "en");
    assert_eq!(spoken(&[("LC_MESSAGES", "fr_CA"), ("LANG", "en_CA")], &[]), "fr");
    assert_eq!(spoken(&[("LC_ALL", "en_GB"), ("LC_MESSAGES", "fr_FR"), ("LANG", "fr_FR")], &[]), "en");
    assert_eq!(spoken(&[("LC_ALL", "fr_FR"), ("LANG", "en_US")], &[]), "fr");
    // An empty variable says nothing; one that says something else than French or English says English.
    assert_eq!(spoken(&[("LC_ALL", ""), ("LANG", "fr_FR")], &[]), "fr");
    assert_eq!(spoken(&[("LC_ALL", "C"), ("LANG", "fr_FR")], &[]), "en");
    assert_eq!(spoken(&[("LC_ALL", "fr_FR")], &["--lang", "en"]), "en");
    assert_eq!(spoken(&[("LC_ALL", "en_US")], &["--lang=fr"]), "fr");
}

#[test]
fn the_option_may_stand_anywhere() {
    let french = run(&["show", "saigon", "--lang", "fr"]).out;
    assert!(french.contains("Trait :"));
    assert_eq!(run(&["--lang", "fr", "show", "saigon"]).out, french);
    assert_eq!(run(&["show", "--lang=fr", "saigon"]).out, french);
}

const MISTAKES: &[&[&str]] = &[
    &["shwo", "siam"],
    &["show"],
    &["show", "siam", "--jsn"],
    &["show", "siam", "palam"],
    &["show", "siam", "--position"],
    &["show", "siam", "--seed", "-1"],
    &["show", "siam", "--seed", "18446744073709551616"],
    &["show", "siam", "--seed", ""],
    &["show", "siam", "--color", ""],
    &["play", "siam", "--level="],
    &["match", "siam", "--first", ""],
    &["match", "siam", "--games", "3"],
    &["load", "--seconds", "5"],
    &["help", "tune"],
    &["show", "siam", "--json", "--json"],
    &["show", "--batch", "siam"],
    &["show", "--batch", "--seed", "1"],
    &["show", "siam", "--color", "sometimes"],
    &["show", "siam", "--lang", "xx"],
    &["perft", "siam"],
    &["perft", "siam", "deep"],
    &["perft", "siam", "-1"],
    &["perft", "siam", "61"],
    &["perft", "siam", "1", "--threads", "0"],
    &["perft", "siam", "1", "--divide=yes"],
    &["random", "siam", "--games", "0"],
    &["random", "siam", "--games", "1.5"],
    &["replay"],
    &["replay", "game.pgn", "--to", "sgf"],
    &["play"],
    &["completions"],
    &["help", "everything"],
];

#[test]
fn mistakes_in_the_use_are_explained_in_both_languages() {
    for lang in ["en", "fr"] {
        let mut text = String::new();
        for args in MISTAKES {
            // The language goes first, so that a mistake at the end of the line stays there.
            let mut line = vec!["--lang", lang];
            line.extend(*args);
            let answer = run(&line);
            assert_eq!((answer.out.as_str(), answer.code), ("", 2), "{args:?}");
            common::write_down(&mut text, &line, &answer);
        }
        insta::assert_snapshot!(format!("mistakes_{lang}"), text);
    }
}

#[test]
fn no_english_words_are_left_in_french_mistakes() {
    for args in MISTAKES {
        let mut command = mekong(args);
        let said = answer(command.env("LANG", "fr_FR")).err;
        assert!(said.starts_with("mekong : "), "{said}");
        for english in ["error", "Usage", "invalid", "required", "unexpected", "For more", "possible values"]
        {
            assert!(!said.contains(english), "{english} in {said}");
        }
    }
}

#[test]
fn bad_input_is_explained_in_both_languages() {
    let position = "2s2/2N1w/1oEo1/eo2S/1N2n E 14 -";
    for lang in ["en", "fr"] {
        let text = transcript(&[
            &["--lang", lang, "show", "go"],
            &["--lang", lang, "show", "Siam"],
            &["--lang", lang, "show", "siam", "--variant", "flat"],
            &["--lang", lang, "show", "siam", "--variant", "chain,chain"],
            &["--lang", lang, "show", "samliam", "--variant", "flat"],
            &["--lang", lang, "show", "siam", "--position", ""],
            &["--lang", lang, "show", "siam", "--position", "5/5/1ooo1/5/5 X 0 -"],
            &["--lang", lang, "show", "saigon", "--position", "LLLL/DDDD/LLLL/DDDDD L"],
            &["--lang", lang, "show", "palam", "--position", "-/-/-/- I - s 0-0"],
            &["--lang", lang, "show", "siam", "--moves", "@c1N @c5S c1c2"],
            &["--lang", lang, "show", "siam", "--moves", "@c1N hello"],
            &["--lang", lang, "show", "siam", "--position", position, "--moves", "c3b3"],
            &["--lang", lang, "perft", "saigon", "2", "--moves", "pass"],
            &["--lang", lang, "diagram", "samliam", "--moves", "a1#"],
            &["--lang", lang, "diagram", "siam", "-o", "no/such/place.svg"],
            &["--lang", lang, "replay", "no-such-file.pgn"],
            &["--lang", lang, "replay", "."],
        ]);
        insta::assert_snapshot!(format!("bad_input_{lang}"), text);
        assert_eq!(text.matches("status: 1\n").count(), 17);
    }
}

#[test]
fn a_seed_where_there_is_no_deal_is_a_remark() {
    let said = transcript(&[
        &["perft", "siam", "1", "--seed", "7"],
        &["perft", "siam", "1", "--seed", "7", "--lang", "fr"],
        &["perft", "palam", "1", "--seed", "7", "--position", common::DEAL],
        &["perft", "palam", "1", "--seed", "7", "--position", common::DEAL, "--lang", "fr"],
    ]);
    insta::assert_snapshot!(said);
    // For random games a seed always means something.
    assert_eq!(run(&["random", "siam", "--games", "1", "--seed", "7"]).err, "");
}

#[test]
fn variants_are_named_in_one_text_or_several() {
    let plain = run(&["show", "siam", "--json"]).out;
    assert_eq!(run(&["show", "siam", "--json", "--variant", ""]).out, plain);
    let both = run(&["show", "siam", "--json", "--variant", "opening,chain"]).out;
    assert_ne!(both, plain);
    for args in [
        &["--variant", "chain", "--variant", "opening"][..],
        &["--variant", "Chain, opening"],
        &["--variant", "chain opening"],
        &["--variants=opening,chain"],
        &["--variant", "opening,,chain,"],
        &["--variant", "plain", "--variant", "opening,chain"],
    ] {
        assert_eq!(run(&[&["show", "siam", "--json"], args].concat()).out, both, "{args:?}");
    }
    assert_eq!(run(&["show", "siam", "--json", "--variant", "plain"]).out, plain);
}

#[cfg(unix)]
#[test]
fn an_argument_that_is_not_text_is_refused() {
    use std::{ffi::OsStr, os::unix::ffi::OsStrExt as _};
    let mut command = mekong(&["show"]);
    let said = answer(command.arg(OsStr::from_bytes(b"si\xffam")).env("LANG", "fr_FR"));
    assert_eq!(said.code, 2);
    assert!(said.err.contains("UTF-8"), "{}", said.err);
}

#[test]
fn colour_is_for_terminals_and_those_who_ask() {
    let colourful = |args: &[&str]| run(args).out.contains('\x1b');
    assert!(!colourful(&["show", "siam"]), "a pipe is no terminal");
    assert!(colourful(&["show", "siam", "--color", "always"]));
    assert!(!colourful(&["show", "siam", "--color", "never"]));
    // An option that is given weighs more than the environment.
    let mut command = mekong(&["show", "siam", "--color", "always"]);
    assert!(answer(command.env("NO_COLOR", "1")).out.contains('\x1b'));
    let mut command = mekong(&["show", "siam"]);
    assert!(!answer(command.env("NO_COLOR", "1")).out.contains('\x1b'));
    assert!(feed(&["play", "siam", "--color", "always"], "").out.contains("\x1b[33m"));
}
