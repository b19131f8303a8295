use std::sync::Arc;

use reqwest::{
    Method, RequestBuilder, StatusCode,
    cookie::{CookieStore as _, Jar},
    header::HeaderMap,
};
use serde_json::Value;

use super::Socket;

/// Somebody who sends requests, with a cookie jar and perhaps a token. Clones share the jar.
#[derive(Clone)]
pub struct Client {
    base: String,
    http: reqwest::Client,
    jar: Arc<Jar>,
    token: Option<String>,
}

impl Client {
    /// Somebody new.
    pub fn new(base: &str) -> Client {
        // The program speaks TLS and shares its client crate with the tests: that wants to know by which means.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let jar = Arc::new(Jar::default());
        let http = reqwest::Client::builder()
            .cookie_provider(Arc::clone(&jar))
            .redirect(reqwest::redirect::Policy::none())
            .build()
            .expect("a client is made");
        Client { base: base.to_owned(), http, jar, token: None }
    }

    /// A program with a token and without a cookie.
    pub fn with_token(&self, token: &str) -> Client {
        Client { token: Some(token.to_owned()), ..Client::new(&self.base) }
    }

    /// A request that can still be changed.
    pub fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let request = self.http.request(method, format!("{}{path}", self.base));
        match &self.token {
            Some(token) => request.bearer_auth(token),
            None => request,
        }
    }

    /// Sends a request as it is.
    pub async fn send(&self, request: RequestBuilder) -> Answer {
        let response = request.send().await.expect("the server answers");
        let (status, headers) = (response.status(), response.headers().clone());
        let text = response.text().await.expect("the answer has an end");
        Answer { status, headers, text }
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.send(self.request(Method::GET, path)).await
    }

    pub async fn post(&self, path: &str, body: Value) -> Answer {
        self.send(self.request(Method::POST, path).json(&body)).await
    }

    /// Without a body.
    pub async fn post_nothing(&self, path: &str) -> Answer {
        self.send(self.request(Method::POST, path)).await
    }

    pub async fn put(&self, path: &str, body: Value) -> Answer {
        self.send(self.request(Method::PUT, path).json(&body)).await
    }

    pub async fn delete(&self, path: &str) -> Answer {
        self.send(self.request(Method::DELETE, path)).await
    }

    /// The answer as it comes, for streams.
    pub async fn stream(&self, path: &str) -> reqwest::Response {
        self.request(Method::GET, path).send().await.expect("the server answers")
    }

    /// Puts `NAME=VALUE` into the jar.
    pub fn set_cookie(&self, cookie: &str) {
        self.jar.add_cookie_str(cookie, &self.base.parse().expect("the base is an address"));
    }

    /// The session as the jar would send it: `NAME=SECRET`.
    pub fn cookie(&self) -> Option<String> {
        self.cookies().into_iter().find(|cookie| cookie.contains("mekong_session="))
    }

    /// Everything that the jar would send.
    pub fn cookies(&self) -> Vec<String> {
        let url = self.base.parse().expect("the base is an address");
        let sent = self.jar.cookies(&url);
        let text = sent.as_ref().and_then(|value| value.to_str().ok()).unwrap_or("");
        text.split("; ").filter(|cookie| !cookie.is_empty()).map(str::to_owned).collect()
    }

    /// Opens a WebSocket with the client's cookie or token.
    pub async fn socket(&self, path: &str) -> Socket {
        let socket = self.try_socket(path, &[]).await;
        socket.unwrap_or_else(|error| panic!("no socket at {path}: {error}"))
    }

    /// The same with more headers, and perhaps in vain.
    pub async fn try_socket(
        &self,
        path: &str,
        headers: &[(&'static str, &str)],
    ) -> Result<Socket, tokio_tungstenite::tungstenite::Error> {
        let mut all: Vec<(&str, String)> =
            headers.iter().map(|(name, value)| (*name, (*value).to_owned())).collect();
        all.extend(self.cookie().map(|cookie| ("cookie", cookie)));
        all.extend(self.token.as_ref().map(|token| ("authorization", format!("Bearer {token}"))));
        let address = format!("{}{path}", self.base.replacen("http", "ws", 1));
        Socket::open(&address, &all).await
    }
}

/// What the server answered.
#[derive(Clone, Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub text: String,
}

impl Answer {
    /// Fails with all that came unless the status is this one; gives the JSON, if the body is any.
    #[track_caller]
    pub fn expect(&self, status: u16) -> Value {
        assert_eq!(self.status.as_u16(), status, "{}", self.text);
        serde_json::from_str(&self.text).unwrap_or(Value::Null)
    }

    /// Fails unless it is a problem with this status and this code, as `application/problem+json`.
    #[track_caller]
    pub fn expect_problem(&self, status: u16, code: &str) -> Value {
        let body = self.expect(status);
        assert_eq!(self.header("content-type"), Some("application/problem+json"), "{}", self.text);
        assert_eq!(body["code"], code, "{}", self.text);
        assert_eq!(body["status"], status);
        assert!(body["title"].as_str().is_some_and(|title| !title.is_empty()));
        body
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).and_then(|value| value.to_str().ok())
    }
}
