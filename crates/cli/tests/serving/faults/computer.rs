//! Games against the computer on changing nodes: workers or the nodes search its moves.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering::Relaxed},
};

use mekong_core::SplitMix64;
use serde_json::json;
use tokio::task::JoinHandle;

use super::players::{History, Player, session};

/// Games against the computer that are played until [`ComputerGames::end`].
pub(super) struct ComputerGames {
    over: Arc<AtomicBool>,
    task: JoinHandle<Vec<History>>,
}

impl ComputerGames {
    pub(super) async fn begin(bases: &[String]) -> ComputerGames {
        let mut player = Player::new(bases, 0, "Player").await;
        let over = Arc::new(AtomicBool::new(false));
        let is_over = Arc::clone(&over);
        let task = tokio::spawn(async move {
            let mut random = SplitMix64::new(77);
            let mut finished = Vec::new();
            while !is_over.load(Relaxed) {
                if player.history.game.is_empty() || player.is_over() {
                    finished.push(begin_game(&mut player).await);
                }
                step(&mut player, &mut random).await;
            }
            player.switch_node();
            while !player.connect().await {}
            finished.push(player.history);
            finished.retain(|history| !history.game.is_empty());
            finished
        });
        ComputerGames { over, task }
    }

    pub(super) async fn end(self) -> Vec<History> {
        self.over.store(true, Relaxed);
        self.task.await.expect("the player ends")
    }
}

/// Begins a game. Returns the history of the last one.
async fn begin_game(player: &mut Player) -> History {
    let challenge = json!({ "game": "siam", "side": "first", "opponent": { "kind": "computer", "level": 1 },
        "clock": { "kind": "fischer", "base": 3_600, "increment": 0 } });
    let made = player.post("/api/challenge", &challenge).await;
    player.start_game(&crate::text(&made["game"]))
}

/// Makes a move, or waits for one of the computer.
async fn step(player: &mut Player, random: &mut SplitMix64) {
    if !player.connect().await {
        return;
    }
    let session = session(&player.moves());
    let ply = session.moves().len() + 1;
    if session.turn().is_none_or(|turn| turn.index() != 0) {
        let _ = player.message().await;
        return;
    }
    let legal = session.legal();
    let mv = legal[random.below(legal.len())].clone();
    player.make_move(ply, mv).await;
    // A move without an answer may have been made: the next connection shows it.
    while player.moves().len() < ply && !player.is_over() {
        if player.message().await.is_none() {
            return;
        }
    }
}
