//! A plain solver over the rules alone. It shares nothing with the certifier: no evaluation, no candidate moves, no table
//! of results.

use std::collections::HashMap;

use mekong_core::{Notation, Player, Position};

/// Searches for forced wins. The move that refuted a position last is tried first; nothing else is remembered.
pub(crate) struct Plain<P: Position> {
    refutations: Vec<Option<P::Move>>,
}

impl<P: Position> Plain<P> {
    pub(crate) fn new() -> Plain<P> {
        Plain { refutations: vec![None; 32] }
    }

    /// Whether a player forces a win within a number of plies.
    pub(crate) fn wins(&mut self, position: &P, attacker: Player, plies: u16) -> bool {
        if let Some(outcome) = position.outcome() {
            return outcome.winner == Some(attacker);
        }
        if plies == 0 {
            return false;
        }
        let attacks = position.turn() == attacker;
        let moves = legal(position);
        let first = self.refutations[usize::from(plies)].filter(|mv| moves.contains(mv));
        for mv in first.into_iter().chain(moves.iter().copied().filter(|&mv| Some(mv) != first)) {
            if self.wins(&after(position, mv), attacker, plies - 1) == attacks {
                self.refutations[usize::from(plies)] = Some(mv);
                return attacks;
            }
        }
        !attacks
    }
}

pub(crate) fn legal<P: Position>(position: &P) -> Vec<P::Move> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves
}

pub(crate) fn after<P: Position>(position: &P, mv: P::Move) -> P {
    let mut next = position.clone();
    next.play_unchecked(mv);
    next
}

/// The final margin of the first player under best play, by trying everything. The score is the last field of the text.
pub(crate) fn margin<P: Notation>(position: &P, known: &mut HashMap<P, i32>) -> i32 {
    if let Some(&margin) = known.get(position) {
        return margin;
    }
    let margin = if position.outcome().is_some() {
        let text = position.position_text();
        let (_, score) = text.rsplit_once(' ').expect("a position has fields");
        let (first, second) = score.split_once('-').expect("a score has two numbers");
        first.parse::<i32>().expect("a number") - second.parse::<i32>().expect("a number")
    } else {
        let margins = legal(position).into_iter().map(|mv| margin(&after(position, mv), known));
        let margins: Vec<i32> = margins.collect();
        let best = if position.turn() == Player::P1 { margins.iter().max() } else { margins.iter().min() };
        *best.expect("an unfinished game has moves")
    };
    known.insert(position.clone(), margin);
    margin
}
