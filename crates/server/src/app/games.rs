use std::{
    pin::Pin,
    sync::{Arc, Weak},
    time::Duration,
};

use mekong_catalog::Level;
use mekong_core::Player;
use serde::Serialize;

use super::App;
use crate::{
    engine::{Busy, Urgency},
    live::{ActError, Done, News, Room, Topic},
    secrets,
    store::{StoreError, Write, add_game},
    table::{Action, Actor, Deal, Event, Logged, Plan, Seat, SeatCode, Settings, Table},
    time::{Millis, now},
};

/// A game to be made.
#[derive(Clone, PartialEq, Debug)]
pub struct NewGame {
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

/// An action under way. Boxed, because what follows from an action may be another one.
type Acting<'a> = Pin<Box<dyn Future<Output = Result<Done, PlayError>> + Send + 'a>>;

/// What users are told about their games.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum GameNews<'a> {
    GameStart { game: &'a str },
    YourTurn { game: &'a str },
    GameFinish { game: &'a str },
}

impl App {
    /// Makes a game and starts its clock.
    ///
    /// # Errors
    /// The database did not take it.
    pub async fn new_game(self: &Arc<Self>, new: NewGame, also: Write) -> Result<Arc<Room>, PlayError> {
        let (id, now) = (secrets::id(), now());
        let table = Table::new(new.settings, new.seats, new.deal.seed, now)
            .ok_or_else(|| StoreError::Corrupt("settings that were never checked".to_owned()))?;
        let ratings = self.ratings_before(&table).await?;
        let write = add_game(&id, &table, &new.deal, ratings, new.rematch_of.as_deref(), now).and(also);
        self.store.write(write).await?;
        let room = Arc::new(Room::new(id, table.clone(), Vec::new()));
        self.rooms.put(Arc::clone(&room));
        for seat in table.seats() {
            self.tell(seat, &GameNews::GameStart { game: room.id() });
        }
        self.bus.publish(&Topic::Lobby, News::new(&GameNews::GameStart { game: room.id() }));
        self.go_on(&room, &table);
        Ok(room)
    }

    /// Does what somebody wants in a game.
    ///
    /// # Errors
    /// There is no such game, it was refused, or it could not be made durable.
    pub fn act<'a>(self: &'a Arc<Self>, id: &'a str, actor: Actor, action: &'a Action) -> Acting<'a> {
        Box::pin(async move {
            let room = self.rooms.get(&self.store, id).await?.ok_or(PlayError::NoGame)?;
            let also = async |table: &Table, events: &[Logged]| self.also(id, table, events).await;
            let done = room.act(&self.store, actor, action, also).await?;
            self.follow_up(&room, &done).await;
            Ok(done)
        })
    }

    /// What else is written with events: ratings and openings when a game ends.
    async fn also(&self, id: &str, table: &Table, events: &[Logged]) -> Result<Write, StoreError> {
        let ends = events.iter().find_map(|logged| match &logged.event {
            Event::End(end) => Some((logged.at, end)),
            _ => None,
        });
        match ends {
            Some((at, end)) if !end.is_aborted() => self.rate(id, table, end, at).await,
            _ => Ok(Write::new()),
        }
    }

    /// What follows from events: news, alarms, answers that were planned, the computer's move.
    async fn follow_up(self: &Arc<Self>, room: &Arc<Room>, done: &Done) {
        let has = |what: fn(&Event) -> bool| done.events.iter().any(|logged| what(&logged.event));
        if has(|event| matches!(event, Event::End(_))) {
            for seat in done.table.seats() {
                self.tell(seat, &GameNews::GameFinish { game: room.id() });
            }
            self.bus.publish(&Topic::Lobby, News::new(&GameNews::GameFinish { game: room.id() }));
        }
        if !has(|event| matches!(event, Event::Chat { .. })) {
            self.go_on(room, &done.table);
        }
        let last_move = done.events.iter().rev().find_map(|logged| match &logged.event {
            Event::Move { text, by, .. } => Some((text.clone(), *by)),
            _ => None,
        });
        if let Some((text, by)) = last_move {
            self.answer_as_planned(room, &done.table, &text, by).await;
        }
    }

    fn tell(&self, seat: &Seat, news: &GameNews<'_>) {
        if let Some(user) = seat.user() {
            self.bus.publish(&Topic::User(user.to_owned()), News::new(news));
        }
    }

    /// Sets the alarm, tells whose turn it is, and lets the computer move if it is the one.
    fn go_on(self: &Arc<Self>, room: &Arc<Room>, table: &Table) {
        if let Some(deadline) = table.deadline() {
            self.clockwork.wake(deadline, room.id());
        }
        let Some(player) = table.turn() else { return };
        match table.seat(player) {
            Seat::Computer { level } => {
                let (app, room, level) = (Arc::clone(self), Arc::clone(room), *level);
                let table = table.clone();
                tokio::spawn(async move { app.computer_moves(&room, &table, player, level).await });
            }
            seat @ Seat::Person { .. } => self.tell(seat, &GameNews::YourTurn { game: room.id() }),
        }
    }

    async fn computer_moves(self: Arc<Self>, room: &Arc<Room>, table: &Table, player: Player, level: u8) {
        let Some(level) = Level::new(level) else { return };
        let ply = table.ply() + 1;
        loop {
            let session = table.session().clone();
            let chosen = self.pool.think(&table.settings().game, Urgency::Move, move |mind, stop| {
                mind.choose(&session, level, secrets::seed(), stop)
            });
            match chosen.await {
                Ok(Some(text)) => {
                    let action = Action::Move { ply: Some(ply), text, lag: 0 };
                    match self.act(room.id(), Actor::Player(player), &action).await {
                        // The database is away: the move is made when it is back.
                        Err(PlayError::Act(ActError::Store(
                            StoreError::Unavailable(_) | StoreError::Full,
                        ))) => {}
                        // Made, or there was something else in the meantime: whatever it was looked after the rest.
                        _ => return,
                    }
                }
                Ok(None) => return,
                Err(Busy) => {}
            }
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
    }

    /// Answers a move as the other player planned to.
    async fn answer_as_planned(self: &Arc<Self>, room: &Arc<Room>, table: &Table, mv: &str, by: SeatCode) {
        let player = Player::from(by).other();
        // At a live game people sit at the board themselves.
        if table.settings().clock.is_live() {
            return;
        }
        let Some(user) = table.seat(player).user().map(str::to_owned) else { return };
        let plan = match self.store.plan(room.id(), &user).await {
            Ok(Some(plan)) => plan,
            Ok(None) => return,
            Err(error) => {
                tracing::warn!(%error, game = room.id(), "a plan could not be read");
                return;
            }
        };
        let (answers, rest) = plan.after(mv);
        if let Err(error) = self.store.set_plan(room.id(), &user, &rest).await {
            tracing::warn!(%error, game = room.id(), "a plan could not be kept");
            return;
        }
        let mut ply = table.ply();
        for text in answers {
            ply += 1;
            let action = Action::Move { ply: Some(ply), text, lag: 0 };
            if self.act(room.id(), Actor::Player(player), &action).await.is_err() {
                return;
            }
        }
    }

    /// Ends a game whose time is over.
    async fn look_at_clock(self: &Arc<Self>, id: &str) -> Result<(), PlayError> {
        let Some(room) = self.rooms.get(&self.store, id).await? else { return Ok(()) };
        let over = |table: &Table| table.time_over(now()).into_iter().collect();
        let done = room.happen(&self.store, over, async |table, events| self.also(id, table, events).await);
        match done.await? {
            Some(done) => self.follow_up(&room, &done).await,
            // Too early: somebody moved, or time was added.
            None => {
                if let Some(deadline) = room.table().await.deadline() {
                    self.clockwork.wake(deadline, id);
                }
            }
        }
        Ok(())
    }

    /// Takes up all games where they were when the server stopped. The time it was away is nobody's.
    pub(super) async fn resume(self: &Arc<Self>) -> Result<(), StoreError> {
        let now = now();
        let stopped = self.store.last_heartbeat().await?;
        for id in self.store.live_games().await? {
            let Some(room) = self.rooms.get(&self.store, &id).await? else { continue };
            let pause = |table: &Table| {
                // Since the last sign of life, or since the move if that was later.
                let away = stopped.map_or(0, |stopped| now - stopped.max(table.since()));
                if table.settings().clock.is_live() && table.deadline().is_some() && away > 0 {
                    vec![Event::Paused { milliseconds: away }]
                } else {
                    Vec::new()
                }
            };
            let paused = room.happen(&self.store, pause, crate::live::nothing_else).await;
            if let Err(ActError::Store(error)) = paused {
                return Err(error);
            }
            self.go_on(&room, &room.table().await);
        }
        self.store.beat(now).await
    }

    /// Gives a player the opponent's next move in advance, or forgets what was planned.
    ///
    /// # Errors
    /// A move of the plan is not legal, or the database did not take it.
    pub async fn set_plan(&self, id: &str, player: Player, plan: &Plan) -> Result<(), PlayError> {
        let room = self.rooms.get(&self.store, id).await?.ok_or(PlayError::NoGame)?;
        let table = room.table().await;
        plan.check(table.session(), player).map_err(ActError::Refused)?;
        let user = table.seat(player).user().unwrap_or_default().to_owned();
        Ok(self.store.set_plan(id, &user, plan).await?)
    }
}

/// Looks at the clock of every game when it is time to.
pub(super) async fn watch_clocks(app: Weak<App>) {
    loop {
        let Some(strong) = app.upgrade() else { return };
        // Not holding the server while waiting would be better, but the alarms are its own.
        let next = tokio::time::timeout(Duration::from_secs(1), strong.clockwork.next()).await;
        if let Ok(id) = next {
            tokio::spawn(async move {
                if let Err(error) = strong.look_at_clock(&id).await {
                    tracing::warn!(?error, game = id, "a clock could not be looked at");
                    strong.clockwork.wake(now() + 1_000, &id);
                }
            });
        }
    }
}

/// How often the server says that it is alive, and looks for games whose time is over.
const HEARTBEAT: Duration = Duration::from_secs(1);
const ROUND: u64 = 60;

/// What has to be done now and then.
pub(super) async fn keep_house(app: Weak<App>) {
    for beat in 0_u64.. {
        tokio::time::sleep(HEARTBEAT).await;
        let Some(app) = app.upgrade() else { return };
        let now: Millis = now();
        if let Err(error) = app.store.beat(now).await {
            tracing::warn!(%error, "no heartbeat");
        }
        if beat % ROUND == 0 {
            app.rooms.tidy();
            match app.store.games_due(now + HEARTBEAT.as_millis() as Millis * ROUND as Millis).await {
                Ok(games) => games.iter().for_each(|(id, due)| app.clockwork.wake(*due, id)),
                Err(error) => tracing::warn!(%error, "the games that are due could not be found"),
            }
        }
    }
}
