//! Holidays: the clocks of games with days a move stand still for whoever is away. Thirty days a year.
//!
//! The clock of a game is stopped by one event, for as long as the holiday lasts, when the holiday begins or when the
//! turn comes to somebody on holiday. A holiday that ends early gives the rest back in the same way.

use std::sync::Arc;

use mekong_core::{Explain, Lang, Player, explained_error, say};

use super::{App, PlayError};
use crate::{
    live::{ActError, Room, nothing_else},
    store::{StoreError, UserRow},
    table::{Clock, Event, Table},
    time::{DAY, Millis, now, year},
};

/// The days that everybody has each year.
pub const DAYS_A_YEAR: i64 = 30;

/// Why somebody does not go on holiday.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HolidayError {
    /// No days, or more than there are in a year.
    Days,
    /// So many days are not left.
    TooMany {
        /// How many are.
        left: i64,
    },
    /// They are on holiday already.
    Away,
    /// They are not on holiday.
    NotAway,
    /// The database did not take it.
    Store(StoreError),
}

impl HolidayError {
    /// A word for programs, which never changes.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            HolidayError::Days => "vacation-days",
            HolidayError::TooMany { .. } => "vacation-used-up",
            HolidayError::Away => "on-vacation",
            HolidayError::NotAway => "not-on-vacation",
            HolidayError::Store(_) => "unavailable",
        }
    }
}

impl Explain for HolidayError {
    fn explain(&self, lang: Lang) -> String {
        match self {
            HolidayError::Days => say!(
                lang,
                "a holiday has 1 to {DAYS_A_YEAR} days",
                "les vacances durent de 1 à {DAYS_A_YEAR} jours",
            ),
            HolidayError::TooMany { left } => say!(
                lang,
                "{left} days of holiday are left this year",
                "il reste {left} jours de vacances cette année",
            ),
            HolidayError::Away => say!(lang, "you are on holiday already", "vous êtes déjà en vacances"),
            HolidayError::NotAway => say!(lang, "you are not on holiday", "vous n'êtes pas en vacances"),
            HolidayError::Store(error) => error.to_string(),
        }
    }
}
explained_error!(HolidayError);

impl From<StoreError> for HolidayError {
    fn from(error: StoreError) -> HolidayError {
        HolidayError::Store(error)
    }
}

/// How many days of holiday a user has left in the year of a moment.
#[must_use]
pub fn days_left(user: &UserRow, now: Millis) -> i64 {
    if user.vacation_year == year(now) { user.vacation_days_left } else { DAYS_A_YEAR }
}

impl App {
    /// Sends somebody on holiday from now on. Gives the end.
    ///
    /// # Errors
    /// There are not so many days left, or they are away already.
    pub async fn start_holiday(self: &Arc<Self>, user: &UserRow, days: i64) -> Result<Millis, HolidayError> {
        let now = now();
        if !(1..=DAYS_A_YEAR).contains(&days) {
            return Err(HolidayError::Days);
        }
        if user.vacation_until > now {
            return Err(HolidayError::Away);
        }
        let left = days_left(user, now);
        if days > left {
            return Err(HolidayError::TooMany { left });
        }
        let until = now + days * DAY;
        match self.store.set_vacation(&user.id, user.vacation_until, until, left - days, year(now)).await {
            // Another tab was faster.
            Err(StoreError::Conflict) => return Err(HolidayError::Away),
            result => result?,
        }
        self.stop_clocks_of(&user.id, until).await?;
        Ok(until)
    }

    /// Ends a holiday early. Whole days that are left can be used another time.
    ///
    /// # Errors
    /// They are not away.
    pub async fn end_holiday(self: &Arc<Self>, user: &UserRow) -> Result<(), HolidayError> {
        let now = now();
        let rest = user.vacation_until - now;
        if rest <= 0 {
            return Err(HolidayError::NotAway);
        }
        // Days of last year are over with it.
        let left = (days_left(user, now) + rest / DAY).min(DAYS_A_YEAR);
        match self.store.set_vacation(&user.id, user.vacation_until, now, left, year(now)).await {
            Err(StoreError::Conflict) => return Err(HolidayError::NotAway),
            result => result?,
        }
        let go_on = |table: &Table| match table.stopped_until() - now {
            rest @ 1.. => vec![Event::Paused { milliseconds: -rest }],
            _ => Vec::new(),
        };
        self.for_slow_games_of(&user.id, go_on).await
    }

    async fn stop_clocks_of(self: &Arc<Self>, user: &str, until: Millis) -> Result<(), HolidayError> {
        self.for_slow_games_of(user, |table| stand_still(table, until)).await
    }

    /// Makes something happen in all games with days a move in which it is a user's turn.
    async fn for_slow_games_of(
        self: &Arc<Self>,
        user: &str,
        what: impl Fn(&Table) -> Vec<Event>,
    ) -> Result<(), HolidayError> {
        for game in self.store.playing(user, i64::MAX).await? {
            if !matches!(game.settings.clock, Clock::Days { .. }) {
                continue;
            }
            let Some(room) = self.rooms.get(&self.store, &game.id).await? else { continue };
            let if_their_turn =
                |table: &Table| if to_move(table) == Some(user) { what(table) } else { Vec::new() };
            if let Err(ActError::Store(error)) = room.happen(&self.store, if_their_turn, nothing_else).await {
                return Err(error.into());
            }
        }
        Ok(())
    }

    /// Stops the clock of a game whose turn has come to somebody on holiday.
    pub(super) async fn stop_for_holiday(&self, room: &Room, table: &Table) -> Result<(), PlayError> {
        if !matches!(table.settings().clock, Clock::Days { .. }) {
            return Ok(());
        }
        let Some(user) = to_move(table) else { return Ok(()) };
        let until = self.store.user(user).await?.map_or(0, |user| user.vacation_until);
        if until > now() {
            let what = |table: &Table| {
                if to_move(table) == Some(user) { stand_still(table, until) } else { Vec::new() }
            };
            room.happen(&self.store, what, nothing_else).await?;
        }
        Ok(())
    }

    /// Stops the clocks that should stand still and do not, because the server stopped before it came to them.
    pub(super) async fn resume_holidays(self: &Arc<Self>) -> Result<(), StoreError> {
        for (user, until) in self.store.on_vacation(now()).await? {
            if let Err(HolidayError::Store(error)) = self.stop_clocks_of(&user, until).await {
                return Err(error);
            }
        }
        Ok(())
    }
}

fn to_move(table: &Table) -> Option<&str> {
    table.turn().and_then(|player: Player| table.seat(player).user())
}

/// A clock that stands still already is not stopped again: that would count the same days twice.
fn stand_still(table: &Table, until: Millis) -> Vec<Event> {
    match until - table.stopped_until().max(now()) {
        milliseconds @ 1.. => vec![Event::Paused { milliseconds }],
        _ => Vec::new(),
    }
}
