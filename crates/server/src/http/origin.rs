//! Whether a browser asks on behalf of our own pages, and not of somebody else's.

use axum::http::{HeaderMap, StatusCode, header};
use mekong_core::Text;

use super::Problem;

/// Refuses what a browser sends because a page of another site told it to. Programs that are no browsers send none of
/// these headers and are let through: they do not carry somebody's cookies without knowing.
///
/// To be asked before a WebSocket is opened, and for every request that changes something by the right of a cookie.
///
/// # Errors
/// A page of another site is behind the request.
pub(super) fn check_origin(headers: &HeaderMap, base_url: &str) -> Result<(), Problem> {
    let text = |name| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
    let foreign = || {
        let text = Text {
            en: "this request comes from a page of another site",
            fr: "cette demande vient d'une page d'un autre site",
        };
        Problem::new(StatusCode::FORBIDDEN, "foreign-origin", text)
    };
    // The browser's own word, which no page can change.
    if let Some(site) = text(header::HeaderName::from_static("sec-fetch-site"))
        && !matches!(site, "same-origin" | "none")
    {
        return Err(foreign());
    }
    let Some(origin) = text(header::ORIGIN) else { return Ok(()) };
    let is_ours = origin.eq_ignore_ascii_case(origin_of(base_url));
    // The page may be reached by another name than the one that was set up, on a machine of one's own for instance.
    let is_where_it_goes = text(header::HOST)
        .zip(origin.split_once("://"))
        .is_some_and(|(host, (_, authority))| host.eq_ignore_ascii_case(authority));
    if is_ours || is_where_it_goes { Ok(()) } else { Err(foreign()) }
}

/// Scheme, host and port of an address.
fn origin_of(url: &str) -> &str {
    let begin = url.find("://").map_or(0, |place| place + 3);
    let end = url[begin..].find('/').map_or(url.len(), |place| begin + place);
    &url[..end]
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderMap, HeaderValue};

    use super::check_origin;

    fn is_let_through(headers: &[(&'static str, &'static str)]) -> bool {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.insert(*name, HeaderValue::from_static(value));
        }
        check_origin(&map, "https://play.example/games").is_ok()
    }

    #[test]
    fn our_own_pages_and_programs_are_let_through() {
        assert!(is_let_through(&[]));
        assert!(is_let_through(&[("origin", "https://play.example")]));
        assert!(is_let_through(&[("origin", "http://localhost:8080"), ("host", "localhost:8080")]));
        assert!(is_let_through(&[("origin", "https://play.example"), ("sec-fetch-site", "same-origin")]));
    }

    #[test]
    fn pages_of_others_are_not() {
        assert!(!is_let_through(&[("origin", "https://evil.example")]));
        assert!(!is_let_through(&[("origin", "https://evil.example"), ("host", "play.example")]));
        assert!(!is_let_through(&[("origin", "http://play.example")]));
        assert!(!is_let_through(&[("origin", "null")]));
        assert!(!is_let_through(&[("origin", "https://play.example.evil.example")]));
        assert!(!is_let_through(&[("sec-fetch-site", "cross-site")]));
        assert!(!is_let_through(&[("sec-fetch-site", "same-site"), ("origin", "https://play.example")]));
    }
}
