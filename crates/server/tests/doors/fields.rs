use reqwest::Method;
use serde_json::{Value, json};

use crate::common::{
    Client, on_each_database_with,
    routes::{Request, bodies, requests},
};

/// Every way to put something that nobody asked for into one of the objects of a value.
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

/// The answer to a body, as far as it was refused for what stands in it.
async fn refused(client: &Client, request: &Request, body: &Value) -> Option<String> {
    let answer = client.send(client.request(request.method.clone(), &request.path).json(body)).await;
    let code = serde_json::from_str::<Value>(&answer.text).ok()?["code"].as_str()?.to_owned();
    (code == "json-data").then_some(answer.text)
}

/// Every body of the document in all its shapes. New addresses are walked without being named here.
#[tokio::test(flavor = "multi_thread")]
async fn what_nobody_asked_for_is_refused_in_every_body() {
    on_each_database_with(
        |config| config.rate_limits = false,
        async |server| {
            let ann = server.account("Ann").await;
            let requests = bodies("aaaaaaaaaaaa");
            let kinds = |request: &&Request| request.path == "/api/challenge";
            assert!(requests.iter().filter(kinds).count() >= 6, "every opponent and every clock");
            for request in &requests {
                let body = request.body.as_ref().expect("a body");
                // Otherwise it would be refused for another reason.
                assert_eq!(refused(&ann, request, body).await, None, "{request}");
                for body in with_more(body) {
                    let why = refused(&ann, request, &body).await;
                    let why =
                        why.unwrap_or_else(|| panic!("{} {} takes {body}", request.method, request.path));
                    assert!(why.contains("unexpected"), "{why}");
                }
            }
        },
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_nobody_asked_for_is_refused_in_every_query_and_form() {
    on_each_database_with(
        |config| config.rate_limits = false,
        async |server| {
            let ann = server.account("Ann").await;
            let requests = requests(&["aaaaaaaaaaaa".to_owned()]);
            let mut walked = 0;
            for request in requests.iter().filter(|request| request.path.contains('?')) {
                let (path, _) = request.path.split_once('?').expect("a query");
                let builder = ann.request(request.method.clone(), &format!("{path}?unexpected=1"));
                let answer = ann.send(builder).await;
                assert_eq!(answer.status, 400, "{request}: {}", answer.text);
                walked += 1;
            }
            assert!(walked >= 8, "{walked} addresses take a query");
            let token = crate::token(&ann, &["bot:play"]).await;
            let form = ann.with_token(&token).request(Method::POST, "/api/bot/game/aaaaaaaaaaaa/chat");
            let form = form
                .header("content-type", "application/x-www-form-urlencoded")
                .body("room=player&text=hello&unexpected=1");
            ann.send(form).await.expect_problem(422, "form-data");
        },
    )
    .await;
}
