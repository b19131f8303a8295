//! Games in progress: starting them, carrying out actions, and what follows from their events.
//!
//! - `computer`: the engine's moves and hints.
//! - `clocks`: flags, and games resumed after a restart.
//! - `conditional`: moves that players have entered in advance.
//! - `vacations`: clocks paused while a player is on vacation.
//! - `ratings`: rating changes of finished games.
//! - `takeover`: games of dead nodes, and compensation of the time lost in outages.

mod clocks;
mod computer;
mod conditional;
mod ratings;
mod takeover;
mod vacations;

use std::{pin::Pin, sync::Arc, time::Duration};

use mekong_core::Player;

pub(crate) use self::clocks::RealTimeGames;
pub use self::{
    computer::{Hint, HintError},
    vacations::{DAYS_PER_YEAR, VacationError, days_left},
};
use self::{
    ratings::rating_changes,
    takeover::{MAX_OUTAGE_CHECKS, OUTAGE_CHECK_INTERVAL},
};
use super::Notifications;
use crate::{
    limits::RequestLimits,
    live::{
        ActError, Alarms, Broker, Chat, Committed, GameMetadata, Liveness, Room, Rooms, Shutdown, StoredGame,
    },
    people::UserKind,
    secrets,
    store::{
        CountedGame, GameSource, RatingBand, Store, StoreError, Transaction, add_game, count_openings,
        count_scores, in_own_task,
    },
    table::{Action, Actor, Deal, Event, LoggedEvent, Seat, Settings, Table},
    time::{Millis, now},
    trace::{self, Span, record},
    work::SearchDispatcher,
};

/// The games in progress.
pub struct Games {
    pub(crate) store: Store,
    pub(crate) rooms: Rooms,
    pub(crate) searches: Arc<SearchDispatcher>,
    pub(crate) limits: Arc<RequestLimits>,
    pub(crate) notifications: Notifications,
    pub(crate) shutdown: Shutdown,
    pub(crate) broker: Broker,
    pub(crate) liveness: Arc<Liveness>,
    pub(crate) alarms: Arc<Alarms>,
    pub(crate) real_time_games: RealTimeGames,
}

/// A game to be started.
#[derive(Clone, PartialEq, Debug)]
pub struct NewGame {
    /// Id of the game.
    pub id: String,
    /// Validated settings.
    pub settings: Settings,
    /// The players.
    pub seats: [Seat; 2],
    /// The deal.
    pub deal: Deal,
    /// Id of the game that this one is the rematch of.
    pub rematch_of: Option<String>,
}

/// Why an action was not carried out.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum GameError {
    /// There is no such game, or it was imported.
    #[error("no such game in progress")]
    NoGame,
    /// It was refused, or could not be stored.
    #[error("{0}")]
    Act(ActError),
}

impl<E: Into<ActError>> From<E> for GameError {
    fn from(error: E) -> GameError {
        GameError::Act(error.into())
    }
}

/// How often a transaction is retried that conflicts with another one: of another game of the same player, or of another node
/// in the same game.
const MAX_RETRIES: u32 = 100;

/// After this many conflicts the next attempt waits for a random time, so that several nodes do not block each other.
const CONFLICTS_BEFORE_PAUSE: u32 = 3;

/// Longest pause after a conflict, in milliseconds.
const MAX_CONFLICT_PAUSE: u64 = 40;

/// Pause between attempts to reach an unavailable database.
const RETRY_INTERVAL: Duration = Duration::from_secs(1);

/// A pending action. Boxed because an action may cause another one.
type ActFuture = Pin<Box<dyn Future<Output = Result<Committed, ActError>> + Send>>;

impl Games {
    /// Starts a game and its clock. `also` is committed in the same transaction.
    pub async fn start(self: &Arc<Self>, new: NewGame, also: Transaction) -> Result<Arc<Room>, GameError> {
        let this = Arc::clone(self);
        in_own_task(async move {
            let (transaction, stored) = this.prepare(new).await?;
            this.store.commit(also.and(transaction)).await?;
            Ok(this.open(stored).await)
        })
        .await
    }

    /// The transaction that stores a new game, and the game to open a room for once it is committed.
    async fn prepare(&self, new: NewGame) -> Result<(Transaction, StoredGame), StoreError> {
        let created = now();
        let table = Table::new(new.settings, new.seats, new.deal.seed, created)
            .ok_or_else(|| StoreError::Corrupt("unvalidated settings".to_owned()))?;
        let ratings = self.ratings_before(&table).await?;
        let write = add_game(&new.id, &table, &new.deal, ratings, new.rematch_of.as_deref(), created);
        let metadata = GameMetadata { created, deal: new.deal, ratings, rematch_of: new.rematch_of };
        let (events, chat) = (Vec::new(), Chat::default());
        Ok((write, StoredGame { id: new.id, metadata, table, events, last_seq: 0, chat }))
    }

    /// Opens the room of a game that has just been stored.
    async fn open(self: &Arc<Self>, stored: StoredGame) -> Arc<Room> {
        let room = self.rooms.open(stored).await;
        metrics::counter!("mekong_games_started_total").increment(1);
        let table = room.table();
        self.notifications.game_started(&room, &table).await;
        if let Err(error) = self.pause_for_vacation(&room, &table).await {
            tracing::warn!(%error, game = room.id(), "clock not paused for a vacation");
        }
        self.continue_game(&room, &table);
        room
    }

    /// Carries out an action in a game. It completes even if the future is dropped.
    pub fn act(self: &Arc<Self>, room: &Arc<Room>, actor: Actor, action: Action) -> ActFuture {
        let (this, room) = (Arc::clone(self), Arc::clone(room));
        Box::pin(async move {
            let span = Span::begin(Span::current());
            let acting = async move { this.act_and_follow_up(&room, actor, &action).await };
            in_own_task(trace::in_span(span, acting)).await
        })
    }

    async fn act_and_follow_up(
        self: &Arc<Self>,
        room: &Arc<Room>,
        actor: Actor,
        action: &Action,
    ) -> Result<Committed, ActError> {
        self.liveness.wait_until_alive().await;
        let (mut conflicts, mut outage_checks) = (0, 0);
        let mut is_current = self.broker.is_local();
        let (done, next) = loop {
            match self.decide_and_commit(room, actor, action).await {
                Err(ActError::Store(StoreError::Conflict)) if conflicts < MAX_RETRIES => {
                    metrics::counter!("mekong_conflicts_total").increment(1);
                    conflicts += 1;
                    pause_after_conflict(conflicts).await;
                }
                // The player may have run out of time because a node is dead.
                Err(ActError::OutageSuspected) if outage_checks < MAX_OUTAGE_CHECKS => {
                    outage_checks += 1;
                    tokio::time::sleep(OUTAGE_CHECK_INTERVAL).await;
                }
                // The latest events may not have reached this node yet.
                Err(ActError::Refused(_)) if !is_current => {
                    is_current = true;
                    room.catch_up(&self.store).await?;
                }
                Ok(done) => break done,
                Err(error) => {
                    if let ActError::Store(_) = &error {
                        self.reconcile(room);
                    }
                    return Err(error);
                }
            }
        };
        record!(
            Span::current(),
            "decided",
            node = self.broker.node(),
            game = room.id(),
            action = action.kind(),
            seq = done.table.last_seq(),
            conflicts
        );
        if let Some(next) = next {
            self.open(next).await;
        }
        self.follow_up(room, &done).await;
        Ok(done)
    }

    /// Carries out an action in one attempt. If a rematch is agreed, its game is stored in the same transaction and returned.
    async fn decide_and_commit(
        &self,
        room: &Room,
        actor: Actor,
        action: &Action,
    ) -> Result<(Committed, Option<StoredGame>), ActError> {
        let decision = room.decide(&self.store, actor, action).await?;
        let (table, events) = (decision.table(), decision.events());
        let mut transaction = self.results_of(room, table, events).await?;
        let mut next = None;
        let is_agreed = events.iter().any(|logged| matches!(logged.event, Event::Rematch { .. }));
        if let Action::Rematch { same_deal, game } = action
            && is_agreed
        {
            let (game, stored) = self.prepare(rematch(room, table, *same_deal, game)).await?;
            transaction = transaction.and(game);
            next = Some(stored);
        }
        Ok((decision.commit(&self.store, transaction).await?, next))
    }

    /// Pauses the clock of a game as [`Room::pause`] does. Retries after a conflict with another node.
    async fn pause(&self, room: &Room, length: impl Fn(&Table) -> Option<Millis>) -> Result<(), StoreError> {
        let mut conflicts = 0;
        loop {
            match room.pause(&self.store, &length).await {
                Err(StoreError::Conflict) if conflicts < MAX_RETRIES => {
                    metrics::counter!("mekong_conflicts_total").increment(1);
                    conflicts += 1;
                    pause_after_conflict(conflicts).await;
                }
                result => return result,
            }
        }
    }

    /// Reloads a room whose last commit was not confirmed, once the database is available again. Otherwise its subscribers
    /// would not learn of a committed event before the next action.
    fn reconcile(self: &Arc<Self>, room: &Arc<Room>) {
        let (this, room) = (Arc::clone(self), Arc::clone(room));
        tokio::spawn(async move {
            while room.reconcile(&this.store).await.is_err() {
                if this.shutdown.is_requested() {
                    return;
                }
                tokio::time::sleep(RETRY_INTERVAL).await;
            }
            this.resume_room(&room);
        });
    }

    /// Continues a game whose events were read from the database.
    fn resume_room(self: &Arc<Self>, room: &Arc<Room>) {
        let table = room.table();
        self.store.defer_row(room.id(), &table);
        self.continue_game(room, &table);
    }

    /// What is committed together with the events that end a game: ratings, opening and score statistics.
    async fn results_of(
        &self,
        room: &Room,
        table: &Table,
        events: &[LoggedEvent],
    ) -> Result<Transaction, ActError> {
        let ends = events.iter().find_map(|logged| match &logged.event {
            Event::End(end) => Some((logged.at, end)),
            _ => None,
        });
        if ends.is_some_and(|(_, end)| end.reason == "time") {
            self.expect_no_outage(room).await?;
        }
        match ends {
            Some((at, end)) if !end.is_aborted() => {
                Ok(self.count(room.id(), table, end.winner.map(Player::from), at).await?)
            }
            _ => Ok(Transaction::new()),
        }
    }

    /// The rating changes of a finished game, and its part in the statistics of openings and scores.
    async fn count(
        &self,
        id: &str,
        table: &Table,
        winner: Option<Player>,
        at: Millis,
    ) -> Result<Transaction, StoreError> {
        let (settings, game_session) = (table.settings(), table.game_session());
        let statistics = |source, band| {
            let game = CountedGame { game_session, source, band, winner };
            count_openings(&game).and(count_scores(table.seats(), winner))
        };
        let [Some(p1), Some(p2)] = table.seats().each_ref().map(Seat::user) else {
            return Ok(statistics(GameSource::Computer, RatingBand::UNKNOWN));
        };
        let users = self.store.users(&[p1, p2]).await?;
        let ratings = self.store.ratings_of([Some(p1), Some(p2)], &settings.game, settings.speed()).await?;
        let has = |kind| users.iter().any(|user| user.kind == kind);
        // Two different users that exist.
        let is_rated = settings.rated && users.len() == 2 && !has(UserKind::Guest);
        let changes = match is_rated {
            true => rating_changes(id, settings, [p1, p2], &ratings, winner, at),
            false => Transaction::new(),
        };
        let source = if has(UserKind::Bot) { GameSource::Bots } else { GameSource::People };
        let band = RatingBand::of(ratings.map(|row| row.map(|row| row.rating)));
        Ok(changes.and(statistics(source, band)))
    }

    /// Reacts to committed events: notifications, alarms, conditional moves, the computer's move.
    pub(super) async fn follow_up(self: &Arc<Self>, room: &Arc<Room>, done: &Committed) {
        let moves = done.events.iter().filter(|logged| matches!(logged.event, Event::Move { .. })).count();
        metrics::counter!("mekong_moves_total").increment(moves as u64);
        let has = |what: fn(&Event) -> bool| done.events.iter().any(|logged| what(&logged.event));
        if has(|event| matches!(event, Event::End(_))) {
            metrics::counter!("mekong_games_ended_total").increment(1);
            self.update_real_time_games(room.id(), &done.table);
            self.notifications.game_finished(room, &done.table).await;
            return;
        }
        let restarts_clock = |event: &Event| {
            event.changes_position() || matches!(event, Event::TimeAdded { .. } | Event::Paused { .. })
        };
        if has(restarts_clock) {
            self.continue_game(room, &done.table);
        }
        if has(Event::changes_position)
            && let Err(error) = self.pause_for_vacation(room, &done.table).await
        {
            tracing::warn!(%error, game = room.id(), "clock not paused for a vacation");
        }
        if moves > 0 {
            self.play_conditional_move(room, &done.table).await;
        }
    }

    /// Sets the alarm of the clock and notifies the player to move, or starts the computer's move.
    pub(super) fn continue_game(self: &Arc<Self>, room: &Arc<Room>, table: &Arc<Table>) {
        self.update_real_time_games(room.id(), table);
        if let Some(alarm) = table.alarm() {
            self.alarms.set(alarm, room.id());
        }
        let Some(player) = table.turn() else { return };
        match table.seat(player) {
            Seat::Computer { level } => self.start_computer_move(room, table, player, *level),
            Seat::User { user } => self.notifications.your_turn(room.id(), user),
        }
    }

    /// The room of a game.
    pub async fn room(&self, id: &str) -> Result<Arc<Room>, GameError> {
        self.rooms.get(&self.store, id).await?.ok_or(GameError::NoGame)
    }
}

async fn pause_after_conflict(conflicts: u32) {
    if conflicts > CONFLICTS_BEFORE_PAUSE {
        tokio::time::sleep(Duration::from_millis(secrets::seed() % MAX_CONFLICT_PAUSE)).await;
    }
}

/// A rematch, with sides swapped.
fn rematch(room: &Room, table: &Table, same_deal: bool, id: &str) -> NewGame {
    let mut seats = table.seats().clone();
    seats.swap(Player::P1.index(), Player::P2.index());
    let deal = if same_deal { room.metadata().deal.clone() } else { new_deal() };
    NewGame {
        id: id.to_owned(),
        settings: table.settings().clone(),
        seats,
        deal,
        rematch_of: Some(room.id().to_owned()),
    }
}

/// A new random deal.
pub(super) fn new_deal() -> Deal {
    Deal { seed: secrets::seed(), salt: secrets::secret() }
}
