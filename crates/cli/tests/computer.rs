//! Playing Saigon against the table, and the table commands with good and bad files.

mod common;

use std::{fs, path::Path};

use common::{Answer, answer, mekong};

fn with_cache(cache: &Path, args: &[&str], input: &str) -> Answer {
    answer(mekong(args).env("XDG_CACHE_HOME", cache).write_stdin(input))
}

#[test]
fn the_table_is_made_once_used_again_and_replaced_when_damaged() {
    let cache = tempfile::tempdir().unwrap();
    let probe = ["probe", "saigon", "--position", "LLDL/DDDL/LLLD/DDDL L", "--json"];
    let first = with_cache(cache.path(), &probe, "");
    assert_eq!(first.code, 0, "{}", first.err);
    let json: serde_json::Value = serde_json::from_str(&first.out).unwrap();
    assert_eq!(json["value"], "win");
    assert_eq!(json["distance"], 21);
    let moves = json["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 14);
    assert_eq!(moves[0]["value"], "win", "the best comes first");
    let path = cache.path().join("mekong/tables/saigon.table");
    let good = fs::read(&path).unwrap();
    let names: Vec<_> =
        fs::read_dir(path.parent().unwrap()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, ["saigon.table"], "nothing else is left behind");

    // The computer plays the second side from it, and takes its answer back with the move.
    let game = with_cache(cache.path(), &["play", "saigon", "--computer", "p2"], "1-3x3\nlist\nundo\nlist\n");
    assert_eq!(game.code, 0, "{}", game.err);
    assert!(game.out.contains("Dark (the computer): "), "{}", game.out);
    assert!(game.out.contains("no move yet"), "{}", game.out);
    // The first player has a won game, and the computer wins it as the first player.
    let game = with_cache(cache.path(), &["play", "saigon", "--computer", "p1", "--lang", "fr"], "pl\n");
    assert!(game.out.contains("Clairs (l'ordinateur) : 1-2x2"), "{}", game.out);

    // The same at level 10; the coach and the analysis look values up as well.
    let args = ["play", "saigon", "--level", "10", "--hints"];
    let game = with_cache(cache.path(), &args, "eval\n1-3x2\nwhy\n");
    let value = "Light 100%, Dark 0%; for Light: win in 33 (proven: from the table)";
    assert!(game.out.contains(value), "{}", game.out);
    let remark = "1-3x2 was a blunder (proven): your chances fall from 100% to 0%";
    assert!(game.out.contains(remark), "{}", game.out);
    assert!(game.out.contains("1-2x2 wins in 33 plies: 1-2x2 "), "{}", game.out);
    assert!(!game.out.contains('…'), "a proven line goes to the end: {}", game.out);
    let pgn = "[Game \"saigon\"]\n\n1. 1-3x2 pl *\n";
    let judged = with_cache(cache.path(), &["analyse", "-", "--format", "json"], pgn);
    let json: serde_json::Value = serde_json::from_str(&judged.out).unwrap();
    let moves = &json["moves"];
    assert_eq!((&moves[0]["label"], &moves[1]["label"]), (&"blunder".into(), &"blunder".into()));
    assert_eq!(moves[0]["before"]["score"]["mate"], 33);
    assert_eq!(moves[0]["after"]["source"], "table");
    assert_eq!(moves[0]["line"].as_array().unwrap().len(), 33, "the whole line");
    let asked = with_cache(cache.path(), &["analyse", "--json"], r#"{"game":"saigon","lines":100}"#);
    let json: serde_json::Value = serde_json::from_str(&asked.out).unwrap();
    assert_eq!((&json["source"], &json["best"]), (&"table".into(), &"1-2x2".into()));
    assert_eq!(json["lines"].as_array().unwrap().len(), 20);

    // A damaged file is noticed, told and made anew.
    let mut bad = good.clone();
    bad[good.len() / 2] ^= 4;
    fs::write(&path, &bad).unwrap();
    let again = with_cache(cache.path(), &probe, "");
    assert_eq!((again.code, &again.out), (0, &first.out));
    assert!(again.err.contains("damaged"), "{}", again.err);
    assert_eq!(fs::read(&path).unwrap(), good);

    let file = cache.path().join("bad.table");
    fs::write(&file, &bad).unwrap();
    for command in ["verify", "stats"] {
        let refused = with_cache(cache.path(), &[command, "saigon", file.to_str().unwrap()], "");
        assert_eq!(refused.code, 1);
        assert!(refused.err.contains("checksum"), "{}", refused.err);
    }
    fs::write(&file, &good[..good.len() / 2]).unwrap();
    let refused = with_cache(cache.path(), &["verify", "saigon", file.to_str().unwrap(), "--lang", "fr"], "");
    assert!(refused.err.contains("tronquée"), "{}", refused.err);
    let verified = with_cache(cache.path(), &["verify", "saigon", path.to_str().unwrap()], "");
    assert_eq!(verified.code, 0, "{}", verified.err);
    assert!(verified.out.contains("7822254 values"), "{}", verified.out);
    let stats = with_cache(cache.path(), &["stats", "saigon", "--json"], "");
    let json: serde_json::Value = serde_json::from_str(&stats.out).unwrap();
    assert_eq!(json["tiers"].as_array().unwrap().len(), 36);
}

#[test]
fn the_search_plays_siam_and_sam_liam_and_takes_a_win() {
    // The rhinos have a rock at the edge and push it off.
    let args = ["play", "siam", "--computer", "p2", "--position", "2o2/2o2/2n2/2n2/4o R 11 -"];
    let game = answer(&mut mekong(&args));
    assert!(game.out.contains("Rhinos (the computer): c2c3"), "{}", game.out);
    assert!(game.out.contains("Rhinos (p2) won"), "{}", game.out);
    let args = ["play", "samliam", "--computer", "p1", "--position", "6/6/6/6/6/AB4/D5 B -"];
    let game = answer(&mut mekong(&args));
    assert!(game.out.contains("Black (the computer): b1se"), "{}", game.out);
    // Palam is played too, from the deal on.
    let game = common::feed(&["play", "palam", "--level", "1", "--side", "p2", "--seed", "3"], "list\n");
    assert_eq!(game.code, 0, "{}", game.err);
    assert!(game.out.contains("The computer plays Isis (p1) at level 1."), "{}", game.out);
}

#[test]
fn games_without_a_table_say_so() {
    for args in [&["solve", "siam"][..], &["probe", "samliam"], &["stats", "siam"]] {
        let refused = answer(&mut mekong(args));
        assert_eq!(refused.code, 1);
        assert!(refused.err.contains("games with tables: Saigon"), "{}", refused.err);
    }
}
