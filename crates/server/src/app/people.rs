//! Accounts: made from guests, entered by password or code, and left.

use std::{net::IpAddr, sync::Arc, time::Duration};

use mekong_core::{Explain, Lang, explained_error, say};

use super::{App, Left, PlayError};
use crate::{
    limits::TooOften,
    people::{self, Crowded, NameError, PasswordError, Standing},
    secrets,
    store::{ChallengeState, NewAccount, Store, StoreError, UserKind, UserRow},
    table::{Action, Actor},
    time::{Millis, now},
};

/// How long a code for a new password is good.
const CODE_IS_GOOD: Millis = 24 * 60 * 60 * 1_000;

/// After how long without a visit a session is over.
const SESSION_IS_GOOD: Millis = 400 * 24 * 60 * 60 * 1_000;

/// A session that has just begun: the secret goes into the cookie and is kept nowhere else.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Begun {
    /// The user.
    pub user: UserRow,
    /// The secret.
    pub secret: String,
}

/// Why somebody's account is not as they want it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PeopleError {
    /// The name will not do.
    Name(NameError),
    /// Somebody else has the name.
    NameTaken,
    /// Somebody else has a name that looks like it.
    NameTooSimilar,
    /// The password will not do.
    Password(PasswordError),
    /// They have an account already.
    HasAccount,
    /// One needs an account for that.
    NoAccount,
    /// The name or the password is wrong; nobody is told which.
    LogIn,
    /// The old password is wrong.
    WrongPassword,
    /// The name or the code is wrong, or the code is too old.
    Code,
    /// Whoever has played rated games stays a person.
    HasPlayed,
    /// Tried too often.
    TooOften(TooOften),
    /// Too many passwords wait to be looked at.
    Crowded,
    /// The database did not take it.
    Store(StoreError),
}

impl PeopleError {
    /// A word for programs, which never changes.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            PeopleError::Name(_) => "name",
            PeopleError::NameTaken => "name-taken",
            PeopleError::NameTooSimilar => "name-too-similar",
            PeopleError::Password(_) => "password",
            PeopleError::HasAccount => "has-account",
            PeopleError::NoAccount => "no-account",
            PeopleError::LogIn => "wrong-log-in",
            PeopleError::WrongPassword => "wrong-password",
            PeopleError::Code => "wrong-code",
            PeopleError::HasPlayed => "has-played-rated",
            PeopleError::TooOften(_) => "too-many-requests",
            PeopleError::Crowded => "log-in-busy",
            PeopleError::Store(_) => "unavailable",
        }
    }
}

impl Explain for PeopleError {
    fn explain(&self, lang: Lang) -> String {
        match self {
            PeopleError::Name(error) => error.explain(lang),
            PeopleError::NameTaken => {
                say!(lang, "somebody else has this name", "quelqu'un d'autre porte ce nom")
            }
            PeopleError::NameTooSimilar => say!(
                lang,
                "this name looks too much like another player's: choose a different one",
                "ce nom ressemble trop à celui d'un autre joueur : choisissez-en un autre",
            ),
            PeopleError::Password(error) => error.explain(lang),
            PeopleError::HasAccount => {
                say!(lang, "you have an account already", "vous avez déjà un compte")
            }
            PeopleError::NoAccount => {
                say!(lang, "you need an account for that", "il faut un compte pour cela")
            }
            PeopleError::LogIn => {
                say!(lang, "the name or the password is wrong", "le nom ou le mot de passe est faux")
            }
            PeopleError::WrongPassword => {
                say!(lang, "the password is wrong", "le mot de passe est faux")
            }
            PeopleError::Code => say!(
                lang,
                "the name or the code is wrong, or the code is too old",
                "le nom ou le code est faux, ou le code est périmé",
            ),
            PeopleError::HasPlayed => say!(
                lang,
                "this account has played rated games: make another one for the program",
                "ce compte a joué des parties classées : faites-en un autre pour le programme",
            ),
            PeopleError::TooOften(TooOften { seconds }) => {
                say!(lang, "too many tries: wait {seconds} s", "trop d'essais : attendez {seconds} s",)
            }
            PeopleError::Crowded => say!(
                lang,
                "too many people are logging in: try again in a moment",
                "trop de personnes se connectent : réessayez dans un instant",
            ),
            PeopleError::Store(error) => error.to_string(),
        }
    }
}
explained_error!(PeopleError);

impl From<Crowded> for PeopleError {
    fn from(_: Crowded) -> PeopleError {
        PeopleError::Crowded
    }
}

impl From<StoreError> for PeopleError {
    fn from(error: StoreError) -> PeopleError {
        PeopleError::Store(error)
    }
}

impl From<TooOften> for PeopleError {
    fn from(error: TooOften) -> PeopleError {
        PeopleError::TooOften(error)
    }
}

impl App {
    /// Makes an account, of the guest if there is one: their games come along.
    ///
    /// # Errors
    /// The name or the password will not do, or the database did not take it.
    pub async fn sign_up(
        &self,
        guest: Option<(&UserRow, &str)>,
        name: &str,
        password: String,
        address: IpAddr,
    ) -> Result<Begun, PeopleError> {
        if guest.is_some_and(|(user, _)| user.kind != UserKind::Guest) {
            return Err(PeopleError::HasAccount);
        }
        people::check_name(name).map_err(PeopleError::Name)?;
        people::check_password(&password).map_err(PeopleError::Password)?;
        self.check_free(name).await?;
        let password =
            people::hash(password, Standing::Stranger, self.limits.requester(address, name)).await?;
        let id = guest.map_or_else(secrets::id, |(user, _)| user.id.clone());
        let secret = secrets::secret();
        let account =
            NewAccount { id: &id, guest_session: guest.map(|(_, hash)| hash), name, password: &password };
        match self.store.make_account(account, &secrets::hash(&secret), now()).await {
            Ok(()) => {
                if let Some((_, old)) = guest {
                    self.tell_leavers(Left::Session(old.to_owned()));
                }
                self.begun(&id, secret).await
            }
            // Somebody was faster: somebody else, or another tab.
            Err(StoreError::Conflict) => self.check_free(name).await.and(Err(PeopleError::HasAccount)),
            Err(error) => Err(error.into()),
        }
    }

    /// Nobody may have the name, or one that can be taken for it.
    async fn check_free(&self, name: &str) -> Result<(), PeopleError> {
        if self.store.user_by_name(name).await?.is_some() {
            return Err(PeopleError::NameTaken);
        }
        if self.store.has_similar_name(name).await? { Err(PeopleError::NameTooSimilar) } else { Ok(()) }
    }

    /// Lets somebody in by name and password. `device` is what the browser says of earlier log-ins.
    ///
    /// # Errors
    /// One of them is wrong, or it was tried too often.
    pub async fn log_in(
        &self,
        name: &str,
        password: String,
        address: IpAddr,
        device: Option<&str>,
        instead_of: Option<&str>,
    ) -> Result<Begun, PeopleError> {
        // The database is asked before the limits only for somebody with a note that we signed.
        let is_known = match device.and_then(|note| self.devices.user(note)) {
            Some(owner) => self.store.user_by_name(name).await?.is_some_and(|user| user.id == owner),
            None => false,
        };
        let standing = match device.filter(|_| is_known) {
            Some(note) => self.limits.log_in_on_device(note).map(|()| Standing::Owner)?,
            None => self.limits.log_in(address, name).map(|()| Standing::Stranger)?,
        };
        let user = self.store.user_by_name(name).await?;
        // The same way for everybody: with or without an account, the time is the same.
        let stored = user.as_ref().and_then(|user| user.password.clone());
        let requester = self.limits.requester(address, name);
        let is_right = people::verify(password, stored.clone(), standing, requester).await?;
        let (Some(user), Some(stored)) = (user.filter(|_| is_right), stored) else {
            return Err(PeopleError::LogIn);
        };
        let secret = secrets::secret();
        match self.store.add_session(&user.id, &stored, &secrets::hash(&secret), instead_of, now()).await {
            // The password was changed meanwhile.
            Err(StoreError::Conflict) => return Err(PeopleError::LogIn),
            result => result?,
        }
        if let Some(old) = instead_of {
            self.tell_leavers(Left::Session(old.to_owned()));
        }
        Ok(Begun { user, secret })
    }

    /// Changes a password; all other sessions end, and all tokens are revoked.
    ///
    /// # Errors
    /// The old one is wrong, the new one will not do, or it was tried too often.
    pub async fn change_password(
        &self,
        user: &UserRow,
        session: &str,
        old: String,
        new: String,
        address: IpAddr,
    ) -> Result<(), PeopleError> {
        people::check_password(&new).map_err(PeopleError::Password)?;
        let stored = self.prove(user, session, old, address).await?;
        let new = people::hash(new, Standing::Owner, self.limits.requester(address, &user.id)).await?;
        match self.store.set_password(&user.id, &stored, &new, session).await {
            Err(StoreError::Conflict) => return Err(PeopleError::WrongPassword),
            result => result?,
        }
        self.tell_leavers(Left::AllBut { user: user.id.clone(), session: session.to_owned() });
        Ok(())
    }

    /// Asks for the password again before something that cannot be undone; gives its hash.
    async fn prove(
        &self,
        user: &UserRow,
        session: &str,
        password: String,
        address: IpAddr,
    ) -> Result<String, PeopleError> {
        let Some(stored) = &user.password else { return Err(PeopleError::NoAccount) };
        self.limits.password_in_session(session)?;
        let requester = self.limits.requester(address, &user.id);
        if people::verify(password, Some(stored.clone()), Standing::Owner, requester).await? {
            Ok(stored.clone())
        } else {
            Err(PeopleError::WrongPassword)
        }
    }

    /// Sets a password by the code that whoever runs the server gave out, and lets the owner in; all other sessions end,
    /// and all tokens are revoked.
    ///
    /// # Errors
    /// The name or the code is wrong, or the password will not do.
    pub async fn reset_password(
        &self,
        name: &str,
        code: &str,
        password: String,
        address: IpAddr,
    ) -> Result<Begun, PeopleError> {
        people::check_password(&password).map_err(PeopleError::Password)?;
        self.limits.reset_code(address, name)?;
        let given = secrets::hash(&people::plain_code(code));
        let (id, stored) = self.store.reset_code(name, now()).await?.unwrap_or_default();
        if !secrets::same(&given, &stored) {
            return Err(PeopleError::Code);
        }
        let password = people::hash(password, Standing::Owner, self.limits.requester(address, name)).await?;
        let secret = secrets::secret();
        let session = secrets::hash(&secret);
        match self.store.reset_password(&id, &stored, &password, &session, now()).await {
            Ok(()) => {
                self.tell_leavers(Left::AllBut { user: id.clone(), session });
                self.begun(&id, secret).await
            }
            Err(StoreError::Conflict) => Err(PeopleError::Code),
            Err(error) => Err(error.into()),
        }
    }

    async fn begun(&self, id: &str, secret: String) -> Result<Begun, PeopleError> {
        let user = self.store.user(id).await?.ok_or(PeopleError::NoAccount)?;
        Ok(Begun { user, secret })
    }

    /// Makes an account that of a program.
    ///
    /// # Errors
    /// It is none, or rated games were played with it.
    pub async fn become_bot(&self, user: &UserRow) -> Result<(), PeopleError> {
        if user.kind != UserKind::Account {
            let is_bot = user.kind == UserKind::Bot;
            return if is_bot { Ok(()) } else { Err(PeopleError::NoAccount) };
        }
        match self.store.make_bot(&user.id).await {
            Err(StoreError::Conflict) => Err(PeopleError::HasPlayed),
            result => Ok(result?),
        }
    }

    /// Deletes an account: open games are given up, challenges withdrawn, the name removed wherever it stands. The
    /// games stay.
    ///
    /// # Errors
    /// The password is wrong, or the database did not take it. What was given up before stays given up.
    pub async fn delete_account(
        self: &Arc<Self>,
        user: &UserRow,
        session: &str,
        password: String,
        address: IpAddr,
    ) -> Result<(), PeopleError> {
        self.prove(user, session, password, address).await?;
        self.leave_games(user).await?;
        for challenge in self.store.challenges_of(&user.id, now()).await? {
            let state =
                if challenge.from == user.id { ChallengeState::Cancelled } else { ChallengeState::Declined };
            // If it does not wait any more, that is well.
            let _ = self.end_challenge(&challenge.id, user, state).await;
        }
        let nameless = self.store.without_name(&user.id).await?;
        self.store.delete_user(&user.id, nameless).await?;
        // Something may have been said meanwhile; nothing more is from now on.
        self.store.write(self.store.without_name(&user.id).await?).await?;
        self.rooms.forget_name(&user.id).await;
        self.tell_leavers(Left::User(user.id.clone()));
        Ok(())
    }

    async fn leave_games(self: &Arc<Self>, user: &UserRow) -> Result<(), PeopleError> {
        loop {
            let games = self.store.playing(&user.id, 1_000).await?;
            for game in &games {
                let Ok(room) = self.room(&game.id).await else { continue };
                let Some(player) = room.table().player(&user.id) else { continue };
                for action in [Action::Abort, Action::Resign] {
                    match self.act(&game.id, Actor::Player(player), action).await {
                        Ok(_) => break,
                        Err(PlayError::Act(crate::live::ActError::Store(error))) => return Err(error.into()),
                        Err(_) => {}
                    }
                }
            }
            if games.len() < 1_000 {
                return Ok(());
            }
        }
    }
}

/// Makes a code with which somebody can set a new password, once, within a day. `None`: nobody has this name.
///
/// # Errors
/// The database did not take it.
pub async fn new_reset_code(store: &Store, name: &str) -> Result<Option<String>, StoreError> {
    let Some(user) = store.user_by_name(name).await? else { return Ok(None) };
    let code = secrets::code();
    store.set_reset_code(&user.id, &secrets::hash(&people::plain_code(&code)), now() + CODE_IS_GOOD).await?;
    Ok(Some(code))
}

/// Forgets, now and then, who has not come for long.
pub(super) async fn forget_strangers(app: std::sync::Weak<App>) {
    const ROUND: Duration = Duration::from_secs(60);
    const A_DAY: u64 = 24 * 60;
    for round in 0_u64.. {
        tokio::time::sleep(ROUND).await;
        let Some(app) = app.upgrade() else { return };
        if round % A_DAY == 0
            && let Err(error) = app.store.forget_strangers(now() - SESSION_IS_GOOD, now()).await
        {
            tracing::warn!(%error, "strangers could not be forgotten");
        }
    }
}
