//! Searches: what they say, what ends them, what they hear meanwhile.

use mekong_catalog::GAMES;
use mekong_core::Variants;
use mekong_ugi::{Info, UgiScore};

use crate::{Talk, answers, infos};

#[test]
fn a_search_tells_all_that_the_protocol_names_and_plays_a_legal_move() {
    for entry in GAMES {
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
        assert!(last.nodes.is_some() && last.nps.is_some() && last.time.is_some(), "{lines:?}");
        for info in depths {
            let numbers = [info.depth, info.seldepth, info.multipv, info.hashfull];
            assert!(numbers.iter().all(Option::is_some), "{lines:?}");
            assert!(info.nodes.is_some() && info.nps.is_some() && info.time.is_some());
            assert!(info.score.is_some() && !info.moves.is_empty());
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
    assert_eq!(last.iter().map(|info| info.multipv.unwrap()).collect::<Vec<_>>(), [1, 2, 3, 4]);
    let points = last.iter().map(|info| match info.score {
        Some(UgiScore::Points(points)) => points,
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
    assert!(infos(&lines).iter().any(|info| info.score == Some(UgiScore::Mate(1))), "{lines:?}");
    talk.end();
}

#[test]
fn the_same_nodes_give_the_same_search() {
    for entry in GAMES {
        let once = || {
            let mut talk = Talk::with(entry.info().id);
            let lines = talk.ask("go nodes 3000", "bestmove");
            talk.end();
            let numbers =
                infos(&lines).into_iter().map(|info| (info.depth, info.nodes, info.score, info.moves));
            (numbers.collect::<Vec<_>>(), lines.last().unwrap().clone())
        };
        assert_eq!(once(), once());
    }
}

#[test]
fn a_search_without_end_is_stopped_and_hears_commands_meanwhile() {
    for entry in GAMES {
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
    for entry in GAMES {
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
    for entry in GAMES {
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
    for entry in GAMES {
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
