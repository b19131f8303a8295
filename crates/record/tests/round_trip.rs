//! Property tests: records round-trip through PGN and JSON, and parsers never panic.

use crate::common;

use mekong_record::{Comment, Games, Ply, Record, Variation, read_json, read_pgn, write_json, write_pgn};
use proptest::{collection::vec, prelude::*};

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(512) })]

    #[test]
    fn pgn_round_trips(record in common::record()) {
        let file = record.to_pgn();
        let again: Record = file.parse().map_err(|error| TestCaseError::fail(format!("{error}\n{file}")))?;
        prop_assert_eq!(&again, &record, "{}", file);
        prop_assert_eq!(again.to_pgn(), file);
    }

    #[test]
    fn json_round_trips(record in common::record()) {
        let json = record.to_json();
        let again = read_json(&json).map_err(|error| TestCaseError::fail(format!("{error}\n{json}")))?;
        prop_assert_eq!(again, vec![record.clone()], "{}", json);
        let again: Record = serde_json::from_str(&json).unwrap();
        prop_assert_eq!(again, record);
    }

    #[test]
    fn files_hold_several_games(records in vec(common::record(), 0..4)) {
        let file = write_pgn(&records);
        prop_assert_eq!(&read_pgn(&file).unwrap(), &records);
        prop_assert_eq!(&read_json(&write_json(&records)).unwrap(), &records);
        // With Windows line endings and a byte order mark.
        let windows = format!("\u{feff}{}", file.replace('\n', "\r\n"));
        prop_assert_eq!(&read_pgn(&windows).unwrap(), &records);
    }

    #[test]
    fn lines_are_wrapped_at_80_characters(plies in vec(("[a-z]{1,9}", vec("[a-zé]{1,15}", 0..30)), 0..15)) {
        let mut record = Record::default();
        for (text, words) in &plies {
            let mut ply = Ply::new(text).unwrap();
            ply.comments.push(Comment::new(&words.join(" ")));
            let variation = Variation { before: vec![], plies: vec![ply.clone()] };
            ply.variations.push(variation);
            record.plies.push(ply);
        }
        let file = record.to_pgn();
        prop_assert!(file.lines().all(|line| (1..=80).contains(&line.chars().count())), "{}", file);
        // Lines are filled: a line and the first unit of the next do not fit together.
        let lines: Vec<&str> = file.lines().collect();
        for pair in lines.windows(2) {
            let next = pair[1].split(' ').next().unwrap().chars().count();
            // Numbers and braces stick to their neighbours: at most 3 characters, 2 spaces and 15 letters
            // more.
            prop_assert!(pair[0].chars().count() + 1 + next + 30 > 80, "{}", file);
        }
    }

    #[test]
    fn arbitrary_text_never_panics(text in "[\\[\\]{}();%*!?$.\"\\\\a-c0-2 \n\r\t/-]{0,80}") {
        for record in Games::new(&text).flatten() {
            let again: Record = record.to_pgn().parse().unwrap();
            prop_assert_eq!(again, record);
        }
        let _ = read_json(&text);
    }

    #[test]
    fn damaged_file_never_panics(record in common::record(), hole in any::<(prop::sample::Index, u8)>()) {
        let mut bytes = record.to_pgn().into_bytes();
        let at = hole.0.index(bytes.len());
        bytes[at] = hole.1;
        if let Ok(records) = mekong_record::read_pgn_bytes(&bytes) {
            prop_assert_eq!(&read_pgn(&write_pgn(&records)).unwrap(), &records);
        }
        let mut bytes = record.to_json().into_bytes();
        let at = hole.0.index(bytes.len());
        bytes[at] = hole.1;
        if let Ok(text) = std::str::from_utf8(&bytes) {
            let _ = read_json(text);
        }
    }
}
