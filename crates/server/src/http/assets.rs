//! Serves the web pages.

use std::sync::Arc;

use axum::{
    Extension,
    body::Body,
    extract::State,
    http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header},
    response::{Html, IntoResponse as _, Response},
};
use mekong_core::{Lang, say};
use rust_embed::EmbeddedFile;

use super::{
    AppState, Problem,
    middleware::language,
    preloads::{self, Preloads},
    share::preview::Preview,
};
use crate::{config::Pages, secrets};

/// The entry page of the single-page application.
const INDEX: &str = "index.html";

/// Files whose names change with their contents.
const HASHED: &str = "assets/";

/// The suffix of precompressed copies of files.
const BROTLI_SUFFIX: &str = ".br";

/// Answers requests that no route of the API matches.
pub(super) async fn page(
    State(app): State<AppState>,
    Extension(preloads): Extension<Arc<Preloads>>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    let (pages, lang) = (app.config.pages, language(&headers));
    let path = uri.path().trim_start_matches('/');
    if matches!(method, Method::GET | Method::HEAD)
        && pages.find(path).is_none()
        && let Some(index) = pages.find(INDEX)
    {
        let preview = Preview::of(&app, &uri, lang).await;
        let links = preloads.links(path);
        if preview.is_some() || !links.is_empty() {
            let html = preloads::insert(&links, &String::from_utf8_lossy(&index.data));
            return match preview {
                Some(preview) => generated(preview.insert(&html, &app.config.base_url), &headers),
                None => generated(html, &headers),
            };
        }
    }
    respond(pages, &method, &uri, &headers)
}

/// A page made for this request.
fn generated(html: String, headers: &HeaderMap) -> Response {
    let tag = format!("W/\"{}\"", &secrets::hash(&html)[..24]);
    let mut response = match is_cached(&tag, headers) {
        true => StatusCode::NOT_MODIFIED.into_response(),
        false => Html(html).into_response(),
    };
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding, accept-language"));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(header::ETAG, tag);
    }
    response
}

fn respond(pages: Pages, method: &Method, uri: &Uri, headers: &HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    if path == "api" || path.starts_with("api/") || path.ends_with(BROTLI_SUFFIX) {
        return Problem::not_found().into_response();
    }
    if !matches!(*method, Method::GET | Method::HEAD) {
        return Problem::method_not_allowed().into_response();
    }
    let name = if path.is_empty() { INDEX } else { path };
    if let Some(file) = pages.find(name) {
        return send(pages, name, &file, headers);
    }
    // Missing files are not found; paths without a dot are routes of the page.
    let is_file = path.starts_with(HASHED) || path.rsplit('/').next().is_some_and(|last| last.contains('.'));
    match pages.find(INDEX) {
        Some(file) if !is_file => send(pages, INDEX, &file, headers),
        None if path.is_empty() => not_built(language(headers)),
        _ => Problem::not_found().into_response(),
    }
}

fn send(pages: Pages, name: &str, file: &EmbeddedFile, headers: &HeaderMap) -> Response {
    // Weak, because the bytes on the wire depend on the content encoding.
    let hash: String = file.metadata.sha256_hash()[..12].iter().map(|byte| format!("{byte:02x}")).collect();
    let tag = format!("W/\"{hash}\"");
    let caching = if name.starts_with(HASHED) { "public, max-age=31536000, immutable" } else { "no-cache" };
    let mut response = if is_cached(&tag, headers) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        full_response(pages, name, file, headers)
    };
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(caching));
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(header::ETAG, tag);
    }
    response
}

/// Whether the client has the current file. The tag is a weak one.
pub(super) fn is_cached(tag: &str, headers: &HeaderMap) -> bool {
    let is_it = |known: &str| known.trim() == "*" || known.trim().trim_start_matches("W/") == &tag[2..];
    let values = headers.get_all(header::IF_NONE_MATCH).iter();
    values.filter_map(|value| value.to_str().ok()).any(|tags| tags.split(',').any(is_it))
}

/// A file with its contents: the precompressed copy if there is one and the client accepts Brotli. Other files are compressed
/// for each response.
fn full_response(pages: Pages, name: &str, file: &EmbeddedFile, headers: &HeaderMap) -> Response {
    let compressed = pages.find(&format!("{name}{BROTLI_SUFFIX}")).filter(|_| accepts_brotli(headers));
    let (data, is_compressed) = match compressed {
        Some(compressed) => (compressed.data, true),
        None => (file.data.clone(), false),
    };
    let mut response = Body::from(data).into_response();
    let kind = HeaderValue::from_str(file.metadata.mimetype());
    let kind = kind.unwrap_or(HeaderValue::from_static("application/octet-stream"));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, kind);
    if is_compressed {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("br"));
    }
    response
}

fn accepts_brotli(headers: &HeaderMap) -> bool {
    let is_wanted = |item: &str| {
        let (coding, quality) = item.split_once(';').unwrap_or((item, ""));
        let quality =
            quality.trim().strip_prefix("q=").map_or(1.0, |q| q.trim().parse::<f32>().unwrap_or(0.0));
        coding.trim().eq_ignore_ascii_case("br") && quality > 0.0
    };
    let values = headers.get_all(header::ACCEPT_ENCODING).iter();
    values.filter_map(|value| value.to_str().ok()).any(|codings| codings.split(',').any(is_wanted))
}

/// The page of a server built without web pages.
fn not_built(lang: Lang) -> Response {
    let (code, words) = (
        lang.code(),
        say!(
            lang,
            "The server is running without web pages: run <code>make web</code> and build the program again. \
             The API is available:",
            "Le serveur fonctionne sans pages web : exécutez <code>make web</code>, puis recompilez le programme. \
             L’API est disponible :",
        ),
    );
    let html = format!(
        "<!doctype html>\n<html lang=\"{code}\">\n<meta charset=\"utf-8\">\n<title>Mekong</title>\n<h1>Mekong</h1>\n\
         <p>{words} <a href=\"/api\">/api</a></p>\n</html>\n"
    );
    let mut response = Html(html).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(header::VARY, HeaderValue::from_static("accept-language"));
    response
}

#[cfg(test)]
mod tests {
    use axum::{
        http::{HeaderMap, HeaderName, HeaderValue, Method},
        response::Response,
    };
    use rust_embed::Embed;

    use super::respond;
    use crate::config::Pages;

    /// Sample files of a build.
    #[derive(Embed)]
    #[folder = "tests/pages"]
    struct Built;

    const PAGES: Pages = Pages::new(<Built as Embed>::get);

    fn get(path: &str, headers: &[(&'static str, &str)]) -> Response {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.append(HeaderName::from_static(name), HeaderValue::from_str(value).unwrap());
        }
        respond(PAGES, &Method::GET, &path.parse().unwrap(), &map)
    }

    fn header<'a>(response: &'a Response, name: &str) -> Option<&'a str> {
        response.headers().get(name).map(|value| value.to_str().unwrap())
    }

    async fn text(response: Response) -> String {
        let bytes = axum::body::to_bytes(response.into_body(), 10_000).await.unwrap();
        String::from_utf8(bytes.into()).unwrap()
    }

    #[tokio::test]
    async fn routes_of_the_page_serve_it_and_missing_files_do_not() {
        let index = text(get("/", &[])).await;
        assert!(index.contains("<title>Mekong</title>"));
        for path in ["/lobby", "/game/abcdefghijkm", "/challenge/abcdefghijkm", "/player/Ann"] {
            let response = get(path, &[]);
            assert_eq!(header(&response, "content-type"), Some("text/html"), "{path}");
            assert_eq!(header(&response, "cache-control"), Some("no-cache"), "{path}");
            assert_eq!(text(response).await, index, "{path}");
        }
        for path in ["/robots.txt", "/assets/gone-1a2b3c4d.js", "/assets/gone", "/api", "/api/nothing"] {
            assert_eq!(get(path, &[]).status(), 404, "{path}");
        }
        let post = respond(PAGES, &Method::POST, &"/lobby".parse().unwrap(), &HeaderMap::new());
        assert_eq!(post.status(), 405);
    }

    #[test]
    fn files_have_their_types_and_only_hashed_ones_are_immutable() {
        for (path, kind, caching) in [
            ("/sw.js", "text/javascript", "no-cache"),
            ("/manifest.webmanifest", "application/manifest+json", "no-cache"),
            ("/assets/app-1a2b3c4d.js", "text/javascript", "public, max-age=31536000, immutable"),
            ("/assets/engine-1a2b3c4d.wasm", "application/wasm", "public, max-age=31536000, immutable"),
        ] {
            let response = get(path, &[]);
            assert_eq!(response.status(), 200, "{path}");
            assert_eq!(header(&response, "content-type"), Some(kind), "{path}");
            assert_eq!(header(&response, "cache-control"), Some(caching), "{path}");
        }
    }

    #[test]
    fn cached_file_is_not_sent_again() {
        let tag = header(&get("/sw.js", &[]), "etag").unwrap().to_owned();
        for known in [tag.as_str(), tag.trim_start_matches("W/"), &format!("\"x\", {tag}"), "*"] {
            let response = get("/sw.js", &[("if-none-match", known)]);
            assert_eq!(response.status(), 304, "{known}");
            assert_eq!(header(&response, "etag"), Some(tag.as_str()));
        }
        assert_eq!(get("/sw.js", &[("if-none-match", "\"x\"")]).status(), 200);
        assert_ne!(header(&get("/", &[]), "etag"), Some(tag.as_str()));
    }

    #[tokio::test]
    async fn precompressed_files_are_sent_to_clients_that_accept_brotli() {
        let path = "/assets/engine-1a2b3c4d.wasm";
        for codings in ["br", "gzip, br", "gzip;q=1.0, BR;q=0.5"] {
            let response = get(path, &[("accept-encoding", codings)]);
            assert_eq!(header(&response, "content-encoding"), Some("br"), "{codings}");
            assert_eq!(header(&response, "content-type"), Some("application/wasm"));
            assert_eq!(header(&response, "vary"), Some("accept-encoding"));
            assert_eq!(text(response).await, "compressed\n");
        }
        for codings in ["", "gzip", "br;q=0"] {
            let response = get(path, &[("accept-encoding", codings)]);
            assert_eq!(header(&response, "content-encoding"), None, "{codings}");
            assert_eq!(text(response).await, "not really WebAssembly\n");
        }
        assert_eq!(get(&format!("{path}.br"), &[]).status(), 404, "compressed copies are not served by name");
        assert_eq!(header(&get("/sw.js", &[("accept-encoding", "br")]), "content-encoding"), None);
    }
}
