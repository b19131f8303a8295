use crate::Position;

/// The number of move sequences of exactly `depth` plies, the standard test of a move generator.
///
/// The last ply is counted, not played. A finished position has no moves, so it counts 0 at any depth above 0.
/// Repetition belongs to a game's history and is not applied.
#[must_use]
pub fn perft<P: Position>(position: &P, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_moves() as u64,
        _ => {
            // One list per ply, reused: the recursion does not allocate.
            let mut lists = vec![Vec::new(); depth as usize - 1];
            count(position, &mut lists)
        }
    }
}

/// [`perft`] split by first move, in the order of [`Position::legal_moves`].
#[must_use]
pub fn divide<P: Position>(position: &P, depth: u32) -> Vec<(P::Move, u64)> {
    let mut moves = Vec::new();
    if depth > 0 {
        position.legal_moves(&mut moves);
    }
    moves
        .into_iter()
        .map(|mv| {
            let mut next = position.clone();
            next.play_unchecked(mv);
            (mv, perft(&next, depth - 1))
        })
        .collect()
}

fn count<P: Position>(position: &P, lists: &mut [Vec<P::Move>]) -> u64 {
    let Some((moves, deeper)) = lists.split_first_mut() else {
        return position.count_moves() as u64;
    };
    moves.clear();
    position.legal_moves(moves);
    let mut total = 0;
    for &mv in moves.iter() {
        let mut next = position.clone();
        next.play_unchecked(mv);
        // Nearly all nodes are here: they are counted without making the moves.
        total += if deeper.is_empty() { next.count_moves() as u64 } else { count(&next, deeper) };
    }
    total
}
