use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use serde::Serialize;
use tokio::sync::broadcast::{self, error::RecvError};

/// How many messages may wait for a slow listener before it misses some and has to look anew.
const BACKLOG: usize = 256;

/// What one can listen to.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Topic {
    /// What concerns a user: challenges, games that begin and end, whose turn it is.
    User(String),
    /// Open challenges and live games.
    Lobby,
}

/// What news are about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum About {
    /// A user's games.
    Games,
    /// Challenges that a user made or got.
    Challenges,
    /// What everybody may know.
    Lobby,
}

/// Something that somebody wants to know. The text is JSON, made once for all listeners.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct News {
    /// What it is about.
    pub about: About,
    /// The JSON object.
    pub json: Arc<str>,
    /// Whose challenge it brings; it does not reach whoever has muted them.
    pub from: Option<Arc<str>>,
}

impl News {
    /// The news that a value makes.
    #[must_use]
    pub fn new(about: About, value: &impl Serialize) -> News {
        News { about, json: serde_json::to_string(value).unwrap_or_default().into(), from: None }
    }

    /// The same as somebody's challenge.
    #[must_use]
    pub fn from(self, user: &str) -> News {
        News { from: Some(user.into()), ..self }
    }
}

/// Brings news to whoever listens, within this process. Several processes would put a message broker here.
#[derive(Debug, Default)]
pub struct Bus {
    topics: Topics,
}

/// The topics that somebody listens to. A topic comes with its first subscription and goes with its last one.
#[derive(Clone, Debug, Default)]
struct Topics(Arc<Mutex<HashMap<Topic, broadcast::Sender<News>>>>);

impl Topics {
    fn lock(&self) -> MutexGuard<'_, HashMap<Topic, broadcast::Sender<News>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Bus {
    /// Tells everybody who listens.
    pub fn publish(&self, topic: &Topic, news: News) {
        if let Some(sender) = self.topics.lock().get(topic) {
            // Somebody listens as long as there is a sender.
            let _ = sender.send(news);
        }
    }

    /// Listens from now on.
    #[must_use]
    pub fn subscribe(&self, topic: Topic) -> Subscription {
        let mut topics = self.topics.lock();
        let sender = topics.entry(topic.clone()).or_insert_with(|| broadcast::channel(BACKLOG).0);
        Subscription { news: Some(sender.subscribe()), topic, topics: self.topics.clone() }
    }

    /// Whether somebody listens to what concerns a user: they are there.
    #[must_use]
    pub fn is_listening(&self, topic: &Topic) -> bool {
        self.topics.lock().contains_key(topic)
    }

    /// How many topics somebody listens to.
    #[must_use]
    pub fn len(&self) -> usize {
        self.topics.lock().len()
    }

    /// Whether nobody listens to anything.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Somebody who listens to a topic, until it is dropped.
#[derive(Debug)]
pub struct Subscription {
    /// None only while it is dropped.
    news: Option<broadcast::Receiver<News>>,
    topic: Topic,
    topics: Topics,
}

impl Subscription {
    /// Waits for the next news. Nothing is lost if the waiting is given up.
    ///
    /// # Errors
    /// Too much came while nobody waited.
    pub async fn recv(&mut self) -> Result<News, RecvError> {
        match &mut self.news {
            Some(news) => news.recv().await,
            None => Err(RecvError::Closed),
        }
    }
}

impl Drop for Subscription {
    fn drop(&mut self) {
        // Under the lock: of several who leave at once one is the last, and nobody comes in between.
        let mut topics = self.topics.lock();
        self.news = None;
        if topics.get(&self.topic).is_some_and(|sender| sender.receiver_count() == 0) {
            topics.remove(&self.topic);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tokio::{sync::broadcast::error::RecvError, task::JoinSet};

    use super::{About, Bus, News, Topic};

    #[tokio::test]
    async fn news_reach_those_who_listen_and_nobody_else() {
        let bus = Bus::default();
        let (ann, bob) = (Topic::User("ann".to_owned()), Topic::User("bob".to_owned()));
        let mut listener = bus.subscribe(ann.clone());
        bus.publish(&bob, News::new(About::Games, &1));
        bus.publish(&ann, News::new(About::Games, &2));
        assert_eq!(&*listener.recv().await.unwrap().json, "2");
        assert!(bus.is_listening(&ann) && !bus.is_listening(&bob));
        drop(listener);
        assert!(!bus.is_listening(&ann));
        bus.publish(&ann, News::new(About::Games, &3));
    }

    #[test]
    fn a_topic_goes_with_its_last_subscription() {
        let bus = Bus::default();
        for number in 0..1_000 {
            let topic = Topic::User(number.to_string());
            let (first, second) = (bus.subscribe(topic.clone()), bus.subscribe(topic.clone()));
            drop(first);
            assert!(bus.is_listening(&topic));
            drop(second);
            assert!(bus.is_empty(), "{number}");
        }
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 4)]
    async fn nobody_who_comes_while_others_leave_misses_anything() {
        let (bus, topic, mut tasks) =
            (Arc::new(Bus::default()), Topic::User("ann".to_owned()), JoinSet::new());
        for task in 0..4 {
            let (bus, topic) = (Arc::clone(&bus), topic.clone());
            tasks.spawn(async move {
                for round in 0..2_000 {
                    let mut listener = bus.subscribe(topic.clone());
                    let own = News::new(About::Games, &(task, round));
                    bus.publish(&topic, own.clone());
                    loop {
                        match listener.recv().await {
                            Ok(news) if news != own => {}
                            // On a busy machine the others may have said a lot by now.
                            Ok(_) | Err(RecvError::Lagged(_)) => break,
                            Err(RecvError::Closed) => panic!("the topic is gone"),
                        }
                    }
                }
            });
        }
        tasks.join_all().await;
        assert!(bus.is_empty());
    }
}
