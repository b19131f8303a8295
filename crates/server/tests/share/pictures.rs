use mekong_catalog::{GAMES, find};
use mekong_core::Variants;
use mekong_server::people::GuestName;
use reqwest::{Method, header::HeaderMap};
use resvg::tiny_skia::Pixmap;
use serde_json::json;

use super::{UNTIMED, bytes, guest};
use crate::common::{Client, on_each_database, on_each_database_with};

fn header<'a>(headers: &'a HeaderMap, name: &str) -> &'a str {
    headers.get(name).unwrap_or_else(|| panic!("no {name}")).to_str().expect("a text")
}

/// The size of the PNG at a path.
async fn size(client: &Client, path: &str) -> (u32, u32) {
    let (status, headers, file) = bytes(client, path).await;
    assert_eq!(status, 200, "{path}: {}", String::from_utf8_lossy(&file));
    assert_eq!(header(&headers, "content-type"), "image/png", "{path}");
    let picture = Pixmap::decode_png(&file).expect("a PNG file");
    (picture.width(), picture.height())
}

#[tokio::test(flavor = "multi_thread")]
async fn positions_have_pictures() {
    on_each_database(async |server| {
        let client = server.client();
        for game in GAMES.iter().map(|entry| entry.info().id) {
            assert_eq!(
                size(&client, &format!("/api/picture/{game}.png?card=true")).await,
                (1200, 630),
                "{game}"
            );
            let (width, height) = size(&client, &format!("/api/picture/{game}.png?width=240")).await;
            assert!(width == 240 && (60..600).contains(&height), "{game}: {height}");
            let svg = client.get(&format!("/api/picture/{game}.svg?lang=fr")).await;
            assert!(svg.text.starts_with("<svg") && svg.header("content-type") == Some("image/svg+xml"));
        }
        assert_eq!(size(&client, "/api/picture/mekong.png?lang=fr").await, (1200, 630));
        let before = client.get("/api/picture/siam.svg").await.text;
        let moves = "/api/picture/siam.svg?moves=%40c1N+%40c5S";
        let after = client.get(moves).await.text;
        assert_ne!(before, after);
        assert_ne!(after, client.get(&format!("{moves}&ply=1")).await.text);
        assert_eq!(before, client.get(&format!("{moves}&ply=0")).await.text);
        assert_ne!(
            client.get("/api/picture/palam.svg?seed=1").await.text,
            client.get("/api/picture/palam.svg?seed=2").await.text,
        );
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn pictures_can_be_cached_and_shown_elsewhere() {
    on_each_database(async |server| {
        let client = server.client();
        for path in ["/api/picture/siam.png", "/api/picture/siam.svg"] {
            let (_, headers, file) = bytes(&client, path).await;
            assert_eq!(header(&headers, "cache-control"), "public, max-age=86400");
            assert_eq!(header(&headers, "cross-origin-resource-policy"), "cross-origin");
            assert!(header(&headers, "content-security-policy").contains("default-src 'none'"));
            let tag = header(&headers, "etag").to_owned();
            let known = client.request(Method::GET, path).header("if-none-match", &tag);
            assert_eq!(client.send(known).await.status, 304, "{path}");
            let head = client.request(Method::HEAD, path).send().await.expect("the server answers");
            assert_eq!((head.status().as_u16(), header(head.headers(), "etag")), (200, &*tag));
            assert!(head.bytes().await.expect("no body").is_empty() && !file.is_empty());
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn invalid_requests_are_rejected() {
    on_each_database(async |server| {
        let client = server.client();
        for path in
            ["chess.png", "siam.gif", "siam", ".png", "siam.png.exe", "game/abc.png", "game/aaaaaaaaaaaa.png"]
        {
            client.get(&format!("/api/picture/{path}")).await.expect_problem(404, "not-found");
        }
        for query in ["moves=xyz", "position=nonsense", "variant=nonsense"] {
            client.get(&format!("/api/picture/siam.png?{query}")).await.expect_problem(404, "no-position");
        }
        for query in ["width=9000", "width=0", "width=-1", "lang=de", "card=maybe", "seed=x"] {
            client.get(&format!("/api/picture/siam.png?{query}")).await.expect_problem(400, "query");
        }
        let long = "a".repeat(3_000);
        client.get(&format!("/api/picture/siam.png?moves={long}")).await.expect_problem(400, "query");
        client.post("/api/picture/siam.png", json!({})).await.expect_problem(405, "method-not-allowed");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn hostile_addresses_are_rejected() {
    on_each_database(async |server| {
        let client = server.client();
        for kind in ["game", "challenge"] {
            for name in [
                "abc.png",
                "aaaaaaaaaaaa.png",
                "aaaaaaaaaaaa",
                "aaaaaaaaaaaa.gif",
                "AAAAAAAAAAAA.png",
                "aaaaaaaaaaa'.png",
                "aaaaaaaaaaaa%00.png",
                "%2e%2e%2fsiam.png",
                "%252e.png",
                "%F0%9F%90%98.svg",
                ".svg",
            ] {
                client.get(&format!("/api/picture/{kind}/{name}")).await.expect_problem(404, "not-found");
            }
            let long = "a".repeat(2_000);
            client.get(&format!("/api/picture/{kind}/{long}.png")).await.expect_problem(404, "not-found");
        }
        for query in [
            "ply=-1",
            "ply=99999999999",
            "ply=1.5",
            "seed=-1",
            "seed=18446744073709551616",
            "width=200&width=9000",
            "width=1201",
            "width=99",
            "width=200px",
            "height=100",
            "moves=%00",
            "position=%00",
        ] {
            client.get(&format!("/api/picture/siam.png?{query}")).await.expect_problem(400, "query");
        }
        for query in [
            "position=5/5/5/5/5+E+0+-",
            "position=5/5/1ooo1/5/5+X+0+-",
            "position=%3Cscript%3E",
            "moves=%40c1N+%40c1N+zz",
            "position=2o2/2N2/5/o4/4o+E+10+-&moves=c4c5+%40c5S",
            "variant=single-exit,nonsense",
        ] {
            let refused = client.get(&format!("/api/picture/siam.svg?{query}")).await;
            refused.expect_problem(404, "no-position");
            assert!(!refused.text.contains("<script"), "{}", refused.text);
        }
        // More plies than there are moves are all of them.
        let all = client.get("/api/picture/siam.svg?moves=%40c1N&ply=1000000").await;
        assert_eq!(all.text, client.get("/api/picture/siam.svg?moves=%40c1N").await.text);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn unusual_positions_have_pictures() {
    on_each_database(async |server| {
        let client = server.client();
        for (game, position) in [
            ("siam", "NNNNN/nnnnn/1ooo1/5/5+E+20+-"),
            ("siam", "o4/5/5/5/4o+E+30+-"),
            ("saigon", "LLLLLLLL/DDDDDDDD/-/-+L"),
            ("saigon", "LLDLDLDLDLDLDLDD/-/-/-+D"),
            ("saigon", "L/D/LL/DD+L"),
            ("palam", "-,-,-,-,-,-/-,-,-,-,-,-/-,-,-,-,-,-/-,-,-,-,-,-+I+-+s+40-35"),
        ] {
            let path = format!("/api/picture/{game}.png?position={position}&width=1200");
            let (status, _, file) = bytes(&client, &path).await;
            // A position that cannot occur is refused; what is accepted is drawn.
            match status {
                200 => {
                    Pixmap::decode_png(&file).expect("a PNG file");
                }
                status => assert_eq!(status, 404, "{path}: {}", String::from_utf8_lossy(&file)),
            }
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn pictures_are_small_enough_to_send() {
    on_each_database(async |server| {
        let client = server.client();
        for game in GAMES.iter().map(|entry| entry.info().id) {
            // Messengers leave out larger pictures of links.
            let (_, _, card) = bytes(&client, &format!("/api/picture/{game}.png?card=true")).await;
            assert!(card.len() < 300_000, "{game}: {}", card.len());
            let (_, _, svg) = bytes(&client, &format!("/api/picture/{game}.svg")).await;
            assert!(svg.len() < 40_000, "{game}: {}", svg.len());
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn games_and_challenges_have_cards() {
    on_each_database(async |server| {
        let (ann, a) = guest(server.client()).await;
        let bob = server.account("Bob").await;
        let game = server.game("palam", UNTIMED, false, [&a, &bob.id().await]).await;
        let anyone = server.client();
        let path = format!("/api/picture/game/{game}");
        assert_eq!(size(&anyone, &format!("{path}.png")).await, (1200, 630));
        let card = anyone.get(&format!("{path}.svg?lang=fr")).await;
        assert!(card.text.contains(&GuestName::of(&a).fr) && card.text.contains("En cours"), "{}", card.text);
        assert_eq!(card.header("cache-control"), Some("public, max-age=60"));
        server.any_move(&game).await;
        assert_ne!(anyone.get(&format!("{path}.svg?lang=fr")).await.text, card.text);
        ann.post_nothing(&format!("/api/game/{game}/resign")).await.expect(200);
        let card = anyone.get(&format!("{path}.svg")).await;
        assert!(card.text.contains("Bob wins by resignation"), "{}", card.text);
        assert_eq!(size(&anyone, &format!("{path}.png")).await, (1200, 630));

        let body = json!({ "game": "palam", "opponent": { "kind": "link" } });
        let challenge = bob.post("/api/challenge", body).await.expect(201)["challenge"]["id"].clone();
        let path = format!("/api/picture/challenge/{}", challenge.as_str().expect("an id"));
        assert_eq!(size(&anyone, &format!("{path}.png")).await, (1200, 630));
        let card = anyone.get(&format!("{path}.svg?lang=en")).await.text;
        assert!(card.contains("Bob") && card.contains("challenges you"), "{card}");
        // The deal of the challenge is secret.
        let deal = find("palam").expect("a game").start(Variants::NONE, 0);
        assert!(card.contains(&deal.position_text()), "{card}");

        // A challenge to one player is shown to nobody else.
        let body = json!({ "game": "siam", "opponent": { "kind": "user", "name": "Bob" } });
        let private = server.account("Carl").await.post("/api/challenge", body).await.expect(201);
        let id = private["challenge"]["id"].as_str().expect("an id").to_owned();
        anyone.get(&format!("/api/picture/challenge/{id}.png")).await.expect_problem(404, "not-found");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn names_in_imported_games_are_only_text() {
    on_each_database(async |server| {
        let ann = server.account("Ann").await;
        let pgn = "[White \"</text><script>alert(1)</script>\"]\n[Black \"a & b <i>\"]\n[Game \"siam\"]\n\n1. @c1N @c5S 1-0\n";
        let report = ann.post("/api/import", json!({ "pgn": pgn })).await.expect(200);
        let id = report["imported"][0].as_str().expect("an id").to_owned();
        let card = ann.get(&format!("/api/picture/game/{id}.svg")).await;
        card.expect(200);
        assert!(!card.text.contains("<script") && card.text.contains("&lt;script&gt;"), "{}", card.text);
        assert_eq!(size(&ann, &format!("/api/picture/game/{id}.png")).await, (1200, 630));
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rendering_is_limited_but_not_what_is_in_memory() {
    on_each_database_with(
        |config| config.rate_limits = true,
        async |server| {
            let client = server.client();
            let mut statuses = Vec::new();
            for width in 100..130 {
                statuses.push(bytes(&client, &format!("/api/picture/saigon.png?width={width}")).await.0);
            }
            assert!(statuses.contains(&200) && statuses.contains(&429), "{statuses:?}");
            assert_eq!(bytes(&client, "/api/picture/saigon.png?width=100").await.0, 200);
            assert_eq!(bytes(&client, "/api/picture/saigon.svg").await.0, 200);
        },
    )
    .await;
}
