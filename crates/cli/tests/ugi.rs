//! `mekong ugi` as a process, with its input and output as pipes.

use std::{
    fs,
    io::{BufRead as _, BufReader, Write as _},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
};

use crate::common::{feed, folder, games, mekong, output_of, run};
use mekong_catalog::{GameSession, find};
use mekong_core::{CancelToken, Player, SplitMix64, Variants};
use mekong_players::UciScore;
use mekong_ugi::{
    Go,
    client::{Client, ReportedResult, Timeouts},
};

/// The program with an empty environment and cache, so that tables in the user's cache have no effect.
fn program(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mekong"));
    command.env_clear().env("XDG_CACHE_HOME", folder("ugi-no-cache")).arg("ugi").args(args);
    command
}

fn client(args: &[&str]) -> Client {
    Client::handshake("mekong", &mut program(args), Timeouts::default())
        .expect("the engine answers the handshake")
}

fn search(client: &mut Client, session: &GameSession, go: &Go) -> mekong_ugi::client::Reply {
    client.search(session, go, &CancelToken::new(), &mut |_| {}).expect("the engine returns a move")
}

/// A process whose pipes the test reads and writes.
struct Process {
    child: Child,
    input: Option<ChildStdin>,
    output: Option<BufReader<ChildStdout>>,
}

impl Process {
    fn start(args: &[&str]) -> Process {
        let mut command = program(args);
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let input = child.stdin.take();
        let output = child.stdout.take().map(BufReader::new);
        Process { child, input, output }
    }

    fn send(&mut self, text: &str) {
        writeln!(self.input.as_mut().unwrap(), "{text}").expect("the process reads its input");
    }

    fn until(&mut self, word: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            let length = self.output.as_mut().unwrap().read_line(&mut line).expect("the output is UTF-8");
            assert!(length > 0, "the process exited after {lines:?}");
            lines.push(line.trim_end().to_owned());
            if line.starts_with(word) {
                return lines;
            }
        }
    }

    /// Closes the pipes and asserts that the process exits silently.
    fn end(mut self) {
        self.input = None;
        self.output = None;
        let output = self.child.wait_with_output().expect("the process exits");
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!((error.as_str(), output.status.code()), ("", Some(0)));
    }
}

#[test]
fn greeting_has_name_author_and_options() {
    for game in games() {
        let client = client(&[game]);
        let title = find(game).unwrap().info().title.en;
        assert_eq!(client.name(), format!("Mekong {title} {}", env!("CARGO_PKG_VERSION")));
        assert_eq!(client.author(), Some(env!("CARGO_PKG_AUTHORS")));
        for option in ["hash", "threads", "multipv", "level", "seed", "variant"] {
            assert!(client.has_option(option), "{game}: {option}");
        }
        assert_eq!(client.has_option("table"), game == "saigon");
        client.quit();
    }
}

#[test]
fn two_programs_play_whole_games() {
    for (game, variant) in
        games().map(|game| (game, "")).chain([("siam", "chain"), ("saigon", "flat"), ("palam", "draft")])
    {
        let entry = find(game).unwrap();
        let names = [variant].into_iter().filter(|name| !name.is_empty());
        let variants = entry.info().parse_variants(names).unwrap();
        let mut session = entry.start(variants, 5);
        let mut players = [client(&[game]), client(&[game])];
        for (player, level) in players.iter_mut().zip(["3", "10"]) {
            player.set_option("Level", level).unwrap();
            player.set_option("Hash", "1").unwrap();
            player.new_game(&session).unwrap();
        }
        // Games of Siam may be long: two hundred plies are enough.
        while let Some(turn) = session.turn().filter(|_| session.moves().len() < 200) {
            let reply = search(&mut players[turn.index()], &session, &Go::nodes(300));
            session.play(&reply.best).expect("the client returns legal moves");
        }
        assert!(!session.moves().is_empty(), "{game} {variant}");
        for player in &mut players {
            assert_eq!(
                player.result(&session).unwrap(),
                session.outcome().map(ReportedResult::from),
                "{game} {variant}"
            );
        }
    }
}

#[test]
fn client_and_server_agree_on_the_end_of_a_game() {
    for game in games() {
        let mut client = client(&[game]);
        let entry = find(game).unwrap();
        let mut seen = Vec::new();
        for seed in 0..6 {
            let mut session = entry.start(Variants::NONE, seed);
            let mut random = SplitMix64::new(seed);
            while session.play_random(&mut random) > 0 {}
            let verdict = client.result(&session).unwrap();
            assert_eq!(verdict, session.outcome().map(ReportedResult::from), "{game} {seed}");
            seen.push(verdict.expect("the game is over"));
        }
        assert!(
            seen.contains(&ReportedResult::Win(Player::P1))
                && seen.contains(&ReportedResult::Win(Player::P2)),
            "{game}: {seen:?}"
        );
    }
}

#[test]
fn threefold_repetition_is_a_draw() {
    let mut session = find("siam").unwrap().start(Variants::NONE, 0);
    for mv in ["@a1N", "@a5S"].into_iter().chain(["a1E", "a5E", "a1N", "a5S"].repeat(2)) {
        session.play(mv).unwrap_or_else(|error| panic!("{mv}: {error}"));
    }
    assert_eq!(client(&["siam"]).result(&session).unwrap(), Some(ReportedResult::Draw));
}

#[test]
fn stop_ends_an_infinite_search() {
    for game in games() {
        let mut process = Process::start(&[game]);
        process.send("go infinite\nisready");
        process.until("readyok");
        process.send("stop");
        let lines = process.until("bestmove");
        let best = lines.last().unwrap().strip_prefix("bestmove ").unwrap().to_owned();
        assert!(find(game).unwrap().start(Variants::NONE, 1).legal().contains(&best), "{game}: {best}");
        process.send("quit");
        process.end();
    }
}

#[test]
fn closed_pipes_end_the_process_silently() {
    // The input, idle and during a search; the output, idle and during a search; both.
    Process::start(&["siam"]).end();
    let mut searching = Process::start(&["siam"]);
    searching.send("go infinite");
    searching.input = None;
    searching.until("bestmove");
    searching.end();
    for command in ["ugi", "go infinite"] {
        let mut closed = Process::start(&["palam"]);
        closed.output = None;
        closed.send(command);
        let status = closed.child.wait().expect("the process exits although its input is open");
        assert_eq!(status.code(), Some(0), "{command}");
    }
    let mut abandoned = Process::start(&["saigon"]);
    abandoned.send("go infinite");
    abandoned.end();
}

#[test]
fn invalid_input_is_reported_and_skipped() {
    let mut input =
        b"hello\n\n\0\n\xff\xfe\xfd\nposition\nposition fen \xf0\x9f\xa6\x8f E 1 -\nquery all\ngo fast\n"
            .to_vec();
    input.extend(std::iter::repeat_n(b'z', 10 << 20));
    input.extend_from_slice(b"\nposition startpos moves ");
    input.extend(std::iter::repeat_n(b"a1 ", 1 << 20).flatten());
    input.extend_from_slice(b"\nsetoption name Hash value -5\nisready\nquery result\n");
    for game in games() {
        let answer = feed(&["ugi", game], input.clone());
        assert_eq!((answer.err.as_str(), answer.code), ("", 0), "{game}");
        let errors = answer.out.lines().filter(|line| line.starts_with("info string error: ")).count();
        assert_eq!(errors, 11, "{}", answer.out);
        let good: Vec<&str> = answer.out.lines().filter(|line| !line.starts_with("info")).collect();
        // The last position was refused, so the state of the game is unknown.
        assert_eq!(good, ["readyok", "response unknown"]);
    }
}

#[test]
fn options_out_of_range_are_rejected() {
    let commands = "setoption name MultiPV value 100000\nsetoption name Threads value 0\nsetoption name Hash value x\n\
                    setoption name Hash value\nsetoption name Table value\nsetoption name Nothing value 1\n\
                    position startpos\ngo depth 1\n";
    let answer = feed(&["ugi", "saigon", "--lang", "fr"], commands);
    let remarks: Vec<&str> =
        answer.out.lines().filter_map(|line| line.strip_prefix("info string error: ")).collect();
    assert_eq!(
        remarks,
        [
            "MultiPV doit être un nombre entier de 1 à 256, pas « 100000 »",
            "Threads doit être un nombre entier de 1 à 256, pas « 0 »",
            "Hash doit être un nombre entier de 1 à 1024, pas « x »",
            "il faut une valeur à Hash : un nombre entier de 1 à 1024",
            "il faut une valeur à Table : l’une de auto, true, false",
            "option inconnue « Nothing » (options : Hash, Threads, MultiPV, Seed, Level, Variant, Table)",
        ]
    );
}

#[test]
fn multiple_lines_are_ranked() {
    let mut client = client(&["samliam"]);
    client.set_option("MultiPV", "3").unwrap();
    let session = find("samliam").unwrap().start(Variants::NONE, 0);
    let mut ranks = Vec::new();
    let reply = client.search(&session, &Go::depth(2), &CancelToken::new(), &mut |info| {
        ranks.extend(info.depth.filter(|&depth| depth == 2).and(info.multipv));
    });
    assert_eq!(ranks, [1, 2, 3]);
    assert_eq!(reply.unwrap().info.multipv, Some(1));
}

#[test]
fn levels_are_reproducible() {
    for game in games() {
        let play = |seed: &str| {
            let mut client = client(&[game]);
            client.set_option("Level", "2").unwrap();
            client.set_option("Seed", seed).unwrap();
            let mut session = find(game).unwrap().start(Variants::NONE, 9);
            while session.outcome().is_none() && session.moves().len() < 30 {
                let reply = search(&mut client, &session, &Go::nodes(1));
                session.play(&reply.best).unwrap();
            }
            session.moves()
        };
        let game = play("1");
        assert_eq!(game, play("1"));
        assert_ne!(game, play("2"));
    }
}

#[test]
fn variant_is_set_by_argument_or_option() {
    let flat = find("saigon").unwrap().start(Variants::NONE.with(0), 0);
    let mut given = client(&["saigon", "--variant", "flat"]);
    let offer = given.options().iter().find(|offer| offer.name == "Variant").unwrap().clone();
    assert_eq!(offer.description, "combo default flat var plain var flat");
    let reply = search(&mut given, &flat, &Go::nodes(500));
    let mut by_option = client(&["saigon"]);
    by_option.new_game(&flat).unwrap();
    assert_eq!(search(&mut by_option, &flat, &Go::nodes(500)).best, reply.best);
    for (args, word) in
        [(["go", "--lang=en"], "\"go\" is unknown"), (["siam", "--variant=flat"], "no variant")]
    {
        let refused = run(&["ugi", args[0], args[1]]);
        assert_eq!((refused.out.as_str(), refused.code), ("", 1));
        assert!(refused.err.contains(word), "{}", refused.err);
    }
}

#[test]
fn saigon_table_is_used_if_stored_or_requested() {
    let cache = folder("ugi-cache");
    let start = |table: Option<&str>| {
        let mut command = program(&["saigon"]);
        let mut client =
            Client::handshake("mekong", command.env("XDG_CACHE_HOME", &cache), Timeouts::default())
                .expect("the engine answers the handshake");
        if let Some(value) = table {
            client.set_option("Table", value).unwrap();
        }
        client
    };
    let session = find("saigon").unwrap().start(Variants::NONE, 0);
    let exact = Some(UciScore::Mate(33));
    // By default no table is generated.
    assert_ne!(search(&mut start(None), &session, &Go::nodes(100)).info.score, exact);
    assert!(!cache.join("mekong").exists());
    // With the option, it is generated and stored.
    assert_eq!(search(&mut start(Some("true")), &session, &Go::nodes(100)).info.score, exact);
    // A stored table is used by default, unless the option disables it.
    let reply = search(&mut start(None), &session, &Go::nodes(100));
    assert_eq!((reply.info.score, reply.info.moves.len()), (exact, 33));
    assert_ne!(search(&mut start(Some("false")), &session, &Go::nodes(100)).info.score, exact);
    // A corrupt file is reported and not replaced.
    let path = cache.join("mekong/tables/saigon.table");
    fs::write(&path, b"not a table").unwrap();
    let output =
        output_of(mekong(&["ugi", "saigon"]).env("XDG_CACHE_HOME", &cache).write_stdin("isready\nisready\n"));
    let (string, rest) = output.out.split_once('\n').unwrap();
    assert!(string.starts_with("info string error: ") && string.contains("saigon.table: "), "{string}");
    assert_eq!(rest, "readyok\nreadyok\n");
    assert_eq!(fs::read(&path).unwrap(), b"not a table");
}

/// A line without the numbers and moves that depend on the machine or the version.
fn normalized(line: &str) -> String {
    let Some(info) = line.strip_prefix("info ").filter(|info| !info.starts_with("string ")) else {
        return line.to_owned();
    };
    let (info, line) = info.split_once(" pv ").unwrap_or((info, ""));
    let (words, mate) = info
        .split_once(" mate 1 ")
        .map_or((info.to_owned(), ""), |(before, after)| (format!("{before} {after}"), "mate 1"));
    let words: Vec<&str> = words.split(' ').filter(|word| word.parse::<i64>().is_err()).collect();
    format!("{} {mate} {}", words.join(" "), if mate.is_empty() { "" } else { line })
}

#[test]
fn documented_sessions_are_correct() {
    let page = include_str!("../../../docs/protocol.md");
    let sessions: Vec<&str> =
        page.split("```text\nmekong ").skip(1).map(|rest| rest.split("\n```").next().unwrap()).collect();
    assert_eq!(sessions.len(), 2);
    for session in sessions {
        let mut lines = session.lines();
        let args: Vec<&str> = lines.next().unwrap().split(' ').skip(1).collect();
        let mut process = Process::start(&args);
        let mut mated = false;
        for line in lines {
            if let Some(command) = line.strip_prefix("> ") {
                process.send(command);
                continue;
            }
            let expected = line.strip_prefix("< ").expect("a line begins with > or <");
            let output = process.until("").pop().unwrap();
            mated |= expected.contains(" mate ");
            if !mated && expected.starts_with("bestmove ") && expected != "bestmove (none)" {
                // The best move may change with the engine.
                assert!(output.starts_with("bestmove "), "{output}");
            } else {
                assert_eq!(normalized(&output), normalized(expected));
            }
        }
        process.end();
    }
}
