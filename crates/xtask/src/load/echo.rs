use std::{
    sync::{Arc, atomic::Ordering::Relaxed},
    time::Duration,
};

use futures_util::{SinkExt as _, StreamExt as _};
use mekong_core::SplitMix64;
use tokio::time::{Instant, sleep_until, timeout_at};
use tokio_tungstenite::tungstenite::Message;

use super::{
    client::{LoadClient, LoadError, Socket},
    game::Pace,
    report::{Samples, Tally},
};

/// A message as long as a move.
const TEXT: &str = r#"{"type":"move","ref":17,"ply":17,"move":"c1N-c2N"}"#;

/// How long a message may go unanswered before the connection counts as lost.
const TIMEOUT: Duration = Duration::from_secs(30);

/// Two sockets of an echo server, which send in turn as the players of a game do.
pub(super) struct EchoPair {
    sockets: [Socket; 2],
    random: SplitMix64,
}

impl EchoPair {
    pub(super) async fn begin(client: &Arc<LoadClient>, number: u64) -> Result<EchoPair, LoadError> {
        let sockets = [client.echo(number).await?, client.echo(number + 1).await?];
        Ok(EchoPair { sockets, random: SplitMix64::new(number) })
    }

    /// Sends messages. Returns the pair unless a connection was lost.
    pub(super) async fn play(mut self, pace: Pace, tally: &Tally) -> (Option<EchoPair>, Samples) {
        let mut samples = Samples::default();
        let end = Instant::now() + pace.time;
        let mut next = Instant::now() + pace.every.mul_f64(self.random.fraction());
        let mut turn = 0;
        while pace.moves.map_or(next < end, |moves| samples.acknowledged.len() < moves) {
            sleep_until(next).await;
            let sent = Instant::now();
            let socket = &mut self.sockets[turn];
            let answered = async {
                socket.send(Message::text(TEXT)).await.ok()?;
                socket.next().await?.ok()
            };
            let Ok(Some(_)) = timeout_at(sent + TIMEOUT, answered).await else {
                tally.lost_connections.fetch_add(1, Relaxed);
                return (None, samples);
            };
            samples.acknowledged.push(sent.elapsed());
            samples.received.push(sent.elapsed());
            turn = 1 - turn;
            next = Instant::now().max(next) + pace.every.mul_f64(0.5 + self.random.fraction());
        }
        (Some(self), samples)
    }
}
