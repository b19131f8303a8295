use mekong_catalog::{MoveError, Session};
use mekong_core::{Explain as _, Lang, Player};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    Action, Actor, Clocks, End, Event, Offer, Refusal, Room, Seat, Settings, clock::MOST_LAG, settings::seat,
};
use crate::time::Millis;

/// What one click gives the opponent.
const GIFT: Millis = 15_000;

/// How long a live game waits for the first move of either player.
const FIRST_MOVE: Millis = 60_000;

/// The longest remark.
const LONGEST_CHAT: usize = 300;

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

/// A game between two seats.
#[derive(Clone, Debug)]
pub struct Table {
    settings: Settings,
    seats: [Seat; 2],
    session: Session,
    /// What both have left, as of `since`.
    clocks: Option<Clocks>,
    /// The clocks after every ply, to take moves back to; the first entry is the start.
    clock_history: Vec<Option<Clocks>>,
    /// Who made which move: turns need not alternate.
    movers: Vec<Player>,
    /// Since when the player to move has been thinking.
    since: Millis,
    /// Until when the clock stands still in this turn, because it was stopped.
    stopped_until: Millis,
    /// Who has what on offer.
    offers: Vec<(Offer, Player)>,
    /// What was declined since the last move: it is not offered again at once.
    declined: Vec<(Offer, Player)>,
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
        Some(Table {
            settings,
            seats,
            session,
            clocks,
            clock_history: vec![clocks],
            movers: Vec::new(),
            since: begin,
            stopped_until: 0,
            offers: Vec::new(),
            declined: Vec::new(),
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
        if self.running().is_some() && self.settings.clock.is_live() { MOST_LAG } else { 0 }
    }

    /// Whose clock runs. Until both have made their first move nobody's does in a live game: people must find their seats.
    fn running(&self) -> Option<Player> {
        let player = self.turn()?;
        if self.settings.clock.is_live() && !self.has_moved(player) { None } else { Some(player) }
    }

    fn has_moved(&self, player: Player) -> bool {
        self.movers.contains(&player)
    }

    /// The events that an action causes now.
    ///
    /// # Errors
    /// Why nothing happens.
    pub fn decide(&self, actor: Actor, action: &Action, now: Millis) -> Result<Vec<Event>, Refusal> {
        if let Action::Chat { user, name, room, text } = action {
            return chat(actor, user, name, *room, text);
        }
        let Actor::Player(player) = actor else { return Err(Refusal::NotAPlayer) };
        match action {
            Action::Rematch { same_deal, game } => return self.play_again(player, *same_deal, game),
            Action::Decline(offer) if offer.is_rematch() => return self.negotiate(player, action),
            _ => {}
        }
        if self.end.is_some() {
            return Err(Refusal::Over);
        }
        if *action == Action::ClaimTime
            && let Some(end) = self.flag(now)
        {
            return Ok(vec![end]);
        }
        // Whoever comes too late comes too late, however good the move.
        let is_own_move = matches!(action, Action::Move { .. }) && self.turn() == Some(player);
        if is_own_move
            && self.thought(action, now) >= self.budget()
            && let Some(end) = self.time_over(now)
        {
            return Ok(vec![end]);
        }
        match action {
            Action::Move { ply, text, .. } => self.play(player, *ply, text, self.thought(action, now)),
            Action::Resign => Ok(vec![self.ended(Some(player.other()), "resignation", now)]),
            Action::Abort if Player::BOTH.into_iter().all(|player| self.has_moved(player)) => {
                Err(Refusal::TooLateToAbort)
            }
            Action::Abort => Ok(vec![self.ended(None, "aborted", now)]),
            Action::ClaimTime if self.clocks.is_none() => Err(Refusal::NoClock),
            Action::ClaimTime => Err(Refusal::TimeLeft),
            Action::AddTime => self.add_time(player, now),
            Action::Offer(Offer::Draw) if self.is_offered(Offer::Draw, player.other()) => {
                Ok(vec![self.ended(None, "agreement", now)])
            }
            Action::Offer(Offer::Takeback) => self.offer_takeback(player, now),
            Action::Offer(_) | Action::Decline(_) => self.negotiate(player, action),
            // Answered above.
            Action::Chat { .. } | Action::Rematch { .. } => Err(Refusal::NotOver),
        }
    }

    /// The end by time, if it has come.
    fn time_over(&self, now: Millis) -> Option<Event> {
        if self.deadline().is_none_or(|deadline| now < deadline) {
            return None;
        }
        Some(match self.running() {
            Some(loser) => self.ended(Some(loser.other()), "time", now),
            None => self.ended(None, "aborted", now),
        })
    }

    /// How long the player to move has thought, the line's share forgiven.
    fn thought(&self, action: &Action, now: Millis) -> Millis {
        let lag = if let Action::Move { lag, .. } = action { *lag } else { 0 };
        (now - self.since - lag.clamp(0, MOST_LAG)).max(0)
    }

    fn budget(&self) -> Millis {
        match (self.clocks, self.turn()) {
            (Some(_), Some(_)) if self.running().is_none() => FIRST_MOVE,
            (Some(clocks), Some(player)) => clocks.of(player),
            _ => Millis::MAX,
        }
    }

    fn ended(&self, winner: Option<Player>, reason: &str, now: Millis) -> Event {
        let winner = winner.map(Into::into);
        Event::End(End { winner, reason: reason.to_owned(), clocks: self.clocks_at(now) })
    }

    fn play(
        &self,
        player: Player,
        ply: Option<u32>,
        text: &str,
        thought: Millis,
    ) -> Result<Vec<Event>, Refusal> {
        let expected = self.ply() + 1;
        if ply.is_some_and(|ply| ply != expected) {
            return Err(Refusal::WrongPly { expected });
        }
        if self.turn() != Some(player) {
            return Err(Refusal::NotYourTurn);
        }
        let mut session = self.session.clone();
        session.play(text).map_err(|error| refused(&error))?;
        let mut clocks = self.clocks;
        if let Some(clocks) = &mut clocks {
            let mut left = clocks.of(player);
            if self.running() == Some(player) {
                left -= thought;
            }
            // The increment is for a turn, and a turn may take several moves.
            if session.turn() != Some(player) {
                left = self.settings.clock.after_turn(left);
            }
            clocks.set(player, left.max(1));
        }
        let mut events =
            vec![Event::Move { ply: expected, text: usual_text(&session, text), by: player.into(), clocks }];
        if let Some(outcome) = session.outcome() {
            let winner = outcome.winner.map(Into::into);
            events.push(Event::End(End { winner, reason: outcome.reason.code.to_owned(), clocks }));
        }
        Ok(events)
    }

    fn add_time(&self, player: Player, now: Millis) -> Result<Vec<Event>, Refusal> {
        if !self.settings.clock.is_live() {
            return Err(Refusal::NoClock);
        }
        let mut clocks = self.clocks_at(now).ok_or(Refusal::NoClock)?;
        let other = player.other();
        clocks.set(other, clocks.of(other) + GIFT);
        Ok(vec![Event::TimeAdded { by: player.into(), milliseconds: GIFT, clocks }])
    }

    fn is_offered(&self, offer: Offer, by: Player) -> bool {
        self.offers.contains(&(offer, by))
    }

    /// Taking back goes to before the offering player's last move.
    fn offer_takeback(&self, player: Player, now: Millis) -> Result<Vec<Event>, Refusal> {
        if self.settings.rated {
            return Err(Refusal::Rated);
        }
        // Accepting, or an opponent who has nothing against it.
        let asker = if self.is_offered(Offer::Takeback, player.other()) { player.other() } else { player };
        let ply = self.ply_before_last_move_of(asker).ok_or(Refusal::NothingToTakeBack)?;
        let computer = self.seat(player.other()).level().is_some();
        if asker != player || computer {
            let mut clocks = self.clock_history[ply as usize];
            // Time that was used is used.
            if let (Some(clocks), Some(now)) = (&mut clocks, self.clocks_at(now)) {
                clocks.set(asker.other(), clocks.of(asker.other()).min(now.of(asker.other())));
                clocks.set(asker, clocks.of(asker).min(now.of(asker)));
            }
            return Ok(vec![Event::Takeback { ply, clocks }]);
        }
        self.negotiate(player, &Action::Offer(Offer::Takeback))
    }

    fn ply_before_last_move_of(&self, player: Player) -> Option<u32> {
        self.movers.iter().rposition(|&mover| mover == player).map(|ply| ply as u32)
    }

    /// Both have to want it; the computer always does.
    fn play_again(&self, player: Player, same_deal: bool, game: &str) -> Result<Vec<Event>, Refusal> {
        if self.end.is_none() {
            return Err(Refusal::NotOver);
        }
        if self.rematch.is_some() {
            return Err(Refusal::Rematched);
        }
        if same_deal && !self.settings.is_dealt() {
            return Err(Refusal::NotDealt);
        }
        let offer = if same_deal { Offer::SameDeal } else { Offer::Rematch };
        if self.is_offered(offer, player.other()) || self.seat(player.other()).level().is_some() {
            return Ok(vec![Event::Rematch { game: game.to_owned() }]);
        }
        self.negotiate(player, &Action::Offer(offer))
    }

    fn negotiate(&self, player: Player, action: &Action) -> Result<Vec<Event>, Refusal> {
        match action {
            // Another game is offered by an action of its own.
            Action::Offer(offer) if offer.is_rematch() && self.end.is_none() => Err(Refusal::NotOver),
            Action::Offer(Offer::Draw) if self.seat(player.other()).level().is_some() => {
                Err(Refusal::Computer)
            }
            Action::Offer(offer)
                if self.is_offered(*offer, player) || self.declined.contains(&(*offer, player)) =>
            {
                Err(Refusal::OfferedAlready)
            }
            Action::Offer(offer) => Ok(vec![Event::Offer { offer: *offer, by: player.into() }]),
            Action::Decline(offer) if self.offers.iter().any(|(open, _)| open == offer) => {
                Ok(vec![Event::Decline { offer: *offer, by: player.into() }])
            }
            _ => Err(Refusal::NoOffer),
        }
    }

    /// Makes an event true. Events come in the order of their numbers.
    pub fn apply(&mut self, logged: &Logged) {
        self.last_seq = logged.seq;
        match &logged.event {
            Event::Move { text, clocks, by, .. } => {
                if self.session.play(text).is_ok() {
                    self.clocks = *clocks;
                    self.clock_history.push(*clocks);
                    self.movers.push((*by).into());
                    self.since = logged.at;
                    self.stopped_until = 0;
                    self.offers.clear();
                    self.declined.clear();
                }
            }
            Event::Offer { offer, by } => self.offers.push((*offer, (*by).into())),
            Event::Decline { offer, by } => {
                let by: Player = (*by).into();
                let refused = self.offers.iter().filter(|(open, who)| open == offer && *who != by);
                self.declined.extend(refused.copied().collect::<Vec<_>>());
                self.offers.retain(|(open, _)| open != offer);
            }
            Event::Takeback { ply, clocks } => {
                while self.ply() > *ply && self.session.undo().is_some() {
                    self.clock_history.pop();
                    self.movers.pop();
                }
                self.clocks = *clocks;
                self.since = logged.at;
                self.stopped_until = 0;
                self.offers.clear();
                self.declined.clear();
            }
            Event::TimeAdded { clocks, .. } => {
                self.clocks = Some(*clocks);
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

fn chat(actor: Actor, user: &str, name: &str, room: Room, text: &str) -> Result<Vec<Event>, Refusal> {
    if room == Room::Players && actor == Actor::Watcher {
        return Err(Refusal::NotAPlayer);
    }
    let text = text.trim();
    if text.is_empty() || text.chars().count() > LONGEST_CHAT || text.chars().any(char::is_control) {
        return Err(Refusal::ChatText);
    }
    let (user, name) = (user.to_owned(), name.to_owned());
    Ok(vec![Event::Chat { name, user, room, text: text.to_owned() }])
}

/// The last move of a session in the way it is always written, whatever way it was given.
pub(super) fn usual_text(session: &Session, given: &str) -> String {
    session.moves().pop().unwrap_or_else(|| given.to_owned())
}

/// A move error in both languages.
pub(super) fn refused(error: &MoveError) -> Refusal {
    Refusal::Move {
        why: [error.explain(Lang::En), error.explain(Lang::Fr)],
        unreadable: matches!(error, MoveError::Unreadable(_)),
    }
}
