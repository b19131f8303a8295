//! Unknown commands, invalid numbers and closed pipes.

use std::{
    io::{self, Write as _},
    thread,
};

use mekong_catalog::GAMES;
use mekong_core::{Lang, SplitMix64};
use mekong_ugi::server::{Config, run};

use crate::{answers, answers_from, config};

#[test]
fn invalid_limits_start_no_search() {
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
fn errors_are_translated_and_keywords_are_not() {
    let french = Config { lang: Lang::Fr, ..config("saigon") };
    let lines = answers_from(french, "salut\nposition ici\ngo vite\nquery result\n");
    assert_eq!(lines[0], "info string error: commande inconnue « salut »");
    assert!(lines[1].starts_with("info string error: position invalide ; exemples : "));
    assert_eq!(lines[2], "info string error: limite inconnue « vite » après « go »");
    assert_eq!(lines[3], "info string error: il n’y a pas de position : la dernière a été refusée");
    assert_eq!(lines[4], "response unknown");
}

#[test]
fn closed_output_ends_the_server() {
    let (output, lines) = io::pipe().expect("the pipe is created");
    drop(output);
    let error = run(config("siam"), &b"ugi\n"[..], lines).expect_err("the output is closed");
    assert_eq!(error.kind(), io::ErrorKind::BrokenPipe);
    // Also during a search, without further commands.
    let (commands, mut input) = io::pipe().expect("the pipe is created");
    let (output, lines) = io::pipe().expect("the pipe is created");
    let server = thread::spawn(move || run(config("siam"), commands, lines));
    writeln!(input, "go infinite").unwrap();
    drop(output);
    let error = server.join().expect("no panic").expect_err("the output is closed");
    assert_eq!(error.kind(), io::ErrorKind::BrokenPipe);
}

#[test]
fn arbitrary_bytes_never_panic() {
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
    for entry in GAMES {
        let mut input = Vec::new();
        for _ in 0..400 {
            for _ in 0..random.below(7) {
                input.extend_from_slice(words[random.below(words.len())]);
                input.push(if random.below(9) == 0 { b'\t' } else { b' ' });
            }
            input.push(b'\n');
        }
        // Random bytes, an overlong line, and a line without an end.
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
