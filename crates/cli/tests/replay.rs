//! `replay`: records are validated, shown and converted.

use std::fs;

use crate::common::{feed, mekong, output_of, write_down};

const GAME: &str = "[Event \"Coupe\"]
[Site \"?\"]
[Date \"2026.05.01\"]
[Round \"1\"]
[White \"Lise\"]
[Black \"?\"]
[Result \"1-0\"]
[Game \"siam\"]

1. @c1N @c5S 2. c1c2N c5c4S 3. @c1N @c5S 4. @c1N @a4E $6 { better is c5b5E }
(4... c5b5E 5. @c1N) 5. @c1N a4b4E 6. c4c5 1-0
";

/// Writes files, replays each in both languages, and returns the output.
fn replayed(name: &str, files: &[(&str, &str)]) -> String {
    let folder = crate::common::folder(name);
    let mut text = String::new();
    for (file, content) in files {
        fs::write(folder.join(file), content).unwrap();
        for lang in ["en", "fr"] {
            let args = ["replay", file, "--lang", lang];
            write_down(&mut text, &args, &output_of(mekong(&args).current_dir(&folder)));
        }
    }
    text
}

#[test]
fn valid_records_are_shown_at_their_end() {
    let unfinished = "[Game \"saigon\"]\n[Variant \"flat\"]\n\n1. pr pl *\n";
    let several = format!("{unfinished}\n[Game \"samliam\"]\n[White \"?\"]\n[Black \"Zoé\"]\n\n*\n");
    let output = replayed("replay-good", &[("game.pgn", GAME), ("several.pgn", &several)]);
    insta::assert_snapshot!(output);
}

#[test]
fn invalid_records_are_rejected_with_line_and_column() {
    let game = |moves: &str| format!("[Game \"siam\"]\n\n{moves}\n");
    let output = replayed(
        "replay-bad",
        &[
            ("empty.pgn", ""),
            ("no-game-tag.pgn", "1. pr *\n"),
            ("unknown-game.pgn", "[Game \"go\"]\n\n*\n"),
            ("unknown-variant.pgn", "[Game \"siam\"]\n[Variant \"chain,flat\"]\n\n*\n"),
            ("bad-fen.pgn", "[Game \"siam\"]\n[FEN \"5/5/5/5/5 E 0 -\"]\n\n*\n"),
            ("no-deal.pgn", "[Game \"palam\"]\n\n1. a2 *\n"),
            ("no-result.pgn", &game("1. @c1N")),
            ("open-comment.pgn", &game("1. @c1N { hello\n*")),
            ("unreadable.pgn", &game("1. @c1N hello *")),
            ("illegal.pgn", &game("1. @c1N @c5S\n2. c1c2 *")),
            ("illegal-in-variation.pgn", &game("1. @c1N (1. @c1S @c1N) 1... @c5S *")),
            ("after-the-end.pgn", &GAME.replace("c4c5 1-0", "c4c5 @a1N 1-0")),
            ("wrong-result.pgn", &GAME.replace("1-0", "0-1")),
            ("other-result-tag.pgn", &GAME.replace("[Result \"1-0\"]", "[Result \"*\"]")),
            ("second-game.pgn", &format!("{GAME}\n[Game \"saigon\"]\n\n1. pass *\n")),
            ("not.json", "{\"tags\": oops"),
            ("other.json", "{\"hello\": 3}"),
            ("begun.json", "{"),
            ("cut-off.json", "[\n{\"tags\": {\"Game\": \"siam\"},\n \"moves\": [{\"move\": \"@c1N\""),
            ("no-json.json", "hello"),
            ("empty.json", "\n"),
        ],
    );
    assert_eq!(output.matches("status: 1\n").count(), 2 * 21, "{output}");
    insta::assert_snapshot!(output);
}

#[test]
fn truncated_json_is_reported_as_json_for_any_extension() {
    let json = feed(&["replay", "-", "--to", "json"], GAME).out;
    let folder = crate::common::folder("replay-cut-off");
    for end in (1..json.trim_end().len()).step_by(7) {
        for name in ["game.json", "game.pgn", "game"] {
            fs::write(folder.join(name), &json[..end]).unwrap();
            let output = output_of(mekong(&["replay", name]).current_dir(&folder)).err;
            assert!(output.starts_with(&format!("mekong: {name}: line ")), "{end}: {output}");
            assert!(output.contains("this is not JSON: ") && !output.contains("comment"), "{end}: {output}");
        }
    }
}

#[test]
fn format_is_detected_despite_the_extension() {
    // Earlier versions saved PGN with any extension.
    let json = feed(&["replay", "-", "--to", "json"], GAME).out;
    let folder = crate::common::folder("replay-names");
    let shown = feed(&["replay", "-"], GAME).out;
    for (name, text) in [("a.json", GAME), ("a.pgn", &json), ("one.pgn", json[2..].trim_end_matches("]\n"))] {
        fs::write(folder.join(name), text).unwrap();
        let replayed = output_of(mekong(&["replay", name]).current_dir(&folder));
        assert_eq!((replayed.out.as_str(), replayed.err.as_str()), (shown.as_str(), ""), "{name}");
    }
}

#[test]
fn invalid_utf8_is_reported_with_its_position() {
    let answer = feed(&["replay", "-"], b"[Game \"siam\"]\n\n1. \xff *\n".as_slice());
    assert_eq!(answer.err, "mekong: -: line 3, column 4: this byte is not UTF-8 text\n");
    assert_eq!(answer.code, 1);
}

#[test]
fn records_are_converted_in_both_directions() {
    let several = format!("{GAME}\n[Game \"saigon\"]\n[Variant \"flat\"]\n\n1. pr pl *\n");
    for games in [GAME, &several] {
        let pgn = feed(&["replay", "-", "--to", "pgn"], games).out;
        let json = feed(&["replay", "-", "--to", "json"], games).out;
        assert!(json.starts_with(['{', '[']), "{json}");
        assert_eq!(feed(&["replay", "-", "--to", "pgn"], json.as_str()).out, pgn);
        assert_eq!(feed(&["replay", "-", "--to", "json"], pgn.as_str()).out, json);
        assert_eq!(feed(&["replay", "-"], json.as_str()).out, feed(&["replay", "-"], games).out);
    }
    let rewritten = feed(&["replay", "-", "--to", "pgn"], GAME).out;
    insta::assert_snapshot!(rewritten);
}

#[test]
fn nothing_is_converted_if_a_record_is_invalid() {
    let games = format!("{GAME}\n[Game \"saigon\"]\n\n1. pass *\n");
    let answer = feed(&["replay", "-", "--to", "json"], games);
    assert_eq!((answer.out.as_str(), answer.code), ("", 1));
}

#[test]
fn byte_order_mark_and_other_line_ends_are_accepted() {
    let windows = format!("\u{feff}{}", GAME.replace('\n', "\r\n"));
    assert_eq!(feed(&["replay", "-"], windows).out, feed(&["replay", "-"], GAME).out);
    let json = format!("\u{feff}\n {}", feed(&["replay", "-", "--to", "json"], GAME).out);
    assert_eq!(feed(&["replay", "-"], json).out, feed(&["replay", "-"], GAME).out);
}
