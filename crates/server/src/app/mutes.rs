//! Whom users have muted, read once for each user who listens to something and not for every remark.

use std::{
    collections::{HashMap, HashSet},
    sync::{Arc, Mutex, PoisonError, Weak},
};

use tokio::sync::RwLock;

use super::App;
use crate::store::{Store, StoreError};

/// The lists that somebody needs just now.
#[derive(Debug, Default)]
pub(super) struct Mutes {
    lists: Arc<Lists>,
}

/// By user. A list goes with the last one who holds it.
type Lists = Mutex<HashMap<String, Weak<MuteList>>>;

/// Whom one user has muted. Everybody who asks about the same user holds the same list.
#[derive(Debug)]
pub(crate) struct MuteList {
    user: String,
    /// None until it is read.
    muted: RwLock<Option<HashSet<String>>>,
    lists: Weak<Lists>,
}

impl Drop for MuteList {
    fn drop(&mut self) {
        let Some(lists) = self.lists.upgrade() else { return };
        let mut lists = lists.lock().unwrap_or_else(PoisonError::into_inner);
        // Another list of the same user may be there by now.
        if lists.get(&self.user).is_some_and(|list| list.strong_count() == 0) {
            lists.remove(&self.user);
        }
    }
}

impl MuteList {
    /// Whether somebody is muted.
    ///
    /// # Errors
    /// The list is not known yet, and the database cannot be asked.
    pub(crate) async fn contains(&self, store: &Store, other: &str) -> Result<bool, StoreError> {
        if let Some(muted) = &*self.muted.read().await {
            return Ok(muted.contains(other));
        }
        let mut muted = self.muted.write().await;
        if muted.is_none() {
            *muted = Some(store.muted(&self.user).await?.into_iter().collect());
        }
        Ok(muted.as_ref().is_some_and(|muted| muted.contains(other)))
    }
}

impl Mutes {
    fn of(&self, user: &str) -> Arc<MuteList> {
        let mut lists = self.lists.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(list) = lists.get(user).and_then(Weak::upgrade) {
            return list;
        }
        let (muted, of_all) = (RwLock::default(), Arc::downgrade(&self.lists));
        let list = Arc::new(MuteList { user: user.to_owned(), muted, lists: of_all });
        lists.insert(user.to_owned(), Arc::downgrade(&list));
        list
    }
}

impl App {
    /// Whom a user has muted, for as long as it is held.
    pub(crate) fn mutes_of(&self, user: &str) -> Arc<MuteList> {
        self.mutes.of(user)
    }

    /// From now on a user does not hear another, or hears them again.
    ///
    /// # Errors
    /// [`StoreError::Conflict`]: there is no such user. [`StoreError::TooMany`]: the list is full.
    pub async fn set_mute(
        self: &Arc<Self>,
        user: &str,
        other: &str,
        is_muted: bool,
    ) -> Result<(), StoreError> {
        let (app, user, other) = (Arc::clone(self), user.to_owned(), other.to_owned());
        // What was begun is finished: nobody reads the list between the change and its end.
        let task = tokio::spawn(async move {
            {
                let list = app.mutes.of(&user);
                let mut muted = list.muted.write().await;
                *muted = None;
                match is_muted {
                    true => app.store.mute(&user, &other).await?,
                    false => app.store.unmute(&user, &other).await?,
                }
            }
            if let Err(error) = app.tell_of_mute(&user, &other, is_muted).await {
                tracing::warn!(%error, "a mute could not be told");
            }
            Ok(())
        });
        task.await.unwrap_or_else(|error| Err(StoreError::Unavailable(error.to_string())))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::Mutes;

    #[test]
    fn a_list_goes_with_the_last_one_who_holds_it() {
        let mutes = Mutes::default();
        let (first, second) = (mutes.of("ann"), mutes.of("ann"));
        assert!(Arc::ptr_eq(&first, &second), "all who ask hold the same list");
        drop(first);
        assert!(Arc::ptr_eq(&second, &mutes.of("ann")));
        drop(second);
        assert!(mutes.lists.lock().unwrap().is_empty());
    }
}
