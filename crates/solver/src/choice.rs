//! Choosing moves by a tablebase.

use mekong_core::{Indexed, Value};

use crate::Tablebase;

impl<P: Indexed> Tablebase<P> {
    /// Every legal move with its value for the player who makes it, the one to play first.
    ///
    /// Moves that win come quickest first, then those that draw, then those that lose, the longest resistance first.
    /// Ties are broken by difficulty for the opponent: the fewest replies that keep the result, then the smallest share
    /// of them.
    #[must_use]
    pub fn ranked_moves(&self, position: &P) -> Vec<(P::Move, Value)> {
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let mut ranked: Vec<_> = moves
            .into_iter()
            .map(|mv| {
                let mut next = position.clone();
                next.play_unchecked(mv);
                (mv, self.move_value(position, mv), self.good_replies(&next))
            })
            .collect();
        ranked.sort_by(|(a, a_value, a_replies), (b, b_value, b_replies)| {
            b_value.cmp(a_value).then(a_replies.cmp(b_replies)).then(a.cmp(b))
        });
        ranked.into_iter().map(|(mv, value, _)| (mv, value)).collect()
    }

    /// The number of replies that keep the result, and the negated number of all replies.
    fn good_replies(&self, position: &P) -> (usize, std::cmp::Reverse<usize>) {
        let result = self.value(position).code();
        let mut replies = Vec::new();
        position.legal_moves(&mut replies);
        let good = replies.iter().filter(|&&mv| self.move_value(position, mv).code() == result).count();
        (good, std::cmp::Reverse(replies.len()))
    }

    /// The line from a position if both sides choose by [`Tablebase::ranked_moves`], to the end of the game or the
    /// first repetition, with the value of each move.
    #[must_use]
    pub fn best_line(&self, position: &P) -> Vec<(P::Move, Value)> {
        let mut line = Vec::new();
        let mut position = position.clone();
        let mut seen = vec![position.repetition_key()];
        while let Some(&(mv, value)) = self.ranked_moves(&position).first() {
            position.play_unchecked(mv);
            line.push((mv, value));
            let key = position.repetition_key();
            if key.is_some() && seen.contains(&key) {
                break;
            }
            seen.push(key);
        }
        line
    }
}
