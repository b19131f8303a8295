//! The contract of [`Evaluate::search_key`], checked along random games of all variants at once.

use std::collections::HashMap;

use mekong_core::{Evaluate, Game, Notation as _, Position, SplitMix64, Variants};

/// The continuations of a position, which a search key must distinguish.
#[derive(PartialEq, Eq, Debug)]
struct Future<M> {
    player: mekong_core::Player,
    /// The legal moves, sorted, each with the key of the position it leads to; `None` where it ends the game.
    moves: Vec<(M, Option<u64>)>,
}

impl<M: Copy + Ord> Future<M> {
    fn of<P: Evaluate<Move = M>>(position: &P) -> Future<M> {
        let mut legal = Vec::new();
        position.legal_moves(&mut legal);
        let mut moves: Vec<(M, Option<u64>)> = legal
            .into_iter()
            .map(|mv| {
                let mut next = position.clone();
                next.play_unchecked(mv);
                (mv, next.outcome().is_none().then(|| next.search_key()))
            })
            .collect();
        moves.sort_unstable();
        Future { player: position.turn(), moves }
    }
}

/// Checks that positions with equal search keys have the same continuations, along random games of every variant, with
/// each position parsed again in every other variant. Returns the number of positions compared.
#[must_use = "assert that the count is not zero"]
pub fn check_search_keys<G: Game>(seeds: u64, plies: usize) -> usize
where
    G::Position: Evaluate,
{
    let mut futures = HashMap::new();
    let mut compared = 0;
    for seed in 0..seeds {
        for variants in G::INFO.all_variants() {
            // The same choices in all variants, so that the same boards occur in several.
            let mut random = SplitMix64::new(seed);
            let mut position = G::start(variants, seed);
            for _ in 0..plies {
                let mut moves = Vec::new();
                position.legal_moves(&mut moves);
                if moves.is_empty() {
                    break;
                }
                for same_board in under_all_variants::<G>(&position) {
                    let future = Future::of(&same_board);
                    let text = same_board.position_text();
                    let (known, where_from) = futures
                        .entry(same_board.search_key())
                        .or_insert_with(|| (Future::of(&same_board), describe::<G>(&same_board)));
                    assert_eq!(*known, future, "{text} shares its search key with {where_from}");
                    compared += 1;
                }
                position.play_unchecked(moves[random.below(moves.len())]);
            }
        }
    }
    compared
}

fn describe<G: Game>(position: &G::Position) -> String {
    format!("{} under {:?}", position.position_text(), position.variants())
}

/// The position, and its text parsed in every other variant that accepts it.
fn under_all_variants<G: Game>(position: &G::Position) -> Vec<G::Position> {
    let text = position.position_text();
    let others = G::INFO.all_variants().filter(|&variants: &Variants| variants != position.variants());
    let read = others.filter_map(|variants| G::Position::parse_position(&text, variants).ok());
    std::iter::once(position.clone()).chain(read.filter(|position| position.outcome().is_none())).collect()
}
