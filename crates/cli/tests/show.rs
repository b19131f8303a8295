//! `games`, `show` and `diagram`: boards for people, JSON for programs.

mod common;

use common::{DEAL, GAMES, run, transcript};

#[test]
fn the_games_are_listed_in_both_languages() {
    for lang in ["en", "fr"] {
        let said = run(&["games", "--lang", lang]).out;
        insta::assert_snapshot!(format!("games_{lang}"), said);
        let said = run(&["games", "--json", "--lang", lang]).out;
        insta::assert_snapshot!(format!("games_json_{lang}"), said);
    }
}

#[test]
fn siam_is_shown() {
    let middle = "2s2/2N1w/1oEo1/eo2S/1N2n E 14 -";
    let said = transcript(&[
        &["show", "siam"],
        &["show", "siam", "--ascii", "--variant", "opening,single-exit"],
        &["show", "siam", "--lang", "fr", "--position", middle],
        &["show", "siam", "--ascii", "--lang", "fr", "--position", middle],
        &["show", "siam", "--position", "4o/4o/S4/s4/o4 E 10 -", "--moves", "a3a2"],
        &["show", "siam", "--position", "4o/4o/S4/s4/o4 E 10 -", "--moves", "a3a2", "--lang", "fr"],
    ]);
    insta::assert_snapshot!(said);
}

#[test]
fn sam_liam_is_shown() {
    let middle = "1a2B1/2(Ac)3/b4D/1C1d2/2q3/A3(BD)1/3c2 W s";
    let said = transcript(&[
        &["show", "samliam", "--position", middle],
        &["show", "samliam", "--ascii", "--lang", "fr", "--position", middle],
        &["show", "samliam", "--position", "6/6/6/6/6/AB4/DC4 W -"],
        &["show", "samliam", "--lang", "fr", "--position", "6/6/6/6/6/AB4/D5 B -", "--moves", "b1se"],
    ]);
    insta::assert_snapshot!(said);
}

#[test]
fn saigon_is_shown() {
    let gap = "LDDD/LLLL/LDDD/- D";
    let said = transcript(&[
        &["show", "saigon"],
        &["show", "saigon", "--ascii", "--variant", "flat", "--lang", "fr"],
        &["show", "saigon", "--position", gap],
        &["show", "saigon", "--position", gap, "--ascii", "--lang", "fr"],
        &["show", "saigon", "--position", "-/LD/LD/LDDD L"],
        &["show", "saigon", "--position", "-/LD/LD/LDDD L", "--lang", "fr"],
        &["show", "saigon", "--position", "LL/LLLL/DL/DLD L", "--moves", "pr"],
        &["show", "saigon", "--moves", "1-2x1 4-3x1 2-1x1 3-4x1 1-2x1 4-3x1 2-1x1 3-4x1"],
        &["show", "saigon", "--moves", "1-2x1 4-3x1 2-1x1 3-4x1 1-2x1 4-3x1 2-1x1 3-4x1", "--lang", "fr"],
    ]);
    insta::assert_snapshot!(said);
}

#[test]
fn palam_is_shown() {
    let last = "-,-,-,-,-,-/e6,-,-,-,-,-/-,-,-,-,-,-/-,-,-,-,-,- A fe5 s 40-22";
    let said = transcript(&[
        &["show", "palam", "--seed", "1"],
        &["show", "palam", "--position", DEAL, "--moves", "b2"],
        &["show", "palam", "--position", DEAL, "--moves", "b2", "--ascii", "--lang", "fr"],
        &["show", "palam", "--variant", "draft", "--seed", "1", "--moves", "K5@a1"],
        &["show", "palam", "--position", last, "--moves", "a3"],
        &["show", "palam", "--position", last, "--moves", "a3", "--lang", "fr"],
    ]);
    insta::assert_snapshot!(said);
}

#[test]
fn ascii_boards_are_ascii() {
    for game in GAMES {
        let board = run(&["show", game, "--ascii"]).out;
        assert!(board.is_ascii(), "{board}");
    }
}

#[test]
fn json_has_the_shape_of_the_contract() {
    let said = transcript(&[
        &["show", "siam", "--json"],
        &["show", "siam", "--json", "--variant", "chain,opening"],
        &["show", "saigon", "--json", "--position", "-/LD/LD/LDDD L"],
        &["show", "saigon", "--json", "--position", "LL/LLLL/DL/LD L"],
        &["show", "saigon", "--json", "--moves", "1-2x1 4-3x1 2-1x1 3-4x1 1-2x1 4-3x1 2-1x1 3-4x1"],
        &["show", "palam", "--json", "--position", DEAL, "--moves", "b2"],
        &["show", "palam", "--json", "--seed", "1", "--moves", "a2"],
    ]);
    insta::assert_snapshot!(said);
}

#[test]
fn json_does_not_depend_on_the_language() {
    for game in GAMES {
        let english = run(&["show", game, "--json", "--seed", "5"]).out;
        assert_eq!(run(&["show", game, "--json", "--seed", "5", "--lang", "fr"]).out, english);
    }
}

#[test]
fn a_deal_without_a_seed_is_fresh_and_named() {
    let deals = [0, 1].map(|_| run(&["show", "palam"]).out);
    assert_ne!(deals[0], deals[1]);
    let seed = deals[0].split("--seed ").nth(1).and_then(|rest| rest.lines().next()).expect("the seed");
    assert_eq!(run(&["show", "palam", "--seed", seed]).out, deals[0]);
}

#[test]
fn diagrams_are_svg_on_standard_output_or_in_a_file() {
    let directory = common::directory("diagrams");
    for game in GAMES {
        let svg = run(&["diagram", game, "--seed", "1"]).out;
        assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"), "{svg}");
        let path = directory.join(game).with_extension("svg");
        let answer = run(&["diagram", game, "--seed", "1", "--output", path.to_str().unwrap()]);
        assert_eq!((answer.out.as_str(), answer.code), ("", 0));
        assert_eq!(std::fs::read_to_string(path).unwrap(), svg);
        assert_eq!(run(&["diagram", game, "--seed", "1", "-o", "-"]).out, svg);
    }
    assert_ne!(run(&["diagram", "siam"]).out, run(&["diagram", "siam", "--moves", "@a1N"]).out);
    assert!(run(&["diagram", "siam", "--lang", "fr"]).out.contains("Éléphants"));
}
