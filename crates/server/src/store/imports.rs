use mekong_catalog::Session;
use mekong_core::Player;
use sqlx::Row as _;

use super::{
    Arg, Ask as _, Cap, GameRow, GameSource, Store, StoreError, Write,
    games::turn_code,
    openings::{count_openings, uncount_openings},
};
use crate::{table::Settings, time::Millis};

/// A game from elsewhere, of which there is only a record.
#[derive(Clone, Debug)]
pub(crate) struct ImportedGame {
    /// The number; it follows from all the rest.
    pub(crate) id: String,
    /// The game of a server that it says it is.
    pub(crate) site: Option<String>,
    /// What was played.
    pub(crate) settings: Settings,
    /// The moves.
    pub(crate) session: Session,
    /// The names of both, if they are known.
    pub(crate) names: [Option<String>; 2],
    /// When it was played.
    pub(crate) played: Millis,
    /// Whether it has a result.
    pub(crate) is_finished: bool,
    /// Who won.
    pub(crate) winner: Option<Player>,
    /// Why it ended.
    pub(crate) reason: String,
}

impl Store {
    /// Whether there is a game with this number.
    pub(crate) async fn has_game(&self, id: &str) -> Result<bool, StoreError> {
        let row = sqlx::query("SELECT COUNT(*) FROM games WHERE id = $1").bind(id.to_owned());
        Ok(row.row(self).await?.try_get::<i64, _>(0)? > 0)
    }

    /// Removes a game that a user has imported, and what was counted and found out of it.
    ///
    /// # Errors
    /// [`StoreError::Conflict`]: it is not there, or not theirs.
    pub async fn remove_imported(&self, game: &GameRow, importer: &str) -> Result<(), StoreError> {
        let id = || Arg::text(&game.id);
        let sql = "DELETE FROM games WHERE id = $1 AND imported = 1 AND imported_by = $2";
        let mut write = Write::new()
            .run("DELETE FROM analyses WHERE game_id = $1", [id()])
            .change_one(sql, [id(), Arg::text(importer)]);
        if game.state == "finished" {
            let winner = Player::BOTH.into_iter().find(|player| player.code() == game.winner);
            write = write.and(uncount_openings(&game.session()?, GameSource::Import, winner));
        }
        self.write(write).await
    }
}

/// Refuses what is written with it if a user has as many imported games as one may.
pub(crate) fn below_imports(importer: &str) -> Write {
    let count = "SELECT COUNT(*) FROM games WHERE imported_by = $1";
    Write::new().below(Cap::Imports, count, [Arg::text(importer)])
}

/// Writes a game from elsewhere, and counts what was played at its beginning. It is a conflict if the game is there.
pub(crate) fn add_imported(game: &ImportedGame, importer: &str) -> Write {
    let (settings, moves) = (&game.settings, game.session.moves());
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
        Arg::text(if game.is_finished { "finished" } else { "aborted" }),
        Arg::text(turn_code(game.winner)),
        Arg::text(&game.reason),
        Arg::number(moves.len() as i64),
        Arg::text(moves.join(" ")),
        Arg::Text(p1),
        Arg::Text(p2),
        Arg::text(importer),
    ];
    let write = Write::new().run(sql, args);
    if game.is_finished {
        write.and(count_openings(&game.session, GameSource::Import, game.winner))
    } else {
        write
    }
}
