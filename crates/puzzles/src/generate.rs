//! Puzzles and practice positions from self-play.

use std::collections::HashSet;

use mekong_catalog::{Entry, GameSession};
use mekong_core::{CancelToken, LevelSettings, SplitMix64, Value, Variants, mix};
use mekong_engine::{Limits as SearchLimits, SearchOptions};
use mekong_players::{Level, Searcher};

use crate::{
    CertifyError, Practice, ProofLimits, Prover, Puzzle, Quotas, initial_rating, measure_difficulty,
    quotas::Tally,
};

/// Maximum length of a game, in plies.
const MAX_PLIES: usize = 160;

/// The strongest level that plays: weak players reach sharper positions, and reach them sooner.
const MAX_LEVEL: usize = 5;

/// Maximum number of random plies at the start of a game.
const MAX_RANDOM_PLIES: usize = 4;

/// After them, one move in this many is random on average.
const RANDOM_MOVE_INTERVAL: usize = 12;

/// The nodes of the searches that look for a win before it is proven: the second, for longer wins, is made where the first
/// finds none.
const PROBE_NODES: [u64; 2] = [3_000, 30_000];

/// The maximum number of puzzles from one game, and of positions that are certified for it.
const MAX_PER_GAME: usize = 2;
const MAX_CERTIFIED: usize = 4;

/// The smallest number of legal moves at the first turn.
const MIN_LEGAL: u32 = 5;

/// The result of a short search before a proof.
#[derive(Default)]
struct ProbeResult {
    line: Vec<String>,
    /// The number of the solver's moves; `None` if nothing is known.
    moves: Option<u32>,
}

/// Finds puzzles and practice positions in self-play games. A game depends only on the seed and its
/// number, so the work can be resumed later.
#[derive(Debug)]
pub struct PuzzleGenerator<'a> {
    prover: Prover<'a>,
    entry: &'static Entry,
    /// Plays the games and measures the difficulty; levels use no tablebase.
    player: &'a Searcher,
    seed: u64,
    limits: ProofLimits,
    /// The turns of the solver in all puzzles, up to symmetry.
    seen: HashSet<String>,
    tally: Tally,
}

impl<'a> PuzzleGenerator<'a> {
    /// A generator with a seed. The prover's searcher also plays the games and measures the difficulty.
    #[must_use]
    pub fn new(prover: Prover<'a>, seed: u64, limits: ProofLimits, quotas: Quotas) -> PuzzleGenerator<'a> {
        let player = prover.searcher();
        let themes = prover.adapter.themes().iter().map(|theme| theme.code).collect();
        let (seen, tally) = (HashSet::new(), Tally::new(quotas, themes));
        PuzzleGenerator { entry: player.entry(), prover, player, seed, limits, seen, tally }
    }

    /// Counts puzzles that exist already towards the quotas, and does not find them again.
    pub fn exclude_puzzles(&mut self, known: &[Puzzle]) {
        for puzzle in known {
            let turns = self.turns(puzzle);
            self.seen.extend(turns);
            self.tally.add(puzzle);
        }
    }

    /// The same for practice positions.
    pub fn exclude_practice(&mut self, known: &[Practice]) {
        for practice in known {
            if let Ok(session) = practice.open() {
                self.seen.insert(session.canonical_text());
                self.tally.add_practice(practice);
            }
        }
    }

    /// The new puzzles among notable positions of the tablebase: draws and the longest wins, which games hardly ever reach. None
    /// without a tablebase.
    pub fn puzzles_of_tablebase(&mut self, cancel: &CancelToken) -> Vec<Puzzle> {
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

    /// The new practice positions among notable positions of the tablebase.
    pub fn practice_of_tablebase(&mut self, cancel: &CancelToken) -> Vec<Practice> {
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
            let probed = self.probe(&session, cancel);
            if !probed.is_some_and(|probed| self.may_be_accepted(&session, &probed)) {
                continue;
            }
            match self.prover.certify(&session, self.limits, cancel) {
                Ok(puzzle) if is_good(&puzzle) => found.push(puzzle),
                // Earlier positions are still harder to solve.
                Err(CertifyError::Limit | CertifyError::TooEarly) if self.prover.adapter.proves_margins() => {
                    break;
                }
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
            if self.probe(&session, cancel).is_none() {
                continue;
            }
            found.extend(self.accept_practice(&session, cancel));
        }
        found
    }

    /// The positions of a game in the order in which they are tried: the last first where only endings can be solved,
    /// otherwise in random order, so that wins of all lengths are found.
    fn shuffled_positions(&mut self, number: u64, cancel: &CancelToken) -> Vec<GameSession> {
        // What a search or a proof finds within its limit must not depend on earlier games.
        self.prover.clear();
        let mut positions = self.positions(number, cancel);
        if self.prover.adapter.proves_margins() {
            positions.reverse();
        } else {
            SplitMix64::new(mix(self.seed ^ number)).shuffle(&mut positions);
        }
        positions
    }

    /// The positions of a game, from the first that is not random to the last before the end.
    fn positions(&self, number: u64, cancel: &CancelToken) -> Vec<GameSession> {
        let mut random = SplitMix64::new(mix(self.seed ^ mix(number)));
        let mut session = self.entry.start(Variants::NONE, random.next_u64());
        for _ in 0..random.below(MAX_RANDOM_PLIES + 1) {
            session.play_random(&mut random);
        }
        let levels = [random.below(MAX_LEVEL), random.below(MAX_LEVEL)];
        let settings = levels.map(|index| Level::all().nth(index).unwrap_or(Level::MIN).settings(self.entry));
        let mut positions = Vec::new();
        while let Some(player) = session.turn() {
            if cancel.is_cancelled() || positions.len() == MAX_PLIES {
                break;
            }
            positions.push(session.clone());
            if random.below(RANDOM_MOVE_INTERVAL) == 0 {
                session.play_random(&mut random);
                continue;
            }
            let settings: &LevelSettings = &settings[player.index()];
            let chosen = self.player.choose_with(&session, settings, random.next_u64(), cancel);
            if chosen.is_none_or(|(mv, _)| session.play(&mv).is_err()) {
                break;
            }
        }
        positions
    }

    /// The result of a short search, if a proof is worth trying: a win of few plies. Where values are looked up or solved, a
    /// proof is always worth trying and nothing is known before.
    fn probe(&self, session: &GameSession, cancel: &CancelToken) -> Option<ProbeResult> {
        if self.prover.is_exact(session) {
            return Some(ProbeResult::default());
        }
        PROBE_NODES.into_iter().find_map(|nodes| {
            let search_options =
                SearchOptions { threads: 1, ..SearchOptions::from(SearchLimits::nodes(nodes)) };
            let line =
                self.player.search(session, search_options, cancel, &mut |_| {}).lines.into_iter().next()?;
            let Some(Value::Win(plies)) = line.score.value() else { return None };
            let moves = u32::from(plies).div_ceil(2);
            (moves <= self.limits.max_moves).then_some(ProbeResult { line: line.moves, moves: Some(moves) })
        })
    }

    /// Whether the quotas may have room for a puzzle with this solution.
    fn may_be_accepted(&self, session: &GameSession, probed: &ProbeResult) -> bool {
        let Some(solver) = session.turn() else { return false };
        let Some(moves) = probed.moves else { return true };
        let themes = self.prover.adapter.detect(session, solver, &probed.line);
        self.tally.has_room_for_length(moves)
            && self.tally.has_room_for_themes(themes.iter().map(|theme| theme.code))
    }

    /// The canonical texts of the solver's turns in the main line.
    fn turns(&self, puzzle: &Puzzle) -> Vec<String> {
        let Ok(mut session) = puzzle.open() else { return Vec::new() };
        let mut turns = Vec::new();
        let mut steps = puzzle.solution.as_slice();
        while let Some(step) = steps.first() {
            turns.push(session.canonical_text());
            for text in std::iter::once(&step.mv).chain(&step.replies) {
                if session.play(text).is_err() {
                    return turns;
                }
            }
            steps = &step.then;
        }
        turns
    }

    /// The position as a practice position, if it is new and the quotas have room for it.
    fn accept_practice(&mut self, session: &GameSession, cancel: &CancelToken) -> Option<Practice> {
        if session.legal().len() < MIN_LEGAL as usize {
            return None;
        }
        let practice = self.prover.practice(session, self.limits, cancel)?;
        let canonical = session.canonical_text();
        if !self.tally.has_room_for_practice(&practice) || !self.seen.insert(canonical) {
            return None;
        }
        self.tally.add_practice(&practice);
        Some(practice)
    }

    /// Accepts a puzzle if it is new and the quotas have room for it, and measures its difficulty.
    fn accept(&mut self, mut puzzle: Puzzle, cancel: &CancelToken) -> Option<Puzzle> {
        let turns = self.turns(&puzzle);
        if turns.iter().any(|turn| self.seen.contains(turn)) || !self.tally.has_room_for(&puzzle) {
            return None;
        }
        let difficulty = measure_difficulty(&puzzle, self.player, cancel)?;
        if !self.tally.has_room_for_difficulty(difficulty) {
            return None;
        }
        puzzle.difficulty = Some(difficulty);
        puzzle.rating = initial_rating(puzzle.difficulty, puzzle.moves);
        self.seen.extend(turns);
        self.tally.add(&puzzle);
        Some(puzzle)
    }
}

/// Wins of at most this many plies must not have an alternative that takes a little longer.
const MAX_SHORT_WIN_PLIES: u16 = 3;

/// Whether a certified puzzle is worth keeping: there is a choice, and no other first move of a short win wins a little
/// later.
fn is_good(puzzle: &Puzzle) -> bool {
    let Some(first) = puzzle.turns.first() else { return false };
    let is_long = puzzle.goal.within.is_none_or(|plies| plies > MAX_SHORT_WIN_PLIES);
    first.legal >= MIN_LEGAL && (is_long || first.no_win_within > puzzle.goal.within)
}
