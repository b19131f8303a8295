use std::{collections::VecDeque, time::Duration};

use mekong_core::{Explain, IoReason, Lang, say, visible_path};
use reqwest::{Method, Response, Url, header};
use serde_json::Value;

/// How long a stream may be silent; the server sends keep-alive lines more often.
const READ_TIMEOUT: Duration = Duration::from_secs(40);

/// How long a response may take.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(30);

/// The longest line of a stream, in bytes.
const MAX_LINE_LEN: usize = 4 << 20;

/// Why a request failed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum ApiError {
    /// Not the URL of a server.
    InvalidUrl(String),
    /// The server cannot be reached, or the connection was lost.
    Unreachable(IoReason),
    /// No response in time.
    TimedOut,
    /// The response is not JSON.
    Malformed,
    /// The server refused the request.
    Refused { status: u16, title: String },
}

impl ApiError {
    /// Whether a retry may succeed.
    pub(crate) fn is_temporary(&self) -> bool {
        match self {
            ApiError::InvalidUrl(_) => false,
            ApiError::Unreachable(_) | ApiError::TimedOut | ApiError::Malformed => true,
            ApiError::Refused { status, .. } => *status == 429 || *status >= 500,
        }
    }
}

impl Explain for ApiError {
    fn explain(&self, lang: Lang) -> String {
        match self {
            ApiError::InvalidUrl(text) if text.is_empty() => say!(
                lang,
                "the URL of the server is missing: it must begin with http:// or https://",
                "l’URL du serveur manque : elle doit commencer par http:// ou https://",
            ),
            ApiError::InvalidUrl(text) => {
                let text = visible_path(text);
                say!(
                    lang,
                    "{text} is not the URL of a server: it must begin with http:// or https://",
                    "{text} n’est pas l’URL d’un serveur : elle doit commencer par http:// ou https://",
                )
            }
            ApiError::Unreachable(why) => {
                let why = why.explain(lang);
                say!(lang, "the server cannot be reached: {why}", "le serveur est injoignable : {why}")
            }
            ApiError::TimedOut => {
                say!(lang, "the server did not respond in time", "le serveur n’a pas répondu à temps")
            }
            ApiError::Malformed => {
                say!(lang, "invalid response from the server", "réponse du serveur invalide")
            }
            ApiError::Refused { title, .. } => {
                say!(lang, "the server refused: {title}", "refus du serveur : {title}")
            }
        }
    }
}

impl From<reqwest::Error> for ApiError {
    fn from(error: reqwest::Error) -> ApiError {
        if error.is_timeout() {
            return ApiError::TimedOut;
        }
        // The message needs the cause, not the URL.
        ApiError::Unreachable(IoReason::root_cause(&error.without_url()))
    }
}

/// A client of the bot interface of a server.
pub(crate) struct Api {
    http: reqwest::Client,
    server: Url,
    token: String,
    lang: Lang,
}

impl Api {
    pub(crate) fn new(server: &str, token: &str, lang: Lang) -> Result<Api, ApiError> {
        let invalid = || ApiError::InvalidUrl(server.to_owned());
        let url: Url = server.parse().map_err(|_| invalid())?;
        if !matches!(url.scheme(), "http" | "https") || url.cannot_be_a_base() {
            return Err(invalid());
        }
        // An error means that a provider is installed already.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let http = reqwest::Client::builder()
            .connect_timeout(RESPONSE_TIMEOUT)
            .read_timeout(READ_TIMEOUT)
            .redirect(reqwest::redirect::Policy::none())
            .build()?;
        Ok(Api { http, server: url, token: token.to_owned(), lang })
    }

    fn url(&self, path: &[&str]) -> Url {
        let mut url = self.server.clone();
        if let Ok(mut segments) = url.path_segments_mut() {
            segments.pop_if_empty().extend(path);
        }
        url
    }

    async fn send(&self, method: Method, path: &[&str]) -> Result<Response, ApiError> {
        let language = if self.lang == Lang::Fr { "fr" } else { "en" };
        let request = self.http.request(method, self.url(path)).bearer_auth(&self.token);
        let request = request.header(header::ACCEPT_LANGUAGE, language);
        let response = tokio::time::timeout(RESPONSE_TIMEOUT, request.send())
            .await
            .map_err(|_| ApiError::TimedOut)??;
        let status = response.status();
        if status.is_success() {
            return Ok(response);
        }
        let body: Value = response.json().await.unwrap_or(Value::Null);
        let title = body["title"].as_str().map(str::to_owned);
        Err(ApiError::Refused { status: status.as_u16(), title: title.unwrap_or_else(|| status.to_string()) })
    }

    /// Sends a GET request and returns the JSON of the response.
    pub(crate) async fn get(&self, path: &[&str]) -> Result<Value, ApiError> {
        Ok(self.send(Method::GET, path).await?.json().await?)
    }

    /// Sends a POST request; null if the response has no JSON body.
    pub(crate) async fn post(&self, path: &[&str]) -> Result<Value, ApiError> {
        let response = self.send(Method::POST, path).await?;
        Ok(response.json().await.unwrap_or(Value::Null))
    }

    /// Opens a stream of JSON lines.
    pub(crate) async fn stream(&self, path: &[&str]) -> Result<JsonLines, ApiError> {
        let response = self.send(Method::GET, path).await?;
        Ok(JsonLines { response, rest: Vec::new(), ready: VecDeque::new() })
    }
}

/// A stream of JSON objects, one per line; empty lines keep the connection open.
pub(crate) struct JsonLines {
    response: Response,
    rest: Vec<u8>,
    ready: VecDeque<Value>,
}

impl JsonLines {
    /// The next object; none at the end of the stream. Cancel safe.
    pub(crate) async fn next(&mut self) -> Result<Option<Value>, ApiError> {
        loop {
            if let Some(value) = self.ready.pop_front() {
                return Ok(Some(value));
            }
            let Some(piece) = self.response.chunk().await? else { return Ok(None) };
            self.rest.extend_from_slice(&piece);
            while let Some(end) = self.rest.iter().position(|&byte| byte == b'\n') {
                let line: Vec<u8> = self.rest.drain(..=end).collect();
                if !line.trim_ascii().is_empty() {
                    let value = serde_json::from_slice(&line).map_err(|_| ApiError::Malformed)?;
                    self.ready.push_back(value);
                }
            }
            if self.rest.len() > MAX_LINE_LEN {
                return Err(ApiError::Malformed);
            }
        }
    }
}
