//! Self-play games, and the positions and moves that a book takes from them.

use std::collections::BTreeMap;

use mekong_catalog::{Entry, GameSession, player_code};
use mekong_core::{CancelToken, Player, SplitMix64, Value, Variants, mix};
use mekong_engine::{Limits, SearchOptions};
use mekong_players::{Line, Searcher, Tablebase};
use serde::{Deserialize, Serialize};

use crate::{BookMove, BookPosition, BookSettings, BookValue, images::canonical, stop_if_cancelled};

/// Maximum length of a game, in plies. A longer game counts as a draw.
const MAX_PLIES: u32 = 300;

/// The number of best moves from which one is chosen at random in the opening.
const CANDIDATE_COUNT: usize = 6;

/// The loss of win chance that halves the probability of a move in the opening.
const HALVING_LOSS: f64 = 0.02;

/// Moves whose probability would be halved more often than this are not played.
const MAX_HALVINGS: u32 = 6;

/// A finished game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BookGame {
    /// Its number, from 0.
    pub number: u64,
    /// The first moves.
    pub moves: Vec<String>,
    /// The winner; `None` for a draw.
    #[serde(with = "player_code::option")]
    pub winner: Option<Player>,
}

/// Builds a book. A game depends only on the settings and its number, a value only on the settings and its position, so
/// the work can be interrupted and resumed.
#[derive(Debug)]
pub struct BookBuilder<'a> {
    entry: &'static Entry,
    searcher: &'a Searcher,
    tablebase: Option<&'a Tablebase>,
    settings: BookSettings,
}

/// Wins of the first player, wins of the second, draws.
type Counts = [u32; 3];

impl<'a> BookBuilder<'a> {
    /// A builder whose searcher plays the games. The values of moves come from the tablebase, if there is one.
    #[must_use]
    pub fn new(
        searcher: &'a Searcher,
        tablebase: Option<&'a Tablebase>,
        settings: BookSettings,
    ) -> BookBuilder<'a> {
        BookBuilder { entry: searcher.entry(), searcher, tablebase, settings }
    }

    /// The start of a game. Deals are used in rotation.
    fn start(&self, number: u64) -> GameSession {
        let deal = self.settings.deals.map_or(0, |deals| 1 + number % deals.max(1));
        self.entry.start(Variants::NONE, deal)
    }

    /// Plays a game; `None` if it was cancelled.
    #[must_use]
    pub fn play(&self, number: u64, cancel: &CancelToken) -> Option<BookGame> {
        let mut random = SplitMix64::new(mix(self.settings.seed ^ mix(number)));
        let mut session = self.start(number);
        self.searcher.clear();
        for ply in 0..MAX_PLIES {
            if session.turn().is_none() {
                break;
            }
            let lines = if ply < self.settings.plies { CANDIDATE_COUNT } else { 1 };
            let options = SearchOptions {
                multi_pv: lines,
                complete_lines: false,
                ..SearchOptions::from(Limits::nodes(self.settings.nodes))
            };
            let result = self.searcher.search(&session, options, cancel, &mut |_| {});
            stop_if_cancelled(cancel)?;
            let line = self.pick_line(&result.lines, &mut random)?;
            session.play(line.moves.first()?).ok()?;
        }
        let winner = session.outcome().and_then(|outcome| outcome.winner);
        let mut moves = session.moves();
        moves.truncate(self.settings.plies as usize);
        Some(BookGame { number, moves, winner })
    }

    /// Picks one of the best lines at random: the smaller its loss of win chance, the more often a move is played.
    fn pick_line<'l>(&self, lines: &'l [Line], random: &mut SplitMix64) -> Option<&'l Line> {
        let best = self.chance(lines.first()?);
        let weight = |line: &Line| {
            let halvings = ((best - self.chance(line)).max(0.0) / HALVING_LOSS) as u32;
            if halvings > MAX_HALVINGS { 0 } else { 1_usize << (MAX_HALVINGS - halvings) }
        };
        let weights: Vec<usize> = lines.iter().map(weight).collect();
        let mut left = random.below(weights.iter().sum());
        lines.iter().zip(weights).find_map(|(line, weight)| {
            let is_picked = left < weight;
            left = left.saturating_sub(weight);
            is_picked.then_some(line)
        })
    }

    /// The expected result of the player to move.
    fn chance(&self, line: &Line) -> f64 {
        if !line.proven {
            return self.searcher.win_chance(line.score);
        }
        match line.winner_is_mover() {
            Some(true) => 1.0,
            Some(false) => 0.0,
            None => 0.5,
        }
    }

    /// The positions that occurred in enough games, with the moves played there; those reached most often first. Values
    /// are missing.
    #[must_use]
    pub fn collect(&self, games: &[BookGame]) -> Vec<BookPosition> {
        let mut counted: BTreeMap<String, BTreeMap<String, Counts>> = BTreeMap::new();
        for game in games {
            let mut session = self.start(game.number);
            let result = match game.winner {
                Some(Player::P1) => 0,
                Some(Player::P2) => 1,
                None => 2,
            };
            for text in &game.moves {
                let (position, mv) = canonical(&session, text);
                counted.entry(position).or_default().entry(mv).or_default()[result] += 1;
                if session.play(text).is_err() {
                    break;
                }
            }
        }
        let mut kept: Vec<(u32, BookPosition)> = counted
            .into_iter()
            .map(|(position, moves)| {
                let total = moves.values().flatten().sum();
                (total, BookPosition { position, moves: moves.into_iter().map(book_move).collect() })
            })
            .filter(|(total, _)| *total >= self.settings.min_games)
            .collect();
        kept.sort_by(|(a, one), (b, two)| b.cmp(a).then_with(|| one.position.cmp(&two.position)));
        let mut positions: Vec<BookPosition> = kept.into_iter().map(|(_, position)| position).collect();
        for position in &mut positions {
            position.moves.sort_by(|a, b| b.total().cmp(&a.total()).then_with(|| a.text.cmp(&b.text)));
        }
        positions
    }

    /// Adds the values of the moves of a position; `None` if it was cancelled.
    #[must_use]
    pub fn evaluate(&self, mut position: BookPosition, cancel: &CancelToken) -> Option<BookPosition> {
        let session = self.entry.parse(&position.position, Variants::NONE).ok()?;
        for mv in &mut position.moves {
            let mut after = session.clone();
            after.play(&mv.text).ok()?;
            mv.value = self.value(&after, cancel)?;
        }
        Some(position)
    }

    /// The value of the move that led to a position.
    fn value(&self, after: &GameSession, cancel: &CancelToken) -> Option<BookValue> {
        let Some(turn) = after.turn() else {
            let winner = after.outcome().and_then(|outcome| outcome.winner);
            return Some(BookValue { proven: true, plies: Some(1), ..of_result(winner) });
        };
        let winner_of = |wins: Option<bool>| wins.map(|wins| if wins { turn } else { turn.other() });
        if let Some(moves) = self.tablebase.and_then(|tablebase| tablebase.moves(after))
            && let Some((_, best)) = moves.first()
        {
            let wins = match best {
                Value::Win(_) => Some(true),
                Value::Loss(_) => Some(false),
                Value::Draw => None,
            };
            let plies = best.distance().map(|plies| plies + 1);
            return Some(BookValue { proven: true, plies, ..of_result(winner_of(wins)) });
        }
        self.searcher.clear();
        let options = SearchOptions {
            complete_lines: false,
            ..SearchOptions::from(Limits::nodes(self.settings.value_nodes))
        };
        let result = self.searcher.search(after, options, cancel, &mut |_| {});
        stop_if_cancelled(cancel)?;
        let line = result.lines.first()?;
        let sign = if turn == Player::P1 { 1 } else { -1 };
        if line.proven {
            let plies = line.score.value().and_then(Value::distance).map(|plies| plies + 1);
            let margin = line.margin.map(|margin| sign * margin);
            return Some(BookValue {
                proven: true,
                plies,
                margin,
                ..of_result(winner_of(line.winner_is_mover()))
            });
        }
        let chance = self.chance(line);
        let p1_chance = if turn == Player::P1 { chance } else { 1.0 - chance };
        Some(BookValue { p1_chance: (p1_chance * 1_000.0).round() / 1_000.0, ..BookValue::default() })
    }
}

/// The value of a known result, without distance and margin.
fn of_result(winner: Option<Player>) -> BookValue {
    let p1_chance = match winner {
        Some(Player::P1) => 1.0,
        Some(Player::P2) => 0.0,
        None => 0.5,
    };
    BookValue { p1_chance, ..BookValue::default() }
}

fn book_move((text, [p1, p2, draws]): (String, Counts)) -> BookMove {
    BookMove { text, p1, p2, draws, value: BookValue::default() }
}

#[cfg(test)]
mod tests {
    use mekong_catalog::find;
    use mekong_core::CancelToken;
    use mekong_players::Searcher;

    use super::{BookBuilder, BookGame};
    use crate::{Book, BookSettings};

    fn settings(game: &str, deals: Option<u64>) -> BookSettings {
        let game = game.to_owned();
        BookSettings { game, games: 12, nodes: 60, value_nodes: 100, plies: 3, min_games: 2, deals, seed: 5 }
    }

    fn games(builder: &BookBuilder<'_>, numbers: std::ops::Range<u64>) -> Vec<BookGame> {
        numbers.map(|number| builder.play(number, &CancelToken::new()).expect("a game")).collect()
    }

    #[test]
    fn books_are_built_and_parsed() {
        for (game, deals) in [("siam", None), ("palam", Some(2))] {
            let searcher = Searcher::new(find(game).expect("a game"), 1);
            let builder = BookBuilder::new(&searcher, None, settings(game, deals));
            let played = games(&builder, 0..12);
            let positions: Vec<_> = builder
                .collect(&played)
                .into_iter()
                .map(|position| builder.evaluate(position, &CancelToken::new()).expect("values"))
                .collect();
            let counts = positions.iter().take(deals.unwrap_or(1) as usize);
            let total: u32 = counts.flat_map(|position| &position.moves).map(crate::BookMove::total).sum();
            assert_eq!(total, 12, "{game}: every game has a first move");
            let book = Book::parse(&Book::write(&settings(game, deals), &positions)).expect("a book");
            for known in &positions {
                assert_eq!(book.position(&known.position), Some(known), "{game}");
            }
        }
    }

    #[test]
    fn games_depend_on_their_number_only() {
        let searcher = Searcher::new(find("samliam").expect("a game"), 1);
        let builder = BookBuilder::new(&searcher, None, settings("samliam", None));
        assert_eq!(games(&builder, 0..3)[2], games(&builder, 2..3)[0]);
        let cancel = CancelToken::new();
        cancel.cancel();
        assert_eq!(builder.play(0, &cancel), None);
    }
}
