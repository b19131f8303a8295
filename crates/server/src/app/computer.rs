use std::{sync::Arc, time::Duration};

use mekong_analysis::Worth;
use mekong_core::{CancelToken, Player};
use mekong_engine::Limits;
use mekong_players::Level;
use tokio::sync::broadcast::error::RecvError;

use super::{App, PlayError};
use crate::{
    engine::{Busy, Urgency},
    limits::Requester,
    live::{ActError, Message, Room},
    secrets,
    store::StoreError,
    table::{Action, Actor, Clock, Seat, Table},
    time::now,
};

/// How long somebody thinks who is asked for advice.
const ADVICE: Duration = Duration::from_millis(1_000);

/// What the computer would do.
#[derive(Clone, PartialEq, Debug)]
pub struct Hint {
    /// The number the move would have.
    pub ply: u32,
    /// The line it expects, its own move first.
    pub line: Vec<String>,
    /// What it is worth for the player to move.
    pub worth: Worth,
}

/// Why there is no advice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HintError {
    /// Something about the game.
    Play(PlayError),
    /// Nobody is helped against another person, or when it is not their turn.
    NotAllowed,
    /// There is nothing to advise in that position.
    NoMove,
    /// The computer has too much to do.
    Busy,
}

impl App {
    /// Lets the computer think about its move, in the background.
    pub(super) fn let_computer_move(
        self: &Arc<Self>,
        room: &Arc<Room>,
        table: &Arc<Table>,
        player: Player,
        level: u8,
    ) {
        let Some(level) = Level::new(level) else { return };
        let (app, room, table) = (Arc::clone(self), Arc::clone(room), Arc::clone(table));
        tokio::spawn(async move {
            let (seen, mut messages) = room.listen(table.last_seq());
            if seen.events.iter().any(|logged| logged.event.changes_the_board()) {
                return;
            }
            // Whatever happens at the board in the meantime looked after the rest.
            let overtaken = async {
                loop {
                    match messages.recv().await {
                        Ok(Message::Logged(logged)) if logged.event.changes_the_board() => return,
                        Err(RecvError::Lagged(_) | RecvError::Closed) => return,
                        Ok(_) => {}
                    }
                }
            };
            tokio::select! {
                () = app.computer_moves(&room, &table, player, level) => {}
                () = overtaken => {}
            }
        });
    }

    async fn computer_moves(self: &Arc<Self>, room: &Arc<Room>, table: &Table, player: Player, level: Level) {
        loop {
            let session = table.session().clone();
            let (game, variants) = (session.info().id, session.variants());
            let requester = self.computers_opponent(table, player);
            let limit = || self.pool.share(requester).min(clock_limit(table, player));
            let choose = move |mind: &mekong_players::Searcher, stop: &CancelToken| {
                mind.choose(&session, level, secrets::seed(), stop)
            };
            match self.pool.think_at_most(game, variants, Urgency::Move, requester, limit, choose).await {
                Ok(Some(text)) => {
                    let action = Action::Move { ply: Some(table.ply() + 1), text, lag: 0 };
                    match self.act(room.id(), Actor::Player(player), action).await {
                        // The database is away: the move is made when it is back.
                        Err(PlayError::Act(ActError::Store(
                            StoreError::Unavailable(_) | StoreError::Full,
                        ))) => {}
                        _ => return,
                    }
                }
                Ok(None) => return,
                Err(Busy) => {}
            }
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
    }

    /// Who waits for the computer's move. It has no opponent but people; if it had, nobody would wait.
    fn computers_opponent(&self, table: &Table, computer: Player) -> Requester {
        self.limits.requester_for(table.seat(computer.other()).user().unwrap_or_default())
    }

    /// What the computer would do in a game after so many moves, by default now. While a game goes on only those are
    /// told who play the computer for fun, and only when it is their turn.
    ///
    /// # Errors
    /// Why there is no advice.
    pub async fn hint(&self, id: &str, user: &str, ply: Option<u32>) -> Result<Hint, HintError> {
        let table = self.room(id).await.map_err(HintError::Play)?.table();
        let ply = ply.unwrap_or_else(|| table.ply());
        if table.end().is_none() {
            let player = table.player(user).ok_or(HintError::NotAllowed)?;
            let against_computer = matches!(table.seat(player.other()), Seat::Computer { .. });
            let is_turn = table.turn() == Some(player) && ply == table.ply();
            if !against_computer || table.settings().rated || !is_turn {
                return Err(HintError::NotAllowed);
            }
        }
        let mut session = table.session().clone();
        if ply > table.ply() {
            return Err(HintError::NoMove);
        }
        for _ in ply..table.ply() {
            session.undo();
        }
        let (game, variants) = (session.info().id, session.variants());
        let requester = self.limits.requester_for(user);
        let limit = || self.pool.share(requester).min(ADVICE);
        let advise = move |mind: &mekong_players::Searcher, stop: &CancelToken| {
            let thought = mind.search(&session, Limits::time(ADVICE), stop, &mut |_| {});
            let worth = Worth::of_result(mind, &thought)?;
            Some((worth, thought.lines.into_iter().next()?.moves))
        };
        let advised = self.pool.think_at_most(game, variants, Urgency::Hint, requester, limit, advise).await;
        let (worth, line) = advised.map_err(|Busy| HintError::Busy)?.ok_or(HintError::NoMove)?;
        Ok(Hint { ply: ply + 1, line, worth })
    }
}

/// How long the computer may think by its own clock.
fn clock_limit(table: &Table, player: Player) -> Duration {
    let (Clock::Fischer { increment, .. }, Some(clocks)) = (table.settings().clock, table.clocks_at(now()))
    else {
        return Duration::MAX;
    };
    let left = Duration::from_millis(clocks.of(player).max(0) as u64);
    Limits::for_clock(left, Duration::from_secs(increment.into())).time.unwrap_or(left)
}
