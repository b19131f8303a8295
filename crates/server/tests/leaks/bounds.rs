//! Tests that the bounds of texts and numbers in the OpenAPI document are enforced: each request has one field just
//! outside its bounds. Fields are read from the document, so new ones are covered.

use mekong_server::table::Clock;
use reqwest::Method;
use serde_json::{Map, Value, json};

use crate::common::{
    on_each_database_with,
    routes::{document, example, operations, resolve},
};

/// A value out of bounds, and its place in the body.
struct Wrong {
    place: String,
    value: Value,
}

/// Values of a schema in which one text or number is just out of bounds.
fn wrong(document: &Value, schema: &Value, depth: usize) -> Vec<Wrong> {
    let schema = resolve(document, schema);
    if depth > 6 {
        return Vec::new();
    }
    let mut all = Vec::new();
    for key in ["oneOf", "anyOf"] {
        for choice in schema[key].as_array().into_iter().flatten() {
            all.extend(wrong(document, choice, depth + 1));
        }
    }
    let mut add = |place: &str, value: Value| all.push(Wrong { place: place.to_owned(), value });
    if let Some(max) = schema["maxLength"].as_u64() {
        add("too long", json!("a".repeat(max as usize + 1)));
    }
    if let Some(min) = schema["minLength"].as_u64().filter(|&min| min > 0) {
        add("too short", json!("a".repeat(min as usize - 1)));
    }
    if let Some(max) = schema["maximum"].as_i64() {
        add("too large", json!(max + 1));
    }
    if let Some(min) = schema["minimum"].as_i64() {
        add("too small", json!(min - 1));
    }
    if schema["items"].is_object() {
        for Wrong { place, value } in wrong(document, &schema["items"], depth + 1) {
            all.push(Wrong { place: format!("[] {place}"), value: json!([value]) });
        }
    }
    for (name, property) in schema["properties"].as_object().into_iter().flatten() {
        for Wrong { place, value } in wrong(document, property, depth + 1) {
            let mut whole = match example(document, &schema, 0) {
                Value::Object(whole) => whole,
                _ => Map::new(),
            };
            whole.insert(name.clone(), value);
            all.push(Wrong { place: format!("{name} {place}"), value: Value::Object(whole) });
        }
    }
    all
}

fn percent(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn values_out_of_bounds_are_rejected_on_every_route() {
    on_each_database_with(
        |config| config.rate_limits = false,
        async |server| {
            let document = document();
            let (ann, bob) = (server.account("Ann").await, server.account("Bob").await.id().await);
            let (mut bodies, mut parameters, mut taken) = (0, 0, Vec::new());
            for (path, method, operation) in operations(&document) {
                if operation["responses"]["101"].is_object() {
                    continue;
                }
                let filled = path.replace("{accept}", "yes").replace("{move}", "a1");
                let schema = &operation["requestBody"]["content"]["application/json"]["schema"];
                for Wrong { place, value } in wrong(&document, schema, 0) {
                    bodies += 1;
                    // A new account and game per request, because an accepted request may change anything.
                    let client = server.account(&format!("Walker{bodies}")).await;
                    let user = client.id().await;
                    let game = server.game("siam", Clock::None, false, [&user, &bob]).await;
                    let client = if path == "/api/account" { server.client() } else { client };
                    let address = fill(&filled, &game);
                    let answer = client.send(client.request(method.clone(), &address).json(&value)).await;
                    if answer.status != 422 {
                        taken.push(format!("{method} {path}, {place}: {}", answer.text));
                    }
                }
                for parameter in operation["parameters"].as_array().into_iter().flatten() {
                    let name = parameter["name"].as_str().expect("the parameter has a name");
                    for Wrong { place, value } in wrong(&document, &parameter["schema"], 0) {
                        let (expected, address) = match parameter["in"].as_str() {
                            // A path with an empty segment is another route.
                            Some("path") if value == json!("") => continue,
                            Some("path") => {
                                let whole = path.replace(&format!("{{{name}}}"), &percent(&value));
                                (404, fill(&whole.replace("{accept}", "yes"), "aaaaaaaaaaaa"))
                            }
                            _ => {
                                let query = query(&document, &operation, name, &value);
                                (400, format!("{}?{query}", fill(&filled, "aaaaaaaaaaaa")))
                            }
                        };
                        parameters += 1;
                        let answer = ann.send(ann.request(method.clone(), &address)).await;
                        if answer.status != expected {
                            taken.push(format!("{method} {path}, {name} {place}: {}", answer.text));
                        }
                    }
                }
            }
            assert!(taken.is_empty(), "{}", taken.join("\n"));
            assert!(bodies > 25 && parameters > 40, "{bodies} in bodies, {parameters} in parameters");
        },
    )
    .await;
}

/// A query with all required parameters, and one parameter with the given value.
fn query(document: &Value, operation: &Value, name: &str, value: &Value) -> String {
    let required = operation["parameters"].as_array().into_iter().flatten().filter(|parameter| {
        parameter["in"] == "query" && parameter["required"] == true && parameter["name"] != name
    });
    let pair = |parameter: &Value| {
        let name = parameter["name"].as_str().unwrap_or("").to_owned();
        let value = if name == "game" { json!("siam") } else { example(document, &parameter["schema"], 0) };
        (name, percent(&value))
    };
    let pairs = required.map(pair).chain([(name.to_owned(), percent(value))]);
    pairs.map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join("&")
}

fn fill(path: &str, value: &str) -> String {
    match path.split_once('{') {
        None => path.to_owned(),
        Some((before, rest)) => {
            let (_, after) = rest.split_once('}').expect("braces are balanced");
            fill(&format!("{before}{value}{after}"), value)
        }
    }
}

/// A value of maximum length is not rejected because of its length.
#[tokio::test(flavor = "multi_thread")]
async fn values_at_the_bounds_are_accepted() {
    on_each_database_with(
        |config| config.rate_limits = false,
        async |server| {
            let client = server.client();
            let name = "é".repeat(200);
            let body = json!({ "name": name, "password": "p".repeat(200) });
            let request = client.request(Method::POST, "/api/login").json(&body);
            client.send(request).await.expect_problem(401, "wrong-log-in");
        },
    )
    .await;
}
