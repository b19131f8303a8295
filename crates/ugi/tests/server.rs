//! The server as a library: every command, good and bad, in every game.

use std::{
    io::{self, BufRead as _, BufReader, PipeReader, PipeWriter, Write},
    thread::{self, JoinHandle},
};

use mekong_catalog::{GAMES, find};
use mekong_core::{Lang, SplitMix64, Variants};
use mekong_ugi::{
    Estimate, Info,
    server::{Make, Setup, run},
};

fn setup(game: &str) -> Setup {
    Setup {
        entry: find(game).unwrap(),
        variants: Variants::NONE,
        lang: Lang::En,
        tables: Box::new(|_, _| Ok(None)),
    }
}

/// What is answered to commands that nobody waits between.
fn answers_from(setup: Setup, input: impl Into<Vec<u8>>) -> Vec<String> {
    let mut output = Vec::new();
    run(setup, io::Cursor::new(input.into()), &mut output).expect("memory can be written");
    String::from_utf8(output).expect("answers are text").lines().map(str::to_owned).collect()
}

fn answers(game: &str, input: impl Into<Vec<u8>>) -> Vec<String> {
    answers_from(setup(game), input)
}

/// A conversation in which the next command may depend on the last answer.
struct Talk {
    input: PipeWriter,
    output: BufReader<PipeReader>,
    server: JoinHandle<io::Result<()>>,
}

impl Talk {
    fn with(game: &'static str) -> Talk {
        let (commands, input) = io::pipe().expect("a pipe");
        let (output, lines) = io::pipe().expect("a pipe");
        let server = thread::spawn(move || run(setup(game), commands, lines));
        Talk { input, output: BufReader::new(output), server }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input, "{line}").expect("the server listens");
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.output.read_line(&mut line).expect("lines are text");
        assert!(line.ends_with('\n'), "the server has left: {line}");
        line.trim_end().to_owned()
    }

    /// All lines up to the one that begins with this word.
    fn until(&mut self, word: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = self.line();
            let found = line.split(' ').next() == Some(word);
            lines.push(line);
            if found {
                return lines;
            }
        }
    }

    fn ask(&mut self, command: &str, word: &str) -> Vec<String> {
        self.say(command);
        self.until(word)
    }

    /// The move for a `go`.
    fn best(&mut self, go: &str) -> String {
        let lines = self.ask(go, "bestmove");
        lines.last().unwrap().strip_prefix("bestmove ").unwrap().to_owned()
    }

    fn end(self) {
        drop(self.input);
        drop(self.output);
        self.server.join().expect("no panic").expect("nothing was left to say");
    }
}

fn infos(lines: &[String]) -> Vec<Info> {
    lines.iter().filter_map(|line| line.strip_prefix("info ")).map(Info::parse).collect()
}

#[test]
fn the_greeting_names_everything() {
    for entry in &GAMES {
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
fn a_search_tells_all_that_the_protocol_names_and_plays_a_legal_move() {
    for entry in &GAMES {
        let mut talk = Talk::with(entry.info().id);
        assert_eq!(talk.ask("isready", "readyok"), ["readyok"]);
        talk.say("uginewgame");
        talk.say("position startpos");
        let lines = talk.ask("go depth 3", "bestmove");
        let session = entry.start(Variants::NONE, 1);
        let best = lines.last().unwrap().strip_prefix("bestmove ").unwrap();
        assert!(session.legal().contains(&best.to_owned()), "{best}");
        let infos = infos(&lines);
        let (last, depths) = infos.split_last().unwrap();
        assert!(last.nodes.is_some() && last.speed.is_some() && last.time.is_some(), "{lines:?}");
        for info in depths {
            let numbers = [info.depth, info.deepest, info.rank, info.permille_full];
            assert!(numbers.iter().all(Option::is_some), "{lines:?}");
            assert!(info.nodes.is_some() && info.speed.is_some() && info.time.is_some());
            assert!(info.estimate.is_some() && !info.moves.is_empty());
        }
        assert_eq!(depths.last().unwrap().moves[0], best);
        talk.end();
    }
}

#[test]
fn several_lines_are_ranked() {
    let mut talk = Talk::with("siam");
    talk.say("setoption name MultiPV value 4");
    let infos = infos(&talk.ask("go depth 3", "bestmove"));
    let last: Vec<&Info> = infos.iter().filter(|info| info.depth == Some(3)).collect();
    assert_eq!(last.iter().map(|info| info.rank.unwrap()).collect::<Vec<_>>(), [1, 2, 3, 4]);
    let points = last.iter().map(|info| match info.estimate {
        Some(Estimate::Points(points)) => points,
        other => panic!("{other:?}"),
    });
    assert!(points.collect::<Vec<_>>().is_sorted_by(|better, worse| better >= worse));
    let mut first: Vec<&str> = last.iter().map(|info| info.moves[0].as_str()).collect();
    first.sort_unstable();
    first.dedup();
    assert_eq!(first.len(), 4, "four different moves");
    talk.end();
}

#[test]
fn a_mate_is_counted_in_plies() {
    let mut talk = Talk::with("siam");
    // The rhinos push a rock off the board at once.
    talk.say("position fen 2o2/2o2/2n2/2n2/4o R 11 -");
    let lines = talk.ask("go depth 4", "bestmove");
    assert_eq!(lines.last().unwrap(), "bestmove c2c3");
    assert!(infos(&lines).iter().any(|info| info.estimate == Some(Estimate::Mate(1))), "{lines:?}");
    talk.end();
}

#[test]
fn queries_follow_the_position_to_the_end_of_the_game() {
    for entry in &GAMES {
        let id = entry.info().id;
        let asked = "query gameover\nquery p1turn\nquery result\n";
        assert_eq!(answers(id, asked), ["response false", "response true", "response none"], "{id}");
        let mut session = entry.start(Variants::NONE, 1);
        let mut random = SplitMix64::new(5);
        let mut turns = Vec::new();
        let mut script = String::new();
        while session.outcome().is_none() {
            let start = format!("position startpos moves {}\nquery p1turn\n", session.moves().join(" "));
            if session.moves().len() < 30 {
                script.push_str(&start);
                turns.push(format!("response {}", session.turn() == Some(mekong_core::Player::P1)));
            }
            session.play_random(&mut random);
        }
        assert_eq!(answers(id, script), turns, "{id}: whoever is to move, turns alternating or not");
        let result = match session.outcome().unwrap().winner {
            None => "draw",
            Some(mekong_core::Player::P1) => "p1win",
            Some(mekong_core::Player::P2) => "p2win",
        };
        let over = format!("position startpos moves {}\n{asked}go depth 3\n", session.moves().join(" "));
        let expected = ["response true", "response false", &format!("response {result}"), "bestmove (none)"]
            .map(str::to_owned);
        assert_eq!(answers(id, over), expected, "{id}");
    }
}

#[test]
fn positions_are_texts_with_spaces() {
    for entry in &GAMES {
        let mut session = entry.start(Variants::NONE, 7);
        for _ in 0..5 {
            session.play_random(&mut SplitMix64::new(3));
        }
        let (fen, mv) = (session.position_text(), session.legal()[0].clone());
        let before = session.turn() == Some(mekong_core::Player::P1);
        session.play(&mv).unwrap();
        let after = session.turn() == Some(mekong_core::Player::P1);
        let script =
            format!("position fen {fen}\nquery p1turn\nposition  fen {fen}  moves {mv}\nquery p1turn\n");
        assert_eq!(
            answers(entry.info().id, script),
            [format!("response {before}"), format!("response {after}")]
        );
    }
}

#[test]
fn after_a_refused_position_nothing_looks_like_a_game() {
    let long = format!("position startpos moves {}", "a1 ".repeat(100_000));
    let refused: [&[u8]; 12] = [
        b"position startpos moves @c1N c3c3",
        b"position fen",
        b"position fen x",
        b"position fen 9/9/9/9/9 E 1 -",
        b"position startpos moves \x1b",
        // These cannot even be read, and are not the position before them either.
        b"position",
        b"position here",
        b"position startpos x",
        b"position moves a1",
        b"position fen \xff\xfe",
        b"\tposition \xff",
        long.as_bytes(),
    ];
    let none = "info string error: there is no position: the last one was refused";
    for bad in refused {
        let name = String::from_utf8_lossy(&bad[..bad.len().min(40)]);
        for entry in &GAMES {
            let mut input = b"position startpos\n".to_vec();
            input.extend_from_slice(bad);
            // An option does not bring a position back; a new game does, and so does a position.
            input.extend_from_slice(
                b"\nquery result\nquery gameover\nquery p1turn\ngo depth 1\nsetoption name Seed value 5\n\
                  setoption name Level value 3\nquery result\nuginewgame\nquery result\n",
            );
            input.extend_from_slice(bad);
            input.extend_from_slice(b"\nposition startpos\nquery gameover\n");
            let lines = answers(entry.info().id, input);
            let why = &lines[0];
            assert!(why.starts_with("info string error: ") && !why.contains('\u{1b}'), "{name}: {why}");
            let unknown = [none, "response unknown"];
            let rest =
                [none, "bestmove (none)", none, "response unknown", "response none", why, "response false"];
            let expected: Vec<&str> = unknown.repeat(3).into_iter().chain(rest).collect();
            assert_eq!(lines[1..], expected, "{name}");
        }
    }
}

#[test]
fn a_position_behind_a_stop_is_refused_in_its_turn() {
    let mut talk = Talk::with("siam");
    talk.say("go infinite\nisready");
    talk.until("readyok");
    talk.say("stop\nposition here\nquery p1turn");
    talk.until("bestmove");
    assert_eq!(talk.until("response").last().unwrap(), "response unknown");
    talk.end();
}

#[test]
fn deals_come_from_the_seed() {
    let mut talk = Talk::with("palam");
    for seed in [1, 7, 2_147_483_647] {
        talk.say(&format!("setoption name Seed value {seed}"));
        talk.say("position startpos");
        let best = talk.best("go depth 1");
        let session = find("palam").unwrap().start(Variants::NONE, seed);
        assert!(session.legal().contains(&best), "{seed}: {best}");
        // All moves of the deal are taken, and none of another deal is.
        talk.say(&format!("position startpos moves {best}"));
        assert_eq!(talk.ask("query gameover", "response"), ["response false"]);
    }
    talk.end();
}

#[test]
fn levels_choose_by_the_seed_and_nothing_else() {
    for entry in &GAMES {
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
fn the_same_nodes_give_the_same_search() {
    for entry in &GAMES {
        let once = || {
            let mut talk = Talk::with(entry.info().id);
            let lines = talk.ask("go nodes 3000", "bestmove");
            talk.end();
            let numbers =
                infos(&lines).into_iter().map(|info| (info.depth, info.nodes, info.estimate, info.moves));
            (numbers.collect::<Vec<_>>(), lines.last().unwrap().clone())
        };
        assert_eq!(once(), once());
    }
}

#[test]
fn a_search_without_end_is_stopped_and_hears_commands_meanwhile() {
    for entry in &GAMES {
        let mut talk = Talk::with(entry.info().id);
        talk.say("setoption name Threads value 2");
        talk.say("go infinite");
        assert_eq!(talk.ask("isready", "readyok").last().unwrap(), "readyok");
        let asked = talk.ask("query p1turn", "response");
        assert_eq!(asked.last().unwrap(), "response true");
        let best = talk.best("stop");
        assert!(entry.start(Variants::NONE, 1).legal().contains(&best), "{best}");
        // Nothing is left of it.
        talk.say("stop");
        assert_eq!(talk.ask("isready", "readyok"), ["readyok"]);
        talk.end();
    }
}

/// Commands until the search has nothing left to do, and what ends such a search: the last line it says.
fn finished_infinite_searches(game: &str) -> Vec<(String, &'static str)> {
    let level =
        |level: u8| (format!("setoption name Level value {level}\nposition startpos"), "string level");
    let mut searches: Vec<(String, &str)> = [1, 5, 9].map(level).into();
    if game == "siam" {
        // A win in one is proven at once.
        searches.push(("position fen 2o2/2o2/2n2/2n2/4o R 11 -".to_owned(), "info nodes"));
    }
    searches
}

#[test]
fn an_infinite_search_keeps_its_move_until_stop() {
    for entry in &GAMES {
        for (set_up, last) in finished_infinite_searches(entry.info().id) {
            for end in ["stop", "quit"] {
                let mut talk = Talk::with(entry.info().id);
                talk.say(&set_up);
                talk.say("go infinite");
                while !talk.line().contains(last) {}
                // It has its move, and says it when it is told to stop: until then it is a search like any other.
                assert_eq!(talk.ask("isready", "readyok"), ["readyok"], "{set_up}");
                talk.say("query gameover");
                assert_eq!(talk.line(), "response false");
                talk.say("go");
                assert!(talk.line().starts_with("info string error: go must wait"));
                talk.say(end);
                assert!(talk.line().starts_with("bestmove "), "{set_up}");
                talk.end();
            }
        }
    }
}

#[test]
fn limits_beside_infinite_end_the_work_and_not_the_wait() {
    let mut talk = Talk::with("samliam");
    talk.say("go infinite nodes 500 movetime 50");
    while !talk.line().starts_with("info nodes") {}
    assert_eq!(talk.ask("isready", "readyok"), ["readyok"]);
    talk.say("stop\ngo infinite depth 1\nstop\nisready");
    let heard: Vec<String> =
        (0..).map(|_| talk.line()).filter(|line| !line.starts_with("info ")).take(3).collect();
    // `isready` is answered at once, also before the move that `stop` asked for.
    let moves = heard.iter().filter(|line| line.starts_with("bestmove ")).count();
    assert!(moves == 2 && heard.contains(&"readyok".to_owned()), "{heard:?}");
    talk.end();
}

#[test]
fn go_alone_ends_by_itself_below_the_full_strength() {
    for entry in &GAMES {
        let mut talk = Talk::with(entry.info().id);
        for level in [1, 9] {
            talk.say(&format!("setoption name Level value {level}"));
            let best = talk.best("go");
            assert!(entry.start(Variants::NONE, 1).legal().contains(&best), "{best}");
        }
        talk.end();
    }
    // At full strength only a proven result does.
    let mut talk = Talk::with("siam");
    talk.say("position fen 2o2/2o2/2n2/2n2/4o R 11 -");
    assert_eq!(talk.best("go"), "c2c3");
    talk.end();
}

#[test]
fn numbers_that_make_no_sense_are_refused_and_nothing_is_searched() {
    for (words, found) in [
        ("depth -1", "-1"),
        ("nodes -1", "-1"),
        ("movetime -5", "-5"),
        ("p1time 1000 p2time 1000 p1inc -1", "-1"),
        ("p2inc -1", "-1"),
        ("depth 4294967296", "4294967296"),
        ("nodes 18446744073709551616", "18446744073709551616"),
        ("movetime 99999999999999999999", "99999999999999999999"),
        ("nodes 1e6", "1e6"),
        ("movetime \u{661}", "\u{661}"),
    ] {
        let lines = answers("siam", format!("go {words}\nisready\n"));
        assert_eq!(lines.len(), 2, "{lines:?}");
        assert!(lines[0].starts_with("info string error: a whole number from 0 to "), "{lines:?}");
        assert!(lines[0].ends_with(&format!("not \"{found}\"")), "{lines:?}");
        assert_eq!(lines[1], "readyok");
    }
}

#[test]
fn what_would_disturb_a_search_is_refused_until_stop_and_waits_behind_it() {
    let mut talk = Talk::with("siam");
    talk.say("go infinite");
    for command in ["go depth 1", "position startpos moves @c1N", "setoption name Hash value 1", "uginewgame"]
    {
        talk.say(command);
        let error = loop {
            let line = talk.line();
            if line.contains("error") {
                break line;
            }
            assert!(line.starts_with("info "), "{line}");
        };
        let word = command.split(' ').next().unwrap();
        assert!(error.starts_with(&format!("info string error: {word} must wait")), "{error}");
    }
    // All of it in one breath: two searches, two moves, in order.
    talk.say("stop\nposition startpos moves @c1N\nquery p1turn\ngo infinite\nisready\nstop\nposition startpos\nisready");
    let heard: Vec<String> =
        (0..).map(|_| talk.line()).filter(|line| !line.starts_with("info ")).take(5).collect();
    assert!(heard[0].starts_with("bestmove "), "{heard:?}");
    assert_eq!(heard[1], "response false");
    assert_eq!(heard[2], "readyok");
    assert!(heard[3].starts_with("bestmove "), "{heard:?}");
    assert_eq!(heard[4], "readyok");
    assert_eq!(talk.ask("query p1turn", "response"), ["response true"]);
    talk.end();
}

#[test]
fn a_search_ends_with_the_commands_and_says_its_move() {
    for end in ["", "quit\n", "stop\nposition startpos\ngo infinite\nquit\nposition"] {
        let lines = answers("samliam", format!("go infinite\n{end}"));
        assert!(lines.last().unwrap().starts_with("bestmove "), "{lines:?}");
        assert_eq!(lines.iter().filter(|line| line.starts_with("bestmove")).count(), 1);
    }
}

#[test]
fn no_time_at_all_is_time_for_a_legal_move() {
    for entry in &GAMES {
        let legal = entry.start(Variants::NONE, 1).legal();
        let mut talk = Talk::with(entry.info().id);
        for level in [10, 5] {
            talk.say(&format!("setoption name Level value {level}"));
            for go in [
                "nodes 0",
                "nodes 1",
                "movetime 0",
                "depth 0",
                "p1time 0 p2time 0",
                "p1time -100 p2time 5000 p1inc 0 p2inc 0",
                "p1time 50 p2time 50 p1inc 5 p2inc 5",
                "movetime 18446744073709551615 nodes 500",
                "p1time 18446744073709551615 p1inc 18446744073709551615 nodes 500",
            ] {
                let best = talk.best(&format!("go {go}"));
                assert!(legal.contains(&best), "{go}: {best}");
            }
        }
        talk.end();
    }
}

#[test]
fn the_clock_of_the_seat_to_move_counts() {
    let mut talk = Talk::with("siam");
    // With the other clock this search would take twenty minutes.
    talk.say("position startpos moves @c1N");
    talk.best("go p1time 36000000 p2time 1 p1inc 0 p2inc 0");
    talk.say("position startpos");
    talk.best("go p1time 1 p2time 36000000 p1inc 0 p2inc 0");
    talk.end();
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
    for entry in &GAMES {
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
fn remarks_speak_french_and_the_protocol_does_not() {
    let french = Setup { lang: Lang::Fr, ..setup("saigon") };
    let lines = answers_from(french, "salut\nposition ici\ngo vite\nquery result\n");
    assert_eq!(lines[0], "info string error: il n'y a pas de commande « salut »");
    assert!(lines[1].starts_with("info string error: une position se donne ainsi : "));
    assert_eq!(lines[2], "info string error: « go » ne connaît pas « vite »");
    assert_eq!(lines[3], "info string error: il n'y a pas de position : la dernière a été refusée");
    assert_eq!(lines[4], "response unknown");
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

#[test]
fn a_reader_who_left_ends_it() {
    let (output, lines) = io::pipe().expect("a pipe");
    drop(output);
    let error = run(setup("siam"), &b"ugi\n"[..], lines).expect_err("nobody reads");
    assert_eq!(error.kind(), io::ErrorKind::BrokenPipe);
    // While it searches as well, though no command comes any more.
    let (commands, mut input) = io::pipe().expect("a pipe");
    let (output, lines) = io::pipe().expect("a pipe");
    let server = thread::spawn(move || run(setup("siam"), commands, lines));
    writeln!(input, "go infinite").unwrap();
    drop(output);
    let error = server.join().expect("no panic").expect_err("nobody reads");
    assert_eq!(error.kind(), io::ErrorKind::BrokenPipe);
}

#[test]
fn any_bytes_are_answered_and_nothing_breaks() {
    let words: [&[u8]; 24] = [
        b"ugi",
        b"isready",
        b"position",
        b"startpos",
        b"fen",
        b"moves",
        b"setoption",
        b"name",
        b"value",
        b"Hash",
        b"Level",
        b"Variant",
        b"query",
        b"result",
        b"stop",
        b"go",
        b"depth",
        b"1",
        b"nodes",
        b"-1",
        b"\xff\xfe",
        b"\0",
        b"@c1N",
        b"99999999999999999999",
    ];
    let mut random = SplitMix64::new(11);
    for entry in &GAMES {
        let mut input = Vec::new();
        for _ in 0..400 {
            for _ in 0..random.below(7) {
                input.extend_from_slice(words[random.below(words.len())]);
                input.push(if random.below(9) == 0 { b'\t' } else { b' ' });
            }
            input.push(b'\n');
        }
        // A whole alphabet of noise, a line longer than any may be, and one that never ends.
        input.extend((0..20_000).map(|_| random.below(256) as u8));
        input.push(b'\n');
        input.extend(std::iter::repeat_n(b'x', 10 << 20));
        input.extend_from_slice(b"\nstop\nsetoption name Hash value 1\nposition startpos\nquery gameover\n");
        input.extend(std::iter::repeat_n(b'y', 1 << 20));
        let lines = answers(entry.info().id, input);
        let long = "info string error: a line of more than 131072 bytes was skipped";
        assert_eq!(lines.iter().filter(|line| *line == long).count(), 2);
        assert!(lines.iter().any(|line| line == "response false"), "{}", entry.info().id);
        assert!(lines.iter().all(|line| !line.contains(['\0', '\u{1b}'])));
    }
}
