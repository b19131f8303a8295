//! The pages: files that were built elsewhere and are part of the program.

use axum::{
    body::Body,
    http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header},
    response::{IntoResponse as _, Response},
};
use mekong_core::{Lang, say};
use rust_embed::{Embed, EmbeddedFile};

use super::{Problem, middleware::language};

/// What the build of the pages made; nothing if they were not built.
#[derive(Embed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Files;

/// The page that finds out by itself what its address means.
const INDEX: &str = "index.html";

/// Files whose names change with their contents.
const HASHED: &str = "assets/";

/// Answers whatever is no address of the interface.
pub(super) async fn page(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    if path == "api" || path.starts_with("api/") {
        return Problem::not_found().into_response();
    }
    if !matches!(method, Method::GET | Method::HEAD) {
        return Problem::method_not_allowed().into_response();
    }
    let name = if path.is_empty() { INDEX } else { path };
    if let Some(file) = Files::get(name) {
        return send(name, &file, &headers);
    }
    // A file that is missing is missing; an address without a dot is one of the pages'.
    let is_file = path.starts_with(HASHED) || path.rsplit('/').next().is_some_and(|last| last.contains('.'));
    match Files::get(INDEX) {
        Some(file) if !is_file => send(INDEX, &file, &headers),
        None if path.is_empty() => not_built(language(&headers)),
        _ => Problem::not_found().into_response(),
    }
}

fn send(name: &str, file: &EmbeddedFile, headers: &HeaderMap) -> Response {
    // Weak, because the bytes on the line depend on how they are squeezed.
    let hash: String = file.metadata.sha256_hash()[..12].iter().map(|byte| format!("{byte:02x}")).collect();
    let tag = format!("W/\"{hash}\"");
    let caching = if name.starts_with(HASHED) { "public, max-age=31536000, immutable" } else { "no-cache" };
    let is_known = headers.get_all(header::IF_NONE_MATCH).iter().any(|value| {
        let tags = value.to_str().unwrap_or_default();
        tags.split(',').any(|known| known.trim() == "*" || known.trim().trim_start_matches("W/") == &tag[2..])
    });
    let mut response = if is_known {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        let mut response = Body::from(file.data.clone()).into_response();
        let kind = HeaderValue::from_str(file.metadata.mimetype());
        let kind = kind.unwrap_or(HeaderValue::from_static("application/octet-stream"));
        response.headers_mut().insert(header::CONTENT_TYPE, kind);
        response
    };
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(caching));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(header::ETAG, tag);
    }
    response
}

/// What a program without pages shows.
fn not_built(lang: Lang) -> Response {
    let (code, words) = (
        say!(lang, "en", "fr"),
        say!(
            lang,
            "The server is running, but its pages were not built into it: build them (make web) and then the program. \
             The interface for programs is complete:",
            "Le serveur fonctionne, mais ses pages n'y ont pas été intégrées : construisez-les (make web), puis le \
             programme. L'interface pour les programmes est complète :",
        ),
    );
    let html = format!(
        "<!doctype html>\n<html lang=\"{code}\">\n<meta charset=\"utf-8\">\n<title>Mekong</title>\n<h1>Mekong</h1>\n\
         <p>{words} <a href=\"/api\">/api</a></p>\n</html>\n"
    );
    let mut response = axum::response::Html(html).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(header::VARY, HeaderValue::from_static("accept-language"));
    response
}
