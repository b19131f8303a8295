mod decide;

use mekong_catalog::GameSession;
use mekong_core::Player;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub(super) use self::decide::{canonical_text, refused};
use super::{Clocks, End, Event, Offer, Seat, Settings, clock::MAX_LAG, settings::seat};
use crate::{text_enum::text_enum, time::Millis};

/// Time for each player's first move in a live game.
const FIRST_MOVE_TIME: Millis = 60_000;

/// An event with its sequence number and time, as stored and sent.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct LoggedEvent {
    /// The sequence number; the first event of a game has 1.
    pub seq: u64,
    /// The time.
    pub at: Millis,
    /// The event.
    #[serde(flatten)]
    pub event: Event,
}

text_enum! {
    /// The stage of a game.
    Stage {
        /// In progress.
        Playing = "playing",
        /// Over, with a result.
        Finished = "finished",
        /// Aborted, without a result.
        Aborted = "aborted",
    }
}

/// Counts of a player's actions that do not advance the game; each has a limit, so that the log stays bounded.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    offers: u32,
    takebacks: u32,
    time_additions: u32,
}

/// The state of a game between two players.
#[derive(Clone, Debug)]
pub struct Table {
    settings: Settings,
    seats: [Seat; 2],
    game_session: GameSession,
    /// Remaining times as of `turn_started`.
    clocks: Option<Clocks>,
    /// The clocks after each ply, for takebacks, including time given since; the first entry is the start.
    clock_history: Vec<Option<Clocks>>,
    /// The player of each move: turns need not alternate.
    movers: Vec<Player>,
    /// Start of the current turn.
    turn_started: Millis,
    /// Lag compensation left, by player.
    lag_quota: [Millis; 2],
    /// End of a pause of the clock in this turn.
    paused_until: Millis,
    /// Pending offers.
    offers: Vec<(Offer, Player)>,
    /// Offers declined since the last move.
    declined: Vec<(Offer, Player)>,
    /// All offers since the last move, with repetitions.
    offered: Vec<(Offer, Player)>,
    counts: [Counts; 2],
    end: Option<End>,
    rematch: Option<String>,
    last_seq: u64,
}

impl Table {
    /// A game that starts at `begin`. `None` if the settings are invalid.
    #[must_use]
    pub fn new(settings: Settings, seats: [Seat; 2], seed: u64, begin: Millis) -> Option<Table> {
        let game_session = settings.game_session(seed)?;
        let clocks = settings.clock.start();
        let lag_quota = [settings.clock.max_lag_quota(); 2];
        Some(Table {
            settings,
            seats,
            game_session,
            clocks,
            clock_history: vec![clocks],
            movers: Vec::new(),
            turn_started: begin,
            lag_quota,
            paused_until: 0,
            offers: Vec::new(),
            declined: Vec::new(),
            offered: Vec::new(),
            counts: [Counts::default(); 2],
            end: None,
            rematch: None,
            last_seq: 0,
        })
    }

    /// The settings.
    #[must_use]
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The seats of the first and the second player.
    #[must_use]
    pub const fn seats(&self) -> &[Seat; 2] {
        &self.seats
    }

    /// The position and the moves.
    #[must_use]
    pub const fn game_session(&self) -> &GameSession {
        &self.game_session
    }

    /// Number of plies.
    #[must_use]
    pub fn ply(&self) -> u32 {
        self.movers.len() as u32
    }

    /// The result, once the game is over.
    #[must_use]
    pub const fn end(&self) -> Option<&End> {
        self.end.as_ref()
    }

    /// The id of the rematch.
    #[must_use]
    pub fn rematch(&self) -> Option<&str> {
        self.rematch.as_deref()
    }

    /// The stage.
    #[must_use]
    pub fn stage(&self) -> Stage {
        match &self.end {
            None => Stage::Playing,
            Some(end) if end.is_aborted() => Stage::Aborted,
            Some(_) => Stage::Finished,
        }
    }

    /// Pending offers.
    #[must_use]
    pub fn offers(&self) -> &[(Offer, Player)] {
        &self.offers
    }

    /// The sequence number of the last event.
    #[must_use]
    pub const fn last_seq(&self) -> u64 {
        self.last_seq
    }

    /// The player to move; none once the game is over.
    #[must_use]
    pub fn turn(&self) -> Option<Player> {
        if self.end.is_some() { None } else { self.game_session.turn() }
    }

    /// The player whose seat a user has.
    #[must_use]
    pub fn player(&self, user: &str) -> Option<Player> {
        Player::BOTH.into_iter().find(|&player| seat(&self.seats, player).user() == Some(user))
    }

    /// The seat of a player.
    #[must_use]
    pub fn seat(&self, player: Player) -> &Seat {
        seat(&self.seats, player)
    }

    /// Start of the current turn.
    #[must_use]
    pub const fn turn_started(&self) -> Millis {
        self.turn_started
    }

    /// End of a pause of the clock in this turn; in the past if there is none.
    #[must_use]
    pub const fn paused_until(&self) -> Millis {
        self.paused_until
    }

    /// Remaining times at a moment; never negative.
    #[must_use]
    pub fn clocks_at(&self, now: Millis) -> Option<Clocks> {
        let mut clocks = self.clocks?;
        if let Some(player) = self.running() {
            clocks.set(player, (clocks.of(player) - (now - self.turn_started).max(0)).max(0));
        }
        Some(clocks)
    }

    /// When the player to move runs out of time, or of the time for the first move.
    #[must_use]
    pub fn deadline(&self) -> Option<Millis> {
        match self.running() {
            Some(player) => Some(self.turn_started + self.clocks?.of(player)),
            None if self.settings.clock.is_live() && self.end.is_none() => {
                Some(self.turn_started + FIRST_MOVE_TIME)
            }
            None => None,
        }
    }

    /// When to check the flag: the deadline plus the compensated lag of a move under way.
    #[must_use]
    pub fn alarm(&self) -> Option<Millis> {
        self.deadline().map(|deadline| deadline + self.lag_margin())
    }

    /// The end on time, once no move under way can still be in time.
    #[must_use]
    pub fn flag(&self, now: Millis) -> Option<Event> {
        self.time_over(now - self.lag_margin())
    }

    fn lag_margin(&self) -> Millis {
        self.running().map_or(0, |player| self.max_lag(player))
    }

    /// Maximum lag compensation for a player's next move.
    fn max_lag(&self, player: Player) -> Millis {
        self.lag_quota[player.index()].min(MAX_LAG)
    }

    /// The player whose clock runs. In a live game a player's clock starts after their first move.
    fn running(&self) -> Option<Player> {
        let player = self.turn()?;
        if self.settings.clock.is_live() && !self.has_moved(player) { None } else { Some(player) }
    }

    fn has_moved(&self, player: Player) -> bool {
        self.movers.contains(&player)
    }

    /// Advances the sequence number past chat events, which were not loaded.
    pub(crate) fn skip_to(&mut self, seq: u64) {
        self.last_seq = self.last_seq.max(seq);
    }

    /// Applies the next event.
    pub fn apply(&mut self, logged: &LoggedEvent) {
        self.last_seq = logged.seq;
        match &logged.event {
            Event::Move { text, clocks, by, lag, .. } => {
                if self.game_session.play(text).is_ok() {
                    let clock = self.settings.clock;
                    let quota = &mut self.lag_quota[Player::from(*by).index()];
                    *quota = (*quota - lag + clock.lag_quota_gain()).clamp(0, clock.max_lag_quota());
                    self.clocks = *clocks;
                    self.clock_history.push(*clocks);
                    self.movers.push((*by).into());
                    self.turn_started = logged.at;
                    self.paused_until = 0;
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
                // A takeback goes back to a move of the player who requested it.
                if let Some(requester) = self.movers.get(*ply as usize) {
                    self.counts[requester.index()].takebacks += 1;
                }
                while self.ply() > *ply && self.game_session.undo().is_some() {
                    self.clock_history.pop();
                    self.movers.pop();
                }
                self.clocks = *clocks;
                self.turn_started = logged.at;
                self.paused_until = 0;
                self.offers.clear();
                self.declined.clear();
                self.offered.clear();
            }
            Event::TimeAdded { by, milliseconds, clocks } => {
                self.clocks = Some(*clocks);
                self.counts[Player::from(*by).index()].time_additions += 1;
                // Time given survives takebacks.
                let receiver = Player::from(*by).other();
                for past in self.clock_history.iter_mut().flatten() {
                    past.set(receiver, past.of(receiver) + milliseconds);
                }
                self.turn_started = logged.at;
                self.paused_until = 0;
            }
            Event::Paused { milliseconds } => {
                self.turn_started += milliseconds;
                self.paused_until = self.paused_until.max(logged.at) + milliseconds;
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
