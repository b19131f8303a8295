//! Two players and all of their private data: the fixture of the tests in this directory.

use mekong_core::Player;
use mekong_server::{
    secrets,
    services::new_reset_code,
    store::{ChallengeRow, UserRow},
    table::{
        Action, Audience, Branch, ChallengeKind, ChallengeState, Clock, ConditionalMoves, Deal, Settings,
        Side, Stage,
    },
    time::{DAY, now},
};
use serde_json::json;

use crate::common::{Client, Server};

/// Seed of the deal in [`Fixture::dealt`].
pub(crate) const SEED: u64 = 7_919_375_128_463_091_827;
const SALT: &str = "thesaltofthedealtgame";
const CHALLENGE_SEED: u64 = 6_204_817_395_528_164_093;
const CHALLENGE_SALT: &str = "thesaltofthechallenge";
const WHISPER: &str = "between the two of us";
/// Id of a challenge by link. The id is secret, because every client that knows the link may accept it.
const LINK: &str = "linkabcdefgh";

pub(crate) struct Fixture {
    pub(crate) ann: Client,
    pub(crate) bob: Client,
    /// A dealt game in progress.
    pub(crate) dealt: String,
    /// A game in which Ann has stored conditional moves.
    pub(crate) slow: String,
    ann_id: String,
    token_id: String,
    challenge: String,
    mallory: UserRow,
    mallory_token: String,
    secrets: Vec<(&'static str, String)>,
}

impl Fixture {
    pub(crate) async fn set(server: &Server) -> Fixture {
        let (ann, bob) = (server.account("Ann").await, server.account("Bob").await);
        let mallory = server.account("Mallory").await;
        let (a, b) = (ann.id().await, bob.id().await);
        let store = &server.app.store;

        let deal = Deal { seed: SEED, salt: SALT.to_owned() };
        let clock = Clock::Days { days: 7 };
        let dealt = server.dealt_game("palam", clock, false, [&a, &b], deal).await;
        let slow = server.game("siam", clock, false, [&b, &a]).await;
        let conditional_moves = ConditionalMoves(vec![Branch {
            theirs: vec!["@c1N".to_owned()],
            ours: vec!["@c5S".to_owned()],
            next: ConditionalMoves::default(),
        }]);
        server
            .app
            .games
            .set_conditional_moves(&slow, Player::P2, &conditional_moves)
            .await
            .expect("the moves are legal");
        let whisper = Action::Chat {
            user: b.clone(),
            name: "Bob".to_owned(),
            audience: Audience::Players,
            text: WHISPER.to_owned(),
        };
        server.act(&slow, Player::P1, whisper).await.expect("the message is sent");

        let token =
            ann.post("/api/account/tokens", json!({ "label": "hers", "scopes": ["board:play"] })).await;
        let token = token.expect(201);
        let [token, token_id] =
            ["token", "id"].map(|key| token[key].as_str().expect("a JSON string").to_owned());
        let code = new_reset_code(store, "Ann").await.expect("the row is stored").expect("the user exists");
        let plain = code.replace('-', "");
        let challenge = |id: &str, kind, to: Option<&String>| ChallengeRow {
            id: id.to_owned(),
            kind,
            from: a.clone(),
            to: to.cloned(),
            settings: Settings {
                game: "palam".to_owned(),
                variants: Vec::new(),
                start: None,
                clock: Clock::None,
                rated: false,
            },
            side: Side::Random,
            deal: Deal { seed: CHALLENGE_SEED, salt: CHALLENGE_SALT.to_owned() },
            created: now(),
            expires: now() + DAY,
            state: ChallengeState::Waiting,
            game: None,
        };
        let to_bob = secrets::id();
        store
            .add_challenge(&challenge(&to_bob, ChallengeKind::User, Some(&b)), None)
            .await
            .expect("the row is stored");
        store
            .add_challenge(&challenge(LINK, ChallengeKind::Link, None), None)
            .await
            .expect("the row is stored");

        let cookie = ann.cookie().expect("the client has a session cookie");
        let session = cookie.split_once('=').expect("a cookie is NAME=VALUE").1.to_owned();
        let password =
            store.password_hash(&a).await.expect("the query succeeds").expect("the account has a password");
        let hidden = vec![
            ("a hash of a password", "$argon2".to_owned()),
            ("a hash of a password", password),
            ("a hash of a session", secrets::hash(&session)),
            ("a session", session),
            ("the signing key", store.signing_key().await.expect("the value exists")),
            ("a hash of a token", secrets::hash(&token)),
            ("a token", token),
            ("a hash of a code", secrets::hash(&plain)),
            ("a code", plain),
            ("a code", code),
            ("a seed", SEED.to_string()),
            ("a salt", SALT.to_owned()),
            ("a seed", CHALLENGE_SEED.to_string()),
            ("a salt", CHALLENGE_SALT.to_owned()),
            ("a link", LINK.to_owned()),
            ("the players' chat", WHISPER.to_owned()),
            ("conditional moves", "\"then\":[\"".to_owned()),
        ];
        let scopes = ["challenge:read", "challenge:write", "board:play", "bot:play"];
        let read_response = json!({ "label": "read_response", "scopes": scopes });
        let made = mallory.post("/api/account/tokens", read_response).await.expect(201);
        let mallory_token = made["token"].as_str().expect("a JSON string").to_owned();
        let mallory =
            store.user(&mallory.id().await).await.expect("the query succeeds").expect("the user exists");
        Fixture {
            ann,
            bob,
            dealt,
            slow,
            ann_id: a,
            token_id,
            challenge: to_bob,
            mallory,
            mallory_token,
            secrets: hidden,
        }
    }

    /// Values for path parameters.
    pub(crate) fn names(&self) -> Vec<String> {
        let names = [&self.slow, &self.dealt, &self.challenge, &self.token_id, &self.ann_id];
        names.into_iter().cloned().chain(["Ann".to_owned()]).collect()
    }

    /// An anonymous client, a guest, an account, and a token of that account.
    pub(crate) async fn strangers(&self, server: &Server) -> [(&'static str, Client); 4] {
        let store = &server.app.store;
        let [guest, account] = [server.client(), server.client()];
        let [guest_secret, secret] = [secrets::secret(), secrets::secret()];
        store
            .add_guest(&secrets::id(), &secrets::hash(&guest_secret), now())
            .await
            .expect("the row is stored");
        let password = store.password_hash(&self.mallory.id).await.expect("the query succeeds");
        let password = password.expect("the account has a password");
        let hash = secrets::hash(&secret);
        store.add_session(&self.mallory.id, &password, &hash, None, now()).await.expect("the row is stored");
        guest.set_cookie(&format!("mekong_session={guest_secret}"));
        account.set_cookie(&format!("mekong_session={secret}"));
        let program = server.client().with_token(&self.mallory_token);
        [
            ("nobody", server.client()),
            ("a guest", guest),
            ("Mallory", account),
            ("Mallory's program", program),
        ]
    }

    /// The first secret in a text, and its byte offset.
    pub(crate) fn finds_secret(&self, text: &str) -> Option<(&'static str, usize)> {
        self.secrets.iter().find_map(|(what, secret)| text.find(secret).map(|place| (*what, place)))
    }

    /// Asserts that nothing of Ann's has changed.
    pub(crate) async fn is_untouched(&self, server: &Server) {
        assert_eq!(self.ann.get("/api/account").await.expect(200)["name"], "Ann");
        assert_eq!(self.ann.get("/api/account").await.expect(200)["kind"], "account");
        assert_eq!(self.ann.get("/api/account/tokens").await.expect(200)[0]["id"], json!(self.token_id));
        let conditional_moves =
            server.app.games.conditional_moves(&self.slow, Player::P2).await.expect("the game exists");
        assert_eq!(conditional_moves.0.len(), 1);
        for game in [&self.slow, &self.dealt] {
            let table = server.app.games.room(game).await.expect("the game exists").table();
            assert_eq!((table.ply(), table.stage(), table.offers().len()), (0, Stage::Playing, 0));
        }
        let challenge = server
            .app
            .store
            .challenge(&self.challenge)
            .await
            .expect("the query succeeds")
            .expect("the value exists");
        assert_eq!(challenge.state, ChallengeState::Waiting);
        let words = json!({ "name": "Ann", "password": "password of Ann" });
        server.client().post("/api/login", words).await.expect(200);
    }
}
