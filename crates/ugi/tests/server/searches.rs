//! Searches: their output, their limits, and commands received meanwhile.

use mekong_catalog::GAMES;
use mekong_core::Variants;
use mekong_players::UciScore;
use mekong_ugi::Info;

use crate::{Connection, answers, infos};

#[test]
fn search_reports_every_info_field_and_a_legal_move() {
    for entry in GAMES {
        let mut connection = Connection::with(entry.info().id);
        assert_eq!(connection.request("isready", "readyok"), ["readyok"]);
        connection.send("uginewgame");
        connection.send("position startpos");
        let lines = connection.request("go depth 3", "bestmove");
        let session = entry.start(Variants::NONE, 1);
        let best = lines.last().unwrap().strip_prefix("bestmove ").unwrap();
        assert!(session.legal().contains(&best.to_owned()), "{best}");
        let infos = infos(&lines);
        let (last, depths) = infos.split_last().unwrap();
        assert!(last.nodes.is_some() && last.nps.is_some() && last.time.is_some(), "{lines:?}");
        for info in depths {
            let numbers = [info.depth, info.seldepth, info.multipv, info.hashfull];
            assert!(numbers.iter().all(Option::is_some), "{lines:?}");
            assert!(info.nodes.is_some() && info.nps.is_some() && info.time.is_some());
            assert!(info.score.is_some() && !info.moves.is_empty());
        }
        assert_eq!(depths.last().unwrap().moves[0], best);
        connection.end();
    }
}

#[test]
fn multipv_lines_are_ranked() {
    let mut connection = Connection::with("siam");
    connection.send("setoption name MultiPV value 4");
    let infos = infos(&connection.request("go depth 3", "bestmove"));
    let last: Vec<&Info> = infos.iter().filter(|info| info.depth == Some(3)).collect();
    assert_eq!(last.iter().map(|info| info.multipv.unwrap()).collect::<Vec<_>>(), [1, 2, 3, 4]);
    let points = last.iter().map(|info| match info.score {
        Some(UciScore::Cp(points)) => points,
        other => panic!("{other:?}"),
    });
    assert!(points.collect::<Vec<_>>().is_sorted_by(|better, worse| better >= worse));
    let mut first: Vec<&str> = last.iter().map(|info| info.moves[0].as_str()).collect();
    first.sort_unstable();
    first.dedup();
    assert_eq!(first.len(), 4, "the moves differ");
    connection.end();
}

#[test]
fn mate_distance_is_in_plies() {
    let mut connection = Connection::with("siam");
    // The rhinos push a rock off the board at once.
    connection.send("position fen 2o2/2o2/2n2/2n2/4o R 11 -");
    let lines = connection.request("go depth 4", "bestmove");
    assert_eq!(lines.last().unwrap(), "bestmove c2c3");
    assert!(infos(&lines).iter().any(|info| info.score == Some(UciScore::Mate(1))), "{lines:?}");
    connection.end();
}

#[test]
fn equal_node_limits_give_equal_searches() {
    for entry in GAMES {
        let once = || {
            let mut connection = Connection::with(entry.info().id);
            let lines = connection.request("go nodes 3000", "bestmove");
            connection.end();
            let numbers =
                infos(&lines).into_iter().map(|info| (info.depth, info.nodes, info.score, info.moves));
            (numbers.collect::<Vec<_>>(), lines.last().unwrap().clone())
        };
        assert_eq!(once(), once());
    }
}

#[test]
fn infinite_search_answers_commands_and_stops() {
    for entry in GAMES {
        let mut connection = Connection::with(entry.info().id);
        connection.send("setoption name Threads value 2");
        connection.send("go infinite");
        assert_eq!(connection.request("isready", "readyok").last().unwrap(), "readyok");
        let asked = connection.request("query p1turn", "response");
        assert_eq!(asked.last().unwrap(), "response true");
        let best = connection.best("stop");
        assert!(entry.start(Variants::NONE, 1).legal().contains(&best), "{best}");
        // No further output.
        connection.send("stop");
        assert_eq!(connection.request("isready", "readyok"), ["readyok"]);
        connection.end();
    }
}

/// Infinite searches that finish early: the commands before `go infinite`, and the last info line.
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
fn infinite_search_withholds_bestmove_until_stop() {
    for entry in GAMES {
        for (set_up, last) in finished_infinite_searches(entry.info().id) {
            for end in ["stop", "quit"] {
                let mut connection = Connection::with(entry.info().id);
                connection.send(&set_up);
                connection.send("go infinite");
                while !connection.line().contains(last) {}
                // The result is known but withheld; the search still counts as running.
                assert_eq!(connection.request("isready", "readyok"), ["readyok"], "{set_up}");
                connection.send("query gameover");
                assert_eq!(connection.line(), "response false");
                connection.send("go");
                assert!(
                    connection.line().starts_with("info string error: go is not allowed during a search")
                );
                connection.send(end);
                assert!(connection.line().starts_with("bestmove "), "{set_up}");
                connection.end();
            }
        }
    }
}

#[test]
fn limits_with_infinite_end_the_search_but_not_the_wait() {
    let mut connection = Connection::with("samliam");
    connection.send("go infinite nodes 500 movetime 50");
    while !connection.line().starts_with("info nodes") {}
    assert_eq!(connection.request("isready", "readyok"), ["readyok"]);
    connection.send("stop\ngo infinite depth 1\nstop\nisready");
    let received: Vec<String> =
        (0..).map(|_| connection.line()).filter(|line| !line.starts_with("info ")).take(3).collect();
    // `isready` is answered at once, also before the move that `stop` asked for.
    let moves = received.iter().filter(|line| line.starts_with("bestmove ")).count();
    assert!(moves == 2 && received.contains(&"readyok".to_owned()), "{received:?}");
    connection.end();
}

#[test]
fn go_without_limits_ends_at_limited_strength() {
    for entry in GAMES {
        let mut connection = Connection::with(entry.info().id);
        for level in [1, 9] {
            connection.send(&format!("setoption name Level value {level}"));
            let best = connection.best("go");
            assert!(entry.start(Variants::NONE, 1).legal().contains(&best), "{best}");
        }
        connection.end();
    }
    // At full strength only a proven result ends the search.
    let mut connection = Connection::with("siam");
    connection.send("position fen 2o2/2o2/2n2/2n2/4o R 11 -");
    assert_eq!(connection.best("go"), "c2c3");
    connection.end();
}

#[test]
fn commands_that_change_state_are_rejected_during_a_search() {
    let mut connection = Connection::with("siam");
    connection.send("go infinite");
    for command in ["go depth 1", "position startpos moves @c1N", "setoption name Hash value 1", "uginewgame"]
    {
        connection.send(command);
        let error = loop {
            let line = connection.line();
            if line.contains("error") {
                break line;
            }
            assert!(line.starts_with("info "), "{line}");
        };
        let word = command.split(' ').next().unwrap();
        assert!(
            error.starts_with(&format!("info string error: {word} is not allowed during a search")),
            "{error}"
        );
    }
    // Sent in one batch: two searches and two moves, in order.
    connection.send("stop\nposition startpos moves @c1N\nquery p1turn\ngo infinite\nisready\nstop\nposition startpos\nisready");
    let received: Vec<String> =
        (0..).map(|_| connection.line()).filter(|line| !line.starts_with("info ")).take(5).collect();
    assert!(received[0].starts_with("bestmove "), "{received:?}");
    assert_eq!(received[1], "response false");
    assert_eq!(received[2], "readyok");
    assert!(received[3].starts_with("bestmove "), "{received:?}");
    assert_eq!(received[4], "readyok");
    assert_eq!(connection.request("query p1turn", "response"), ["response true"]);
    connection.end();
}

#[test]
fn end_of_input_ends_the_search_with_a_move() {
    for end in ["", "quit\n", "stop\nposition startpos\ngo infinite\nquit\nposition"] {
        let lines = answers("samliam", format!("go infinite\n{end}"));
        assert!(lines.last().unwrap().starts_with("bestmove "), "{lines:?}");
        assert_eq!(lines.iter().filter(|line| line.starts_with("bestmove")).count(), 1);
    }
}

#[test]
fn zero_time_still_gives_a_legal_move() {
    for entry in GAMES {
        let legal = entry.start(Variants::NONE, 1).legal();
        let mut connection = Connection::with(entry.info().id);
        for level in [10, 5] {
            connection.send(&format!("setoption name Level value {level}"));
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
                let best = connection.best(&format!("go {go}"));
                assert!(legal.contains(&best), "{go}: {best}");
            }
        }
        connection.end();
    }
}

#[test]
fn clock_of_the_side_to_move_is_used() {
    let mut connection = Connection::with("siam");
    // The other clock would allow twenty minutes.
    for (position, clocks) in [
        ("startpos moves @c1N", "p1time 36000000 p2time 1 p1inc 0 p2inc 0"),
        ("startpos", "p1time 1 p2time 36000000 p1inc 0 p2inc 0"),
    ] {
        connection.send(&format!("position {position}"));
        let lines = connection.request(&format!("go {clocks}"), "bestmove");
        let times = lines
            .iter()
            .filter_map(|line| line.split(" time ").nth(1)?.split(' ').next()?.parse::<u64>().ok());
        assert!(times.max().is_some_and(|time| time < 60_000), "{lines:?}");
    }
    connection.end();
}
