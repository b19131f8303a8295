//! `mekong-bot` against a real server, with real engines and poor ones.
#![cfg(unix)]

mod common;
mod server;

use std::{
    fs,
    io::{self, Read as _},
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

use crate::{common::Client, server::Server};

/// How long a test waits before it fails.
const TIMEOUT: Duration = Duration::from_secs(120);

/// The options of the test harness that turn this program into the engine below.
const ENGINE: &str = "--exact engine_of_the_other_tests --ignored --nocapture --test-threads 2";

/// Not a test: an engine that plays Saigon, in a process of its own. The harness prints lines of its own, which the
/// client of an engine skips.
#[test]
#[ignore = "the other tests start it as an engine"]
fn engine_of_the_other_tests() {
    let setup = mekong_ugi::server::Setup {
        entry: find("saigon").expect("a game"),
        variants: Variants::NONE,
        lang: Lang::En,
        tables: Box::new(|_, _| Ok(None)),
    };
    mekong_ugi::server::run(setup, io::stdin(), io::stdout()).expect("the bot reads it");
}

fn engine() -> String {
    format!("{} {ENGINE}", std::env::current_exe().expect("this program").display())
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
    value.as_str().unwrap_or_else(|| panic!("not a text: {value}")).to_owned()
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

/// Offers a game to somebody.
async fn challenge(client: &Client, name: &str, clock: Value) -> String {
    let wish = json!({
        "game": "saigon", "side": "first", "clock": clock, "opponent": { "kind": "user", "name": name },
    });
    text(&client.post("/api/challenge", wish).await.expect(201)["challenge"]["id"])
}

/// What became of a challenge.
async fn outcome(client: &Client, id: &str) -> Value {
    until("an answer to a challenge", async || {
        let view = client.get(&format!("/api/challenge/{id}")).await.expect(200);
        (view["state"] != "waiting").then_some(view)
    })
    .await
}

/// The game that came of a challenge.
async fn game_of(client: &Client, challenge: &str) -> String {
    let view = outcome(client, challenge).await;
    assert_eq!(view["state"], "accepted", "{view}");
    text(&view["game_id"])
}

/// Makes some move, if it is the first player's turn.
async fn move_somehow(client: &Client, game: &str, view: &Value) {
    if view["turn"] == "p1" {
        let legal = view["legal"].as_array().expect("moves");
        let mv = text(&legal[legal.len() / 2]);
        let ply = view["ply"].as_u64().expect("a number") as usize + 1;
        client.post(&format!("/api/game/{game}/move"), json!({ "ply": ply, "move": mv })).await.expect(200);
    }
}

/// What a bot printed, and its exit status.
struct Output {
    out: String,
    err: String,
    code: i32,
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
        let child = self.0.as_ref().expect("it runs");
        kill(Pid::from_raw(child.id().try_into().unwrap()), signal).expect("it can be told");
    }

    /// Waits for its end.
    async fn end(mut self) -> Output {
        let mut child = self.0.take().expect("it runs");
        let wait = tokio::task::spawn_blocking(move || {
            let (mut out, mut err) = (String::new(), String::new());
            let mut errors = child.stderr.take().expect("a pipe");
            let reader = std::thread::spawn(move || {
                errors.read_to_string(&mut err).expect("text");
                err
            });
            child.stdout.take().expect("a pipe").read_to_string(&mut out).expect("text");
            let code = child.wait().expect("it ends").code().expect("no signal ended it");
            Output { out, err: reader.join().expect("it is read"), code }
        });
        tokio::time::timeout(TIMEOUT, wait).await.expect("it ends in time").expect("it ends")
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

/// A program of little use: `$0.starts` has the numbers of its processes, `$0.fails` a line for each failure.
fn poor_engine(dir: &Path, at_go: &str, starts: &str) -> (String, PathBuf) {
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
    fs::write(&path, script).expect("it is written");
    (format!("sh {}", path.display()), path)
}

/// How many lines a file beside a program has.
fn lines(program: &Path, kind: &str) -> Vec<String> {
    let path = format!("{}.{kind}", program.display());
    fs::read_to_string(path).unwrap_or_default().lines().map(str::to_owned).collect()
}

fn is_running(process: &str) -> bool {
    kill(Pid::from_raw(process.parse().expect("a number")), None).is_ok()
}

#[tokio::test(flavor = "multi_thread")]
async fn two_bots_play_each_other_to_the_end() {
    let server = Server::start().await;
    let first = token(&server.account("First").await).await;
    let second = token(&server.account("Second").await).await;
    let bots = [&first, &second]
        .map(|token| Bot::start(&server, token, &engine(), &["--total", "1", "--movetime", "10"]));
    let by_token = server.client().with_token(&first);
    let id = challenge(&by_token, "Second", fischer(600)).await;
    let game = game_of(&by_token, &id).await;
    let mut said = Vec::new();
    for bot in bots {
        said.push(bot.end().await);
    }
    let view = see(&server.client(), &game).await;
    assert_eq!(view["stage"], "finished", "{view}");
    assert!(view["ply"].as_u64() > Some(4), "{view}");
    assert!(
        !["resignation", "time", "aborted"].contains(&view["end"]["reason"].as_str().unwrap()),
        "the rules ended it: {view}"
    );
    for (own, said) in ["p1", "p2"].into_iter().zip(said) {
        let result = match view["end"]["winner"].as_str() {
            None => "drawn",
            Some(winner) if winner == own => "won",
            Some(_) => "lost",
        };
        assert_eq!((said.code, said.err.as_str()), (0, ""), "{}", said.out);
        assert!(said.out.contains(&format!("game {game}: {result} (")), "{}", said.out);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_engine_from_outside_plays_on_through_a_restart() {
    let server = Server::start().await;
    let token = token(&server.account("Robot").await).await;
    let ann = server.account("Ann").await;
    let more = ["--total", "1", "--movetime", "20", "--max-base", "600"];
    let bot = Bot::start(&server, &token, &engine(), &more);
    // Not by the filter.
    let slow = challenge(&ann, "Robot", json!({ "kind": "none" })).await;
    assert_eq!(outcome(&ann, &slow).await["state"], "declined");
    let quick = challenge(&ann, "Robot", fischer(600)).await;
    let game = game_of(&ann, &quick).await;
    let mut server = Some(server);
    let mut has_restarted = false;
    until("the end of the game", async || {
        let view = see(&ann, &game).await;
        if view["stage"] != "playing" {
            return Some(());
        }
        move_somehow(&ann, &game, &view).await;
        if view["ply"].as_u64() >= Some(4) && !has_restarted {
            has_restarted = true;
            server = Some(server.take().expect("it runs").restart().await);
        }
        // Any play against an engine ends soon enough; if not, the rest is not what is tested.
        if view["ply"].as_u64() >= Some(60) {
            ann.post_nothing(&format!("/api/game/{game}/resign")).await.expect(200);
        }
        None
    })
    .await;
    assert!(has_restarted, "the robot made moves");
    let said = bot.end().await;
    assert!(said.code == 0 && said.out.contains(&format!("game {game}: ")), "{}{}", said.out, said.err);
    assert!(said.out.contains("plays Saigon as Robot"), "{}", said.out);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_engine_that_fails_is_started_again_and_given_up_at_last() {
    let server = Server::start().await;
    let token = token(&server.account("Robot").await).await;
    let ann = server.account("Ann").await;
    for at_go in ["exit 3", "printf '\\377\\376 bestmove\\nbestmove zzz\\n'", "printf 'bestmove\\n'"] {
        let (command, path) = poor_engine(&tempfile::tempdir().unwrap().keep(), at_go, "");
        let more = ["--total", "1", "--movetime", "1000"];
        let bot = Bot::start(&server, &token, &command, &more);
        let game = game_of(&ann, &challenge(&ann, "Robot", fischer(600)).await).await;
        move_somehow(&ann, &game, &see(&ann, &game).await).await;
        let said = bot.end().await;
        assert!(said.code == 0 && said.out.contains("lost (resigned)"), "{}{}", said.out, said.err);
        assert!(said.err.contains("the engine failed 3 times"), "{}", said.err);
        let end = see(&ann, &game).await["end"].clone();
        assert_eq!((&end["winner"], &end["reason"]), (&json!("p1"), &json!("resignation")));
        assert_eq!(lines(&path, "fails").len(), 3, "{}", said.err);
        fs::remove_dir_all(path.parent().unwrap()).unwrap();
    }
    // One that comes to its senses goes on with the same game.
    let dir = tempfile::tempdir().unwrap();
    let real = format!("if [ $(wc -l < \"$0.fails\") -ge 2 ]; then exec {}; fi", engine());
    let (command, path) = poor_engine(dir.path(), "exit 3", &real);
    let more = ["--total", "1", "--movetime", "20"];
    let bot = Bot::start(&server, &token, &command, &more);
    let game = game_of(&ann, &challenge(&ann, "Robot", fischer(600)).await).await;
    until("a few moves", async || {
        let view = see(&ann, &game).await;
        move_somehow(&ann, &game, &view).await;
        (view["stage"] != "playing" || view["ply"].as_u64() >= Some(6)).then_some(())
    })
    .await;
    assert_eq!(lines(&path, "fails").len(), 2);
    // It may have been quicker.
    ann.post_nothing(&format!("/api/game/{game}/resign")).await;
    assert_eq!(bot.end().await.code, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn only_so_many_games_are_played_at_once() {
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
    let mut waiting = until("two games", async || {
        let listed = robot.get("/api/challenge").await.expect(200);
        let ids: Vec<String> =
            listed["challenges"].as_array().unwrap().iter().map(|one| text(&one["id"])).collect();
        (ids.len() <= 1).then_some(ids)
    })
    .await;
    let waits = waiting.pop().expect("one waits");
    // Both games go on, so nothing changes about that.
    for (client, id) in asked.iter().filter(|(_, id)| *id != waits) {
        let game = game_of(client, id).await;
        move_somehow(client, &game, &see(client, &game).await).await;
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
async fn a_signal_ends_the_bot_and_its_program_but_not_the_game() {
    let server = Server::start().await;
    let token = token(&server.account("Robot").await).await;
    let ann = server.account("Ann").await;
    let dir = tempfile::tempdir().unwrap();
    let (command, path) = poor_engine(dir.path(), "", &format!("exec {}", engine()));
    let bot = Bot::start(&server, &token, &command, &["--movetime", "500000"]);
    let game = game_of(&ann, &challenge(&ann, "Robot", fischer(600)).await).await;
    move_somehow(&ann, &game, &see(&ann, &game).await).await;
    // The first start was for its name.
    let process = until("a program that thinks", async || lines(&path, "starts").get(1).cloned()).await;
    bot.signal(Signal::SIGINT);
    let said = bot.end().await;
    assert_eq!(said.code, 0, "{}{}", said.out, said.err);
    assert!(said.out.contains(&format!("with their clocks running: {game}.")), "{}", said.out);
    until("the end of the program", async || (!is_running(&process)).then_some(())).await;
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
        let output = tokio::task::spawn_blocking(move || command.output()).await.expect("it ends");
        let output = output.expect("the program starts");
        (output.status.code(), String::from_utf8(output.stderr).expect("text"))
    };
    let (url, engine) = (server.url(), engine());
    let usual = ["--server", &url, "--engine", &engine, "--game", "saigon"];
    for (args, words) in [
        (&usual[..], "MEKONG_TOKEN"),
        (&[&usual[..], &["--token", "wrong"]].concat(), "the server refused"),
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
fn help_is_that_of_mekong_bot_in_both_languages() {
    for lang in ["en", "fr"] {
        let output = mekong_bot().args(["--help", "--lang", lang]).output().expect("the program starts");
        let help = String::from_utf8(output.stdout).expect("text");
        insta::assert_snapshot!(format!("help_{lang}"), help);
    }
}
