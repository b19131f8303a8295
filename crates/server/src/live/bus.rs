use std::{collections::HashMap, sync::Mutex};

use serde::Serialize;
use tokio::sync::broadcast;

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
    pub json: std::sync::Arc<str>,
}

impl News {
    /// The news that a value makes.
    #[must_use]
    pub fn new(about: About, value: &impl Serialize) -> News {
        News { about, json: serde_json::to_string(value).unwrap_or_default().into() }
    }
}

/// Brings news to whoever listens, within this process. Several processes would put a message broker here.
#[derive(Debug, Default)]
pub struct Bus {
    topics: Mutex<HashMap<Topic, broadcast::Sender<News>>>,
}

impl Bus {
    /// Tells everybody who listens.
    pub fn publish(&self, topic: &Topic, news: News) {
        let mut topics = self.topics.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(sender) = topics.get(topic)
            && sender.send(news).is_err()
        {
            // The last listener has gone.
            topics.remove(topic);
        }
    }

    /// Listens from now on.
    pub fn subscribe(&self, topic: Topic) -> broadcast::Receiver<News> {
        let mut topics = self.topics.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        topics.entry(topic).or_insert_with(|| broadcast::channel(BACKLOG).0).subscribe()
    }

    /// Whether somebody listens to what concerns a user: they are there.
    #[must_use]
    pub fn is_listening(&self, topic: &Topic) -> bool {
        let topics = self.topics.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        topics.get(topic).is_some_and(|sender| sender.receiver_count() > 0)
    }
}

#[cfg(test)]
mod tests {
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
}
