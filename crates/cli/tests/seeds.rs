//! A level plays the same move from the same seed in the terminal and over UGI.

use std::{
    io::{BufRead as _, BufReader, Write as _},
    process::{Command, Stdio},
};

use crate::common::{DEAL, feed, games};

/// The computer's first move in `mekong play`.
fn at_the_terminal(game: &str, position: Option<&str>, level: u8, seed: u64, before: &str) -> String {
    let (level, seed) = (level.to_string(), seed.to_string());
    let mut args = vec!["play", game, "--level", &level, "--seed", &seed, "--side", "p2"];
    if let Some(position) = position {
        args.extend(["--position", position]);
    }
    let output = feed(&args, format!("{before}quit\n"));
    let moves = output.out.split(" --moves \"").nth(1).and_then(|rest| rest.split('"').next());
    let moves = moves.unwrap_or_else(|| panic!("{}{}", output.out, output.err));
    assert!(output.out.contains(&format!(" --seed {seed}")), "{}", output.out);
    moves.split(' ').next().expect("at least one move").to_owned()
}

/// The engine's move in `mekong ugi`.
fn over_ugi(game: &str, position: Option<&str>, level: u8, seed: u64) -> String {
    let position = position.map_or("startpos".to_owned(), |text| format!("fen {text}"));
    let input = format!(
        "setoption name Level value {level}\nsetoption name Seed value {seed}\nposition {position}\ngo\n"
    );
    let mut command = Command::new(env!("CARGO_BIN_EXE_mekong"));
    command.env_clear().args(["ugi", game]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    // Keep the input open: its end would stop the search.
    let mut stdin = child.stdin.take().expect("standard streams are piped");
    stdin.write_all(input.as_bytes()).expect("the engine reads its input");
    let lines = BufReader::new(child.stdout.take().expect("standard streams are piped")).lines();
    let best = lines.map_while(Result::ok).find_map(|line| line.strip_prefix("bestmove ").map(str::to_owned));
    drop(stdin);
    child.wait().expect("the process exits");
    best.expect("there is a move")
}

#[test]
fn terminal_and_ugi_play_the_same_moves() {
    for game in games() {
        let position = (game == "palam").then_some(DEAL);
        for (level, seed) in [(1, 3), (3, 3), (5, 7), (8, 11)] {
            let moves = [
                at_the_terminal(game, position, level, seed, ""),
                // Also after a hint and a takeback.
                at_the_terminal(game, position, level, seed, "hint\nundo\n"),
                over_ugi(game, position, level, seed),
            ];
            assert!(moves.iter().all(|mv| *mv == moves[0]), "{game} level {level} seed {seed}: {moves:?}");
        }
    }
}
