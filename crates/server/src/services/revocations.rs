//! Ended sessions and tokens close their connections: otherwise a stolen one could still be used on an open connection.

use tokio::sync::broadcast;

/// How many revocations a connection may lag behind. A connection that misses one closes and has to authenticate again.
const BACKLOG: usize = 256;

/// A session or token that is no longer valid.
#[derive(Clone, PartialEq, Eq, Debug)]
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
}

/// Publishes revocations to all open connections.
#[derive(Clone, Debug)]
pub(super) struct Revocations(broadcast::Sender<Revocation>);

impl Default for Revocations {
    fn default() -> Revocations {
        Revocations(broadcast::Sender::new(BACKLOG))
    }
}

impl Revocations {
    pub(super) fn publish(&self, revocation: Revocation) {
        // It is no error if no connection is open.
        let _ = self.0.send(revocation);
    }

    pub(super) fn subscribe(&self) -> broadcast::Receiver<Revocation> {
        self.0.subscribe()
    }
}
