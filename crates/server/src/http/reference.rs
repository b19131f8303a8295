//! The OpenAPI document as a static HTML page.

mod schema;

use std::fmt::Write as _;

use axum::{
    Router,
    http::{HeaderMap, HeaderValue, header},
    response::{Html, IntoResponse as _, Response},
    routing::get,
};
use mekong_core::{Lang, say};
use serde_json::Value;

use self::schema::{described, kind_of};
use super::{AppState, access::token_scopes, middleware::language};
use crate::people::Scope;

/// The page and its style sheet.
pub(super) fn routes(document: &Value) -> Router<AppState> {
    let [english, french] = [Lang::En, Lang::Fr].map(|lang| page(document, lang));
    let page = async move |headers: HeaderMap| -> Response {
        let html = match language(&headers) {
            Lang::En => english.clone(),
            Lang::Fr => french.clone(),
        };
        let mut response = Html(html).into_response();
        response.headers_mut().insert(header::VARY, HeaderValue::from_static("accept-language"));
        response
    };
    let kind = [(header::CONTENT_TYPE, "text/css; charset=utf-8")];
    let style = async move || (kind, include_str!("../../pages/reference.css"));
    Router::new().route("/api", get(page)).route("/api/reference.css", get(style))
}

/// Escapes a text for HTML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// An operation with its method and path.
struct Operation<'a> {
    method: &'a str,
    path: &'a str,
    about: &'a Value,
}

impl Operation<'_> {
    fn anchor(&self) -> String {
        let path = self.path.replace(['/', '{', '}', '.'], "-");
        format!("{}{path}", self.method)
    }

    fn tag(&self) -> &str {
        self.about["tags"][0].as_str().unwrap_or("")
    }

    fn summary(&self) -> &str {
        self.about["summary"].as_str().unwrap_or("")
    }
}

fn operations(document: &Value) -> Vec<Operation<'_>> {
    let paths = document["paths"].as_object().into_iter().flatten();
    let mut all = Vec::new();
    for (path, item) in paths {
        for (method, about) in item.as_object().into_iter().flatten() {
            if about["responses"].is_object() {
                all.push(Operation { method, path, about });
            }
        }
    }
    all
}

/// The whole page. Descriptions are in English, as in the document; labels are translated.
fn page(document: &Value, lang: Lang) -> String {
    let operations = operations(document);
    let mut tags: Vec<&str> = operations.iter().map(Operation::tag).collect();
    tags.sort_unstable();
    tags.dedup();
    let (code, title) = (lang.code(), say!(lang, "HTTP interface", "Interface HTTP"));
    let intro = say!(
        lang,
        "All routes of this server, generated from its code. Programs can read the",
        "Toutes les routes de ce serveur, générées à partir de son code ; les descriptions sont en anglais. Les programmes \
         peuvent lire le",
    );
    let document_words = say!(lang, "OpenAPI document", "document OpenAPI");
    let mut html = format!(
        "<!doctype html>\n<html lang=\"{code}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>Mekong – {title}</title>\n\
         <link rel=\"stylesheet\" href=\"/api/reference.css\">\n</head>\n<body>\n<header>\n<h1>Mekong – {title}</h1>\n\
         <p>{intro} <a href=\"/api/openapi.json\">{document_words}</a>.</p>\n</header>\n<nav>\n"
    );
    for tag in &tags {
        // Writing to a `String` does not fail.
        let _ = write!(html, "<h2><a href=\"#{tag}\">{tag}</a></h2>\n<ul>\n");
        for operation in operations.iter().filter(|operation| operation.tag() == *tag) {
            let (anchor, method, path) = (operation.anchor(), operation.method, operation.path);
            let _ = writeln!(
                html,
                "<li><a href=\"#{anchor}\"><b class=\"{method}\">{}</b> {path}</a></li>",
                method.to_uppercase()
            );
        }
        html.push_str("</ul>\n");
    }
    html.push_str("</nav>\n<main>\n");
    for tag in &tags {
        let _ = write!(html, "<section id=\"{tag}\">\n<h2>{tag}</h2>\n");
        for operation in operations.iter().filter(|operation| operation.tag() == *tag) {
            article(&mut html, operation, lang);
        }
        html.push_str("</section>\n");
    }
    let shapes = say!(lang, "Schemas", "Schémas");
    let _ = write!(html, "<section id=\"shapes\">\n<h2>{shapes}</h2>\n");
    for (name, schema) in document["components"]["schemas"].as_object().into_iter().flatten() {
        let _ = write!(
            html,
            "<article id=\"shape-{name}\">\n<h3>{name}</h3>\n{}</article>\n",
            described(schema, lang)
        );
    }
    html.push_str("</section>\n</main>\n</body>\n</html>\n");
    html
}

fn article(html: &mut String, operation: &Operation<'_>, lang: Lang) {
    let (anchor, method, path) = (operation.anchor(), operation.method, operation.path);
    let _ = write!(
        html,
        "<article id=\"{anchor}\">\n<h3><b class=\"{method}\">{}</b> <code>{path}</code></h3>\n<p>{}</p>\n",
        method.to_uppercase(),
        escaped(operation.summary())
    );
    if let Some(more) = operation.about["description"].as_str().filter(|more| *more != operation.summary()) {
        let _ = writeln!(html, "<p>{}</p>", escaped(more));
    }
    tokens(html, operation.about, lang);
    parameters(html, operation.about, lang);
    if let Some(bodies) = operation.about["requestBody"]["content"].as_object() {
        let _ = writeln!(html, "<h4>{}</h4>", say!(lang, "Body", "Corps"));
        contents(html, bodies, lang);
    }
    let (answers, status, about, body) = (
        say!(lang, "Responses", "Réponses"),
        say!(lang, "Status", "Statut"),
        say!(lang, "When", "Quand"),
        say!(lang, "Body", "Corps"),
    );
    let _ = write!(
        html,
        "<h4>{answers}</h4>\n<table>\n<tr><th>{status}</th><th>{about}</th><th>{body}</th></tr>\n"
    );
    for (status, answer) in operation.about["responses"].as_object().into_iter().flatten() {
        let words = escaped(answer["description"].as_str().unwrap_or(""));
        let _ = write!(html, "<tr><td>{status}</td><td>{words}</td><td>");
        if let Some(bodies) = answer["content"].as_object() {
            contents(html, bodies, lang);
        }
        html.push_str("</td></tr>\n");
    }
    html.push_str("</table>\n</article>\n");
}

/// The scopes that admit a token.
fn tokens(html: &mut String, about: &Value, lang: Lang) {
    if about["security"].is_null() {
        return;
    }
    let codes = |scopes: Vec<Scope>| {
        let codes: Vec<String> =
            scopes.iter().map(|scope| format!("<code>{}</code>", scope.code())).collect();
        codes.join(&say!(lang, " or ", " ou "))
    };
    let words = match token_scopes(about) {
        None => {
            say!(
                lang,
                "Tokens are not accepted: log in.",
                "Les jetons ne sont pas acceptés : connectez-vous."
            )
        }
        Some(scopes) if scopes.is_empty() => {
            say!(lang, "Any token is accepted.", "Tout jeton est accepté.")
        }
        Some(scopes) => {
            let codes = codes(scopes);
            say!(lang, "A token needs the scope {codes}.", "Un jeton doit avoir le droit {codes}.")
        }
    };
    let _ = writeln!(html, "<p>{words}</p>");
}

fn parameters(html: &mut String, about: &Value, lang: Lang) {
    let Some(parameters) = about["parameters"].as_array().filter(|list| !list.is_empty()) else { return };
    let (title, name, place, kind, words) = (
        say!(lang, "Parameters", "Paramètres"),
        say!(lang, "Name", "Nom"),
        say!(lang, "Where", "Où"),
        say!(lang, "Type", "Type"),
        say!(lang, "Description", "Description"),
    );
    let _ = write!(
        html,
        "<h4>{title}</h4>\n<table>\n<tr><th>{name}</th><th>{place}</th><th>{kind}</th><th>{words}</th></tr>\n"
    );
    for parameter in parameters {
        let part = |key: &str| escaped(parameter[key].as_str().unwrap_or(""));
        let _ = writeln!(
            html,
            "<tr><td><code>{}</code></td><td>{}</td><td>{}</td><td>{}</td></tr>",
            part("name"),
            part("in"),
            kind_of(&parameter["schema"], lang),
            part("description")
        );
    }
    html.push_str("</table>\n");
}

fn contents(html: &mut String, bodies: &serde_json::Map<String, Value>, lang: Lang) {
    for (media, content) in bodies {
        let _ = writeln!(
            html,
            "<div>{} <small>{}</small></div>",
            kind_of(&content["schema"], lang),
            escaped(media)
        );
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use mekong_core::Lang;

    use super::{operations, page};

    /// All texts between two markers.
    fn between<'a>(text: &'a str, begin: &str, end: &str) -> Vec<&'a str> {
        text.split(begin).skip(1).filter_map(|rest| rest.split(end).next()).collect()
    }

    #[test]
    fn page_shows_every_operation_and_every_link_has_a_target() {
        let document = serde_json::to_value(crate::http::openapi()).unwrap();
        assert!(operations(&document).len() > 50);
        for lang in [Lang::En, Lang::Fr] {
            let html = page(&document, lang);
            for operation in operations(&document) {
                assert!(html.contains(&format!("id=\"{}\"", operation.anchor())), "{}", operation.path);
                assert!(!operation.summary().is_empty(), "{} has a summary", operation.path);
            }
            let places: Vec<&str> = between(&html, " id=\"", "\"");
            let unique: HashSet<&str> = places.iter().copied().collect();
            assert_eq!(places.len(), unique.len(), "anchors are unique");
            for link in between(&html, "href=\"#", "\"") {
                assert!(unique.contains(link), "{link}");
            }
            assert!(!html.contains("<script") && !html.contains(" style=") && !html.contains("null</"));
        }
        assert_ne!(page(&document, Lang::En), page(&document, Lang::Fr));
    }
}
