use reqwest::Method;
use serde_json::{Value, json};

use crate::common::{
    Client, on_each_database_with,
    routes::{Request, bodies, requests},
};

/// Copies of a value, each with an unknown field in one of its objects.
fn with_more(value: &Value) -> Vec<Value> {
    match value {
        Value::Object(object) => {
            let mut more = object.clone();
            more.insert("unexpected".to_owned(), json!(1));
            let inside = object.iter().flat_map(|(name, part)| {
                with_more(part).into_iter().map(move |part| {
                    let mut object = object.clone();
                    object.insert(name.clone(), part);
                    Value::Object(object)
                })
            });
            std::iter::once(Value::Object(more)).chain(inside).collect()
        }
        Value::Array(items) => {
            let inside = items.iter().enumerate().flat_map(|(index, item)| {
                with_more(item).into_iter().map(move |item| {
                    let mut items = items.clone();
                    items[index] = item;
                    Value::Array(items)
                })
            });
            inside.collect()
        }
        _ => Vec::new(),
    }
}

/// The response, if the body was refused as invalid.
async fn refused(client: &Client, request: &Request, body: &Value) -> Option<String> {
    let answer = client.send(client.request(request.method.clone(), &request.path).json(body)).await;
    let code = serde_json::from_str::<Value>(&answer.text).ok()?["code"].as_str()?.to_owned();
    (code == "json-data").then_some(answer.text)
}

/// Tries every request body of the document in all of its shapes.
#[tokio::test(flavor = "multi_thread")]
async fn unknown_fields_are_rejected_in_every_body() {
    on_each_database_with(
        |config| config.rate_limits = false,
        async |server| {
            let ann = server.account("Ann").await;
            let requests = bodies("aaaaaaaaaaaa");
            let kinds = |request: &&Request| request.path == "/api/challenge";
            assert!(requests.iter().filter(kinds).count() >= 6, "every kind of opponent and clock");
            for request in &requests {
                let body = request.body.as_ref().expect("the request has a body");
                // The unchanged body must be valid; otherwise it would be refused for another reason.
                assert_eq!(refused(&ann, request, body).await, None, "{request}");
                for body in with_more(body) {
                    let why = refused(&ann, request, &body).await;
                    let why =
                        why.unwrap_or_else(|| panic!("{} {} accepts {body}", request.method, request.path));
                    assert!(why.contains("unexpected"), "{why}");
                }
            }
        },
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn unknown_parameters_are_rejected_in_every_query_and_form() {
    on_each_database_with(
        |config| config.rate_limits = false,
        async |server| {
            let ann = server.account("Ann").await;
            let requests = requests(&["aaaaaaaaaaaa".to_owned()]);
            let mut walked = 0;
            for request in requests.iter().filter(|request| request.path.contains('?')) {
                let (path, _) = request.path.split_once('?').expect("the request has a query");
                let builder = ann.request(request.method.clone(), &format!("{path}?unexpected=1"));
                let answer = ann.send(builder).await;
                assert_eq!(answer.status, 400, "{request}: {}", answer.text);
                walked += 1;
            }
            assert!(walked >= 8, "{walked} operations have a query");
            let token = super::token(&ann, &["bot:play"]).await;
            for (more, status, code) in
                [("&unexpected=1", 422, "form-data"), (&"x".repeat(70_000), 413, "too-large")]
            {
                let form = ann.with_token(&token).request(Method::POST, "/api/bot/game/aaaaaaaaaaaa/chat");
                let form = form
                    .header("content-type", "application/x-www-form-urlencoded")
                    .body(format!("room=player&text=hello{more}"));
                ann.send(form).await.expect_problem(status, code);
            }
        },
    )
    .await;
}
