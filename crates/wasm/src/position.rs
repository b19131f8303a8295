use mekong_analysis::line_marks;
use mekong_catalog::{MoveError, OpenError, PositionError, SessionSnapshot};
use mekong_core::{BoardMarks, Explain as _, Mark, Player};
use serde_json::{Value, json};

use crate::request::{Request, RequestError, Response};

/// The snapshot of a session.
pub(crate) fn show(request: &Request) -> Response {
    let (session, seed) = request.session()?;
    let mut value = serde_json::to_value(SessionSnapshot::of(&session, seed))
        .map_err(|error| RequestError(error.to_string()))?;
    if let Value::Object(fields) = &mut value {
        fields.insert("occurrences".to_owned(), json!(session.occurrences()));
        fields.insert("start".to_owned(), json!(session.start_text()));
        if session.outcome().is_some() {
            fields.insert("ending".to_owned(), json!(session.ending(request.lang).text));
        } else {
            fields.insert("instruction".to_owned(), json!(session.instruction(request.lang)));
        }
    }
    Ok(value)
}

/// The problems of a position, one by one. A text that does not have the form of a position is an error.
pub(crate) fn check(request: &Request) -> Response {
    let problems = match request.open()? {
        Err(OpenError::Position(PositionError::Invalid(problems))) => {
            problems.iter().map(|problem| problem.explain(request.lang)).collect()
        }
        Err(error) => return Err(RequestError(error.explain(request.lang))),
        Ok(_) => Vec::new(),
    };
    Ok(json!({ "problems": problems }))
}

/// Marks and a sentence.
pub(crate) fn to_json(board_marks: &BoardMarks) -> Value {
    json!({ "marks": marks_json(&board_marks.marks), "text": board_marks.text })
}

pub(crate) fn marks_json(marks: &[Mark]) -> Value {
    let marks = marks.iter().map(|mark| {
        let mut value = json!({
            "at": mark.at,
            "kind": mark.kind.code(),
            "owner": mark.owner.map(Player::code),
            "text": mark.text,
        });
        if let Some(to) = &mark.to {
            value["to"] = json!(to);
        }
        value
    });
    marks.collect()
}

/// The effect of a move or, if it is illegal, the reason and the places that forbid it.
pub(crate) fn preview(request: &Request) -> Response {
    let (session, _) = request.session()?;
    let text = request.text("move").unwrap_or_default();
    let marks = session.preview(text, request.lang).unwrap_or_default();
    let mut value = to_json(&marks);
    if let (Value::Object(fields), Err(error)) = (&mut value, session.clone().play(text)) {
        fields.insert("reason".to_owned(), json!(error.explain(request.lang)));
    }
    Ok(value)
}

/// Immediate wins of either player.
pub(crate) fn threats(request: &Request) -> Response {
    let (session, _) = request.session()?;
    Ok(to_json(&session.threats(request.lang)))
}

/// What moves do: one `move` as a sentence, as a drawing and as an idea; or a `line` as sentences and one drawing.
pub(crate) fn describe(request: &Request) -> Response {
    let (session, _) = request.session()?;
    let lang = request.lang;
    let refused = |error: MoveError| RequestError(error.explain(lang));
    let Some(line) = request.fields.get("line").and_then(Value::as_array) else {
        let text = request.text("move").unwrap_or_default();
        return Ok(json!({
            "sentence": session.describe(text, lang).map_err(refused)?,
            "marks": marks_json(&session.move_marks(text).map_err(refused)?),
            "idea": to_json(&session.hint(text, lang).map_err(refused)?),
        }));
    };
    let line: Vec<String> = line.iter().filter_map(Value::as_str).map(str::to_owned).collect();
    let (mut at, mut sentences) = (session.clone(), Vec::new());
    for text in &line {
        sentences.push(at.describe(text, lang).map_err(refused)?);
        at.play(text).map_err(refused)?;
    }
    Ok(json!({ "sentences": sentences, "marks": marks_json(&line_marks(&session, &line)) }))
}

/// What decided the game, and why.
pub(crate) fn ending(request: &Request) -> Response {
    let (session, _) = request.session()?;
    Ok(to_json(&session.ending(request.lang)))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    fn request(fields: &Value) -> Value {
        serde_json::from_str(&crate::handle_request(&fields.to_string(), &mut |_| {})).unwrap()
    }

    #[test]
    fn illegal_push_has_reason_and_marks() {
        let place =
            json!({ "do": "preview", "game": "siam", "position": "5/2o2/1oo2/2N2/5 E 4 -", "move": "c2c3" });
        let response = request(&place);
        assert_eq!(response["reason"], "the push needs 2 animals and has only 1");
        assert_eq!(
            response["marks"][0],
            json!({ "at": "c2", "kind": "pushes", "owner": null, "text": "+1" })
        );
        assert_eq!(response["text"], "1 < 2: the row does not move");
    }

    #[test]
    fn unreadable_move_has_reason_and_no_marks() {
        let response = request(&json!({ "do": "preview", "lang": "fr", "game": "saigon", "move": "zz" }));
        assert_eq!(response["marks"], json!([]));
        assert!(response["reason"].as_str().unwrap().contains("n’est pas un coup"), "{response}");
        let response = request(&json!({ "do": "preview", "game": "saigon", "move": "pr" }));
        assert!(response.get("reason").is_none(), "{response}");
    }

    #[test]
    fn threats_are_marked() {
        let response =
            request(&json!({ "do": "threats", "game": "samliam", "position": "6/1A1B2/6/1D4/6/6/6 W -" }));
        assert_eq!(response["marks"][1]["at"], "d4.se");
    }

    #[test]
    fn line_is_drawn_with_its_reply() {
        let response =
            request(&json!({ "do": "describe", "game": "samliam", "line": ["c4ne", "d4se", "a1nw"] }));
        assert_eq!(response["sentences"].as_array().unwrap().len(), 3);
        let drawn = json!([
            { "at": "c4.ne", "kind": "ghost", "owner": "p1", "text": "B" },
            { "at": "d4.se", "kind": "reply", "owner": "p2", "text": "c" },
        ]);
        assert_eq!(response["marks"], drawn);
        let position = "2o2/2n2/1oNo1/5/5 E 4 -";
        let response = request(
            &json!({ "do": "describe", "game": "siam", "position": position, "line": ["c3b4", "zz"] }),
        );
        assert!(response["error"].is_string(), "{response}");
        // A push moves several pieces: only its arrow is drawn.
        let response =
            request(&json!({ "do": "describe", "game": "siam", "position": position, "line": ["c3c4"] }));
        assert_eq!(
            response["marks"],
            json!([{ "at": "c3", "to": "c4", "kind": "arrow", "owner": null, "text": "" }])
        );
    }

    #[test]
    fn move_is_described_drawn_and_hinted_at() {
        let response = request(&json!({ "do": "describe", "lang": "fr", "game": "siam", "move": "@c1N" }));
        assert_eq!(response["sentence"], "un éléphant entre en c1, tourné vers le nord");
        let kinds: Vec<_> = response["marks"].as_array().unwrap().iter().map(|mark| &mark["kind"]).collect();
        assert_eq!(kinds, ["arrow", "ghost"]);
        assert_eq!(response["idea"]["marks"][0]["kind"], "look");
    }

    #[test]
    fn every_problem_of_a_position_is_listed() {
        let check =
            |position: &str| request(&json!({ "do": "check", "game": "saigon", "position": position }));
        let response = check("LLLLLLLLL/-/-/DDDD L");
        assert_eq!(response["problems"].as_array().unwrap().len(), 4, "{response}");
        assert_eq!(check("LLLL/DDDD/LLLL/DDDD L")["problems"], json!([]));
        assert!(check("LLLL/DDDD L")["error"].is_string());
    }
}
