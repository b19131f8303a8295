use std::{
    collections::HashSet,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use mekong_core::Player;

use super::{
    GameError, Games,
    takeover::{OUTAGE_CHECK_INTERVAL, for_each_concurrently},
};
use crate::{
    live::ActError,
    store::{NodeRow, StoreError},
    table::{Action, Actor, Table},
    time::{Millis, now},
};

impl Games {
    /// Ends a game if a player has run out of time, or sets the next alarm.
    pub(crate) async fn check_clock(self: &Arc<Self>, id: &str) -> Result<(), GameError> {
        self.liveness.wait_until_alive().await;
        let Some(room) = self.rooms.get(&self.store, id).await? else { return Ok(()) };
        if room.table().flag(now()).is_some() {
            // Either player may claim it.
            match self.act(&room, Actor::Player(Player::P1), Action::ClaimTime).await {
                Err(ActError::OutageSuspected) => {
                    self.alarms.set(now() + OUTAGE_CHECK_INTERVAL.as_millis() as Millis, id);
                    return Ok(());
                }
                // A move was made meanwhile, or time was added.
                Err(ActError::Refused(_)) => {}
                done => return done.map(drop).map_err(GameError::Act),
            }
        }
        if let Some(alarm) = room.table().alarm() {
            self.alarms.set(alarm, id);
        }
        Ok(())
    }

    /// Resumes all games after a restart. Players do not lose the time that the server was down.
    pub(crate) async fn resume(self: &Arc<Self>) -> Result<(), StoreError> {
        let nodes = if self.broker.is_local() { Vec::new() } else { self.store.nodes().await? };
        // Other nodes serve the games, or take them over.
        if nodes.iter().any(NodeRow::is_alive) {
            return Ok(());
        }
        let stopped = self.store.last_heartbeat().await?;
        // Concurrently, so that their events are committed in few transactions: players waiting here lose time on their clocks.
        let games = self.store.games_to_resume().await?;
        for_each_concurrently(games, |id| async move { self.resume_game(&id, stopped).await }).await?;
        for id in self.store.games_with_conditional_moves().await? {
            let Some(room) = self.rooms.get(&self.store, &id).await? else { continue };
            self.play_conditional_move(&room, &room.table()).await;
        }
        self.resume_vacations().await?;
        for node in &nodes {
            self.store.remove_node(node).await?;
        }
        Ok(())
    }

    /// Resumes one game with a live clock. `stopped` is the last heartbeat before the restart.
    async fn resume_game(self: &Arc<Self>, id: &str, stopped: Option<Millis>) -> Result<(), StoreError> {
        let Some(room) = self.rooms.get(&self.store, id).await? else { return Ok(()) };
        let pause = |table: &Table| {
            // An event shows that a server was running, too: it may be the pause of an earlier restart that was interrupted, or of
            // another node that starts at the same time. Since the last heartbeat or event, or since the move if that was later.
            let gap = now() - stopped?.max(room.last_event_at()).max(table.turn_started());
            let is_running = table.settings().clock.is_live() && table.deadline().is_some();
            (is_running && gap > 0).then_some(gap)
        };
        self.pause(&room, pause).await?;
        self.resume_room(&room);
        Ok(())
    }
}

/// The running games with a real-time clock, by id. While there are any, the only node of a cluster stores a heartbeat, from which
/// [`Games::resume`] derives how long it was down.
pub(crate) type RealTimeGames = Mutex<HashSet<String>>;

impl Games {
    /// Waits for the next game whose clock must be checked.
    pub(crate) async fn next_alarm(&self) -> String {
        self.alarms.next().await
    }

    /// Checks the clock of a game again at a given time.
    pub(crate) fn set_alarm(&self, at: Millis, id: &str) {
        self.alarms.set(at, id);
    }

    /// Stores the heartbeat while a live game is running. Several nodes always do: a game may end at another one, so none knows
    /// whether one is running.
    pub(crate) async fn heartbeat(&self, now: Millis) -> Result<(), StoreError> {
        let is_idle = self.broker.is_local() && self.real_time_games().is_empty();
        if is_idle { Ok(()) } else { self.store.record_heartbeat(now).await }
    }

    /// Adds a game that is running with a live clock, removes any other.
    pub(super) fn update_real_time_games(&self, id: &str, table: &Table) {
        if !self.broker.is_local() {
            return;
        }
        if table.settings().clock.is_live() && table.end().is_none() {
            self.real_time_games().insert(id.to_owned());
        } else {
            self.real_time_games().remove(id);
        }
    }

    fn real_time_games(&self) -> MutexGuard<'_, HashSet<String>> {
        self.real_time_games.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Closes unused rooms.
    pub(crate) fn release_idle(&self) {
        self.rooms.release_idle();
    }

    /// Sets alarms for the games that are due before `until`.
    pub(crate) async fn set_alarms(&self, until: Millis) -> Result<(), StoreError> {
        for (id, due) in self.store.games_due(until).await? {
            self.alarms.set(due, &id);
        }
        Ok(())
    }
}

#[cfg(feature = "cluster")]
#[cfg(test)]
mod tests {
    use crate::{live::Broker, services::test_support::TestServices, table::Clock};

    #[tokio::test]
    async fn one_of_several_nodes_does_not_count_real_time_games() {
        let services = TestServices::new().await;
        let room = services.game(Clock::Fischer { base: 60, increment: 0 }).await;
        let alone = services.games(Broker::Local);
        alone.update_real_time_games(room.id(), &room.table());
        assert_eq!(alone.real_time_games().len(), 1);
        // The game may end at another node, of which this one need not learn.
        let of_node = services.games(Broker::connect("nats://127.0.0.1:1").await.unwrap());
        of_node.update_real_time_games(room.id(), &room.table());
        assert!(of_node.real_time_games().is_empty());
    }
}
