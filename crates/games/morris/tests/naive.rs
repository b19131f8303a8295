//! A naive second implementation, written from the rules alone and compared with the crate.

use mekong_testkit::naive::{NaivePosition, cell_name, read_board, write_board};

/// A column and a row.
type Point = (usize, usize);

/// Whether two points are next to each other on a line.
fn joined(a: Point, b: Point) -> bool {
    let (across, up) = (a.0.abs_diff(b.0), a.1.abs_diff(b.1));
    across + up == 1 || (across == 1 && up == 1 && [a, b].contains(&(1, 1)))
}

/// The points with a letter, or `.` for the free ones.
fn points(board: &[Vec<char>], letter: char) -> Vec<Point> {
    let all = (0..9).map(|number| (number % 3, number / 3));
    all.filter(|&(column, row)| board[row][column] == letter).collect()
}

fn wins(board: &[Vec<char>], side: char) -> bool {
    let men: Vec<(i32, i32)> = points(board, side).iter().map(|&(x, y)| (x as i32, y as i32)).collect();
    let [a, b, c] = men[..] else { return false };
    // Three points are in a line if the area between them is none.
    (b.0 - a.0) * (c.1 - a.1) == (c.0 - a.0) * (b.1 - a.1)
}

fn naive_position(text: &str, _variants: &[&'static str]) -> NaivePosition {
    let (board, fields) = read_board(text);
    let winner = [('W', "p1"), ('B', "p2")].into_iter().find(|(side, _)| wins(&board, *side));
    if let Some((_, winner)) = winner {
        return NaivePosition { outcome: Some(winner.to_owned()), moves: Vec::new() };
    }
    let [side, other] = if fields == ["W"] { ['W', 'B'] } else { ['B', 'W'] };
    let mine = points(&board, side);
    let mut moves = Vec::new();
    for to in points(&board, '.') {
        let mut after = board.clone();
        after[to.1][to.0] = side;
        let name = cell_name(to.0, to.1);
        if mine.len() < 3 {
            moves.push((name, format!("{} {other}", write_board(&after))));
            continue;
        }
        for &from in mine.iter().filter(|&&from| joined(from, to)) {
            let mut after = after.clone();
            after[from.1][from.0] = '.';
            let text = format!("{} {other}", write_board(&after));
            moves.push((format!("{}{name}", cell_name(from.0, from.1)), text));
        }
    }
    NaivePosition { outcome: None, moves }
}

mekong_testkit::naive_tests!(mekong_morris::Morris, naive_position, games: 60, max_leaves: 60_000);
