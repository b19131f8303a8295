//! Who is connected to a game, on this node and on others.

use std::sync::{
    Arc, PoisonError,
    atomic::{AtomicU32, Ordering::Relaxed},
};

use mekong_core::Player;

use super::{Room, RoomMessage};
use crate::{
    live::replication::{Counts, PeerMessageContent},
    protocol::PresenceView,
    table::Actor,
};

impl Room {
    /// Marks a user as present until the result is dropped.
    #[must_use]
    pub fn enter(self: &Arc<Self>, actor: Actor) -> PresenceGuard {
        let before = self.count(actor).fetch_add(1, Relaxed);
        self.announce(actor, before + 1);
        PresenceGuard { room: Arc::clone(self), actor }
    }

    /// Publishes the presence. With many spectators not every change is published: each would be sent to all of them.
    fn announce(&self, actor: Actor, count: u32) {
        let step = match actor {
            Actor::Player(_) => 1,
            Actor::Spectator => 1 << count.max(1).ilog2().saturating_sub(4),
        };
        if count.is_multiple_of(step) {
            let _ = self.subscribers.send(RoomMessage::Presence(self.presence()));
            self.send_presence(PeerMessageContent::Presence);
        }
    }

    /// The number of connections on this node.
    fn counts(&self) -> Counts {
        [&self.present[0], &self.present[1], &self.spectators].map(|count| count.load(Relaxed))
    }

    /// Whether a player is connected to this node.
    pub(crate) fn is_present_here(&self, player: Player) -> bool {
        self.present[player.index()].load(Relaxed) > 0
    }

    /// Whether a player is connected to any node.
    pub(crate) fn is_present(&self, player: Player) -> bool {
        let presence = self.presence();
        [presence.p1, presence.p2][player.index()]
    }

    /// Whether there are connections on this node.
    pub(in crate::live) fn has_connections(&self) -> bool {
        self.counts() != [0; 3]
    }

    const fn count(&self, actor: Actor) -> &AtomicU32 {
        match actor {
            Actor::Player(Player::P1) => &self.present[0],
            Actor::Player(Player::P2) => &self.present[1],
            Actor::Spectator => &self.spectators,
        }
    }

    /// Who is connected.
    #[must_use]
    pub fn presence(&self) -> PresenceView {
        let mut counts = self.counts();
        if !self.broker.is_local() {
            let remote = self.remote.read().unwrap_or_else(PoisonError::into_inner);
            for more in remote.values() {
                counts = [0, 1, 2].map(|index| counts[index].saturating_add(more[index]));
            }
        }
        PresenceView { p1: counts[0] > 0, p2: counts[1] > 0, spectators: counts[2] }
    }

    /// Sends the number of connections on this node to other nodes.
    pub(in crate::live) fn send_presence(&self, content: fn(Counts) -> PeerMessageContent) {
        if !self.broker.is_local() {
            self.send(content(self.counts()));
        }
    }

    /// Sets the number of connections on another node.
    pub(in crate::live) fn set_presence(&self, node: String, counts: Counts) {
        let before = self.presence();
        {
            let mut remote = self.remote.write().unwrap_or_else(PoisonError::into_inner);
            if counts == [0; 3] {
                remote.remove(&node)
            } else {
                remote.insert(node, counts)
            };
        }
        let presence = self.presence();
        if presence != before {
            let _ = self.subscribers.send(RoomMessage::Presence(presence));
        }
    }
}

/// The presence of a user in a room.
pub struct PresenceGuard {
    room: Arc<Room>,
    actor: Actor,
}

impl Drop for PresenceGuard {
    fn drop(&mut self) {
        let before = self.room.count(self.actor).fetch_sub(1, Relaxed);
        self.room.announce(self.actor, before - 1);
    }
}
