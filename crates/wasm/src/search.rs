use std::{cell::RefCell, time::Duration};

use mekong_analysis::{Evaluation, Explanation, MoveReport};
use mekong_catalog::{GameSession, find};
use mekong_core::{CancelToken, Explain as _, Lang, Probe as _, Value as ExactValue, say};
use mekong_engine::{Limits, SearchOptions};
use mekong_players::{Level, SearchResult, Searcher, Tablebase};
use serde_json::{Value, json};

use crate::{
    position::{marks_json, to_json as board_marks},
    request::{Request, RequestError, Response},
};

/// The hash memory of the searcher in megabytes, small enough for phones.
const MEGABYTES: usize = 16;

thread_local! {
    /// The searcher of the game searched last.
    static SEARCHER: RefCell<Option<Searcher>> = const { RefCell::new(None) };

    /// The game solved last.
    static TABLEBASE: RefCell<Option<Tablebase>> = const { RefCell::new(None) };
}

/// The tablebase of a session's game and variants, if it has been solved.
pub(crate) fn tablebase(session: &GameSession) -> Option<Tablebase> {
    let is_of = |tablebase: &Tablebase| {
        tablebase.info().id == session.info().id && tablebase.variants() == session.variants()
    };
    TABLEBASE.with_borrow(|tablebase| tablebase.clone().filter(is_of))
}

pub(crate) fn with_searcher<T>(
    session: &GameSession,
    run: impl FnOnce(&Searcher) -> T,
) -> Result<T, RequestError> {
    let id = session.info().id;
    SEARCHER.with_borrow_mut(|slot| {
        if slot.as_ref().is_none_or(|searcher| searcher.entry().info().id != id) {
            let entry = find(id).map_err(|error| RequestError(error.to_string()))?;
            let searcher = Searcher::new(entry, MEGABYTES);
            *slot = Some(match tablebase(session) {
                Some(tablebase) => searcher.with_tablebase(tablebase),
                None => searcher,
            });
        }
        slot.as_ref().map(run).ok_or_else(|| RequestError("the searcher is missing".to_owned()))
    })
}

/// Solves a game on the device, so that searches, hints, analyses and puzzles use exact values from now on.
pub(crate) fn solve(request: &Request, progress: &mut dyn FnMut(&str)) -> Response {
    let (session, _) = request.session()?;
    let entry = find(session.info().id).map_err(|error| RequestError(error.to_string()))?;
    let Some(solver) = mekong_players::solver(entry) else {
        return Err(RequestError(say!(
            request.lang,
            "this game is too large to be solved",
            "ce jeu est trop grand pour être résolu",
        )));
    };
    if tablebase(&session).is_none() {
        let progress = RefCell::new(progress);
        let report = |done: usize, total: usize| {
            (progress.borrow_mut())(&json!({ "done": done, "total": total }).to_string());
        };
        let solved = solver.solve(session.variants(), 1, &CancelToken::new(), &report);
        let solved = solved.map_err(|error| RequestError(error.explain(request.lang)))?;
        TABLEBASE.set(Some(solved));
        SEARCHER.set(None);
    }
    probe(request)
}

/// The exact value of a position and of its moves; `null` if its game is not solved.
pub(crate) fn probe(request: &Request) -> Response {
    let (session, _) = request.session()?;
    let Some(tablebase) = tablebase(&session) else { return Ok(Value::Null) };
    let exact = |value: ExactValue| json!({ "result": value.code(), "plies": value.distance() });
    let moves = tablebase.moves(&session).unwrap_or_default().into_iter();
    let moves: Vec<Value> =
        moves.map(|(text, value)| json!({ "move": text, "value": exact(value) })).collect();
    Ok(json!({ "value": tablebase.probe(&session).map(exact), "moves": moves }))
}

/// The move of a computer player.
pub(crate) fn choose(request: &Request) -> Response {
    let (session, _) = request.session()?;
    let level = request.number("level")?.and_then(|number| Level::new(number.try_into().ok()?));
    let level = level.ok_or_else(|| {
        RequestError(say!(request.lang, "levels go from 1 to 10", "les niveaux vont de 1 à 10"))
    })?;
    let random = request.number("random")?.unwrap_or(0);
    with_searcher(
        &session,
        |searcher| json!({ "move": searcher.choose(&session, level, random, &CancelToken::new()) }),
    )
}

fn limits(request: &Request) -> Result<Limits, RequestError> {
    let limits = Limits {
        depth: request.number("depth")?.map(|depth| depth.try_into().unwrap_or(u32::MAX)),
        nodes: request.number("nodes")?,
        time: request.number("time")?.map(Duration::from_millis),
    };
    // A search in a page can only be stopped by ending its worker, so there is always a limit.
    Ok(if limits == Limits::default() { Limits::time(Duration::from_secs(1)) } else { limits })
}

fn to_json(searcher: &Searcher, result: &SearchResult) -> Value {
    let lines = result.lines.iter().map(|line| {
        let evaluation = Evaluation::of_line(searcher, result, line);
        json!({ "evaluation": evaluation, "moves": line.moves })
    });
    json!({
        "depth": result.depth,
        "seldepth": result.seldepth,
        "nodes": result.nodes,
        "milliseconds": result.time.as_millis() as u64,
        "lines": lines.collect::<Vec<_>>(),
    })
}

/// Principal variations with their evaluations.
pub(crate) fn search(request: &Request, progress: &mut dyn FnMut(&str)) -> Response {
    let (session, _) = request.session()?;
    let lines = request.number("lines")?.unwrap_or(1).clamp(1, 20) as usize;
    let search_options =
        SearchOptions { limits: limits(request)?, multi_pv: lines, ..SearchOptions::default() };
    with_searcher(&session, |searcher| {
        let result = searcher.search(&session, search_options, &CancelToken::new(), &mut |result| {
            progress(&to_json(searcher, result).to_string());
        });
        to_json(searcher, &result)
    })
}

/// The analysis of the whole game. Explanations come in both languages, so that a page can switch between them.
pub(crate) fn analyse(request: &Request, progress: &mut dyn FnMut(&str)) -> Response {
    let (session, _) = request.session()?;
    let limits = limits(request)?;
    let report = with_searcher(&session, |searcher| {
        mekong_analysis::analyse_game(searcher, &session, limits, &CancelToken::new(), &mut |report| {
            progress(&move_json(&session, report).to_string());
        })
    })?;
    let report = report.ok_or_else(|| RequestError("the searcher is missing".to_owned()))?;
    let mut value = serde_json::to_value(&report).map_err(|error| RequestError(error.to_string()))?;
    value["moves"] = report.moves.iter().map(|report| move_json(&session, report)).collect();
    Ok(value)
}

/// The report of a move with its annotation glyph and explanations.
fn move_json(session: &GameSession, report: &MoveReport) -> Value {
    report_json(report, &mekong_analysis::explain_move_of_game(session, report))
}

fn report_json(report: &MoveReport, explanation: &Explanation) -> Value {
    let mut value = serde_json::to_value(report).unwrap_or_default();
    value["nag"] = json!(report.nag());
    value["why"] = json!({ "en": explanation.sentences(Lang::En), "fr": explanation.sentences(Lang::Fr) });
    value
}

/// The report of one move in the position of a session, with the drawing of the move and its reply.
pub(crate) fn judge(request: &Request) -> Response {
    let (session, _) = request.session()?;
    let limits = limits(request)?;
    let text = request.text("move").unwrap_or_default();
    let report = with_searcher(&session, |searcher| {
        mekong_analysis::analyse_move(searcher, &session, text, limits, &CancelToken::new())
    })?;
    let report = report.map_err(|error| RequestError(error.explain(request.lang)))?;
    let explanation = mekong_analysis::explain_move(&session, &report);
    let line: Vec<String> = std::iter::once(text.to_owned()).chain(report.reply.first().cloned()).collect();
    let mut value = report_json(&report, &explanation);
    value["marks"] = marks_json(&mekong_analysis::line_marks(&session, &line));
    if report.label.is_bad() {
        let [en, fr] = [Lang::En, Lang::Fr].map(|lang| explanation.consequence(lang));
        value["consequence"] = json!({ "en": en, "fr": fr });
    }
    Ok(value)
}

/// A good move in two stages, and the expected reply.
pub(crate) fn hint(request: &Request) -> Response {
    let (session, _) = request.session()?;
    let limits = limits(request)?;
    let hint = with_searcher(&session, |searcher| {
        mekong_analysis::find_hint(searcher, &session, limits, &CancelToken::new())
    })?;
    Ok(match hint {
        Some(hint) => {
            let stages = hint.stages(request.lang);
            let mut value = json!({
                "move": hint.best(),
                "line": hint.line,
                "stages": stages.each_ref().map(board_marks),
                "evaluation": hint.evaluation,
            });
            if let Some(reply) = hint.reply(request.lang) {
                value["reply"] = board_marks(&reply.marks);
                value["reply"]["move"] = json!(reply.text);
            }
            value
        }
        None => Value::Null,
    })
}

/// What the opponent would play if it were their turn.
pub(crate) fn threat(request: &Request) -> Response {
    let (session, _) = request.session()?;
    let limits = limits(request)?;
    let Some(passed) = session.after_pass() else {
        return Ok(json!({ "reason": say!(
            request.lang,
            "the player to move has to answer, so there is no move to skip",
            "le joueur au trait doit répondre : il n’y a pas de coup à passer",
        ) }));
    };
    let hint = with_searcher(&session, |searcher| {
        mekong_analysis::find_hint(searcher, &passed, limits, &CancelToken::new())
    })?;
    let Some(hint) = hint else { return Ok(Value::Null) };
    Ok(json!({
        "move": hint.best(),
        "line": hint.line,
        "evaluation": hint.evaluation,
        "text": passed.describe(hint.best(), request.lang).unwrap_or_default(),
        "marks": marks_json(&passed.move_marks(hint.best()).unwrap_or_default()),
    }))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    fn request(fields: &Value) -> Value {
        serde_json::from_str(&crate::handle_request(&fields.to_string(), &mut |_| {})).unwrap()
    }

    /// The rhinos win at once with c2c3, which pushes a rock off the board.
    const POSITION: &str = "2o2/2o2/2n2/2n2/4o R 11 -";

    #[test]
    fn move_is_judged_with_its_consequence() {
        let judge = |mv: &str| {
            request(
                &json!({ "do": "judge", "game": "siam", "position": POSITION, "move": mv, "nodes": 2_000 }),
            )
        };
        let response = judge("c2c1S");
        assert!(["blunder", "missed-win"].contains(&response["label"].as_str().unwrap()), "{response}");
        assert_eq!(response["best"], "c2c3");
        assert!(!response["consequence"]["fr"].as_str().unwrap().is_empty(), "{response}");
        assert!(
            response["marks"].as_array().unwrap().iter().any(|mark| mark["kind"] == "arrow"),
            "{response}"
        );
        let response = judge("c2c3");
        assert!(["best", "only"].contains(&response["label"].as_str().unwrap()), "{response}");
        assert_eq!((&response["proven"], response.get("consequence")), (&json!(true), None));
        assert!(judge("zz")["error"].is_string());
    }

    #[test]
    fn threat_is_the_best_move_of_the_opponent() {
        // The elephants are to move; the rhinos threaten to push the rock off the board.
        let position = POSITION.replace('R', "E");
        let response =
            request(&json!({ "do": "threat", "game": "siam", "position": position, "nodes": 2_000 }));
        assert_eq!(response["move"], "c2c3");
        assert_eq!(response["evaluation"]["score"], json!({ "mate": 1 }));
        assert!(response["marks"].as_array().unwrap().iter().any(|mark| mark["kind"] == "arrow"));
        // A slot has to be filled, so that there is no position after a pass.
        let response =
            request(&json!({ "do": "threat", "game": "saigon", "position": "-/L/D/LDLD D", "nodes": 10 }));
        assert!(response["reason"].is_string(), "{response}");
    }
}
