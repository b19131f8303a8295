use mekong_analysis::line_marks;
use mekong_catalog::GameSession;
use mekong_core::{CancelToken, Explain as _};
use mekong_puzzles::{Goal, ProofLimits, Prover, daily_index};
use serde_json::{Value, json};

use crate::{
    position::marks_json,
    request::{Request, RequestError, Response},
    search::{tablebase, with_searcher},
};

/// Runs something with a prover, which has the tablebase of the session's game if it has been solved.
fn with_prover<T>(session: &GameSession, run: impl FnOnce(&mut Prover<'_>) -> T) -> Result<T, RequestError> {
    let tablebase = tablebase(session);
    with_searcher(session, |searcher| run(&mut Prover::new(searcher).with_tablebase(tablebase.as_ref())))
}

fn limits(request: &Request) -> Result<ProofLimits, RequestError> {
    let limits = ProofLimits::default();
    Ok(ProofLimits { nodes: request.number("nodes")?.unwrap_or(limits.nodes), ..limits })
}

/// The position as a certified puzzle, or why it is none.
pub(crate) fn certify(request: &Request) -> Response {
    let (session, _) = request.session()?;
    let limits = limits(request)?;
    let certified = with_prover(&session, |prover| prover.certify(&session, limits, &CancelToken::new()))?;
    Ok(match certified {
        Ok(puzzle) => json!({ "puzzle": puzzle }),
        Err(refusal) => {
            json!({ "refused": { "code": refusal.code(), "text": refusal.explain(request.lang) } })
        }
    })
}

/// Why a move does not reach a goal, with the reply that shows it.
pub(crate) fn refute(request: &Request) -> Response {
    let (session, _) = request.session()?;
    let limits = limits(request)?;
    let goal = request.fields.get("goal").cloned().unwrap_or_default();
    let goal: Goal = serde_json::from_value(goal).map_err(|error| RequestError(format!("goal: {error}")))?;
    let mv = request.text("move").unwrap_or_default();
    let refuted = with_prover(&session, |prover| {
        prover.refutation(&session, mv, goal, limits, &CancelToken::new(), request.lang)
    })?;
    let refuted = refuted.map_err(|error| RequestError(error.explain(request.lang)))?;
    let mut after = session.clone();
    let _ = after.play(mv);
    let line: Vec<String> = refuted.reply.iter().cloned().collect();
    Ok(json!({
        "verdict": refuted.verdict.code(),
        "reply": refuted.reply,
        "text": refuted.text,
        "marks": marks_json(&line_marks(&after, &line)),
    }))
}

/// The best move of the player to move, with what is proven about it; `null` if the game is over.
pub(crate) fn practise(request: &Request) -> Response {
    let (session, _) = request.session()?;
    let limits = limits(request)?;
    let best = with_prover(&session, |prover| prover.best_move(&session, limits, &CancelToken::new()))?;
    Ok(best.map_or(Value::Null, |best| {
        let result = best.proven.result.map(|result| match result {
            1 => "win",
            0 => "draw",
            _ => "loss",
        });
        json!({
            "move": best.mv,
            "result": result,
            "plies": best.proven.plies,
            "margin": best.proven.margin,
        })
    }))
}

/// Which puzzle of a list is that of a day.
pub(crate) fn daily(request: &Request) -> Response {
    let number =
        |field| Ok(request.number(field)?.and_then(|number| u32::try_from(number).ok()).unwrap_or(0));
    let (day, count) = (number("day")?, number("count")? as usize);
    Ok(json!({ "index": daily_index(count, request.text("game").unwrap_or_default(), day) }))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    fn request(fields: &Value) -> Value {
        serde_json::from_str(&crate::handle_request(&fields.to_string(), &mut |_| {})).unwrap()
    }

    const POSITION: &str = "6/6/6/6/A5/A5/1CC3 B -";

    #[test]
    fn position_is_certified_or_refused() {
        let place = json!({ "do": "certify", "game": "samliam", "position": POSITION });
        let response = request(&place);
        assert_eq!(response["puzzle"]["solution"][0]["move"], "a1sw", "{response}");
        assert_eq!(response["puzzle"]["goal"], json!({ "result": "win", "within": 3, "distance": 3 }));
        let response = request(&json!({ "do": "certify", "game": "siam", "lang": "fr" }));
        assert_eq!(response["refused"]["code"], "no-win", "{response}");
        assert!(response["refused"]["text"].as_str().unwrap().starts_with("il n’y a pas de gain forcé"));
    }

    #[test]
    fn try_is_refuted() {
        let response = request(&json!({
            "do": "refute", "game": "samliam", "position": POSITION, "move": "f7nw",
            "goal": { "result": "win", "within": 3 },
        }));
        assert_eq!(response["verdict"], "no-win", "{response}");
        assert_eq!(response["marks"].as_array().unwrap().len(), 1, "{response}");
        let response = request(&json!({
            "do": "refute", "game": "samliam", "position": POSITION, "move": "zz", "goal": { "result": "win" },
        }));
        assert!(response["error"].is_string(), "{response}");
        let response = request(&json!({
            "do": "refute", "game": "samliam", "position": POSITION, "move": "f7nw", "goal": { "result": "?" },
        }));
        assert!(response["error"].as_str().unwrap().starts_with("goal: "), "{response}");
    }

    #[test]
    fn practice_is_answered_with_the_best_move() {
        let response = request(&json!({ "do": "practise", "game": "samliam", "position": POSITION }));
        assert_eq!(response, json!({ "move": "a1sw", "result": "win", "plies": 3, "margin": null }));
        let ending = "-,-,-,-,-,-/e6,s4,-,-,-,-/-,-,-,-,-,e5/k3,-,-,-,-,- A - s 30-30";
        let response = request(&json!({ "do": "practise", "game": "palam", "position": ending }));
        assert_eq!((&response["result"], &response["margin"]), (&json!("win"), &json!(11)), "{response}");
    }

    #[test]
    fn day_selects_a_puzzle() {
        // As on the server.
        for (game, day) in [("siam", 20_000), ("palam", 20_774)] {
            let response = request(&json!({ "do": "daily", "game": game, "day": day, "count": 400 }));
            assert_eq!(response["index"], json!(mekong_puzzles::daily_index(400, game, day)), "{response}");
        }
        let response = request(&json!({ "do": "daily", "game": "siam", "day": 20_000, "count": 0 }));
        assert_eq!(response["index"], Value::Null);
    }
}
