use std::{
    io::{self, Write as _},
    process::ExitCode,
};

use clap::ArgMatches;
use mekong_core::{quoted, say, visible};
use mekong_server::{
    config::Setup,
    store::{ReportRow, Store, StoreError},
    time::date,
};
use mekong_terminal::{context::Context, failure::Failure};
use serde_json::json;

use super::query;

/// The number of reports listed.
const MAX_REPORTS: i64 = 1_000;

/// A report with the names of both players.
struct NamedReport {
    row: ReportRow,
    from: Option<String>,
    about: Option<String>,
}

pub(super) async fn list(
    matches: &ArgMatches,
    setup: &Setup,
    context: &Context,
) -> Result<ExitCode, Failure> {
    let lang = context.lang;
    let reports = query(setup, lang, named_reports).await?;
    let mut out = io::stdout().lock();
    if matches.get_flag("json") {
        for NamedReport { row, from, about } in &reports {
            let line = json!({
                "created": row.created, "game": row.game, "seq": row.seq, "text": row.text, "why": row.why,
                "from": { "id": row.from, "name": from }, "about": { "id": row.about, "name": about },
            });
            writeln!(out, "{line}")?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    for NamedReport { row, from, about } in &reports {
        // Guests have no name.
        let who = |name: &Option<String>, id: &str| visible(name.as_deref().unwrap_or(id));
        let (from, about) = (who(from, &row.from), who(about, &row.about));
        let (day, game, seq) = (date(row.created), &row.game, row.seq);
        let (text, why) = (quoted(&row.text, lang), visible(&row.why));
        let line = say!(
            lang,
            "{day}  game {game}, event {seq}: {from} reports {about} for {text}: {why}",
            "{day}  partie {game}, événement {seq} : {from} signale {about} pour {text} : {why}",
        );
        writeln!(out, "{line}")?;
    }
    let count = reports.len();
    writeln!(out, "{}", say!(lang, "reports: {count}", "signalements : {count}"))?;
    Ok(ExitCode::SUCCESS)
}

async fn named_reports(store: &Store) -> Result<Vec<NamedReport>, StoreError> {
    let mut all = Vec::new();
    for row in store.reports(MAX_REPORTS).await? {
        let from = store.user(&row.from).await?.and_then(|user| user.name);
        let about = store.user(&row.about).await?.and_then(|user| user.name);
        all.push(NamedReport { row, from, about });
    }
    Ok(all)
}
