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

/// Shorter times without a node are not given back: two nodes that notice the same outage add one pause.
const MIN_PAUSE: Millis = 1_000;

/// Moves that arrive less late than this are not given back: without NATS, each is about a second late.
const MIN_DELAY: Millis = 2_000;

/// How often an action that ends a game on time is decided again while a node may be gone.
pub(super) const MAX_OUTAGE_CHECKS: u32 = 25;

/// Interval of these decisions.
pub(super) const OUTAGE_CHECK_INTERVAL: Duration = Duration::from_millis(300);

impl Games {
    /// Fails with [`StoreError::Contended`] if a node may have been gone when the time of a player ran out. All nodes give a
    /// sign of life every second: the game ends once all have given one since then. If one is dead, its games are taken
    /// over first, which gives back the time.
    pub(super) async fn expect_no_outage(&self, room: &Room) -> Result<(), StoreError> {
        let Some(time) = room.table().alarm() else { return Ok(()) };
        if self.broker.is_local() || self.store.all_nodes_seen_after(time).await? {
            return Ok(());
        }
        Err(StoreError::Contended)
    }

    /// Takes over the games of a node that is gone. `seen` is its last sign of life; `None` if it has stopped in order. Players
    /// do not lose the time since then, unless they are connected to another node.
    pub(crate) async fn take_over(self: &Arc<Self>, seen: Option<Millis>) -> Result<(), StoreError> {
        for batch in self.store.games_to_resume().await?.chunks(RESUME_BATCH) {
            let mut tasks = JoinSet::new();
            for id in batch {
                let (this, id) = (Arc::clone(self), id.clone());
                tasks.spawn(async move {
                    let Some(room) = this.rooms.get(&this.store, &id).await? else { return Ok(()) };
                    room.catch_up(&this.store).await.or_else(only_store)?;
                    if let Some(seen) = seen {
                        this.give_back(&room, seen, |room, player| !room.is_present(player)).await?;
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

    /// After a pause of this process or of the database: gives the time since `seen` back to the players who are connected
    /// to this node, or to none.
    pub(crate) async fn recover(self: &Arc<Self>, seen: Millis) -> Result<(), StoreError> {
        for batch in self.rooms.all().chunks(RESUME_BATCH) {
            let mut tasks = JoinSet::new();
            for room in batch {
                let (this, room) = (Arc::clone(self), Arc::clone(room));
                tasks.spawn(async move {
                    room.catch_up(&this.store).await.or_else(only_store)?;
                    let concerns =
                        |room: &Room, player| room.is_present_here(player) || !room.is_present(player);
                    this.give_back(&room, seen, concerns).await
                });
            }
            join_all(tasks).await?;
        }
        Ok(())
    }

    /// After events that arrived late: gives the time since the last move back to the player to move, if they are connected to
    /// this node and could not see it.
    pub(crate) async fn give_back_delay(&self, room: &Room) -> Result<(), StoreError> {
        let since = room.table().since();
        if now() - since < MIN_DELAY {
            return Ok(());
        }
        self.give_back(room, since, Room::is_present_here).await
    }

    /// Pauses a running clock for the time since `seen`, or since the last move or pause if that was later.
    async fn give_back(
        &self,
        room: &Room,
        seen: Millis,
        concerns: impl Fn(&Room, Player) -> bool,
    ) -> Result<(), StoreError> {
        let pause = |table: &Table| {
            let away = now() - seen.max(room.last_pause()).max(table.since());
            let is_running = table.settings().clock.is_live() && table.deadline().is_some();
            match table.turn() {
                Some(player) if is_running && away >= MIN_PAUSE && concerns(room, player) => {
                    vec![Event::Paused { milliseconds: away }]
                }
                _ => Vec::new(),
            }
        };
        self.append(room, pause).await.map(drop).or_else(|error| only_store(error).map(drop))
    }
}

async fn join_all(mut tasks: JoinSet<Result<(), StoreError>>) -> Result<(), StoreError> {
    while let Some(done) = tasks.join_next().await {
        done.unwrap_or_else(|error| Err(StoreError::Unavailable(error.to_string())))?;
    }
    Ok(())
}

/// A refusal is no failure here.
fn only_store(error: ActError) -> Result<bool, StoreError> {
    match error {
        ActError::Store(error) => Err(error),
        ActError::Refused(_) => Ok(false),
    }
}
