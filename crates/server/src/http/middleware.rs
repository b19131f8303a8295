//! Middleware around all routes.

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
    AppState, Problem, cookies, drain::drain_body, guard::guard, ndjson::NDJSON,
    security_headers::add_security_headers, throttle::mark_upgraded,
};

/// Adds the layers around all routes, the outermost last.
pub(super) fn with_middleware(router: Router, app: &AppState) -> Router {
    router
        .layer(CatchPanicLayer::custom(handle_panic))
        .layer(from_fn_with_state(Arc::clone(app), cookies::send))
        .layer(from_fn_with_state(Arc::clone(app), guard))
        .layer(from_fn(localize_problems))
        .layer(from_fn_with_state(Arc::clone(app), add_security_headers))
        .layer(from_fn(super::metrics::count))
        .layer(from_fn(drain_body))
        .layer(from_fn(mark_upgraded))
        .layer(CompressionLayer::new().compress_when(is_not_a_stream()))
}

/// A handler that panics answers with an error; details are in the log.
fn handle_panic(_: Box<dyn Any + Send>) -> Response {
    Problem::internal_error().into_response()
}

/// Streams are not compressed: lines must be sent one by one.
fn is_not_a_stream() -> impl Predicate {
    DefaultPredicate::new().and(NotForContentType::const_new(NDJSON))
}

/// The language that the client prefers among those supported.
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

/// Renders problems in the client's language.
async fn localize_problems(request: Request, next: Next) -> Response {
    let lang = language(request.headers());
    let response = next.run(request).await;
    match response.extensions().get::<Problem>() {
        Some(problem) => {
            let mut rendered = problem.render(lang);
            // Cookies and other headers of the handler.
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

    use super::{language, with_middleware};
    use crate::{app::App, config::Config};

    #[tokio::test]
    async fn panicking_handler_answers_with_an_error() {
        let dir = tempfile::tempdir().unwrap();
        let database = format!("sqlite:{}", dir.path().join("mekong.db").display());
        let app = App::start(Config { database, ..Config::default() }).await.unwrap();
        let fails = async || -> &'static str { panic!("deliberate panic") };
        let router = with_middleware(Router::new().route("/", get(fails)), &app);
        let request =
            Request::builder().uri("/").header("accept-language", "fr").body(Body::empty()).unwrap();
        let response = router.oneshot(request).await.unwrap();
        assert_eq!(response.status(), 500);
        let body = axum::body::to_bytes(response.into_body(), 1_000).await.unwrap();
        assert!(String::from_utf8_lossy(&body).contains("erreur interne du serveur"));
        app.stop().await;
    }

    #[test]
    fn language_follows_accept_language() {
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
