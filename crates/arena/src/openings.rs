use mekong_catalog::{Entry, Session};
use mekong_core::{CancelToken, Probe as _, SplitMix64, Value, Variants, mix};
use mekong_engine::Limits;
use mekong_players::{Searcher, Tablebase};

/// Random plies before the players take over, in games that always begin alike.
const DEFAULT_PLIES: usize = 6;

/// How many beginnings are tried before the most even of them is taken.
const TRIES: usize = 40;

/// How far from even a beginning may be, in chances to win.
const EVEN: f64 = 0.1;

/// Nodes that the judge searches per opening.
const JUDGED_NODES: u64 = 4_000;

/// Random balanced beginnings. The same seed gives the same ones.
///
/// Random plies from the start, or in games that begin with a deal another deal each time, until a short search finds
/// neither side much better. Where the exact table is at hand it is asked instead: a draw is even, and of decided
/// positions the ones that take longest to win are the most even, as they ask most of the winner.
#[derive(Clone, Debug)]
pub struct Openings {
    entry: &'static Entry,
    variants: Variants,
    seed: u64,
    plies: usize,
    table: Option<Tablebase>,
}

impl Openings {
    /// The beginnings of a game with so many random plies, or as many as are usual: none after a deal, else six.
    #[must_use]
    pub fn new(entry: &'static Entry, variants: Variants, seed: u64, plies: Option<usize>) -> Openings {
        let usual = if entry.info().dealt { 0 } else { DEFAULT_PLIES };
        Openings { entry, variants, seed, plies: plies.unwrap_or(usual), table: None }
    }

    /// The same, judged by the exact table.
    #[must_use]
    pub fn with_table(self, table: Tablebase) -> Openings {
        Openings { table: Some(table), ..self }
    }

    /// How many random plies there are.
    #[must_use]
    pub const fn plies(&self) -> usize {
        self.plies
    }

    /// The seed of the choices that players make in the games from an opening.
    #[must_use]
    pub fn choices(&self, number: u64) -> u64 {
        mix(mix(self.seed).wrapping_add(number))
    }

    /// A searcher that judges openings, one per thread.
    #[must_use]
    pub fn judge(&self) -> Searcher {
        Searcher::new(self.entry, 2)
    }

    /// The opening with a number. It does not depend on the order of the calls.
    #[must_use]
    pub fn opening(&self, number: u64, judge: &Searcher) -> Session {
        let mut random = SplitMix64::new(mix(self.seed ^ mix(number.wrapping_add(1))));
        let mut best: Option<(f64, Session)> = None;
        for _ in 0..TRIES {
            let Some(session) = self.attempt(&mut random) else { continue };
            let unevenness = self.unevenness(&session, judge);
            if best.as_ref().is_none_or(|(least, _)| unevenness < *least) {
                best = Some((unevenness, session));
            }
            let fixed = self.plies == 0 && !self.entry.info().dealt;
            if fixed || best.as_ref().is_some_and(|(least, _)| *least <= EVEN) {
                break;
            }
        }
        // So many plies that the game is always over by then: it begins where all games do.
        best.map_or_else(|| self.entry.start(self.variants, random.next_u64()), |(_, session)| session)
    }

    /// A random beginning; `None` if the game ended in it.
    fn attempt(&self, random: &mut SplitMix64) -> Option<Session> {
        let mut session = self.entry.start(self.variants, random.next_u64());
        for _ in 0..self.plies {
            session.play_random(random);
        }
        session.outcome().is_none().then_some(session)
    }

    /// How far a position is from even, from 0 to ½.
    fn unevenness(&self, session: &Session, judge: &Searcher) -> f64 {
        if let Some(value) = self.table.as_ref().and_then(|table| table.probe(session)) {
            return match value {
                Value::Draw => 0.0,
                Value::Win(plies) | Value::Loss(plies) => 4.0 / (8.0 + f64::from(plies)),
            };
        }
        judge.clear();
        let limits = Limits::nodes(JUDGED_NODES);
        let result = judge.search(session, limits, &CancelToken::new(), &mut |_| {});
        result.score().map_or(0.5, |score| (judge.win_chance(score) - 0.5).abs())
    }
}

#[cfg(test)]
mod tests {
    use mekong_catalog::GAMES;
    use mekong_core::Variants;

    use super::Openings;

    #[test]
    fn openings_depend_on_seed_and_number_only() {
        for entry in GAMES {
            let openings = Openings::new(entry, Variants::NONE, 1, None);
            let judge = openings.judge();
            let texts: Vec<String> =
                (0..6).map(|number| openings.opening(number, &judge).position_text()).collect();
            let mut backwards: Vec<String> = (0..6)
                .rev()
                .map(|number| openings.opening(number, &openings.judge()).position_text())
                .collect();
            backwards.reverse();
            assert_eq!(texts, backwards);
            let other = Openings::new(entry, Variants::NONE, 2, None).opening(0, &judge);
            assert_ne!(texts[0], other.position_text());
            let mut distinct = texts.clone();
            distinct.sort_unstable();
            distinct.dedup();
            assert!(distinct.len() >= 5, "{texts:?}");
        }
    }

    #[test]
    fn openings_are_unfinished_and_mostly_even() {
        for entry in GAMES {
            let openings = Openings::new(entry, Variants::NONE, 3, None);
            let judge = openings.judge();
            let mut even = 0;
            for number in 0..10 {
                let session = openings.opening(number, &judge);
                assert_eq!(session.outcome(), None);
                assert_eq!(session.moves().len(), openings.plies());
                even += u32::from(openings.unevenness(&session, &judge) <= super::EVEN);
            }
            assert!(even >= 5, "{}: {even}", entry.info().id);
        }
    }

    #[test]
    fn too_many_plies_begin_at_the_start() {
        let entry = &GAMES[1];
        let openings = Openings::new(entry, Variants::NONE, 3, Some(100_000));
        assert_eq!(openings.opening(0, &openings.judge()).moves().len(), 0);
        let none = Openings::new(entry, Variants::NONE, 3, Some(0));
        assert!(none.opening(7, &none.judge()).started_by_default());
    }
}
