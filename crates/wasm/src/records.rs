use mekong_catalog::{ReplayError, ReplayWhy, Session, replay};
use mekong_core::{Explain as _, Lang};
use mekong_record::Record;
use serde_json::json;

use crate::ask::{Answer, Question, Unanswered};

/// A game as PGN: the one that is asked about, or a record in JSON with variations and remarks.
pub(crate) fn write(question: &Question) -> Answer {
    let Some(record) = question.fields.get("record") else {
        let (session, _) = question.session()?;
        return Ok(json!({ "pgn": session.to_record().to_pgn() }));
    };
    let records = mekong_record::read_json(&record.to_string());
    let mut record = first(records.map_err(|error| error.explain(question.lang)), question.lang)?;
    match replay(&record) {
        Ok(_) => {}
        // A resigned game that is continued may end in another way.
        Err(ReplayError { why: ReplayWhy::Result { expected, .. }, .. }) => record.set_result(expected),
        Err(error) => return Err(Unanswered(error.explain(question.lang))),
    }
    Ok(json!({ "pgn": in_order(&record).to_pgn() }))
}

/// The same with its tags as files have them: JSON that went through a page has lost their order.
fn in_order(record: &Record) -> Record {
    let mut ordered = Record::new(record.game().unwrap_or_default(), &record.variants(), record.fen());
    for (name, value) in record.tags().iter() {
        // They were read from a record, so they cannot be refused.
        let _ = ordered.set_tag(name, value);
    }
    ordered.set_result(record.result());
    ordered.first = record.first;
    ordered.before.clone_from(&record.before);
    ordered.line.clone_from(&record.line);
    ordered
}

/// The first game of a file, in either format.
pub(crate) fn read(question: &Question) -> Answer {
    let text = question.text("pgn").unwrap_or_default();
    let records = mekong_record::read_records(text.as_bytes(), None);
    let record = first(records.map_err(|error| error.explain(question.lang)), question.lang)?;
    let session = replay(&record).map_err(|error| Unanswered(error.explain(question.lang)))?;
    Ok(told(&session, &record))
}

fn told(session: &Session, record: &Record) -> serde_json::Value {
    json!({
        "game": session.info().id,
        "variant": session.variant_names(),
        "position": session.start_text(),
        "moves": session.moves(),
        "record": record,
    })
}

fn first(records: Result<Vec<Record>, String>, lang: Lang) -> Result<Record, Unanswered> {
    let none = || mekong_record::Why::NoGame.explain(lang);
    records.and_then(|records| records.into_iter().next().ok_or_else(none)).map_err(Unanswered)
}
