use std::sync::Arc;

use mekong_core::Player;

use super::{App, PlayError};
use crate::{
    live::{ActError, Room},
    table::{Action, Actor, Plan, Planned, Refusal, Table},
};

impl App {
    /// Answers as the player to move planned to.
    pub(super) async fn answer_as_planned(self: &Arc<Self>, room: &Arc<Room>, table: &Table) {
        // At a live game people sit at the board themselves.
        if table.settings().clock.is_live() {
            return;
        }
        let Some(player) = table.turn() else { return };
        let Some(user) = table.seat(player).user() else { return };
        let planned = match self.store.plan(room.id(), user).await {
            Ok(Some(planned)) => planned,
            Ok(None) => return,
            Err(error) => {
                tracing::warn!(%error, game = room.id(), "a plan could not be read");
                return;
            }
        };
        let Some(text) = planned.follow(&table.session().moves()).answer else { return };
        // What follows from the answer looks at the plans again.
        let action = Action::Move { ply: Some(table.ply() + 1), text, lag: 0 };
        if let Err(error) = self.act(room.id(), Actor::Player(player), action).await {
            tracing::debug!(?error, game = room.id(), "a planned move was not made");
        }
    }

    /// Keeps what a player will answer; an empty plan is forgotten.
    ///
    /// # Errors
    /// A move of the plan is not legal, it is not the opponent's turn, or the database did not take it.
    pub async fn set_plan(
        self: &Arc<Self>,
        id: &str,
        player: Player,
        plan: &Plan,
    ) -> Result<Plan, PlayError> {
        let room = self.room(id).await?;
        let table = room.table();
        if table.end().is_some() {
            return Err(ActError::Refused(Refusal::Over).into());
        }
        if table.settings().clock.is_live() {
            return Err(ActError::Refused(Refusal::Live).into());
        }
        let plan = plan.checked(table.session(), player).map_err(ActError::Refused)?;
        let user = table.seat(player).user().unwrap_or_default();
        let planned = Planned { ply: table.ply(), plan };
        self.store.set_plan(id, user, &planned).await?;
        // The opponent may have moved while the plan was written.
        self.answer_as_planned(&room, &room.table()).await;
        Ok(planned.plan)
    }

    /// What a player still plans to answer.
    ///
    /// # Errors
    /// There is no such game, or the database cannot be asked.
    pub async fn plan(&self, id: &str, player: Player) -> Result<Plan, PlayError> {
        let table = self.room(id).await?.table();
        let Some(user) = table.seat(player).user() else { return Ok(Plan::default()) };
        let planned = self.store.plan(id, user).await?;
        Ok(planned.map(|planned| planned.follow(&table.session().moves()).rest).unwrap_or_default())
    }
}
