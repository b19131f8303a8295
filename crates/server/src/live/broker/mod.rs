//! Messages between the nodes of a cluster. The database is the source of truth: a lost or late message causes a delay, never the
//! loss of an event.

mod error;
#[cfg(feature = "cluster")]
mod nats;

use serde::{Serialize, de::DeserializeOwned};

use crate::trace::Span;

pub use self::error::BrokerError;
#[cfg(feature = "cluster")]
pub(crate) use self::nats::{WorkQueue, span_of};

/// Carries messages between the nodes of a cluster.
#[derive(Clone, Debug, Default)]
pub enum Broker {
    /// This process is the only node.
    #[default]
    Local,
    /// Several nodes, connected by NATS.
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
    #[expect(clippy::unused_async, reason = "the version with the feature is async")]
    pub async fn connect(_: &str) -> Result<Broker, BrokerError> {
        Err(BrokerError::NotBuilt)
    }

    /// Whether there are no other nodes.
    #[must_use]
    pub const fn is_local(&self) -> bool {
        matches!(self, Broker::Local)
    }

    /// The id of this node, new with every start; empty if it is the only one.
    #[must_use]
    pub fn node(&self) -> &str {
        match self {
            Broker::Local => "",
            #[cfg(feature = "cluster")]
            Broker::Nats(nats) => nats.node(),
        }
    }

    /// Sends a message to the subscribers of a subject on all other nodes.
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
    pub(crate) async fn subscribe(&self, subject: &str) -> BrokerSubscription {
        match self {
            Broker::Local => {
                let _ = subject;
                BrokerSubscription::Empty
            }
            #[cfg(feature = "cluster")]
            Broker::Nats(nats) => BrokerSubscription::Nats(nats.subscribe(subject).await),
        }
    }

    /// Sends a request to one subscriber of a queue. The messages of the feed are its replies; without subscribers the feed is
    /// empty. `None` without a connection.
    pub(crate) async fn request(
        &self,
        subject: &str,
        request: &impl Serialize,
    ) -> Option<BrokerSubscription> {
        match self {
            Broker::Local => {
                let _ = (subject, request);
                None
            }
            #[cfg(feature = "cluster")]
            Broker::Nats(nats) => nats.request(subject, request).await.map(BrokerSubscription::Nats),
        }
    }

    /// Whether messages are delivered. Also returns false once after a message was lost, so that the caller reads the database.
    pub(crate) fn check(&self) -> bool {
        match self {
            Broker::Local => true,
            #[cfg(feature = "cluster")]
            Broker::Nats(nats) => nats.check(),
        }
    }

    /// Whether messages were delivered lately.
    #[must_use]
    pub fn is_connected(&self) -> bool {
        match self {
            Broker::Local => true,
            #[cfg(feature = "cluster")]
            Broker::Nats(nats) => nats.is_connected(),
        }
    }
}

/// A subscription to the messages of a subject, until it is dropped.
pub(crate) enum BrokerSubscription {
    /// There are no other nodes.
    Empty,
    #[cfg(feature = "cluster")]
    Nats(nats::NatsSubscription),
}

impl BrokerSubscription {
    /// Waits for the next message; `None` if the subscription has ended. Invalid messages are skipped.
    pub(crate) async fn next<T: DeserializeOwned>(&mut self) -> Option<T> {
        self.next_with_span().await.map(|(message, _)| message)
    }

    /// As [`BrokerSubscription::next`], with the trace span in which the message was sent.
    pub(crate) async fn next_with_span<T: DeserializeOwned>(&mut self) -> Option<(T, Option<Span>)> {
        match self {
            BrokerSubscription::Empty => None,
            #[cfg(feature = "cluster")]
            BrokerSubscription::Nats(subscription) => nats::next(subscription).await,
        }
    }
}
