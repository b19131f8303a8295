//! Recognises the games of this server in game files that it wrote itself.

use super::{App, records::moves_of};
use crate::store::{GameRow, ImportedGame, StoreError, turn_code};

impl App {
    /// The game of this server that a record says it is, if it is the same game: as far as the record goes, if that has no
    /// result.
    pub(super) async fn exported(&self, game: &ImportedGame) -> Result<Option<String>, StoreError> {
        let Some(id) = &game.site else { return Ok(None) };
        let Some(row) = self.store.game(id).await? else { return Ok(None) };
        let is_same_start = row.settings.game == game.settings.game
            && row.settings.variants == game.settings.variants
            && row
                .settings
                .session(row.deal.seed)
                .is_some_and(|start| start.start_text() == game.session.start_text());
        if !is_same_start {
            return Ok(None);
        }
        let (ours, theirs) = (self.moves_in(&row).await?, game.session.moves());
        let is_same = if game.is_finished {
            ours == theirs && row.state == "finished" && row.winner == turn_code(game.winner)
        } else {
            ours.starts_with(&theirs)
        };
        Ok(is_same.then(|| id.clone()))
    }

    /// The moves of a game, which stand in its events as long as it is played.
    async fn moves_in(&self, row: &GameRow) -> Result<Vec<String>, StoreError> {
        if row.state != "playing" {
            return Ok(row.moves.split_ascii_whitespace().map(str::to_owned).collect());
        }
        let events = self.store.events(&row.id, 0).await?;
        Ok(moves_of(&events).into_iter().map(|(text, _)| text).collect())
    }
}
