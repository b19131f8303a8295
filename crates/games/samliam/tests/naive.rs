//! A second, slow implementation of Sam Liam, written from the rules on letters in strings, and compared with the
//! fast one move for move.

use mekong_core::{Notation as _, Player, Position as _, SplitMix64, Variants};
use mekong_samliam::{Move, Position, SamLiam};
use mekong_testkit::naive::{Reply, compare_from};

/// A board as letters: `cells[row][column]`, row 1 first; a cell is "", "A", "Ac", "Q" …
#[derive(Clone)]
struct Board {
    cells: Vec<Vec<String>>,
    side: char,
    square: bool,
}

const CORNERS: [(&str, char); 4] = [("nw", 'A'), ("ne", 'B'), ("se", 'C'), ("sw", 'D')];

fn opposite(letter: char) -> char {
    match letter {
        'A' => 'C',
        'B' => 'D',
        'C' => 'A',
        'D' => 'B',
        _ => panic!("{letter} is no corner"),
    }
}

fn other(side: char) -> char {
    if side == 'B' { 'W' } else { 'B' }
}

fn is_of(side: char, letter: char) -> bool {
    (side == 'B') == letter.is_uppercase()
}

fn read(text: &str) -> Board {
    let fields: Vec<&str> = text.split(' ').collect();
    let mut cells = Vec::new();
    for row in fields[0].split('/') {
        let mut line = Vec::new();
        let mut bracket: Option<String> = None;
        for ch in row.chars() {
            match (ch, &mut bracket) {
                ('(', _) => bracket = Some(String::new()),
                (')', _) => line.push(bracket.take().unwrap()),
                (_, Some(inside)) => inside.push(ch),
                ('1'..='6', None) => (0..ch.to_digit(10).unwrap()).for_each(|_| line.push(String::new())),
                (_, None) => line.push(ch.to_string()),
            }
        }
        cells.insert(0, line);
    }
    Board { cells, side: fields[1].chars().next().unwrap(), square: fields[2] == "s" }
}

fn write(board: &Board) -> String {
    let mut rows = Vec::new();
    for line in board.cells.iter().rev() {
        let mut row = String::new();
        for cell in line {
            match cell.len() {
                0 => row.push('_'),
                1 => row.push_str(cell),
                _ => row.push_str(&format!("({cell})")),
            }
        }
        for count in (1..=6).rev() {
            row = row.replace(&"_".repeat(count), &count.to_string());
        }
        rows.push(row);
    }
    format!("{} {} {}", rows.join("/"), board.side, if board.square { 's' } else { '-' })
}

/// Whether a cell shows a corner (as a capital letter) for a side.
fn shows(cell: &str, side: char, corner: char) -> bool {
    let mut own = cell.chars().filter(|&ch| is_of(side, ch)).map(|ch| ch.to_ascii_uppercase());
    match (own.next(), own.next()) {
        (None, _) => false,
        (Some(one), None) => one == corner || one == 'Q',
        (Some(_), Some(_)) => true,
    }
}

fn left(board: &Board, side: char, squares: bool) -> usize {
    let placed = board.cells.iter().flatten().flat_map(|cell| cell.chars());
    let placed = placed.filter(|&ch| is_of(side, ch) && (ch.eq_ignore_ascii_case(&'q')) == squares).count();
    if squares { 3 - placed } else { 30 - placed }
}

/// Column, row and corner of each of the four cells.
type Pattern = [(usize, usize, char); 4];

fn patterns() -> Vec<Pattern> {
    let mut all = Vec::new();
    for top in 0..7_usize {
        for bottom in 0..top {
            for left in 0..6 {
                for right in left + 1..6 {
                    if top - bottom == right - left {
                        all.push([
                            (left, top, 'A'),
                            (right, top, 'B'),
                            (right, bottom, 'C'),
                            (left, bottom, 'D'),
                        ]);
                        all.push([
                            (left, top, 'C'),
                            (right, top, 'D'),
                            (right, bottom, 'A'),
                            (left, bottom, 'B'),
                        ]);
                    }
                }
            }
        }
    }
    all
}

fn has_won(board: &Board, side: char, patterns: &[Pattern]) -> bool {
    patterns
        .iter()
        .any(|pattern| pattern.iter().all(|&(x, y, corner)| shows(&board.cells[y][x], side, corner)))
}

/// The cell after a triangle is added, if there is room for it.
fn with_triangle(cell: &str, side: char, corner: char) -> Option<String> {
    let letter = if side == 'B' { corner } else { corner.to_ascii_lowercase() };
    match cell.chars().map(|ch| ch.to_ascii_uppercase()).collect::<Vec<_>>()[..] {
        [] => Some(letter.to_string()),
        [first] if first != 'Q' && opposite(first) == corner => {
            let mut pair: Vec<char> = cell.chars().chain([letter]).collect();
            pair.sort_by_key(char::to_ascii_uppercase);
            Some(pair.into_iter().collect())
        }
        _ => None,
    }
}

fn is_open(board: &Board, side: char, pattern: &Pattern) -> bool {
    let missing: Vec<_> =
        pattern.iter().filter(|&&(x, y, corner)| !shows(&board.cells[y][x], side, corner)).collect();
    let [&(x, y, wanted)] = missing[..] else { return false };
    left(board, side, false) > 0
        && CORNERS.iter().any(|&(_, corner)| {
            with_triangle(&board.cells[y][x], side, corner).is_some_and(|cell| shows(&cell, side, wanted))
        })
}

/// Every placement of a side: the move, column, row, and the cell after it.
fn placements(
    board: &Board,
    side: char,
    right: bool,
) -> impl Iterator<Item = (String, usize, usize, String)> {
    let triangles = left(board, side, false) > 0;
    let squares = left(board, side, true) > 0 && (right || !triangles);
    let cells = (0..7).flat_map(|y| (0..6).map(move |x| (x, y)));
    cells.flat_map(move |(x, y)| {
        let cell = &board.cells[y][x];
        let name = format!("{}{}", "abcdef".chars().nth(x).unwrap(), y + 1);
        let mut here = Vec::new();
        for (code, corner) in CORNERS {
            if let Some(after) = with_triangle(cell, side, corner).filter(|_| triangles) {
                here.push((format!("{name}{code}"), x, y, after));
            }
        }
        if squares && cell.is_empty() {
            here.push((format!("{name}#"), x, y, if side == 'B' { "Q" } else { "q" }.to_owned()));
        }
        here
    })
}

fn outcome(board: &Board, patterns: &[Pattern]) -> Option<String> {
    if has_won(board, 'B', patterns) {
        Some("p1".to_owned())
    } else if has_won(board, 'W', patterns) {
        Some("p2".to_owned())
    } else {
        let none = placements(board, board.side, board.square).next().is_none()
            && placements(board, other(board.side), false).next().is_none();
        none.then(|| "draw".to_owned())
    }
}

fn replies(text: &str) -> Vec<Reply> {
    let board = read(text);
    assert_eq!(write(&board), text);
    let patterns = patterns();
    if outcome(&board, &patterns).is_some() {
        return Vec::new();
    }
    let opponent = other(board.side);
    let open: Vec<&Pattern> = patterns.iter().filter(|pattern| is_open(&board, opponent, pattern)).collect();
    let mut found = Vec::new();
    for (mv, x, y, cell) in placements(&board, board.side, board.square) {
        let mut after = board.clone();
        after.cells[y][x] = cell;
        after.side = opponent;
        after.square = open.iter().any(|pattern| !is_open(&after, opponent, pattern));
        found.push(Reply { mv, outcome: outcome(&after, &patterns), after: write(&after) });
    }
    if found.is_empty() {
        let after = Board { side: opponent, square: false, ..board };
        found.push(Reply {
            mv: "pass".to_owned(),
            outcome: outcome(&after, &patterns),
            after: write(&after),
        });
    }
    found
}

fn perft(text: &str, depth: u32) -> u64 {
    if depth > 1 {
        return replies(text).iter().map(|reply| perft(&reply.after, depth - 1)).sum();
    }
    let board = read(text);
    match outcome(&board, &patterns()) {
        Some(_) => 0,
        // A player who can place nothing passes.
        None => placements(&board, board.side, board.square).count().max(1) as u64,
    }
}

fn compare(position: Position, seed: u64, plies: usize) -> usize {
    compare_from::<SamLiam>(position, seed, plies, |text, _| replies(text))
}

#[test]
fn there_are_140_patterns() {
    assert_eq!(patterns().len(), 140);
}

#[test]
fn naive_generator_agrees_along_games() {
    let plies: usize = (0..25).map(|seed| compare(Position::start(), seed, 200)).sum();
    assert!(plies > 300, "only {plies} plies");
}

/// Random games in which players avoid completing a square as long as possible, so that tiles run out.
#[test]
fn naive_generator_agrees_to_the_last_tile() {
    // Black has three triangles left and White nothing, or one square tile.
    let late = [
        "aaa(aC)(aC)(aC)/(Ac)(Ac)(Ac)(Ac)(Ac)(Ac)/(aC)(aC)(aC)(aC)(aC)(aC)/(Ac)(Ac)(Ac)(Ac)(Ac)(Ac)/(aC)(aC)(aC)(aC)(aC)(aC)/QqQqQq/6 W -",
        "aaa(aC)(aC)(aC)/(Ac)(Ac)(Ac)(Ac)(Ac)(Ac)/(aC)(aC)(aC)(aC)(aC)(aC)/(Ac)(Ac)(Ac)(Ac)(Ac)(Ac)/(aC)(aC)(aC)(aC)(aC)(aC)/QqQ1Qq/6 B -",
    ]
    .map(|text| Position::parse_position(text, Variants::NONE).unwrap());
    let starts = [Position::start(); 10].into_iter().chain(late);
    let [mut passes, mut draws, mut late_squares] = [0; 3];
    for (seed, mut position) in (0..).zip(starts) {
        let mut random = SplitMix64::new(seed);
        while position.outcome().is_none() {
            let placed: u8 = Player::BOTH.iter().map(|&player| 30 - position.triangles_left(player)).sum();
            if placed > 45 || placed.is_multiple_of(8) {
                assert_eq!(compare(position, 0, 1), 1);
            }
            let mut moves = Vec::new();
            position.legal_moves(&mut moves);
            let mut quiet = moves.clone();
            quiet.retain(|&mv| position.play(mv).unwrap().completed(position.turn()).next().is_none());
            let choices = if quiet.is_empty() { &moves } else { &quiet };
            let mv = choices[random.below(choices.len())];
            passes += usize::from(mv == Move::Pass);
            let out_of_triangles = position.triangles_left(position.turn()) == 0;
            late_squares += usize::from(out_of_triangles && mv != Move::Pass);
            position.play_unchecked(mv);
        }
        draws += usize::from(position.outcome().is_some_and(|end| end.winner.is_none()));
    }
    assert!(
        passes > 3 && draws > 3 && late_squares > 3,
        "{passes} passes, {draws} draws, {late_squares} squares"
    );
}

/// Boards not reachable in a game: any tiles anywhere, either side to move, with and without the right.
#[test]
fn naive_generator_agrees_on_random_boards() {
    let all = patterns();
    let mut compared = 0;
    let mut finished = 0;
    for seed in 0..mekong_testkit::soak(1_000) {
        let mut random = SplitMix64::new(seed);
        let full = random.below(9) + 1;
        let mut cell = || {
            if random.below(10) >= full {
                return String::new();
            }
            let pick = |letters: &str, random: &mut SplitMix64| {
                letters.chars().nth(random.below(letters.len())).unwrap()
            };
            match random.below(12) {
                0 => pick("Qq", &mut random).to_string(),
                1..4 => [pick("Aa", &mut random), pick("Cc", &mut random)].iter().collect(),
                4..7 => [pick("Bb", &mut random), pick("Dd", &mut random)].iter().collect(),
                _ => pick("ABCDabcd", &mut random).to_string(),
            }
        };
        let cells = (0..7).map(|_| (0..6).map(|_| cell()).collect()).collect();
        let side = if random.below(2) == 0 { 'B' } else { 'W' };
        let board = Board { cells, side, square: random.below(2) == 0 };
        let text = write(&board);
        let Ok(position) = Position::parse_position(&text, Variants::NONE) else { continue };
        let found = position.outcome().map(|end| end.winner.map_or("draw", Player::code).to_owned());
        assert_eq!(found, outcome(&board, &all), "{text}");
        finished += usize::from(found.is_some());
        compared += compare(position, 0, 1);
    }
    assert!(compared > 200 && finished > 50, "{compared} compared, {finished} finished");
}

/// The counts of the table that the slow implementation can reach.
#[test]
fn naive_generator_confirms_the_perft_table() {
    let mut checked = 0;
    for line in include_str!("../data/perft.txt").lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split(" ; ").collect();
        let counts = fields[2].split(' ').map(|count| count.parse().unwrap());
        for (depth, count) in (1..).zip(counts.take_while(|&count: &u64| count < 30_000)) {
            assert_eq!(perft(fields[0], depth), count, "depth {depth} of {line}");
            checked += 1;
        }
    }
    assert!(checked >= 20, "only {checked} counts");
}
