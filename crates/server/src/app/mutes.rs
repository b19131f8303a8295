//! Whom users have muted, read once for each user who listens to something and not for every remark.

use std::{
    collections::{HashMap, HashSet},
    sync::{Arc, Mutex, PoisonError},
};

use tokio::sync::RwLock;

use super::App;
use crate::store::{Store, StoreError};

/// The lists of those who are connected.
#[derive(Debug, Default)]
pub(super) struct Mutes {
    lists: Mutex<HashMap<String, Arc<MuteList>>>,
}

/// Whom one user has muted. Everybody who asks about the same user holds the same list.
#[derive(Debug)]
pub(crate) struct MuteList {
    user: String,
    /// None until it is read.
    muted: RwLock<Option<HashSet<String>>>,
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
        let new = || Arc::new(MuteList { user: user.to_owned(), muted: RwLock::default() });
        Arc::clone(lists.entry(user.to_owned()).or_insert_with(new))
    }

    /// Lets go of the lists that nobody needs.
    pub(super) fn tidy(&self) {
        // Nobody gets hold of one meanwhile.
        let mut lists = self.lists.lock().unwrap_or_else(PoisonError::into_inner);
        lists.retain(|_, list| Arc::strong_count(list) > 1);
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
            let list = app.mutes.of(&user);
            let mut muted = list.muted.write().await;
            *muted = None;
            match is_muted {
                true => app.store.mute(&user, &other).await,
                false => app.store.unmute(&user, &other).await,
            }
        });
        task.await.unwrap_or_else(|error| Err(StoreError::Unavailable(error.to_string())))
    }
}
