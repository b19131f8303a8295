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

use super::{failed, open};

/// How many are listed: whoever gets more has other worries than the oldest.
const MOST: i64 = 1_000;

/// A complaint with the names of both.
struct Named {
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
    let store = open(setup, lang).await?;
    let reports = named(&store).await;
    store.close().await;
    let reports = reports.map_err(|error| failed(&error, lang))?;
    let mut out = io::stdout().lock();
    if matches.get_flag("json") {
        for Named { row, from, about } in &reports {
            let line = json!({
                "created": row.created, "game": row.game, "seq": row.seq, "text": row.text, "why": row.why,
                "from": { "id": row.from, "name": from }, "about": { "id": row.about, "name": about },
            });
            writeln!(out, "{line}")?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    for Named { row, from, about } in &reports {
        // Those without a name are called by their number.
        let who = |name: &Option<String>, id: &str| visible(name.as_deref().unwrap_or(id));
        let (from, about) = (who(from, &row.from), who(about, &row.about));
        let (day, game, seq) = (date(row.created), &row.game, row.seq);
        let (text, why) = (quoted(&row.text, lang), visible(&row.why));
        let line = say!(
            lang,
            "{day}  game {game}, event {seq}: {about} said {text}; {from} complains: {why}",
            "{day}  partie {game}, événement {seq} : {about} a dit {text} ; {from} s'en plaint : {why}",
        );
        writeln!(out, "{line}")?;
    }
    let count = reports.len();
    writeln!(out, "{}", say!(lang, "complaints: {count}", "plaintes : {count}"))?;
    Ok(ExitCode::SUCCESS)
}

async fn named(store: &Store) -> Result<Vec<Named>, StoreError> {
    let mut all = Vec::new();
    for row in store.reports(MOST).await? {
        let from = store.user(&row.from).await?.and_then(|user| user.name);
        let about = store.user(&row.about).await?.and_then(|user| user.name);
        all.push(Named { row, from, about });
    }
    Ok(all)
}
