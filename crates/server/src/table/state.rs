mod decide;

use mekong_catalog::Session;
use mekong_core::Player;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub(super) use self::decide::{refused, usual_text};
use super::{Clocks, End, Event, Offer, Seat, Settings, clock::MOST_LAG, settings::seat};
use crate::time::Millis;

/// How long a live game waits for the first move of either player.
const FIRST_MOVE: Millis = 60_000;

/// An event with its number and its time, as it is stored and sent.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Logged {
    /// The number: 1 for the first event of a game.
    pub seq: u64,
    /// When it happened.
    pub at: Millis,
    /// What happened.
    #[serde(flatten)]
    pub event: Event,
}

/// Where a game stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// It is being played.
    Playing,
    /// It is over and has a result.
    Finished,
    /// It was broken off.
    Aborted,
}

/// How much a player has done of what can be done at any time, and has a bound so that a game does not grow for ever.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    offers: u32,
    takebacks: u32,
    gifts: u32,
}

/// A game between two seats.
#[derive(Clone, Debug)]
pub struct Table {
    settings: Settings,
    seats: [Seat; 2],
    session: Session,
    /// What both have left, as of `since`.
    clocks: Option<Clocks>,
    /// The clocks after every ply, to take moves back to, with all time that was given since; the first entry is the start.
    clock_history: Vec<Option<Clocks>>,
    /// Who made which move: turns need not alternate.
    movers: Vec<Player>,
    /// Since when the player to move has been thinking.
    since: Millis,
    /// How much a slow line can still be forgiven, by player.
    lag_quota: [Millis; 2],
    /// Until when the clock stands still in this turn, because it was stopped.
    stopped_until: Millis,
    /// Who has what on offer.
    offers: Vec<(Offer, Player)>,
    /// What was declined since the last move: it is not offered again at once.
    declined: Vec<(Offer, Player)>,
    /// What was offered since the last move, as often as it was.
    offered: Vec<(Offer, Player)>,
    /// How much of what can be done at any time both have done.
    counts: [Counts; 2],
    end: Option<End>,
    rematch: Option<String>,
    last_seq: u64,
}

impl Table {
    /// A table at which the game begins at a moment. `None` only if the settings were never checked.
    #[must_use]
    pub fn new(settings: Settings, seats: [Seat; 2], seed: u64, begin: Millis) -> Option<Table> {
        let session = settings.session(seed)?;
        let clocks = settings.clock.start();
        let lag_quota = [settings.clock.max_lag_quota(); 2];
        Some(Table {
            settings,
            seats,
            session,
            clocks,
            clock_history: vec![clocks],
            movers: Vec::new(),
            since: begin,
            lag_quota,
            stopped_until: 0,
            offers: Vec::new(),
            declined: Vec::new(),
            offered: Vec::new(),
            counts: [Counts::default(); 2],
            end: None,
            rematch: None,
            last_seq: 0,
        })
    }

    /// What was agreed.
    #[must_use]
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Both seats, the first player's first.
    #[must_use]
    pub const fn seats(&self) -> &[Seat; 2] {
        &self.seats
    }

    /// The game so far.
    #[must_use]
    pub const fn session(&self) -> &Session {
        &self.session
    }

    /// How many moves were made.
    #[must_use]
    pub fn ply(&self) -> u32 {
        self.movers.len() as u32
    }

    /// How it ended.
    #[must_use]
    pub const fn end(&self) -> Option<&End> {
        self.end.as_ref()
    }

    /// The game that was played after this one.
    #[must_use]
    pub fn rematch(&self) -> Option<&str> {
        self.rematch.as_deref()
    }

    /// Where it stands.
    #[must_use]
    pub fn stage(&self) -> Stage {
        match &self.end {
            None => Stage::Playing,
            Some(end) if end.is_aborted() => Stage::Aborted,
            Some(_) => Stage::Finished,
        }
    }

    /// What is on offer, and by whom.
    #[must_use]
    pub fn offers(&self) -> &[(Offer, Player)] {
        &self.offers
    }

    /// The number of the last event.
    #[must_use]
    pub const fn last_seq(&self) -> u64 {
        self.last_seq
    }

    /// Who is to move; nobody once it is over.
    #[must_use]
    pub fn turn(&self) -> Option<Player> {
        if self.end.is_some() { None } else { self.session.turn() }
    }

    /// The seat of a user.
    #[must_use]
    pub fn player(&self, user: &str) -> Option<Player> {
        Player::BOTH.into_iter().find(|&player| seat(&self.seats, player).user() == Some(user))
    }

    /// Who sits where.
    #[must_use]
    pub fn seat(&self, player: Player) -> &Seat {
        seat(&self.seats, player)
    }

    /// Since when the player to move has been thinking.
    #[must_use]
    pub const fn since(&self) -> Millis {
        self.since
    }

    /// Until when the clock stands still in this turn, because it was stopped; a moment of the past if it was not.
    #[must_use]
    pub const fn stopped_until(&self) -> Millis {
        self.stopped_until
    }

    /// What both have left at a moment; never less than nothing.
    #[must_use]
    pub fn clocks_at(&self, now: Millis) -> Option<Clocks> {
        let mut clocks = self.clocks?;
        if let Some(player) = self.running() {
            clocks.set(player, (clocks.of(player) - (now - self.since).max(0)).max(0));
        }
        Some(clocks)
    }

    /// When the player to move runs out of time, or has kept the opponent waiting too long for the first move.
    #[must_use]
    pub fn deadline(&self) -> Option<Millis> {
        match self.running() {
            Some(player) => Some(self.since + self.clocks?.of(player)),
            None if self.settings.clock.is_live() && self.end.is_none() => Some(self.since + FIRST_MOVE),
            None => None,
        }
    }

    /// When somebody has to look whether time is over: a move that is still on a slow line may yet come in time.
    #[must_use]
    pub fn alarm(&self) -> Option<Millis> {
        self.deadline().map(|deadline| deadline + self.patience())
    }

    /// The end by time, once no move that is still on the line can come in time.
    #[must_use]
    pub fn flag(&self, now: Millis) -> Option<Event> {
        self.time_over(now - self.patience())
    }

    fn patience(&self) -> Millis {
        self.running().map_or(0, |player| self.max_lag(player))
    }

    /// The most that a slow line is forgiven for the next move of a player.
    fn max_lag(&self, player: Player) -> Millis {
        self.lag_quota[player.index()].min(MOST_LAG)
    }

    /// Whose clock runs. Until both have made their first move nobody's does in a live game: people must find their seats.
    fn running(&self) -> Option<Player> {
        let player = self.turn()?;
        if self.settings.clock.is_live() && !self.has_moved(player) { None } else { Some(player) }
    }

    fn has_moved(&self, player: Player) -> bool {
        self.movers.contains(&player)
    }

    /// Knows that events up to a number have happened, of which some do not matter here: what was said.
    pub(crate) fn catch_up(&mut self, seq: u64) {
        self.last_seq = self.last_seq.max(seq);
    }

    /// Makes an event true. Events come in the order of their numbers.
    pub fn apply(&mut self, logged: &Logged) {
        self.last_seq = logged.seq;
        match &logged.event {
            Event::Move { text, clocks, by, lag, .. } => {
                if self.session.play(text).is_ok() {
                    let clock = self.settings.clock;
                    let quota = &mut self.lag_quota[Player::from(*by).index()];
                    *quota = (*quota - lag + clock.lag_quota_gain()).clamp(0, clock.max_lag_quota());
                    self.clocks = *clocks;
                    self.clock_history.push(*clocks);
                    self.movers.push((*by).into());
                    self.since = logged.at;
                    self.stopped_until = 0;
                    self.offers.clear();
                    self.declined.clear();
                    self.offered.clear();
                }
            }
            Event::Offer { offer, by } => {
                let by: Player = (*by).into();
                self.offers.push((*offer, by));
                self.offered.push((*offer, by));
                self.counts[by.index()].offers += 1;
            }
            Event::Decline { offer, by } => {
                let by: Player = (*by).into();
                let refused = self.offers.iter().filter(|(open, who)| open == offer && *who != by);
                self.declined.extend(refused.copied().collect::<Vec<_>>());
                self.offers.retain(|(open, _)| open != offer);
            }
            Event::Takeback { ply, clocks } => {
                // It goes back to a move of whoever asked for it.
                if let Some(asker) = self.movers.get(*ply as usize) {
                    self.counts[asker.index()].takebacks += 1;
                }
                while self.ply() > *ply && self.session.undo().is_some() {
                    self.clock_history.pop();
                    self.movers.pop();
                }
                self.clocks = *clocks;
                self.since = logged.at;
                self.stopped_until = 0;
                self.offers.clear();
                self.declined.clear();
                self.offered.clear();
            }
            Event::TimeAdded { by, milliseconds, clocks } => {
                self.clocks = Some(*clocks);
                self.counts[Player::from(*by).index()].gifts += 1;
                // A gift stays, to whichever move the game goes back.
                let receiver = Player::from(*by).other();
                for past in self.clock_history.iter_mut().flatten() {
                    past.set(receiver, past.of(receiver) + milliseconds);
                }
                self.since = logged.at;
                self.stopped_until = 0;
            }
            Event::Paused { milliseconds } => {
                self.since += milliseconds;
                self.stopped_until = self.stopped_until.max(logged.at) + milliseconds;
            }
            Event::Chat { .. } => {}
            Event::End(end) => {
                self.clocks = end.clocks;
                self.offers.clear();
                self.declined.clear();
                self.end = Some(end.clone());
            }
            Event::Rematch { game } => {
                self.rematch = Some(game.clone());
                self.offers.clear();
            }
        }
    }
}
