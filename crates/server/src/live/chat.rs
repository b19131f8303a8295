use std::{
    collections::{HashMap, VecDeque},
    sync::Arc,
};

use crate::{
    store::{RemarkRow, Store, StoreError},
    table::{Event, Logged, Refusal, Room as Audience},
};

/// How many of the latest remarks to each audience are kept in memory and sent with a game; older ones come by page.
pub const MAX_LATEST: usize = 50;

/// How many remarks of one person are kept in one game; more are refused.
pub const MAX_PER_PERSON: u32 = 300;

/// How many remarks to those who watch are kept in one game. For more the oldest of whoever has said most are deleted.
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
    pub(super) fn check(&self, user: &str) -> Result<(), Refusal> {
        let is_quiet = self.by_person.get(user).is_none_or(|&count| count < MAX_PER_PERSON);
        if is_quiet { Ok(()) } else { Err(Refusal::ChatFull) }
    }

    /// Whether a remark to an audience takes the place of another one.
    pub(super) fn is_full(&self, audience: Audience) -> bool {
        audience == Audience::Watchers && self.to_watchers >= MAX_TO_WATCHERS
    }

    /// A remark to those who watch was deleted.
    pub(super) fn remove(&mut self, remark: &RemarkRow) {
        if let Some(count) = self.by_person.get_mut(&remark.user) {
            *count -= 1;
            if *count == 0 {
                self.by_person.remove(&remark.user);
            }
        }
        self.to_watchers -= 1;
        self.rooms[Audience::Watchers.index()].remarks.retain(|logged| logged.seq != remark.seq);
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

    /// How many remarks are kept here.
    pub(super) fn len(&self) -> usize {
        self.rooms.iter().map(|latest| latest.remarks.len()).sum()
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{Chat, MAX_LATEST, MAX_PER_PERSON, MAX_TO_WATCHERS, RemarkRow};
    use crate::table::{Event, Logged, Refusal, Room as Audience};

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
    fn one_person_cannot_fill_a_game() {
        let mut chat = Chat::default();
        for seq in 0..u64::from(MAX_PER_PERSON) {
            assert_eq!(chat.check("eve"), Ok(()));
            chat.push(&said(seq + 1, "eve", Audience::Watchers));
        }
        assert_eq!(chat.check("eve"), Err(Refusal::ChatFull));
        assert_eq!(chat.check("dan"), Ok(()), "others may go on");
    }

    #[test]
    fn whoever_says_a_lot_makes_room_for_others() {
        let mut chat = Chat::default();
        let guest = |seq: u32| format!("guest {}", seq / MAX_PER_PERSON);
        for seq in 0..MAX_TO_WATCHERS {
            assert!(!chat.is_full(Audience::Watchers));
            chat.push(&said(u64::from(seq) + 1, &guest(seq), Audience::Watchers));
        }
        assert!(chat.is_full(Audience::Watchers) && !chat.is_full(Audience::Players));
        chat.push(&said(u64::from(MAX_TO_WATCHERS) + 1, "dan", Audience::Watchers));
        chat.remove(&RemarkRow { user: guest(0), seq: 1 });
        assert_eq!(chat.to_watchers, MAX_TO_WATCHERS);
        assert_eq!(
            (chat.check(&guest(0)), chat.check(&guest(MAX_PER_PERSON))),
            (Ok(()), Err(Refusal::ChatFull))
        );
        // Nothing stays of somebody whose last remark is gone, and it is shown no more.
        let last = chat.left_out()[1];
        chat.remove(&RemarkRow { user: "dan".to_owned(), seq: u64::from(MAX_TO_WATCHERS) + 1 });
        assert_eq!((chat.len(), chat.by_person.get("dan"), chat.left_out()[1]), (MAX_LATEST - 1, None, last));
    }
}
