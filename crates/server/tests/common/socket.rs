use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::Value;
use tokio::{net::TcpStream, time::timeout};
use tokio_tungstenite::{
    MaybeTlsStream, WebSocketStream, connect_async,
    tungstenite::{
        Error, Message,
        client::IntoClientRequest as _,
        http::{HeaderName, HeaderValue},
    },
};

/// How long a test waits for a message before it fails.
const TIMEOUT: Duration = Duration::from_secs(20);

/// A WebSocket with JSON messages.
pub struct Socket {
    stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
}

impl Socket {
    pub async fn open(address: &str, headers: &[(&str, String)]) -> Result<Socket, Error> {
        let mut request = address.into_client_request()?;
        for (name, value) in headers {
            let name = HeaderName::from_bytes(name.as_bytes()).expect("valid header name");
            request.headers_mut().insert(name, HeaderValue::from_str(value).expect("valid header value"));
        }
        let (stream, _) = connect_async(request).await?;
        Ok(Socket { stream })
    }

    pub async fn send(&mut self, value: Value) {
        self.send_raw(Message::text(value.to_string())).await;
    }

    /// Sends a message of any type. A closed connection is not an error.
    pub async fn send_raw(&mut self, message: Message) {
        let _ = self.stream.send(message).await;
    }

    /// The next message; `None` once the connection is closed.
    pub async fn next_or_end(&mut self) -> Option<Value> {
        loop {
            let message = timeout(TIMEOUT, self.stream.next()).await.expect("a message arrives in time");
            match message {
                Some(Ok(Message::Text(text))) => {
                    return Some(serde_json::from_str(&text).expect("a message is valid JSON"));
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                Some(Ok(_)) => {}
            }
        }
    }

    pub async fn next(&mut self) -> Value {
        self.next_or_end().await.expect("the connection is open")
    }

    /// The next message of a `type`. Skips others.
    pub async fn next_of(&mut self, kind: &str) -> Value {
        self.until(|message| message["type"] == kind).await
    }

    /// The next message that satisfies a condition. Skips others.
    pub async fn until(&mut self, accept: impl Fn(&Value) -> bool) -> Value {
        loop {
            let message = self.next().await;
            if accept(&message) {
                return message;
            }
        }
    }

    pub async fn close(mut self) {
        let _ = self.stream.close(None).await;
    }
}
