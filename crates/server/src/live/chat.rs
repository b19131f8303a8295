use std::{
    collections::{HashMap, VecDeque},
    sync::Arc,
};

use crate::{
    store::{ChatMessageRow, MAX_SPECTATOR_MESSAGES, Store, StoreError},
    table::{Audience, Event, LoggedEvent, Refusal},
};

/// How many of the latest chat messages per audience are kept in memory and sent with a game; older ones are read by
/// page.
pub const MAX_LATEST: usize = 50;

/// Maximum number of chat messages per user and game.
pub const MAX_PER_USER: u32 = 300;

/// The chat of a game: the latest messages, and the number of messages per user.
#[derive(Clone, Debug, Default)]
pub struct Chat {
    /// By audience: players, spectators.
    latest: [Latest; 2],
    by_user: HashMap<String, u32>,
    to_spectators: u32,
}

#[derive(Clone, Debug, Default)]
struct Latest {
    messages: VecDeque<Arc<LoggedEvent>>,
    /// Sequence number of the newest message that is not in memory; 0 if all are.
    left_out: u64,
}

impl Chat {
    /// Loads the chat of a game.
    pub(super) async fn load(store: &Store, game: &str) -> Result<Chat, StoreError> {
        let mut chat = Chat::default();
        for row in store.chat_counts(game).await? {
            let count = u32::try_from(row.count).unwrap_or(u32::MAX);
            *chat.by_user.entry(row.user).or_default() += count;
            if row.audience == Audience::Spectators {
                chat.to_spectators += count;
            }
        }
        for audience in Audience::ALL {
            let mut messages = store.chat(game, audience, u64::MAX, MAX_LATEST as i64 + 1).await?;
            let left_out = if messages.len() > MAX_LATEST { messages.pop() } else { None };
            let latest = &mut chat.latest[audience.index()];
            latest.left_out = left_out.map_or(0, |logged| logged.seq);
            latest.messages = messages.into_iter().rev().map(Arc::new).collect();
        }
        Ok(chat)
    }

    /// Checks that a user may send another message.
    pub(super) fn check(&self, user: &str) -> Result<(), Refusal> {
        let is_allowed = self.by_user.get(user).is_none_or(|&count| count < MAX_PER_USER);
        if is_allowed { Ok(()) } else { Err(Refusal::ChatFull) }
    }

    /// Whether a message to an audience replaces an older one.
    pub(super) fn is_full(&self, audience: Audience) -> bool {
        audience == Audience::Spectators && self.to_spectators >= MAX_SPECTATOR_MESSAGES
    }

    /// Removes a deleted message to the spectators.
    pub(super) fn remove(&mut self, message: &ChatMessageRow) {
        if let Some(count) = self.by_user.get_mut(&message.user) {
            *count -= 1;
            if *count == 0 {
                self.by_user.remove(&message.user);
            }
        }
        self.to_spectators -= 1;
        self.latest[Audience::Spectators.index()].messages.retain(|logged| logged.seq != message.seq);
    }

    /// Adds a message.
    pub(super) fn push(&mut self, logged: &Arc<LoggedEvent>) {
        let Event::Chat { user, audience, .. } = &logged.event else { return };
        *self.by_user.entry(user.clone()).or_default() += 1;
        if *audience == Audience::Spectators {
            self.to_spectators += 1;
        }
        let latest = &mut self.latest[audience.index()];
        latest.messages.push_back(Arc::clone(logged));
        if latest.messages.len() > MAX_LATEST
            && let Some(oldest) = latest.messages.pop_front()
        {
            latest.left_out = oldest.seq;
        }
    }

    /// The latest messages after an event, in any order.
    pub(super) fn after(&self, seq: u64) -> impl Iterator<Item = &Arc<LoggedEvent>> {
        self.latest.iter().flat_map(|latest| &latest.messages).filter(move |logged| logged.seq > seq)
    }

    /// The number of messages in memory.
    pub(super) fn len(&self) -> usize {
        self.latest.iter().map(|latest| latest.messages.len()).sum()
    }

    /// For each audience, the sequence number of the newest message that is not in memory; 0 if all are.
    pub(super) fn left_out(&self) -> [u64; 2] {
        self.latest.each_ref().map(|latest| latest.left_out)
    }

    /// Removes the name of a user from their messages.
    pub(super) fn anonymize(&mut self, user: &str) {
        for logged in self.latest.iter_mut().flat_map(|latest| &mut latest.messages) {
            let mut nameless = LoggedEvent::clone(logged);
            if nameless.event.anonymize(user) {
                *logged = Arc::new(nameless);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{Chat, ChatMessageRow, MAX_LATEST, MAX_PER_USER, MAX_SPECTATOR_MESSAGES};
    use crate::table::{Audience, Event, LoggedEvent, Refusal};

    fn chat_message(seq: u64, user: &str, audience: Audience) -> Arc<LoggedEvent> {
        let (name, user, text) = (String::new(), user.to_owned(), "hello".to_owned());
        Arc::new(LoggedEvent { seq, at: 0, event: Event::Chat { name, user, audience, text } })
    }

    #[test]
    fn latest_messages_are_kept_and_older_ones_are_counted() {
        let mut chat = Chat::default();
        assert_eq!((chat.after(0).count(), chat.left_out()), (0, [0, 0]));
        chat.push(&chat_message(1, "ann", Audience::Players));
        for seq in 2..=MAX_LATEST as u64 + 3 {
            chat.push(&chat_message(seq, "eve", Audience::Spectators));
        }
        assert_eq!(chat.after(0).count(), MAX_LATEST + 1);
        assert_eq!(
            chat.after(0).filter(|logged| logged.seq <= 3).count(),
            1,
            "messages 2 and 3 are not in memory"
        );
        assert_eq!(chat.left_out(), [0, 3]);
    }

    #[test]
    fn messages_per_user_are_limited() {
        let mut chat = Chat::default();
        for seq in 0..u64::from(MAX_PER_USER) {
            assert_eq!(chat.check("eve"), Ok(()));
            chat.push(&chat_message(seq + 1, "eve", Audience::Spectators));
        }
        assert_eq!(chat.check("eve"), Err(Refusal::ChatFull));
        assert_eq!(chat.check("dan"), Ok(()), "other users are not affected");
    }

    #[test]
    fn most_active_user_makes_room_for_others() {
        let mut chat = Chat::default();
        let guest = |seq: u32| format!("guest {}", seq / MAX_PER_USER);
        for seq in 0..MAX_SPECTATOR_MESSAGES {
            assert!(!chat.is_full(Audience::Spectators));
            chat.push(&chat_message(u64::from(seq) + 1, &guest(seq), Audience::Spectators));
        }
        assert!(chat.is_full(Audience::Spectators) && !chat.is_full(Audience::Players));
        chat.push(&chat_message(u64::from(MAX_SPECTATOR_MESSAGES) + 1, "dan", Audience::Spectators));
        chat.remove(&ChatMessageRow { user: guest(0), seq: 1 });
        assert_eq!(chat.to_spectators, MAX_SPECTATOR_MESSAGES);
        assert_eq!(
            (chat.check(&guest(0)), chat.check(&guest(MAX_PER_USER))),
            (Ok(()), Err(Refusal::ChatFull))
        );
        // A user whose last message is removed is no longer counted.
        let last = chat.left_out()[1];
        chat.remove(&ChatMessageRow { user: "dan".to_owned(), seq: u64::from(MAX_SPECTATOR_MESSAGES) + 1 });
        assert_eq!((chat.len(), chat.by_user.get("dan"), chat.left_out()[1]), (MAX_LATEST - 1, None, last));
    }
}
