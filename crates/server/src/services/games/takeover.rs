use std::{sync::Arc, time::Duration};

use mekong_core::Player;
use tokio::task::JoinSet;

use super::{Games, clocks::RESUME_BATCH};
use crate::{
    live::{ActError, Room},
    store::StoreError,
    table::{Event, Table},
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

impl Games {
    /// Fails with [`StoreError::Contended`] if a node may have been dead when the time of a player ran out. Every node writes a
    /// heartbeat per second, and the game ends once all of them have written one since then. If one is dead, its games are taken
    /// over first, which compensates the time.
    pub(super) async fn expect_no_outage(&self, room: &Room) -> Result<(), StoreError> {
        let Some(time) = room.table().alarm() else { return Ok(()) };
        if self.broker.is_local() || self.store.all_nodes_seen_after(time).await? {
            return Ok(());
        }
        Err(StoreError::Contended)
    }

    /// Takes over the games of a node. `seen` is its last heartbeat; `None` if it was shut down gracefully. Players do not lose
    /// the time since then, unless they are connected to another node.
    pub(crate) async fn take_over(self: &Arc<Self>, seen: Option<Millis>) -> Result<(), StoreError> {
        for batch in self.store.games_to_resume().await?.chunks(RESUME_BATCH) {
            let mut tasks = JoinSet::new();
            for id in batch {
                let (this, id) = (Arc::clone(self), id.clone());
                tasks.spawn(async move {
                    let Some(room) = this.rooms.get(&this.store, &id).await? else { return Ok(()) };
                    room.catch_up(&this.store).await.or_else(ignore_refusal)?;
                    if let Some(seen) = seen {
                        this.compensate(&room, seen, |room, player| !room.is_present(player)).await?;
                    }
                    let table = room.table();
                    this.store.defer_row(&id, &table);
                    this.continue_game(&room, &table);
                    Ok(())
                });
            }
            join_all(tasks).await?;
        }
        Ok(())
    }

    /// After a pause of this process or an outage of the database: compensates the time since `seen` for players who are
    /// connected to this node, or to none.
    pub(crate) async fn recover(self: &Arc<Self>, seen: Millis) -> Result<(), StoreError> {
        for batch in self.rooms.all().chunks(RESUME_BATCH) {
            let mut tasks = JoinSet::new();
            for room in batch {
                let (this, room) = (Arc::clone(self), Arc::clone(room));
                tasks.spawn(async move {
                    room.catch_up(&this.store).await.or_else(ignore_refusal)?;
                    let is_affected =
                        |room: &Room, player| room.is_present_here(player) || !room.is_present(player);
                    this.compensate(&room, seen, is_affected).await
                });
            }
            join_all(tasks).await?;
        }
        Ok(())
    }

    /// After events that arrived late: compensates the time since the last move if the player to move is connected to this
    /// node, and therefore could not see it.
    pub(crate) async fn compensate_delay(&self, room: &Room) -> Result<(), StoreError> {
        let since = room.table().since();
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
            let gap = now() - seen.max(room.last_pause()).max(table.since());
            let is_running = table.settings().clock.is_live() && table.deadline().is_some();
            match table.turn() {
                Some(player) if is_running && gap >= MIN_PAUSE && is_affected(room, player) => {
                    vec![Event::Paused { milliseconds: gap }]
                }
                _ => Vec::new(),
            }
        };
        self.append(room, pause).await.map(drop).or_else(|error| ignore_refusal(error).map(drop))
    }
}

/// Waits for all tasks, or for the first error.
pub(super) async fn join_all(mut tasks: JoinSet<Result<(), StoreError>>) -> Result<(), StoreError> {
    while let Some(done) = tasks.join_next().await {
        done.unwrap_or_else(|error| Err(StoreError::Unavailable(error.to_string())))?;
    }
    Ok(())
}

/// Treats a refusal as success.
fn ignore_refusal(error: ActError) -> Result<bool, StoreError> {
    match error {
        ActError::Store(error) => Err(error),
        ActError::Refused(_) => Ok(false),
    }
}
