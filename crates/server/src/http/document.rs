//! What applies to all operations of the OpenAPI document: security and common error responses.

use axum::http::Method;
use utoipa::{
    Modify,
    openapi::{
        Content, OpenApi, RefOr,
        path::Operation,
        security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityRequirement, SecurityScheme},
    },
};

use super::error_responses::problem_response;

/// Error responses of every request.
const COMMON_RESPONSES: &[(&str, &str)] = &[
    ("429", "Too many requests; the header Retry-After says how long to wait"),
    ("500", "Internal error"),
    ("503", "The database is unavailable"),
    ("507", "The database is full"),
];

/// Error responses of requests with credentials.
const AUTHENTICATED_RESPONSES: &[(&str, &str)] =
    &[("401", "The token is not valid, or a session is required")];

/// Error responses of requests that change something.
const MUTATION_RESPONSES: &[(&str, &str)] = &[("403", "Not allowed, or a cross-site request")];

/// Error responses of requests with a body.
const BODY_RESPONSES: &[(&str, &str)] = &[
    ("400", "The body is not JSON"),
    ("408", "The body did not arrive in time"),
    ("413", "The body is too large"),
    ("415", "The body is not declared as JSON"),
    ("422", "The body is not valid"),
];

/// Adds what applies to all operations.
pub(super) struct Common;

impl Modify for Common {
    fn modify(&self, document: &mut OpenApi) {
        for (path, item) in &mut document.paths.paths {
            let is_api = path.starts_with("/api");
            for (method, operation) in operations(item) {
                operation.operation_id = Some(operation_id(&method, path));
                set_problem_type(operation);
                add(operation, COMMON_RESPONSES);
                if !is_api {
                    continue;
                }
                add(operation, AUTHENTICATED_RESPONSES);
                add_session(operation);
                if method != Method::GET {
                    add(operation, MUTATION_RESPONSES);
                }
                if operation.request_body.is_some() {
                    add(operation, BODY_RESPONSES);
                }
            }
        }
        let components = document.components.get_or_insert_default();
        let cookie = SecurityScheme::ApiKey(ApiKey::Cookie(ApiKeyValue::new("mekong_session")));
        let token = SecurityScheme::Http(HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build());
        components.add_security_scheme("session", cookie);
        components.add_security_scheme("token", token);
        // By default an operation ignores credentials.
        document.security = Some(vec![SecurityRequirement::default()]);
    }
}

/// Operations that accept a token also accept a session, or none.
fn add_session(operation: &mut Operation) {
    let nothing: [&str; 0] = [];
    let session = SecurityRequirement::new("session", nothing);
    if let Some(choices) = &mut operation.security
        && !choices.contains(&session)
    {
        choices.splice(0..0, [SecurityRequirement::default(), session]);
    }
}

/// Names an operation by its method and path: `get_game_id_chat`. Handlers of several paths share a name, ids must not.
fn operation_id(method: &Method, path: &str) -> String {
    let words =
        path.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty() && *word != "api");
    words.fold(method.as_str().to_ascii_lowercase(), |id, word| format!("{id}_{word}"))
}

/// The operations of a path.
fn operations(item: &mut utoipa::openapi::PathItem) -> impl Iterator<Item = (Method, &mut Operation)> {
    [
        (Method::GET, &mut item.get),
        (Method::PUT, &mut item.put),
        (Method::POST, &mut item.post),
        (Method::DELETE, &mut item.delete),
        (Method::PATCH, &mut item.patch),
    ]
    .into_iter()
    .filter_map(|(method, operation)| operation.as_mut().map(|operation| (method, operation)))
}

/// Responses with the schema of a problem have the media type of problems.
fn set_problem_type(operation: &mut Operation) {
    let is_problem = |content: &RefOr<Content>| match content {
        RefOr::T(Content { schema: Some(RefOr::Ref(schema)), .. }) => {
            schema.ref_location.ends_with("/ProblemBody")
        }
        _ => false,
    };
    for response in operation.responses.responses.values_mut() {
        if let RefOr::T(response) = response
            && response.content.get("application/json").is_some_and(is_problem)
            && let Some(content) = response.content.swap_remove("application/json")
        {
            response.content.insert("application/problem+json".to_owned(), content);
        }
    }
}

fn add(operation: &mut Operation, statuses: &[(&str, &str)]) {
    for (status, about) in statuses {
        let responses = &mut operation.responses.responses;
        responses.entry((*status).to_owned()).or_insert_with(|| RefOr::T(problem_response(about)));
    }
}
