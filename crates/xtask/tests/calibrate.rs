//! `calibrate` measures the levels, here in very short games.

use std::fs;

use crate::common::{folder, run};
use serde_json::Value;

fn json(args: &[&str]) -> Value {
    let answer = run(args);
    assert_eq!(answer.code, 0, "{args:?}: {}", answer.err);
    serde_json::from_str(&answer.out).expect("one JSON object")
}

#[test]
fn levels_are_measured_and_written() {
    let folder = folder("calibrate");
    let args = ["calibrate", "samliam", "--levels", "1-3", "--games", "10"];
    let report = json(&[&args[..], &["--json"]].concat());
    assert_eq!(report["game"], "samliam");
    assert_eq!(report["command"], "cargo xtask calibrate samliam --games 10 --seed 1");
    let levels = report["levels"].as_array().unwrap();
    assert_eq!(levels.iter().map(|level| level["level"].as_u64().unwrap()).collect::<Vec<_>>(), [1, 2, 3]);
    assert_eq!((levels[0]["elo"].as_i64(), levels[0]["margin"].as_i64()), (Some(0), Some(0)));
    assert!(levels[2]["margin"].as_i64().unwrap() > 0);
    let matches = report["matches"].as_array().unwrap();
    assert_eq!(matches.len(), 4, "two pairs of levels, and two baselines for level 1");
    for played in matches {
        let games: u64 = ["won", "drawn", "lost"].iter().map(|key| played[key].as_u64().unwrap()).sum();
        assert_eq!(games, 10);
    }
    let printed = run(&[&args[..], &["--lang", "fr"]].concat());
    assert!(printed.out.contains("niveau") && printed.out.lines().count() == 5, "{}", printed.out);
    // Games without moves are drawn at once, which suffices to test the output.
    let quick = ["calibrate", "samliam", "--games", "2", "--max-plies", "1", "--out"];
    let file = folder.join("here.json");
    for (out, written) in [(&folder, folder.join("samliam.json")), (&file, file.clone())] {
        let output = run(&[&quick[..], &[out.to_str().unwrap()]].concat());
        assert_eq!(output.code, 0, "{}", output.err);
        let found: Value = serde_json::from_slice(&fs::read(&written).unwrap()).unwrap();
        assert_eq!(found["levels"].as_array().unwrap().len(), 10);
        assert_eq!(found["command"], "cargo xtask calibrate samliam --games 2 --seed 1 --max-plies 1");
        assert_eq!(found["matches"].as_array().unwrap().len(), 11);
        fs::remove_file(written).unwrap();
    }
    assert!(fs::read_dir(&folder).unwrap().next().is_none(), "no other files are left");
}

#[test]
fn invalid_arguments_are_explained() {
    for (args, words) in [
        (&["calibrate", "chess"][..], "game: \"chess\" is unknown"),
        (&["calibrate", "siam", "--levels", "1-3", "--out", "x"], "--out requires all levels"),
    ] {
        let refused = run(args);
        assert_eq!((refused.code, refused.out.as_str()), (1, ""), "{args:?}");
        assert!(refused.err.contains(words), "{}", refused.err);
    }
    for levels in ["3", "5-2", "0-4", "4-4", "a-b", "1-11"] {
        let refused = run(&["calibrate", "siam", "--levels", levels]);
        assert_eq!(refused.code, 2, "{levels}");
        assert!(refused.err.contains("two levels from 1 to 10"), "{}", refused.err);
    }
}
