use std::{sync::Arc, time::Duration};

use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use mekong_core::Player;

use super::Games;
use crate::{
    live::{ActError, Room},
    store::StoreError,
    table::Table,
    time::{Millis, now},
};

/// Shorter outages are not compensated, so that two nodes that notice the same outage add one pause.
const MIN_PAUSE: Millis = 1_000;

/// Shorter delays of moves are not compensated: without NATS, each move is about a second late.
const MIN_DELAY: Millis = 2_000;

/// How often an action that ends a game on time is retried while a node may be dead.
pub(super) const MAX_OUTAGE_CHECKS: u32 = 25;

/// Interval of these retries.
pub(super) const OUTAGE_CHECK_INTERVAL: Duration = Duration::from_millis(300);

/// How many games are resumed concurrently.
const MAX_CONCURRENT: usize = 64;

impl Games {
    /// Fails with [`ActError::OutageSuspected`] if a node may have been dead when the time of a player ran out. Every node writes
    /// a heartbeat per second, and the game ends once all of them have written one since then. If one is dead, its games are
    /// taken over first, which compensates the time.
    pub(super) async fn expect_no_outage(&self, room: &Room) -> Result<(), ActError> {
        let Some(time) = room.table().alarm() else { return Ok(()) };
        if self.broker.is_local() || self.store.all_nodes_seen_after(time).await? {
            return Ok(());
        }
        Err(ActError::OutageSuspected)
    }

    /// Takes over the games of a node. `seen` is its last heartbeat; `None` if it was shut down gracefully. Players do not lose
    /// the time since then, unless they are connected to another node.
    pub(crate) async fn take_over(self: &Arc<Self>, seen: Option<Millis>) -> Result<(), StoreError> {
        for_each_concurrently(self.store.games_to_resume().await?, |id| async move {
            let Some(room) = self.rooms.get(&self.store, &id).await? else { return Ok(()) };
            room.catch_up(&self.store).await?;
            if let Some(seen) = seen {
                self.compensate(&room, seen, |room, player| !room.is_present(player)).await?;
            }
            self.resume_room(&room);
            Ok(())
        })
        .await
    }

    /// After a pause of this process or an outage of the database: compensates the time since `seen` for players who are
    /// connected to this node, or to none.
    pub(crate) async fn recover(self: &Arc<Self>, seen: Millis) -> Result<(), StoreError> {
        for_each_concurrently(self.rooms.all(), |room| async move {
            room.catch_up(&self.store).await?;
            let is_affected = |room: &Room, player| room.is_present_here(player) || !room.is_present(player);
            self.compensate(&room, seen, is_affected).await
        })
        .await
    }

    /// After events that arrived late: compensates the time since the last move if the player to move is connected to this
    /// node, and therefore could not see it.
    pub(crate) async fn compensate_delay(&self, room: &Room) -> Result<(), StoreError> {
        let since = room.table().turn_started();
        if now() - since < MIN_DELAY {
            return Ok(());
        }
        self.compensate(room, since, Room::is_present_here).await
    }

    /// Pauses a running clock for the time since `seen`, or since the last move or pause if that was later.
    async fn compensate(
        &self,
        room: &Room,
        seen: Millis,
        is_affected: impl Fn(&Room, Player) -> bool,
    ) -> Result<(), StoreError> {
        let pause = |table: &Table| {
            let gap = now() - seen.max(room.last_pause()).max(table.turn_started());
            let is_running = table.settings().clock.is_live() && table.deadline().is_some();
            (is_running && gap >= MIN_PAUSE && is_affected(room, table.turn()?)).then_some(gap)
        };
        self.pause(room, pause).await
    }
}

/// Runs a task per item, several at a time, until one fails.
pub(super) async fn for_each_concurrently<T, F>(
    items: Vec<T>,
    task: impl Fn(T) -> F,
) -> Result<(), StoreError>
where
    F: Future<Output = Result<(), StoreError>>,
{
    stream::iter(items).map(Ok).try_for_each_concurrent(MAX_CONCURRENT, task).await
}
