use std::{
    collections::{HashMap, VecDeque},
    sync::Arc,
};

use crate::{
    store::{Store, StoreError},
    table::{Actor, Event, Logged, Refusal, Room as Audience},
};

/// How many of the latest remarks to each audience are kept in memory and sent with a game; older ones come by page.
pub const MAX_LATEST: usize = 50;

/// How many remarks one person may make in one game.
pub const MAX_PER_PERSON: u32 = 300;

/// How many remarks to those who watch one game has. The players are not bound by it: there are only two.
pub const MAX_TO_WATCHERS: u32 = 3_000;

/// What was said in a game: the latest remarks, and who said how much.
#[derive(Clone, Debug, Default)]
pub struct Chat {
    /// To the players and to those who watch.
    rooms: [Latest; 2],
    by_person: HashMap<String, u32>,
    to_watchers: u32,
}

#[derive(Clone, Debug, Default)]
struct Latest {
    remarks: VecDeque<Arc<Logged>>,
    /// The newest remark that is not kept here; 0 if all are.
    left_out: u64,
}

impl Chat {
    /// Reads what is needed of a game.
    pub(super) async fn load(store: &Store, game: &str) -> Result<Chat, StoreError> {
        let mut chat = Chat::default();
        for row in store.spoken(game).await? {
            let count = u32::try_from(row.count).unwrap_or(u32::MAX);
            *chat.by_person.entry(row.user).or_default() += count;
            if row.audience == Audience::Watchers {
                chat.to_watchers += count;
            }
        }
        for audience in Audience::ALL {
            let mut remarks = store.chat(game, audience, u64::MAX, MAX_LATEST as i64 + 1).await?;
            let left_out = if remarks.len() > MAX_LATEST { remarks.pop() } else { None };
            let latest = &mut chat.rooms[audience.index()];
            latest.left_out = left_out.map_or(0, |logged| logged.seq);
            latest.remarks = remarks.into_iter().rev().map(Arc::new).collect();
        }
        Ok(chat)
    }

    /// Whether somebody may say one thing more.
    pub(super) fn check(&self, actor: Actor, user: &str, audience: Audience) -> Result<(), Refusal> {
        let is_quiet = self.by_person.get(user).is_none_or(|&count| count < MAX_PER_PERSON);
        let is_crowded =
            actor == Actor::Watcher && audience == Audience::Watchers && self.to_watchers >= MAX_TO_WATCHERS;
        if is_quiet && !is_crowded { Ok(()) } else { Err(Refusal::ChatFull) }
    }

    /// Something was said.
    pub(super) fn push(&mut self, logged: &Arc<Logged>) {
        let Event::Chat { user, room: audience, .. } = &logged.event else { return };
        *self.by_person.entry(user.clone()).or_default() += 1;
        if *audience == Audience::Watchers {
            self.to_watchers += 1;
        }
        let latest = &mut self.rooms[audience.index()];
        latest.remarks.push_back(Arc::clone(logged));
        if latest.remarks.len() > MAX_LATEST
            && let Some(oldest) = latest.remarks.pop_front()
        {
            latest.left_out = oldest.seq;
        }
    }

    /// The latest remarks after an event, in any order.
    pub(super) fn after(&self, seq: u64) -> impl Iterator<Item = &Arc<Logged>> {
        self.rooms.iter().flat_map(|latest| &latest.remarks).filter(move |logged| logged.seq > seq)
    }

    /// The newest remark to each audience that is not kept here; 0 if all are.
    pub(super) fn left_out(&self) -> [u64; 2] {
        self.rooms.each_ref().map(|latest| latest.left_out)
    }

    /// Removes the name of a user from what they said.
    pub(super) fn forget_name(&mut self, user: &str) {
        for logged in self.rooms.iter_mut().flat_map(|latest| &mut latest.remarks) {
            let mut nameless = Logged::clone(logged);
            if nameless.event.forget_name(user) {
                *logged = Arc::new(nameless);
            }
        }
    }
}
    /// How many remarks are kept here.
    pub(super) fn len(&self) -> usize {
        self.rooms.iter().map(|latest| latest.remarks.len()).sum()
    }


#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use mekong_core::Player;

    use super::{Chat, MAX_LATEST, MAX_PER_PERSON, MAX_TO_WATCHERS};
    use crate::table::{Actor, Event, Logged, Refusal, Room as Audience};

    fn said(seq: u64, user: &str, audience: Audience) -> Arc<Logged> {
        let (name, user, text) = (String::new(), user.to_owned(), "hello".to_owned());
        Arc::new(Logged { seq, at: 0, event: Event::Chat { name, user, room: audience, text } })
    }

    #[test]
    fn the_latest_remarks_are_kept_and_older_ones_are_known_of() {
        let mut chat = Chat::default();
        assert_eq!((chat.after(0).count(), chat.left_out()), (0, [0, 0]));
        chat.push(&said(1, "ann", Audience::Players));
        for seq in 2..=MAX_LATEST as u64 + 3 {
            chat.push(&said(seq, "eve", Audience::Watchers));
        }
        assert_eq!(chat.after(0).count(), MAX_LATEST + 1);
        assert_eq!(chat.after(0).filter(|logged| logged.seq <= 3).count(), 1, "2 and 3 are left out");
        assert_eq!(chat.left_out(), [0, 3]);
    }

    #[test]
    fn one_person_and_those_who_watch_cannot_fill_a_game() {
        let mut chat = Chat::default();
        for seq in 0..u64::from(MAX_PER_PERSON) {
            assert_eq!(chat.check(Actor::Watcher, "eve", Audience::Watchers), Ok(()));
            chat.push(&said(seq + 1, "eve", Audience::Watchers));
        }
        let full = Err(Refusal::ChatFull);
        assert_eq!(chat.check(Actor::Watcher, "eve", Audience::Watchers), full);
        assert_eq!(chat.check(Actor::Watcher, "dan", Audience::Watchers), Ok(()), "others may go on");
        for seq in MAX_PER_PERSON..MAX_TO_WATCHERS {
            chat.push(&said(
                u64::from(seq) + 1,
                &format!("guest {}", seq / MAX_PER_PERSON),
                Audience::Watchers,
            ));
        }
        assert_eq!(chat.check(Actor::Watcher, "dan", Audience::Watchers), full);
        let player = Actor::Player(Player::P1);
        for audience in [Audience::Players, Audience::Watchers] {
            assert_eq!(chat.check(player, "ann", audience), Ok(()), "players have a share of their own");
        }
    }
}
