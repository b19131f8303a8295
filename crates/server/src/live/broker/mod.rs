//! News between the nodes of a site. Truth is only what the database holds: a message that is lost or late costs time, never
//! an event.

mod error;
#[cfg(feature = "cluster")]
mod nats;

use serde::{Serialize, de::DeserializeOwned};

use crate::trace::Span;

pub use self::error::BrokerError;
#[cfg(feature = "cluster")]
pub(crate) use self::nats::{WorkQueue, cause_of};

/// Carries news between the nodes of a site.
#[derive(Clone, Debug, Default)]
pub enum Broker {
    /// This process is the whole site.
    #[default]
    Local,
    /// Several nodes on one NATS.
    #[cfg(feature = "cluster")]
    Nats(std::sync::Arc<nats::Nats>),
}

impl Broker {
    /// Connects to NATS in the background: the server starts without it, and reconnects. Fails if the address is invalid.
    #[cfg(feature = "cluster")]
    pub async fn connect(address: &str) -> Result<Broker, BrokerError> {
        Ok(Broker::Nats(nats::Nats::connect(address).await?))
    }

    /// Fails: this program was built without the feature `cluster`.
    #[cfg(not(feature = "cluster"))]
    #[expect(clippy::unused_async, reason = "the other version waits")]
    pub async fn connect(_: &str) -> Result<Broker, BrokerError> {
        Err(BrokerError::NotBuilt)
    }

    /// Whether there are no other nodes.
    #[must_use]
    pub const fn is_local(&self) -> bool {
        matches!(self, Broker::Local)
    }

    /// The id of this node, new with every start; empty if there are no others.
    #[must_use]
    pub fn node(&self) -> &str {
        match self {
            Broker::Local => "",
            #[cfg(feature = "cluster")]
            Broker::Nats(nats) => nats.node(),
        }
    }

    /// Sends a message to the subscribers of a subject on all nodes, this one included.
    pub(crate) fn publish(&self, subject: &str, message: &impl Serialize) {
        match self {
            Broker::Local => {
                let _ = (subject, message);
            }
            #[cfg(feature = "cluster")]
            Broker::Nats(nats) => nats.publish(subject, message),
        }
    }

    /// Subscribes to a subject. Messages published after this returns are received, if the broker can be reached.
    pub(crate) async fn subscribe(&self, subject: &str) -> Feed {
        match self {
            Broker::Local => {
                let _ = subject;
                Feed::Silent
            }
            #[cfg(feature = "cluster")]
            Broker::Nats(nats) => Feed::Nats(nats.subscribe(subject).await, nats.own_prefix()),
        }
    }

    /// Sends a question to one of the subscribers of a queue. Its answers are the messages of the feed, which ends at once if there
    /// are no subscribers; `None` without a connection.
    pub(crate) async fn ask(&self, subject: &str, question: &impl Serialize) -> Option<Feed> {
        match self {
            Broker::Local => {
                let _ = (subject, question);
                None
            }
            #[cfg(feature = "cluster")]
            Broker::Nats(nats) => {
                let feed = |subscriber| Feed::Nats(subscriber, nats.own_prefix());
                nats.ask(subject, question).await.map(feed)
            }
        }
    }

    /// Whether messages come through. False also once after a message was lost, so that somebody looks into the database.
    pub(crate) fn check(&self) -> bool {
        match self {
            Broker::Local => true,
            #[cfg(feature = "cluster")]
            Broker::Nats(nats) => nats.check(),
        }
    }

    /// Whether messages came through when last seen.
    #[must_use]
    pub fn is_connected(&self) -> bool {
        match self {
            Broker::Local => true,
            #[cfg(feature = "cluster")]
            Broker::Nats(nats) => nats.is_connected(),
        }
    }
}

/// The messages of a subject, until it is dropped.
pub(crate) enum Feed {
    /// Without other nodes there are none.
    Silent,
    /// With the beginning of messages of this node, which are skipped.
    #[cfg(feature = "cluster")]
    Nats(nats::Subscribing, String),
}

impl Feed {
    /// Waits for the next message; `None` if there will be none. Invalid ones are skipped, and those that begin with a field
    /// `node` with the id of this node.
    pub(crate) async fn next<T: DeserializeOwned>(&mut self) -> Option<T> {
        self.next_with_cause().await.map(|(message, _)| message)
    }

    /// As [`Feed::next`], with the step of a trace that has caused the message.
    pub(crate) async fn next_with_cause<T: DeserializeOwned>(&mut self) -> Option<(T, Option<Span>)> {
        match self {
            Feed::Silent => None,
            #[cfg(feature = "cluster")]
            Feed::Nats(subscribing, own) => nats::next(subscribing, own).await,
        }
    }
}
