//! Sessions and tokens that end take their connections with them: otherwise whoever stole one would stay at the board.

use tokio::sync::broadcast;

use super::App;
use crate::store::StoreError;

/// What has ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Left {
    /// A session, by the hash of its secret.
    Session(String),
    /// A token, by its number.
    Token(String),
    /// All tokens and all sessions of a user but one.
    AllBut {
        /// Whose.
        user: String,
        /// The hash of the session that goes on.
        session: String,
    },
    /// All sessions and tokens of a user, who is gone.
    User(String),
}

impl App {
    /// Ends a session.
    ///
    /// # Errors
    /// The database did not take it.
    pub async fn log_out(&self, session: &str) -> Result<(), StoreError> {
        self.store.end_session(session).await?;
        self.tell_leavers(Left::Session(session.to_owned()));
        Ok(())
    }

    /// Takes a token away.
    ///
    /// # Errors
    /// [`StoreError::Conflict`]: the user has no such token.
    pub async fn remove_token(&self, user: &str, id: &str) -> Result<(), StoreError> {
        self.store.remove_token(user, id).await?;
        self.tell_leavers(Left::Token(id.to_owned()));
        Ok(())
    }

    /// Tells all connections what has ended.
    pub(super) fn tell_leavers(&self, left: Left) {
        // Nobody may be connected.
        let _ = self.leaving.send(left);
    }

    /// Hears what ends from now on.
    pub(crate) fn leavers(&self) -> broadcast::Receiver<Left> {
        self.leaving.subscribe()
    }
}
