//! Requests with unknown fields or fields of the wrong type.

use serde_json::{Value, json};

fn send(request: &Value) -> Value {
    let response = mekong_wasm::handle_request(&request.to_string(), &mut |_| {});
    serde_json::from_str(&response).expect("a response is JSON")
}

/// A valid request of every kind.
fn requests() -> Vec<Value> {
    let place = [("game", json!("saigon")), ("variant", json!(["flat"])), ("moves", json!(["pr"]))];
    let about = |what: &str, more: &[(&str, Value)]| {
        let fields = [("do", json!(what)), ("lang", json!("en"))].into_iter().chain(place.clone());
        let all = fields.chain(more.iter().cloned()).map(|(name, value)| (name.to_owned(), value));
        Value::Object(all.collect())
    };
    vec![
        json!({ "do": "games", "lang": "en" }),
        about("show", &[]),
        about("preview", &[("move", json!("pr"))]),
        about("threats", &[]),
        about("choose", &[("level", json!(1)), ("random", json!(7))]),
        about("search", &[("nodes", json!(100)), ("depth", json!(2)), ("lines", json!(2))]),
        about("analyse", &[("nodes", json!(100))]),
        about("judge", &[("move", json!("pl")), ("nodes", json!(100))]),
        about("hint", &[("nodes", json!(100)), ("time", json!(10_000))]),
        about("write", &[]),
        json!({ "do": "read", "pgn": "[Game \"saigon\"]\n\n1. pl *\n" }),
    ]
}

#[test]
fn unknown_field_is_rejected_by_name() {
    for request in requests() {
        assert!(send(&request).get("error").is_none(), "{request}: {}", send(&request));
        for name in ["node", "movess", "Level", "pv"] {
            let mut other = request.clone();
            other[name] = json!(1);
            assert_eq!(send(&other)["error"], format!("{name}: unknown field"), "{request}");
            other["lang"] = json!("fr");
            assert_eq!(send(&other)["error"], format!("{name} : champ inconnu"), "{request}");
        }
    }
}

#[test]
fn field_of_wrong_type_is_rejected_by_name() {
    for request in requests() {
        for (field, value) in request.as_object().unwrap() {
            if value.is_number() {
                for wrong in [json!("1"), json!(-1), json!(1.5), json!([1])] {
                    let mut other = request.clone();
                    other[field] = wrong;
                    let error = send(&other)["error"].to_string();
                    assert!(error.contains(&format!("{field}: this must be")), "{other}: {error}");
                }
            }
        }
    }
    let wrong = json!({ "do": "show", "lang": "fr", "game": "saigon", "moves": "pr" });
    assert_eq!(send(&wrong)["error"], "moves : il faut un tableau de chaînes de caractères");
}
