//! Games as records, for game files.

use std::collections::HashMap;

use mekong_core::Player;
use mekong_record::{Clock as ClockTime, Comment, GameResult, Ply, Record};
use time::OffsetDateTime;

use super::App;
use crate::{
    store::{GameRow, StoreError, UserKind},
    table::{Clock, Event, Logged, Seat},
    time::Millis,
};

/// What guests are called in game files, whose words are English.
const GUEST: &str = "Guest";

/// The names of users that were looked up.
#[derive(Debug, Default)]
pub(crate) struct Names(HashMap<String, String>);

impl App {
    /// The record of a game.
    pub(crate) async fn record(&self, row: &GameRow, names: &mut Names) -> Result<Record, StoreError> {
        let corrupt = |what: &str| StoreError::Corrupt(format!("the {what} of game {}", row.id));
        let settings = &row.settings;
        let start = settings.session(row.deal.seed).ok_or_else(|| corrupt("settings"))?;
        let mut record = start.to_record();
        for text in row.moves.split_ascii_whitespace() {
            record.line.push(Ply::new(text).map_err(|_| corrupt("moves"))?);
        }
        record.set_result(result_of(row));
        let [p1, p2] =
            [self.name_in(row, Player::P1, names).await?, self.name_in(row, Player::P2, names).await?];
        let elo = |rating: Option<f64>| rating.map(|rating| rating.round().to_string());
        let [p1_elo, p2_elo] = row.ratings.map(elo);
        let event = match (row.is_imported, settings.rated) {
            (true, _) => Some("Imported game".to_owned()),
            (false, true) => Some("Rated game".to_owned()),
            (false, false) => Some("Casual game".to_owned()),
        };
        let importer = match &row.imported_by {
            Some(user) => self.user_ref(user).await?.name,
            None => None,
        };
        let termination = (!row.reason.is_empty()).then(|| row.reason.clone());
        for (tag, value) in [
            ("Event", event),
            ("ImportedBy", importer),
            ("Site", Some(format!("{}/game/{}", self.config.base_url, row.id))),
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

    /// The record of one game, also while it is played, with what the clocks showed.
    pub(crate) async fn whole_record(&self, id: &str) -> Result<Option<Record>, StoreError> {
        let Some(mut row) = self.store.game(id).await? else { return Ok(None) };
        let (events, _) = self.store.play_events(id).await?;
        let moves = moves_of(&events);
        if row.state == "playing" {
            let texts: Vec<&str> = moves.iter().map(|(text, _)| text.as_str()).collect();
            row.moves = texts.join(" ");
        }
        let mut record = self.record(&row, &mut Names::default()).await?;
        if record.line.len() == moves.len() {
            for (ply, (_, left)) in record.line.iter_mut().zip(&moves) {
                if let Some(left) = left {
                    let clock = ClockTime::from_millis((*left).max(0) as u64);
                    ply.comments.push(Comment::new("").with_clock(clock));
                }
            }
        }
        Ok(Some(record))
    }

    async fn name_in(
        &self,
        row: &GameRow,
        player: Player,
        names: &mut Names,
    ) -> Result<Option<String>, StoreError> {
        let user = match &row.seats[player.index()] {
            None => return Ok(row.names[player.index()].clone()),
            Some(Seat::Computer { level }) => return Ok(Some(format!("Mekong {level}"))),
            Some(Seat::Person { user }) => user,
        };
        if let Some(name) = names.0.get(user) {
            return Ok(Some(name.clone()));
        }
        let name = match self.store.user(user).await? {
            Some(row) if row.kind == UserKind::Guest => GUEST.to_owned(),
            Some(row) => row.name.unwrap_or_else(|| "?".to_owned()),
            None => "?".to_owned(),
        };
        names.0.insert(user.clone(), name.clone());
        Ok(Some(name))
    }
}

impl Names {
    /// Forgets the names, so that they do not fill the memory.
    pub(crate) fn forget(&mut self) {
        self.0.clear();
    }
}

fn result_of(row: &GameRow) -> GameResult {
    match (row.state.as_str(), row.winner.as_str()) {
        ("finished", "p1") => GameResult::P1Wins,
        ("finished", "p2") => GameResult::P2Wins,
        ("finished", _) => GameResult::Draw,
        _ => GameResult::Unknown,
    }
}

/// The moves that were not taken back, with what their player had left after them.
pub(super) fn moves_of(events: &[Logged]) -> Vec<(String, Option<Millis>)> {
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

/// As game files write dates.
fn date(at: Millis) -> String {
    match OffsetDateTime::from_unix_timestamp(at.div_euclid(1_000)) {
        Ok(moment) => format!("{:04}.{:02}.{:02}", moment.year(), u8::from(moment.month()), moment.day()),
        Err(_) => "????.??.??".to_owned(),
    }
}

/// As game files write clocks: seconds and increment, or moves in seconds.
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
    fn dates_and_clocks_are_written_as_in_game_files() {
        assert_eq!(date(0), "1970.01.01");
        assert_eq!(date(365 * DAY - 1), "1970.12.31");
        assert_eq!(date(i64::MAX), "????.??.??");
        assert_eq!(time_control(Clock::Fischer { base: 300, increment: 3 }), "300+3");
        assert_eq!(time_control(Clock::Fischer { base: 60, increment: 0 }), "60");
        assert_eq!(time_control(Clock::Days { days: 3 }), "1/259200");
        assert_eq!(time_control(Clock::None), "-");
    }
}
