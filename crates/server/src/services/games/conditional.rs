use std::sync::Arc;

use mekong_core::Player;

use super::{GameError, Games};
use crate::{
    live::{ActError, Room},
    table::{Action, Actor, ConditionalMoves, Refusal, StoredConditionalMoves, Table},
};

impl Games {
    /// Plays the conditional move of the player to move, if they have entered one for this position.
    pub(super) async fn play_conditional_move(self: &Arc<Self>, room: &Arc<Room>, table: &Table) {
        // Live games have no conditional moves.
        if table.settings().clock.is_live() {
            return;
        }
        let Some(player) = table.turn() else { return };
        let Some(user) = table.seat(player).user() else { return };
        let stored = match self.store.conditional_moves(room.id(), user).await {
            Ok(Some(stored)) => stored,
            Ok(None) => return,
            Err(error) => {
                tracing::warn!(%error, game = room.id(), "conditional moves not loaded");
                return;
            }
        };
        let Some(text) = stored.follow(&table.game_session().moves()).answer else { return };
        // The action plays the opponent's conditional move in turn.
        let action = Action::Move { ply: Some(table.ply() + 1), text, lag: 0 };
        if let Err(error) = self.act(room, Actor::Player(player), action).await {
            tracing::debug!(%error, game = room.id(), "conditional move not played");
        }
    }

    /// Stores the conditional moves of a player; an empty list deletes them. Every move must be legal.
    pub async fn set_conditional_moves(
        self: &Arc<Self>,
        id: &str,
        player: Player,
        conditional_moves: &ConditionalMoves,
    ) -> Result<ConditionalMoves, GameError> {
        let room = self.room(id).await?;
        let table = room.table();
        if table.end().is_some() {
            return Err(ActError::Refused(Refusal::Over).into());
        }
        if table.settings().clock.is_live() {
            return Err(ActError::Refused(Refusal::Live).into());
        }
        let conditional_moves =
            conditional_moves.validated(table.game_session(), player).map_err(ActError::Refused)?;
        let user = table.seat(player).user().unwrap_or_default();
        let stored = StoredConditionalMoves { ply: table.ply(), conditional_moves };
        self.store.set_conditional_moves(id, user, &stored).await?;
        // The opponent may have moved meanwhile, perhaps on another node.
        if !self.broker.is_local() {
            room.catch_up(&self.store).await?;
        }
        self.play_conditional_move(&room, &room.table()).await;
        Ok(stored.conditional_moves)
    }

    /// The conditional moves of a player that still apply.
    pub async fn conditional_moves(&self, id: &str, player: Player) -> Result<ConditionalMoves, GameError> {
        let table = self.room(id).await?.table();
        let Some(user) = table.seat(player).user() else { return Ok(ConditionalMoves::default()) };
        let stored = self.store.conditional_moves(id, user).await?;
        Ok(stored.map(|stored| stored.follow(&table.game_session().moves()).rest).unwrap_or_default())
    }
}
