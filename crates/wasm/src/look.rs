use mekong_catalog::Snapshot;
use mekong_core::{Explain as _, Player, Sight};
use serde_json::{Value, json};

use crate::ask::{Answer, Question, Unanswered};

/// The position of a session and what can be done there.
pub(crate) fn show(question: &Question) -> Answer {
    let (session, seed) = question.session()?;
    let mut value =
        serde_json::to_value(Snapshot::of(&session, seed)).map_err(|error| Unanswered(error.to_string()))?;
    if let Value::Object(fields) = &mut value {
        fields.insert("occurrences".to_owned(), json!(session.occurrences()));
        fields.insert("start".to_owned(), json!(session.start_text()));
        if let Some(outcome) = session.outcome() {
            fields.insert("ending".to_owned(), json!(outcome.explain(question.lang)));
        }
    }
    Ok(value)
}

fn in_json(sight: &Sight) -> Value {
    let marks = sight.marks.iter().map(|mark| {
        json!({
            "at": mark.at,
            "sign": mark.sign.code(),
            "owner": mark.owner.map(Player::code),
            "text": mark.text,
        })
    });
    json!({ "marks": marks.collect::<Vec<_>>(), "text": sight.text })
}

/// What a move would do, and if it is refused, why and what stands in its way.
pub(crate) fn look(question: &Question) -> Answer {
    let (session, _) = question.session()?;
    let text = question.text("move").unwrap_or_default();
    let sight = session.look(text, question.lang).unwrap_or_default();
    let mut value = in_json(&sight);
    if let (Value::Object(fields), Err(error)) = (&mut value, session.clone().play(text)) {
        fields.insert("why".to_owned(), json!(error.explain(question.lang)));
    }
    Ok(value)
}

/// What could be won at once.
pub(crate) fn threats(question: &Question) -> Answer {
    let (session, _) = question.session()?;
    Ok(in_json(&session.threats(question.lang)))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    fn ask(question: &Value) -> Value {
        serde_json::from_str(&crate::answer(&question.to_string(), &mut |_| {})).unwrap()
    }

    #[test]
    fn a_refused_push_comes_with_its_reason_and_its_marks() {
        let place =
            json!({ "do": "look", "game": "siam", "position": "5/2o2/1oo2/2N2/5 E 4 -", "move": "c2c3" });
        let seen = ask(&place);
        assert_eq!(seen["why"], "the push needs 2 animals and has 1");
        assert_eq!(seen["marks"][0], json!({ "at": "c2", "sign": "pushes", "owner": null, "text": "+1" }));
        assert_eq!(seen["text"], "1 − 0 < 2: the row does not move");
    }

    #[test]
    fn what_cannot_be_read_is_refused_without_marks() {
        let seen = ask(&json!({ "do": "look", "lang": "fr", "game": "saigon", "move": "zz" }));
        assert_eq!(seen["marks"], json!([]));
        assert!(seen["why"].as_str().unwrap().contains("n'est pas un coup"), "{seen}");
        let seen = ask(&json!({ "do": "look", "game": "saigon", "move": "pr" }));
        assert!(seen.get("why").is_none(), "{seen}");
    }

    #[test]
    fn threats_are_told() {
        let seen = ask(&json!({ "do": "threats", "game": "samliam", "position": "6/1A1B2/6/1D4/6/6/6 W -" }));
        assert_eq!(seen["marks"][1]["at"], "d4.se");
    }
}
