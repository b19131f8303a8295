use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use serde::{Deserialize, Serialize};
use tokio::{
    sync::{
        broadcast::{self, error::RecvError},
        watch,
    },
    task::AbortHandle,
};

use super::Broker;
use crate::protocol::to_json;

/// How many notifications a subscriber may lag behind before it misses some.
const BACKLOG: usize = 256;

/// A topic of notifications.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Topic {
    /// Notifications of one user: challenges, games that start and end, turns.
    User(String),
    /// Open challenges and live games.
    Lobby,
}

impl Topic {
    /// The subject of the topic at the broker.
    fn subject(&self) -> String {
        match self {
            Topic::User(user) => format!("mekong.user.{user}"),
            Topic::Lobby => "mekong.lobby".to_owned(),
        }
    }
}

/// The kind of a notification. Tokens admit their holder to some of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum NotificationKind {
    /// Games of a user.
    Games,
    /// Challenges by or to a user.
    Challenges,
    /// Public: open challenges and live games.
    Lobby,
}

/// A notification. It is serialised once for all subscribers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Notification {
    /// The kind.
    pub kind: NotificationKind,
    /// A JSON object.
    pub json: Arc<str>,
    /// The user whose challenge it announces. Subscribers who have muted that user do not receive it.
    pub author: Option<Arc<str>>,
}

impl Notification {
    /// Serialises a notification.
    #[must_use]
    pub fn new(kind: NotificationKind, value: &impl Serialize) -> Notification {
        Notification { kind, json: to_json(value).into(), author: None }
    }

    /// Sets the author.
    #[must_use]
    pub fn with_author(self, user: &str) -> Notification {
        Notification { author: Some(user.into()), ..self }
    }
}

/// Publishes notifications to subscribers, in this process and on other nodes.
#[derive(Clone, Debug, Default)]
pub struct Bus {
    topics: Topics,
    broker: Broker,
}

/// The topics with subscribers in this process. A topic is created by its first subscription and removed with its last.
#[derive(Clone, Debug, Default)]
struct Topics(Arc<Mutex<HashMap<Topic, Channel>>>);

/// The subscribers of a topic.
#[derive(Debug)]
struct Channel {
    sender: broadcast::Sender<Notification>,
    /// Whether notifications of other nodes are received.
    is_ready: watch::Receiver<bool>,
    /// The task that receives them.
    relay: Option<AbortHandle>,
}

impl Drop for Channel {
    fn drop(&mut self) {
        if let Some(relay) = &self.relay {
            relay.abort();
        }
    }
}

/// A notification as it is sent to other nodes.
#[derive(Serialize, Deserialize)]
struct RelayedNotification {
    kind: NotificationKind,
    json: String,
    author: Option<String>,
}

impl Topics {
    fn lock(&self) -> MutexGuard<'_, HashMap<Topic, Channel>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Bus {
    /// The bus of one of several nodes.
    pub(crate) fn clustered(broker: Broker) -> Bus {
        Bus { topics: Topics::default(), broker }
    }

    /// Sends a notification to all subscribers of a topic.
    pub fn publish(&self, topic: &Topic, notification: Notification) {
        if !self.broker.is_local() {
            let relayed = RelayedNotification {
                kind: notification.kind,
                json: notification.json.as_ref().to_owned(),
                author: notification.author.as_deref().map(str::to_owned),
            };
            self.broker.publish(&topic.subject(), &relayed);
        }
        if let Some(channel) = self.topics.lock().get(topic) {
            // A channel exists only while there are receivers.
            let _ = channel.sender.send(notification);
        }
    }

    /// Subscribes to a topic.
    #[must_use]
    pub fn subscribe(&self, topic: Topic) -> Subscription {
        let mut topics = self.topics.lock();
        let channel = topics.entry(topic.clone()).or_insert_with(|| self.open(&topic));
        Subscription {
            receiver: Some(channel.sender.subscribe()),
            is_ready: channel.is_ready.clone(),
            topic,
            topics: self.topics.clone(),
        }
    }

    fn open(&self, topic: &Topic) -> Channel {
        let sender = broadcast::channel(BACKLOG).0;
        let (ready, is_ready) = watch::channel(self.broker.is_local());
        if self.broker.is_local() {
            return Channel { sender, is_ready, relay: None };
        }
        let (broker, subject, receivers) = (self.broker.clone(), topic.subject(), sender.clone());
        let relay = tokio::spawn(async move {
            let mut feed = broker.subscribe(&subject).await;
            ready.send_replace(true);
            while let Some(RelayedNotification { kind, json, author, .. }) = feed.next().await {
                let _ =
                    receivers.send(Notification { kind, json: json.into(), author: author.map(Arc::from) });
            }
        });
        Channel { sender, is_ready, relay: Some(relay.abort_handle()) }
    }

    /// Ends all subscriptions after notifications of other nodes were lost: clients reconnect and read the current state.
    pub(crate) fn resynchronise(&self) {
        // Subscriptions hold receivers only: without senders they end.
        self.topics.lock().clear();
    }

    /// Whether a topic has subscribers, or may have some on other nodes.
    #[must_use]
    pub fn has_subscribers(&self, topic: &Topic) -> bool {
        !self.broker.is_local() || self.topics.lock().contains_key(topic)
    }

    /// The number of topics with subscribers.
    #[must_use]
    pub fn len(&self) -> usize {
        self.topics.lock().len()
    }

    /// Whether there are no subscribers at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// A subscription to a topic, until it is dropped.
#[derive(Debug)]
pub struct Subscription {
    /// `None` only in `drop`.
    receiver: Option<broadcast::Receiver<Notification>>,
    is_ready: watch::Receiver<bool>,
    topic: Topic,
    topics: Topics,
}

impl Subscription {
    /// Waits until notifications of other nodes are received. State that is read afterwards is not older than the first
    /// notification.
    pub async fn ready(&mut self) {
        // An error means that the subscription has ended.
        let _ = self.is_ready.wait_for(|is_ready| *is_ready).await;
    }

    /// Waits for the next notification; [`RecvError::Lagged`] if the subscriber has missed some. Cancel-safe.
    pub async fn recv(&mut self) -> Result<Notification, RecvError> {
        match &mut self.receiver {
            Some(receiver) => receiver.recv().await,
            None => Err(RecvError::Closed),
        }
    }
}

impl Drop for Subscription {
    fn drop(&mut self) {
        // Under the lock, so that no subscription is added between the count and the removal.
        let mut topics = self.topics.lock();
        self.receiver = None;
        if topics.get(&self.topic).is_some_and(|channel| channel.sender.receiver_count() == 0) {
            topics.remove(&self.topic);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tokio::{sync::broadcast::error::RecvError, task::JoinSet};

    use super::{Bus, Notification, NotificationKind, Topic};

    #[tokio::test]
    async fn notifications_reach_only_subscribers_of_their_topic() {
        let bus = Bus::default();
        let (ann, bob) = (Topic::User("ann".to_owned()), Topic::User("bob".to_owned()));
        let mut listener = bus.subscribe(ann.clone());
        bus.publish(&bob, Notification::new(NotificationKind::Games, &1));
        bus.publish(&ann, Notification::new(NotificationKind::Games, &2));
        assert_eq!(&*listener.recv().await.unwrap().json, "2");
        assert!(bus.has_subscribers(&ann) && !bus.has_subscribers(&bob));
        drop(listener);
        assert!(!bus.has_subscribers(&ann));
        bus.publish(&ann, Notification::new(NotificationKind::Games, &3));
    }

    #[test]
    fn topic_is_removed_with_its_last_subscription() {
        let bus = Bus::default();
        for number in 0..1_000 {
            let topic = Topic::User(number.to_string());
            let (first, second) = (bus.subscribe(topic.clone()), bus.subscribe(topic.clone()));
            drop(first);
            assert!(bus.has_subscribers(&topic));
            drop(second);
            assert!(bus.is_empty(), "{number}");
        }
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 4)]
    async fn new_subscriber_misses_nothing_while_others_unsubscribe() {
        let (bus, topic, mut tasks) =
            (Arc::new(Bus::default()), Topic::User("ann".to_owned()), JoinSet::new());
        for task in 0..4 {
            let (bus, topic) = (Arc::clone(&bus), topic.clone());
            tasks.spawn(async move {
                for round in 0..2_000 {
                    let mut listener = bus.subscribe(topic.clone());
                    let own = Notification::new(NotificationKind::Games, &(task, round));
                    bus.publish(&topic, own.clone());
                    loop {
                        match listener.recv().await {
                            Ok(message) if message != own => {}
                            // On a busy machine the other tasks may have published many by now.
                            Ok(_) | Err(RecvError::Lagged(_)) => break,
                            Err(RecvError::Closed) => panic!("the topic was removed"),
                        }
                    }
                }
            });
        }
        tasks.join_all().await;
        assert!(bus.is_empty());
    }
}
