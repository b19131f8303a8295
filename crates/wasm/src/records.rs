use mekong_catalog::{GameSession, ReplayError, ReplayErrorKind, replay};
use mekong_core::{Explain as _, Lang};
use mekong_record::Record;
use serde_json::json;

use crate::request::{Request, RequestError, Response};

/// Writes PGN: of the game that the request describes, or of a record with variations and comments.
pub(crate) fn write(request: &Request) -> Response {
    let Some(record) = request.fields.get("record") else {
        let (session, _) = request.session()?;
        return Ok(json!({ "pgn": session.to_record().to_pgn() }));
    };
    let records = mekong_record::read_json(&record.to_string());
    let mut record = first(records.map_err(|error| error.explain(request.lang)), request.lang)?;
    match replay(&record) {
        Ok(_) => {}
        // A resigned game that is continued may end in another way.
        Err(ReplayError { kind: ReplayErrorKind::Result { expected, .. }, .. }) => {
            record.set_result(expected);
        }
        Err(error) => return Err(RequestError(error.explain(request.lang))),
    }
    Ok(json!({ "pgn": in_order(&record).to_pgn() }))
}

/// The record with its tags in the usual order, which JavaScript objects do not keep.
fn in_order(record: &Record) -> Record {
    let mut ordered = Record::new(record.game().unwrap_or_default(), &record.variants(), record.fen());
    for (name, value) in record.tags().iter() {
        // Tags of a record are valid.
        let _ = ordered.set_tag(name, value);
    }
    ordered.set_result(record.result());
    ordered.first = record.first;
    ordered.before.clone_from(&record.before);
    ordered.plies.clone_from(&record.plies);
    ordered
}

/// Reads the first game of a file in either format.
pub(crate) fn read(request: &Request) -> Response {
    let text = request.text("pgn").unwrap_or_default();
    let records = mekong_record::read_records(text.as_bytes(), None);
    let record = first(records.map_err(|error| error.explain(request.lang)), request.lang)?;
    let session = replay(&record).map_err(|error| RequestError(error.explain(request.lang)))?;
    Ok(to_json(&session, &record))
}

fn to_json(session: &GameSession, record: &Record) -> serde_json::Value {
    json!({
        "game": session.info().id,
        "variant": session.variant_ids(),
        "position": session.start_text(),
        "moves": session.moves(),
        "record": record,
    })
}

fn first(records: Result<Vec<Record>, String>, lang: Lang) -> Result<Record, RequestError> {
    let none = || mekong_record::RecordErrorKind::NoGame.explain(lang);
    records.and_then(|records| records.into_iter().next().ok_or_else(none)).map_err(RequestError)
}
