use mekong_catalog::{Entry, GameSession};
use mekong_core::{CancelToken, Probe as _, SplitMix64, Value, Variants, mix};
use mekong_engine::Limits;
use mekong_players::{Searcher, Tablebase};

/// The default number of random opening plies in games without a deal, unless the game is short.
const DEFAULT_PLIES: usize = 6;

/// An opening takes at most one ply of this many in a random game.
const PLIES_PER_OPENING_PLY: usize = 4;

/// The number of random games that show how long a game is.
const LENGTH_SAMPLES: u64 = 21;

/// The number of candidates before the most balanced one is taken.
const MAX_CANDIDATES: usize = 40;

/// The largest accepted imbalance in win chance.
const MAX_IMBALANCE: f64 = 0.1;

/// The node limit for evaluating an opening.
const EVALUATION_NODES: u64 = 4_000;

/// Random balanced openings, determined by the seed.
///
/// Candidates are random plies from the start, or random deals in games with a deal; a short search selects a balanced
/// one. With a tablebase, draws are balanced, and decided positions are the more balanced the longer the win takes.
#[derive(Clone, Debug)]
pub struct Openings {
    entry: &'static Entry,
    variants: Variants,
    seed: u64,
    plies: usize,
    tablebase: Option<Tablebase>,
}

impl Openings {
    /// Openings with this many random plies; by default none after a deal, otherwise six, and in short games a quarter of
    /// the usual length of a random game.
    #[must_use]
    pub fn new(entry: &'static Entry, variants: Variants, seed: u64, plies: Option<usize>) -> Openings {
        let plies = plies.unwrap_or_else(|| default_plies(entry, variants));
        Openings { entry, variants, seed, plies, tablebase: None }
    }

    /// Selects openings by a tablebase.
    #[must_use]
    pub fn with_tablebase(self, tablebase: Tablebase) -> Openings {
        Openings { tablebase: Some(tablebase), ..self }
    }

    /// The number of random plies.
    #[must_use]
    pub const fn plies(&self) -> usize {
        self.plies
    }

    /// The seed for the players in the games from an opening.
    #[must_use]
    pub fn player_seed(&self, index: u64) -> u64 {
        mix(mix(self.seed).wrapping_add(index))
    }

    /// A searcher for evaluating openings, one per thread.
    #[must_use]
    pub fn evaluator(&self) -> Searcher {
        Searcher::new(self.entry, 2)
    }

    /// The opening with an index. It does not depend on the order of the calls.
    #[must_use]
    pub fn opening(&self, index: u64, evaluator: &Searcher) -> GameSession {
        let mut random = SplitMix64::new(mix(self.seed ^ mix(index.wrapping_add(1))));
        let mut best: Option<(f64, GameSession)> = None;
        for _ in 0..MAX_CANDIDATES {
            let Some(session) = self.candidate(&mut random) else { continue };
            let imbalance = self.imbalance(&session, evaluator);
            if best.as_ref().is_none_or(|(lowest, _)| imbalance < *lowest) {
                best = Some((imbalance, session));
            }
            let fixed = self.plies == 0 && !self.entry.info().dealt;
            if fixed || best.as_ref().is_some_and(|(lowest, _)| *lowest <= MAX_IMBALANCE) {
                break;
            }
        }
        // If the game is always over after that many plies, use the start position.
        best.map_or_else(|| self.entry.start(self.variants, random.next_u64()), |(_, session)| session)
    }

    /// A random candidate; `None` if the game is over.
    fn candidate(&self, random: &mut SplitMix64) -> Option<GameSession> {
        let mut session = self.entry.start(self.variants, random.next_u64());
        for _ in 0..self.plies {
            session.play_random(random);
        }
        session.outcome().is_none().then_some(session)
    }

    /// The imbalance of a position, from 0 to ½.
    fn imbalance(&self, session: &GameSession, evaluator: &Searcher) -> f64 {
        if let Some(value) = self.tablebase.as_ref().and_then(|tablebase| tablebase.probe(session)) {
            return match value {
                Value::Draw => 0.0,
                Value::Win(plies) | Value::Loss(plies) => 4.0 / (8.0 + f64::from(plies)),
            };
        }
        evaluator.clear();
        let limits = Limits::nodes(EVALUATION_NODES);
        let result = evaluator.search(session, limits, &CancelToken::new(), &mut |_| {});
        result.score().map_or(0.5, |score| (evaluator.win_chance(score) - 0.5).abs())
    }
}

/// The default number of random plies of a game. It does not depend on the seed of a match.
fn default_plies(entry: &Entry, variants: Variants) -> usize {
    if entry.info().dealt {
        return 0;
    }
    let longest = DEFAULT_PLIES * PLIES_PER_OPENING_PLY;
    let mut lengths: Vec<usize> = (0..LENGTH_SAMPLES)
        .map(|seed| {
            let mut random = SplitMix64::new(mix(seed));
            let mut session = entry.start(variants, seed);
            (0..longest).take_while(|_| session.play_random(&mut random) > 0).count()
        })
        .collect();
    lengths.sort_unstable();
    lengths[lengths.len() / 2] / PLIES_PER_OPENING_PLY
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use mekong_catalog::{Entry, GAMES};
    use mekong_core::{SplitMix64, Variants};

    use super::{DEFAULT_PLIES, MAX_CANDIDATES, MAX_IMBALANCE, Openings};

    fn openings(entry: &'static Entry, seed: u64) -> Openings {
        Openings::new(entry, Variants::NONE, seed, None)
    }

    /// The openings that a match of many games can begin with.
    fn possible(openings: &Openings) -> BTreeSet<String> {
        let mut random = SplitMix64::new(9);
        (0..200).filter_map(|_| Some(openings.candidate(&mut random)?.position_text())).collect()
    }

    #[test]
    fn openings_depend_on_seed_and_number_only() {
        let mut varied = 0;
        for entry in GAMES {
            let id = entry.info().id;
            let openings = openings(entry, 1);
            let evaluator = openings.evaluator();
            let texts: Vec<String> =
                (0..6).map(|number| openings.opening(number, &evaluator).position_text()).collect();
            let mut backwards: Vec<String> = (0..6)
                .rev()
                .map(|number| openings.opening(number, &openings.evaluator()).position_text())
                .collect();
            backwards.reverse();
            assert_eq!(texts, backwards, "{id}");
            // A small game has few openings.
            let room = possible(&openings).len();
            let distinct: BTreeSet<&String> = texts.iter().collect();
            if room > 100 {
                varied += 1;
                let other = Openings::new(entry, Variants::NONE, 2, None).opening(0, &evaluator);
                assert_ne!(texts[0], other.position_text(), "{id}");
                assert!(distinct.len() >= 5, "{id}: {texts:?}");
            } else {
                assert!(distinct.len() >= room.min(2), "{id}: {texts:?}");
            }
        }
        assert!(varied > 0, "no game has many openings");
    }

    #[test]
    fn openings_are_unfinished_and_mostly_even() {
        let mut balanced = 0;
        for entry in GAMES {
            let id = entry.info().id;
            let openings = openings(entry, 3);
            let evaluator = openings.evaluator();
            let is_even = |session: &_| openings.imbalance(session, &evaluator) <= MAX_IMBALANCE;
            let mut even = 0;
            for number in 0..10 {
                let session = openings.opening(number, &evaluator);
                assert_eq!(session.outcome(), None, "{id}");
                assert_eq!(session.moves().len(), openings.plies(), "{id}");
                even += u32::from(is_even(&session));
            }
            // In a small game the search may know the winner of every opening.
            let mut random = SplitMix64::new(9);
            let candidates = (0..MAX_CANDIDATES).filter_map(|_| openings.candidate(&mut random));
            if candidates.filter(is_even).count() >= MAX_CANDIDATES / 10 {
                balanced += 1;
                assert!(even >= 5, "{id}: {even}");
            }
        }
        assert!(balanced > 0, "no game has even openings");
    }

    #[test]
    fn opening_leaves_most_of_a_short_game() {
        for entry in GAMES {
            let openings = openings(entry, 1);
            assert!(openings.plies() <= DEFAULT_PLIES);
            let mut random = SplitMix64::new(5);
            let unfinished =
                (0..MAX_CANDIDATES).filter(|_| openings.candidate(&mut random).is_some()).count();
            assert!(unfinished > MAX_CANDIDATES / 2, "{}: {unfinished}", entry.info().id);
        }
    }

    #[test]
    fn too_many_opening_plies_fall_back_to_the_start() {
        let entry = &GAMES[1];
        let openings = Openings::new(entry, Variants::NONE, 3, Some(100_000));
        assert_eq!(openings.opening(0, &openings.evaluator()).moves().len(), 0);
        let none = Openings::new(entry, Variants::NONE, 3, Some(0));
        assert!(none.opening(7, &none.evaluator()).has_standard_start());
    }
}
