//! `play` with input from a pipe and from a terminal.

use std::fs;

use crate::common::{DEAL, Output, feed, mekong, output_of, write_down};

/// Runs the program in a new folder. Returns the command and its output, as a terminal would show them.
fn play_transcript(name: &str, args: &[&str], lines: &[&str]) -> String {
    let mut command = mekong(args);
    command.current_dir(crate::common::folder(name)).write_stdin(lines.join("\n"));
    let mut text = String::new();
    write_down(&mut text, args, &output_of(&mut command));
    text
}

#[test]
fn a_game_of_siam_is_played_to_its_end() {
    let output = play_transcript(
        "play-siam",
        &["play", "siam"],
        &[
            "@c1N", "@c5S", "c1c2N", "c5c4S", "@c1N", "@c5S", "@c1N", "@a4E", "@c1N", "a4b4E", "c4c5",
            "moves", "c4c5", "undo", "redo", "resign", "quit",
        ],
    );
    insta::assert_snapshot!(output);
}

#[test]
fn errors_are_explained_in_french() {
    let output = play_transcript(
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
    insta::assert_snapshot!(output);
}

#[test]
fn errors_are_explained_in_english() {
    let output = play_transcript(
        "play-en",
        &["play", "palam", "--position", DEAL, "--ascii"],
        &["help", "hello", "a1", "b2", "a1c2", "list", "a3", "f2 b3", "b2", "save", "q"],
    );
    insta::assert_snapshot!(output);
}

#[test]
fn moves_after_an_illegal_one_are_not_played() {
    let answer = feed(&["play", "saigon"], "pr pl 1-1x1 pr\nlist\n");
    assert!(answer.out.contains("  1. pr  pl\n"), "{}", answer.out);
    assert!(answer.out.contains("\"1-1x1\" is not a move"), "{}", answer.out);
}

#[test]
fn a_resignation_ends_the_game_until_it_is_taken_back() {
    let output = play_transcript(
        "play-resign",
        &["play", "samliam", "--moves", "a1nw"],
        &["abandonner", "b2ne", "moves", "resign", "undo", "redo", "b2ne"],
    );
    insta::assert_snapshot!(output);
}

#[test]
fn commands_are_accepted_in_both_languages_and_any_case() {
    for quit in ["quit", "QUIT", "quitter", "exit", "q", "sortir", "Arreter"] {
        let answer = feed(&["play", "siam"], format!("{quit}\n@c1N\n"));
        assert!(!answer.out.contains("@c1N"), "{quit}");
        assert_eq!(answer.code, 0);
    }
    let folder = crate::common::folder("play-words");
    let lines = "@c1N\nreprendre\nrejouer\nhistorique\nindice\ntip\nsauver a.pgn\nsauvegarder b.json\nkeep c.pgn\n\
                 take back\nabandon\n";
    for lang in ["en", "fr"] {
        let folder = folder.join(lang);
        fs::create_dir(&folder).unwrap();
        let mut command = mekong(&["play", "siam", "--lang", lang]);
        let output = output_of(command.current_dir(&folder).write_stdin(lines)).out;
        assert!(!output.contains("is not a move") && !output.contains("n’est pas un coup"), "{output}");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 3, "{output}");
    }
}

#[test]
fn every_command_of_the_help_is_accepted() {
    for (lang, heading) in [("en", "Synonyms:"), ("fr", "Synonymes :")] {
        let args = ["play", "saigon", "--lang", lang];
        let help = feed(&args, "help\n").out;
        let listed = help.split(heading).nth(1).expect("the help lists commands");
        let lines: Vec<&str> = listed.lines().skip(1).take_while(|line| !line.contains('>')).collect();
        assert_eq!(lines.len(), 13, "{help}");
        assert!(listed.contains("indice") && listed.contains("sauver") && listed.contains("undo"), "{help}");
        for line in lines {
            let (word, others) = line.split_once("  ").expect("a command and its synonyms");
            // The prompt line shows the word itself.
            let output =
                |word: &str| feed(&args, format!("pr\n{word}\n")).out.replace(&format!("> {word}\n"), "> \n");
            let first = output(word.trim());
            assert!(!first.contains("is not a move") && !first.contains("n’est pas un coup"), "{first}");
            for other in others.trim().split(", ") {
                assert_eq!(output(other), first, "{word} {other}");
            }
        }
    }
}

#[test]
fn games_are_saved_in_new_files_only() {
    let folder = crate::common::folder("play-save");
    let play = |lines: &str| -> Output {
        output_of(mekong(&["play", "saigon"]).current_dir(&folder).write_stdin(lines))
    };
    let saved = play("pr\npl\nsave game.pgn\nsave game.pgn\nsave no/such/folder.pgn\nsave .\n");
    let path = folder.join("game.pgn");
    let record = fs::read_to_string(&path).expect("the game was saved");
    let lines: Vec<&str> = saved.out.lines().filter(|line| line.contains("save")).collect();
    let output = lines.join("\n");
    insta::assert_snapshot!(output);
    let refused = play("pr\nsave game.pgn\n").out;
    assert!(refused.contains("cannot save to game.pgn: the file already exists"), "{refused}");
    assert_eq!(fs::read_to_string(&path).unwrap(), record, "the first game is not overwritten");
    let replayed = output_of(mekong(&["replay", "game.pgn"]).current_dir(&folder));
    assert_eq!(replayed.code, 0, "{}", replayed.err);
    insta::assert_snapshot!("saved_record", record);

    play("pr\nresign\nsave resigned.pgn\n");
    let resigned = fs::read_to_string(folder.join("resigned.pgn")).expect("the game was saved");
    assert!(resigned.contains("[Result \"1-0\"]") && resigned.ends_with("1. pr 1-0\n"), "{resigned}");
}

#[test]
fn file_names_are_expanded_as_in_a_shell() {
    let folder = crate::common::folder("play-names");
    let play = |lines: &str| {
        let mut command = mekong(&["play", "saigon"]);
        output_of(command.current_dir(&folder).env("HOME", &folder).write_stdin(lines)).out
    };
    let output =
        play("save \"my game.pgn\"\nsave 'é.json'\nsave ~/home.pgn\nsave \"\"\nsave \"\nsave a\u{0}b.pgn\n");
    for name in ["my game.pgn", "é.json", "home.pgn"] {
        assert!(folder.join(name).exists(), "{name}: {output}");
    }
    assert!(output.contains("a file name is required") && output.contains("invalid file name"), "{output}");
}

#[test]
fn file_extension_selects_the_format() {
    let folder = crate::common::folder("play-formats");
    let names = ["a.pgn", "a.json", "B.JSON", "a.b.json", "json", "a.txt", "x.json.pgn"];
    let lines: Vec<String> = names.iter().map(|name| format!("save {name}\n")).collect();
    let saved = output_of(
        mekong(&["play", "saigon", "--variant", "flat"])
            .current_dir(&folder)
            .write_stdin(format!("pr\npl\n{}", lines.concat())),
    );
    assert_eq!(saved.out.matches("saved to ").count(), names.len(), "{}", saved.out);
    let shown = output_of(mekong(&["replay", "a.pgn"]).current_dir(&folder)).out;
    assert!(shown.contains("2 plies"), "{shown}");
    for name in names {
        let text = fs::read_to_string(folder.join(name)).unwrap();
        let is_json = serde_json::from_str::<serde_json::Value>(&text).is_ok();
        assert_eq!(is_json, name.to_lowercase().ends_with(".json"), "{name}: {text}");
        let replayed = output_of(mekong(&["replay", name]).current_dir(&folder));
        assert_eq!((replayed.out.as_str(), replayed.err.as_str()), (shown.as_str(), ""), "{name}");
    }
}

#[test]
fn printed_command_resumes_the_game() {
    for args in [
        &["play", "siam", "--variant", "opening,chain"][..],
        &["play", "palam", "--seed", "3"],
        &["play", "saigon", "--position", "-/DLLLLLLDDDDDDL/D/L L"],
    ] {
        let first = output_of(mekong(args).write_stdin("moves\n"));
        let mv = first.out.lines().rev().find_map(|line| line.strip_prefix("  ")).expect("moves are listed");
        let mv = mv.split_whitespace().next().expect("there is a move");
        let left = output_of(mekong(args).write_stdin(mv)).out;
        let command = left.lines().last().expect("the command that resumes the game is printed");
        assert!(command.starts_with("mekong play "), "{command}");
        // Split as a shell would.
        let mut words: Vec<&str> = Vec::new();
        for (index, part) in command.split('"').enumerate() {
            if index % 2 == 1 { words.push(part) } else { words.extend(part.split_whitespace()) }
        }
        let resumed = output_of(mekong(&words[1..]).write_stdin("list\n"));
        assert!(resumed.out.contains(&format!("  1. {mv}\n")), "{}{}", resumed.out, resumed.err);
    }
}

#[test]
fn end_of_input_ends_the_game() {
    let answer = feed(&["play", "siam"], "");
    assert_eq!((answer.err.as_str(), answer.code), ("", 0));
    assert!(answer.out.ends_with("Elephants> \n"), "{}", answer.out);
    let answer = feed(&["play", "siam"], b"\xff\xfe\n@c1N".as_slice());
    assert_eq!(answer.code, 0);
    assert!(answer.out.contains("is not a move"), "{}", answer.out);
    assert!(answer.out.ends_with("mekong play siam --moves \"@c1N\"\n"), "{}", answer.out);
}

/// A rock is at the edge, and the rhinos can push it off.
const TWO_ROCKS: &str = "2o2/2o2/2n2/2n2/4o R 11 -";

#[test]
fn hints_and_reasons_are_given_on_request() {
    let args = ["play", "siam", "--position", TWO_ROCKS];
    let output =
        feed(&args, "why\nhint\nhint\neval\nlevel\nc2c1S\nwhy was that bad\nundo\nc2c3\nhint\neval\n").out;
    for sentence in [
        "you have not moved yet",
        "look at your rhino on c2: it can win at once (type \"hint\" again for the move)",
        "c2c3: the rhino on c2 pushes north; the rhino goes to c4, the rock to c5 and the",
        "Elephants 0%, Rhinos 100%; for Rhinos: win in 1 ply (proven: by a search)",
        "this is a game for two people",
        "there was a move that wins at once: the rhino on c2 pushes north; the rhino goes",
        "Result:   0-1 (Rhinos, p2)",
        "the game is over",
    ] {
        assert!(output.contains(sentence), "{sentence} in\n{output}");
    }
    let words = "pourquoi\nindice\nastuce\névaluation\nevaluation\nniveau\nc2c1S\npourquoi\n";
    let output = feed(&[&args[..], &["--lang", "fr"]].concat(), words).out;
    for sentence in [
        "vous n’avez pas encore joué",
        "regardez votre rhinocéros en c2 : il peut gagner immédiatement",
        "c2c3 : le rhinocéros en c2 pousse vers le nord ; le rhinocéros va en c4, le",
        "côté Rhinocéros : gain en 1 demi-coup\n(prouvé",
        "c’est une partie à deux",
        "il y avait un coup qui gagne immédiatement : le rhinocéros en c2 pousse vers le",
    ] {
        assert!(output.contains(sentence), "{sentence} in\n{output}");
    }
}

#[test]
fn coach_option_points_out_bad_moves() {
    let args = ["play", "samliam", "--position", "6/6/6/6/6/AB4/D5 W -"];
    // Line breaks depend on the width of the text.
    let output =
        |args: &[&str], input: &str| feed(args, input).out.split_whitespace().collect::<Vec<_>>().join(" ");
    let remarked = output(&[&args[..], &["--coach"]].concat(), "f7ne\nundo\nb1ne\n");
    assert!(
        remarked.contains("this was a blunder (estimated): your winning chances drop from"),
        "{remarked}"
    );
    assert!(remarked.contains("(\"takeback\" takes the"), "{remarked}");
    assert_eq!(remarked.matches("this was").count(), 1, "a good move needs no remark: {remarked}");
    assert!(!feed(&args, "f7ne\n").out.contains("blunder"));
    let french = output(&[&args[..], &["--hints", "--lang", "fr"]].concat(), "f7ne\n");
    assert!(french.contains("c’était une gaffe (estimé) : vos chances de gain passent de"), "{french}");
}

#[test]
fn level_can_be_changed_during_the_game() {
    let args = ["play", "siam", "--level", "2", "--seed", "5"];
    let output = feed(&args, "@c1N\nlist\nlevel\nlevel 0\nlevel eleven\nlevel 3\nundo\nlist\n").out;
    assert!(output.contains("The computer plays Rhinos (p2) at level 2"), "{output}");
    assert!(output.contains("Rhinos (the computer): "), "{output}");
    assert_eq!(output.matches("levels go from 1 to 10").count(), 2, "{output}");
    assert!(output.contains("The computer plays Rhinos (p2) at level 3"), "{output}");
    assert_eq!(output.matches("taken back: ").count(), 2, "the reply and the move: {output}");
    assert!(output.contains("no move yet"), "{output}");
    assert_eq!(feed(&args, "@c1N\n").out, feed(&args, "@c1N\n").out, "the game is reproducible");
    let left = feed(&args, "@c1N\n").out;
    assert!(left.ends_with(" --level 2 --side p1 --seed 5\n"), "{left}");

    // The second player has not moved yet, so there is nothing to take back.
    let output = feed(&["play", "siam", "--level", "1", "--side", "p2", "--lang", "fr"], "reprendre\n").out;
    assert!(
        output.contains("Éléphants (l’ordinateur) : ") && output.contains("rien à reprendre"),
        "{output}"
    );
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
fn invalid_levels_and_sides_are_rejected() {
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

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_during_a_search_ends_the_game_cleanly() {
    use std::{io::Read as _, process::Stdio};

    use crate::common::signals::{Watchdog, restore_signals, send};
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
    // The handler of Ctrl-C is installed before the greeting, and works during a search and at the prompt.
    let mut out = child.stdout.take().unwrap();
    let mut output = Vec::new();
    while !String::from_utf8_lossy(&output).contains("\"quit\".") {
        let mut byte = [0];
        out.read_exact(&mut byte).unwrap();
        output.push(byte[0]);
    }
    send(&child, Signal::SIGINT);
    out.read_to_end(&mut output).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    drop(input);
}

/// The output on a terminal when these lines are typed, each once the program reads input.
#[cfg(target_os = "linux")]
fn typed(args: &[&str], lines: &[&[u8]]) -> String {
    use std::io::{Read as _, Write as _};

    /// Bracketed paste mode, which the line editor enables when it starts to read a line.
    const READY: &[u8] = b"\x1b[?2004h";
    let terminal = nix::pty::openpty(None, None).expect("a pseudoterminal is opened");
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_mekong"));
    let input = terminal.slave.try_clone().expect("the terminal is duplicated");
    command.args(args).env_clear().env("TERM", "xterm").stdin(input).stdout(terminal.slave);
    let mut child = command.spawn().expect("the program starts");
    let _watchdog = crate::common::signals::Watchdog::new(&child);
    // Closes our copies of the other end, so that the output ends with the program.
    drop(command);
    let mut master = fs::File::from(terminal.master);
    let (mut seen, mut lines, mut asked) = (Vec::new(), lines.iter(), 0);
    let mut byte = [0];
    // Reading from a terminal whose other end is closed fails.
    while master.read(&mut byte).is_ok_and(|read| read == 1) {
        seen.push(byte[0]);
        if seen.ends_with(READY) {
            asked += 1;
            // Ctrl-D once all lines are typed.
            master.write_all(lines.next().unwrap_or(&&b"\x04"[..])).expect("the terminal is open");
            assert!(asked < 100, "{}", String::from_utf8_lossy(&seen));
        }
    }
    child.wait().expect("the process exits");
    String::from_utf8_lossy(&seen).into_owned()
}

#[cfg(target_os = "linux")]
#[test]
fn invalid_utf8_input_does_not_end_the_game() {
    // An é in Latin-1.
    let seen = typed(
        &["play", "saigon", "--lang", "fr"],
        &[b"pr\r", b"\xe9valuation\r", b"\xffx\r", b"liste\r", b"liste\r"],
    );
    assert!(seen.contains("la saisie n’est pas en UTF-8"), "{seen}");
    assert!(seen.contains("  1. pr"), "{seen}");
    assert!(seen.contains("mekong play saigon --moves \"pr\""), "{seen}");
}

#[cfg(target_os = "linux")]
#[test]
fn tab_completes_commands() {
    let seen = typed(&["play", "saigon", "--lang", "fr"], &[b"pr\r", b"list\t\r", b"quitt\t\r"]);
    assert!(seen.contains("  1. pr"), "{seen}");
    assert!(seen.contains("mekong play saigon --moves \"pr\""), "{seen}");
}
