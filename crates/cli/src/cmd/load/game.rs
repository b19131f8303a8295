use std::{
    sync::{Arc, atomic::Ordering::Relaxed},
    time::Duration,
};

use futures_util::{SinkExt as _, StreamExt as _};
use mekong_catalog::Session;
use mekong_core::{Player, SplitMix64, Variants};
use serde_json::{Value, json};
use tokio::{
    sync::watch,
    time::{Instant, sleep_until},
};
use tokio_tungstenite::tungstenite::Message;

use super::{
    figures::{Samples, Tally},
    people::{Door, Guest, Socket, Trouble},
};

/// How fast and how long.
#[derive(Clone, Copy)]
pub(super) struct Pace {
    pub(super) every: Duration,
    pub(super) time: Duration,
}

/// How long a move may go unanswered before the connection counts as broken.
const PATIENCE: Duration = Duration::from_secs(30);

/// Two guests at a board.
pub(super) struct Match {
    door: Arc<Door>,
    guests: [Guest; 2],
    sockets: [Socket; 2],
    session: Session,
    random: SplitMix64,
}

/// A move under way.
struct Pending {
    text: String,
    sent: Instant,
    is_acknowledged: bool,
    is_seen: bool,
}

impl Match {
    pub(super) async fn begin(door: &Arc<Door>, seed: u64) -> Result<Match, Trouble> {
        Match::between(Arc::clone(door), [Guest::default(), Guest::default()], SplitMix64::new(seed)).await
    }

    async fn between(door: Arc<Door>, guests: [Guest; 2], random: SplitMix64) -> Result<Match, Trouble> {
        let [mut one, mut two] = guests;
        let game = door.agree(&mut one, &mut two).await?;
        let mut sockets = [door.sit_down(&one, &game).await?, door.sit_down(&two, &game).await?];
        let mut position = None;
        for socket in &mut sockets {
            let hello = hear(socket).await.ok_or_else(|| Trouble::Server("no hello".to_owned()))?;
            position = hello["game"]["start_position"].as_str().map(str::to_owned);
        }
        // A deal is not known before.
        let start = door.entry.parse(&position.unwrap_or_default(), Variants::default());
        let session = start.map_err(|error| Trouble::Server(error.to_string()))?;
        Ok(Match { door, guests: [one, two], sockets, session, random })
    }

    /// Plays from the signal on for a while.
    pub(super) async fn play(
        mut self,
        pace: Pace,
        tally: &Tally,
        mut started: watch::Receiver<bool>,
    ) -> Samples {
        let mut samples = Samples::default();
        let _ = started.wait_for(|started| *started).await;
        let end = Instant::now() + pace.time;
        // Not all at the same moment.
        let mut next = Instant::now() + pace.every.mul_f64(self.fraction());
        let mut pending: Option<Pending> = None;
        loop {
            let wake = match &pending {
                Some(pending) => pending.sent + PATIENCE,
                None => next,
            };
            if pending.is_none() && next >= end {
                return samples;
            }
            let [one, two] = &mut self.sockets;
            let (seat, heard) = tokio::select! {
                () = sleep_until(wake) => {
                    if pending.is_some() {
                        tally.broken.fetch_add(1, Relaxed);
                        return samples;
                    }
                    pending = self.send().await;
                    continue;
                }
                heard = hear(one) => (0, heard),
                heard = hear(two) => (1, heard),
            };
            let Some(heard) = heard else {
                tally.broken.fetch_add(1, Relaxed);
                return samples;
            };
            let Some(waiting) = &mut pending else { continue };
            let mover = self.session.turn().map_or(0, Player::index);
            match heard["type"].as_str() {
                Some("ack") if seat == mover => {
                    samples.acknowledged.push(waiting.sent.elapsed());
                    waiting.is_acknowledged = true;
                }
                Some("move") if seat != mover => {
                    samples.seen.push(waiting.sent.elapsed());
                    waiting.is_seen = true;
                }
                Some("refused") if seat == mover => {
                    tally.refused.fetch_add(1, Relaxed);
                    return samples;
                }
                _ => {}
            }
            if waiting.is_acknowledged && waiting.is_seen {
                // A move that the server took is one of ours, and legal.
                let _ = self.session.play(&waiting.text);
                pending = None;
                next = Instant::now().max(next) + pace.every.mul_f64(0.5 + self.fraction());
                if self.session.turn().is_none() {
                    tally.finished.fetch_add(1, Relaxed);
                    match Match::between(self.door, self.guests, self.random).await {
                        Ok(again) => self = again,
                        Err(_) => {
                            tally.broken.fetch_add(1, Relaxed);
                            return samples;
                        }
                    }
                }
            }
        }
    }

    /// Sends a random move of whoever is to move.
    async fn send(&mut self) -> Option<Pending> {
        let turn = self.session.turn()?;
        let legal = self.session.legal();
        let text = legal.get(self.random.below(legal.len().max(1)))?.clone();
        let ply = self.session.moves().len() + 1;
        let message = json!({ "type": "move", "ref": ply, "ply": ply, "move": text }).to_string();
        let sent = Instant::now();
        // A connection that broke is noticed by listening to it.
        let _ = self.sockets[turn.index()].send(Message::text(message)).await;
        Some(Pending { text, sent, is_acknowledged: false, is_seen: false })
    }

    /// Something from 0 to 1.
    fn fraction(&mut self) -> f64 {
        self.random.below(1_000) as f64 / 1_000.0
    }
}

/// The next message; none once the connection has broken. It may be dropped while it waits.
async fn hear(socket: &mut Socket) -> Option<Value> {
    loop {
        match socket.next().await? {
            Ok(Message::Text(text)) => return serde_json::from_str(&text).ok(),
            Ok(Message::Close(_)) | Err(_) => return None,
            Ok(_) => {}
        }
    }
}

/// Listens to the lobby as long as it is open.
pub(super) async fn keep_open(mut socket: Socket, tally: &Tally) {
    while hear(&mut socket).await.is_some() {}
    tally.broken.fetch_add(1, Relaxed);
}
