use mekong_catalog::Entry;
use mekong_core::{Explain as _, IoReason, Lang, say, visible_path};
use reqwest::{Url, header};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::{
    MaybeTlsStream, WebSocketStream, connect_async_with_config,
    tungstenite::{client::IntoClientRequest as _, http::HeaderValue, protocol::WebSocketConfig},
};

/// A connection that stays open.
pub(super) type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// Why nothing can be measured.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Trouble {
    /// It is no address that we can measure.
    Address(String),
    /// Nobody answers.
    Unreachable(IoReason),
    /// It answers otherwise than expected.
    Server(String),
}

impl Trouble {
    pub(super) fn words(&self, lang: Lang) -> String {
        match self {
            Trouble::Address(text) if text.is_empty() => say!(
                lang,
                "the address of the server is missing: it must begin with http://",
                "il manque l'adresse du serveur : il faut commencer par http://",
            ),
            Trouble::Address(text) => {
                let text = visible_path(text);
                say!(
                    lang,
                    "{text} is no address to measure: it must begin with http:// (measure before the proxy)",
                    "{text} n'est pas une adresse à mesurer : il faut commencer par http:// (mesurez avant le mandataire)",
                )
            }
            Trouble::Unreachable(why) => {
                let why = why.explain(lang);
                say!(lang, "the server cannot be reached: {why}", "le serveur est injoignable : {why}")
            }
            Trouble::Server(why) => {
                say!(
                    lang,
                    "the server did not answer as it should: {why}",
                    "le serveur n'a pas répondu comme il faut : {why}"
                )
            }
        }
    }
}

/// What the web client says; the address is of no use in the sentence.
fn unreachable(error: reqwest::Error) -> Trouble {
    Trouble::Unreachable(IoReason::at_the_bottom_of(&error.without_url()))
}

fn server(error: impl std::fmt::Display) -> Trouble {
    Trouble::Server(error.to_string())
}

/// The way to the server.
pub(super) struct Door {
    pub(super) entry: &'static Entry,
    base: String,
    http: reqwest::Client,
}

/// Somebody without a name: the cookie that the server gave them.
#[derive(Clone, Debug, Default)]
pub(super) struct Guest {
    cookie: Option<String>,
}

/// What a connection keeps ready. There are thousands, and messages are small.
const BUFFER: usize = 4 * 1024;

impl Door {
    pub(super) fn new(address: &str, entry: &'static Entry) -> Result<Door, Trouble> {
        let wrong = || Trouble::Address(address.to_owned());
        let url: Url = address.parse().map_err(|_| wrong())?;
        if url.scheme() != "http" || !url.has_host() {
            return Err(wrong());
        }
        // The client wants one at hand, even where nothing is encrypted.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let http = reqwest::Client::builder().build().map_err(server)?;
        Ok(Door { entry, base: address.trim_end_matches('/').to_owned(), http })
    }

    /// Sends something to the server in the name of a guest, who may have become one by that.
    async fn post(&self, guest: &mut Guest, path: &str, body: Option<Value>) -> Result<Value, Trouble> {
        let mut request = self.http.post(format!("{}{path}", self.base));
        if let Some(cookie) = &guest.cookie {
            request = request.header(header::COOKIE, cookie);
        }
        if let Some(body) = body {
            request = request.json(&body);
        }
        let response = request.send().await.map_err(unreachable)?;
        let cookie = response.headers().get(header::SET_COOKIE).and_then(|value| value.to_str().ok());
        if let Some(cookie) = cookie.and_then(|cookie| cookie.split(';').next()) {
            guest.cookie = Some(cookie.to_owned());
        }
        let status = response.status();
        let value: Value = response.json().await.map_err(server)?;
        if status.is_success() { Ok(value) } else { Err(server(&value["title"])) }
    }

    /// A game that two agree on; the first plays the first side.
    pub(super) async fn agree(&self, one: &mut Guest, two: &mut Guest) -> Result<String, Trouble> {
        let wish = json!({
            "game": self.entry.info().id, "side": "first", "opponent": { "kind": "link" },
            "clock": { "kind": "fischer", "base": 10_800, "increment": 10 },
        });
        let made = self.post(one, "/api/challenge", Some(wish)).await?;
        let id = made["challenge"]["id"].as_str().ok_or_else(|| server("no challenge"))?;
        let begun = self.post(two, &format!("/api/challenge/{id}/accept"), None).await?;
        begun["game"].as_str().map(str::to_owned).ok_or_else(|| server("no game"))
    }

    /// A connection of a guest to a game.
    pub(super) async fn sit_down(&self, guest: &Guest, game: &str) -> Result<Socket, Trouble> {
        self.socket(&format!("/api/game/{game}/socket"), guest).await
    }

    /// A connection to the lobby.
    pub(super) async fn listen(&self) -> Result<Socket, Trouble> {
        self.socket("/api/socket", &Guest::default()).await
    }

    async fn socket(&self, path: &str, guest: &Guest) -> Result<Socket, Trouble> {
        let address = format!("{}{path}", self.base.replacen("http", "ws", 1));
        let mut request = address.into_client_request().map_err(server)?;
        if let Some(cookie) = &guest.cookie {
            let value = HeaderValue::from_str(cookie).map_err(server)?;
            request.headers_mut().insert("cookie", value);
        }
        let config = WebSocketConfig::default().read_buffer_size(BUFFER).write_buffer_size(0);
        let (socket, _) = connect_async_with_config(request, Some(config), true)
            .await
            .map_err(|error| Trouble::Unreachable(IoReason::at_the_bottom_of(&error)))?;
        Ok(socket)
    }
}
