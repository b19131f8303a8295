use mekong_core::Explain as _;
use serde_json::json;

use crate::ask::{Answer, Question, Unanswered};

/// The game as PGN.
pub(crate) fn write(question: &Question) -> Answer {
    let (session, _) = question.session()?;
    Ok(json!({ "pgn": session.to_record().to_pgn() }))
}

/// The first game of a file.
pub(crate) fn read(question: &Question) -> Answer {
    let text = question.text("pgn").unwrap_or_default();
    let records = mekong_record::read_pgn(text).map_err(|error| Unanswered(error.explain(question.lang)))?;
    let record = records.first().ok_or_else(|| Unanswered("there is no game in the file".to_owned()))?;
    let session = mekong_catalog::replay(record).map_err(|error| Unanswered(error.explain(question.lang)))?;
    Ok(json!({
        "game": session.info().id,
        "variant": session.variant_names(),
        "position": session.start_text(),
        "moves": session.moves(),
    }))
}
