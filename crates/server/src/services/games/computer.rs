use std::{sync::Arc, time::Duration};

use mekong_core::Player;
use mekong_engine::Limits;
use mekong_players::Level;
use tokio::sync::broadcast::error::RecvError;

use super::{GameError, Games};
use crate::{
    engine_pool::PoolError,
    limits::Requester,
    live::{ActError, Room, RoomMessage},
    store::StoreError,
    table::{Action, Actor, Clock, Seat, Table},
    time::now,
    trace,
};

/// Search time of a hint.
const HINT_TIME: Duration = Duration::from_millis(1_000);

/// A hint: the engine's best line.
#[derive(Clone, Debug)]
pub struct Hint {
    /// Ply of the suggested move.
    pub ply: u32,
    /// The best line, its evaluation for the player to move, and the sentences.
    pub found: mekong_analysis::Hint,
}

/// Why there is no hint.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HintError {
    /// The game is not available.
    Play(GameError),
    /// Hints are not allowed against people, or when it is not the player's turn.
    NotAllowed,
    /// The position has no legal move.
    NoMove,
    /// The engine did not search.
    Engine(PoolError),
}

impl Games {
    /// Starts the computer's move in the background.
    pub(super) fn start_computer_move(
        self: &Arc<Self>,
        room: &Arc<Room>,
        table: &Arc<Table>,
        player: Player,
        level: u8,
    ) {
        let Some(level) = Level::new(level) else { return };
        let (this, room, table) = (Arc::clone(self), Arc::clone(room), Arc::clone(table));
        trace::spawn(async move {
            let (seen, mut messages) = room.subscribe(table.last_seq());
            if seen.events.iter().any(|logged| logged.event.changes_position()) {
                return;
            }
            // Any other change of the board has started what follows from it.
            let position_changed = async {
                loop {
                    match messages.recv().await {
                        Ok(RoomMessage::LoggedEvent(logged, _)) if logged.event.changes_position() => return,
                        Err(RecvError::Lagged(_) | RecvError::Closed) => return,
                        Ok(_) => {}
                    }
                }
            };
            tokio::select! {
                () = this.play_computer_move(&room, &table, player, level) => {}
                () = position_changed => {}
            }
        });
    }

    async fn play_computer_move(
        self: &Arc<Self>,
        room: &Arc<Room>,
        table: &Table,
        player: Player,
        level: Level,
    ) {
        loop {
            let requester = self.requester_of_move(table, player);
            let limit = || self.searches.move_time(requester).min(clock_limit(table, player));
            match self.searches.choose(table.game_session(), level, requester, limit).await {
                Ok(Some(text)) => {
                    let action = Action::Move { ply: Some(table.ply() + 1), text, lag: 0 };
                    match self.act(room, Actor::Player(player), action).await {
                        Err(error) if is_temporary(&error) => {}
                        Err(error) => {
                            tracing::debug!(%error, game = room.id(), "the computer's move was not played");
                            return;
                        }
                        Ok(_) => return,
                    }
                }
                Ok(None) => return,
                Err(PoolError::Full | PoolError::Closed) => {}
                Err(error @ PoolError::Panicked) => {
                    tracing::error!(%error, game = room.id(), "no move of the computer");
                    return;
                }
            }
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
    }

    /// The user for whom the search counts: the opponent of the computer.
    fn requester_of_move(&self, table: &Table, computer: Player) -> Requester {
        self.limits.requester_for(table.seat(computer.other()).user().unwrap_or_default())
    }

    /// A hint for the position after `ply` moves, by default the current one. During a game, hints are given only in
    /// casual games against the computer, to the player to move.
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
        let mut game_session = table.game_session().clone();
        if ply > table.ply() {
            return Err(HintError::NoMove);
        }
        for _ in ply..table.ply() {
            game_session.undo();
        }
        let requester = self.limits.requester_for(user);
        let found = self.searches.hint(&game_session, requester, HINT_TIME).await;
        let found = found.map_err(HintError::Engine)?.ok_or(HintError::NoMove)?;
        Ok(Hint { ply: ply + 1, found })
    }
}

/// Whether an action may succeed later, when the database is available again.
const fn is_temporary(error: &ActError) -> bool {
    match error {
        ActError::Store(StoreError::Unavailable(_) | StoreError::Contended | StoreError::Full)
        | ActError::OutageSuspected => true,
        ActError::Store(_) | ActError::Refused(_) => false,
    }
}

/// Search time that the computer's clock allows.
fn clock_limit(table: &Table, player: Player) -> Duration {
    let (Clock::Fischer { increment, .. }, Some(clocks)) = (table.settings().clock, table.clocks_at(now()))
    else {
        return Duration::MAX;
    };
    let left = Duration::from_millis(clocks.of(player).max(0) as u64);
    Limits::for_clock(left, Duration::from_secs(increment.into())).time.unwrap_or(left)
}

#[cfg(test)]
mod tests {
    use super::{ActError, StoreError, is_temporary};

    #[test]
    fn move_is_retried_unless_it_would_fail_again() {
        let store = |error| is_temporary(&ActError::Store(error));
        assert!(store(StoreError::Unavailable(String::new())) && store(StoreError::Contended));
        assert!(store(StoreError::Full) && is_temporary(&ActError::OutageSuspected));
        // A panic in the task that plays it.
        assert!(!store(StoreError::Internal(String::new())));
    }
}
