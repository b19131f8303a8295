use std::sync::Arc;

use tokio::sync::MutexGuard;

use super::{ActError, Committed, PeerMessageContent, Room, WriteState};
use crate::{
    store::{ChatMessageRow, Store, StoreError, Transaction, delete_chat_message},
    table::{Action, Actor, Event, LoggedEvent, Table},
    time::{Millis, now},
};

/// What follows from an action, decided and not yet durable. It holds the write lock of the room: until it is committed or
/// dropped, nothing else is decided in the game.
#[must_use = "a decision has no effect before it is committed"]
pub struct Decision<'a> {
    room: &'a Room,
    writing: MutexGuard<'a, WriteState>,
    table: Table,
    events: Vec<LoggedEvent>,
    /// The chat message that a new one replaces.
    evicted: Option<ChatMessageRow>,
}

impl Room {
    /// Decides what an action does. Nothing changes before [`Decision::commit`].
    pub async fn decide(
        &self,
        store: &Store,
        actor: Actor,
        action: &Action,
    ) -> Result<Decision<'_>, ActError> {
        let writing = self.lock_reconciled(store).await?;
        let now = now();
        let events = self.table().decide(actor, action, now)?;
        let mut is_full = false;
        if let Action::Chat { user, audience, .. } = action {
            let state = self.read();
            state.chat.check(user)?;
            is_full = state.chat.is_full(*audience);
        }
        let evicted = if is_full { store.chat_message_to_evict(&self.id).await? } else { None };
        Ok(Decision { evicted, ..self.decided(writing, events, now) })
    }

    /// Pauses the clock for a time in milliseconds, if `length` returns one; a negative one ends a pause early.
    pub(crate) async fn pause(
        &self,
        store: &Store,
        length: impl FnOnce(&Table) -> Option<Millis>,
    ) -> Result<(), StoreError> {
        let writing = self.lock_reconciled(store).await?;
        let Some(milliseconds) = length(&self.table()) else { return Ok(()) };
        let decision = self.decided(writing, vec![Event::Paused { milliseconds }], now());
        decision.commit(store, Transaction::new()).await.map(drop)
    }

    /// Numbers events and applies them to a copy of the table.
    fn decided<'a>(
        &'a self,
        writing: MutexGuard<'a, WriteState>,
        events: Vec<Event>,
        at: Millis,
    ) -> Decision<'a> {
        let mut table = Table::clone(&self.table());
        let mut logged = Vec::new();
        for event in events {
            let event = LoggedEvent { seq: table.last_seq() + 1, at, event };
            table.apply(&event);
            logged.push(event);
        }
        Decision { room: self, writing, table, events: logged, evicted: None }
    }
}

impl Decision<'_> {
    /// The table after the events.
    #[must_use]
    pub const fn table(&self) -> &Table {
        &self.table
    }

    /// The events, with the sequence numbers that they will have.
    #[must_use]
    pub fn events(&self) -> &[LoggedEvent] {
        &self.events
    }

    /// Stores the events together with a transaction of the caller, and publishes them.
    pub async fn commit(self, store: &Store, also: Transaction) -> Result<Committed, StoreError> {
        let Decision { room, mut writing, table, events, evicted } = self;
        let also = match &evicted {
            Some(message) => also.and(delete_chat_message(&room.id, message.seq)),
            None => also,
        };
        // Until the commit is confirmed, even if this future is dropped.
        writing.is_in_doubt = true;
        store.append_events(&room.id, &table, &events, also).await?;
        writing.is_in_doubt = false;
        if !room.broker.is_local() {
            room.send(PeerMessageContent::Events(events.clone()));
        }
        let table = Arc::new(table);
        let done = room.publish(events, |current, _| *current = table);
        if let Some(message) = &evicted {
            room.write().chat.remove(message);
        }
        Ok(done)
    }
}
