use std::{collections::VecDeque, time::Duration};

use mekong_core::{Explain, IoReason, Lang, say, visible_path};
use reqwest::{Method, Response, Url, header};
use serde_json::Value;

/// How long nothing may come on a stream that is kept alive.
const SILENCE: Duration = Duration::from_secs(40);

/// How long an answer may take.
const ANSWER: Duration = Duration::from_secs(30);

/// The longest line that is read: more is not ours.
const LONGEST_LINE: usize = 4 << 20;

/// Why the server did not do what it was asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Trouble {
    /// It is no address of a server.
    Address(String),
    /// The line broke, or nobody is there.
    Broken(IoReason),
    /// It did not answer in time.
    Silent,
    /// What it said is no line of JSON.
    Unreadable,
    /// The server said no.
    Refused { status: u16, title: String },
}

impl Trouble {
    /// Whether it may go better the next time.
    pub(super) fn may_pass(&self) -> bool {
        match self {
            Trouble::Address(_) => false,
            Trouble::Broken(_) | Trouble::Silent | Trouble::Unreadable => true,
            Trouble::Refused { status, .. } => *status == 429 || *status >= 500,
        }
    }
}

impl Explain for Trouble {
    fn explain(&self, lang: Lang) -> String {
        match self {
            Trouble::Address(text) if text.is_empty() => say!(
                lang,
                "the address of the server is missing: it begins with http:// or https://",
                "il manque l'adresse du serveur : elle commence par http:// ou https://",
            ),
            Trouble::Address(text) => {
                let text = visible_path(text);
                say!(
                    lang,
                    "{text} is no address of a server: it begins with http:// or https://",
                    "{text} n'est pas l'adresse d'un serveur : elle commence par http:// ou https://",
                )
            }
            Trouble::Broken(why) => {
                let why = why.explain(lang);
                say!(lang, "the server cannot be reached: {why}", "le serveur est injoignable : {why}")
            }
            Trouble::Silent => {
                say!(lang, "the server does not answer in time", "le serveur ne répond pas à temps")
            }
            Trouble::Unreadable => {
                say!(lang, "what the server says cannot be read", "ce que dit le serveur est illisible")
            }
            Trouble::Refused { title, .. } => {
                say!(lang, "the server says: {title}", "le serveur dit : {title}")
            }
        }
    }
}

impl From<reqwest::Error> for Trouble {
    fn from(error: reqwest::Error) -> Trouble {
        if error.is_timeout() {
            return Trouble::Silent;
        }
        // The address has no secrets, but is of no use in the sentence; the cause is.
        Trouble::Broken(IoReason::at_the_bottom_of(&error.without_url()))
    }
}

/// The way to a server.
pub(super) struct Line {
    http: reqwest::Client,
    server: Url,
    token: String,
    lang: Lang,
}

impl Line {
    pub(super) fn new(server: &str, token: &str, lang: Lang) -> Result<Line, Trouble> {
        let wrong = || Trouble::Address(server.to_owned());
        let url: Url = server.parse().map_err(|_| wrong())?;
        if !matches!(url.scheme(), "http" | "https") || url.cannot_be_a_base() {
            return Err(wrong());
        }
        // A second call says that it is done.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let http = reqwest::Client::builder()
            .connect_timeout(ANSWER)
            .read_timeout(SILENCE)
            .redirect(reqwest::redirect::Policy::none())
            .build()?;
        Ok(Line { http, server: url, token: token.to_owned(), lang })
    }

    fn url(&self, path: &[&str]) -> Url {
        let mut url = self.server.clone();
        if let Ok(mut segments) = url.path_segments_mut() {
            segments.pop_if_empty().extend(path);
        }
        url
    }

    async fn send(&self, method: Method, path: &[&str]) -> Result<Response, Trouble> {
        let language = if self.lang == Lang::Fr { "fr" } else { "en" };
        let request = self.http.request(method, self.url(path)).bearer_auth(&self.token);
        let request = request.header(header::ACCEPT_LANGUAGE, language);
        let response = tokio::time::timeout(ANSWER, request.send()).await.map_err(|_| Trouble::Silent)??;
        let status = response.status();
        if status.is_success() {
            return Ok(response);
        }
        let body: Value = response.json().await.unwrap_or(Value::Null);
        let title = body["title"].as_str().map(str::to_owned);
        Err(Trouble::Refused { status: status.as_u16(), title: title.unwrap_or_else(|| status.to_string()) })
    }

    /// The answer to a question.
    pub(super) async fn get(&self, path: &[&str]) -> Result<Value, Trouble> {
        Ok(self.send(Method::GET, path).await?.json().await?)
    }

    /// Tells the server to do something. What it answers counts less than that it did; it may be nothing.
    pub(super) async fn post(&self, path: &[&str]) -> Result<Value, Trouble> {
        let response = self.send(Method::POST, path).await?;
        Ok(response.json().await.unwrap_or(Value::Null))
    }

    /// The lines of a stream.
    pub(super) async fn stream(&self, path: &[&str]) -> Result<Lines, Trouble> {
        let response = self.send(Method::GET, path).await?;
        Ok(Lines { response, rest: Vec::new(), ready: VecDeque::new() })
    }
}

/// JSON objects, one a line; empty lines keep the connection open.
pub(super) struct Lines {
    response: Response,
    rest: Vec<u8>,
    ready: VecDeque<Value>,
}

impl Lines {
    /// The next object; none at the end. It may be dropped while it waits: nothing is lost by that.
    pub(super) async fn next(&mut self) -> Result<Option<Value>, Trouble> {
        loop {
            if let Some(value) = self.ready.pop_front() {
                return Ok(Some(value));
            }
            let Some(piece) = self.response.chunk().await? else { return Ok(None) };
            self.rest.extend_from_slice(&piece);
            while let Some(end) = self.rest.iter().position(|&byte| byte == b'\n') {
                let line: Vec<u8> = self.rest.drain(..=end).collect();
                if !line.trim_ascii().is_empty() {
                    let value = serde_json::from_slice(&line).map_err(|_| Trouble::Unreadable)?;
                    self.ready.push_back(value);
                }
            }
            if self.rest.len() > LONGEST_LINE {
                return Err(Trouble::Unreadable);
            }
        }
    }
}
