use mekong_analysis::{MoveReport, analyse_game, annotate, default_nodes, explain_move_of_game};
use mekong_core::{CancelToken, Lang};
use mekong_players::Searcher;
use pyo3::prelude::*;
use serde_json::{Value, json};

use crate::{
    args::{self, Arg, SearchArgs},
    background::{self, Reporter, call_with_amount},
    position::entry_of,
    record::Record,
    tablebase::Tablebase,
};

/// The analysis of a record as JSON, and the annotated record.
#[pyfunction]
#[pyo3(signature = (record, limits, megabytes, table, lang, progress, /))]
pub(crate) fn analyse(
    py: Python<'_>,
    record: &Bound<'_, Record>,
    limits: SearchArgs<'_>,
    megabytes: Arg<'_, '_>,
    table: Option<Bound<'_, Tablebase>>,
    lang: Option<Arg<'_, '_>>,
    progress: Option<Arg<'_, '_>>,
) -> PyResult<(String, Record)> {
    let session = record.get().replayed(py)?;
    let entry = entry_of(&session);
    let lang = args::lang(lang)?;
    let search_options = args::search_options(&limits, Some(default_nodes(entry)))?;
    let megabytes = args::megabytes(megabytes)?;
    let table = table.map(|table| table.get().of_game(py, entry)).transpose()?;
    let total = session.moves().len() as u64;
    let work = |cancel: &CancelToken, reporter: &Reporter<'_, (u64, u64)>| {
        let mut searcher = Searcher::new(entry, megabytes);
        if let Some(table) = table {
            searcher = searcher.with_tablebase(table);
        }
        let mut done = 0;
        analyse_game(&searcher, &session, search_options, cancel, &mut |_| {
            done += 1;
            reporter.report(|| (done, total));
        })
    };
    let report = background::run(py, progress, work, call_with_amount)?;
    let Some(report) = report else {
        return Ok((Value::Null.to_string(), Record::new(record.get().inner().clone())));
    };
    let mut value = serde_json::to_value(&report).unwrap_or_default();
    let move_json = |report: &MoveReport| {
        let explanation = explain_move_of_game(&session, report);
        let mut value = serde_json::to_value(report).unwrap_or_default();
        value["why"] =
            json!({ "en": explanation.sentences(Lang::En), "fr": explanation.sentences(Lang::Fr) });
        value
    };
    value["moves"] = report.moves.iter().map(move_json).collect();
    let mut annotated = record.get().inner().clone();
    annotate(&mut annotated, &report, lang);
    Ok((value.to_string(), Record::new(annotated)))
}
