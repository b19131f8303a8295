use std::{cell::RefCell, sync::atomic::AtomicBool, time::Duration};

use mekong_analysis::{Halt, MoveReport, Worth};
use mekong_catalog::{Level, Mind, Session, Thought, find};
use mekong_core::{Explain as _, Lang};
use mekong_engine::{Limits, Plan};
use serde_json::{Value, json};

use crate::ask::{Answer, Question, Unanswered};

/// The memory of the mind, in megabytes: a phone has to bear it.
const MEGABYTES: usize = 16;

thread_local! {
    /// The mind of the game that was asked about last. It remembers what it has seen.
    static MIND: RefCell<Option<Mind>> = const { RefCell::new(None) };
}

fn with_mind<T>(session: &Session, ask: impl FnOnce(&Mind) -> T) -> Result<T, Unanswered> {
    let id = session.info().id;
    MIND.with_borrow_mut(|kept| {
        if kept.as_ref().is_none_or(|mind| mind.entry().info().id != id) {
            let entry = find(id).map_err(|error| Unanswered(error.to_string()))?;
            *kept = Some(Mind::new(entry, MEGABYTES));
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
    let stop = AtomicBool::new(false);
    with_mind(&session, |mind| json!({ "move": mind.choose(&session, level, random, &stop) }))
}

fn limits(question: &Question) -> Result<Limits, Unanswered> {
    let limits = Limits {
        depth: question.number("depth")?.map(|depth| depth.try_into().unwrap_or(u32::MAX)),
        nodes: question.number("nodes")?,
        time: question.number("time")?.map(Duration::from_millis),
    };
    // Nobody can stop a page's thinking but the page, by throwing it away: there is always an end.
    Ok(if limits == Limits::default() { Limits::time(Duration::from_secs(1)) } else { limits })
}

fn in_json(mind: &Mind, thought: &Thought) -> Value {
    let lines = thought.lines.iter().map(|line| {
        let worth = Worth::of_line(mind, thought, line);
        json!({ "worth": worth, "moves": line.moves })
    });
    json!({
        "depth": thought.depth,
        "deepest": thought.deepest,
        "nodes": thought.nodes,
        "milliseconds": thought.time.as_millis() as u64,
        "lines": lines.collect::<Vec<_>>(),
    })
}

/// Lines of play and what they are worth.
pub(crate) fn think(question: &Question, tell: &mut dyn FnMut(&str)) -> Answer {
    let (session, _) = question.session()?;
    let lines = question.number("lines")?.unwrap_or(1).clamp(1, 20) as usize;
    let plan = Plan { limits: limits(question)?, lines, ..Plan::default() };
    let stop = AtomicBool::new(false);
    with_mind(&session, |mind| {
        let thought =
            mind.think(&session, plan, &stop, &mut |thought| tell(&in_json(mind, thought).to_string()));
        in_json(mind, &thought)
    })
}

/// The analysis of the whole game. Each move says why in both languages, so that a page can change its language.
pub(crate) fn judge(question: &Question, tell: &mut dyn FnMut(&str)) -> Answer {
    let (session, _) = question.session()?;
    let limits = limits(question)?;
    let report = with_mind(&session, |mind| {
        mekong_analysis::judge_game(mind, &session, limits, &Halt::new(), &mut |report| {
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
    let hint = with_mind(&session, |mind| mekong_analysis::hint(mind, &session, limits, &Halt::new()))?;
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
