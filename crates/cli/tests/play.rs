//! `play` as a script or a patient test can play it: through a pipe.

mod common;

use std::fs;

use common::{Answer, DEAL, answer, feed, mekong, write_down};

/// Plays in a directory of its own, and writes down what a terminal would have shown.
fn table(name: &str, args: &[&str], lines: &[&str]) -> String {
    let mut command = mekong(args);
    command.current_dir(common::directory(name)).write_stdin(lines.join("\n"));
    let mut text = String::new();
    write_down(&mut text, args, &answer(&mut command));
    text
}

#[test]
fn a_game_of_siam_is_played_to_its_end() {
    let said = table(
        "play-siam",
        &["play", "siam"],
        &[
            "@c1N", "@c5S", "c1c2N", "c5c4S", "@c1N", "@c5S", "@c1N", "@a4E", "@c1N", "a4b4E", "c4c5",
            "moves", "c4c5", "undo", "redo", "resign", "quit",
        ],
    );
    insta::assert_snapshot!(said);
}

#[test]
fn mistakes_are_explained_in_french() {
    let said = table(
        "play-fr",
        &["play", "saigon", "--lang", "fr", "--variant", "flat"],
        &[
            "bonjour",
            "1-2x9",
            "2-1x1",
            "pass",
            "",
            "annuler",
            "refaire",
            "liste",
            "aide",
            "coups",
            "pr",
            "liste",
            "plateau",
            "annuler",
            "refaire",
            "enregistrer",
            "quitter",
        ],
    );
    insta::assert_snapshot!(said);
}

#[test]
fn mistakes_are_explained_in_english() {
    let said = table(
        "play-en",
        &["play", "palam", "--position", DEAL, "--ascii"],
        &["help", "hello", "a1", "b2", "a1c2", "list", "a3", "f2 b3", "b2", "save", "q"],
    );
    insta::assert_snapshot!(said);
}

#[test]
fn several_moves_in_a_line_stop_at_the_first_mistake() {
    let answer = feed(&["play", "saigon"], "pr pl 1-1x1 pr\nlist\n");
    assert!(answer.out.contains("  1. pr  pl\n"), "{}", answer.out);
    assert!(answer.out.contains("\"1-1x1\" is not a move"), "{}", answer.out);
}

#[test]
fn a_resignation_ends_the_game_until_it_is_taken_back() {
    let said = table(
        "play-resign",
        &["play", "samliam", "--moves", "a1nw"],
        &["abandonner", "b2ne", "moves", "resign", "undo", "redo", "b2ne"],
    );
    insta::assert_snapshot!(said);
}

#[test]
fn words_of_both_languages_and_any_case_are_understood() {
    for quit in ["quit", "QUIT", "quitter", "exit", "q", "sortir", "Arreter"] {
        let answer = feed(&["play", "siam"], format!("{quit}\n@c1N\n"));
        assert!(!answer.out.contains("@c1N"), "{quit}");
        assert_eq!(answer.code, 0);
    }
    let directory = common::directory("play-words");
    let lines = "@c1N\nreprendre\nrejouer\nhistorique\nindice\ntip\nsauver a.pgn\nsauvegarder b.json\nkeep c.pgn\n\
                 take back\nabandon\n";
    for lang in ["en", "fr"] {
        let directory = directory.join(lang);
        fs::create_dir(&directory).unwrap();
        let mut command = mekong(&["play", "siam", "--lang", lang]);
        let said = answer(command.current_dir(&directory).write_stdin(lines)).out;
        assert!(!said.contains("is not a move") && !said.contains("n'est pas un coup"), "{said}");
        assert_eq!(fs::read_dir(&directory).unwrap().count(), 3, "{said}");
    }
}

#[test]
fn every_word_that_the_help_names_is_understood() {
    for (lang, heading) in [("en", "Other words for the same:"), ("fr", "Autres mots pour la même chose :")]
    {
        let args = ["play", "saigon", "--lang", lang];
        let help = feed(&args, "help\n").out;
        let listed = help.split(heading).nth(1).expect("a list of words");
        let lines: Vec<&str> = listed.lines().skip(1).take_while(|line| !line.contains('>')).collect();
        assert_eq!(lines.len(), 13, "{help}");
        assert!(listed.contains("indice") && listed.contains("sauver") && listed.contains("undo"), "{help}");
        for line in lines {
            let (word, others) = line.split_once("  ").expect("a word and others");
            // The word itself stands behind the prompt.
            let said =
                |word: &str| feed(&args, format!("pr\n{word}\n")).out.replace(&format!("> {word}\n"), "> \n");
            let first = said(word.trim());
            assert!(!first.contains("is not a move") && !first.contains("n'est pas un coup"), "{first}");
            for other in others.trim().split(", ") {
                assert_eq!(said(other), first, "{word} {other}");
            }
        }
    }
}

#[test]
fn games_are_saved_in_new_files_only() {
    let directory = common::directory("play-save");
    let play = |lines: &str| -> Answer {
        answer(mekong(&["play", "saigon"]).current_dir(&directory).write_stdin(lines))
    };
    let saved = play("pr\npl\nsave game.pgn\nsave game.pgn\nsave no/such/folder.pgn\nsave .\n");
    let path = directory.join("game.pgn");
    let record = fs::read_to_string(&path).expect("the game was saved");
    let lines: Vec<&str> = saved.out.lines().filter(|line| line.contains("saved")).collect();
    let said = lines.join("\n");
    insta::assert_snapshot!(said);
    let refused = play("pr\nsave game.pgn\n").out;
    assert!(refused.contains("not saved in game.pgn: this file exists already"), "{refused}");
    assert_eq!(fs::read_to_string(&path).unwrap(), record, "the first game is still there");
    let replayed = answer(mekong(&["replay", "game.pgn"]).current_dir(&directory));
    assert_eq!(replayed.code, 0, "{}", replayed.err);
    insta::assert_snapshot!("saved_record", record);

    play("pr\nresign\nsave resigned.pgn\n");
    let resigned = fs::read_to_string(directory.join("resigned.pgn")).expect("the game was saved");
    assert!(resigned.contains("[Result \"1-0\"]") && resigned.ends_with("1. pr 1-0\n"), "{resigned}");
}

#[test]
fn names_are_taken_as_a_shell_takes_them() {
    let directory = common::directory("play-names");
    let play = |lines: &str| {
        let mut command = mekong(&["play", "saigon"]);
        answer(command.current_dir(&directory).env("HOME", &directory).write_stdin(lines)).out
    };
    let said =
        play("save \"my game.pgn\"\nsave 'é.json'\nsave ~/home.pgn\nsave \"\"\nsave \"\nsave a\u{0}b.pgn\n");
    for name in ["my game.pgn", "é.json", "home.pgn"] {
        assert!(directory.join(name).exists(), "{name}: {said}");
    }
    assert!(said.contains("save where?") && said.contains("this cannot be the name of a file"), "{said}");
}

#[test]
fn the_ending_of_the_name_decides_the_format() {
    let directory = common::directory("play-formats");
    let names = ["a.pgn", "a.json", "B.JSON", "a.b.json", "json", "a.txt", "x.json.pgn"];
    let lines: Vec<String> = names.iter().map(|name| format!("save {name}\n")).collect();
    let saved = answer(
        mekong(&["play", "saigon", "--variant", "flat"])
            .current_dir(&directory)
            .write_stdin(format!("pr\npl\n{}", lines.concat())),
    );
    assert_eq!(saved.out.matches("saved in ").count(), names.len(), "{}", saved.out);
    let shown = answer(mekong(&["replay", "a.pgn"]).current_dir(&directory)).out;
    assert!(shown.contains("2 plies"), "{shown}");
    for name in names {
        let text = fs::read_to_string(directory.join(name)).unwrap();
        let is_json = serde_json::from_str::<serde_json::Value>(&text).is_ok();
        assert_eq!(is_json, name.to_lowercase().ends_with(".json"), "{name}: {text}");
        let replayed = answer(mekong(&["replay", name]).current_dir(&directory));
        assert_eq!((replayed.out.as_str(), replayed.err.as_str()), (shown.as_str(), ""), "{name}");
    }
}

#[test]
fn a_game_left_can_be_taken_up_again() {
    for args in [
        &["play", "siam", "--variant", "opening,chain"][..],
        &["play", "palam", "--seed", "3"],
        &["play", "saigon", "--position", "-/DLLLLLLDDDDDDL/D/L L"],
    ] {
        let first = answer(mekong(args).write_stdin("moves\n"));
        let mv = first.out.lines().rev().find_map(|line| line.strip_prefix("  ")).expect("a list of moves");
        let mv = mv.split_whitespace().next().expect("a move");
        let left = answer(mekong(args).write_stdin(mv)).out;
        let command = left.lines().last().expect("the command to go on with");
        assert!(command.starts_with("mekong play "), "{command}");
        // As a shell would read it.
        let mut words: Vec<&str> = Vec::new();
        for (index, part) in command.split('"').enumerate() {
            if index % 2 == 1 { words.push(part) } else { words.extend(part.split_whitespace()) }
        }
        let resumed = answer(mekong(&words[1..]).write_stdin("list\n"));
        assert!(resumed.out.contains(&format!("  1. {mv}\n")), "{}{}", resumed.out, resumed.err);
    }
}

#[test]
fn the_end_of_the_input_ends_the_game_quietly() {
    let answer = feed(&["play", "siam"], "");
    assert_eq!((answer.err.as_str(), answer.code), ("", 0));
    assert!(answer.out.ends_with("Elephants> \n"), "{}", answer.out);
    let answer = feed(&["play", "siam"], b"\xff\xfe\n@c1N".as_slice());
    assert_eq!(answer.code, 0);
    assert!(answer.out.contains("is not a move"), "{}", answer.out);
    assert!(answer.out.ends_with("mekong play siam --moves \"@c1N\"\n"), "{}", answer.out);
}

/// A rock stands at the edge, and the rhinos to move can push it off.
const TWO_ROCKS: &str = "2o2/2o2/2n2/2n2/4o R 11 -";

#[test]
fn hints_and_reasons_are_given_on_request() {
    let args = ["play", "siam", "--position", TWO_ROCKS];
    let said =
        feed(&args, "why\nhint\nhint\neval\nlevel\nc2c1S\nwhy was that bad\nundo\nc2c3\nhint\neval\n").out;
    for sentence in [
        "you have not moved yet",
        "the best move begins with c",
        "the best move is c2c3 (proven: win in 1): c2c3",
        "Elephants 0%, Rhinos 100%; for Rhinos: win in 1 (proven: by a search)",
        "two people play here",
        "c2c3 wins at once (a rock was pushed off the board)",
        "Rhinos (p2) won",
        "the game is over",
    ] {
        assert!(said.contains(sentence), "{sentence} in\n{said}");
    }
    let words = "pourquoi\nindice\nastuce\névaluation\nevaluation\nniveau\nc2c1S\npourquoi\n";
    let said = feed(&[&args[..], &["--lang", "fr"]].concat(), words).out;
    for sentence in [
        "vous n'avez pas encore joué",
        "le meilleur coup commence par c",
        "le meilleur coup est c2c3 (prouvé : gagné en 1) : c2c3",
        "pour Rhinocéros : gagné en 1 (prouvé",
        "deux personnes jouent ici",
        "c2c3 gagne aussitôt (un rocher a été poussé hors du plateau)",
    ] {
        assert!(said.contains(sentence), "{sentence} in\n{said}");
    }
}

#[test]
fn bad_moves_are_remarked_on_if_hints_are_asked_for() {
    let args = ["play", "samliam", "--position", "6/6/6/6/6/AB4/D5 W -"];
    // Sentences are wrapped anywhere.
    let said =
        |args: &[&str], input: &str| feed(args, input).out.split_whitespace().collect::<Vec<_>>().join(" ");
    let remarked = said(&[&args[..], &["--hints"]].concat(), "f7ne\nundo\nb1ne\n");
    assert!(remarked.contains("f7ne was a blunder (estimated): your chances fall from"), "{remarked}");
    assert!(remarked.contains("(\"undo\" takes it"), "{remarked}");
    assert!(!remarked.contains("b1ne was"), "a good move needs no remark: {remarked}");
    assert!(!feed(&args, "f7ne\n").out.contains("blunder"));
    let french = said(&[&args[..], &["--hints", "--lang", "fr"]].concat(), "f7ne\n");
    assert!(french.contains("f7ne était une gaffe (estimé) : vos chances passent de"), "{french}");
}

#[test]
fn the_computer_plays_at_a_level_that_can_be_changed() {
    let args = ["play", "siam", "--level", "2", "--seed", "5"];
    let said = feed(&args, "@c1N\nlist\nlevel\nlevel 0\nlevel eleven\nlevel 3\nundo\nlist\n").out;
    assert!(said.contains("The computer plays Rhinos (p2) at level 2"), "{said}");
    assert!(said.contains("Rhinos (the computer): "), "{said}");
    assert_eq!(said.matches("levels go from 1 to 10").count(), 2, "{said}");
    assert!(said.contains("The computer plays Rhinos (p2) at level 3"), "{said}");
    assert_eq!(said.matches("taken back: ").count(), 2, "the answer and the move: {said}");
    assert!(said.contains("no move yet"), "{said}");
    assert_eq!(feed(&args, "@c1N\n").out, feed(&args, "@c1N\n").out, "the same seed, the same game");
    let left = feed(&args, "@c1N\n").out;
    assert!(left.ends_with(" --level 2 --side p1 --seed 5\n"), "{left}");

    // As the second player one has not moved yet, and there is nothing to take back.
    let said = feed(&["play", "siam", "--level", "1", "--side", "p2", "--lang", "fr"], "annuler\n").out;
    assert!(said.contains("Éléphants (l'ordinateur) : ") && said.contains("rien à annuler"), "{said}");
    let random: Vec<bool> = (0..8)
        .map(|seed| {
            let seed = seed.to_string();
            let args = ["play", "saigon", "--level", "1", "--side", "random", "--seed", &seed];
            feed(&args, "").out.contains("plays Light")
        })
        .collect();
    assert!(random.contains(&true) && random.contains(&false), "{random:?}");
}

#[test]
fn levels_and_sides_that_do_not_exist_are_refused() {
    for args in [
        &["play", "siam", "--level", "0"][..],
        &["play", "siam", "--level", "11"],
        &["play", "siam", "--side", "p1"],
        &["play", "siam", "--level", "1", "--side", "p3"],
        &["play", "siam", "--level", "1", "--side", "p1", "--computer", "p2"],
    ] {
        assert_eq!(feed(args, "").code, 2, "{args:?}");
    }
}

/// Someone who has waited long enough gets the game back, to go on with later.
#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_while_the_computer_thinks_ends_the_game_in_good_order() {
    use std::{io::Read as _, process::Stdio};

    use common::signals::{Watchdog, restore_signals, send};
    use nix::sys::signal::Signal;

    restore_signals();
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_mekong"))
        .args(["play", "siam", "--level", "10", "--moves", "@c1N"])
        .env_clear()
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let _watchdog = Watchdog::new(&child);
    let input = child.stdin.take();
    // It handles Ctrl-C before it greets, and ends by it while it searches as well as at the prompt.
    let mut out = child.stdout.take().unwrap();
    let mut said = Vec::new();
    while !String::from_utf8_lossy(&said).contains("\"quit\".") {
        let mut byte = [0];
        out.read_exact(&mut byte).unwrap();
        said.push(byte[0]);
    }
    send(&child, Signal::SIGINT);
    out.read_to_end(&mut said).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    drop(input);
}

/// What a person sees who types these lines at a terminal, each when the program is ready for it.
#[cfg(target_os = "linux")]
fn typed(args: &[&str], lines: &[&[u8]]) -> String {
    use std::io::{Read as _, Write as _};

    /// The line editor asks the terminal for this whenever it begins to read.
    const READY: &[u8] = b"\x1b[?2004h";
    let terminal = nix::pty::openpty(None, None).expect("a terminal");
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_mekong"));
    let input = terminal.slave.try_clone().expect("its other end");
    command.args(args).env_clear().env("TERM", "xterm").stdin(input).stdout(terminal.slave);
    let mut child = command.spawn().expect("it starts");
    let _watchdog = common::signals::Watchdog::new(&child);
    // The program holds the only other end now, so that its end is the end of what is seen.
    drop(command);
    let mut master = fs::File::from(terminal.master);
    let (mut seen, mut lines, mut asked) = (Vec::new(), lines.iter(), 0);
    let mut byte = [0];
    // A terminal whose other end is closed gives an error and no end.
    while master.read(&mut byte).is_ok_and(|read| read == 1) {
        seen.push(byte[0]);
        if seen.ends_with(READY) {
            asked += 1;
            // Whoever has nothing more to say leaves.
            master.write_all(lines.next().unwrap_or(&&b"\x04"[..])).expect("somebody reads");
            assert!(asked < 100, "{}", String::from_utf8_lossy(&seen));
        }
    }
    child.wait().expect("it ends");
    String::from_utf8_lossy(&seen).into_owned()
}

#[cfg(target_os = "linux")]
#[test]
fn a_terminal_that_is_not_utf8_does_not_end_the_game() {
    // An é as old terminals send it.
    let seen = typed(
        &["play", "saigon", "--lang", "fr"],
        &[b"pr\r", b"\xe9valuation\r", b"\xffx\r", b"liste\r", b"liste\r"],
    );
    assert!(seen.contains("n'est pas du texte UTF-8"), "{seen}");
    assert!(seen.contains("  1. pr"), "{seen}");
    assert!(seen.contains("mekong play saigon --moves \"pr\""), "{seen}");
}

#[cfg(target_os = "linux")]
#[test]
fn tab_completes_words_at_a_terminal() {
    let seen = typed(&["play", "saigon", "--lang", "fr"], &[b"pr\r", b"list\t\r", b"quitt\t\r"]);
    assert!(seen.contains("  1. pr"), "{seen}");
    assert!(seen.contains("mekong play saigon --moves \"pr\""), "{seen}");
}
