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

/// Why the load cannot be measured.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum LoadError {
    /// Not an http:// URL.
    InvalidUrl(String),
    /// The server cannot be reached.
    Unreachable(IoReason),
    /// An unexpected response.
    Unexpected(String),
}

impl LoadError {
    pub(super) fn explain(&self, lang: Lang) -> String {
        match self {
            LoadError::InvalidUrl(text) if text.is_empty() => say!(
                lang,
                "the URL of the server is missing: it must begin with http://",
                "l’URL du serveur manque : elle doit commencer par http://",
            ),
            LoadError::InvalidUrl(text) => {
                let text = visible_path(text);
                say!(
                    lang,
                    "{text} cannot be measured: the URL must begin with http:// (measure the server without its proxy)",
                    "{text} ne peut être mesuré : l’URL doit commencer par http:// (mesurez le serveur sans son proxy)",
                )
            }
            LoadError::Unreachable(why) => {
                let why = why.explain(lang);
                say!(lang, "the server cannot be reached: {why}", "le serveur est injoignable : {why}")
            }
            LoadError::Unexpected(why) => {
                say!(
                    lang,
                    "unexpected response from the server: {why}",
                    "réponse inattendue du serveur : {why}"
                )
            }
        }
    }
}

/// The message gives the cause without the URL.
fn unreachable(error: reqwest::Error) -> LoadError {
    LoadError::Unreachable(IoReason::root_cause(&error.without_url()))
}

fn unexpected(error: impl std::fmt::Display) -> LoadError {
    LoadError::Unexpected(error.to_string())
}

/// A client of the nodes under load.
pub(super) struct LoadClient {
    pub(super) entry: &'static Entry,
    /// The URL of each node.
    nodes: Vec<String>,
    http: reqwest::Client,
}

/// An anonymous user: the cookie that the server set.
#[derive(Clone, Debug)]
pub(super) struct Guest {
    node: usize,
    cookie: Option<String>,
}

/// Bytes per connection: there are thousands, and messages are small.
const READ_BUFFER: usize = 4 * 1024;

impl LoadClient {
    pub(super) fn new(
        addresses: impl IntoIterator<Item = String>,
        entry: &'static Entry,
    ) -> Result<LoadClient, LoadError> {
        let mut nodes = Vec::new();
        for address in addresses {
            let is_http = |url: Url| url.scheme() == "http" && url.has_host();
            if !address.parse().is_ok_and(is_http) {
                return Err(LoadError::InvalidUrl(address));
            }
            nodes.push(address.trim_end_matches('/').to_owned());
        }
        // reqwest requires a TLS provider if another crate of the build enables TLS.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let http = reqwest::Client::builder().build().map_err(unexpected)?;
        Ok(LoadClient { entry, nodes, http })
    }

    /// A new guest. Guests are distributed over the nodes by their number.
    pub(super) fn guest(&self, number: u64) -> Guest {
        Guest { node: number as usize % self.nodes.len(), cookie: None }
    }

    /// Sends a POST request for a guest, and keeps the cookie of the response.
    async fn post(&self, guest: &mut Guest, path: &str, body: Option<Value>) -> Result<Value, LoadError> {
        let mut request = self.http.post(format!("{}{path}", self.nodes[guest.node]));
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
        let value: Value = response.json().await.map_err(unexpected)?;
        if status.is_success() { Ok(value) } else { Err(unexpected(&value["title"])) }
    }

    /// Starts a game of two guests and returns its id; the first plays the first side.
    pub(super) async fn start_game(&self, one: &mut Guest, two: &mut Guest) -> Result<String, LoadError> {
        let challenge = json!({
            "game": self.entry.info().id, "side": "first", "opponent": { "kind": "link" },
            "clock": { "kind": "fischer", "base": 10_800, "increment": 10 },
        });
        let made = self.post(one, "/api/challenge", Some(challenge)).await?;
        let id = made["challenge"]["id"].as_str().ok_or_else(|| unexpected("no challenge"))?;
        let accepted = self.post(two, &format!("/api/challenge/{id}/accept"), None).await?;
        accepted["game"].as_str().map(str::to_owned).ok_or_else(|| unexpected("no game"))
    }

    /// Opens the socket of a game for a guest.
    pub(super) async fn join(&self, guest: &Guest, game: &str) -> Result<Socket, LoadError> {
        self.socket(&format!("/api/game/{game}/socket"), guest).await
    }

    /// Opens a socket of the lobby.
    pub(super) async fn listen(&self, number: u64) -> Result<Socket, LoadError> {
        self.socket("/api/socket", &self.guest(number)).await
    }

    /// Opens a socket of an echo server.
    pub(super) async fn echo(&self, number: u64) -> Result<Socket, LoadError> {
        self.socket("/", &self.guest(number)).await
    }

    async fn socket(&self, path: &str, guest: &Guest) -> Result<Socket, LoadError> {
        let address = format!("{}{path}", self.nodes[guest.node].replacen("http", "ws", 1));
        let mut request = address.into_client_request().map_err(unexpected)?;
        if let Some(cookie) = &guest.cookie {
            let value = HeaderValue::from_str(cookie).map_err(unexpected)?;
            request.headers_mut().insert("cookie", value);
        }
        let config = WebSocketConfig::default().read_buffer_size(READ_BUFFER).write_buffer_size(0);
        let (socket, _) = connect_async_with_config(request, Some(config), true)
            .await
            .map_err(|error| LoadError::Unreachable(IoReason::root_cause(&error)))?;
        Ok(socket)
    }
}
