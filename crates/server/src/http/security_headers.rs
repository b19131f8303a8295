//! The headers of every response that restrict what browsers do with it, and caching of the API.

use axum::{
    extract::{Request, State},
    http::HeaderValue,
    middleware::Next,
    response::Response,
};

use super::{AppState, client::Client};

/// The content security policy of a page that may be framed by some sites.
macro_rules! policy {
    ($ancestors:literal) => {
        concat!(
            "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; ",
            "font-src 'self'; media-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; ",
            "base-uri 'none'; form-action 'self'; frame-ancestors ",
            $ancestors
        )
    };
}

/// Scripts, styles and images come from this server only; no inline code, no frames, no requests elsewhere. WebAssembly
/// may be compiled.
const POLICY: &str = policy!("'none'");

/// The same for pages that other sites may show in a frame.
const EMBED_POLICY: &str = policy!("*");

/// Whether other sites may show a page in a frame: boards that are made for it. They show what anyone may see, and have
/// no session there, because the cookie is not sent to frames of other sites.
fn is_embeddable(path: &str) -> bool {
    path.starts_with("/embed/")
}

/// The script that other sites load.
const EMBED_SCRIPT: &str = "/embed.js";

/// Adds the headers to every response, unless its handler has set them.
pub(super) async fn add_security_headers(
    State(app): State<AppState>,
    request: Request,
    next: Next,
) -> Response {
    let path = request.uri().path();
    let (is_api, is_embeddable) = (path.starts_with("/api"), is_embeddable(path));
    let is_shared = is_embeddable || path == EMBED_SCRIPT;
    let client = Client::of(request.headers(), request.extensions().get(), &app.config);
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    let mut put = |name: &'static str, value: &'static str| {
        if !headers.contains_key(name) {
            headers.insert(name, HeaderValue::from_static(value));
        }
    };
    if is_embeddable {
        put("content-security-policy", EMBED_POLICY);
    } else {
        put("content-security-policy", POLICY);
        put("x-frame-options", "DENY");
    }
    put("x-content-type-options", "nosniff");
    put("referrer-policy", "same-origin");
    put("cross-origin-opener-policy", "same-origin");
    put("cross-origin-resource-policy", if is_shared { "cross-origin" } else { "same-origin" });
    put("permissions-policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()");
    if client.is_secure {
        put("strict-transport-security", "max-age=31536000");
    }
    // Responses of the API may be private and change at any time.
    if is_api {
        put("cache-control", "no-store");
    }
    response
}
