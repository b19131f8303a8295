//! The greeting and the options.

use mekong_catalog::GAMES;
use mekong_core::Variants;
use mekong_ugi::server::{Make, Setup};

use crate::{Talk, answers, answers_from, setup};

#[test]
fn the_greeting_names_everything() {
    for entry in GAMES {
        let lines = answers(entry.info().id, "ugi\n");
        assert!(lines[0].starts_with(&format!("id name Mekong {}", entry.info().title)), "{lines:?}");
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
fn levels_choose_by_the_seed_and_nothing_else() {
    for entry in GAMES {
        let mut talk = Talk::with(entry.info().id);
        talk.say("setoption name Level value 2");
        let mut moves = Vec::new();
        for seed in 0..12 {
            talk.say(&format!("setoption name Seed value {seed}"));
            // The same deal in every round: only the choice may differ.
            let fen = entry.start(Variants::NONE, 3).position_text();
            talk.say(&format!("position fen {fen}"));
            let best = talk.best("go movetime 60000");
            // What was searched in between makes no difference.
            talk.say("setoption name Level value 4");
            talk.best("go nodes 5");
            talk.say("setoption name Level value 2");
            assert_eq!(talk.best("go depth 9"), best);
            moves.push(best);
        }
        moves.sort_unstable();
        moves.dedup();
        // How much a level varies is its own affair; that the seed reaches it shows where there is much to choose from.
        assert!(moves.len() > 1 || entry.info().id != "siam", "a weak level varies its play");
        talk.end();
    }
}

#[test]
fn options_with_bad_values_keep_what_they_had() {
    let lines = answers(
        "siam",
        "setoption name Hash value lots\nsetoption name Hash value 999999999999\nsetoption name Hush value 1\n\
         setoption name Level value 0\nsetoption name Variant value chess\nsetoption Hash 5\n\
         setoption name Hash value\nsetoption name Hash\nquery\nisready\n",
    );
    let starts = [
        "info string error: Hash must be a whole number from 1 to 1024, not \"lots\"",
        "info string error: Hash must be a whole number from 1 to 1024, not \"999999999999\"",
        "info string error: there is no option \"Hush\" (there are: Hash, ",
        "info string error: Level must be a whole number from 1 to 10, not \"0\"",
        "info string error: variant: Siam has no variant \"chess\" (it has: opening",
        "info string error: an option is set like this: ",
        "info string error: Hash needs a value: a whole number from 1 to 1024",
        "info string error: Hash needs a value: a whole number from 1 to 1024",
        "info string error: a word must follow \"query\": gameover, p1turn or result",
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
            let names = entry.info().variant_names(variants).join(",");
            let name = if names.is_empty() { "plain" } else { &names };
            let mut talk = Talk::with(entry.info().id);
            talk.say(&format!("setoption name Variant value {name}"));
            let mut session = entry.start(variants, 1);
            for ply in 0..6 {
                talk.say(&format!("position startpos moves {}", session.moves().join(" ")));
                let best = talk.best("go nodes 200");
                session.play(&best).unwrap_or_else(|error| panic!("{name}, ply {ply}, {best}: {error}"));
            }
            talk.end();
        }
    }
}

#[test]
fn the_table_is_asked_for_as_the_option_says() {
    let (sender, asked) = std::sync::mpsc::channel();
    let tables = move |variants: Variants, make: Make| {
        sender.send((variants, make)).unwrap();
        if make == Make::IfMissing { Err("no room".to_owned()) } else { Ok(None) }
    };
    let saigon = Setup { tables: Box::new(tables), ..setup("saigon") };
    let lines = answers_from(
        saigon,
        "ugi\nsetoption name Table value false\nisready\nsetoption name Table value true\nisready\nisready\n\
         setoption name Variant value flat\nsetoption name Table value auto\nisready\n",
    );
    let said: Vec<&String> = lines.iter().filter(|line| line.starts_with("info")).collect();
    assert_eq!(said, ["info string error: no room"]);
    let flat = Variants::NONE.with(0);
    assert_eq!(asked.iter().collect::<Vec<_>>(), [(Variants::NONE, Make::IfMissing), (flat, Make::No)]);
}
