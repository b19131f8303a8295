//! `games`, `show` and `diagram`: boards for people, JSON for programs.

use std::{fs, path::Path};

use crate::common::{DEAL, games, run, transcript, write_down};
use mekong_catalog::GAMES;
use mekong_core::Lang;
use serde_json::Value;

#[test]
fn the_games_are_listed_in_both_languages() {
    for (lang, name) in [(Lang::En, "en"), (Lang::Fr, "fr")] {
        let text = run(&["games", "--lang", name]).out;
        let json: Vec<Value> = serde_json::from_str(&run(&["games", "--json", "--lang", name]).out).unwrap();
        assert_eq!(json.len(), GAMES.len());
        for (entry, json) in GAMES.iter().zip(&json) {
            let info = entry.info();
            let (title, credit) = (info.title.get(lang), info.credit(lang));
            assert!(text.contains(&format!("{:<8} {title} ({credit})\n", info.id)), "{text}");
            assert_eq!((json["id"].as_str(), json["title"].as_str()), (Some(info.id), Some(title)));
            assert_eq!(json["author"].as_str(), info.author);
        }
        let (siam, notice) = (text.split("\n\n").next().unwrap(), text.split("\n\n").last().unwrap());
        insta::assert_snapshot!(format!("games_{name}"), format!("{siam}\n\n{notice}"));
        insta::assert_snapshot!(
            format!("games_json_{name}"),
            serde_json::to_string_pretty(&json[0]).unwrap()
        );
    }
}

#[test]
fn positions_of_each_game_are_shown() {
    let mut shown = 0;
    for game in games() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games").join(game);
        // A game may be without samples.
        let Ok(lines) = fs::read_to_string(folder.join("data/show.jsonl")) else { continue };
        let mut text = String::new();
        for line in lines.lines() {
            let options: Vec<&str> = serde_json::from_str(line).expect("the options of `mekong show`");
            let args = [&["show", game][..], &options].concat();
            write_down(&mut text, &args, &run(&args));
        }
        insta::assert_snapshot!(format!("show_{game}"), text);
        shown += 1;
    }
    assert!(shown > 0);
}

#[test]
fn ascii_boards_are_ascii() {
    for game in games() {
        let board = run(&["show", game, "--ascii"]).out;
        assert!(board.is_ascii(), "{board}");
    }
}

#[test]
fn json_has_the_documented_shape() {
    let output = transcript(&[
        &["show", "siam", "--json"],
        &["show", "siam", "--json", "--variant", "chain,opening"],
        &["show", "saigon", "--json", "--position", "-/LD/LD/LDDD L"],
        &["show", "saigon", "--json", "--position", "LL/LLLL/DL/LD L"],
        &["show", "saigon", "--json", "--moves", "1-2x1 4-3x1 2-1x1 3-4x1 1-2x1 4-3x1 2-1x1 3-4x1"],
        &["show", "palam", "--json", "--position", DEAL, "--moves", "b2"],
        &["show", "palam", "--json", "--seed", "1", "--moves", "a2"],
    ]);
    insta::assert_snapshot!(output);
}

#[test]
fn json_does_not_depend_on_the_language() {
    for game in games() {
        let english = run(&["show", game, "--json", "--seed", "5"]).out;
        assert_eq!(run(&["show", game, "--json", "--seed", "5", "--lang", "fr"]).out, english);
    }
}

#[test]
fn deal_without_a_seed_is_random_and_prints_its_seed() {
    let deals = [0, 1].map(|_| run(&["show", "palam"]).out);
    assert_ne!(deals[0], deals[1]);
    let seed =
        deals[0].split("--seed ").nth(1).and_then(|rest| rest.lines().next()).expect("the seed is printed");
    assert_eq!(run(&["show", "palam", "--seed", seed]).out, deals[0]);
}

#[test]
fn diagrams_are_svg_on_standard_output_or_in_a_file() {
    let folder = crate::common::folder("diagrams");
    for game in games() {
        let svg = run(&["diagram", game, "--seed", "1"]).out;
        assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"), "{svg}");
        let path = folder.join(game).with_extension("svg");
        let answer = run(&["diagram", game, "--seed", "1", "--output", path.to_str().unwrap()]);
        assert_eq!((answer.out.as_str(), answer.code), ("", 0));
        assert_eq!(std::fs::read_to_string(path).unwrap(), svg);
        assert_eq!(run(&["diagram", game, "--seed", "1", "-o", "-"]).out, svg);
    }
    assert_ne!(run(&["diagram", "siam"]).out, run(&["diagram", "siam", "--moves", "@a1N"]).out);
    assert!(run(&["diagram", "siam", "--lang", "fr"]).out.contains("Éléphants"));
}
