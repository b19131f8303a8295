use std::{
    collections::BTreeMap,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    },
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use mekong_catalog::{GameSession, find};
use mekong_core::SplitMix64;
use reqwest::Method;
use serde_json::{Value, json};
use tokio::{task::JoinHandle, time::timeout};

use super::balancer::Balancer;
use crate::{
    common::{Client, Socket},
    until,
};

/// Games in progress at a time.
const GAMES: usize = 4;

/// A game is resigned after this many moves.
const MAX_PLIES: usize = 40;

/// A client that receives nothing for this long connects to another node.
const RECEIVE_TIMEOUT: Duration = Duration::from_secs(3);

/// What one client received about one game: events by number, and the actions that were acknowledged.
#[derive(Debug, Default)]
pub(super) struct History {
    pub(super) game: String,
    pub(super) events: BTreeMap<u64, Value>,
    /// Moves by ply.
    pub(super) acknowledged: BTreeMap<usize, Acknowledged>,
    pub(super) has_resigned: bool,
}

/// A move that was acknowledged.
#[derive(Debug)]
pub(super) struct Acknowledged {
    pub(super) mv: String,
    /// When it was sent and when the answer came, in milliseconds since 1970.
    pub(super) between: [i64; 2],
}

/// The time by the clock of this machine, on which the database runs.
fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).expect("the clock is set");
    i64::try_from(since.as_millis()).expect("a time fits")
}

/// A player who connects to another node after a failure.
pub(super) struct Player {
    client: Client,
    bases: Vec<String>,
    node: usize,
    socket: Option<Socket>,
    pub(super) history: History,
}

impl Player {
    /// A player with a new account, first at one of the nodes.
    pub(super) async fn new(bases: &[String], node: usize, name: &str) -> Player {
        let node = node % bases.len();
        let client = Client::new(&bases[node]);
        let body = json!({ "name": name, "password": format!("password of {name}") });
        client.post("/api/account", body).await.expect(201);
        let cookie = client.cookie().expect("there is a session");
        bases.iter().for_each(|base| client.at(base).set_cookie(&cookie));
        Player { client, bases: bases.to_vec(), node, socket: None, history: History::default() }
    }

    /// Starts to record another game. Returns the history of the last one.
    pub(super) fn start_game(&mut self, game: &str) -> History {
        self.socket = None;
        let history = History { game: game.to_owned(), ..History::default() };
        std::mem::replace(&mut self.history, history)
    }

    fn node_client(&self) -> Client {
        self.client.at(&self.bases[self.node])
    }

    pub(super) fn switch_node(&mut self) {
        self.socket = None;
        self.node = (self.node + 1) % self.bases.len();
    }

    /// Sends a request until it is answered with success.
    pub(super) async fn post(&mut self, path: &str, body: &Value) -> Value {
        loop {
            let request =
                self.node_client().request(Method::POST, path).json(body).timeout(RECEIVE_TIMEOUT).send();
            if let Ok(answer) = request.await
                && answer.status().is_success()
                && let Ok(value) = answer.json().await
            {
                return value;
            }
            self.switch_node();
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// Records an event. All nodes must send the same event for a number.
    fn record(&mut self, event: &Value) {
        // Answers have a number, too, but no time.
        let (Some(seq), true) = (event["seq"].as_u64(), event["at"].is_i64()) else { return };
        if let Some(before) = self.history.events.insert(seq, event.clone()) {
            assert_eq!(&before, event, "event {seq} of {} changed", self.history.game);
        }
        let (first, last) = (1, self.history.events.len() as u64);
        assert!(
            self.history.events.keys().copied().eq(first..=last),
            "a gap in {:?}",
            self.history.events.keys()
        );
    }

    pub(super) async fn connect(&mut self) -> bool {
        if self.socket.is_some() {
            return true;
        }
        let path = format!("/api/game/{}/socket?since={}", self.history.game, self.history.events.len());
        let client = self.node_client();
        let opened = async {
            let mut socket = client.try_socket(&path, &[]).await.ok()?;
            let hello = socket.next_or_end().await?;
            (hello["type"] == "hello").then_some((socket, hello))
        };
        match timeout(RECEIVE_TIMEOUT, opened).await {
            Ok(Some((socket, hello))) => {
                for event in hello["game"]["events"].as_array().expect("a list of events") {
                    self.record(event);
                }
                self.socket = Some(socket);
                true
            }
            _ => {
                self.switch_node();
                tokio::time::sleep(Duration::from_millis(50)).await;
                false
            }
        }
    }

    /// Waits for the next message; `None` if the client has to switch to another node.
    pub(super) async fn message(&mut self) -> Option<Value> {
        let socket = self.socket.as_mut()?;
        match timeout(RECEIVE_TIMEOUT, socket.next_or_end()).await {
            Ok(Some(message)) if message["type"] != "closing" => {
                self.record(&message);
                Some(message)
            }
            _ => {
                self.switch_node();
                None
            }
        }
    }

    /// Sends an action and waits for the answer. `None` if it is unknown whether it was carried out.
    async fn act(&mut self, mut action: Value) -> Option<bool> {
        action["ref"] = json!(1);
        self.socket.as_mut()?.send(action).await;
        loop {
            let message = self.message().await?;
            if message["ref"] == 1 {
                return Some(message["type"] == "ack");
            }
        }
    }

    /// Makes a move. Returns whether it was acknowledged.
    pub(super) async fn make_move(&mut self, ply: usize, mv: String) -> bool {
        let sent = now();
        let is_done = self.act(json!({ "type": "move", "ply": ply, "move": mv })).await == Some(true);
        if is_done {
            self.history.acknowledged.insert(ply, Acknowledged { mv, between: [sent, now()] });
        }
        is_done
    }

    pub(super) fn moves(&self) -> Vec<String> {
        let moves = self.history.events.values().filter(|event| event["type"] == "move");
        moves.map(|event| crate::text(&event["move"])).collect()
    }

    pub(super) fn is_over(&self) -> bool {
        self.history.events.values().any(|event| event["type"] == "end")
    }
}

/// The game after these moves.
pub(super) fn session(moves: &[String]) -> GameSession {
    let mut session = find("siam").expect("the game exists").start(Default::default(), 0);
    moves.iter().for_each(|mv| session.play(mv).expect("the moves are legal"));
    session
}

/// Two players and their games.
struct Match {
    players: [Player; 2],
    random: SplitMix64,
    finished: Vec<History>,
}

impl Match {
    async fn begin_game(&mut self) {
        let challenge = json!({ "game": "siam", "side": "first", "rated": true, "opponent": { "kind": "link" },
            "clock": { "kind": "fischer", "base": 3_600, "increment": 0 } });
        let [one, two] = &mut self.players;
        let made = one.post("/api/challenge", &challenge).await;
        let path = format!("/api/challenge/{}/accept", crate::text(&made["challenge"]["id"]));
        let accepted = two.post(&path, &json!({})).await;
        let game = crate::text(&accepted["game"]);
        for player in &mut self.players {
            self.finished.push(player.start_game(&game));
        }
    }

    fn session(&self) -> GameSession {
        let [one, two] = [self.players[0].moves(), self.players[1].moves()];
        session(if one.len() > two.len() { &one } else { &two })
    }

    /// One action of the player to move.
    async fn step(&mut self, made: &AtomicU64) {
        for player in &mut self.players {
            if !player.connect().await {
                return;
            }
        }
        if self.players.iter().any(Player::is_over) {
            // Both see the end before the next game begins.
            for player in &mut self.players {
                while !player.is_over() {
                    if player.message().await.is_none() {
                        return;
                    }
                }
            }
            self.begin_game().await;
            return;
        }
        let session = self.session();
        let ply = session.moves().len() + 1;
        let Some(turn) = session.turn() else {
            let _ = self.players[0].message().await;
            return;
        };
        let mover = &mut self.players[turn.index()];
        if ply > MAX_PLIES {
            mover.history.has_resigned |= mover.act(json!({ "type": "resign" })).await == Some(true);
            return;
        }
        let legal = session.legal();
        let mv = legal[self.random.below(legal.len())].clone();
        if mover.make_move(ply, mv).await {
            made.fetch_add(1, Relaxed);
        }
        // Both see the move before the next one, unless they have to switch to another node.
        for player in &mut self.players {
            while player.moves().len() < ply && !player.is_over() {
                if player.message().await.is_none() {
                    break;
                }
            }
        }
    }

    /// Waits until both players have received all events.
    async fn finish(mut self) -> Vec<History> {
        for player in &mut self.players {
            player.switch_node();
            while !player.connect().await {}
        }
        self.finished.extend(self.players.map(|player| player.history));
        self.finished.retain(|history| !history.game.is_empty());
        self.finished
    }
}

/// Games that are played until [`Play::end`].
pub(super) struct Play {
    over: Arc<AtomicBool>,
    made: Arc<AtomicU64>,
    tasks: Vec<JoinHandle<Vec<History>>>,
}

impl Play {
    /// Players at all nodes. Those of the last game connect to the balancer only, if there is one.
    pub(super) async fn begin(bases: &[String], balancer: Option<&Balancer>) -> Play {
        let (over, made) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU64::new(0)));
        let mut tasks = Vec::new();
        for number in 0..GAMES {
            let balanced =
                balancer.filter(|_| number + 1 == GAMES).map(|balancer| vec![balancer.base.clone()]);
            let bases = balanced.as_deref().unwrap_or(bases);
            let name = |seat| format!("Player-{number}-{seat}");
            let players =
                [Player::new(bases, number, &name(0)).await, Player::new(bases, number + 1, &name(1)).await];
            let random = SplitMix64::new(number as u64);
            let mut game = Match { players, random, finished: Vec::new() };
            game.begin_game().await;
            let (over, made) = (Arc::clone(&over), Arc::clone(&made));
            tasks.push(tokio::spawn(async move {
                while !over.load(Relaxed) {
                    game.step(&made).await;
                }
                game.finish().await
            }));
        }
        Play { over, made, tasks }
    }

    /// Waits until this many more moves are acknowledged.
    pub(super) async fn wait_for_moves(&self, moves: u64) {
        let target = self.made.load(Relaxed) + moves;
        until("moves", async || {
            for task in &self.tasks {
                assert!(!task.is_finished(), "a player has failed");
            }
            (self.made.load(Relaxed) >= target).then_some(())
        })
        .await;
    }

    pub(super) async fn end(self) -> Vec<History> {
        self.over.store(true, Relaxed);
        let mut histories = Vec::new();
        for task in self.tasks {
            histories.extend(task.await.expect("the players end"));
        }
        histories
    }
}
