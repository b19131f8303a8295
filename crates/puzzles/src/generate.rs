//! Puzzles and practice positions from games of the computer against itself.

use std::collections::{HashMap, HashSet};

use mekong_catalog::{Entry, GameSession};
use mekong_core::{CancelToken, SplitMix64, Strength, Value, Variants, mix};
use mekong_players::{Level, Searcher};

use crate::{GoalResult, Limits, Practice, Prover, Puzzle, Refusal, measure, rating};

/// The longest game, in plies.
const MAX_PLIES: usize = 160;

/// The strongest level that plays: weak players reach sharper positions, and reach them sooner.
const MAX_LEVEL: usize = 5;

/// The first plies are played at random, at most this many.
const MAX_RANDOM_PLIES: usize = 4;

/// One move in this many is played at random later on.
const RANDOM_MOVE: usize = 12;

/// The nodes of the search that looks for a win before it is proven.
const PROBE_NODES: u64 = 3_000;

/// The maximum number of puzzles from one game, and of positions that are certified for it.
const MAX_PER_GAME: usize = 2;
const MAX_CERTIFIED: usize = 4;

/// The smallest number of legal moves at the first turn.
const MIN_LEGAL: u32 = 5;

/// What shares of a collection puzzles of a kind may have, in percent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Quotas {
    /// The number of puzzles wanted.
    pub target: usize,
    /// Puzzles of one move.
    pub one_move: usize,
    /// Puzzles of one length above one.
    pub length: usize,
    /// Puzzles that one level is the weakest to solve.
    pub level: usize,
    /// Draws to hold.
    pub draws: usize,
}

impl Quotas {
    /// The shares for a number of puzzles.
    #[must_use]
    pub const fn new(target: usize) -> Quotas {
        Quotas { target, one_move: 25, length: 65, level: 60, draws: 30 }
    }

    const fn most(&self, percent: usize) -> usize {
        (self.target * percent).div_ceil(100)
    }
}

/// Finds puzzles and practice positions in games of the computer against itself. A game depends only on the seed and its
/// number, so that the work can be continued later.
#[derive(Debug)]
pub struct Candidates<'a> {
    prover: Prover<'a>,
    entry: &'static Entry,
    /// Plays the games and measures the difficulty; levels use no tablebase.
    player: &'a Searcher,
    seed: u64,
    limits: Limits,
    quotas: Quotas,
    /// The turns of the solver in all puzzles, up to symmetry.
    seen: HashSet<String>,
    counts: HashMap<Kind, usize>,
}

/// A property whose share is limited.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Kind {
    Length(u32),
    Level(u8),
    Draw,
    Practice(i32, u16),
}

impl<'a> Candidates<'a> {
    /// Candidates of a seed. The prover's searcher also plays the games and measures the difficulty.
    #[must_use]
    pub fn new(prover: Prover<'a>, seed: u64, limits: Limits, quotas: Quotas) -> Candidates<'a> {
        let player = prover.searcher();
        let (seen, counts) = (HashSet::new(), HashMap::new());
        Candidates { entry: player.entry(), prover, player, seed, limits, quotas, seen, counts }
    }

    /// Counts puzzles that exist already towards the quotas, and does not find them again.
    pub fn exclude_puzzles(&mut self, known: &[Puzzle]) {
        for puzzle in known {
            let turns = self.turns(puzzle);
            self.count(puzzle, turns);
        }
    }

    /// The same for practice positions.
    pub fn exclude_practice(&mut self, known: &[Practice]) {
        for practice in known {
            if let Ok(session) = practice.open() {
                self.seen.insert(self.prover.adapter.canonical(&session));
                *self.counts.entry(practice_kind(practice)).or_default() += 1;
            }
        }
    }

    /// The new puzzles among the positions that the tablebase names: draws and the longest wins, which games hardly ever
    /// reach. None without a tablebase.
    pub fn puzzles_of_table(&mut self, cancel: &CancelToken) -> Vec<Puzzle> {
        let positions = self.prover.notable_positions();
        let mut accepted = Vec::new();
        for session in positions {
            if let Ok(puzzle) = self.prover.certify(&session, self.limits, cancel)
                && is_good(&puzzle)
            {
                accepted.extend(self.accept(puzzle, cancel));
            }
        }
        accepted
    }

    /// The new practice positions among those that the tablebase names.
    pub fn practice_of_table(&mut self, cancel: &CancelToken) -> Vec<Practice> {
        let positions = self.prover.notable_positions();
        positions.iter().filter_map(|session| self.accept_practice(session, cancel)).collect()
    }

    /// The new puzzles of a game, with their difficulty.
    pub fn puzzles_of_game(&mut self, number: u64, cancel: &CancelToken) -> Vec<Puzzle> {
        let mut found = Vec::new();
        for session in self.shuffled_positions(number, cancel) {
            if found.len() == MAX_CERTIFIED || cancel.is_cancelled() {
                break;
            }
            if !self.may_be_won(&session, cancel) {
                continue;
            }
            match self.prover.certify(&session, self.limits, cancel) {
                Ok(puzzle) if is_good(&puzzle) => found.push(puzzle),
                // Earlier positions are still harder to solve.
                Err(Refusal::Limit | Refusal::TooEarly) if self.prover.adapter.has_endgame() => break,
                Ok(_) | Err(_) => {}
            }
        }
        // Long solutions first: the shorter ones are often their ends.
        found.sort_by_key(|puzzle| std::cmp::Reverse(puzzle.moves));
        if cancel.is_cancelled() {
            return Vec::new();
        }
        let mut accepted = Vec::new();
        for puzzle in found {
            if accepted.len() < MAX_PER_GAME
                && let Some(puzzle) = self.accept(puzzle, cancel)
            {
                accepted.push(puzzle);
            }
        }
        accepted
    }

    /// The new practice positions of a game.
    pub fn practice_of_game(&mut self, number: u64, cancel: &CancelToken) -> Vec<Practice> {
        let mut found = Vec::new();
        for session in self.shuffled_positions(number, cancel) {
            if cancel.is_cancelled() || found.len() == MAX_PER_GAME {
                break;
            }
            if !self.may_be_won(&session, cancel) {
                continue;
            }
            found.extend(self.accept_practice(&session, cancel));
        }
        found
    }

    /// The positions of a game in the order in which they are tried: the last first where only endings can be solved,
    /// otherwise in random order, so that wins of all lengths are found.
    fn shuffled_positions(&self, number: u64, cancel: &CancelToken) -> Vec<GameSession> {
        let mut positions = self.positions(number, cancel);
        if self.prover.adapter.has_endgame() {
            positions.reverse();
        } else {
            SplitMix64::new(mix(self.seed ^ number)).shuffle(&mut positions);
        }
        positions
    }

    /// The positions of a game, from the first that is not random to the last before the end.
    fn positions(&self, number: u64, cancel: &CancelToken) -> Vec<GameSession> {
        // What a proof finds within its limit must not depend on earlier games.
        if self.prover.adapter.has_endgame() {
            self.player.clear();
        }
        let mut random = SplitMix64::new(mix(self.seed ^ mix(number)));
        let mut session = self.entry.start(Variants::NONE, random.next_u64());
        for _ in 0..random.below(MAX_RANDOM_PLIES + 1) {
            session.play_random(&mut random);
        }
        let levels = [random.below(MAX_LEVEL), random.below(MAX_LEVEL)];
        let strengths =
            levels.map(|index| Level::all().nth(index).unwrap_or(Level::MIN).strength(self.entry));
        let mut positions = Vec::new();
        while let Some(player) = session.turn() {
            if cancel.is_cancelled() || positions.len() == MAX_PLIES {
                break;
            }
            positions.push(session.clone());
            if random.below(RANDOM_MOVE) == 0 {
                session.play_random(&mut random);
                continue;
            }
            let strength: &Strength = &strengths[player.index()];
            let chosen = self.player.choose_with(&session, strength, random.next_u64(), cancel);
            if chosen.is_none_or(|(mv, _)| session.play(&mv).is_err()) {
                break;
            }
        }
        positions
    }

    /// Whether a proof is worth trying: always if it is a lookup, otherwise if a short search finds a win.
    fn may_be_won(&self, session: &GameSession, cancel: &CancelToken) -> bool {
        if self.prover.is_exact(session) {
            return true;
        }
        let probe = Strength::of_nodes(PROBE_NODES, 0.0);
        let found = self.player.choose_with(session, &probe, 1, cancel);
        let score = found.and_then(|(_, score)| score);
        let max_plies = 2 * self.limits.max_moves;
        matches!(score.and_then(|score| score.value()), Some(Value::Win(plies)) if u32::from(plies) < max_plies)
    }

    /// The canonical texts of the solver's turns in the main line.
    fn turns(&self, puzzle: &Puzzle) -> Vec<String> {
        let Ok(mut session) = puzzle.open() else { return Vec::new() };
        let mut turns = Vec::new();
        let mut steps = puzzle.solution.as_slice();
        while let Some(step) = steps.first() {
            turns.push(self.prover.adapter.canonical(&session));
            for text in std::iter::once(&step.mv).chain(&step.replies) {
                if session.play(text).is_err() {
                    return turns;
                }
            }
            steps = &step.then;
        }
        turns
    }

    /// The position as a practice position, if it is new and its kind is wanted.
    fn accept_practice(&mut self, session: &GameSession, cancel: &CancelToken) -> Option<Practice> {
        if session.legal().len() < MIN_LEGAL as usize {
            return None;
        }
        let practice = self.prover.practice(session, self.limits, cancel)?;
        let canonical = self.prover.adapter.canonical(session);
        let count = self.counts.entry(practice_kind(&practice)).or_default();
        let is_wanted = *count < self.quotas.most(PRACTICE_SHARE) && self.seen.insert(canonical);
        *count += usize::from(is_wanted);
        is_wanted.then_some(practice)
    }

    /// Accepts a puzzle if it is new and its kind is wanted, and measures its difficulty.
    fn accept(&mut self, mut puzzle: Puzzle, cancel: &CancelToken) -> Option<Puzzle> {
        let turns = self.turns(&puzzle);
        if turns.iter().any(|turn| self.seen.contains(turn)) {
            return None;
        }
        let share = if puzzle.moves == 1 { self.quotas.one_move } else { self.quotas.length };
        let is_full = |kind: Kind, percent: usize| {
            self.counts.get(&kind).copied().unwrap_or(0) >= self.quotas.most(percent)
        };
        if is_full(Kind::Length(puzzle.moves), share)
            || puzzle.goal.result == GoalResult::Draw && is_full(Kind::Draw, self.quotas.draws)
        {
            return None;
        }
        let difficulty = measure(&puzzle, self.player, cancel)?;
        if is_full(Kind::Level(difficulty.level), self.quotas.level) {
            return None;
        }
        puzzle.difficulty = Some(difficulty);
        puzzle.rating = rating(puzzle.difficulty, puzzle.moves);
        self.count(&puzzle, turns);
        Some(puzzle)
    }

    fn count(&mut self, puzzle: &Puzzle, turns: Vec<String>) {
        self.seen.extend(turns);
        let level = puzzle.difficulty.map(|difficulty| Kind::Level(difficulty.level));
        let draw = (puzzle.goal.result == GoalResult::Draw).then_some(Kind::Draw);
        for kind in [Some(Kind::Length(puzzle.moves)), level, draw].into_iter().flatten() {
            *self.counts.entry(kind).or_default() += 1;
        }
    }
}

/// The share of practice positions of one result and distance, in percent.
const PRACTICE_SHARE: usize = 20;

/// Practice positions are spread over results and distances.
fn practice_kind(practice: &Practice) -> Kind {
    let goal = practice.goal;
    let distance = goal.distance.unwrap_or(0) / 4;
    let margin = goal.margin.map_or(0, |margin| margin.div_euclid(10));
    Kind::Practice(100 * goal.result as i32 + margin, distance)
}

/// Wins of at most this many plies must not have an alternative that takes a little longer.
const MAX_SHARP_PLIES: u16 = 3;

/// Whether a certified puzzle is worth keeping: there is a choice, and no other first move of a short win wins a little
/// later.
fn is_good(puzzle: &Puzzle) -> bool {
    let Some(first) = puzzle.turns.first() else { return false };
    let is_long = puzzle.goal.within.is_none_or(|plies| plies > MAX_SHARP_PLIES);
    first.legal >= MIN_LEGAL && (is_long || first.no_win_within > puzzle.goal.within)
}
