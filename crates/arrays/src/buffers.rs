use crate::Encoding;

/// The arrays that a [`Batch`](crate::Batch) of `n` games writes into, each game in its own part.
#[derive(Debug)]
pub struct Buffers<'a> {
    /// Observations of the players to move.
    pub observations: &'a mut [u8],
    /// For each action, whether it is legal.
    pub masks: &'a mut [bool],
    /// The player to move: 0 or 1.
    pub players: &'a mut [u8],
    /// Two numbers per game: 1, 0 or -1 for each player if the game ended in the last step, otherwise 0.
    pub rewards: &'a mut [f32],
    /// Whether the game ended in the last step by the rules.
    pub terminated: &'a mut [bool],
    /// Whether the game was truncated in the last step because it was too long.
    pub truncated: &'a mut [bool],
    /// A legal action, chosen uniformly at random.
    pub samples: &'a mut [i64],
}

/// [`Buffers`] that own their memory.
#[derive(Clone, Debug)]
pub struct Arrays {
    /// See [`Buffers::observations`].
    pub observations: Vec<u8>,
    /// See [`Buffers::masks`].
    pub masks: Vec<bool>,
    /// See [`Buffers::players`].
    pub players: Vec<u8>,
    /// See [`Buffers::rewards`].
    pub rewards: Vec<f32>,
    /// See [`Buffers::terminated`].
    pub terminated: Vec<bool>,
    /// See [`Buffers::truncated`].
    pub truncated: Vec<bool>,
    /// See [`Buffers::samples`].
    pub samples: Vec<i64>,
}

impl Arrays {
    pub(crate) fn new(encoding: &Encoding, games: usize) -> Arrays {
        Arrays {
            observations: vec![0; games * encoding.observation_len()],
            masks: vec![false; games * encoding.action_count()],
            players: vec![0; games],
            rewards: vec![0.0; 2 * games],
            terminated: vec![false; games],
            truncated: vec![false; games],
            samples: vec![0; games],
        }
    }

    /// The arrays to be written.
    pub fn buffers(&mut self) -> Buffers<'_> {
        Buffers {
            observations: &mut self.observations,
            masks: &mut self.masks,
            players: &mut self.players,
            rewards: &mut self.rewards,
            terminated: &mut self.terminated,
            truncated: &mut self.truncated,
            samples: &mut self.samples,
        }
    }
}

impl Buffers<'_> {
    /// Whether the lengths are those of a number of games.
    #[must_use]
    pub fn fit(&self, encoding: &Encoding, games: usize) -> bool {
        self.observations.len() == games * encoding.observation_len()
            && self.masks.len() == games * encoding.action_count()
            && self.rewards.len() == 2 * games
            && [self.players.len(), self.terminated.len(), self.truncated.len(), self.samples.len()]
                == [games; 4]
    }
}

impl<'a> Buffers<'a> {
    /// The same arrays for a shorter time.
    pub(crate) fn reborrow(&mut self) -> Buffers<'_> {
        Buffers {
            observations: self.observations,
            masks: self.masks,
            players: self.players,
            rewards: self.rewards,
            terminated: self.terminated,
            truncated: self.truncated,
            samples: self.samples,
        }
    }

    /// The arrays of the first `games` games, and those of the others.
    pub(crate) fn split(self, encoding: &Encoding, games: usize) -> (Buffers<'a>, Buffers<'a>) {
        let (observations, observations_after) =
            self.observations.split_at_mut(games * encoding.observation_len());
        let (masks, masks_after) = self.masks.split_at_mut(games * encoding.action_count());
        let (players, players_after) = self.players.split_at_mut(games);
        let (rewards, rewards_after) = self.rewards.split_at_mut(2 * games);
        let (terminated, terminated_after) = self.terminated.split_at_mut(games);
        let (truncated, truncated_after) = self.truncated.split_at_mut(games);
        let (samples, samples_after) = self.samples.split_at_mut(games);
        let first = Buffers { observations, masks, players, rewards, terminated, truncated, samples };
        let others = Buffers {
            observations: observations_after,
            masks: masks_after,
            players: players_after,
            rewards: rewards_after,
            terminated: terminated_after,
            truncated: truncated_after,
            samples: samples_after,
        };
        (first, others)
    }
}
