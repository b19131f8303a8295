//! The greeting and the options.

use mekong_catalog::GAMES;
use mekong_core::Variants;
use mekong_ugi::server::{Config, MissingTablebase};

use crate::{Connection, answers, answers_from, config};

#[test]
fn greeting_lists_name_author_and_options() {
    for entry in GAMES {
        let lines = answers(entry.info().id, "ugi\n");
        assert!(lines[0].starts_with(&format!("id name Mekong {}", entry.info().title.en)), "{lines:?}");
        assert!(lines[1].starts_with("id author "));
        assert_eq!(lines.last().unwrap(), "ugiok");
        for option in ["Hash", "Threads", "MultiPV", "Level", "Seed", "Variant"] {
            let offer = lines.iter().find(|line| line.starts_with(&format!("option name {option} type ")));
            assert!(offer.is_some_and(|offer| offer.contains(" default ")), "{option}");
        }
        let variants = lines.iter().find(|line| line.contains("Variant")).unwrap();
        assert_eq!(variants.matches(" var ").count(), 1 << entry.info().variants.len());
    }
}

#[test]
fn level_moves_depend_only_on_the_seed() {
    for entry in GAMES {
        let mut connection = Connection::with(entry.info().id);
        connection.send("setoption name Level value 2");
        let mut moves = Vec::new();
        for seed in 0..12 {
            connection.send(&format!("setoption name Seed value {seed}"));
            // The same deal in every round: only the choice may differ.
            let fen = entry.start(Variants::NONE, 3).position_text();
            connection.send(&format!("position fen {fen}"));
            let best = connection.best("go movetime 60000");
            // Searches in between make no difference.
            connection.send("setoption name Level value 4");
            connection.best("go nodes 5");
            connection.send("setoption name Level value 2");
            assert_eq!(connection.best("go depth 9"), best);
            moves.push(best);
        }
        moves.sort_unstable();
        moves.dedup();
        // Levels may vary little; Siam has enough choice to show that the seed is used.
        assert!(moves.len() > 1 || entry.info().id != "siam", "a weak level depends on the seed");
        connection.end();
    }
}

#[test]
fn invalid_option_values_keep_the_setting() {
    let lines = answers(
        "siam",
        "setoption name Hash value lots\nsetoption name Hash value 999999999999\nsetoption name Hush value 1\n\
         setoption name Level value 0\nsetoption name Variant value chess\nsetoption Hash 5\n\
         setoption name Hash value\nsetoption name Hash\nquery\nisready\n",
    );
    let starts = [
        "info string error: Hash must be a whole number from 1 to 1024, not \"lots\"",
        "info string error: Hash must be a whole number from 1 to 1024, not \"999999999999\"",
        "info string error: unknown option \"Hush\" (options: Hash, ",
        "info string error: Level must be a whole number from 1 to 10, not \"0\"",
        "info string error: variant: Siam has no variant \"chess\" (variants: opening",
        "info string error: invalid setoption; example: ",
        "info string error: Hash needs a value: a whole number from 1 to 1024",
        "info string error: Hash needs a value: a whole number from 1 to 1024",
        "info string error: \"query\" requires gameover, p1turn or result",
        "readyok",
    ];
    assert_eq!(lines.len(), starts.len(), "{lines:?}");
    for (line, start) in lines.iter().zip(starts) {
        assert!(line.starts_with(start), "{line}");
    }
}

#[test]
fn variants_change_the_rules() {
    for entry in GAMES {
        for variants in entry.info().all_variants() {
            let names = entry.info().variant_ids(variants).join(",");
            let name = if names.is_empty() { "plain" } else { &names };
            let mut connection = Connection::with(entry.info().id);
            connection.send(&format!("setoption name Variant value {name}"));
            let mut session = entry.start(variants, 1);
            for ply in 0..6 {
                connection.send(&format!("position startpos moves {}", session.moves().join(" ")));
                let best = connection.best("go nodes 200");
                session.play(&best).unwrap_or_else(|error| panic!("{name}, ply {ply}, {best}: {error}"));
            }
            connection.end();
        }
    }
}

#[test]
fn tablebase_is_loaded_as_the_option_says() {
    let (sender, asked) = std::sync::mpsc::channel();
    let load_tablebase = move |variants: Variants, missing: MissingTablebase| {
        sender.send((variants, missing)).unwrap();
        if missing == MissingTablebase::Generate { Err("no room".to_owned()) } else { Ok(None) }
    };
    let saigon = Config { load_tablebase: Box::new(load_tablebase), ..config("saigon") };
    let lines = answers_from(
        saigon,
        "ugi\nsetoption name Table value false\nisready\nsetoption name Table value true\nisready\nisready\n\
         setoption name Variant value flat\nsetoption name Table value auto\nisready\n",
    );
    let infos: Vec<&String> = lines.iter().filter(|line| line.starts_with("info")).collect();
    assert_eq!(infos, ["info string error: no room"]);
    let flat = Variants::NONE.with(0);
    assert_eq!(
        asked.iter().collect::<Vec<_>>(),
        [(Variants::NONE, MissingTablebase::Generate), (flat, MissingTablebase::Ignore)]
    );
}
