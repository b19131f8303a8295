//! A second implementation of Palam, written from the rule page with strings and lists and compared with the crate
//! move for move. It shares no code with it.

use std::collections::BTreeMap;

use mekong_core::Game as _;
use mekong_palam::Palam;
use mekong_testkit::naive::{NaivePosition, compare};

const COLUMNS: [char; 6] = ['a', 'b', 'c', 'd', 'e', 'f'];

/// The board as a dictionary from cell names to piece names, and the other fields nearly as they are written.
#[derive(Clone)]
struct Board {
    cells: BTreeMap<String, String>,
    side: char,
    stage: Stage,
}

#[derive(Clone)]
enum Stage {
    Duels { engaged: Option<(char, String)>, swap: bool, isis: i32, anubis: i32 },
    Draft { up: Vec<String>, left: i32, down: Vec<String> },
}

fn read(text: &str) -> Board {
    let fields: Vec<&str> = text.split(' ').collect();
    let mut cells = BTreeMap::new();
    for (row, line) in ["4", "3", "2", "1"].iter().zip(fields[0].split('/')) {
        for (column, piece) in COLUMNS.iter().zip(line.split(',')) {
            if piece != "-" {
                cells.insert(format!("{column}{row}"), piece.to_string());
            }
        }
    }
    let list = |text: &str| text.split('.').filter(|p| *p != "-").map(str::to_string).collect::<Vec<_>>();
    let stage = if fields[2].starts_with('+') {
        Stage::Draft { up: list(&fields[2][1..]), left: fields[3].parse().unwrap(), down: list(fields[4]) }
    } else {
        let engaged =
            (fields[2] != "-").then(|| (fields[2].chars().next().unwrap(), fields[2][1..].to_string()));
        let (isis, anubis) = fields[4].split_once('-').unwrap();
        Stage::Duels {
            engaged,
            swap: fields[3] == "s",
            isis: isis.parse().unwrap(),
            anubis: anubis.parse().unwrap(),
        }
    };
    Board { cells, side: fields[1].chars().next().unwrap(), stage }
}

fn write(board: &Board) -> String {
    let row = |row: &str| {
        let cells = COLUMNS.iter().map(|c| board.cells.get(&format!("{c}{row}")).map_or("-", |p| p.as_str()));
        cells.collect::<Vec<_>>().join(",")
    };
    let rows = ["4", "3", "2", "1"].map(row).join("/");
    let rest = match &board.stage {
        Stage::Draft { up, left, down } => {
            let list = |pieces: &Vec<String>| {
                let mut sorted = pieces.clone();
                sorted.sort();
                if sorted.is_empty() { "-".to_string() } else { sorted.join(".") }
            };
            format!("+{} {left} {}", list(up), list(down))
        }
        Stage::Duels { engaged, swap, isis, anubis } => {
            let duel = engaged.as_ref().map_or("-".to_string(), |(column, piece)| format!("{column}{piece}"));
            format!("{duel} {} {isis}-{anubis}", if *swap { "s" } else { "x" })
        }
    };
    format!("{rows} {} {rest}", board.side)
}

fn sign(piece: &str) -> char {
    piece.to_lowercase().chars().next().unwrap()
}

fn number(piece: &str) -> i32 {
    piece[1..].parse().unwrap()
}

fn points(piece: &str) -> i32 {
    if ["S2", "W3", "E4", "K5"].contains(&piece) { 11 } else { 1 }
}

fn other(side: char) -> char {
    if side == 'I' { 'A' } else { 'I' }
}

/// Back row and front row of a player.
fn rows(side: char) -> (char, char) {
    if side == 'I' { ('1', '2') } else { ('4', '3') }
}

fn can_advance(board: &Board, side: char) -> Vec<String> {
    let (back, front) = rows(side);
    let mut found = Vec::new();
    for column in COLUMNS {
        let places = [format!("{column}{front}"), format!("{column}{back}")];
        if let Some(place) = places.into_iter().find(|place| board.cells.contains_key(place)) {
            found.push(place);
        }
    }
    found
}

fn naive_position(text: &str, _variants: &[&'static str]) -> NaivePosition {
    let board = read(text);
    match board.stage.clone() {
        Stage::Draft { up, left, down } => draft(&board, &up, left, &down),
        Stage::Duels { engaged: Some(engaged), isis, anubis, .. } => answer(&board, &engaged, [isis, anubis]),
        Stage::Duels { swap, isis, anubis, .. } => turn(&board, swap, [isis, anubis]),
    }
}

fn turn(board: &Board, swap: bool, score: [i32; 2]) -> NaivePosition {
    let mut moves = Vec::new();
    if board.cells.is_empty() {
        let winner = if score[0] > score[1] { "p1" } else { "p2" };
        return NaivePosition { outcome: Some(winner.to_string()), moves };
    }
    let duels = |engaged, swap| Stage::Duels { engaged, swap, isis: score[0], anubis: score[1] };
    for cell in can_advance(board, board.side) {
        let mut next = board.clone();
        let piece = next.cells.remove(&cell).unwrap();
        next.stage = duels(Some((cell.chars().next().unwrap(), piece)), true);
        next.side = other(board.side);
        moves.push((cell, write(&next)));
    }
    if swap {
        let (back, front) = rows(board.side);
        let own: Vec<&String> = board.cells.keys().filter(|cell| cell.ends_with([back, front])).collect();
        for one in &own {
            for two in &own {
                if one < two {
                    let mut next = board.clone();
                    next.cells.insert((*one).clone(), board.cells[*two].clone());
                    next.cells.insert((*two).clone(), board.cells[*one].clone());
                    next.stage = duels(None, false);
                    next.side = other(board.side);
                    moves.push((format!("{one}{two}"), write(&next)));
                }
            }
        }
    }
    NaivePosition { outcome: None, moves }
}

fn answer(board: &Board, engaged: &(char, String), score: [i32; 2]) -> NaivePosition {
    let able = can_advance(board, board.side);
    let matches = |cell: &&String| {
        let piece = &board.cells[*cell];
        sign(piece) == sign(&engaged.1) || number(piece) == number(&engaged.1)
    };
    let mut answers: Vec<String> = able.iter().filter(matches).cloned().collect();
    if answers.is_empty() {
        // Columns are listed from a: that is Isis's left and Anubis's right.
        answers.push(if board.side == 'I' { able[0].clone() } else { able[able.len() - 1].clone() });
    }
    let mut moves = Vec::new();
    for cell in answers {
        let mut next = board.clone();
        let piece = next.cells.remove(&cell).unwrap();
        let column = cell.chars().next().unwrap();
        // The way from = to ≠, the cells of both camps in one line.
        let line = ["Ia", "Aa", "Ib", "Ab", "Ic", "Ac", "Id", "Ad", "Ie", "Ae", "If", "Af"];
        let place = |side: char, column: char| {
            line.iter().position(|name| *name == format!("{side}{column}")).unwrap()
        };
        let answer_is_nearer_even = place(board.side, column) < place(other(board.side), engaged.0);
        let even = (number(&piece) + number(&engaged.1)) % 2 == 0;
        let winner = if even == answer_is_nearer_even { board.side } else { other(board.side) };
        let mut gain = points(&piece) + points(&engaged.1);
        if next.cells.is_empty() {
            gain += 11;
        }
        let [mut isis, mut anubis] = score;
        if winner == 'I' {
            isis += gain;
        } else {
            anubis += gain;
        }
        next.side = other(winner);
        next.stage = Stage::Duels { engaged: None, swap: true, isis, anubis };
        moves.push((cell, write(&next)));
    }
    NaivePosition { outcome: None, moves }
}

fn draft(board: &Board, up: &[String], left: i32, down: &[String]) -> NaivePosition {
    let (back, front) = rows(board.side);
    let row = if down.is_empty() { front } else { back };
    let mut moves = Vec::new();
    for piece in up {
        for column in COLUMNS {
            let cell = format!("{column}{row}");
            if board.cells.contains_key(&cell) {
                continue;
            }
            let mut next = board.clone();
            next.cells.insert(cell.clone(), piece.clone());
            let mut up: Vec<String> = up.iter().filter(|p| *p != piece).cloned().collect();
            let mut down = down.to_vec();
            let (mut side, left) = if left == 2 { (board.side, 1) } else { (other(board.side), 2) };
            if up.is_empty() {
                side = 'A';
                up = std::mem::take(&mut down);
            }
            next.side = side;
            next.stage = if up.is_empty() {
                Stage::Duels { engaged: None, swap: true, isis: 0, anubis: 0 }
            } else {
                Stage::Draft { up, left, down }
            };
            moves.push((format!("{piece}@{cell}"), write(&next)));
        }
    }
    NaivePosition { outcome: None, moves }
}

#[test]
fn naive_generator_agrees_along_random_games() {
    for variants in Palam::INFO.all_variants() {
        for seed in 0..mekong_testkit::soak(120) {
            compare::<Palam>(variants, seed, 200, naive_position);
        }
    }
}

/// The leaf counts that the second implementation finds for the lines of the perft table, as deep as it can go in
/// reasonable time: so that the table does not depend on the crate alone.
#[test]
fn naive_generator_confirms_the_perft_table() {
    fn leaves(text: &str, depth: usize) -> u64 {
        let moves = naive_position(text, &[]).moves;
        if depth == 1 {
            return moves.len() as u64;
        }
        moves.iter().map(|(_, next)| leaves(next, depth - 1)).sum()
    }
    let table = include_str!("../data/perft.txt");
    let mut checked = 0;
    for line in table.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let fields: Vec<&str> = line.split(" ; ").collect();
        for (depth, count) in (1..).zip(fields[2].split(' ')) {
            let count: u64 = count.parse().unwrap();
            if count > 70_000 {
                break;
            }
            assert_eq!(leaves(fields[0], depth), count, "depth {depth} of {line}");
            checked += 1;
        }
    }
    assert!(checked >= 20, "only {checked} counts");
}
