mod error;

use std::{net::IpAddr, sync::Arc};

use tokio::sync::broadcast;

pub use self::error::AccountError;
use super::{
    ChallengeError, GameError, Games, Lobby,
    revocations::{Revocation, Revocations},
};
use crate::{
    limits::RequestLimits,
    live::{ActError, Broker, Rooms},
    people::{self, Devices, HashPriority, Hasher, Scope, UserKind},
    secrets,
    store::{NewAccount, Store, StoreError, TokenRow, UserRow},
    table::{Action, Actor, ChallengeState},
    time::{DAY, MINUTE, Millis, now},
};

/// Validity of a password reset code.
const RESET_CODE_VALIDITY: Millis = DAY;

/// Validity of an unused session.
const SESSION_VALIDITY: Millis = 400 * DAY;

/// How often the time of the last visit is updated.
const SEEN_INTERVAL: Millis = 10 * MINUTE;

/// Prefix of tokens, by which leaked ones can be recognised.
const TOKEN_PREFIX: &str = "mekong_";

/// A new session. Its secret goes into the cookie; the database stores only a hash.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewSession {
    /// Owner of the session.
    pub user: UserRow,
    /// Secret of the session.
    pub secret: String,
}

/// Accounts and their sessions.
pub struct Accounts {
    store: Store,
    limits: Arc<RequestLimits>,
    devices: Devices,
    rooms: Rooms,
    games: Arc<Games>,
    lobby: Arc<Lobby>,
    revocations: Revocations,
    hasher: Hasher,
}

impl Accounts {
    pub(crate) fn new(
        store: Store,
        limits: Arc<RequestLimits>,
        devices: Devices,
        rooms: Rooms,
        games: Arc<Games>,
        lobby: Arc<Lobby>,
        broker: Broker,
    ) -> Accounts {
        let (revocations, hasher) = (Revocations::new(broker), Hasher::start());
        Accounts { store, limits, devices, rooms, games, lobby, revocations, hasher }
    }

    /// Handles a revocation by another node.
    pub(super) async fn revoked_remotely(&self, revocation: Revocation) {
        if let Revocation::User(user) = &revocation {
            self.rooms.anonymize(user).await;
        }
        self.revocations.publish_locally(revocation);
    }

    /// Makes every connection look up whether its session or token still exists.
    pub(super) fn check_all_sessions(&self) {
        self.revocations.publish_locally(Revocation::CheckAll);
    }

    /// The sessions and tokens that end from now on.
    pub(crate) fn revocations(&self) -> broadcast::Receiver<Revocation> {
        self.revocations.subscribe()
    }

    /// Creates a guest with a session.
    pub async fn create_guest(&self, id: &str) -> Result<NewSession, StoreError> {
        let secret = secrets::secret();
        let user = self.store.add_guest(id, &secrets::hash(&secret), now()).await?;
        Ok(NewSession { user, secret })
    }

    /// Records the time of the last visit, in the background and not at every request. `session` is the hash of the session.
    pub(crate) fn record_visit(&self, user: &UserRow, session: &str) {
        let (now, store) = (now(), self.store.clone());
        if user.seen < now - SEEN_INTERVAL {
            let (user, session) = (user.id.clone(), session.to_owned());
            write_in_background(async move { store.mark_seen(&user, Some(&session), now).await });
        }
    }

    /// Records the use of a token, in the background and not at every request.
    pub(crate) fn record_token_use(&self, token: &TokenRow) {
        let (now, store) = (now(), self.store.clone());
        if token.used.is_none_or(|used| used < now - SEEN_INTERVAL) {
            let id = token.id.clone();
            write_in_background(async move { store.mark_token_used(&id, now).await });
        }
    }

    /// Creates a token and returns its secret, which is not stored. [`StoreError::ConditionFailed`] if the session has ended.
    pub async fn create_token(
        &self,
        user: &str,
        session: &str,
        label: &str,
        scopes: &[Scope],
    ) -> Result<(String, TokenRow), StoreError> {
        let secret = format!("{TOKEN_PREFIX}{}", secrets::secret());
        let codes: Vec<&str> = scopes.iter().copied().map(Scope::code).collect();
        let row = TokenRow {
            id: secrets::id(),
            user: user.to_owned(),
            label: label.to_owned(),
            scopes: codes.join(" "),
            created: now(),
            used: None,
        };
        self.store.add_token(&row, &secrets::hash(&secret), session).await?;
        Ok((secret, row))
    }

    /// Ends a session.
    pub async fn log_out(&self, session: &str) -> Result<(), StoreError> {
        self.store.end_session(session).await?;
        self.revocations.publish(Revocation::Session(session.to_owned()));
        Ok(())
    }

    /// Revokes a token. [`StoreError::ConditionFailed`] if the user has no such token.
    pub async fn revoke_token(&self, user: &str, id: &str) -> Result<(), StoreError> {
        self.store.remove_token(user, id).await?;
        self.revocations.publish(Revocation::Token(id.to_owned()));
        Ok(())
    }

    /// Deletes sessions that have not been used for long, and guests without sessions.
    pub(crate) async fn purge_stale_guests(&self, now: Millis) -> Result<(), StoreError> {
        self.store.purge_stale_guests(now - SESSION_VALIDITY, now).await
    }

    /// Creates an account. A guest who signs up keeps their games.
    pub async fn sign_up(
        &self,
        guest: Option<(&UserRow, &str)>,
        name: &str,
        password: String,
        address: IpAddr,
    ) -> Result<NewSession, AccountError> {
        if guest.is_some_and(|(user, _)| user.kind != UserKind::Guest) {
            return Err(AccountError::HasAccount);
        }
        people::check_name(name).map_err(AccountError::Name)?;
        people::check_password(&password).map_err(AccountError::Password)?;
        self.check_name_is_free(name).await?;
        let password =
            self.hasher.hash(password, HashPriority::Anonymous, self.limits.requester(address, name)).await?;
        let id = guest.map_or_else(secrets::id, |(user, _)| user.id.clone());
        let secret = secrets::secret();
        let account =
            NewAccount { id: &id, guest_session: guest.map(|(_, hash)| hash), name, password: &password };
        match self.store.create_account(account, &secrets::hash(&secret), now()).await {
            Ok(()) => {
                if let Some((_, old)) = guest {
                    self.revocations.publish(Revocation::Session(old.to_owned()));
                }
                self.new_session(&id, secret).await
            }
            // The name was taken, perhaps at the same time, or the guest signed up in another tab.
            Err(StoreError::Conflict | StoreError::ConditionFailed) => {
                self.check_name_is_free(name).await.and(Err(AccountError::HasAccount))
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Checks that a name is neither taken nor easily mistaken for another.
    async fn check_name_is_free(&self, name: &str) -> Result<(), AccountError> {
        if self.store.user_by_name(name).await?.is_some() {
            return Err(AccountError::NameTaken);
        }
        if self.store.has_similar_name(name).await? { Err(AccountError::NameTooSimilar) } else { Ok(()) }
    }

    /// A new cookie value that marks a browser as known to a user.
    pub(crate) fn issue_device_cookie(&self, user: &str) -> String {
        self.devices.issue(user)
    }

    /// Logs a user in by name and password. `device` is the device cookie, set at an earlier log-in with this browser.
    pub async fn log_in(
        &self,
        name: &str,
        password: String,
        address: IpAddr,
        device: Option<&str>,
        instead_of: Option<&str>,
    ) -> Result<NewSession, AccountError> {
        // Only a valid cookie allows a query before the rate limit.
        let is_known = match device.and_then(|cookie| self.devices.user(cookie)) {
            Some(owner) => self.store.user_by_name(name).await?.is_some_and(|user| user.id == owner),
            None => false,
        };
        let priority = match device.filter(|_| is_known) {
            Some(cookie) => {
                self.limits.log_ins.password_on_device(cookie).map(|()| HashPriority::KnownOwner)?
            }
            None => self.limits.log_ins.password(address, name).map(|()| HashPriority::Anonymous)?,
        };
        let user = self.store.user_by_name(name).await?;
        // Same work with and without an account, so that the time does not reveal which names exist.
        let stored = self.store.password_hash(user.as_ref().map_or("", |user| &user.id)).await?;
        let requester = self.limits.requester(address, name);
        let is_right = self.hasher.verify(password, stored.clone(), priority, requester).await?;
        let (Some(user), Some(stored)) = (user.filter(|_| is_right), stored) else {
            return Err(AccountError::LogIn);
        };
        let secret = secrets::secret();
        match self.store.add_session(&user.id, &stored, &secrets::hash(&secret), instead_of, now()).await {
            // The password was changed meanwhile.
            Err(StoreError::ConditionFailed) => return Err(AccountError::LogIn),
            result => result?,
        }
        if let Some(old) = instead_of {
            self.revocations.publish(Revocation::Session(old.to_owned()));
        }
        Ok(NewSession { user, secret })
    }

    /// Changes a password, ends all other sessions and revokes all tokens.
    pub async fn change_password(
        &self,
        user: &UserRow,
        session: &str,
        old: String,
        new: String,
        address: IpAddr,
    ) -> Result<(), AccountError> {
        people::check_password(&new).map_err(AccountError::Password)?;
        let stored = self.confirm_password(user, session, old, address).await?;
        let new =
            self.hasher.hash(new, HashPriority::KnownOwner, self.limits.requester(address, &user.id)).await?;
        match self.store.set_password(&user.id, &stored, &new, session).await {
            Err(StoreError::ConditionFailed) => return Err(AccountError::WrongPassword),
            result => result?,
        }
        self.revocations.publish(Revocation::AllBut { user: user.id.clone(), session: session.to_owned() });
        Ok(())
    }

    /// Verifies the password before an irreversible operation. Returns its hash.
    async fn confirm_password(
        &self,
        user: &UserRow,
        session: &str,
        password: String,
        address: IpAddr,
    ) -> Result<String, AccountError> {
        if !user.kind.has_account() {
            return Err(AccountError::NoAccount);
        }
        self.limits.log_ins.password_in_session(session)?;
        let stored = self.store.password_hash(&user.id).await?.ok_or(AccountError::NoAccount)?;
        let requester = self.limits.requester(address, &user.id);
        if self.hasher.verify(password, Some(stored.clone()), HashPriority::KnownOwner, requester).await? {
            Ok(stored)
        } else {
            Err(AccountError::WrongPassword)
        }
    }

    /// Sets a password with a reset code from the operator, and logs the user in. All other sessions end and all tokens are
    /// revoked.
    pub async fn reset_password(
        &self,
        name: &str,
        code: &str,
        password: String,
        address: IpAddr,
    ) -> Result<NewSession, AccountError> {
        people::check_password(&password).map_err(AccountError::Password)?;
        self.limits.log_ins.reset_code(address, name)?;
        let given = secrets::hash(&people::normalize_code(code));
        let (id, stored) = self.store.reset_code(name, now()).await?.unwrap_or_default();
        if !secrets::same(&given, &stored) {
            return Err(AccountError::Code);
        }
        let password = self
            .hasher
            .hash(password, HashPriority::KnownOwner, self.limits.requester(address, name))
            .await?;
        let secret = secrets::secret();
        let session = secrets::hash(&secret);
        match self.store.reset_password(&id, &stored, &password, &session, now()).await {
            Ok(()) => {
                self.revocations.publish(Revocation::AllBut { user: id.clone(), session });
                self.new_session(&id, secret).await
            }
            Err(StoreError::ConditionFailed) => Err(AccountError::Code),
            Err(error) => Err(error.into()),
        }
    }

    async fn new_session(&self, id: &str, secret: String) -> Result<NewSession, AccountError> {
        let user = self.store.user(id).await?.ok_or(AccountError::NoAccount)?;
        Ok(NewSession { user, secret })
    }

    /// Turns an account into a bot account.
    pub async fn become_bot(&self, user: &UserRow) -> Result<(), AccountError> {
        if user.kind != UserKind::Account {
            let is_bot = user.kind == UserKind::Bot;
            return if is_bot { Ok(()) } else { Err(AccountError::NoAccount) };
        }
        match self.store.convert_to_bot(&user.id).await {
            Err(StoreError::ConditionFailed) => Err(AccountError::HasPlayed),
            result => Ok(result?),
        }
    }

    /// Deletes an account: resigns its games, closes its challenges and removes its name. Finished games are kept. After an
    /// error, games that were resigned stay resigned.
    pub async fn delete_account(
        &self,
        user: &UserRow,
        session: &str,
        password: String,
        address: IpAddr,
    ) -> Result<(), AccountError> {
        self.confirm_password(user, session, password, address).await?;
        self.leave_games(user).await?;
        for challenge in self.store.challenges_of(&user.id, now()).await? {
            let state =
                if challenge.from == user.id { ChallengeState::Cancelled } else { ChallengeState::Declined };
            // Another error means that it was closed meanwhile.
            if let Err(ChallengeError::Store(error)) = self.lobby.close(&challenge.id, user, state).await {
                return Err(error.into());
            }
        }
        self.store.anonymize_chat(&user.id).await?;
        self.store.delete_user(&user.id).await?;
        // Once more, for chat messages sent before the account was deleted.
        self.store.anonymize_chat(&user.id).await?;
        self.rooms.anonymize(&user.id).await;
        self.revocations.publish(Revocation::User(user.id.clone()));
        Ok(())
    }

    async fn leave_games(&self, user: &UserRow) -> Result<(), AccountError> {
        for game in self.store.playing(&user.id, i64::MAX).await? {
            let room = match self.games.room(&game.id).await {
                Err(GameError::Act(ActError::Store(StoreError::Corrupt(error)))) => {
                    tracing::warn!(error, game = game.id, "game of a deleted account not resigned");
                    continue;
                }
                Err(GameError::Act(ActError::Store(error))) => return Err(error.into()),
                Err(_) => continue,
                Ok(room) => room,
            };
            let Some(player) = room.table().player(&user.id) else { continue };
            for action in [Action::Abort, Action::Resign] {
                match self.games.act(&room, Actor::Player(player), action).await {
                    Ok(_) => break,
                    Err(ActError::Store(error)) => return Err(error.into()),
                    Err(_) => {}
                }
            }
        }
        Ok(())
    }
}

/// Runs a write in the background. It may be lost.
fn write_in_background(writing: impl Future<Output = Result<(), StoreError>> + Send + 'static) {
    tokio::spawn(async move {
        if let Err(error) = writing.await {
            tracing::debug!(%error, "last use not stored");
        }
    });
}

/// Creates a password reset code, valid once and for a day. `None` if there is no such user.
pub async fn new_reset_code(store: &Store, name: &str) -> Result<Option<String>, StoreError> {
    let Some(user) = store.user_by_name(name).await? else { return Ok(None) };
    let code = secrets::code();
    store
        .set_reset_code(&user.id, &secrets::hash(&people::normalize_code(&code)), now() + RESET_CODE_VALIDITY)
        .await?;
    Ok(Some(code))
}
