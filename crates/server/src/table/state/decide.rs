//! Decisions: the events that an action causes, or why it is refused.

use mekong_catalog::{GameSession, MoveError};
use mekong_core::Player;

use super::{
    super::{Action, Actor, Audience, End, Event, Offer, Refusal},
    FIRST_MOVE_TIME, Table,
};
use crate::{localized_text::LocalizedText, time::Millis};

/// Time given to the opponent at once.
const ADDED_TIME: Millis = 15_000;

/// How often a player may repeat a withdrawn offer before the next move.
const MAX_OFFERS_IN_A_POSITION: usize = 3;

/// Maximum number of offers of a player per game.
const MAX_OFFERS: u32 = 100;

/// Maximum number of takebacks of a player per game.
const MAX_TAKEBACKS: u32 = 200;

/// How often a player may give time per game.
const MAX_TIME_ADDITIONS: u32 = 100;

/// A game of this length is drawn.
const MAX_PLIES: u32 = 5_000;

/// Maximum length of a chat message, in characters.
const MAX_CHAT_LEN: usize = 300;

impl Table {
    /// The events that an action causes, without applying them.
    pub fn decide(&self, actor: Actor, action: &Action, now: Millis) -> Result<Vec<Event>, Refusal> {
        if let Action::Chat { user, name, audience, text } = action {
            return chat(actor, user, name, *audience, text);
        }
        let Actor::Player(player) = actor else { return Err(Refusal::NotAPlayer) };
        match action {
            Action::Rematch { same_deal, game } => return self.offer_rematch(player, *same_deal, game),
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
        // A late move loses on time, even if it would win.
        let is_own_move = matches!(action, Action::Move { .. }) && self.turn() == Some(player);
        if is_own_move
            && now - self.turn_started - self.lag_compensation(action, now) >= self.budget()
            && let Some(end) = self.time_over(now)
        {
            return Ok(vec![end]);
        }
        match action {
            Action::Move { ply, text, .. } => {
                self.play(player, *ply, text, now, self.lag_compensation(action, now))
            }
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
            // Handled above.
            Action::Chat { .. } | Action::Rematch { .. } => Err(Refusal::NotOver),
        }
    }

    /// The end on time, if the deadline has passed.
    pub(super) fn time_over(&self, now: Millis) -> Option<Event> {
        if self.deadline().is_none_or(|deadline| now < deadline) {
            return None;
        }
        Some(match self.running() {
            Some(loser) => self.ended(Some(loser.other()), "time", now),
            None => self.ended(None, "aborted", now),
        })
    }

    /// The lag compensation of a move.
    fn lag_compensation(&self, action: &Action, now: Millis) -> Millis {
        match (action, self.turn()) {
            (Action::Move { lag, .. }, Some(player)) => {
                (*lag).clamp(0, self.max_lag(player)).min((now - self.turn_started).max(0))
            }
            _ => 0,
        }
    }

    fn budget(&self) -> Millis {
        match (self.clocks, self.turn()) {
            (Some(_), Some(_)) if self.running().is_none() => FIRST_MOVE_TIME,
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
        now: Millis,
        compensation: Millis,
    ) -> Result<Vec<Event>, Refusal> {
        let expected = self.ply() + 1;
        if ply.is_some_and(|ply| ply != expected) {
            return Err(Refusal::WrongPly { expected });
        }
        if self.turn() != Some(player) {
            return Err(Refusal::NotYourTurn);
        }
        let mut game_session = self.game_session.clone();
        game_session.play(text).map_err(|error| refused(&error))?;
        let (mut clocks, mut lag) = (self.clocks, 0);
        if let Some(clocks) = &mut clocks {
            let mut left = clocks.of(player);
            if self.running() == Some(player) {
                lag = compensation;
                left -= (now - self.turn_started - lag).max(0);
            }
            // The increment is for a turn, and a turn may take several moves.
            if game_session.turn() != Some(player) {
                left = self.settings.clock.after_turn(left);
            }
            clocks.set(player, left.max(1));
        }
        let outcome = game_session.outcome();
        let text = canonical_text(game_session, text);
        let mut events = vec![Event::Move { ply: expected, text, by: player.into(), clocks, lag }];
        if let Some(outcome) = outcome {
            let winner = outcome.winner.map(Into::into);
            events.push(Event::End(End { winner, reason: outcome.reason.code.to_owned(), clocks }));
        } else if expected >= MAX_PLIES {
            events.push(Event::End(End { winner: None, reason: "length".to_owned(), clocks }));
        }
        Ok(events)
    }

    fn add_time(&self, player: Player, now: Millis) -> Result<Vec<Event>, Refusal> {
        if !self.settings.clock.is_live() {
            return Err(Refusal::NoClock);
        }
        if self.counts[player.index()].time_additions >= MAX_TIME_ADDITIONS {
            return Err(Refusal::LimitReached);
        }
        let mut clocks = self.clocks_at(now).ok_or(Refusal::NoClock)?;
        let other = player.other();
        clocks.set(other, clocks.of(other) + ADDED_TIME);
        Ok(vec![Event::TimeAdded { by: player.into(), milliseconds: ADDED_TIME, clocks }])
    }

    fn is_offered(&self, offer: Offer, by: Player) -> bool {
        self.offers.contains(&(offer, by))
    }

    fn times_offered(&self, offer: Offer, by: Player) -> usize {
        self.offered.iter().filter(|&&offered| offered == (offer, by)).count()
    }

    /// A takeback goes back to before the last move of the player who requested it.
    fn offer_takeback(&self, player: Player, now: Millis) -> Result<Vec<Event>, Refusal> {
        if self.settings.rated {
            return Err(Refusal::Rated);
        }
        let requester =
            if self.is_offered(Offer::Takeback, player.other()) { player.other() } else { player };
        let ply = self.ply_before_last_move_of(requester).ok_or(Refusal::NothingToTakeBack)?;
        if self.counts[requester.index()].takebacks >= MAX_TAKEBACKS {
            return Err(Refusal::LimitReached);
        }
        let computer = self.seat(player.other()).level().is_some();
        if requester != player || computer {
            let mut clocks = self.clock_history[ply as usize];
            if let (Some(clocks), Some(now)) = (&mut clocks, self.clocks_at(now)) {
                // Used time stays used, and increments of the moves taken back are lost: otherwise repeated takebacks
                // would gain time.
                clocks.set(requester, clocks.of(requester).min(now.of(requester)));
                // The opponent loses nothing.
                clocks.set(requester.other(), now.of(requester.other()));
            }
            return Ok(vec![Event::Takeback { ply, clocks }]);
        }
        self.negotiate(player, &Action::Offer(Offer::Takeback))
    }

    fn ply_before_last_move_of(&self, player: Player) -> Option<u32> {
        self.movers.iter().rposition(|&mover| mover == player).map(|ply| ply as u32)
    }

    /// Both players must agree; the computer always does.
    fn offer_rematch(&self, player: Player, same_deal: bool, game: &str) -> Result<Vec<Event>, Refusal> {
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
            // Rematches have their own action.
            Action::Offer(offer) if offer.is_rematch() && self.end.is_none() => Err(Refusal::NotOver),
            Action::Offer(Offer::Draw) if self.seat(player.other()).level().is_some() => {
                Err(Refusal::Computer)
            }
            Action::Offer(offer)
                if self.is_offered(*offer, player) || self.declined.contains(&(*offer, player)) =>
            {
                Err(Refusal::OfferedAlready)
            }
            Action::Offer(_) if self.counts[player.index()].offers >= MAX_OFFERS => {
                Err(Refusal::LimitReached)
            }
            Action::Offer(offer) if self.times_offered(*offer, player) >= MAX_OFFERS_IN_A_POSITION => {
                Err(Refusal::OfferedAlready)
            }
            Action::Offer(offer) => Ok(vec![Event::Offer { offer: *offer, by: player.into() }]),
            Action::Decline(offer) if self.offers.iter().any(|(open, _)| open == offer) => {
                Ok(vec![Event::Decline { offer: *offer, by: player.into() }])
            }
            _ => Err(Refusal::NoOffer),
        }
    }
}

fn chat(actor: Actor, user: &str, name: &str, audience: Audience, text: &str) -> Result<Vec<Event>, Refusal> {
    if audience == Audience::Players && actor == Actor::Spectator {
        return Err(Refusal::NotAPlayer);
    }
    let text = text.trim();
    if text.is_empty() || text.chars().count() > MAX_CHAT_LEN || text.chars().any(char::is_control) {
        return Err(Refusal::ChatText);
    }
    let (user, name) = (user.to_owned(), name.to_owned());
    Ok(vec![Event::Chat { name, user, audience, text: text.to_owned() }])
}

/// The last move of a game session in canonical notation.
pub(in crate::table) fn canonical_text(mut game_session: GameSession, given: &str) -> String {
    game_session.undo().unwrap_or_else(|| given.to_owned())
}

/// A move error in both languages.
pub(in crate::table) fn refused(error: &MoveError) -> Refusal {
    Refusal::Move { why: LocalizedText::of(error), unreadable: matches!(error, MoveError::Syntax(_)) }
}
