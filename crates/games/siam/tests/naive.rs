//! A naive second implementation of Siam, written from the rules alone and compared with the crate.
//!
//! It keeps the board as 25 characters of the position text, in a 5 × 5 array, and shares no code with the crate.

use mekong_core::{Game as _, Notation as _, SplitMix64};
use mekong_siam::{Position, Siam};
use mekong_testkit::naive::{Reply, compare_from};

const EMPTY: char = '.';
const ROCK: char = 'o';
/// The four facings and the steps they make, as columns and rows.
const WAYS: [(char, i32, i32); 4] = [('N', 0, 1), ('E', 1, 0), ('S', 0, -1), ('W', -1, 0)];

#[derive(Clone)]
struct Board {
    /// `cells[row][column]`, row 1 first.
    cells: [[char; 5]; 5],
    elephants_move: bool,
    ply: u32,
    /// `None` without `single-exit`.
    exits: Option<[u32; 2]>,
    opening: bool,
    chain: bool,
    winner: Option<&'static str>,
}

impl Board {
    fn read(text: &str, variants: &[&str]) -> Board {
        let fields: Vec<&str> = text.split(' ').collect();
        let mut cells = [[EMPTY; 5]; 5];
        for (from_top, row) in fields[0].split('/').enumerate() {
            let mut column = 0;
            for ch in row.chars() {
                if let Some(empty) = ch.to_digit(10) {
                    column += empty as usize;
                } else {
                    cells[4 - from_top][column] = ch;
                    column += 1;
                }
            }
        }
        let digits: Vec<u32> = fields[3].chars().filter_map(|ch| ch.to_digit(10)).collect();
        Board {
            cells,
            elephants_move: fields[1] == "E",
            ply: fields[2].parse().unwrap(),
            exits: variants.contains(&"single-exit").then(|| [digits[0], digits[1]]),
            opening: variants.contains(&"opening"),
            chain: variants.contains(&"chain"),
            winner: None,
        }
    }

    fn write(&self) -> String {
        let mut rows = String::new();
        for row in self.cells.iter().rev() {
            let mut empty = 0;
            for &piece in row {
                if piece == EMPTY {
                    empty += 1;
                    continue;
                }
                if empty > 0 {
                    rows += &empty.to_string();
                    empty = 0;
                }
                rows.push(piece);
            }
            if empty > 0 {
                rows += &empty.to_string();
            }
            rows.push('/');
        }
        let rows = rows.trim_end_matches('/');
        let side = if self.elephants_move { "E" } else { "R" };
        let exits = self.exits.map_or("-".to_string(), |[first, second]| format!("{first}{second}"));
        format!("{rows} {side} {} {exits}", self.ply)
    }

    fn at(&self, column: i32, row: i32) -> Option<char> {
        let on_board = (0..5).contains(&column) && (0..5).contains(&row);
        on_board.then(|| self.cells[row as usize][column as usize])
    }

    fn is_mine(&self, piece: char) -> bool {
        is_animal(piece) && piece.is_uppercase() == self.elephants_move
    }

    /// The letter of an animal of the player to move.
    fn mine(&self, facing: char) -> char {
        if self.elephants_move { facing } else { facing.to_ascii_lowercase() }
    }

    fn crossed_out(&self, column: i32, row: i32) -> bool {
        self.opening && self.ply < 4 && column == 2 && (row == 0 || row == 4)
    }

    /// The board after the turn has passed.
    fn passed(&self) -> Board {
        let mut next = self.clone();
        next.elephants_move = !self.elephants_move;
        next.ply += 1;
        next
    }

    fn with(&self, column: i32, row: i32, piece: char) -> Board {
        let mut next = self.clone();
        next.cells[row as usize][column as usize] = piece;
        next
    }

    /// A push by an animal that stands on `column`, `row` or, entering, just outside the board. `None` if the row
    /// is too strong.
    fn pushed(&self, column: i32, row: i32, pusher: char) -> Option<Board> {
        let facing = pusher.to_ascii_uppercase();
        let &(_, dx, dy) = WAYS.iter().find(|way| way.0 == facing).unwrap();
        let back = match facing {
            'N' => 'S',
            'S' => 'N',
            'E' => 'W',
            _ => 'E',
        };
        let mut pieces = vec![pusher];
        let (mut x, mut y) = (column + dx, row + dy);
        while let Some(piece) = self.at(x, y)
            && piece != EMPTY
        {
            pieces.push(piece);
            (x, y) = (x + dx, y + dy);
        }
        let falls_off = self.at(x, y).is_none();

        let strong_enough = |part: &[char]| {
            let count = |what: char| {
                part.iter().filter(|&&p| p != ROCK && p.to_ascii_uppercase() == what).count() as i32
            };
            let rocks = part.iter().filter(|&&piece| piece == ROCK).count() as i32;
            let balance = count(facing) - count(back);
            balance >= 1 && balance >= rocks
        };
        if !strong_enough(&pieces) {
            return None;
        }
        if self.chain && (1..pieces.len()).any(|end| !strong_enough(&pieces[..end])) {
            return None;
        }

        let mut next = self.clone();
        if self.at(column, row).is_some() {
            next = next.with(column, row, EMPTY);
        }
        for (index, &piece) in pieces.iter().enumerate() {
            let (x, y) = (column + dx * (index as i32 + 1), row + dy * (index as i32 + 1));
            if next.at(x, y).is_some() {
                next = next.with(x, y, piece);
            }
        }
        if falls_off && pieces.last() == Some(&ROCK) {
            let decider = pieces.iter().rev().find(|p| p.to_ascii_uppercase() == facing).unwrap();
            next.winner = Some(if decider.is_uppercase() { "p1" } else { "p2" });
        }
        Some(next.passed())
    }

    fn moves(&self) -> Vec<(String, Board)> {
        let mut moves = Vec::new();
        let on_board = self.cells.iter().flatten().filter(|&&piece| self.is_mine(piece)).count();
        for row in 0..5 {
            for column in 0..5 {
                let piece = self.cells[row as usize][column as usize];
                if on_board < 5 {
                    self.enter(column, row, &mut moves);
                }
                if self.is_mine(piece) {
                    self.act(column, row, piece, &mut moves);
                }
            }
        }
        moves
    }

    fn enter(&self, column: i32, row: i32, moves: &mut Vec<(String, Board)>) {
        if !is_border(column, row) || self.crossed_out(column, row) {
            return;
        }
        let here = name(column, row);
        for (facing, dx, dy) in WAYS {
            let text = format!("@{here}{facing}");
            if self.at(column, row) == Some(EMPTY) {
                moves.push((text, self.with(column, row, self.mine(facing)).passed()));
            } else if self.at(column - dx, row - dy).is_none() {
                let next = self.pushed(column - dx, row - dy, self.mine(facing));
                moves.extend(next.map(|next| (text, next)));
            }
        }
    }

    /// Everything an animal on the board can do.
    fn act(&self, column: i32, row: i32, piece: char, moves: &mut Vec<(String, Board)>) {
        let here = name(column, row);
        for (facing, dx, dy) in WAYS {
            let turned = self.mine(facing);
            if turned != piece {
                moves.push((format!("{here}{facing}"), self.with(column, row, turned).passed()));
            }
            let (x, y) = (column + dx, row + dy);
            let Some(target) = self.at(x, y) else { continue };
            if self.crossed_out(x, y) {
                continue;
            }
            let there = name(x, y);
            if target == EMPTY {
                for (end, _, _) in WAYS {
                    let next = self.with(column, row, EMPTY).with(x, y, self.mine(end));
                    moves.push((format!("{here}{there}{end}"), next.passed()));
                }
            } else if turned == piece {
                let next = self.pushed(column, row, piece);
                moves.extend(next.map(|next| (format!("{here}{there}"), next)));
            }
        }
        if is_border(column, row) {
            let mut next = self.with(column, row, EMPTY).passed();
            if let Some(exits) = &mut next.exits {
                let mover = usize::from(!self.elephants_move);
                if exits[mover] == 0 {
                    return;
                }
                exits[mover] -= 1;
            }
            moves.push((format!("{here}-"), next));
        }
    }
}

fn is_animal(piece: char) -> bool {
    piece != EMPTY && piece != ROCK
}

fn is_border(column: i32, row: i32) -> bool {
    column == 0 || column == 4 || row == 0 || row == 4
}

fn name(column: i32, row: i32) -> String {
    format!("{}{}", ['a', 'b', 'c', 'd', 'e'][column as usize], row + 1)
}

fn replies(text: &str, variants: &[&str]) -> Vec<Reply> {
    let moves = Board::read(text, variants).moves();
    let reply = |(mv, next): (String, Board)| Reply {
        mv,
        after: next.write(),
        outcome: next.winner.map(ToOwned::to_owned),
    };
    moves.into_iter().map(reply).collect()
}

fn perft(board: &Board, depth: usize) -> u64 {
    if board.winner.is_some() {
        return 0;
    }
    let moves = board.moves();
    if depth == 1 { moves.len() as u64 } else { moves.iter().map(|(_, next)| perft(next, depth - 1)).sum() }
}

/// A random position with the pieces close together, so that most animals have something to push.
fn crowded(random: &mut SplitMix64, single_exit: bool) -> String {
    let mut cells = ['.'; 25];
    // A crowd on two neighbouring lines is denser than one on the whole board.
    let (first, across) = (random.below(4), random.below(3));
    let mut put = |random: &mut SplitMix64, piece: char| loop {
        let (line, place) = (first + random.below(2), random.below(5));
        let cell = match across {
            0 => 5 * line + place,
            1 => 5 * place + line,
            _ => random.below(25),
        };
        // The two lines have room for ten; a thirteenth piece would never find any.
        let cell = if random.below(8) == 0 { random.below(25) } else { cell };
        if cells[cell] == '.' {
            cells[cell] = piece;
            return;
        }
    };
    for _ in 0..3 {
        put(random, 'o');
    }
    for herd in [['N', 'E', 'S', 'W'], ['n', 'e', 's', 'w']] {
        // Most animals face one way: many push together.
        let main = herd[random.below(4)];
        for _ in 0..random.below(6) {
            let piece = if random.below(2) == 0 { main } else { herd[random.below(4)] };
            put(random, piece);
        }
    }
    let board = Board {
        cells: std::array::from_fn(|row| std::array::from_fn(|column| cells[5 * row + column])),
        elephants_move: random.below(2) == 0,
        ply: random.below(7) as u32,
        exits: single_exit.then(|| [random.below(2) as u32, random.below(2) as u32]),
        opening: false,
        chain: false,
        winner: None,
    };
    board.write()
}

#[test]
fn naive_generator_agrees_along_games_of_every_variant() {
    for variants in Siam::INFO.all_variants() {
        for seed in 0..mekong_testkit::soak(6) {
            let plies = compare_from::<Siam>(Siam::start(variants, seed), seed, 250, replies);
            assert!(plies > 0);
        }
    }
}

#[test]
fn naive_generator_agrees_on_crowded_boards_of_every_variant() {
    let mut random = SplitMix64::new(5);
    let mut plies = 0;
    for variants in Siam::INFO.all_variants() {
        let single_exit = Siam::INFO.variant_ids(variants).contains(&"single-exit");
        for seed in 0..mekong_testkit::soak(400) {
            let text = crowded(&mut random, single_exit);
            let start = Position::parse_position(&text, variants).unwrap_or_else(|e| panic!("{text}: {e}"));
            plies += compare_from::<Siam>(start, seed, 5, replies);
        }
    }
    assert!(plies > 12_000, "only {plies} plies");
}

#[test]
fn crowded_boards_are_full_of_pushes_and_wins() {
    let mut random = SplitMix64::new(5);
    let [mut pushes, mut entering, mut mover_wins, mut mover_loses] = [0; 4];
    for _ in 0..1_000 {
        let board = Board::read(&crowded(&mut random, false), &[]);
        for (text, next) in board.moves() {
            pushes += usize::from(text.len() == 4 && !text.starts_with('@'));
            let column = text.as_bytes()[1].wrapping_sub(b'a');
            let row = text.as_bytes()[2].wrapping_sub(b'1');
            let on_piece =
                text.starts_with('@') && board.at(i32::from(column), i32::from(row)) != Some(EMPTY);
            entering += usize::from(on_piece);
            if let Some(winner) = next.winner {
                let mover = if board.elephants_move { "p1" } else { "p2" };
                if winner == mover { mover_wins += 1 } else { mover_loses += 1 }
            }
        }
    }
    assert!(pushes > 500 && entering > 2_000, "{pushes} pushes, {entering} while entering");
    assert!(mover_wins > 100 && mover_loses > 30, "{mover_wins} wins, {mover_loses} losses");
}

#[test]
fn naive_generator_confirms_the_perft_table() {
    const MAX_LEAVES: u64 = 400_000;
    let mut checked = 0;
    let table = include_str!("../data/perft.txt");
    for line in table.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let fields: Vec<&str> = line.split(" ; ").collect();
        let variants: Vec<&str> = fields[1].split(',').collect();
        let board = Board::read(fields[0], &variants);
        let counts = fields[2].split(' ').map(|count| count.parse::<u64>().unwrap());
        for (depth, count) in (1..).zip(counts).take_while(|(_, count)| *count <= MAX_LEAVES) {
            assert_eq!(perft(&board, depth), count, "depth {depth} of {line}");
            checked += 1;
        }
    }
    assert!(checked >= 60, "only {checked} counts");
}
