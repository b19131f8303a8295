use std::{cell::RefCell, time::Duration};

use mekong_analysis::{MoveReport, Worth};
use mekong_catalog::{Session, find};
use mekong_core::{CancelToken, Explain as _, Lang};
use mekong_engine::{Limits, Plan};
use mekong_players::{Level, SearchResult, Searcher};
use serde_json::{Value, json};

use crate::ask::{Answer, Question, Unanswered};

/// The memory of the searcher, in megabytes: a phone has to bear it.
const MEGABYTES: usize = 16;

thread_local! {
    /// The searcher of the game that was searched last, with its hash memory.
    static MIND: RefCell<Option<Searcher>> = const { RefCell::new(None) };
}

fn with_mind<T>(session: &Session, ask: impl FnOnce(&Searcher) -> T) -> Result<T, Unanswered> {
    let id = session.info().id;
    MIND.with_borrow_mut(|kept| {
        if kept.as_ref().is_none_or(|searcher| searcher.entry().info().id != id) {
            let entry = find(id).map_err(|error| Unanswered(error.to_string()))?;
            *kept = Some(Searcher::new(entry, MEGABYTES));
        }
        kept.as_ref().map(ask).ok_or_else(|| Unanswered("nobody is there to think".to_owned()))
    })
}

/// The move of a computer opponent.
pub(crate) fn choose(question: &Question) -> Answer {
    let (session, _) = question.session()?;
    let level = question.number("level")?.and_then(|number| Level::new(number.try_into().ok()?));
    let level = level.ok_or_else(|| Unanswered("levels go from 1 to 10".to_owned()))?;
    let random = question.number("random")?.unwrap_or(0);
    let stop = CancelToken::new();
    with_mind(&session, |searcher| json!({ "move": searcher.choose(&session, level, random, &stop) }))
}

fn limits(question: &Question) -> Result<Limits, Unanswered> {
    let limits = Limits {
        depth: question.number("depth")?.map(|depth| depth.try_into().unwrap_or(u32::MAX)),
        nodes: question.number("nodes")?,
        time: question.number("time")?.map(Duration::from_millis),
    };
    // A search in a page can only be stopped by ending its worker, so there is always a limit.
    Ok(if limits == Limits::default() { Limits::time(Duration::from_secs(1)) } else { limits })
}

fn in_json(searcher: &Searcher, result: &SearchResult) -> Value {
    let lines = result.lines.iter().map(|line| {
        let worth = Worth::of_line(searcher, result, line);
        json!({ "worth": worth, "moves": line.moves })
    });
    json!({
        "depth": result.depth,
        "deepest": result.seldepth,
        "nodes": result.nodes,
        "milliseconds": result.time.as_millis() as u64,
        "lines": lines.collect::<Vec<_>>(),
    })
}

/// Lines of play and what they are worth.
pub(crate) fn think(question: &Question, tell: &mut dyn FnMut(&str)) -> Answer {
    let (session, _) = question.session()?;
    let lines = question.number("lines")?.unwrap_or(1).clamp(1, 20) as usize;
    let plan = Plan { limits: limits(question)?, lines, ..Plan::default() };
    let stop = CancelToken::new();
    with_mind(&session, |searcher| {
        let result = searcher
            .search(&session, plan, &stop, &mut |result| tell(&in_json(searcher, result).to_string()));
        in_json(searcher, &result)
    })
}

/// The analysis of the whole game. Each move says why in both languages, so that a page can change its language.
pub(crate) fn judge(question: &Question, tell: &mut dyn FnMut(&str)) -> Answer {
    let (session, _) = question.session()?;
    let limits = limits(question)?;
    let report = with_mind(&session, |searcher| {
        mekong_analysis::judge_game(searcher, &session, limits, &CancelToken::new(), &mut |report| {
            tell(&judged(&session, report).to_string());
        })
    })?;
    let report = report.ok_or_else(|| Unanswered("nobody is there to think".to_owned()))?;
    let mut value = serde_json::to_value(&report).map_err(|error| Unanswered(error.to_string()))?;
    value["moves"] = report.moves.iter().map(|report| judged(&session, report)).collect();
    Ok(value)
}

fn judged(session: &Session, report: &MoveReport) -> Value {
    let mut before = session.clone();
    while before.moves().len() >= report.ply && before.undo().is_some() {}
    let why = mekong_analysis::why(&before, report);
    let mut value = serde_json::to_value(report).unwrap_or_default();
    value["nag"] = json!(report.nag());
    value["why"] = json!({ "en": why.sentences(Lang::En), "fr": why.sentences(Lang::Fr) });
    value
}

/// A good move, and words for it.
pub(crate) fn hint(question: &Question) -> Answer {
    let (session, _) = question.session()?;
    let limits = limits(question)?;
    let hint = with_mind(&session, |searcher| {
        mekong_analysis::hint(searcher, &session, limits, &CancelToken::new())
    })?;
    Ok(match hint {
        Some(hint) => json!({
            "move": hint.line.first(),
            "first": hint.first(question.lang),
            "answer": hint.explain(question.lang),
            "worth": hint.worth,
        }),
        None => Value::Null,
    })
}
