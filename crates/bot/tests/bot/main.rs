//! `mekong-bot` against a real server, with working and failing engines.
#![cfg(unix)]

mod common;
#[path = "../../../terminal/tests/output/mod.rs"]
mod output;
mod server;

use std::{
    fs, io,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use mekong_catalog::find;
use mekong_core::{Lang, Variants};
use nix::{
    sys::signal::{Signal, kill},
    unistd::Pid,
};
use serde_json::{Value, json};

use crate::{common::Client, output::Output, server::Server};

/// How long a test waits before it fails.
const TIMEOUT: Duration = Duration::from_secs(120);

/// The arguments with which this test program runs as the engine below.
const ENGINE: &str = "--exact engine_of_the_other_tests --ignored --nocapture --test-threads 2";

/// Not a test: an engine for Saigon that the other tests start as a separate process. The client skips the lines that the
/// test harness prints.
#[test]
#[ignore = "the other tests start it as an engine"]
fn engine_of_the_other_tests() {
    let config = mekong_ugi::server::Config {
        entry: find("saigon").expect("the game exists"),
        variants: Variants::NONE,
        lang: Lang::En,
        load_tablebase: Box::new(|_, _| Ok(None)),
    };
    mekong_ugi::server::run(config, io::stdin(), io::stdout()).expect("the output is open");
}

fn engine() -> String {
    format!("{} {ENGINE}", std::env::current_exe().expect("the path of this program").display())
}

fn mekong_bot() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mekong-bot"));
    command.env_clear().env("HOME", "/nonexistent");
    command
}

/// Polls until there is an answer.
async fn until<T>(what: &str, mut poll: impl AsyncFnMut() -> Option<T>) -> T {
    let begin = Instant::now();
    loop {
        if let Some(answer) = poll().await {
            return answer;
        }
        assert!(begin.elapsed() < TIMEOUT, "timed out: {what}");
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("not a string: {value}")).to_owned()
}

fn fischer(base: u32) -> Value {
    json!({ "kind": "fischer", "base": base, "increment": 0 })
}

async fn see(client: &Client, game: &str) -> Value {
    client.get(&format!("/api/game/{game}")).await.expect(200)
}

async fn token(owner: &Client) -> String {
    let scopes = ["bot:play", "challenge:read", "challenge:write"];
    let made = owner.post("/api/account/tokens", json!({ "label": "bot", "scopes": scopes })).await;
    text(&made.expect(201)["token"])
}

/// Challenges a user and returns the id of the challenge.
async fn challenge(client: &Client, name: &str, clock: Value) -> String {
    let challenge = json!({
        "game": "saigon", "side": "first", "clock": clock, "opponent": { "kind": "user", "name": name },
    });
    text(&client.post("/api/challenge", challenge).await.expect(201)["challenge"]["id"])
}

/// Waits until a challenge is accepted or declined, and returns it.
async fn outcome(client: &Client, id: &str) -> Value {
    until("the challenge is answered", async || {
        let view = client.get(&format!("/api/challenge/{id}")).await.expect(200);
        (view["state"] != "waiting").then_some(view)
    })
    .await
}

/// The id of the game of an accepted challenge.
async fn game_of(client: &Client, challenge: &str) -> String {
    let view = outcome(client, challenge).await;
    assert_eq!(view["state"], "accepted", "{view}");
    text(&view["game_id"])
}

/// Plays a legal move if it is the first player's turn.
async fn make_a_move(client: &Client, game: &str, view: &Value) {
    if view["turn"] == "p1" {
        let legal = view["legal"].as_array().expect("an array of moves");
        let mv = text(&legal[legal.len() / 2]);
        let ply = view["ply"].as_u64().expect("a process id") as usize + 1;
        client.post(&format!("/api/game/{game}/move"), json!({ "ply": ply, "move": mv })).await.expect(200);
    }
}

/// A running bot. It is killed when this is dropped.
struct Bot(Option<Child>);

impl Bot {
    fn start(server: &Server, token: &str, engine: &str, more: &[&str]) -> Bot {
        let mut command = mekong_bot();
        command.args(["--server", &server.url(), "--engine", engine, "--game", "saigon", "--lang", "en"]);
        command.args(more).env("MEKONG_TOKEN", token).env("PATH", std::env::var_os("PATH").unwrap());
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        Bot(Some(command.spawn().expect("the program starts")))
    }

    fn signal(&self, signal: Signal) {
        let child = self.0.as_ref().expect("the bot runs");
        kill(Pid::from_raw(child.id().try_into().unwrap()), signal).expect("the signal is sent");
    }

    /// Waits for the exit.
    async fn end(mut self) -> Output {
        let child = self.0.take().expect("the bot runs");
        let wait = tokio::task::spawn_blocking(move || child.wait_with_output());
        let output = tokio::time::timeout(TIMEOUT, wait).await.expect("the bot exits in time");
        output.expect("no panic").expect("its output can be read").into()
    }
}

impl Drop for Bot {
    fn drop(&mut self) {
        if let Some(child) = &mut self.0 {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// A failing engine: `$0.starts` contains the ids of its processes, `$0.fails` one line per failure.
fn failing_engine(dir: &Path, at_go: &str, starts: &str) -> (String, PathBuf) {
    let path = dir.join("poor.sh");
    let script = format!(
        "echo $$ >> \"$0.starts\"\ntouch \"$0.fails\"\n{starts}\n\
         while read -r word rest; do case $word in\n\
         ugi) echo id name Poor; echo ugiok ;;\n\
         isready) echo readyok ;;\n\
         go) echo x >> \"$0.fails\"; {at_go} ;;\n\
         quit) exit 0 ;;\n\
         esac; done\n"
    );
    fs::write(&path, script).expect("the file is written");
    (format!("sh {}", path.display()), path)
}

/// The lines of a file beside a program.
fn lines(program: &Path, kind: &str) -> Vec<String> {
    let path = format!("{}.{kind}", program.display());
    fs::read_to_string(path).unwrap_or_default().lines().map(str::to_owned).collect()
}

fn is_running(process: &str) -> bool {
    kill(Pid::from_raw(process.parse().expect("a process id")), None).is_ok()
}

#[tokio::test(flavor = "multi_thread")]
async fn two_bots_play_a_game_to_its_end() {
    let server = Server::start().await;
    let first = token(&server.account("First").await).await;
    let second = token(&server.account("Second").await).await;
    let bots = [&first, &second]
        .map(|token| Bot::start(&server, token, &engine(), &["--total", "1", "--movetime", "10"]));
    let by_token = server.client().with_token(&first);
    let id = challenge(&by_token, "Second", fischer(600)).await;
    let game = game_of(&by_token, &id).await;
    let mut output = Vec::new();
    for bot in bots {
        output.push(bot.end().await);
    }
    let view = see(&server.client(), &game).await;
    assert_eq!(view["stage"], "finished", "{view}");
    assert!(view["ply"].as_u64() > Some(4), "{view}");
    assert!(
        !["resignation", "time", "aborted"].contains(&view["end"]["reason"].as_str().unwrap()),
        "the game ended by the rules: {view}"
    );
    for (own, output) in ["p1", "p2"].into_iter().zip(output) {
        let result = match view["end"]["winner"].as_str() {
            None => "drawn",
            Some(winner) if winner == own => "won",
            Some(_) => "lost",
        };
        assert_eq!((output.code, output.err.as_str()), (0, ""), "{}", output.out);
        assert!(output.out.contains(&format!("game {game}: {result} (")), "{}", output.out);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn bot_continues_its_game_after_a_server_restart() {
    let server = Server::start().await;
    let token = token(&server.account("Robot").await).await;
    let ann = server.account("Ann").await;
    let more = ["--total", "1", "--movetime", "20", "--max-base", "600"];
    let bot = Bot::start(&server, &token, &engine(), &more);
    // Declined by the filter.
    let slow = challenge(&ann, "Robot", json!({ "kind": "none" })).await;
    assert_eq!(outcome(&ann, &slow).await["state"], "declined");
    let quick = challenge(&ann, "Robot", fischer(600)).await;
    let game = game_of(&ann, &quick).await;
    let mut server = Some(server);
    let mut has_restarted = false;
    until("the game ends", async || {
        let view = see(&ann, &game).await;
        if view["stage"] != "playing" {
            return Some(());
        }
        make_a_move(&ann, &game, &view).await;
        if view["ply"].as_u64() >= Some(4) && !has_restarted {
            has_restarted = true;
            server = Some(server.take().expect("the bot runs").restart().await);
        }
        // The game usually ends soon; otherwise resign, because the rest is not tested.
        if view["ply"].as_u64() >= Some(60) {
            ann.post_nothing(&format!("/api/game/{game}/resign")).await.expect(200);
        }
        None
    })
    .await;
    assert!(has_restarted, "the bot made moves");
    let output = bot.end().await;
    assert!(
        output.code == 0 && output.out.contains(&format!("game {game}: ")),
        "{}{}",
        output.out,
        output.err
    );
    assert!(output.out.contains("plays Saigon as Robot"), "{}", output.out);
}

#[tokio::test(flavor = "multi_thread")]
async fn failing_engine_is_restarted_and_then_resigns() {
    let server = Server::start().await;
    let token = token(&server.account("Robot").await).await;
    let ann = server.account("Ann").await;
    for at_go in ["exit 3", "printf '\\377\\376 bestmove\\nbestmove zzz\\n'", "printf 'bestmove\\n'"] {
        let (command, path) = failing_engine(&tempfile::tempdir().unwrap().keep(), at_go, "");
        let more = ["--total", "1", "--movetime", "1000"];
        let bot = Bot::start(&server, &token, &command, &more);
        let game = game_of(&ann, &challenge(&ann, "Robot", fischer(600)).await).await;
        make_a_move(&ann, &game, &see(&ann, &game).await).await;
        let output = bot.end().await;
        assert!(output.code == 0 && output.out.contains("lost (resigned)"), "{}{}", output.out, output.err);
        assert!(output.err.contains("the engine failed 3 times"), "{}", output.err);
        let end = see(&ann, &game).await["end"].clone();
        assert_eq!((&end["winner"], &end["reason"]), (&json!("p1"), &json!("resignation")));
        assert_eq!(lines(&path, "fails").len(), 3, "{}", output.err);
        fs::remove_dir_all(path.parent().unwrap()).unwrap();
    }
    // An engine that recovers continues the game.
    let dir = tempfile::tempdir().unwrap();
    let real = format!("if [ $(wc -l < \"$0.fails\") -ge 2 ]; then exec {}; fi", engine());
    let (command, path) = failing_engine(dir.path(), "exit 3", &real);
    let more = ["--total", "1", "--movetime", "20"];
    let bot = Bot::start(&server, &token, &command, &more);
    let game = game_of(&ann, &challenge(&ann, "Robot", fischer(600)).await).await;
    until("some moves are made", async || {
        let view = see(&ann, &game).await;
        make_a_move(&ann, &game, &view).await;
        (view["stage"] != "playing" || view["ply"].as_u64() >= Some(6)).then_some(())
    })
    .await;
    assert_eq!(lines(&path, "fails").len(), 2);
    // The game may be over already.
    ann.post_nothing(&format!("/api/game/{game}/resign")).await;
    assert_eq!(bot.end().await.code, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_games_are_limited() {
    let server = Server::start().await;
    let robot = server.account("Robot").await;
    let token = token(&robot).await;
    let mut asked = Vec::new();
    for name in ["Ann", "Bob", "Cyd"] {
        let client = server.account(name).await;
        let id = challenge(&client, "Robot", fischer(600)).await;
        asked.push((client, id));
    }
    let _bot = Bot::start(&server, &token, &engine(), &["--games", "2", "--movetime", "20"]);
    let mut waiting = until("two games are in progress", async || {
        let listed = robot.get("/api/challenge").await.expect(200);
        let ids: Vec<String> =
            listed["challenges"].as_array().unwrap().iter().map(|one| text(&one["id"])).collect();
        (ids.len() <= 1).then_some(ids)
    })
    .await;
    let waits = waiting.pop().expect("one challenge is pending");
    // As long as both games are in progress, the third challenge stays open.
    for (client, id) in asked.iter().filter(|(_, id)| *id != waits) {
        let game = game_of(client, id).await;
        make_a_move(client, &game, &see(client, &game).await).await;
        until("an answer", async || (see(client, &game).await["ply"].as_u64() >= Some(2)).then_some(()))
            .await;
    }
    assert_eq!(robot.get("/api/challenge").await.expect(200)["challenges"][0]["id"], waits.as_str());
    let (client, id) = asked.iter().find(|(_, id)| *id != waits).unwrap();
    let game = game_of(client, id).await;
    client.post_nothing(&format!("/api/game/{game}/resign")).await.expect(200);
    let (client, id) = asked.iter().find(|(_, id)| *id == waits).unwrap();
    game_of(client, id).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn signal_ends_the_bot_and_its_engine_but_not_the_game() {
    let server = Server::start().await;
    let token = token(&server.account("Robot").await).await;
    let ann = server.account("Ann").await;
    let dir = tempfile::tempdir().unwrap();
    let (command, path) = failing_engine(dir.path(), "", &format!("exec {}", engine()));
    let bot = Bot::start(&server, &token, &command, &["--movetime", "500000"]);
    let game = game_of(&ann, &challenge(&ann, "Robot", fischer(600)).await).await;
    make_a_move(&ann, &game, &see(&ann, &game).await).await;
    // The first process was started for the engine's name.
    let process = until("the engine is searching", async || lines(&path, "starts").get(1).cloned()).await;
    bot.signal(Signal::SIGINT);
    let output = bot.end().await;
    assert_eq!(output.code, 0, "{}{}", output.out, output.err);
    assert!(output.out.contains(&format!("with their clocks running: {game}.")), "{}", output.out);
    until("the engine exits", async || (!is_running(&process)).then_some(())).await;
    assert_eq!(see(&ann, &game).await["stage"], "playing");
    let bot = Bot::start(&server, &token, &engine(), &["--movetime", "20"]);
    until("an answer", async || (see(&ann, &game).await["ply"].as_u64() >= Some(2)).then_some(())).await;
    bot.signal(Signal::SIGTERM);
    assert_eq!(bot.end().await.code, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn missing_or_invalid_arguments_are_explained() {
    let server = Server::start().await;
    let run = async |args: &[&str]| {
        let mut command = mekong_bot();
        command.args(args);
        let output = tokio::task::spawn_blocking(move || command.output()).await.expect("no panic");
        let output = output.expect("the program starts");
        (output.status.code(), String::from_utf8(output.stderr).expect("the output is UTF-8"))
    };
    let (url, engine) = (server.url(), engine());
    let valid = ["--server", &url, "--engine", &engine, "--game", "saigon"];
    for (args, words) in [
        (&valid[..], "MEKONG_TOKEN"),
        (&[&valid[..], &["--token", "wrong"]].concat(), "the server refused"),
        (&["--server", "ftp://x", "--engine", &engine, "--game", "saigon", "--token", "x"], "http://"),
        (
            &[
                "--server",
                "http://127.0.0.1:9",
                "--engine",
                &engine,
                "--game",
                "saigon",
                "--token",
                "x",
                "--lang",
                "fr",
            ],
            "le serveur est injoignable",
        ),
        (&["--server", &url, "--engine", "/nowhere siam", "--token", "x"], "/nowhere"),
        (&["--server", &url, "--engine", "clever", "--token", "x"], "--game"),
    ] {
        let (code, err) = run(args).await;
        assert!(code == Some(1) && err.contains(words), "{args:?}: {err}");
    }
}

#[test]
fn help_is_available_in_both_languages() {
    for lang in ["en", "fr"] {
        let output = mekong_bot().args(["--help", "--lang", lang]).output().expect("the program starts");
        let help = String::from_utf8(output.stdout).expect("the output is UTF-8");
        insta::assert_snapshot!(format!("help_{lang}"), help);
    }
}
