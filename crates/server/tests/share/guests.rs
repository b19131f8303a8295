use mekong_record::read_pgn;
use mekong_server::people::GuestName;
use serde_json::{Value, json};

use super::{UNTIMED, guest};
use crate::common::{on_each_database, routes::document};

fn pair(name: &GuestName) -> Value {
    json!({ "en": name.en, "fr": name.fr })
}

#[tokio::test(flavor = "multi_thread")]
async fn everybody_sees_the_same_name_of_a_guest() {
    on_each_database(async |server| {
        let (ann, a) = guest(server.client()).await;
        let (bob, b) = guest(server.client()).await;
        let name = GuestName::of(&a);
        assert_eq!(ann.get("/api/account").await.expect(200)["guest_name"], pair(&name));
        assert_eq!(server.client().get("/api/account").await.expect(200)["guest_name"], Value::Null);

        let body = json!({ "game": "siam", "opponent": { "kind": "open" } });
        ann.post("/api/challenge", body).await.expect(201);
        let lobby = bob.get("/api/lobby").await.expect(200);
        let from = &lobby["challenges"][0]["from"];
        assert_eq!((&from["guest_name"], &from["name"]), (&pair(&name), &Value::Null));

        let game = server.game("siam", UNTIMED, false, [&a, &b]).await;
        ann.post(&format!("/api/game/{game}/chat"), json!({ "room": "players", "text": "hello" }))
            .await
            .expect(200);
        let mut socket = bob.socket(&format!("/api/game/{game}/socket?since=0")).await;
        let hello = socket.next().await;
        assert_eq!(hello["game"]["players"]["p1"]["user"]["guest_name"], pair(&name));
        assert_eq!(hello["game"]["events"][0]["guest_name"], pair(&name));
        assert_eq!(hello["game"]["events"][0]["name"], "");
        let chat = bob.get(&format!("/api/game/{game}/chat")).await.expect(200);
        assert_eq!(chat["chat"][0]["guest_name"], pair(&name));
        let playing = bob.get("/api/account/playing").await.expect(200);
        assert_eq!(playing["nowPlaying"][0]["opponent"]["user"]["guest_name"], pair(&name));

        let file = bob.get(&format!("/api/game/{game}/export")).await;
        let record = read_pgn(&file.text).expect("a game file").remove(0);
        assert_eq!(
            (record.tag("White"), record.tag("Black")),
            (Some(&*name.en), Some(&*GuestName::of(&b).en))
        );

        // Names are not stored: an account has only the one that it chose.
        let server = server.restart().await;
        let client = server.client();
        let path = format!("/api/game/{game}");
        assert_eq!(client.get(&path).await.expect(200)["players"]["p1"]["user"]["guest_name"], pair(&name));
        for cookie in ann.cookies() {
            client.set_cookie(&cookie);
        }
        client
            .post("/api/account", json!({ "name": "Ann", "password": "a good password" }))
            .await
            .expect(201);
        let user = client.get(&path).await.expect(200)["players"]["p1"]["user"].clone();
        assert_eq!((&user["name"], &user["guest_name"]), (&json!("Ann"), &Value::Null));
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn accounts_cannot_take_the_name_of_a_guest() {
    on_each_database(async |server| {
        for name in ["Quiet-Heron", "HeronTranquille", "quiet_heron"] {
            let body = json!({ "name": name, "password": "a good password" });
            server.client().post("/api/account", body).await.expect_problem(422, "name");
        }
    })
    .await;
}

#[test]
fn clients_that_know_nothing_of_guest_names_find_their_fields() {
    let document = document();
    let user = &document["components"]["schemas"]["UserView"]["properties"];
    for field in ["id", "name", "kind", "guest_name"] {
        assert!(user.get(field).is_some(), "{field}");
    }
}
