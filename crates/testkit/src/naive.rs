//! Comparison of a game with a naive second implementation.

use mekong_core::{Game, Notation as _, Position as _, SplitMix64, Variants};

/// A position as seen by the second implementation, as text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NaivePosition {
    /// The winner's code or `draw`; `None` while the game is in progress.
    pub outcome: Option<String>,
    /// Every legal move with the text of the position after it, in any order.
    pub moves: Vec<(String, String)>,
}

/// The board of a position text, `board[row][column]` with row 1 first and `.` for an empty cell, and the other fields.
/// It shares no code with the codec of the rules.
///
/// # Panics
/// If a row is longer than nine cells.
#[must_use]
pub fn read_board(text: &str) -> (Vec<Vec<char>>, Vec<&str>) {
    let (rows, fields) = text.split_once(' ').unwrap_or((text, ""));
    let read = |row: &str| {
        let empty = |digit: char| vec!['.'; digit.to_digit(10).expect("a digit") as usize];
        row.chars().flat_map(|ch| if ch.is_ascii_digit() { empty(ch) } else { vec![ch] }).collect()
    };
    (rows.rsplit('/').map(read).collect(), fields.split(' ').collect())
}

/// The rows of a board as [`read_board`] reads them.
#[must_use]
pub fn write_board(board: &[Vec<char>]) -> String {
    let mut rows: Vec<String> = board.iter().rev().map(|row| row.iter().collect()).collect();
    for empty in (1..=9).rev() {
        rows = rows.iter().map(|row| row.replace(&".".repeat(empty), &empty.to_string())).collect();
    }
    rows.join("/")
}

/// The name of a cell by column and row, both from 0.
///
/// # Panics
/// If the column has no letter.
#[must_use]
pub fn cell_name(column: usize, row: usize) -> String {
    let letter = ('a'..='z').nth(column).expect("a column has a letter");
    format!("{letter}{}", row + 1)
}

/// The longest walk of [`compare_random_games`].
const MAX_PLIES: usize = 300;

/// [`compare`] along random games of every variant. Returns the number of plies played.
///
/// # Panics
/// At the first difference.
#[must_use = "assert that the count is not zero"]
pub fn compare_random_games<G: Game>(
    games: u64,
    second: impl Fn(&str, &[&'static str]) -> NaivePosition,
) -> u64 {
    let variants = G::INFO.all_variants();
    let walks = variants.flat_map(|variants| (0..games).map(move |seed| (variants, seed)));
    walks.map(|(variants, seed)| compare::<G>(variants, seed, MAX_PLIES, &second) as u64).sum()
}

/// Checks the counts of a perft table up to `max_leaves` leaves with the naive generator. Returns their number.
///
/// # Panics
/// At a malformed line or a wrong count.
#[must_use = "assert that the count is not zero"]
pub fn check_table<G: Game>(
    table: &str,
    max_leaves: u64,
    second: impl Fn(&str, &[&'static str]) -> NaivePosition,
) -> usize {
    fn leaves(text: &str, depth: u32, moves: &dyn Fn(&str) -> Vec<(String, String)>) -> u64 {
        let moves_here = moves(text);
        if depth == 1 {
            return moves_here.len() as u64;
        }
        moves_here.iter().map(|(_, after)| leaves(after, depth - 1, moves)).sum()
    }
    crate::perft::check_with::<G>(table, max_leaves, |text, variants, depth| {
        let names = G::INFO.variant_ids(variants);
        leaves(text, depth, &|text| second(text, &names).moves)
    })
}

/// Plays a random game and compares, in every position, outcome, moves and positions after them with
/// `second(position text, variant names)`. Returns the number of plies played.
///
/// # Panics
/// At the first difference.
pub fn compare<G: Game>(
    variants: Variants,
    seed: u64,
    plies: usize,
    second: impl Fn(&str, &[&'static str]) -> NaivePosition,
) -> usize {
    let names = G::INFO.variant_ids(variants);
    let mut random = SplitMix64::new(seed);
    let mut position = G::start(variants, seed);
    for ply in 0..plies {
        let text = position.position_text();
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let mut ours: Vec<(String, String)> = moves
            .iter()
            .map(|&mv| {
                let mut next = position.clone();
                next.play_unchecked(mv);
                (G::Position::move_text(mv), next.position_text())
            })
            .collect();
        let outcome = position
            .outcome()
            .map(|outcome| outcome.winner.map_or("draw", mekong_core::Player::code).to_owned());
        let mut theirs = second(&text, &names);
        ours.sort_unstable();
        theirs.moves.sort_unstable();
        assert_eq!(NaivePosition { outcome, moves: ours }, theirs, "{text} with {names:?}");
        if moves.is_empty() {
            return ply;
        }
        position.play_unchecked(moves[random.below(moves.len())]);
    }
    plies
}

/// A legal move as seen by the second implementation, as text.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Reply {
    /// The move.
    pub mv: String,
    /// The position after it.
    pub after: String,
    /// The outcome of that position, as in [`NaivePosition`].
    pub outcome: Option<String>,
}

/// [`compare`] from any position, with the outcome checked after every legal move: for games whose finished positions
/// do not show the winner in their text. Returns the number of plies played.
///
/// # Panics
/// At the first difference.
#[must_use = "assert that the count is not zero"]
pub fn compare_from<G: Game>(
    start: G::Position,
    seed: u64,
    plies: usize,
    second: impl Fn(&str, &[&'static str]) -> Vec<Reply>,
) -> usize {
    let names = G::INFO.variant_ids(start.variants());
    let mut random = SplitMix64::new(seed);
    let mut position = start;
    for ply in 0..plies {
        if position.outcome().is_some() {
            return ply;
        }
        let text = position.position_text();
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let mut ours: Vec<Reply> = moves
            .iter()
            .map(|&mv| {
                let mut next = position.clone();
                next.play_unchecked(mv);
                let outcome =
                    next.outcome().map(|o| o.winner.map_or("draw", mekong_core::Player::code).to_owned());
                Reply { mv: G::Position::move_text(mv), after: next.position_text(), outcome }
            })
            .collect();
        let mut theirs = second(&text, &names);
        ours.sort_unstable();
        theirs.sort_unstable();
        assert_eq!(ours, theirs, "{text} with {names:?}");
        position.play_unchecked(moves[random.below(moves.len())]);
    }
    plies
}
