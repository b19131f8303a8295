//! A level plays the same move from the same seed, wherever it is asked.

mod common;

use std::{
    io::{BufRead as _, BufReader, Write as _},
    process::{Command, Stdio},
};

use common::{DEAL, GAMES, feed};

/// The computer's first move in a game at the terminal.
fn at_the_terminal(game: &str, position: Option<&str>, level: u8, seed: u64, before: &str) -> String {
    let (level, seed) = (level.to_string(), seed.to_string());
    let mut args = vec!["play", game, "--level", &level, "--seed", &seed, "--side", "p2"];
    if let Some(position) = position {
        args.extend(["--position", position]);
    }
    let said = feed(&args, format!("{before}quit\n"));
    let moves = said.out.split(" --moves \"").nth(1).and_then(|rest| rest.split('"').next());
    let moves = moves.unwrap_or_else(|| panic!("{}{}", said.out, said.err));
    assert!(said.out.contains(&format!(" --seed {seed}")), "{}", said.out);
    moves.split(' ').next().expect("at least one").to_owned()
}

/// The move of the engine for other programs.
fn over_ugi(game: &str, position: Option<&str>, level: u8, seed: u64) -> String {
    let position = position.map_or("startpos".to_owned(), |text| format!("fen {text}"));
    let input = format!(
        "setoption name Level value {level}\nsetoption name Seed value {seed}\nposition {position}\ngo\n"
    );
    let mut command = Command::new(env!("CARGO_BIN_EXE_mekong"));
    command.env_clear().args(["ugi", game]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().expect("it starts");
    // The end of the input would end the search: it stays open until the move is there.
    let mut stdin = child.stdin.take().expect("piped");
    stdin.write_all(input.as_bytes()).expect("it reads");
    let lines = BufReader::new(child.stdout.take().expect("piped")).lines();
    let best = lines.map_while(Result::ok).find_map(|line| line.strip_prefix("bestmove ").map(str::to_owned));
    drop(stdin);
    child.wait().expect("it ends");
    best.expect("a move")
}

#[test]
fn terminal_and_ugi_play_the_same_moves() {
    for game in GAMES {
        let position = (game == "palam").then_some(DEAL);
        for (level, seed) in [(1, 3), (3, 3), (5, 7), (8, 11)] {
            let moves = [
                at_the_terminal(game, position, level, seed, ""),
                // Also when advice was asked for, and after a move that is taken back.
                at_the_terminal(game, position, level, seed, "hint\nundo\n"),
                over_ugi(game, position, level, seed),
            ];
            assert!(moves.iter().all(|mv| *mv == moves[0]), "{game} level {level} seed {seed}: {moves:?}");
        }
    }
}
