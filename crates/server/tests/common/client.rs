use std::sync::Arc;

use reqwest::{
    Method, RequestBuilder, StatusCode,
    cookie::{CookieStore as _, Jar},
    header::HeaderMap,
};
use serde_json::Value;

use super::Socket;

/// An HTTP client with a cookie jar and an optional token. Clones share the jar.
#[derive(Clone)]
pub struct Client {
    base: String,
    http: reqwest::Client,
    jar: Arc<Jar>,
    token: Option<String>,
}

impl Client {
    /// A client without cookies.
    pub fn new(base: &str) -> Client {
        // Workspace builds enable TLS in `reqwest` without a crypto provider, so one must be installed.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let jar = Arc::new(Jar::default());
        // Without certificates, which would be read from the system for every client.
        let http = reqwest::Client::builder()
            .tls_certs_only([])
            .cookie_provider(Arc::clone(&jar))
            .redirect(reqwest::redirect::Policy::none())
            .build()
            .expect("valid client settings");
        Client { base: base.to_owned(), http, jar, token: None }
    }

    /// A client with a token and without cookies.
    pub fn with_token(&self, token: &str) -> Client {
        Client { token: Some(token.to_owned()), ..Client::new(&self.base) }
    }

    /// The same client, with the same cookies, at another node.
    pub fn at(&self, base: &str) -> Client {
        Client { base: base.to_owned(), ..self.clone() }
    }

    /// Starts a request, to be sent with [`Client::send`].
    pub fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let request = self.http.request(method, format!("{}{path}", self.base));
        match &self.token {
            Some(token) => request.bearer_auth(token),
            None => request,
        }
    }

    pub async fn send(&self, request: RequestBuilder) -> Response {
        let response = request.send().await.expect("the server answers");
        let (status, headers) = (response.status(), response.headers().clone());
        let text = response.text().await.expect("the body can be read");
        Response { status, headers, text }
    }

    pub async fn get(&self, path: &str) -> Response {
        self.send(self.request(Method::GET, path)).await
    }

    pub async fn post(&self, path: &str, body: Value) -> Response {
        self.send(self.request(Method::POST, path).json(&body)).await
    }

    /// Sends a POST request without a body.
    pub async fn post_nothing(&self, path: &str) -> Response {
        self.send(self.request(Method::POST, path)).await
    }

    pub async fn put(&self, path: &str, body: Value) -> Response {
        self.send(self.request(Method::PUT, path).json(&body)).await
    }

    pub async fn delete(&self, path: &str) -> Response {
        self.send(self.request(Method::DELETE, path)).await
    }

    /// A response whose body is read as it arrives.
    pub async fn stream(&self, path: &str) -> reqwest::Response {
        self.request(Method::GET, path).send().await.expect("the server answers")
    }

    /// Adds a cookie `NAME=VALUE`.
    pub fn set_cookie(&self, cookie: &str) {
        self.jar.add_cookie_str(cookie, &self.base.parse().expect("a valid URL"));
    }

    /// The session cookie, as `NAME=SECRET`.
    pub fn cookie(&self) -> Option<String> {
        self.cookies().into_iter().find(|cookie| cookie.contains("mekong_session="))
    }

    /// All cookies, as they are sent.
    pub fn cookies(&self) -> Vec<String> {
        let url = self.base.parse().expect("a valid URL");
        let sent = self.jar.cookies(&url);
        let text = sent.as_ref().and_then(|value| value.to_str().ok()).unwrap_or("");
        text.split("; ").filter(|cookie| !cookie.is_empty()).map(str::to_owned).collect()
    }

    /// Opens a WebSocket with the client's cookie or token.
    pub async fn socket(&self, path: &str) -> Socket {
        let socket = self.try_socket(path, &[]).await;
        socket.unwrap_or_else(|error| panic!("no WebSocket at {path}: {error}"))
    }

    /// Opens a WebSocket with additional headers. Fails if the server refuses the upgrade.
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

/// A complete response.
#[derive(Clone, Debug)]
pub struct Response {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub text: String,
}

impl Response {
    /// Asserts the status. Returns the body as JSON, or null if it is not JSON.
    #[track_caller]
    pub fn expect(&self, status: u16) -> Value {
        assert_eq!(self.status.as_u16(), status, "{}", self.text);
        serde_json::from_str(&self.text).unwrap_or(Value::Null)
    }

    /// Asserts that the response is an `application/problem+json` with this status and code.
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
