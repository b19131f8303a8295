//! Accepted and rejected positions, and queries.

use mekong_catalog::{GAMES, find};
use mekong_core::{SplitMix64, Variants};

use crate::{Connection, answers};

#[test]
fn queries_follow_the_position() {
    for entry in GAMES {
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
        assert_eq!(answers(id, script), turns, "{id}: the player to move, also if turns do not alternate");
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
fn position_command_accepts_spaces() {
    for entry in GAMES {
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
fn rejected_position_leaves_no_position() {
    let long = format!("position startpos moves {}", "a1 ".repeat(100_000));
    let refused: [&[u8]; 12] = [
        b"position startpos moves @c1N c3c3",
        b"position fen",
        b"position fen x",
        b"position fen 9/9/9/9/9 E 1 -",
        b"position startpos moves \x1b",
        // Unreadable commands discard the previous position as well.
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
        for entry in GAMES {
            let mut input = b"position startpos\n".to_vec();
            input.extend_from_slice(bad);
            // Setting an option does not restore a position; a new game or a valid position does.
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
fn invalid_position_after_stop_is_rejected_in_order() {
    let mut connection = Connection::with("siam");
    connection.send("go infinite\nisready");
    connection.until("readyok");
    connection.send("stop\nposition here\nquery p1turn");
    connection.until("bestmove");
    assert_eq!(connection.until("response").last().unwrap(), "response unknown");
    connection.end();
}

#[test]
fn deals_come_from_the_seed() {
    let mut connection = Connection::with("palam");
    for seed in [1, 7, 2_147_483_647] {
        connection.send(&format!("setoption name Seed value {seed}"));
        connection.send("position startpos");
        let best = connection.best("go depth 1");
        let session = find("palam").unwrap().start(Variants::NONE, seed);
        assert!(session.legal().contains(&best), "{seed}: {best}");
        // All moves of the deal are taken, and none of another deal is.
        connection.send(&format!("position startpos moves {best}"));
        assert_eq!(connection.request("query gameover", "response"), ["response false"]);
    }
    connection.end();
}
