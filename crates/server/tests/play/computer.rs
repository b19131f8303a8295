use std::sync::LazyLock;

use mekong_catalog::{GAMES, find};
use mekong_core::{CancelToken, SplitMix64, Variants};
use mekong_players::Tablebase;
use serde_json::{Value, json};

use super::{fischer, game_view, join, no_clock, play, siam, text, wait_for};
use crate::common::{Client, Server, on_each_database, on_each_database_with};

async fn against(
    client: &Client,
    game: &str,
    variants: &[&str],
    level: u8,
    side: &str,
    clock: Value,
) -> String {
    let body = json!({
        "game": game, "variants": variants, "side": side, "clock": clock,
        "opponent": { "kind": "computer", "level": level },
    });
    text(&client.post("/api/challenge", body).await.expect(201)["game"])
}

/// Plays random legal moves on a socket until the game is over.
async fn play_to_the_end(server: &Server, game: &str, variants: &[&str], seed: u64) -> Value {
    let client = server.client();
    let side = if seed.is_multiple_of(2) { "first" } else { "second" };
    let id = against(&client, game, variants, 1, side, fischer(600, 1)).await;
    let (mut socket, hello) = join(&client, &id).await;
    let you = text(&hello["you"]);
    let mut random = SplitMix64::new(seed);
    loop {
        let view = game_view(&client, &id).await;
        if view["stage"] != "playing" {
            return view;
        }
        if view["turn"] != you.as_str() {
            // Wait for the next change.
            socket.next().await;
            continue;
        }
        let legal = view["legal"].as_array().unwrap();
        let mv = &legal[random.below(legal.len())];
        let ply = view["ply"].as_u64().unwrap() + 1;
        socket.send(json!({ "type": "move", "ref": ply, "ply": ply, "move": mv })).await;
        let answer = socket.until(|message| message["ref"] == ply).await;
        assert_eq!(answer["type"], "ack", "{answer}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn computer_finishes_every_game() {
    // Without rate limits: random games have hundreds of moves, made without pauses.
    on_each_database_with(
        |config| config.rate_limits = false,
        async |server| {
            let plain = GAMES.iter().map(|entry| (entry.info().id, &[][..]));
            let games = plain.chain([("palam", &["draft"][..])]);
            for (seed, (game, variants)) in games.enumerate() {
                let view = play_to_the_end(&server, game, variants, seed as u64).await;
                assert_eq!(view["stage"], "finished", "{game}");
                assert_ne!(view["end"]["reason"], "time", "{game}");
            }
        },
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn computer_moves_first_and_accepts_takebacks_and_rematches() {
    on_each_database(async |server| {
        let ann = server.client();
        let game = against(&ann, "siam", &[], 3, "second", no_clock()).await;
        let view = wait_for(&ann, &game, |view| view["ply"] == 1).await;
        let mv = text(&view["legal"][0]);
        play(&ann, &game, 2, &mv).await.expect(200);
        wait_for(&ann, &game, |view| view["ply"] == 3).await;
        let path = |what: &str| format!("/api/game/{game}/{what}");
        ann.post(&path("offer"), json!({ "offer": "draw" })).await.expect_problem(409, "computer");
        ann.post(&path("offer"), json!({ "offer": "takeback" })).await.expect(200);
        let view = wait_for(&ann, &game, |view| view["ply"] == 1).await;
        assert_eq!(view["turn"], "p2");
        ann.post_nothing(&path("resign")).await.expect(200);
        ann.post(&path("offer"), json!({ "offer": "rematch" })).await.expect(200);
        let next = text(&game_view(&ann, &game).await["rematch"]);
        assert_eq!(game_view(&ann, &next).await["you"], "p1");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn engine_time_is_shared_between_games() {
    on_each_database(async |server| {
        let ann = server.client();
        let mut games = Vec::new();
        for _ in 0..8 {
            games.push(against(&ann, "siam", &[], 10, "second", fischer(60, 0)).await);
        }
        // All computer moves share one thread, and none waits for long. Moves of players do not wait at all.
        let (one, two, game) = siam(&server, fischer(60, 0)).await;
        play(&one, &game, 1, "@c1N").await.expect(200);
        play(&two, &game, 2, "@c5S").await.expect(200);
        for game in &games {
            wait_for(&ann, game, |view| view["ply"] == 1).await;
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn hints_are_for_casual_games_against_the_computer_and_finished_games() {
    on_each_database(async |server| {
        let ann = server.client();
        let game = against(&ann, "siam", &[], 1, "first", no_clock()).await;
        let hint = format!("/api/game/{game}/hint");
        let advice = ann.post(&hint, json!({})).await.expect(200);
        assert_eq!((&advice["ply"], &advice["source"]), (&json!(1), &json!("search")));
        assert_eq!(advice["proven"], false);
        play(&ann, &game, 1, &text(&advice["move"])).await.expect(200);
        server.client().post(&hint, json!({})).await.expect_problem(403, "no-hint");
        // No hints in games between people until the end.
        let (one, two, between) = siam(&server, fischer(60, 0)).await;
        let hint = format!("/api/game/{between}/hint");
        for client in [&one, &two, &ann] {
            client.post(&hint, json!({})).await.expect_problem(403, "no-hint");
        }
        play(&one, &between, 1, "@c1N").await.expect(200);
        one.post_nothing(&format!("/api/game/{between}/resign")).await.expect(200);
        assert_eq!(two.post(&hint, json!({ "ply": 0 })).await.expect(200)["ply"], 1);
        two.post(&hint, json!({ "ply": 9 })).await.expect_problem(422, "no-move");
    })
    .await;
}

/// Tablebases of Saigon without and with its variant.
static TABLEBASES: LazyLock<[Tablebase; 2]> = LazyLock::new(|| {
    let solver = mekong_players::solver(find("saigon").unwrap()).unwrap();
    [Variants::NONE, Variants::NONE.with(0)]
        .map(|variants| solver.solve(variants, 1, &CancelToken::new(), &|_, _| {}).unwrap())
});

#[tokio::test(flavor = "multi_thread")]
async fn saigon_uses_the_tablebase() {
    on_each_database(async |server| {
        let ann = server.client();
        let game = against(&ann, "saigon", &[], 1, "first", no_clock()).await;
        let hint = format!("/api/game/{game}/hint");
        assert_eq!(ann.post(&hint, json!({})).await.expect(200)["source"], "search");
        TABLEBASES.iter().for_each(|tablebase| server.app.pool.add_tablebase(tablebase.clone()));
        let advice = ann.post(&hint, json!({})).await.expect(200);
        assert_eq!((&advice["source"], &advice["proven"]), (&json!("table"), &json!(true)));
        let game = against(&ann, "saigon", &["flat"], 1, "first", no_clock()).await;
        let hint = format!("/api/game/{game}/hint");
        assert_eq!(ann.post(&hint, json!({})).await.expect(200)["source"], "table");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn tablebase_values_cover_every_move() {
    on_each_database(async |server| {
        let ann = server.client();
        let at = "/api/tablebase?game=saigon";
        ann.get(at).await.expect_problem(404, "no-table");
        server.app.pool.add_tablebase(TABLEBASES[0].clone());
        let view = ann.get(at).await.expect(200);
        assert_eq!(ann.get("/api/truth?game=saigon").await.expect(200), view, "the path of earlier versions");
        let moves = view["moves"].as_array().unwrap();
        let game_session = find("saigon").unwrap().start(Variants::NONE, 0);
        assert_eq!(moves.len(), game_session.legal().len());
        assert_eq!(view["value"], moves[0]["value"], "the best move keeps the value");
        // The value of a move is the opposite of the opponent's value after it, one ply further away.
        for mv in moves {
            let after = ann.get(&format!("{at}&moves={}", mv["move"].as_str().unwrap())).await.expect(200);
            let [mine, yours] =
                [&mv["value"], &after["value"]].map(|value| value["result"].as_str().unwrap());
            assert!(matches!((mine, yours), ("win", "loss") | ("draw", "draw") | ("loss", "win")));
            let [mine, yours] = [&mv["value"], &after["value"]].map(|value| value["plies"].as_u64());
            assert_eq!(mine, yours.map(|plies| plies + 1));
        }
        for other in ["game=saigon&variants=flat", "game=siam"] {
            ann.get(&format!("/api/tablebase?{other}")).await.expect_problem(404, "no-table");
        }
        ann.get("/api/tablebase?game=saigon&moves=nonsense").await.expect_problem(404, "no-position");
    })
    .await;
}
