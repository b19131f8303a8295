use std::{
    sync::{Arc, atomic::Ordering::Relaxed},
    time::Duration,
};

use futures_util::{SinkExt as _, StreamExt as _};
use mekong_catalog::GameSession;
use mekong_core::{Player, SplitMix64, Variants};
use serde_json::{Value, json};
use tokio::time::{Instant, sleep_until};
use tokio_tungstenite::tungstenite::Message;

use super::{
    client::{Guest, LoadClient, LoadError, Socket},
    report::{Samples, Tally},
};

/// How fast and how long games are played.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    /// Time between two moves of a game, on average.
    pub(super) every: Duration,
    /// How long games are played.
    pub(super) time: Duration,
    /// Moves per game, instead of `time`.
    pub(super) moves: Option<usize>,
}

/// How long a move may go unanswered before the connection counts as lost.
const MOVE_TIMEOUT: Duration = Duration::from_secs(30);

/// A game of two guests, who may be at different nodes.
pub(super) struct Game {
    client: Arc<LoadClient>,
    number: u64,
    guests: [Guest; 2],
    sockets: [Socket; 2],
    session: GameSession,
    random: SplitMix64,
}

/// A move that was sent and is not confirmed yet.
struct Pending {
    text: String,
    sent: Instant,
    is_acknowledged: bool,
    is_received: bool,
}

impl Game {
    pub(super) async fn begin(client: &Arc<LoadClient>, number: u64) -> Result<Game, LoadError> {
        let guests = [client.guest(number), client.guest(number + 1)];
        Game::between(Arc::clone(client), number, guests, SplitMix64::new(number)).await
    }

    async fn between(
        client: Arc<LoadClient>,
        number: u64,
        guests: [Guest; 2],
        random: SplitMix64,
    ) -> Result<Game, LoadError> {
        let [mut one, mut two] = guests;
        let game = client.start_game(&mut one, &mut two).await?;
        let mut sockets = [client.join(&one, &game).await?, client.join(&two, &game).await?];
        let mut position = None;
        for socket in &mut sockets {
            let hello = receive(socket).await.ok_or_else(|| LoadError::Unexpected("no hello".to_owned()))?;
            position = hello["game"]["start_position"].as_str().map(str::to_owned);
        }
        // The deal is chosen by the server.
        let start = client.entry.parse(&position.unwrap_or_default(), Variants::default());
        let session = start.map_err(|error| LoadError::Unexpected(error.to_string()))?;
        Ok(Game { client, number, guests: [one, two], sockets, session, random })
    }

    /// Plays random moves. Returns the game unless its connection was lost.
    pub(super) async fn play(mut self, pace: Pace, tally: &Tally) -> (Option<Game>, Samples) {
        let mut samples = Samples::default();
        let end = Instant::now() + pace.time;
        // Spread the first moves of all games.
        let mut next = Instant::now() + pace.every.mul_f64(self.random.fraction());
        let mut pending: Option<Pending> = None;
        loop {
            let wake = match &pending {
                Some(pending) => pending.sent + MOVE_TIMEOUT,
                None => next,
            };
            let is_over = match pace.moves {
                Some(moves) => samples.acknowledged.len() >= moves,
                None => next >= end,
            };
            if pending.is_none() && is_over {
                return (Some(self), samples);
            }
            let [one, two] = &mut self.sockets;
            let (seat, received) = tokio::select! {
                () = sleep_until(wake) => {
                    if pending.is_some() {
                        tally.lost_connections.fetch_add(1, Relaxed);
                        return (None, samples);
                    }
                    pending = self.send().await;
                    continue;
                }
                received = receive(one) => (0, received),
                received = receive(two) => (1, received),
            };
            let Some(received) = received else {
                tally.lost_connections.fetch_add(1, Relaxed);
                return (None, samples);
            };
            let Some(waiting) = &mut pending else { continue };
            let mover = self.session.turn().map_or(0, Player::index);
            match received["type"].as_str() {
                Some("ack") if seat == mover => {
                    samples.acknowledged.push(waiting.sent.elapsed());
                    waiting.is_acknowledged = true;
                }
                Some("move") if seat != mover => {
                    samples.received.push(waiting.sent.elapsed());
                    waiting.is_received = true;
                }
                Some("refused") if seat == mover => {
                    tally.refused.fetch_add(1, Relaxed);
                    return (None, samples);
                }
                _ => {}
            }
            if waiting.is_acknowledged && waiting.is_received {
                // The server accepted it, so it is legal.
                let _ = self.session.play(&waiting.text);
                pending = None;
                next = Instant::now().max(next) + pace.every.mul_f64(0.5 + self.random.fraction());
                if self.session.turn().is_none() {
                    tally.finished.fetch_add(1, Relaxed);
                    match Game::between(self.client, self.number, self.guests, self.random).await {
                        Ok(again) => self = again,
                        Err(_) => {
                            tally.lost_connections.fetch_add(1, Relaxed);
                            return (None, samples);
                        }
                    }
                }
            }
        }
    }

    /// Sends a random legal move of the player to move.
    async fn send(&mut self) -> Option<Pending> {
        let turn = self.session.turn()?;
        let legal = self.session.legal();
        let text = legal.get(self.random.below(legal.len().max(1)))?.clone();
        let ply = self.session.moves().len() + 1;
        let message = json!({ "type": "move", "ref": ply, "ply": ply, "move": text }).to_string();
        let sent = Instant::now();
        // A lost connection is detected on reading.
        let _ = self.sockets[turn.index()].send(Message::text(message)).await;
        Some(Pending { text, sent, is_acknowledged: false, is_received: false })
    }
}

/// The next message; none once the connection is lost. Cancel safe.
async fn receive(socket: &mut Socket) -> Option<Value> {
    loop {
        match socket.next().await? {
            Ok(Message::Text(text)) => return serde_json::from_str(&text).ok(),
            Ok(Message::Close(_)) | Err(_) => return None,
            Ok(_) => {}
        }
    }
}

/// Reads from a lobby connection until it is lost.
pub(super) async fn keep_open(mut socket: Socket, tally: &Tally) {
    while receive(&mut socket).await.is_some() {}
    tally.lost_connections.fetch_add(1, Relaxed);
}
