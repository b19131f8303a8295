//! Ended sessions and tokens close their connections: otherwise a stolen one could still be used on an open connection.

use serde::{Deserialize, Serialize};
use tokio::sync::broadcast;

use crate::live::Broker;

/// How many revocations a connection may lag behind. A connection that misses one closes and has to authenticate again.
const BACKLOG: usize = 256;

/// The subject of revocations on other nodes.
pub(super) const SUBJECT: &str = "mekong.revoked";

/// A session or token that is no longer valid.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Revocation {
    /// A session, by the hash of its secret.
    Session(String),
    /// A token, by its id.
    Token(String),
    /// All tokens of a user, and all sessions but one.
    AllBut {
        /// Id of the user.
        user: String,
        /// Hash of the session that stays valid.
        session: String,
    },
    /// All sessions and tokens of a deleted user.
    User(String),
    /// Revocations of other nodes may have been lost: every connection must look up its own session or token. Not sent to
    /// other nodes.
    CheckAll,
}

/// Publishes revocations to all open connections, on this and other nodes.
#[derive(Clone, Debug)]
pub(super) struct Revocations {
    sender: broadcast::Sender<Revocation>,
    broker: Broker,
}

impl Revocations {
    pub(super) fn new(broker: Broker) -> Revocations {
        Revocations { sender: broadcast::Sender::new(BACKLOG), broker }
    }

    pub(super) fn publish(&self, revocation: Revocation) {
        self.broker.publish(SUBJECT, &revocation);
        self.publish_locally(revocation);
    }

    /// Publishes to the connections of this node.
    pub(super) fn publish_locally(&self, revocation: Revocation) {
        // Without open connections there are no receivers, which is not an error.
        let _ = self.sender.send(revocation);
    }

    pub(super) fn subscribe(&self) -> broadcast::Receiver<Revocation> {
        self.sender.subscribe()
    }
}
