//! Recognises games of this server in imported files.

use super::{Records, moves_of};
use crate::{
    store::{GameRow, ImportedGame, StoreError},
    table::Stage,
};

impl Records {
    /// The id of the game that was exported as this record, if its moves and result agree. A record without a result may
    /// be shorter than the game.
    pub(super) async fn exported(&self, game: &ImportedGame) -> Result<Option<String>, StoreError> {
        let Some(id) = &game.site else { return Ok(None) };
        let Some(row) = self.store.game(id).await? else { return Ok(None) };
        let is_same_start = row.settings.game == game.settings.game
            && row.settings.variants == game.settings.variants
            && row
                .settings
                .game_session(row.deal.seed)
                .is_some_and(|start| start.start_text() == game.game_session.start_text());
        if !is_same_start {
            return Ok(None);
        }
        let (ours, theirs) = (self.moves_in(&row).await?, game.game_session.moves());
        let is_same = if game.is_finished {
            ours == theirs && row.stage == Stage::Finished && row.winner == game.winner
        } else {
            ours.starts_with(&theirs)
        };
        Ok(is_same.then(|| id.clone()))
    }

    /// The moves of a game. While it is played they are stored as events only.
    async fn moves_in(&self, row: &GameRow) -> Result<Vec<String>, StoreError> {
        if row.stage != Stage::Playing {
            return Ok(row.moves.split_ascii_whitespace().map(str::to_owned).collect());
        }
        let events = self.store.events(&row.id, 0).await?;
        Ok(moves_of(&events).into_iter().map(|(text, _)| text).collect())
    }
}
