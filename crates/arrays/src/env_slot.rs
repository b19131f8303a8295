//! One game of a batch.

use mekong_core::{
    ActionSet, Encode, Game, Notation as _, Outcome, Planes, Player, Position, REPETITION, SplitMix64,
    Variants,
};

use crate::{
    mask::{MAX_WORDS, choose, write_mask},
    repetition::Repetitions,
    state::{Reader, put, put_text},
};

/// A game in progress. A new one starts when it ends.
pub(crate) struct EnvSlot<G: Game> {
    position: G::Position,
    /// The earlier positions, in games where positions can recur.
    repetitions: Repetitions,
    /// How often the position has occurred in the game.
    occurrences: u8,
    plies: usize,
    random: SplitMix64,
}

/// The result of a step of one game.
#[derive(Clone, Copy)]
pub(crate) struct StepResult {
    pub(crate) outcome: Option<Outcome>,
    pub(crate) truncated: bool,
}

/// The arrays of one game.
pub(crate) struct Row<'a> {
    pub(crate) observation: &'a mut [u8],
    pub(crate) mask: &'a mut [bool],
    pub(crate) player: &'a mut u8,
    pub(crate) sample: &'a mut i64,
}

impl<G: Game> EnvSlot<G>
where
    G::Position: Encode,
{
    pub(crate) fn new(variants: Variants, seed: u64) -> EnvSlot<G> {
        let mut random = SplitMix64::new(seed);
        let position = G::start(variants, random.next_u64());
        let mut slot =
            EnvSlot { position, repetitions: Repetitions::default(), occurrences: 1, plies: 0, random };
        slot.count_occurrence();
        slot
    }

    fn restart(&mut self, variants: Variants) {
        self.position = G::start(variants, self.random.next_u64());
        self.repetitions.clear();
        self.plies = 0;
        self.count_occurrence();
    }

    #[inline]
    fn count_occurrence(&mut self) {
        if let Some(key) = self.position.repetition_key() {
            self.occurrences = self.repetitions.add(key);
        }
    }

    pub(crate) const fn position(&self) -> &G::Position {
        &self.position
    }

    /// Appends the state of the game.
    pub(crate) fn save(&self, bytes: &mut Vec<u8>) {
        put_text(bytes, &self.position.position_text());
        put(bytes, self.random.state());
        put(bytes, self.plies as u64);
        put(bytes, self.occurrences.into());
        self.repetitions.save(bytes);
    }

    /// Reads what [`EnvSlot::save`] has added.
    pub(crate) fn restore(variants: Variants, reader: &mut Reader<'_>) -> Option<EnvSlot<G>> {
        let position = G::Position::parse_position(reader.text()?, variants).ok();
        Some(EnvSlot {
            position: position.filter(|position| position.outcome().is_none())?,
            random: SplitMix64::new(reader.number()?),
            plies: reader.size()?,
            occurrences: reader.number()?.try_into().ok()?,
            repetitions: Repetitions::restore(reader)?,
        })
    }

    /// Writes the legal actions.
    pub(crate) fn write_legal(&self, legal: &mut [u64]) {
        self.position.legal_actions(&mut ActionSet::new(legal));
    }

    /// Plays a legal move; [`EnvSlot::finish_step`] does the rest of the step.
    #[inline]
    pub(crate) fn play(&mut self, mv: <G::Position as Position>::Move) {
        self.position.play_unchecked(mv);
        self.plies += 1;
    }

    /// Checks after a move whether the game is over or too long, and starts a new one if so.
    #[inline]
    pub(crate) fn finish_step(&mut self, variants: Variants, max_plies: Option<usize>) -> StepResult {
        self.count_occurrence();
        let repeated = || (self.occurrences >= 3).then(|| Outcome::draw(&REPETITION));
        let outcome = self.position.outcome().or_else(repeated);
        let truncated = outcome.is_none() && max_plies.is_some_and(|max| self.plies >= max);
        if outcome.is_some() || truncated {
            self.restart(variants);
        }
        StepResult { outcome, truncated }
    }

    /// Writes the position for the player to move, the legal actions, and one of them chosen at random.
    #[inline]
    pub(crate) fn write(&mut self, legal: &mut [u64], row: Row<'_>) {
        const { assert!(ActionSet::words_of::<G::Position>() <= MAX_WORDS) };
        let Row { observation, mask, player, sample } = row;
        let turn = self.position.turn();
        let mut planes = Planes::new::<G::Position>(observation);
        self.position.observe(turn, self.occurrences.into(), &mut planes);
        self.position.legal_actions(&mut ActionSet::new(legal));
        write_mask(legal, mask);
        *player = turn.index() as u8;
        // The game is in progress, so there is a legal move.
        *sample = choose(legal, &mut self.random).map_or(-1, |action| action as i64);
    }
}

/// 1 for the winner, -1 for the loser, 0 for both after a draw.
pub(crate) fn rewards(outcome: Option<Outcome>) -> [f32; 2] {
    match outcome.and_then(|outcome| outcome.winner) {
        None => [0.0, 0.0],
        Some(Player::P1) => [1.0, -1.0],
        Some(Player::P2) => [-1.0, 1.0],
    }
}
