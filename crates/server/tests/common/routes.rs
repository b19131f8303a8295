//! Requests for every operation of the OpenAPI document, with plausible values.

use std::fmt;

use reqwest::Method;
use serde_json::{Map, Value, json};

pub struct Request {
    pub method: Method,
    pub path: String,
    pub body: Option<Value>,
    /// Accepted credentials: `security` of the document; null if the operation ignores credentials.
    pub security: Value,
}

impl Request {
    /// The scopes of which a token needs one; empty if any token is accepted, `None` if tokens are not accepted.
    pub fn token_scopes(&self) -> Option<Vec<&str>> {
        let choices = self.security.as_array().map_or(&[][..], Vec::as_slice);
        let tokens: Vec<&Value> = choices.iter().filter_map(|choice| choice.get("token")).collect();
        let scopes = tokens.iter().filter_map(|scopes| scopes.as_array()).flatten();
        (!tokens.is_empty()).then(|| scopes.filter_map(Value::as_str).collect())
    }
}

impl fmt::Display for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.method, self.path)?;
        self.body.as_ref().map_or(Ok(()), |body| write!(f, " {body}"))
    }
}

pub(crate) fn document() -> Value {
    serde_json::to_value(mekong_server::http::openapi()).expect("the document is JSON")
}

pub(crate) fn operations(document: &Value) -> Vec<(String, Method, Value)> {
    let mut all = Vec::new();
    for (path, item) in document["paths"].as_object().expect("an object of paths") {
        for (method, operation) in item.as_object().expect("a path item is an object") {
            if let Ok(method) = method.to_uppercase().parse::<Method>()
                && operation["responses"].is_object()
            {
                all.push((path.clone(), method, operation.clone()));
            }
        }
    }
    all
}

/// Every operation with every name in its path, with and without a query.
pub fn requests(names: &[String]) -> Vec<Request> {
    let document = document();
    let mut all = Vec::new();
    for (path, method, operation) in operations(&document) {
        let body = operation["requestBody"]["content"]["application/json"].get("schema");
        let body = body.map(|schema| example(&document, schema, 0));
        let filled = filled(&path, names);
        for (index, path) in filled.iter().enumerate() {
            let mut paths = vec![path.clone()];
            // With a name in the path, two names in the query: the number of requests stays linear.
            let queried = if filled.len() == 1 { names.len() } else { 2 };
            for name in names.iter().cycle().skip(index % names.len()).take(queried) {
                let query = query(&document, &operation, name);
                paths.extend((!query.is_empty()).then(|| format!("{path}?{query}")));
            }
            paths.dedup();
            all.extend(paths.into_iter().map(|path| Request {
                method: method.clone(),
                path,
                body: body.clone(),
                security: operation["security"].clone(),
            }));
        }
    }
    all
}

/// The paths of WebSockets.
pub fn sockets(names: &[String]) -> Vec<String> {
    let document = document();
    let is_socket = |(_, _, operation): &(String, Method, Value)| operation["responses"]["101"].is_object();
    operations(&document)
        .into_iter()
        .filter(is_socket)
        .flat_map(|(path, _, _)| filled(&path, names))
        .collect()
}

/// A path with every name in each of its parameters. Moves, games and numbers have fixed values.
fn filled(path: &str, names: &[String]) -> Vec<String> {
    let Some((before, rest)) = path.split_once('{') else { return vec![path.to_owned()] };
    let (place, after) = rest.split_once('}').expect("braces are balanced");
    let values: Vec<String> = match place {
        "move" => vec!["@c1N".to_owned()],
        "seq" | "ply" | "level" => vec!["1".to_owned()],
        "game" => names.iter().cloned().chain(["siam".to_owned(), "palam".to_owned()]).collect(),
        _ => names.to_vec(),
    };
    values.iter().flat_map(|value| filled(&format!("{before}{value}{after}"), names)).collect()
}

fn query(document: &Value, operation: &Value, name: &str) -> String {
    let parameters = operation["parameters"].as_array().map_or(&[][..], Vec::as_slice);
    let value = |parameter: &Value| match example(document, &parameter["schema"], 0) {
        // A parameter that can be any text may be a user name.
        Value::String(_) if parameter["schema"]["enum"].is_null() => name.to_owned(),
        Value::String(text) => text,
        other => other.to_string(),
    };
    let pairs = parameters.iter().filter(|parameter| parameter["in"] == "query");
    let pairs =
        pairs.map(|parameter| format!("{}={}", parameter["name"].as_str().unwrap_or(""), value(parameter)));
    pairs.collect::<Vec<_>>().join("&")
}

/// Resolves a `$ref`.
pub(crate) fn resolve(document: &Value, schema: &Value) -> Value {
    match schema["$ref"].as_str() {
        Some(place) => {
            let target =
                document.pointer(place.trim_start_matches('#')).expect("a reference points to a schema");
            resolve(document, target)
        }
        None => schema.clone(),
    }
}

/// A body of each shape that an operation accepts, with all optional fields; path parameters have the given name.
pub fn bodies(name: &str) -> Vec<Request> {
    let document = document();
    let mut all = Vec::new();
    for (path, method, operation) in operations(&document) {
        let schema = &operation["requestBody"]["content"]["application/json"]["schema"];
        for body in schema.is_object().then(|| shapes(&document, schema, 0)).into_iter().flatten() {
            let path = filled(&path, &[name.to_owned()]).remove(0);
            let security = operation["security"].clone();
            all.push(Request { method: method.clone(), path, body: Some(body), security });
        }
    }
    all
}

/// Values of a schema that cover every alternative once. The depth of recursive schemas is limited.
fn shapes(document: &Value, schema: &Value, depth: usize) -> Vec<Value> {
    if schema["$ref"].is_string() {
        return if depth > 4 { Vec::new() } else { shapes(document, &resolve(document, schema), depth + 1) };
    }
    for key in ["oneOf", "anyOf"] {
        if let Some(choices) = schema[key].as_array() {
            let choices = choices.iter().filter(|choice| choice["type"] != "null");
            return choices.flat_map(|choice| shapes(document, choice, depth)).collect();
        }
    }
    if let Some(properties) = schema["properties"].as_object() {
        let mut all = vec![Map::new()];
        for (name, schema) in properties {
            let mut values = shapes(document, schema, depth);
            let Some(first) = values.pop() else { continue };
            // One shape of each other property is enough.
            let others: Vec<Map<String, Value>> = values
                .into_iter()
                .map(|value| all[0].clone().into_iter().chain([(name.clone(), value)]).collect())
                .collect();
            for shape in &mut all {
                shape.insert(name.clone(), first.clone());
            }
            all.extend(others);
        }
        return all.into_iter().map(Value::Object).collect();
    }
    if schema["type"] == "array"
        || schema["type"].as_array().is_some_and(|kinds| kinds.contains(&json!("array")))
    {
        let items = shapes(document, &schema["items"], depth);
        return if items.is_empty() {
            vec![json!([])]
        } else {
            items.into_iter().map(|item| json!([item])).collect()
        };
    }
    vec![example(document, schema, depth)]
}

/// The first text of a pattern that lists texts, such as `^(one|two)$`.
fn first_choice(schema: &Value) -> Option<&str> {
    let first = schema["pattern"].as_str()?.strip_prefix("^(")?.strip_suffix(")$")?.split('|').next()?;
    first.chars().all(|letter| letter.is_ascii_alphanumeric()).then_some(first)
}

/// An example value of a schema.
pub(crate) fn example(document: &Value, schema: &Value, depth: usize) -> Value {
    if depth > 8 {
        return Value::Null;
    }
    let schema = &resolve(document, schema);
    for key in ["oneOf", "anyOf"] {
        let not_null = |choice: &&Value| choice["type"] != "null";
        if let Some(choice) = schema[key].as_array().and_then(|choices| choices.iter().find(not_null)) {
            return example(document, choice, depth + 1);
        }
    }
    if let Some(parts) = schema["allOf"].as_array() {
        let mut all = Map::new();
        for part in parts {
            if let Value::Object(object) = example(document, part, depth + 1) {
                all.extend(object);
            }
        }
        return Value::Object(all);
    }
    if let Some(first) = schema["enum"].get(0) {
        return first.clone();
    }
    let kind = match &schema["type"] {
        Value::Array(kinds) => kinds.iter().find(|kind| *kind != "null").cloned().unwrap_or(Value::Null),
        kind => kind.clone(),
    };
    match kind.as_str() {
        Some("string") => match first_choice(schema) {
            Some(text) => json!(text),
            None => json!("x".repeat(schema["minLength"].as_u64().unwrap_or(3).max(1) as usize)),
        },
        Some("integer" | "number") => schema.get("minimum").cloned().unwrap_or_else(|| json!(1)),
        Some("boolean") => json!(true),
        Some("array") => json!([example(document, &schema["items"], depth + 1)]),
        _ => {
            let required = schema["required"].as_array().map_or(&[][..], Vec::as_slice);
            let property = |name: &Value| {
                let name = name.as_str()?;
                Some((name.to_owned(), example(document, &schema["properties"][name], depth + 1)))
            };
            Value::Object(required.iter().filter_map(property).collect())
        }
    }
}
