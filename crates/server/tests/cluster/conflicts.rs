use mekong_core::Player;
use mekong_server::table::{Action, Actor, Audience, Clock};
use serde_json::json;
use tokio::task::JoinSet;

use super::{database, stored_events, text};
use crate::common::Server;

/// Actions per server.
const ACTIONS: usize = 40;

/// Two servers without a connection to each other write to one game: every action is stored once, without gaps.
#[tokio::test(flavor = "multi_thread")]
async fn servers_that_write_to_one_game_lose_nothing() {
    let Some(database) = database().await else { return };
    let one = Server::on(database.clone(), None, |_| ()).await;
    let two = Server::on(database, None, |_| ()).await;
    let users = [one.account("Ann").await.id().await, one.account("Bob").await.id().await];
    let game = one.game("siam", Clock::None, false, [&users[0], &users[1]]).await;
    let mut tasks = JoinSet::new();
    for (server, player, user) in [(&one, Player::P1, &users[0]), (&two, Player::P2, &users[1])] {
        for number in 0..ACTIONS {
            let (app, game, user) = (server.app.clone(), game.clone(), user.clone());
            tasks.spawn(async move {
                let text = format!("{player:?} {number}");
                let audience = Audience::Players;
                let action = Action::Chat { user, name: String::new(), audience, text: text.clone() };
                let room = app.games.room(&game).await.expect("the game exists");
                app.games.act(&room, Actor::Player(player), action).await.expect("the message is stored");
                text
            });
        }
    }
    let mut acknowledged = tasks.join_all().await;
    let events = stored_events(&one, &game).await;
    let numbers: Vec<u64> = events.iter().map(|(seq, _)| *seq).collect();
    assert_eq!(numbers, (1..=2 * ACTIONS as u64).collect::<Vec<_>>());
    let mut stored: Vec<String> = events.iter().map(|(_, event)| text(&event["text"])).collect();
    stored.sort();
    acknowledged.sort();
    assert_eq!(stored, acknowledged);
}

/// Two players of one game make the same move on two servers: one is carried out, and the other is refused.
#[tokio::test(flavor = "multi_thread")]
async fn move_decided_by_two_servers_is_made_once() {
    let Some(database) = database().await else { return };
    let one = Server::on(database.clone(), None, |_| ()).await;
    let two = Server::on(database, None, |_| ()).await;
    let users = [one.account("Ann").await.id().await, one.account("Bob").await.id().await];
    let game = one.game("siam", Clock::None, false, [&users[0], &users[1]]).await;
    for ply in 1..=10 {
        // Both copies are current, as far as the servers know.
        one.app.games.room(&game).await.expect("the game exists");
        two.app.games.room(&game).await.expect("the game exists");
        let (player, text) = one.quiet_move(&game).await;
        let make = async |server: &Server| {
            let action = Action::Move { ply: Some(ply), text: text.clone(), lag: 0 };
            server.act(&game, player, action).await
        };
        let (first, second) = tokio::join!(make(&one), make(&two));
        assert_eq!(usize::from(first.is_ok()) + usize::from(second.is_ok()), 1, "{first:?} {second:?}");
        // Without messages between them, the second server learns of the move when it writes.
        for server in [&one, &two] {
            let action = Action::Move { ply: Some(ply), text: text.clone(), lag: 0 };
            server.act(&game, player, action).await.expect_err("it was made");
        }
    }
    let events = stored_events(&one, &game).await;
    assert_eq!(events.iter().map(|(seq, _)| *seq).collect::<Vec<_>>(), (1..=10).collect::<Vec<_>>());
    assert!(events.iter().all(|(_, event)| event["type"] == "move"), "{events:?}");
}

/// A challenge is accepted by two players on two servers: one gets the game.
#[tokio::test(flavor = "multi_thread")]
async fn challenge_is_accepted_once_on_several_servers() {
    let Some(database) = database().await else { return };
    let one = Server::on(database.clone(), None, |_| ()).await;
    let two = Server::on(database, None, |_| ()).await;
    let ann = one.account("Ann").await;
    for round in 0..5 {
        let body = json!({ "game": "siam", "opponent": { "kind": "open" } });
        let id = text(&ann.post("/api/challenge", body).await.expect(201)["challenge"]["id"]);
        let path = format!("/api/challenge/{id}/accept");
        let (bob, cat) = (one.client(), two.client());
        let (first, second) = tokio::join!(bob.post_nothing(&path), cat.post_nothing(&path));
        let taken = [first.status.as_u16(), second.status.as_u16()];
        assert!(taken == [200, 409] || taken == [409, 200], "{round}: {taken:?}");
    }
    let report = one.app.store.check().await.expect("the database is checked");
    assert!(report.inconsistencies.is_empty(), "{:?}", report.inconsistencies);
}

/// Rated games of the same players end on two servers at once: every result counts once.
#[tokio::test(flavor = "multi_thread")]
async fn ratings_count_every_result_once_on_several_servers() {
    const GAMES: usize = 12;
    let Some(database) = database().await else { return };
    let one = Server::on(database.clone(), None, |_| ()).await;
    let two = Server::on(database, None, |_| ()).await;
    let users = [one.account("Ann").await.id().await, one.account("Bob").await.id().await];
    let mut games = Vec::new();
    for _ in 0..GAMES {
        let game =
            one.game("siam", Clock::Fischer { base: 600, increment: 0 }, true, [&users[0], &users[1]]).await;
        for _ in 0..2 {
            one.any_move(&game).await;
        }
        games.push(game);
    }
    let mut tasks = JoinSet::new();
    for (number, game) in games.iter().enumerate() {
        let app = if number % 2 == 0 { one.app.clone() } else { two.app.clone() };
        let (game, player) = (game.clone(), Player::BOTH[number / 2 % 2]);
        tasks.spawn(async move {
            let room = app.games.room(&game).await.expect("the game exists");
            app.games.act(&room, Actor::Player(player), Action::Resign).await.expect("the game ends");
        });
    }
    tasks.join_all().await;
    for user in &users {
        let ratings = one.app.store.ratings(user).await.expect("the ratings are read");
        assert_eq!(ratings.iter().map(|row| row.games).collect::<Vec<_>>(), [GAMES as i64]);
        let history = one.app.store.rating_history(user, None, None, i64::MAX, 100).await;
        assert_eq!(history.expect("the history is read").len(), GAMES);
    }
    let report = one.app.store.check().await.expect("the database is checked");
    assert!(report.inconsistencies.is_empty(), "{:?}", report.inconsistencies);
}

/// The quota of pending challenges holds on two servers.
#[tokio::test(flavor = "multi_thread")]
async fn quota_holds_on_several_servers() {
    let Some(database) = database().await else { return };
    let one = Server::on(database.clone(), None, |config| config.rate_limits = false).await;
    let two = Server::on(database, None, |config| config.rate_limits = false).await;
    let ann = one.account("Ann").await;
    let mut tasks = JoinSet::new();
    for number in 0..80 {
        let client = if number % 2 == 0 { ann.clone() } else { ann.at(&two.base) };
        tasks.spawn(async move {
            let body = json!({ "game": "siam", "opponent": { "kind": "link" } });
            client.post("/api/challenge", body).await.status.as_u16()
        });
    }
    let made = tasks.join_all().await.into_iter().filter(|status| *status == 201).count();
    let listed = ann.get("/api/challenge").await.expect(200);
    assert_eq!(listed["challenges"].as_array().map(Vec::len), Some(made));
    ann.post("/api/challenge", json!({ "game": "siam", "opponent": { "kind": "link" } }))
        .await
        .expect_problem(409, "too-many-challenges");
    let quota = mekong_server::store::Quota::Challenges.max();
    assert_eq!(made as i64, quota);
}
