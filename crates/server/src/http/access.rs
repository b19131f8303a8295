//! Scopes of tokens. Each operation of the OpenAPI document lists in `security` the scopes that admit a token.
//! Operations without an entry admit no token, so that a forgotten entry grants nothing.

use std::collections::HashMap;

use axum::{
    extract::MatchedPath,
    http::{Method, request::Parts},
};
use mekong_core::Text;
use serde_json::Value;

use super::Problem;
use crate::people::Scope;

/// The scopes that admit a token, by method and route. One of them is enough; an empty list admits any token.
#[derive(Debug, Default)]
pub(super) struct Access(HashMap<(Method, String), Vec<Scope>>);

impl Access {
    /// Reads the scopes from an OpenAPI document.
    pub(super) fn of(document: &Value) -> Access {
        let mut access = Access::default();
        for (path, item) in document["paths"].as_object().into_iter().flatten() {
            for (method, operation) in item.as_object().into_iter().flatten() {
                if let Ok(method) = method.to_uppercase().parse::<Method>()
                    && let Some(scopes) = token_scopes(operation)
                {
                    access.0.insert((method, path.clone()), scopes);
                }
            }
        }
        access
    }

    /// Checks that a token with these scopes may make a request.
    pub(super) fn check(&self, parts: &Parts, scopes: &[Scope]) -> Result<(), Problem> {
        let path = parts.extensions.get::<MatchedPath>().map_or("", MatchedPath::as_str);
        let method = if parts.method == Method::HEAD { Method::GET } else { parts.method.clone() };
        match self.0.get(&(method, path.to_owned())) {
            None => Err(no_token()),
            Some(needed) if needed.is_empty() || needed.iter().any(|scope| scopes.contains(scope)) => Ok(()),
            Some(needed) => Err(missing_scope(needed)),
        }
    }
}

/// The scopes that admit a token; `None` if none does.
pub(super) fn token_scopes(operation: &Value) -> Option<Vec<Scope>> {
    let choices = operation["security"].as_array()?;
    let tokens: Vec<&Value> = choices.iter().filter_map(|choice| choice.get("token")).collect();
    let names = tokens.iter().flat_map(|names| names.as_array().into_iter().flatten());
    (!tokens.is_empty()).then(|| names.filter_map(|name| Scope::parse(name.as_str()?)).collect())
}

/// The error for operations that need a session.
pub(super) fn no_token() -> Problem {
    let text = Text {
        en: "this operation requires a session: log in",
        fr: "cette opération nécessite une session : connectez-vous",
    };
    Problem::forbidden("scope", text)
}

fn missing_scope(needed: &[Scope]) -> Problem {
    let codes: Vec<&str> = needed.iter().map(|scope| scope.code()).collect();
    Problem::with_texts(
        axum::http::StatusCode::FORBIDDEN,
        "scope",
        format!("the token lacks the scope {}", codes.join(" or ")),
        format!("il manque au jeton l’autorisation {}", codes.join(" ou ")),
    )
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::token_scopes;
    use crate::people::Scope;

    #[test]
    fn scopes_of_the_document_exist() {
        let document = serde_json::to_value(crate::http::openapi()).unwrap();
        let mut needed = Vec::new();
        for operation in document["paths"]
            .as_object()
            .unwrap()
            .values()
            .flat_map(|item| item.as_object().unwrap().values())
        {
            let choices = operation["security"].as_array().map_or(&[][..], Vec::as_slice);
            let named = choices.iter().filter_map(|choice| choice["token"].as_array()).flatten();
            let named: Vec<&str> = named.filter_map(Value::as_str).collect();
            let known = token_scopes(operation).unwrap_or_default();
            assert_eq!(named, known.iter().map(|scope| scope.code()).collect::<Vec<_>>());
            needed.extend(known);
        }
        assert!(Scope::ALL.iter().all(|scope| needed.contains(scope)), "every scope admits some operation");
    }
}
