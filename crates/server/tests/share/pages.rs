use mekong_server::people::GuestName;
use reqwest::Method;
use serde_json::json;

use super::{UNTIMED, guest, with_pages};
use crate::common::{Client, Response, on_each_database_with};

async fn page(client: &Client, path: &str, lang: &str) -> Response {
    let response = client.send(client.request(Method::GET, path).header("accept-language", lang)).await;
    response.expect(200);
    response
}

/// The content of a tag, unescaped.
#[track_caller]
fn tag(page: &Response, name: &str) -> String {
    let start = format!("=\"{name}\" content=\"");
    let found = page.text.split_once(&start).unwrap_or_else(|| panic!("no {name}: {}", page.text)).1;
    let content = found.split('"').next().unwrap_or_default();
    content.replace("&quot;", "\"").replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
}

#[tokio::test(flavor = "multi_thread")]
async fn links_have_previews_in_the_language_of_the_request() {
    on_each_database_with(with_pages, async |server| {
        let client = server.client();
        let home = page(&client, "/", "fr").await;
        assert!(
            home.text.contains("<html lang=\"fr\">") && !home.text.contains("of all pages"),
            "{}",
            home.text
        );
        assert!(tag(&home, "og:description").starts_with("Jeux de plateau"));
        assert_eq!(tag(&home, "og:image"), format!("{}/api/picture/mekong.png?lang=fr", server.base));
        assert_eq!(tag(&home, "twitter:card"), "summary_large_image");
        for (path, title) in [
            ("/play/siam", "Play Siam · Mekong"),
            ("/play/siam?level=3", "Play Siam · Mekong"),
            ("/learn/samliam", "How to play Sam Liam · Mekong"),
            ("/learn/samliam/lesson", "How to play Sam Liam · Mekong"),
            ("/analysis/palam?seed=3", "Analysis of Palam · Mekong"),
        ] {
            let page = page(&client, path, "en").await;
            assert_eq!(tag(&page, "og:title"), title, "{path}");
            assert!(page.text.contains(&format!("<title>{title}</title>")), "{path}");
            assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"));
            assert_eq!(page.header("vary"), Some("accept-encoding, accept-language"));
            let picture = tag(&page, "og:image");
            let picture = picture.strip_prefix(&server.base).expect("it is on this server");
            client.get(picture).await.expect(200);
        }
        let position = page(&client, "/analysis/siam?moves=%40c1N+%40c5S&ply=1&x=%22", "en").await;
        let picture = tag(&position, "og:image");
        assert!(
            picture.ends_with("/api/picture/siam.png?lang=en&card=true&moves=%40c1N+%40c5S&ply=1"),
            "{picture}"
        );
        let invalid = page(&client, "/analysis/siam?moves=xyz", "en").await;
        assert!(tag(&invalid, "og:image").ends_with("siam.png?lang=en&card=true"));
        for path in ["/lobby", "/game/aaaaaaaaaaaa", "/play/chess", "/challenge/x"] {
            let plain = page(&client, path, "fr").await;
            assert!(!plain.text.contains("og:") && plain.text.contains("<title>Mekong</title>"), "{path}");
        }
        // The page is sent again only if it has changed.
        let known = home.header("etag").expect("a tag").to_owned();
        let again =
            client.request(Method::GET, "/").header("accept-language", "fr").header("if-none-match", &known);
        assert_eq!(client.send(again).await.status, 304);
        let head = client.send(client.request(Method::HEAD, "/").header("accept-language", "fr")).await;
        assert_eq!((head.status.as_u16(), head.header("etag")), (200, Some(&*known)));
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn links_to_games_and_challenges_name_the_players() {
    on_each_database_with(with_pages, async |server| {
        let (ann, a) = guest(server.client()).await;
        let bob = server.account("Bob").await;
        let game = server.game("siam", UNTIMED, false, [&a, &bob.id().await]).await;
        let anyone = server.client();
        let name = GuestName::of(&a);
        let running = page(&anyone, &format!("/game/{game}"), "en").await;
        assert_eq!(tag(&running, "og:title"), format!("{} – Bob · Siam", name.en));
        assert_eq!(tag(&running, "og:description"), "In progress, 0 moves so far");
        server.any_move(&game).await;
        ann.post_nothing(&format!("/api/game/{game}/abort")).await.expect(200);
        let over = page(&anyone, &format!("/game/{game}"), "fr").await;
        assert_eq!(tag(&over, "og:title"), format!("{} – Bob · Siam", name.fr));
        assert_eq!(tag(&over, "og:description"), "Annulée");

        let body = json!({ "game": "siam", "clock": { "kind": "fischer", "base": 300, "increment": 3 },
            "opponent": { "kind": "link" } });
        let challenge = bob.post("/api/challenge", body).await.expect(201)["challenge"]["id"].clone();
        let path = format!("/challenge/{}", challenge.as_str().expect("an id"));
        let invitation = page(&anyone, &path, "en").await;
        assert_eq!(tag(&invitation, "og:title"), "Bob challenges you to Siam");
        assert_eq!(tag(&invitation, "og:description"), "5 min per player + 3 s per move");
        bob.delete(&format!("/api{path}")).await.expect(204);
        assert!(!page(&anyone, &path, "en").await.text.contains("og:"));
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn links_to_finished_games_tell_the_ending() {
    on_each_database_with(with_pages, async |server| {
        let ann = server.account("Ann").await;
        let moves = "@c1N @c5S c1c2N c5c4S @c1N @c5S @c1N @a4E @c1N a4b4E c4c5";
        let pgn = format!("[White \"Lise\"]\n[Black \"Bo\"]\n[Game \"siam\"]\n\n{moves} 1-0\n");
        let report = ann.post("/api/import", json!({ "pgn": pgn })).await.expect(200);
        let id = report["imported"][0].as_str().expect("an id");
        for path in [format!("/game/{id}"), format!("/embed/game/{id}")] {
            let game = page(&ann, &path, "en").await;
            let description = tag(&game, "og:description");
            assert!(
                description.starts_with("Lise won after 6 moves: a rock fell off the board"),
                "{description}"
            );
            assert!(tag(&game, "og:image").ends_with(&format!("/api/picture/game/{id}.png?lang=en")));
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn hostile_names_stay_text() {
    on_each_database_with(with_pages, async |server| {
        let ann = server.account("Ann").await;
        let pgn = "[White \"'><script>alert(1)</script>\"]\n[Black \"</title><img src=x>\"]\n[Game \"siam\"]\n\n1. @c1N 1-0\n";
        let report = ann.post("/api/import", json!({ "pgn": pgn })).await.expect(200);
        let path = format!("/game/{}", report["imported"][0].as_str().expect("an id"));
        let page = page(&ann, &path, "en").await;
        assert!(!page.text.contains("<script") && !page.text.contains("<img"), "{}", page.text);
        assert_eq!(tag(&page, "og:title"), "'><script>alert(1)</script> – </title><img src=x> · Siam");
        for path in [
            "/embed/siam?moves=%22%3E%3Cscript%3E",
            "/embed/siam?moves='><script>",
            "/analysis/siam?position=%22onload=%22x",
            "/embed/game/%22%3E%3Cscript%3E",
            "/embed/%3Cscript%3E",
        ] {
            let page = ann.get(path).await.text;
            assert!(!page.contains("<script>") && !page.contains("onload"), "{path}: {page}");
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_embedded_boards_may_be_framed() {
    on_each_database_with(with_pages, async |server| {
        let client = server.client();
        for path in ["/embed/siam", "/embed/siam?moves=%40c1N", "/embed/game/aaaaaaaaaaaa"] {
            let board = page(&client, path, "en").await;
            // A link to an embedded board shows the position; the page to open is the analysis board.
            if path.contains("/embed/siam") {
                assert_eq!(tag(&board, "og:title"), "Analysis of Siam · Mekong");
                assert!(tag(&board, "og:url").contains("/analysis/siam"), "{path}");
            } else {
                assert!(board.text.contains("<title>Mekong</title>"), "{path}");
            }
            assert_eq!(board.header("x-frame-options"), None, "{path}");
            assert_eq!(board.header("cross-origin-resource-policy"), Some("cross-origin"));
            let policy = board.header("content-security-policy").expect("a policy");
            assert!(policy.ends_with("frame-ancestors *"), "{policy}");
            assert!(policy.starts_with("default-src 'none'; script-src 'self'"), "{policy}");
        }
        for path in
            ["/", "/embed", "/embedded", "/lobby", "/play/siam", "/api/games", "/sw.js", "/x/embed/siam"]
        {
            let other = client.get(path).await;
            assert_eq!(other.header("x-frame-options"), Some("DENY"), "{path}");
            let policy = other.header("content-security-policy").expect("a policy");
            assert!(policy.ends_with("frame-ancestors 'none'"), "{path}: {policy}");
            assert_eq!(other.header("cross-origin-resource-policy"), Some("same-origin"), "{path}");
        }
        let script = client.get("/embed.js").await;
        script.expect(200);
        assert_eq!(script.header("cross-origin-resource-policy"), Some("cross-origin"));
        assert_eq!(script.header("x-frame-options"), Some("DENY"));
    })
    .await;
}
