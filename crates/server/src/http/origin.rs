//! Protection against cross-site requests.

use axum::http::{HeaderMap, StatusCode, header};
use mekong_core::Text;

use super::Problem;

/// Refuses requests that a browser makes for a page of another site. Clients that are not browsers send none of these
/// headers and are admitted: they do not attach cookies unknowingly. Required before a WebSocket is opened, and for
/// every request that changes something with a session cookie.
pub(super) fn check_origin(headers: &HeaderMap, base_url: &str) -> Result<(), Problem> {
    let text = |name| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
    let foreign = || {
        let text = Text { en: "cross-site request refused", fr: "requête d’un autre site refusée" };
        Problem::new(StatusCode::FORBIDDEN, "foreign-origin", text)
    };
    // Set by the browser; pages cannot change it.
    if let Some(site) = text(header::HeaderName::from_static("sec-fetch-site"))
        && !matches!(site, "same-origin" | "none")
    {
        return Err(foreign());
    }
    let Some(origin) = text(header::ORIGIN) else { return Ok(()) };
    let is_ours = origin.eq_ignore_ascii_case(origin_of(base_url));
    // The page may be reached under another name than the configured one, for example on a local machine.
    let is_where_it_goes = text(header::HOST)
        .zip(origin.split_once("://"))
        .is_some_and(|(host, (_, authority))| host.eq_ignore_ascii_case(authority));
    if is_ours || is_where_it_goes { Ok(()) } else { Err(foreign()) }
}

/// Scheme, host and port of a URL.
fn origin_of(url: &str) -> &str {
    let begin = url.find("://").map_or(0, |place| place + 3);
    let end = url[begin..].find('/').map_or(url.len(), |place| begin + place);
    &url[..end]
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderMap, HeaderValue};

    use super::check_origin;

    fn is_admitted(headers: &[(&'static str, &'static str)]) -> bool {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.insert(*name, HeaderValue::from_static(value));
        }
        check_origin(&map, "https://play.example/games").is_ok()
    }

    #[test]
    fn own_pages_and_non_browsers_are_admitted() {
        assert!(is_admitted(&[]));
        assert!(is_admitted(&[("origin", "https://play.example")]));
        assert!(is_admitted(&[("origin", "http://localhost:8080"), ("host", "localhost:8080")]));
        assert!(is_admitted(&[("origin", "https://play.example"), ("sec-fetch-site", "same-origin")]));
    }

    #[test]
    fn pages_of_other_sites_are_rejected() {
        assert!(!is_admitted(&[("origin", "https://evil.example")]));
        assert!(!is_admitted(&[("origin", "https://evil.example"), ("host", "play.example")]));
        assert!(!is_admitted(&[("origin", "http://play.example")]));
        assert!(!is_admitted(&[("origin", "null")]));
        assert!(!is_admitted(&[("origin", "https://play.example.evil.example")]));
        assert!(!is_admitted(&[("sec-fetch-site", "cross-site")]));
        assert!(!is_admitted(&[("sec-fetch-site", "same-site"), ("origin", "https://play.example")]));
    }
}
