//! Games as game files: export, and import of games that were played elsewhere.

mod exported;
mod import;

use std::slice;

use mekong_core::Player;
use mekong_record::{Clock as ClockTime, Comment, GameResult, Ply, Record};
use time::OffsetDateTime;

pub use self::import::{ImportSummary, MAX_GAMES, Rejection};
use super::{Users, Views};
use crate::{
    protocol::SeatView,
    store::{GameRow, Store, StoreError},
    table::{Clock, Event, LoggedEvent, Stage},
    time::Millis,
};

/// Import and export of games.
pub struct Records {
    store: Store,
    views: Views,
    base_url: String,
}

impl Records {
    pub(crate) const fn new(store: Store, views: Views, base_url: String) -> Records {
        Records { store, views, base_url }
    }

    /// The record of a finished or imported game, given its users.
    pub fn record(&self, row: &GameRow, users: &Users) -> Result<Record, StoreError> {
        let corrupt = |what: &str| StoreError::Corrupt(format!("the {what} of game {}", row.id));
        let settings = &row.settings;
        let start = settings.game_session(row.deal.seed).ok_or_else(|| corrupt("settings"))?;
        let mut record = start.to_record();
        for text in row.moves.split_ascii_whitespace() {
            record.plies.push(Ply::new(text).map_err(|_| corrupt("moves"))?);
        }
        record.set_result(result_of(row));
        let [p1, p2] = Player::BOTH.map(|player| name(users.seat_in(row, player)));
        let elo = |rating: Option<f64>| rating.map(|rating| rating.round().to_string());
        let [p1_elo, p2_elo] = row.ratings.map(elo);
        let event = match (row.is_imported, settings.rated) {
            (true, _) => Some("Imported game".to_owned()),
            (false, true) => Some("Rated game".to_owned()),
            (false, false) => Some("Casual game".to_owned()),
        };
        let importer = users.importer(row).and_then(|user| user.name);
        let termination = (!row.reason.is_empty()).then(|| row.reason.clone());
        for (tag, value) in [
            ("Event", event),
            ("ImportedBy", importer),
            ("Site", Some(format!("{}/game/{}", self.base_url, row.id))),
            ("Date", Some(date(row.created))),
            ("White", p1),
            ("Black", p2),
            ("TimeControl", (!row.is_imported).then(|| time_control(settings.clock))),
            ("WhiteElo", p1_elo),
            ("BlackElo", p2_elo),
            ("Termination", termination),
        ] {
            if let Some(value) = value {
                record.set_tag(tag, &value).map_err(|_| corrupt("tags"))?;
            }
        }
        Ok(record)
    }

    /// The record of one game, also while it is played, with clock times.
    pub async fn record_with_clocks(&self, id: &str) -> Result<Option<Record>, StoreError> {
        let Some(mut row) = self.store.game(id).await? else { return Ok(None) };
        let (events, _) = self.store.state_events(id).await?;
        let moves = moves_of(&events);
        if row.stage == Stage::Playing {
            let texts: Vec<&str> = moves.iter().map(|(text, _)| text.as_str()).collect();
            row.moves = texts.join(" ");
        }
        let mut record = self.record(&row, &self.views.users_in(slice::from_ref(&row)).await?)?;
        if record.plies.len() == moves.len() {
            for (ply, (_, left)) in record.plies.iter_mut().zip(&moves) {
                if let Some(left) = left {
                    let clock = ClockTime::from_millis((*left).max(0) as u64);
                    ply.comments.push(Comment::new("").with_clock(clock));
                }
            }
        }
        Ok(Some(record))
    }
}

/// The name of a player in a game file, which is in English.
fn name(seat: SeatView) -> Option<String> {
    match seat {
        SeatView::Named { name } => name,
        SeatView::Computer { level } => Some(format!("Mekong {level}")),
        SeatView::User { user, .. } => {
            Some(user.guest_name.map(|name| name.en).or(user.name).unwrap_or_else(|| "?".to_owned()))
        }
    }
}

fn result_of(row: &GameRow) -> GameResult {
    match (row.stage, row.winner) {
        (Stage::Finished, Some(Player::P1)) => GameResult::P1Wins,
        (Stage::Finished, Some(Player::P2)) => GameResult::P2Wins,
        (Stage::Finished, None) => GameResult::Draw,
        (Stage::Playing | Stage::Aborted, _) => GameResult::Unknown,
    }
}

/// The moves that were not taken back, each with the remaining time of its player.
fn moves_of(events: &[LoggedEvent]) -> Vec<(String, Option<Millis>)> {
    let mut moves = Vec::new();
    for logged in events {
        match &logged.event {
            Event::Move { text, by, clocks, .. } => {
                moves.push((text.clone(), clocks.map(|clocks| clocks.of((*by).into()))));
            }
            Event::Takeback { ply, .. } => moves.truncate(*ply as usize),
            _ => {}
        }
    }
    moves
}

/// A PGN date.
fn date(at: Millis) -> String {
    match OffsetDateTime::from_unix_timestamp(at.div_euclid(1_000)) {
        Ok(moment) => format!("{:04}.{:02}.{:02}", moment.year(), u8::from(moment.month()), moment.day()),
        Err(_) => "????.??.??".to_owned(),
    }
}

/// A PGN time control: seconds and increment, or moves per seconds.
fn time_control(clock: Clock) -> String {
    match clock {
        Clock::None => "-".to_owned(),
        Clock::Fischer { base, increment: 0 } => base.to_string(),
        Clock::Fischer { base, increment } => format!("{base}+{increment}"),
        Clock::Days { days } => format!("1/{}", u64::from(days) * 86_400),
    }
}

#[cfg(test)]
mod tests {
    use super::{date, time_control};
    use crate::{table::Clock, time::DAY};

    #[test]
    fn dates_and_time_controls_are_pgn() {
        assert_eq!(date(0), "1970.01.01");
        assert_eq!(date(365 * DAY - 1), "1970.12.31");
        assert_eq!(date(i64::MAX), "????.??.??");
        assert_eq!(time_control(Clock::Fischer { base: 300, increment: 3 }), "300+3");
        assert_eq!(time_control(Clock::Fischer { base: 60, increment: 0 }), "60");
        assert_eq!(time_control(Clock::Days { days: 3 }), "1/259200");
        assert_eq!(time_control(Clock::None), "-");
    }
}
