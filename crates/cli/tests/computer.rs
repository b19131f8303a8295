//! Playing against the computer with and without a tablebase, and the commands for tablebases with valid and corrupt files.

use std::{fs, path::Path};

use crate::common::{Output, mekong, output_of};

fn with_cache(cache: &Path, args: &[&str], input: &str) -> Output {
    output_of(mekong(args).env("XDG_CACHE_HOME", cache).write_stdin(input))
}

#[test]
fn table_is_cached_and_replaced_if_corrupt() {
    let cache = tempfile::tempdir().unwrap();
    let probe = ["probe", "saigon", "--position", "LLDL/DDDL/LLLD/DDDL L", "--json"];
    let first = with_cache(cache.path(), &probe, "");
    assert_eq!(first.code, 0, "{}", first.err);
    let json: serde_json::Value = serde_json::from_str(&first.out).unwrap();
    assert_eq!(json["value"], "win");
    assert_eq!(json["distance"], 21);
    let moves = json["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 14);
    assert_eq!(moves[0]["value"], "win", "the best move is first");
    let path = cache.path().join("mekong/tables/saigon.table");
    let good = fs::read(&path).unwrap();
    let names: Vec<_> =
        fs::read_dir(path.parent().unwrap()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, ["saigon.table"], "no other files are left");

    // The computer plays from the table; undo takes its reply back too.
    let game = with_cache(cache.path(), &["play", "saigon", "--computer", "p2"], "1-3x3\nlist\nundo\nlist\n");
    assert_eq!(game.code, 0, "{}", game.err);
    assert!(game.out.contains("Dark (the computer): "), "{}", game.out);
    assert!(game.out.contains("no move yet"), "{}", game.out);
    // The first player has a winning position, and the computer keeps it.
    let game = with_cache(cache.path(), &["play", "saigon", "--computer", "p1", "--lang", "fr"], "pl\n");
    assert!(game.out.contains("Clairs (l’ordinateur) : 1-2x2"), "{}", game.out);

    // The same at level 10; hints and analysis use the table too.
    let args = ["play", "saigon", "--level", "10", "--coach"];
    let game = with_cache(cache.path(), &args, "eval\n1-3x2\nwhy\n");
    let value = "Light 100%, Dark 0%; for Light: win in 33 (proven: from the tablebase)";
    assert!(game.out.contains(value), "{}", game.out);
    let remark = "this was a blunder (proven): your winning chances drop from 100% to 0%";
    assert!(game.out.contains(remark), "{}", game.out);
    let said = game.out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        said.contains("there was a move that wins in 17 moves: Light moves 2 pallets from slot 1"),
        "{said}"
    );
    let pgn = "[Game \"saigon\"]\n\n1. 1-3x2 pl *\n";
    let analysed = with_cache(cache.path(), &["analyse", "-", "--format", "json"], pgn);
    let json: serde_json::Value = serde_json::from_str(&analysed.out).unwrap();
    let moves = &json["moves"];
    assert_eq!((&moves[0]["label"], &moves[1]["label"]), (&"blunder".into(), &"blunder".into()));
    assert_eq!(moves[0]["before"]["score"]["mate"], 33);
    assert_eq!(moves[0]["after"]["source"], "table");
    assert_eq!(moves[0]["line"].as_array().unwrap().len(), 33, "the complete line");
    let asked = with_cache(cache.path(), &["analyse", "--json"], r#"{"game":"saigon","lines":100}"#);
    let json: serde_json::Value = serde_json::from_str(&asked.out).unwrap();
    assert_eq!((&json["source"], &json["best"]), (&"table".into(), &"1-2x2".into()));
    assert_eq!(json["lines"].as_array().unwrap().len(), 20);

    // A corrupt file is reported and replaced.
    let mut bad = good.clone();
    bad[good.len() / 2] ^= 4;
    fs::write(&path, &bad).unwrap();
    let again = with_cache(cache.path(), &probe, "");
    assert_eq!((again.code, &again.out), (0, &first.out));
    assert!(again.err.contains("corrupt"), "{}", again.err);
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
fn search_finds_wins_in_one_move() {
    // The rhinos can push a rock off the edge.
    let args = ["play", "siam", "--computer", "p2", "--position", "2o2/2o2/2n2/2n2/4o R 11 -"];
    let game = output_of(&mut mekong(&args));
    assert!(game.out.contains("Rhinos (the computer): c2c3"), "{}", game.out);
    assert!(game.out.contains("Result:   0-1 (Rhinos, p2)"), "{}", game.out);
    let args = ["play", "samliam", "--computer", "p1", "--position", "6/6/6/6/6/AB4/D5 B -"];
    let game = output_of(&mut mekong(&args));
    assert!(game.out.contains("Black (the computer): b1se"), "{}", game.out);
    // Palam is played from the deal.
    let game =
        crate::common::feed(&["play", "palam", "--level", "1", "--side", "p2", "--seed", "3"], "list\n");
    assert_eq!(game.code, 0, "{}", game.err);
    assert!(game.out.contains("The computer plays Isis (p1) at level 1."), "{}", game.out);
}

#[test]
fn games_without_a_table_are_rejected() {
    for args in [&["solve", "siam"][..], &["probe", "samliam"], &["stats", "siam"]] {
        let refused = output_of(&mut mekong(args));
        assert_eq!(refused.code, 1);
        assert!(refused.err.contains("available for: Saigon"), "{}", refused.err);
    }
}
