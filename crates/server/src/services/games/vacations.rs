//! Vacations: the clocks of correspondence games are paused while the player to move is on vacation, up to thirty days
//! per year. Players read “holiday” in English, the word of the pages; code, routes and error codes say “vacation”.
//!
//! One `Paused` event per game covers the rest of the vacation. It is added when the vacation starts, or when the turn
//! passes to a player on vacation. If the vacation ends early, a negative pause returns the remaining time.

use std::sync::Arc;

use mekong_core::{Explain, Lang, Player, explained_error, say};

use super::Games;
use crate::{
    live::Room,
    store::{StoreError, UserRow},
    table::{Clock, Table},
    time::{DAY, Millis, now, year},
};

/// Vacation days per calendar year.
pub const DAYS_PER_YEAR: i64 = 30;

/// Why a vacation does not start or end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum VacationError {
    /// The number of days is out of range.
    Days,
    /// Too few days are left.
    TooMany {
        /// Number of days left.
        left: i64,
    },
    /// The user is on vacation already.
    AlreadyAway,
    /// The user is not on vacation.
    NotAway,
    /// The database failed.
    Store(StoreError),
}

impl VacationError {
    /// Error code, stable across versions.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            VacationError::Days => "vacation-days",
            VacationError::TooMany { .. } => "vacation-used-up",
            VacationError::AlreadyAway => "on-vacation",
            VacationError::NotAway => "not-on-vacation",
            VacationError::Store(_) => "unavailable",
        }
    }
}

impl Explain for VacationError {
    fn explain(&self, lang: Lang) -> String {
        match self {
            VacationError::Days => say!(
                lang,
                "a holiday lasts 1 to {DAYS_PER_YEAR} days",
                "les vacances durent de 1 à {DAYS_PER_YEAR} jours",
            ),
            VacationError::TooMany { left } => say!(
                lang,
                "holiday days left this year: {left}",
                "jours de vacances restants cette année : {left}",
            ),
            VacationError::AlreadyAway => {
                say!(lang, "you are already on holiday", "vous êtes déjà en vacances")
            }
            VacationError::NotAway => say!(lang, "you are not on holiday", "vous n’êtes pas en vacances"),
            VacationError::Store(error) => error.explain(lang),
        }
    }
}
explained_error!(VacationError);

impl From<StoreError> for VacationError {
    fn from(error: StoreError) -> VacationError {
        VacationError::Store(error)
    }
}

/// The vacation days that a user has left in the current year.
#[must_use]
pub fn days_left(user: &UserRow, now: Millis) -> i64 {
    if user.vacation_year == year(now) { user.vacation_days_left } else { DAYS_PER_YEAR }
}

impl Games {
    /// Starts a vacation and returns its end.
    pub async fn start_vacation(
        self: &Arc<Self>,
        user: &UserRow,
        days: i64,
    ) -> Result<Millis, VacationError> {
        let now = now();
        if !(1..=DAYS_PER_YEAR).contains(&days) {
            return Err(VacationError::Days);
        }
        if user.vacation_until > now {
            return Err(VacationError::AlreadyAway);
        }
        let left = days_left(user, now);
        if days > left {
            return Err(VacationError::TooMany { left });
        }
        let until = now + days * DAY;
        match self.store.set_vacation(&user.id, user.vacation_until, until, left - days, year(now)).await {
            // Started from another tab.
            Err(StoreError::ConditionFailed) => return Err(VacationError::AlreadyAway),
            result => result?,
        }
        self.pause_clocks_of(&user.id, until).await?;
        Ok(until)
    }

    /// Ends a vacation early. Whole remaining days can be used later.
    pub async fn end_vacation(self: &Arc<Self>, user: &UserRow) -> Result<(), VacationError> {
        let now = now();
        let rest = user.vacation_until - now;
        if rest <= 0 {
            return Err(VacationError::NotAway);
        }
        // Days of the previous year cannot be carried over.
        let left = (days_left(user, now) + rest / DAY).min(DAYS_PER_YEAR);
        match self.store.set_vacation(&user.id, user.vacation_until, now, left, year(now)).await {
            Err(StoreError::ConditionFailed) => return Err(VacationError::NotAway),
            result => result?,
        }
        let rest_of_pause = |table: &Table| Some(now - table.paused_until()).filter(|&rest| rest < 0);
        Ok(self.pause_correspondence_games_of(&user.id, rest_of_pause).await?)
    }

    async fn pause_clocks_of(&self, user: &str, until: Millis) -> Result<(), StoreError> {
        self.pause_correspondence_games_of(user, |table| pause_until(table, until)).await
    }

    /// Pauses all correspondence games in which the user is to move.
    async fn pause_correspondence_games_of(
        &self,
        user: &str,
        length: impl Fn(&Table) -> Option<Millis>,
    ) -> Result<(), StoreError> {
        for game in self.store.playing(user, i64::MAX).await? {
            if !matches!(game.settings.clock, Clock::Days { .. }) {
                continue;
            }
            let Some(room) = self.rooms.get(&self.store, &game.id).await? else { continue };
            let if_their_turn =
                |table: &Table| if to_move(table) == Some(user) { length(table) } else { None };
            self.pause(&room, if_their_turn).await?;
        }
        Ok(())
    }

    /// Pauses the clock of a game if the player to move is on vacation.
    pub(super) async fn pause_for_vacation(&self, room: &Room, table: &Table) -> Result<(), StoreError> {
        if !matches!(table.settings().clock, Clock::Days { .. }) {
            return Ok(());
        }
        let Some(user) = to_move(table) else { return Ok(()) };
        let until = self.store.user(user).await?.map_or(0, |user| user.vacation_until);
        if until > now() {
            let length =
                |table: &Table| if to_move(table) == Some(user) { pause_until(table, until) } else { None };
            self.pause(room, length).await?;
        }
        Ok(())
    }

    /// Pauses the clocks that were not paused because the server stopped while a vacation started.
    pub(super) async fn resume_vacations(self: &Arc<Self>) -> Result<(), StoreError> {
        for (user, until) in self.store.on_vacation(now()).await? {
            self.pause_clocks_of(&user, until).await?;
        }
        Ok(())
    }
}

fn to_move(table: &Table) -> Option<&str> {
    table.turn().and_then(|player: Player| table.seat(player).user())
}

/// How long to pause a clock until a given time. A clock that is paused already is extended, not paused twice.
fn pause_until(table: &Table, until: Millis) -> Option<Millis> {
    Some(until - table.paused_until().max(now())).filter(|&length| length > 0)
}
