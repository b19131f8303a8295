//! What every request goes through.

use std::{any::Any, sync::Arc};

use axum::{
    Router,
    extract::Request,
    http::{HeaderMap, header},
    middleware::{Next, from_fn, from_fn_with_state},
    response::{IntoResponse as _, Response},
};
use mekong_core::Lang;
use tower_http::{
    catch_panic::CatchPanicLayer,
    compression::{
        CompressionLayer,
        predicate::{DefaultPredicate, NotForContentType, Predicate},
    },
};

use super::{
    Problem, Shared, cookies,
    guard::{guard, protect},
    throttle::notice,
    unread::settle,
};

/// Puts the layers around all addresses, the outermost last.
pub(super) fn around(router: Router, app: &Shared) -> Router {
    router
        .layer(CatchPanicLayer::custom(broken))
        .layer(from_fn_with_state(Arc::clone(app), cookies::send))
        .layer(from_fn_with_state(Arc::clone(app), guard))
        .layer(from_fn(words))
        .layer(from_fn_with_state(Arc::clone(app), protect))
        .layer(from_fn(super::figures::count))
        .layer(from_fn(settle))
        .layer(from_fn(notice))
        .layer(CompressionLayer::new().compress_when(is_not_a_stream()))
}

/// An address that fails in a way nobody thought of still answers; the words about it are in the log.
fn broken(_: Box<dyn Any + Send>) -> Response {
    Problem::broken().into_response()
}

/// The lines of a stream leave one by one; squeezed, they would wait for each other.
fn is_not_a_stream() -> impl Predicate {
    DefaultPredicate::new().and(NotForContentType::const_new("application/x-ndjson"))
}

/// The language that a client wants most of those we speak.
pub(super) fn language(headers: &HeaderMap) -> Lang {
    let wanted = headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok()).unwrap_or("");
    let weight = |item: &str| {
        let quality = item.split(';').nth(1).and_then(|part| part.trim().strip_prefix("q="));
        quality.map_or(1.0, |text| text.trim().parse::<f32>().unwrap_or(0.0))
    };
    let best = |code: &str| {
        let items = wanted.split(',').filter(|item| item.trim().to_lowercase().starts_with(code));
        items.map(weight).fold(0.0_f32, f32::max)
    };
    if best("fr") > best("en") { Lang::Fr } else { Lang::En }
}

/// Puts words to problems, in the client's language.
async fn words(request: Request, next: Next) -> Response {
    let lang = language(request.headers());
    let response = next.run(request).await;
    match response.extensions().get::<Problem>() {
        Some(problem) => {
            let mut rendered = problem.render(lang);
            // Cookies, and what else the handler had to say.
            for (name, value) in response.headers() {
                if !rendered.headers().contains_key(name) {
                    rendered.headers_mut().append(name, value.clone());
                }
            }
            rendered
        }
        None => response,
    }
}

#[cfg(test)]
mod tests {
    use axum::{
        Router,
        body::Body,
        extract::Request,
        http::{HeaderMap, HeaderValue, header},
        routing::get,
    };
    use mekong_core::Lang;
    use tower::ServiceExt as _;

    use super::{around, language};
    use crate::{app::App, config::Config};

    #[tokio::test]
    async fn a_handler_that_fails_answers_all_the_same() {
        let dir = tempfile::tempdir().unwrap();
        let database = format!("sqlite:{}", dir.path().join("mekong.db").display());
        let app = App::start(Config { database, ..Config::default() }).await.unwrap();
        let fails = async || -> &'static str { panic!("on purpose") };
        let router = around(Router::new().route("/", get(fails)), &app);
        let request =
            Request::builder().uri("/").header("accept-language", "fr").body(Body::empty()).unwrap();
        let response = router.oneshot(request).await.unwrap();
        assert_eq!(response.status(), 500);
        let body = axum::body::to_bytes(response.into_body(), 1_000).await.unwrap();
        assert!(String::from_utf8_lossy(&body).contains("le serveur a un problème"));
        app.stop().await;
    }

    #[test]
    fn the_client_chooses_the_language() {
        let wanted = |text: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_LANGUAGE, HeaderValue::from_static(text));
            language(&headers)
        };
        assert_eq!(wanted("fr-FR,fr;q=0.9,en;q=0.8"), Lang::Fr);
        assert_eq!(wanted("en-GB,en;q=0.9,fr;q=0.8"), Lang::En);
        assert_eq!(wanted("de,fr;q=0.5"), Lang::Fr);
        assert_eq!(wanted("de"), Lang::En);
        assert_eq!(language(&HeaderMap::new()), Lang::En);
    }
}
