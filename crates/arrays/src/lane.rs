//! One game of a batch.

use std::{
    collections::HashMap,
    hash::{BuildHasherDefault, Hasher},
};

use mekong_core::{Encode, Game, Outcome, Planes, Player, Position, REPETITION, SplitMix64, Variants, mix};

/// A game in progress. It starts again when it ends.
pub(crate) struct Lane<G: Game> {
    position: G::Position,
    /// How often each position occurred, in games where positions can recur.
    seen: HashMap<u128, u8, BuildHasherDefault<KeyHasher>>,
    occurrences: u8,
    plies: usize,
    random: SplitMix64,
    /// The actions that are legal in the position, one bit each; none before the position is written for the first time.
    legal: Box<[u64]>,
}

/// What a step did to a game.
#[derive(Clone, Copy)]
pub(crate) struct Stepped {
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

impl<G: Game> Lane<G>
where
    G::Position: Encode,
{
    pub(crate) fn new(variants: Variants, seed: u64) -> Lane<G> {
        let mut random = SplitMix64::new(seed);
        let position = G::start(variants, random.next_u64());
        let legal = vec![0; G::Position::ACTION_COUNT.div_ceil(64)].into_boxed_slice();
        let mut lane = Lane { position, seen: HashMap::default(), occurrences: 1, plies: 0, random, legal };
        lane.count_occurrence();
        lane
    }

    fn restart(&mut self, variants: Variants) {
        self.position = G::start(variants, self.random.next_u64());
        self.seen.clear();
        self.plies = 0;
        self.count_occurrence();
    }

    fn count_occurrence(&mut self) {
        self.occurrences = match self.position.repetition_key() {
            None => 1,
            Some(key) => {
                let count = self.seen.entry(key).or_insert(0);
                *count = count.saturating_add(1);
                *count
            }
        };
    }

    pub(crate) const fn position(&self) -> &G::Position {
        &self.position
    }

    /// Whether an action is known to be legal. It is much faster than [`Position::check`], which decides the others.
    #[inline]
    pub(crate) fn is_known_legal(&self, action: i64) -> bool {
        let action = action as u64;
        let word = usize::try_from(action / 64).ok().and_then(|word| self.legal.get(word));
        word.is_some_and(|word| word >> (action % 64) & 1 != 0)
    }

    /// Plays a legal move, and starts a new game if this one is over or too long.
    #[inline]
    pub(crate) fn step(
        &mut self,
        mv: <G::Position as Position>::Move,
        variants: Variants,
        max_plies: Option<usize>,
    ) -> Stepped {
        self.position.play_unchecked(mv);
        self.plies += 1;
        self.count_occurrence();
        let repeated = || (self.occurrences >= 3).then(|| Outcome::draw(&REPETITION));
        let outcome = self.position.outcome().or_else(repeated);
        let truncated = outcome.is_none() && max_plies.is_some_and(|most| self.plies >= most);
        if outcome.is_some() || truncated {
            self.restart(variants);
        }
        Stepped { outcome, truncated }
    }

    /// Writes the position for the player to move, the legal actions, and one of them chosen at random.
    #[inline]
    pub(crate) fn write(&mut self, moves: &mut Vec<<G::Position as Position>::Move>, row: Row<'_>) {
        let Row { observation, mask, player, sample } = row;
        let turn = self.position.turn();
        let mut planes = Planes::new::<G::Position>(observation);
        self.position.observe(turn, self.occurrences.into(), &mut planes);
        moves.clear();
        self.position.legal_moves(moves);
        mask.fill(false);
        self.legal.fill(0);
        for &mv in &*moves {
            if let Some(action) = G::Position::action(mv) {
                mask[action] = true;
                self.legal[action / 64] |= 1 << (action % 64);
            }
        }
        *player = turn.index() as u8;
        // A new game has at least one legal move.
        let chosen = G::Position::action(moves[self.random.below(moves.len())]);
        *sample = chosen.map_or(-1, |action| action as i64);
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

/// Hashes the key of a position, which is one number.
#[derive(Default)]
pub(crate) struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = mix(self.0 ^ u64::from(byte));
        }
    }

    fn write_u128(&mut self, key: u128) {
        self.0 = mix(key as u64 ^ mix((key >> 64) as u64));
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
