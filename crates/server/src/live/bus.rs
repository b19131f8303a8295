use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use serde::Serialize;
use tokio::sync::broadcast::{self, error::RecvError};

/// How many notifications a subscriber may lag behind before it misses some.
const BACKLOG: usize = 256;

/// What one can subscribe to.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Topic {
    /// Notifications of one user: challenges, games that start and end, turns.
    User(String),
    /// Open challenges and live games.
    Lobby,
}

/// The kind of a notification. Tokens admit their holder to some of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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
        Notification { kind, json: serde_json::to_string(value).unwrap_or_default().into(), author: None }
    }

    /// Sets the author.
    #[must_use]
    pub fn with_author(self, user: &str) -> Notification {
        Notification { author: Some(user.into()), ..self }
    }
}

/// Publishes notifications to subscribers within this process. A server of several processes would need a message broker.
#[derive(Clone, Debug, Default)]
pub struct Bus {
    topics: Topics,
}

/// The topics with subscribers. A topic is created by its first subscription and removed with its last.
#[derive(Clone, Debug, Default)]
struct Topics(Arc<Mutex<HashMap<Topic, broadcast::Sender<Notification>>>>);

impl Topics {
    fn lock(&self) -> MutexGuard<'_, HashMap<Topic, broadcast::Sender<Notification>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Bus {
    /// Sends a notification to all subscribers of a topic.
    pub fn publish(&self, topic: &Topic, notification: Notification) {
        if let Some(sender) = self.topics.lock().get(topic) {
            // A sender exists only while there are receivers.
            let _ = sender.send(notification);
        }
    }

    /// Subscribes to a topic.
    #[must_use]
    pub fn subscribe(&self, topic: Topic) -> Subscription {
        let mut topics = self.topics.lock();
        let sender = topics.entry(topic.clone()).or_insert_with(|| broadcast::channel(BACKLOG).0);
        Subscription { receiver: Some(sender.subscribe()), topic, topics: self.topics.clone() }
    }

    /// Whether a topic has subscribers.
    #[must_use]
    pub fn has_subscribers(&self, topic: &Topic) -> bool {
        self.topics.lock().contains_key(topic)
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
    topic: Topic,
    topics: Topics,
}

impl Subscription {
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
        if topics.get(&self.topic).is_some_and(|sender| sender.receiver_count() == 0) {
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
