use crate::{Explain, Lang, Outcome, Position, REPETITION, say};

/// A game in progress: the start, the moves played, and the moves that can be redone.
///
/// Repetition is tracked here and not in the position: the third occurrence of a position is a draw, in games where
/// positions can recur ([`Position::repetition_key`]).
#[derive(Clone, Debug)]
pub struct History<P: Position> {
    /// `positions[0]` is the start, `positions[i + 1]` follows from `moves[i]`.
    positions: Vec<P>,
    moves: Vec<P::Move>,
    /// For each position its repetition key, and its number of occurrences up to then, this one included.
    occurrences: Vec<(Option<u128>, usize)>,
    /// How many moves are played; those beyond were undone and can be redone.
    played: usize,
}

impl<P: Position> History<P> {
    /// A new game from `start`.
    #[must_use]
    pub fn new(start: P) -> History<P> {
        let occurrences = vec![(start.repetition_key(), 1)];
        History { positions: vec![start], moves: Vec::new(), occurrences, played: 0 }
    }

    /// The position the game started from.
    #[must_use]
    pub fn start(&self) -> &P {
        &self.positions[0]
    }

    /// The current position.
    #[must_use]
    pub fn position(&self) -> &P {
        &self.positions[self.played]
    }

    /// Every position from the start to the current one.
    #[must_use]
    pub fn positions(&self) -> &[P] {
        &self.positions[..=self.played]
    }

    /// The moves played, without those undone.
    #[must_use]
    pub fn moves(&self) -> &[P::Move] {
        &self.moves[..self.played]
    }

    /// How often the current position has occurred, this time included; 1 in games where positions cannot recur.
    #[must_use]
    pub fn occurrences(&self) -> usize {
        self.occurrences[self.played].1
    }

    /// The outcome by the rules of the position or by repetition; `None` while the game is in progress.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.position().outcome().or_else(|| (self.occurrences() >= 3).then(|| Outcome::draw(&REPETITION)))
    }

    /// Appends the legal moves: none once the game is over, by repetition too.
    pub fn legal_moves(&self, moves: &mut Vec<P::Move>) {
        if self.outcome().is_none() {
            self.position().legal_moves(moves);
        }
    }

    /// Plays a move and discards the moves that could be redone.
    pub fn play(&mut self, mv: P::Move) -> Result<(), PlayError<P::Illegal>> {
        if let Some(outcome) = self.outcome() {
            return Err(PlayError::Over(outcome));
        }
        let next = self.position().clone().play(mv).map_err(PlayError::Illegal)?;
        self.moves.truncate(self.played);
        self.positions.truncate(self.played + 1);
        self.occurrences.truncate(self.played + 1);
        let key = next.repetition_key();
        let earlier = match key {
            None => 0,
            key => self.occurrences.iter().filter(|(earlier, _)| *earlier == key).count(),
        };
        self.occurrences.push((key, earlier + 1));
        self.moves.push(mv);
        self.positions.push(next);
        self.played += 1;
        Ok(())
    }

    /// Undoes the last move and returns it; `None` at the start.
    pub fn undo(&mut self) -> Option<P::Move> {
        self.played = self.played.checked_sub(1)?;
        Some(self.moves[self.played])
    }

    /// Redoes the move undone last and returns it; `None` if there is none.
    pub fn redo(&mut self) -> Option<P::Move> {
        let mv = *self.moves.get(self.played)?;
        self.played += 1;
        Some(mv)
    }
}

/// Why a move cannot be played in a [`History`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlayError<I> {
    /// The game is over.
    Over(Outcome),
    /// The rules forbid the move.
    Illegal(I),
}

impl<I: Explain> Explain for PlayError<I> {
    fn explain(&self, lang: Lang) -> String {
        match self {
            PlayError::Over(outcome) => {
                let why = outcome.explain(lang);
                say!(lang, "the game is over: {why}", "la partie est terminée : {why}")
            }
            PlayError::Illegal(illegal) => illegal.explain(lang),
        }
    }
}

impl<I: Explain> std::fmt::Display for PlayError<I> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.explain(Lang::En))
    }
}

impl<I: Explain + std::fmt::Debug> std::error::Error for PlayError<I> {}
