use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    },
    time::Duration,
};

use mekong_catalog::{GameSession, find};
use mekong_core::SplitMix64;
use serde_json::json;
use sqlx::{AnyConnection, Connection as _, Executor as _, Row as _};
use tokio::task::JoinHandle;

use crate::{
    common::{Client, Socket},
    create_game, fischer, get_game, play,
    process::{Process, TestDatabase, expect_consistent, on_each_database},
    until,
};

/// Number of games in progress while the server is killed.
const GAMES: usize = 6;

/// Number of kills; `make soak` sets a larger one.
fn kills() -> usize {
    let factor = std::env::var("MEKONG_SOAK").ok().and_then(|text| text.parse::<usize>().ok());
    3 * factor.unwrap_or(1)
}

/// A game of two clients that reconnect after each lost connection.
struct Match {
    players: [Client; 2],
    game: String,
    /// The moves that the server has acknowledged.
    acknowledged: Vec<String>,
    /// Whether the last move was sent but not acknowledged: it may be stored.
    is_in_doubt: bool,
    random: SplitMix64,
}

impl Match {
    async fn begin(players: [Client; 2], seed: u64) -> Match {
        let [one, two] = &players;
        let game = create_game(one, two, "siam", fischer(10_000)).await;
        Match { players, game, acknowledged: Vec::new(), is_in_doubt: false, random: SplitMix64::new(seed) }
    }

    /// Reads the game from the server and asserts that no acknowledged move is missing. `None` if the connection ends.
    async fn verify(&mut self, socket: &mut Socket) -> Option<GameSession> {
        let hello = socket.next_or_end().await?["game"].clone();
        let moves: Vec<String> =
            hello["moves"].as_array().expect("an array of moves").iter().map(crate::text).collect();
        assert!(
            moves.starts_with(&self.acknowledged),
            "game {}: {:?} was acknowledged, but the server has {moves:?}",
            self.game,
            self.acknowledged
        );
        assert!(moves.len() <= self.acknowledged.len() + 1, "only the last move was not acknowledged");
        let mut session = find("siam").unwrap().start(Default::default(), 0);
        moves.iter().for_each(|mv| session.play(mv).expect("the moves are legal"));
        self.acknowledged = moves;
        Some(session)
    }

    /// Plays until the connection is lost or the test ends.
    async fn play_on(&mut self, over: &AtomicBool, made: &AtomicU64) -> Option<()> {
        let path = format!("/api/game/{}/socket", self.game);
        let mut sockets = [
            self.players[0].try_socket(&path, &[]).await.ok()?,
            self.players[1].try_socket(&path, &[]).await.ok()?,
        ];
        self.verify(&mut sockets[1]).await?;
        let mut session = self.verify(&mut sockets[0]).await?;
        while !over.load(Relaxed) {
            let Some(turn) = session.turn() else {
                *self = Match::begin_again(self).await?;
                return Some(());
            };
            let legal = session.legal();
            let mv = &legal[self.random.below(legal.len())];
            let socket = &mut sockets[turn.index()];
            let was_in_doubt = std::mem::replace(&mut self.is_in_doubt, true);
            socket
                .send(json!({ "type": "move", "ref": 1, "ply": self.acknowledged.len() + 1, "move": mv }))
                .await;
            let answer = loop {
                let message = socket.next_or_end().await?;
                if message["ref"] == 1 {
                    break message;
                }
            };
            if answer["type"] == "ack" {
                session.play(mv).expect("the move is legal");
                self.acknowledged.push(mv.clone());
                made.fetch_add(1, Relaxed);
                self.is_in_doubt = false;
            } else {
                // The state that was sent on connecting may lack a move that was stored before the database crashed.
                let is_behind = was_in_doubt && answer["code"] == "wrong-ply";
                assert!(is_behind || answer["code"] == "unavailable", "{answer}");
                return Some(());
            }
        }
        Some(())
    }

    /// Starts another game of the same players.
    async fn begin_again(&self) -> Option<Match> {
        let challenge = json!({ "game": "siam", "side": "first", "clock": fischer(10_000), "opponent": { "kind": "link" } });
        let [one, two] = &self.players;
        let send = one.request(reqwest::Method::POST, "/api/challenge").json(&challenge).send().await.ok()?;
        let made: serde_json::Value = send.json().await.ok()?;
        let accept = format!("/api/challenge/{}/accept", made["challenge"]["id"].as_str()?);
        let accepted = two.request(reqwest::Method::POST, &accept).send().await.ok()?;
        let accepted: serde_json::Value = accepted.json().await.ok()?;
        Some(Match {
            players: self.players.clone(),
            game: accepted["game"].as_str()?.to_owned(),
            acknowledged: Vec::new(),
            is_in_doubt: false,
            random: SplitMix64::new(self.random.clone().next_u64()),
        })
    }
}

/// Games that are played until [`Players::end`].
pub(crate) struct Players {
    over: Arc<AtomicBool>,
    made: Arc<AtomicU64>,
    tasks: Vec<JoinHandle<Match>>,
}

impl Players {
    pub(crate) async fn begin(server: &Process) -> Players {
        let (over, made) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU64::new(0)));
        let mut tasks = Vec::new();
        for seed in 0..GAMES as u64 {
            let mut game = Match::begin([server.client(), server.client()], seed).await;
            let (over, made) = (Arc::clone(&over), Arc::clone(&made));
            tasks.push(tokio::spawn(async move {
                while !over.load(Relaxed) {
                    if game.play_on(&over, &made).await.is_none() {
                        tokio::time::sleep(Duration::from_millis(50)).await;
                    }
                }
                game
            }));
        }
        Players { over, made, tasks }
    }

    /// Waits until this many more moves are acknowledged.
    pub(crate) async fn wait_for_moves(&self, moves: u64) {
        let target = self.made.load(Relaxed) + moves;
        until("moves", async || {
            assert!(!self.tasks.iter().any(JoinHandle::is_finished), "a game failed");
            (self.made.load(Relaxed) >= target).then_some(())
        })
        .await;
    }

    /// Stops the games and asserts that no acknowledged move is missing. Returns the number of moves.
    pub(crate) async fn end(self) -> u64 {
        self.over.store(true, Relaxed);
        for task in self.tasks {
            let mut game = task.await.expect("no acknowledged move is lost");
            let path = format!("/api/game/{}/socket", game.game);
            let mut socket = game.players[0].socket(&path).await;
            game.verify(&mut socket).await.expect("the game exists");
        }
        self.made.load(Relaxed)
    }
}

async fn kill_under_play(db: TestDatabase) {
    let mut server = Process::start("127.0.0.1:0", &db.address);
    let address = server.address.clone();
    let players = Players::begin(&server).await;
    for number in 0..kills() {
        // Each time after another number of moves.
        players.wait_for_moves(30 + 7 * (number as u64 % 5)).await;
        server.kill();
        server = Process::start(&address, &db.address);
    }
    eprintln!("{} moves, {} kills", players.end().await, kills());
    let (status, _) = server.stop().await;
    assert!(status.success());
    expect_consistent(&db.address).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_acknowledged_move_is_lost_when_the_server_is_killed() {
    on_each_database(kill_under_play).await;
}

async fn connect(db: &TestDatabase) -> AnyConnection {
    sqlx::any::install_default_drivers();
    AnyConnection::connect(&db.address).await.expect("the database opens")
}

/// Time of the server's last heartbeat, in milliseconds.
async fn heartbeat(database: &mut AnyConnection) -> Option<i64> {
    let row = database
        .fetch_optional("SELECT value FROM meta WHERE name = 'heartbeat'")
        .await
        .expect("the query succeeds")?;
    row.get::<String, _>(0).parse().ok()
}

#[tokio::test(flavor = "multi_thread")]
async fn clocks_are_paused_while_the_server_is_down() {
    on_each_database(async |db| {
        let server = Process::start("127.0.0.1:0", &db.address);
        let (ann, bob) = (server.client(), server.client());
        let game = create_game(&ann, &bob, "siam", fischer(10_000)).await;
        play(&ann, &game, 1, "@c1N").await.expect(200);
        play(&bob, &game, 2, "@c5S").await.expect(200);
        let mut database = connect(&db).await;
        until("a heartbeat", async || heartbeat(&mut database).await).await;
        let address = server.address.clone();
        server.kill();
        // Simulate a downtime of a day, which is longer than the clock.
        let day = 86_400_000;
        let heartbeat = heartbeat(&mut database).await.expect("the row is stored") - day;
        for change in [
            format!("UPDATE events SET at = at - {day}"),
            format!("UPDATE meta SET value = '{heartbeat}' WHERE name = 'heartbeat'"),
        ] {
            database.execute(sqlx::AssertSqlSafe(change)).await.expect("the update succeeds");
        }
        drop(database);
        let server = Process::start(&address, &db.address);
        let view = get_game(&ann, &game).await;
        assert!(view["clocks"]["p1"].as_i64() > Some(0), "{view}");
        assert_eq!((&view["stage"], &view["turn"]), (&json!("playing"), &json!("p1")));
        play(&ann, &game, 3, "0").await.expect_problem(422, "unreadable-move");
        let mut database = connect(&db).await;
        until("a new heartbeat", async || {
            self::heartbeat(&mut database).await.filter(|&beat| beat > heartbeat + day / 2)
        })
        .await;
        server.kill();
        // The last move was made a day before the last heartbeat: the clock ran out while the server was up.
        for change in
            [format!("UPDATE events SET at = at - {day}"), format!("UPDATE games SET due = due - {day}")]
        {
            database.execute(sqlx::AssertSqlSafe(change)).await.expect("the update succeeds");
        }
        drop(database);
        let server = Process::start(&address, &db.address);
        let end = until("the game ends", async || {
            let view = get_game(&server.client(), &game).await;
            (view["stage"] != "playing").then(|| view["end"].clone())
        })
        .await;
        assert_eq!((&end["winner"], &end["reason"]), (&json!("p2"), &json!("time")));
    })
    .await;
}
