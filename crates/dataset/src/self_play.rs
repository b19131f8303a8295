use mekong_arrays::{Encoding, encoding};
use mekong_catalog::{Entry, GameSession, find};
use mekong_core::{CancelToken, Player, SplitMix64, Value, Variants, mix};
use mekong_engine::{Limits, Score};
use mekong_players::{Line, SearchResult, Searcher};
use serde_json::json;

use crate::{
    Column,
    ColumnKind::{Bool, Float, Int8, Int16, Int32, Int64, Text},
    ExportError,
    export::{Dataset, PartRows},
    part::{ColumnValue, Rows},
};

const GAMES_PER_PART: u64 = 32;

/// The hash memory of a search in megabytes.
const MEGABYTES: usize = 4;

const COLUMNS: &[Column] = &[
    Column::new("game_id", Int64, "the number of the game, from 0"),
    Column::new("ply", Int32, "the number of plies played before"),
    Column::new("position", Text, "the text of the position"),
    Column::new("turn", Int8, "the player to move: 0 or 1"),
    Column::new("legal", Int32, "the number of legal moves"),
    Column::new("move", Text, "the move played"),
    Column::new("action", Int32, "the action of the move played"),
    Column::new("random", Bool, "whether the move played was chosen at random instead of by the search"),
    Column::new("best", Text, "the best move by the search"),
    Column::new("best_action", Int32, "the action of the best move"),
    Column::new("score", Int32, "the evaluation for the player to move; 100 is a clear advantage"),
    Column::new("win_chance", Float, "the expected result of the player to move by the search, from 0 to 1"),
    Column::new("proven", Bool, "whether the evaluation is proven"),
    Column::optional(
        "value",
        Int8,
        "if it is proven: 1 for a win of the player to move, 0 for a draw, -1 for a loss",
    ),
    Column::optional("distance", Int16, "if a distance is proven: plies to the end"),
    Column::optional(
        "margin",
        Int16,
        "if it is proven, in games scored by points: the final margin in points",
    ),
    Column::new("nodes", Int64, "nodes searched"),
    Column::new("result", Int8, "the result of the game for the player to move: 1, 0 or -1"),
    Column::optional(
        "reason",
        Text,
        "why the game ended; missing if it was truncated, which counts as a draw",
    ),
];

/// How games are played.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SelfPlaySettings {
    /// The number of games.
    pub games: u64,
    /// The number of nodes of each search.
    pub nodes: u64,
    /// The seed of deals and random moves.
    pub seed: u64,
    /// The number of random plies at the beginning of each game.
    pub opening_plies: u32,
    /// The probability of a random move after that, from 0 to 1.
    pub random_moves: f64,
    /// The length at which a game is truncated.
    pub max_plies: u32,
}

impl Default for SelfPlaySettings {
    fn default() -> SelfPlaySettings {
        SelfPlaySettings {
            games: 100,
            nodes: 1_000,
            seed: 0,
            opening_plies: 6,
            random_moves: 0.05,
            max_plies: 400,
        }
    }
}

/// Positions of games of the engine against itself, with the result of a search and of the game.
#[derive(Debug)]
pub struct SelfPlayDataset {
    entry: &'static Entry,
    encoding: &'static Encoding,
    variants: Variants,
    settings: SelfPlaySettings,
}

impl SelfPlayDataset {
    /// The columns.
    pub const COLUMNS: &'static [Column] = COLUMNS;

    /// Games of a variant.
    pub fn new(
        entry: &'static Entry,
        variants: Variants,
        settings: SelfPlaySettings,
    ) -> Result<SelfPlayDataset, ExportError> {
        let encoding = encoding(entry).ok_or(ExportError::NotEncoded { game: entry.info().id })?;
        Ok(SelfPlayDataset { entry, encoding, variants, settings })
    }

    fn games(&self, part: usize) -> std::ops::Range<u64> {
        let begin = part as u64 * GAMES_PER_PART;
        begin..(begin + GAMES_PER_PART).min(self.settings.games)
    }

    /// Plays a game and appends its rows; `None` if it was cancelled.
    fn play(&self, game: u64, searcher: &Searcher, rows: &mut Rows, cancel: &CancelToken) -> Option<()> {
        let mut random = SplitMix64::new(mix(self.settings.seed ^ mix(game + 1)));
        let mut session = self.entry.start(self.variants, random.next_u64());
        let mut searched = Vec::new();
        // Games are independent, so parts can be computed in any order.
        searcher.clear();
        for ply in 0..self.settings.max_plies {
            let Some(turn) = session.turn() else { break };
            let limits = Limits::nodes(self.settings.nodes);
            let result = searcher.search(&session, limits, cancel, &mut |_| {});
            if cancel.is_cancelled() {
                return None;
            }
            let legal = session.legal();
            let best = result.best().map_or_else(|| legal[0].clone(), str::to_owned);
            let is_random =
                ply < self.settings.opening_plies || random.fraction() < self.settings.random_moves;
            let mv = if is_random { legal[random.below(legal.len())].clone() } else { best.clone() };
            let position = session.position_text();
            session.play(&mv).ok()?;
            searched.push(Searched { position, turn, legal: legal.len(), mv, is_random, best, result });
        }
        for (ply, searched) in searched.iter().enumerate() {
            rows.push(self.row(game, ply, searched, &session, searcher)?);
        }
        Some(())
    }

    fn row(
        &self,
        game: u64,
        ply: usize,
        searched: &Searched,
        end: &GameSession,
        searcher: &Searcher,
    ) -> Option<[ColumnValue; COLUMNS.len()]> {
        let action = |text: &str| self.encoding.action(text).ok().map(|action| action as i64);
        let line = searched.result.lines.first();
        let score = line.map_or(Score::DRAW, |line| line.score);
        let chance = line.map_or(0.5, |line| match proven_result(line) {
            Some(result) => 0.5 + result as f64 / 2.0,
            None => searcher.win_chance(line.score),
        });
        let exact = line.filter(|line| line.proven).and_then(|line| line.score.value());
        let outcome = end.outcome();
        let result = match outcome.and_then(|outcome| outcome.winner) {
            None => 0,
            Some(winner) if winner == searched.turn => 1,
            Some(_) => -1,
        };
        Some([
            (game as i64).into(),
            (ply as i64).into(),
            searched.position.as_str().into(),
            (searched.turn.index() as i64).into(),
            (searched.legal as i64).into(),
            searched.mv.as_str().into(),
            action(&searched.mv)?.into(),
            searched.is_random.into(),
            searched.best.as_str().into(),
            action(&searched.best)?.into(),
            i64::from(score.raw()).into(),
            ColumnValue::Float(chance as f32),
            line.is_some_and(|line| line.proven).into(),
            line.and_then(proven_result).into(),
            exact.and_then(Value::distance).map(i64::from).into(),
            line.and_then(|line| line.margin).map(i64::from).into(),
            (searched.result.nodes as i64).into(),
            i64::from(result).into(),
            outcome.map(|outcome| outcome.reason.code).into(),
        ])
    }
}

/// A position with the result of its search.
struct Searched {
    position: String,
    turn: Player,
    legal: usize,
    mv: String,
    is_random: bool,
    best: String,
    result: SearchResult,
}

/// 1, 0 or -1 if the result of a line is proven.
fn proven_result(line: &Line) -> Option<i64> {
    line.proven.then(|| i64::from(line.score.raw().signum()))
}

impl Dataset for SelfPlayDataset {
    fn columns(&self) -> &'static [Column] {
        COLUMNS
    }

    fn settings(&self) -> serde_json::Value {
        let SelfPlaySettings { games, nodes, seed, opening_plies, random_moves, max_plies } = self.settings;
        json!({
            "kind": "self-play",
            "schema": 1,
            "version": env!("CARGO_PKG_VERSION"),
            "game": self.entry.info().id,
            "variant": self.entry.info().variant_ids(self.variants),
            "games": games,
            "nodes": nodes,
            "seed": seed,
            "opening_plies": opening_plies,
            "random_moves": random_moves,
            "max_plies": max_plies,
        })
    }

    fn part_count(&self) -> usize {
        self.settings.games.div_ceil(GAMES_PER_PART) as usize
    }

    fn part_size(&self, part: usize) -> u64 {
        let games = self.games(part);
        games.end - games.start
    }

    fn part(&self, part: usize, cancel: &CancelToken, progress: &(dyn Fn(u64) + Sync)) -> Option<PartRows> {
        let entry = find(self.entry.info().id).ok()?;
        let searcher = Searcher::new(entry, MEGABYTES);
        let mut rows = Rows::new(COLUMNS);
        for game in self.games(part) {
            self.play(game, &searcher, &mut rows, cancel)?;
            progress(1);
        }
        Some(PartRows(rows))
    }
}
