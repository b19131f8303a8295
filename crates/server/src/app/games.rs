use std::{pin::Pin, sync::Arc};

use mekong_core::Player;

use super::App;
use crate::{
    live::{ActError, Chat, Done, Facts, Room, StoredGame},
    secrets,
    store::{GameSource, StoreError, UserKind, Write, add_game, count_openings, count_scores},
    table::{Action, Actor, Deal, Event, Logged, Seat, Settings, Table},
    time::now,
};

/// A game to be made.
#[derive(Clone, PartialEq, Debug)]
pub struct NewGame {
    /// The number it will have.
    pub id: String,
    /// What was agreed; it has been checked.
    pub settings: Settings,
    /// Who sits where.
    pub seats: [Seat; 2],
    /// The deal.
    pub deal: Deal,
    /// The game it is the rematch of.
    pub rematch_of: Option<String>,
}

/// Why something in a game did not happen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlayError {
    /// There is no such game, or it is only a record.
    NoGame,
    /// It was refused, or could not be made durable.
    Act(ActError),
}

impl<E: Into<ActError>> From<E> for PlayError {
    fn from(error: E) -> PlayError {
        PlayError::Act(error.into())
    }
}

/// How often something is tried that others change at the same time.
const TRIES: u32 = 20;

/// How long to wait before a database that does not answer is asked again.
const RETRY: std::time::Duration = std::time::Duration::from_secs(1);

/// An action under way. Boxed, because what follows from an action may be another one.
type Acting = Pin<Box<dyn Future<Output = Result<Done, PlayError>> + Send>>;

impl App {
    /// Makes a game and starts its clock.
    ///
    /// # Errors
    /// The database did not take it.
    pub async fn new_game(self: &Arc<Self>, new: NewGame, also: Write) -> Result<Arc<Room>, PlayError> {
        let app = Arc::clone(self);
        // What was begun is finished, also if whoever asked goes away half-way.
        let task = tokio::spawn(async move {
            let (write, stored) = app.prepare(new).await?;
            app.store.write(also.and(write)).await?;
            Ok(app.open(stored).await)
        });
        task.await.unwrap_or_else(|error| Err(StoreError::Unavailable(error.to_string()).into()))
    }

    /// What has to be written for a new game, and what its room is made from after that.
    async fn prepare(&self, new: NewGame) -> Result<(Write, StoredGame), StoreError> {
        let created = now();
        let table = Table::new(new.settings, new.seats, new.deal.seed, created)
            .ok_or_else(|| StoreError::Corrupt("settings that were never checked".to_owned()))?;
        let ratings = self.ratings_before(&table).await?;
        let write = add_game(&new.id, &table, &new.deal, ratings, new.rematch_of.as_deref(), created);
        let facts = Facts { created, deal: new.deal, ratings, rematch_of: new.rematch_of };
        let (events, chat) = (Vec::new(), Chat::default());
        Ok((write, StoredGame { id: new.id, facts, table, events, last_seq: 0, chat }))
    }

    /// Lets a game begin that has been written.
    async fn open(self: &Arc<Self>, stored: StoredGame) -> Arc<Room> {
        let room = self.rooms.open(stored).await;
        metrics::counter!("mekong_games_begun_total").increment(1);
        let table = room.table();
        self.tell_of_start(&room, &table).await;
        if let Err(error) = self.stop_for_holiday(&room, &table).await {
            tracing::warn!(?error, game = room.id(), "a clock could not be stopped for a holiday");
        }
        self.go_on(&room, &table);
        room
    }

    /// Does what somebody wants in a game. What was begun is finished, also if whoever asked goes away half-way.
    ///
    /// # Errors
    /// There is no such game, it was refused, or it could not be made durable.
    pub fn act(self: &Arc<Self>, id: &str, actor: Actor, action: Action) -> Acting {
        let (app, id) = (Arc::clone(self), id.to_owned());
        Box::pin(async move {
            let task = tokio::spawn(async move { app.act_to_the_end(&id, actor, &action).await });
            task.await.unwrap_or_else(|error| Err(StoreError::Unavailable(error.to_string()).into()))
        })
    }

    async fn act_to_the_end(
        self: &Arc<Self>,
        id: &str,
        actor: Actor,
        action: &Action,
    ) -> Result<Done, PlayError> {
        let room = self.rooms.get(&self.store, id).await?.ok_or(PlayError::NoGame)?;
        let mut next = None;
        let mut tries_left = TRIES;
        let done = loop {
            let also = async |table: &Table, events: &[Logged]| {
                let mut write = self.also(id, table, events).await?;
                let agreed = events.iter().any(|logged| matches!(logged.event, Event::Rematch { .. }));
                if let Action::Rematch { same_deal, game } = action
                    && agreed
                {
                    let new = rematch(&room, table, *same_deal, game);
                    let (game, stored) = self.prepare(new).await?;
                    write = write.and(game);
                    next = Some(stored);
                }
                Ok(write)
            };
            match room.act(&self.store, actor, action, also).await {
                // What was read is no longer so: a rating, changed by another game of the same player.
                Err(ActError::Store(StoreError::Conflict)) if tries_left > 0 => tries_left -= 1,
                Ok(done) => break done,
                Err(error) => {
                    if let ActError::Store(_) = &error {
                        self.settle(&room);
                    }
                    return Err(error.into());
                }
            }
        };
        if let Some(next) = next {
            self.open(next).await;
        }
        self.follow_up(&room, &done).await;
        Ok(done)
    }

    /// Finds out what became of an action that the database did not confirm, as soon as it answers again, and goes on
    /// from there. Otherwise those who listen would not hear of it before the next one.
    fn settle(self: &Arc<Self>, room: &Arc<Room>) {
        let (app, room) = (Arc::clone(self), Arc::clone(room));
        tokio::spawn(async move {
            while room.settle(&app.store).await.is_err() {
                if app.is_closing() {
                    return;
                }
                tokio::time::sleep(RETRY).await;
            }
            app.go_on(&room, &room.table());
        });
    }

    /// What else is written with events: ratings and openings when a game ends.
    pub(super) async fn also(&self, id: &str, table: &Table, events: &[Logged]) -> Result<Write, StoreError> {
        let ends = events.iter().find_map(|logged| match &logged.event {
            Event::End(end) => Some((logged.at, end)),
            _ => None,
        });
        match ends {
            Some((at, end)) if !end.is_aborted() => {
                let source = self.source_of(table).await?;
                let openings = count_openings(table.session(), source, end.winner.map(Player::from));
                let scores = count_scores(table.seats(), end.winner.map(Player::from));
                Ok(self.rate(id, table, end, at).await?.and(openings).and(scores))
            }
            _ => Ok(Write::new()),
        }
    }

    /// Who plays at a table.
    async fn source_of(&self, table: &Table) -> Result<GameSource, StoreError> {
        let mut source = GameSource::People;
        for seat in table.seats() {
            match seat {
                Seat::Computer { .. } => return Ok(GameSource::Computer),
                Seat::Person { user } => {
                    if self.store.user(user).await?.is_some_and(|user| user.kind == UserKind::Bot) {
                        source = GameSource::Bots;
                    }
                }
            }
        }
        Ok(source)
    }

    /// What follows from events: news, alarms, answers that were planned, the computer's move.
    pub(super) async fn follow_up(self: &Arc<Self>, room: &Arc<Room>, done: &Done) {
        let moves = done.events.iter().filter(|logged| matches!(logged.event, Event::Move { .. })).count();
        metrics::counter!("mekong_moves_total").increment(moves as u64);
        let has = |what: fn(&Event) -> bool| done.events.iter().any(|logged| what(&logged.event));
        if has(|event| matches!(event, Event::End(_))) {
            metrics::counter!("mekong_games_ended_total").increment(1);
            self.live_games.note(room.id(), &done.table);
            self.tell_of_end(room, &done.table).await;
            return;
        }
        let moves_on = |event: &Event| {
            event.changes_the_board() || matches!(event, Event::TimeAdded { .. } | Event::Paused { .. })
        };
        if has(moves_on) {
            self.go_on(room, &done.table);
        }
        if has(Event::changes_the_board)
            && let Err(error) = self.stop_for_holiday(room, &done.table).await
        {
            tracing::warn!(?error, game = room.id(), "a clock could not be stopped for a holiday");
        }
        if moves > 0 {
            self.answer_as_planned(room, &done.table).await;
        }
    }

    /// Sets the alarm, tells whose turn it is, and lets the computer move if it is the one.
    pub(super) fn go_on(self: &Arc<Self>, room: &Arc<Room>, table: &Arc<Table>) {
        self.live_games.note(room.id(), table);
        if let Some(alarm) = table.alarm() {
            self.clockwork.wake(alarm, room.id());
        }
        let Some(player) = table.turn() else { return };
        match table.seat(player) {
            Seat::Computer { level } => self.let_computer_move(room, table, player, *level),
            Seat::Person { user } => self.tell_of_turn(room.id(), user),
        }
    }

    /// The room of a game.
    ///
    /// # Errors
    /// There is no such game, or only its record.
    pub async fn room(&self, id: &str) -> Result<Arc<Room>, PlayError> {
        self.rooms.get(&self.store, id).await?.ok_or(PlayError::NoGame)
    }
}

/// The next game of the same two, the sides swapped.
fn rematch(room: &Room, table: &Table, same_deal: bool, id: &str) -> NewGame {
    let mut seats = table.seats().clone();
    seats.swap(Player::P1.index(), Player::P2.index());
    let deal = if same_deal { room.facts().deal.clone() } else { fresh_deal() };
    NewGame {
        id: id.to_owned(),
        settings: table.settings().clone(),
        seats,
        deal,
        rematch_of: Some(room.id().to_owned()),
    }
}

/// A deal that nobody has seen.
pub(super) fn fresh_deal() -> Deal {
    Deal { seed: secrets::seed(), salt: secrets::secret() }
}
