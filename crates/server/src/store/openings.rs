use mekong_catalog::GameSession;
use mekong_core::Player;
use sqlx::Row as _;

use super::{Arg, QueryExt as _, Store, StoreError, Transaction};

/// Number of plies that are counted per game.
pub(super) const MAX_PLIES: usize = 40;

/// The source of a game in the opening explorer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameSource {
    /// A game between two people.
    People,
    /// A game with a bot, but without the server's engine.
    Bots,
    /// A game with the server's engine.
    Computer,
    /// An imported record, which may be invented.
    Import,
}

impl GameSource {
    /// All sources.
    pub const ALL: [GameSource; 4] =
        [GameSource::People, GameSource::Bots, GameSource::Computer, GameSource::Import];

    /// Sources of games that may be rated; the default.
    pub const RATEABLE: [GameSource; 2] = [GameSource::People, GameSource::Bots];

    /// The value in the database and in URLs.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            GameSource::People => "people",
            GameSource::Bots => "bots",
            GameSource::Computer => "computer",
            GameSource::Import => "import",
        }
    }

    /// Parses a [`GameSource::code`].
    #[must_use]
    pub fn parse(code: &str) -> Option<GameSource> {
        GameSource::ALL.into_iter().find(|source| source.code() == code)
    }
}

/// The results of games in which a move was played in a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpeningMove {
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
    /// The moves played in a position, most frequent first. Reads one row per move and source, however many games there
    /// are.
    pub async fn opening_moves(
        &self,
        game: &str,
        variants: &str,
        position: &str,
        sources: &[GameSource],
    ) -> Result<Vec<OpeningMove>, StoreError> {
        let sql = "SELECT move, source, p1, p2, draws FROM opening_counts \
                   WHERE game = $1 AND variants = $2 AND position = $3 ORDER BY move";
        let rows = sqlx::query(sql)
            .bind(game.to_owned())
            .bind(variants.to_owned())
            .bind(position.to_owned())
            .rows(self)
            .await?;
        let mut moves: Vec<OpeningMove> = Vec::new();
        for row in &rows {
            let (text, source): (String, String) = (row.try_get(0)?, row.try_get(1)?);
            if !sources.iter().any(|wanted| wanted.code() == source) {
                continue;
            }
            if moves.last().is_none_or(|last| last.text != text) {
                moves.push(OpeningMove { text, total: 0, p1: 0, p2: 0, draws: 0 });
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

/// Adds a finished game to the opening counts. Must be part of the transaction that ends the game, or it could be counted
/// twice.
pub(crate) fn count_openings(
    game_session: &GameSession,
    source: GameSource,
    winner: Option<Player>,
) -> Transaction {
    add_to_openings(game_session, source, winner, 1)
}

/// Subtracts a game from the opening counts. Must be part of the transaction that deletes the game.
pub(super) fn uncount_openings(
    game_session: &GameSession,
    source: GameSource,
    winner: Option<Player>,
) -> Transaction {
    add_to_openings(game_session, source, winner, -1)
}

fn add_to_openings(
    game_session: &GameSession,
    source: GameSource,
    winner: Option<Player>,
    delta: i64,
) -> Transaction {
    let mut replay = game_session.clone();
    // Not `moves().len()`: the game session may hold undone moves after the current position.
    let plies = std::iter::from_fn(|| replay.undo()).count().min(MAX_PLIES);
    let (game, variants) = (game_session.info().id, game_session.variant_names().join(","));
    let won = |player| Arg::number(if winner == player { delta } else { 0 });
    let mut tx = Transaction::new();
    for _ in 0..plies {
        let position = replay.position_text();
        let Some(text) = replay.redo() else { break };
        let sql = "INSERT INTO opening_counts (game, variants, position, move, source, p1, p2, draws) \
                   VALUES ($1, $2, $3, $4, $5, $6, $7, $8) \
                   ON CONFLICT (game, variants, position, move, source) DO UPDATE SET \
                   p1 = opening_counts.p1 + excluded.p1, p2 = opening_counts.p2 + excluded.p2, \
                   draws = opening_counts.draws + excluded.draws";
        let args = [
            Arg::text(game),
            Arg::text(&variants),
            Arg::text(position),
            Arg::text(text),
            Arg::text(source.code()),
            won(Some(Player::P1)),
            won(Some(Player::P2)),
            won(None),
        ];
        let key = args[..5].to_vec();
        tx = tx.execute(sql, args);
        if delta < 0 {
            let none = "DELETE FROM opening_counts WHERE game = $1 AND variants = $2 AND position = $3 AND move = $4 \
                        AND source = $5 AND p1 = 0 AND p2 = 0 AND draws = 0";
            tx = tx.execute(none, key);
        }
    }
    tx
}
