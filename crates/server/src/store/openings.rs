use std::collections::BTreeMap;

use mekong_catalog::GameSession;
use mekong_core::Player;
use sqlx::Row as _;

use super::{Arg, BatchedStatement, QueryExt as _, Store, StoreError, Transaction};
use crate::{glicko::Rating, text_enum::text_enum};

/// Number of plies that are counted per game.
pub(super) const MAX_PLIES: usize = 40;

text_enum! {
    /// The source of a game in the opening explorer.
    GameSource {
        /// A game between two people.
        People = "people",
        /// A game with a bot, but without the server's engine.
        Bots = "bots",
        /// A game with the server's engine.
        Computer = "computer",
        /// An imported record, which may be invented.
        Import = "import",
    }
}

impl GameSource {
    /// Sources of games that may be rated; the default.
    pub const RATEABLE: [GameSource; 2] = [GameSource::People, GameSource::Bots];
}

/// Lower bounds of the bands by which games are counted: few enough that a position has few rows.
pub const RATING_BANDS: [u16; 7] = [1, 1200, 1400, 1600, 1800, 2000, 2200];

/// A band of ratings, by its lower bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct RatingBand(u16);

impl RatingBand {
    /// The band of games in which a player has no established rating.
    pub(crate) const UNKNOWN: RatingBand = RatingBand(0);

    /// The band of the lower-rated of two players. Provisional ratings do not count.
    pub(crate) fn of(ratings: [Option<Rating>; 2]) -> RatingBand {
        let [Some(one), Some(two)] = ratings.map(|rating| rating.filter(|rating| !rating.is_provisional()))
        else {
            return RatingBand::UNKNOWN;
        };
        let weaker = one.rating.min(two.rating);
        let band = RATING_BANDS.into_iter().rfind(|&bound| f64::from(bound) <= weaker);
        RatingBand(band.unwrap_or(RATING_BANDS[0]))
    }
}

/// The results of games in which a move was played in a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpeningMoveRow {
    /// The move.
    pub text: String,
    /// Number of games.
    pub total: i64,
    /// Wins of the first player.
    pub p1: i64,
    /// Wins of the second player.
    pub p2: i64,
    /// Draws.
    pub draws: i64,
}

impl Store {
    /// The moves played in a position, most frequent first, in games of bands that begin at a rating or above it; 0 admits
    /// all games. Reads at most one row per move, source and band.
    pub async fn opening_moves(
        &self,
        game: &str,
        variants: &str,
        position: &str,
        sources: &[GameSource],
        min_rating: u16,
    ) -> Result<Vec<OpeningMoveRow>, StoreError> {
        let sql = "SELECT move, source, p1, p2, draws FROM opening_counts \
                   WHERE game = $1 AND variants = $2 AND position = $3 AND band >= $4 ORDER BY move";
        let rows = sqlx::query(sql)
            .bind(game.to_owned())
            .bind(variants.to_owned())
            .bind(position.to_owned())
            .bind(i64::from(min_rating))
            .rows(self)
            .await?;
        let mut moves: Vec<OpeningMoveRow> = Vec::new();
        for row in &rows {
            let (text, source): (String, String) = (row.try_get(0)?, row.try_get(1)?);
            if !sources.iter().any(|wanted| wanted.code() == source) {
                continue;
            }
            if moves.last().is_none_or(|last| last.text != text) {
                moves.push(OpeningMoveRow { text, total: 0, p1: 0, p2: 0, draws: 0 });
            }
            let Some(last) = moves.last_mut() else { continue };
            let (p1, p2, draws): (i64, i64, i64) = (row.try_get(2)?, row.try_get(3)?, row.try_get(4)?);
            last.p1 += p1;
            last.p2 += p2;
            last.draws += draws;
            last.total += p1 + p2 + draws;
        }
        moves.sort_by(|a, b| b.total.cmp(&a.total).then_with(|| a.text.cmp(&b.text)));
        Ok(moves)
    }
}

/// A game to be counted in the opening explorer.
pub(crate) struct CountedGame<'a> {
    /// Its moves.
    pub(crate) game_session: &'a GameSession,
    /// The source.
    pub(crate) source: GameSource,
    /// The rating band.
    pub(crate) band: RatingBand,
    /// The winner; none for a draw.
    pub(crate) winner: Option<Player>,
}

/// Adds a finished game to the opening counts. Must be part of the transaction that ends the game, or it could be counted
/// twice.
pub(crate) fn count_openings(game: &CountedGame<'_>) -> Transaction {
    add_to_openings(game, 1)
}

/// Subtracts a game from the opening counts. Must be part of the transaction that deletes the game.
pub(super) fn uncount_openings(game: &CountedGame<'_>) -> Transaction {
    add_to_openings(game, -1)
}

macro_rules! add_if_present {
    () => {
        "ON CONFLICT (game, variants, position, move, source, band) DO UPDATE SET \
         p1 = opening_counts.p1 + excluded.p1, p2 = opening_counts.p2 + excluded.p2, \
         draws = opening_counts.draws + excluded.draws"
    };
}

/// Adds to the counts of moves in positions.
static ADD_COUNTS: BatchedStatement = BatchedStatement {
    single: concat!(
        "INSERT INTO opening_counts (game, variants, position, move, source, band, p1, p2, draws) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ",
        add_if_present!(),
    ),
    // `WHERE TRUE` separates the query from `ON CONFLICT`.
    sqlite: concat!(
        "INSERT INTO opening_counts (game, variants, position, move, source, band, p1, p2, draws) \
         SELECT value ->> 'game', value ->> 'variants', value ->> 'position', value ->> 'move', value ->> 'source', \
         value ->> 'band', value ->> 'p1', value ->> 'p2', value ->> 'draws' FROM json_each($1) WHERE TRUE ",
        add_if_present!(),
    ),
    postgres: concat!(
        "INSERT INTO opening_counts (game, variants, position, move, source, band, p1, p2, draws) \
         SELECT * FROM json_to_recordset(CAST($1 AS JSON)) \
         AS many (game TEXT, variants TEXT, position TEXT, move TEXT, source TEXT, band BIGINT, p1 BIGINT, p2 BIGINT, \
         draws BIGINT) ",
        add_if_present!(),
    ),
    keys: &["game", "variants", "position", "move", "source", "band", "p1", "p2", "draws"],
    is_insert: true,
};

fn add_to_openings(counted: &CountedGame<'_>, delta: i64) -> Transaction {
    let CountedGame { game_session, source, band, winner } = counted;
    let mut replay = GameSession::clone(game_session);
    // Not `moves().len()`: the game session may hold undone moves after the current position.
    let plies = std::iter::from_fn(|| replay.undo()).count().min(MAX_PLIES);
    let (game, variants) = (game_session.info().id, game_session.variant_ids().join(","));
    // A move may be repeated in a position, and a statement changes a row only once. Sorted, so that transactions of several
    // nodes do not deadlock.
    let mut counts: BTreeMap<(String, String), i64> = BTreeMap::new();
    for _ in 0..plies {
        let position = replay.position_text();
        let Some(text) = replay.redo() else { break };
        *counts.entry((position, text)).or_default() += delta;
    }
    let (mut rows, mut keys) = (Vec::new(), Vec::new());
    for ((position, text), count) in counts {
        let won = |player| Arg::number(if *winner == player { count } else { 0 });
        let mut row = vec![
            Arg::text(game),
            Arg::text(&variants),
            Arg::text(position),
            Arg::text(text),
            Arg::text(source.code()),
            Arg::number(i64::from(band.0)),
        ];
        if delta < 0 {
            keys.push(row.clone());
        }
        row.extend([won(Some(Player::P1)), won(Some(Player::P2)), won(None)]);
        rows.push(row);
    }
    let mut tx = Transaction::new().execute_rows(&ADD_COUNTS, rows);
    for key in keys {
        let none = "DELETE FROM opening_counts WHERE game = $1 AND variants = $2 AND position = $3 AND move = $4 \
                    AND source = $5 AND band = $6 AND p1 = 0 AND p2 = 0 AND draws = 0";
        tx = tx.execute(none, key);
    }
    tx
}

#[cfg(test)]
mod tests {
    use super::{RATING_BANDS, RatingBand};
    use crate::glicko::Rating;

    fn rating(rating: f64) -> Option<Rating> {
        Some(Rating { rating, deviation: 60.0, ..Rating::default() })
    }

    #[test]
    fn band_is_that_of_the_weaker_player() {
        assert_eq!(RatingBand::of([rating(1_799.9), rating(2_300.0)]), RatingBand(1_600));
        assert_eq!(RatingBand::of([rating(2_500.0), rating(2_200.0)]), RatingBand(2_200));
        assert_eq!(RatingBand::of([rating(400.0), rating(-20.0)]), RatingBand(RATING_BANDS[0]));
    }

    #[test]
    fn uncertain_ratings_have_no_band() {
        assert_eq!(RatingBand::of([rating(1_700.0), None]), RatingBand::UNKNOWN);
        assert_eq!(RatingBand::of([rating(1_700.0), Some(Rating::default())]), RatingBand::UNKNOWN);
    }
}
