//! Questions with fields that nobody knows, or that hold something else than they should.

use serde_json::{Value, json};

fn ask(question: &Value) -> Value {
    let answer = mekong_wasm::answer(&question.to_string(), &mut |_| {});
    serde_json::from_str(&answer).expect("answers are JSON")
}

/// A good question of every kind.
fn questions() -> Vec<Value> {
    let place = [("game", json!("saigon")), ("variant", json!(["flat"])), ("moves", json!(["pr"]))];
    let about = |what: &str, more: &[(&str, Value)]| {
        let fields = [("do", json!(what)), ("lang", json!("en"))].into_iter().chain(place.clone());
        let all = fields.chain(more.iter().cloned()).map(|(name, value)| (name.to_owned(), value));
        Value::Object(all.collect())
    };
    vec![
        json!({ "do": "games", "lang": "en" }),
        about("show", &[]),
        about("look", &[("move", json!("pr"))]),
        about("threats", &[]),
        about("choose", &[("level", json!(1)), ("random", json!(7))]),
        about("think", &[("nodes", json!(100)), ("depth", json!(2)), ("lines", json!(2))]),
        about("judge", &[("nodes", json!(100))]),
        about("hint", &[("nodes", json!(100)), ("time", json!(10_000))]),
        about("write", &[]),
        json!({ "do": "read", "pgn": "[Game \"saigon\"]\n\n1. pl *\n" }),
    ]
}

#[test]
fn a_field_that_a_question_does_not_have_is_refused_by_its_name() {
    for question in questions() {
        assert!(ask(&question).get("error").is_none(), "{question}: {}", ask(&question));
        for slip in ["node", "movess", "Level", "pv"] {
            let mut other = question.clone();
            other[slip] = json!(1);
            assert_eq!(ask(&other)["error"], format!("{slip}: there is no such field"), "{question}");
            other["lang"] = json!("fr");
            assert_eq!(ask(&other)["error"], format!("{slip} : ce champ n'existe pas"), "{question}");
        }
    }
}

#[test]
fn a_field_that_holds_something_else_is_refused_by_its_name() {
    for question in questions() {
        for (field, value) in question.as_object().unwrap() {
            if value.is_number() {
                for wrong in [json!("1"), json!(-1), json!(1.5), json!([1])] {
                    let mut other = question.clone();
                    other[field] = wrong;
                    let error = ask(&other)["error"].to_string();
                    assert!(error.contains(&format!("{field}: this must be")), "{other}: {error}");
                }
            }
        }
    }
    let wrong = json!({ "do": "show", "lang": "fr", "game": "saigon", "moves": "pr" });
    assert_eq!(ask(&wrong)["error"], "moves : il faut une liste de textes");
}
