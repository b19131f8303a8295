use std::time::Duration;

use serde_json::{Value, json};

use super::{fischer, join, siam};
use crate::common::{Socket, on_each_database};

async fn play(socket: &mut Socket, ply: u64, text: &str) -> Value {
    socket.send(json!({ "type": "move", "ref": ply, "ply": ply, "move": text })).await;
    socket.until(|message| message["type"] == "move" && message["ply"] == ply).await
}

#[tokio::test(flavor = "multi_thread")]
async fn client_that_delays_pongs_gains_at_most_the_lag_quota() {
    on_each_database(async |server| {
        let (ann, bob, game) = siam(&server, fischer(60, 0)).await;
        // The first ping is sent at once; the client replies only when it reads.
        let mut slow = ann.socket(&format!("/api/game/{game}/socket")).await;
        tokio::time::sleep(Duration::from_millis(600)).await;
        slow.next_of("hello").await;
        let (mut fast, _) = join(&bob, &game).await;
        let (mut elapsed, mut charged, mut turns) = (0, 0, 0);
        let mut last: Option<Value> = None;
        for ply in (1..=13).step_by(2) {
            let (_, text) = server.quiet_move(&game).await;
            if ply > 1 {
                // The player thinks during what the server takes for lag.
                tokio::time::sleep(Duration::from_millis(450)).await;
            }
            let made = play(&mut slow, ply, &text).await;
            if let Some(before) = &last {
                let number = |value: &Value| value.as_i64().unwrap();
                elapsed += number(&made["at"]) - number(&before["at"]);
                charged += number(&before["clocks"]["p1"]) - number(&made["clocks"]["p1"]);
                turns += 1;
            }
            fast.until(|message| message["type"] == "move" && message["ply"] == ply).await;
            let (_, text) = server.quiet_move(&game).await;
            last = Some(play(&mut fast, ply + 1, &text).await);
        }
        let compensated = elapsed - charged;
        assert!(compensated > 0, "lag is compensated");
        assert!(compensated <= 1_000 + turns * 100, "{compensated} of {elapsed} ms in {turns} turns");
    })
    .await;
}
