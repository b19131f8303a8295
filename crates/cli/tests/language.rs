//! The language of the output, and error messages about the command line.

use crate::common::{feed, mekong, output_of, run, transcript};

/// The language of the output in this environment.
fn output_language(environment: &[(&str, &str)], args: &[&str]) -> &'static str {
    let mut command = mekong(&["games"]);
    command.envs(environment.iter().copied()).args(args);
    if output_of(&mut command).out.contains("Rhinocéros") { "fr" } else { "en" }
}

#[test]
fn language_follows_the_environment_and_the_option() {
    assert_eq!(output_language(&[], &[]), "en");
    assert_eq!(output_language(&[("LANG", "fr_FR.UTF-8")], &[]), "fr");
    assert_eq!(output_language(&[("LANG", "fr")], &[]), "fr");
    assert_eq!(output_language(&[("LANG", "de_DE.UTF-8")], &[]), "en");
    assert_eq!(output_language(&[("LANG", "C.UTF-8")], &[]), "en");
    assert_eq!(output_language(&[("LC_MESSAGES", "fr_CA"), ("LANG", "en_CA")], &[]), "fr");
    assert_eq!(
        output_language(&[("LC_ALL", "en_GB"), ("LC_MESSAGES", "fr_FR"), ("LANG", "fr_FR")], &[]),
        "en"
    );
    assert_eq!(output_language(&[("LC_ALL", "fr_FR"), ("LANG", "en_US")], &[]), "fr");
    // Empty variables are ignored; a locale other than French selects English.
    assert_eq!(output_language(&[("LC_ALL", ""), ("LANG", "fr_FR")], &[]), "fr");
    assert_eq!(output_language(&[("LC_ALL", "C"), ("LANG", "fr_FR")], &[]), "en");
    assert_eq!(output_language(&[("LC_ALL", "fr_FR")], &["--lang", "en"]), "en");
    assert_eq!(output_language(&[("LC_ALL", "en_US")], &["--lang=fr"]), "fr");
}

#[test]
fn language_option_may_be_anywhere() {
    let french = run(&["show", "saigon", "--lang", "fr"]).out;
    assert!(french.contains("Trait :"));
    assert_eq!(run(&["--lang", "fr", "show", "saigon"]).out, french);
    assert_eq!(run(&["show", "--lang=fr", "saigon"]).out, french);
}

const USAGE_ERRORS: &[&[&str]] = &[
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
fn usage_errors_are_explained_in_both_languages() {
    for lang in ["en", "fr"] {
        let mut text = String::new();
        for args in USAGE_ERRORS {
            // The language goes first, so that an error at the end of the line stays there.
            let mut line = vec!["--lang", lang];
            line.extend(*args);
            let answer = run(&line);
            assert_eq!((answer.out.as_str(), answer.code), ("", 2), "{args:?}");
            crate::common::write_down(&mut text, &line, &answer);
        }
        insta::assert_snapshot!(format!("usage_errors_{lang}"), text);
    }
}

#[test]
fn french_usage_errors_contain_no_english() {
    for args in USAGE_ERRORS {
        let mut command = mekong(args);
        let output = output_of(command.env("LANG", "fr_FR")).err;
        assert!(output.starts_with("mekong : "), "{output}");
        for english in ["error", "Usage", "invalid ", "required", "unexpected", "For more", "possible values"]
        {
            assert!(!output.contains(english), "{english} in {output}");
        }
    }
}

#[test]
fn invalid_input_is_explained_in_both_languages() {
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
fn seed_without_a_deal_is_a_warning() {
    let output = transcript(&[
        &["perft", "siam", "1", "--seed", "7"],
        &["perft", "siam", "1", "--seed", "7", "--lang", "fr"],
        &["perft", "palam", "1", "--seed", "7", "--position", crate::common::DEAL],
        &["perft", "palam", "1", "--seed", "7", "--position", crate::common::DEAL, "--lang", "fr"],
    ]);
    insta::assert_snapshot!(output);
    // Random games always use the seed.
    assert_eq!(run(&["random", "siam", "--games", "1", "--seed", "7"]).err, "");
}

#[test]
fn variants_may_be_separated_or_repeated() {
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
fn argument_that_is_not_utf8_is_refused() {
    use std::{ffi::OsStr, os::unix::ffi::OsStrExt as _};
    let mut command = mekong(&["show"]);
    let output = output_of(command.arg(OsStr::from_bytes(b"si\xffam")).env("LANG", "fr_FR"));
    assert_eq!(output.code, 2);
    assert!(output.err.contains("UTF-8"), "{}", output.err);
}

#[test]
fn colour_is_used_on_terminals_or_on_request() {
    let colourful = |args: &[&str]| run(args).out.contains('\x1b');
    assert!(!colourful(&["show", "siam"]), "a pipe is not a terminal");
    assert!(colourful(&["show", "siam", "--color", "always"]));
    assert!(!colourful(&["show", "siam", "--color", "never"]));
    // The option has precedence over the environment.
    let mut command = mekong(&["show", "siam", "--color", "always"]);
    assert!(output_of(command.env("NO_COLOR", "1")).out.contains('\x1b'));
    let mut command = mekong(&["show", "siam"]);
    assert!(!output_of(command.env("NO_COLOR", "1")).out.contains('\x1b'));
    assert!(feed(&["play", "siam", "--color", "always"], "").out.contains("\x1b[33m"));
}
