//! A plain solver over the rules. It shares nothing with the certifier: no evaluation, no candidate moves, no hash keys.

use std::collections::HashMap;

use mekong_core::{Evaluate, Notation, Player, Position};

/// Searches for forced wins of one player.
pub(crate) struct Plain<P: Evaluate> {
    attacker: Player,
    /// Whether even the last move of a win is found by trying all of them. Otherwise [`Evaluate::wins_at_once`] says whether
    /// there is one, which the tests of the games compare with the rules.
    tries_all: bool,
    /// By plies left, the last move that decided a search.
    killers: Vec<Option<P::Move>>,
    known: HashMap<(P, u16), bool>,
}

/// Searches of fewer plies are not stored.
const MIN_KNOWN_PLIES: u16 = 3;

impl<P: Evaluate> Plain<P> {
    pub(crate) fn new(attacker: Player, tries_all: bool) -> Plain<P> {
        Plain { attacker, tries_all, killers: vec![None; 32], known: HashMap::new() }
    }

    /// Whether the attacker forces a win within a number of plies.
    pub(crate) fn wins(&mut self, position: &P, plies: u16) -> bool {
        if let Some(outcome) = position.outcome() {
            return outcome.winner == Some(self.attacker);
        }
        if plies == 0 {
            return false;
        }
        let attacks = position.turn() == self.attacker;
        if !self.tries_all {
            if position.wins_at_once() {
                return attacks;
            }
            if attacks && plies == 1 {
                return false;
            }
        }
        if plies < MIN_KNOWN_PLIES {
            return self.try_moves(position, attacks, plies);
        }
        let key = (position.clone(), plies);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let wins = self.try_moves(position, attacks, plies);
        self.known.insert(key, wins);
        wins
    }

    fn try_moves(&mut self, position: &P, attacks: bool, plies: u16) -> bool {
        let moves = legal(position);
        let first = self.killers[usize::from(plies)].filter(|mv| moves.contains(mv));
        for mv in first.into_iter().chain(moves.iter().copied().filter(|&mv| Some(mv) != first)) {
            if self.wins(&after(position, mv), plies - 1) == attacks {
                self.killers[usize::from(plies)] = Some(mv);
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

/// Finds final margins in games scored by points, by alpha-beta search to the end of the game.
pub(crate) struct Points<P> {
    /// By position, bounds of the margin of the first player.
    bounds: HashMap<P, (i32, i32)>,
}

/// More than any margin.
const INFINITY: i32 = 10_000;

impl<P: Notation> Points<P> {
    pub(crate) fn new() -> Points<P> {
        Points { bounds: HashMap::new() }
    }

    /// The final margin of the first player under best play.
    pub(crate) fn margin(&mut self, position: &P) -> i32 {
        self.search(position, -INFINITY, INFINITY)
    }

    /// The margin if it is between `alpha` and `beta`, otherwise a bound on the same side of them.
    fn search(&mut self, position: &P, mut alpha: i32, mut beta: i32) -> i32 {
        if position.outcome().is_some() {
            return final_margin(position);
        }
        let (lower, upper) = self.bounds.get(position).copied().unwrap_or((-INFINITY, INFINITY));
        if lower >= beta || lower == upper {
            return lower;
        }
        if upper <= alpha {
            return upper;
        }
        alpha = alpha.max(lower);
        beta = beta.min(upper);
        let (low, high) = (alpha, beta);
        let is_first = position.turn() == Player::P1;
        let mut best = if is_first { -INFINITY } else { INFINITY };
        for mv in legal(position) {
            let value = self.search(&after(position, mv), alpha, beta);
            if is_first {
                best = best.max(value);
                alpha = alpha.max(best);
            } else {
                best = best.min(value);
                beta = beta.min(best);
            }
            if alpha >= beta {
                break;
            }
        }
        let bounds = if best <= low {
            (lower, best)
        } else if best >= high {
            (best, upper)
        } else {
            (best, best)
        };
        self.bounds.insert(position.clone(), bounds);
        best
    }
}

/// The margin of the first player at the end of a game. The score is the last field of the text.
fn final_margin<P: Notation>(position: &P) -> i32 {
    let text = position.position_text();
    let (_, score) = text.rsplit_once(' ').expect("a position has fields");
    let (first, second) = score.split_once('-').expect("a score has two numbers");
    first.parse::<i32>().expect("a number") - second.parse::<i32>().expect("a number")
}
