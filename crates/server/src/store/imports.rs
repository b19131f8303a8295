use mekong_catalog::GameSession;
use mekong_core::Player;
use sqlx::Row as _;

use super::{
    Arg, GameRow, GameSource, QueryExt as _, Quota, Store, StoreError, Transaction,
    games::player_code,
    openings::{CountedGame, RatingBand, count_openings, uncount_openings},
};
use crate::{
    table::{Settings, Stage},
    time::Millis,
};

/// An imported game.
#[derive(Clone, Debug)]
pub(crate) struct ImportedGame {
    /// The id, derived from the content.
    pub(crate) id: String,
    /// The game id in the tag `Site` of the record, which exported games have.
    pub(crate) site: Option<String>,
    /// Game, variants and clock.
    pub(crate) settings: Settings,
    /// The moves.
    pub(crate) game_session: GameSession,
    /// The players' names, if known.
    pub(crate) names: [Option<String>; 2],
    /// When it was played.
    pub(crate) played: Millis,
    /// Whether it has a result.
    pub(crate) is_finished: bool,
    /// The winner; none for a draw.
    pub(crate) winner: Option<Player>,
    /// The reason of the result.
    pub(crate) reason: String,
}

impl Store {
    /// Whether a game with this id exists.
    pub(crate) async fn has_game(&self, id: &str) -> Result<bool, StoreError> {
        let row = sqlx::query("SELECT COUNT(*) FROM games WHERE id = $1").bind(id.to_owned());
        Ok(row.row(self).await?.try_get::<i64, _>(0)? > 0)
    }

    /// Deletes an imported game, its analysis and its opening counts. [`StoreError::ConditionFailed`] if the user has not imported
    /// it.
    pub async fn delete_imported(&self, game: &GameRow, importer: &str) -> Result<(), StoreError> {
        let id = || Arg::text(&game.id);
        let sql = "DELETE FROM games WHERE id = $1 AND imported = 1 AND imported_by = $2";
        let mut tx = Transaction::new()
            .execute("DELETE FROM analyses WHERE game_id = $1", [id()])
            .execute_one(sql, [id(), Arg::text(importer)]);
        if game.stage == Stage::Finished {
            tx = tx.and(uncount_openings(&counted(&game.game_session()?, game.winner)));
        }
        self.commit(tx).await
    }
}

/// An imported game in the opening counts. Ratings in records are not trusted.
fn counted(game_session: &GameSession, winner: Option<Player>) -> CountedGame<'_> {
    CountedGame { game_session, source: GameSource::Import, band: RatingBand::UNKNOWN, winner }
}

/// Limits the number of games that a user has imported.
pub(crate) fn check_imports_quota(importer: &str) -> Transaction {
    let count = "SELECT COUNT(*) FROM games WHERE imported_by = $1";
    Transaction::new().check_quota(Quota::Imports, count, [Arg::text(importer)])
}

/// Adds an imported game and its opening counts. A conflict if the game exists.
pub(crate) fn add_imported(game: &ImportedGame, importer: &str) -> Transaction {
    let (settings, moves) = (&game.settings, game.game_session.moves());
    let sql = "INSERT INTO games (id, game, variants, settings, speed, rated, seed, salt, created, state, winner, reason, \
               finished, plies, moves, turn, last_event, imported, p1_name, p2_name, imported_by) \
               VALUES ($1, $2, $3, $4, $5, 0, '0', '', $6, $7, $8, $9, $6, $10, $11, '', 0, 1, $12, $13, $14)";
    let [p1, p2] = game.names.clone();
    let args = vec![
        Arg::text(&game.id),
        Arg::text(&settings.game),
        Arg::text(settings.variants.join(",")),
        Arg::text(serde_json::to_string(settings).unwrap_or_default()),
        Arg::text(settings.speed().code()),
        Arg::number(game.played),
        Arg::text(if game.is_finished { Stage::Finished } else { Stage::Aborted }.code()),
        Arg::text(player_code(game.winner)),
        Arg::text(&game.reason),
        Arg::number(moves.len() as i64),
        Arg::text(moves.join(" ")),
        Arg::Text(p1),
        Arg::Text(p2),
        Arg::text(importer),
    ];
    let tx = Transaction::new().execute(sql, args);
    if game.is_finished { tx.and(count_openings(&counted(&game.game_session, game.winner))) } else { tx }
}
