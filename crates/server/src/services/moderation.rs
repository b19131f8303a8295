use std::{
    collections::{HashMap, HashSet},
    sync::{Arc, Mutex, PoisonError, Weak},
};

use tokio::sync::RwLock;

use super::Notifications;
use crate::{
    live::{Broker, Room, is_visible},
    secrets,
    store::{ReportRow, Store, StoreError, in_own_task},
    table::Event,
    time::now,
};

/// Muting of users and reports of chat messages. The mute list of each connected user is read once, not for every chat
/// message.
pub struct Moderation {
    store: Store,
    notifications: Notifications,
    broker: Broker,
    lists: Arc<Lists>,
}

/// The subject of mute lists that have changed; the message is the id of the user.
pub(super) const SUBJECT: &str = "mekong.mute";

/// The mute lists in use, by user id. A list is dropped with its last holder.
type Lists = Mutex<HashMap<String, Weak<MuteList>>>;

/// The users that one user has muted. All holders for the same user share one list.
#[derive(Debug)]
pub struct MuteList {
    store: Store,
    user: String,
    /// `None` until it is loaded.
    muted: RwLock<Option<HashSet<String>>>,
    lists: Weak<Lists>,
}

impl Drop for MuteList {
    fn drop(&mut self) {
        let Some(lists) = self.lists.upgrade() else { return };
        let mut lists = lists.lock().unwrap_or_else(PoisonError::into_inner);
        // A new list of the same user may have replaced it.
        if lists.get(&self.user).is_some_and(|list| list.strong_count() == 0) {
            lists.remove(&self.user);
        }
    }
}

impl MuteList {
    /// Whether a user is muted.
    pub async fn contains(&self, other: &str) -> Result<bool, StoreError> {
        if let Some(muted) = &*self.muted.read().await {
            return Ok(muted.contains(other));
        }
        let mut muted = self.muted.write().await;
        if muted.is_none() {
            *muted = Some(self.store.muted(&self.user).await?.into_iter().collect());
        }
        Ok(muted.as_ref().is_some_and(|muted| muted.contains(other)))
    }
}

impl Moderation {
    pub(crate) fn new(store: Store, notifications: Notifications, broker: Broker) -> Moderation {
        Moderation { store, notifications, broker, lists: Arc::default() }
    }

    /// Invalidates the cached mute list of a user, or all lists, after a change on another node, or a possible one.
    pub(super) async fn changed_remotely(&self, user: Option<&str>) {
        let lists: Vec<Arc<MuteList>> = {
            let lists = self.lists.lock().unwrap_or_else(PoisonError::into_inner);
            let is_affected = |list: &Arc<MuteList>| user.is_none_or(|user| list.user == user);
            lists.values().filter_map(Weak::upgrade).filter(is_affected).collect()
        };
        for list in lists {
            *list.muted.write().await = None;
        }
    }

    /// The mute list of a user.
    pub fn mute_list(&self, user: &str) -> Arc<MuteList> {
        let mut lists = self.lists.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(list) = lists.get(user).and_then(Weak::upgrade) {
            return list;
        }
        let list = Arc::new(MuteList {
            store: self.store.clone(),
            user: user.to_owned(),
            muted: RwLock::default(),
            lists: Arc::downgrade(&self.lists),
        });
        lists.insert(user.to_owned(), Arc::downgrade(&list));
        list
    }

    /// Mutes or unmutes a user. [`StoreError::ConditionFailed`] if there is no such user, [`StoreError::QuotaExceeded`] if the list is full.
    pub async fn set_mute(
        self: &Arc<Self>,
        user: &str,
        other: &str,
        is_muted: bool,
    ) -> Result<(), StoreError> {
        let (this, user, other) = (Arc::clone(self), user.to_owned(), other.to_owned());
        in_own_task(async move {
            // The lock is held until the change is committed, so that the cached list is never older than the database.
            {
                let list = this.mute_list(&user);
                let mut muted = list.muted.write().await;
                *muted = None;
                match is_muted {
                    true => this.store.mute(&user, &other).await?,
                    false => this.store.unmute(&user, &other).await?,
                }
            }
            this.broker.publish(SUBJECT, &user);
            if let Err(error) = this.notifications.mute_changed(&user, &other, is_muted).await {
                tracing::warn!(%error, "notification of a mute not sent");
            }
            Ok(())
        })
        .await
    }

    /// Reports a chat message to the operators. Returns whether there is such a message that the user may see.
    pub async fn report(&self, room: &Room, user: &str, seq: u64, why: String) -> Result<bool, StoreError> {
        let table = room.table();
        let player = table.player(user);
        let message = self.store.event(room.id(), seq).await?;
        let message = message.filter(|logged| is_visible(player, table.end().is_some(), &logged.event));
        let Some(Event::Chat { user: author, text, .. }) = message.map(|logged| logged.event) else {
            return Ok(false);
        };
        let report = ReportRow {
            id: secrets::id(),
            game: room.id().to_owned(),
            seq,
            from: user.to_owned(),
            about: author,
            text,
            why,
            created: now(),
        };
        self.store.add_report(&report).await?;
        tracing::info!(game = report.game, seq, about = report.about, "chat message reported");
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{Moderation, Notifications};
    use crate::{
        live::{Broker, Bus},
        services::Views,
        store::Store,
    };

    #[tokio::test]
    async fn mute_list_is_shared_and_dropped_with_its_last_holder() {
        let dir = tempfile::tempdir().unwrap();
        let url = format!("sqlite:{}", dir.path().join("mekong.db").display());
        let store = Store::open(&url).await.unwrap();
        let views = Views::new(store.clone(), String::new());
        let moderation =
            Moderation::new(store.clone(), Notifications::new(store, Bus::default(), views), Broker::Local);
        let (first, second) = (moderation.mute_list("ann"), moderation.mute_list("ann"));
        assert!(Arc::ptr_eq(&first, &second));
        drop(first);
        assert!(Arc::ptr_eq(&second, &moderation.mute_list("ann")));
        drop(second);
        assert!(moderation.lists.lock().unwrap().is_empty());
    }
}
