use std::sync::Arc;

use axum::{body::Body, extract::State, response::Response};
use futures_util::{StreamExt as _, stream};
use mekong_record::Record;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    super::{
        AppState, Problem,
        auth::CurrentUser,
        browse::player::{PlayerName, find},
        client::Client,
        error_responses::ReadErrors,
        fields,
        json::{IdPath, Path, Query},
        ndjson::NDJSON,
    },
    file,
};
use crate::{
    app::App,
    limits::FilePermit,
    store::{GameFilter, StoreError},
};

pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(export_game))
        .routes(routes!(export_games_of_player))
        .routes(routes!(export_all))
}

const PGN: &str = "application/x-chess-pgn";

/// Number of games per query. No more are held in memory.
const PAGE: i64 = 50;

/// Format of one game.
#[derive(Clone, Copy, PartialEq, Eq, Default, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum OneFormat {
    /// PGN.
    #[default]
    Pgn,
    /// JSON.
    Json,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
struct OneQuery {
    /// Format; by default PGN.
    #[param(inline)]
    #[serde(default)]
    format: OneFormat,
}

/// One game as a file, also while it is played, and of imported games.
#[utoipa::path(get, path = "/api/game/{id}/export", tag = "records", params(IdPath, OneQuery),
    responses((status = 200, content((String = "application/x-chess-pgn"), (Object = "application/json"))), ReadErrors))]
async fn export_game(
    State(app): State<AppState>,
    Path(IdPath { id }): Path<IdPath>,
    Query(OneQuery { format }): Query<OneQuery>,
) -> Result<Response, Problem> {
    let record = app.records.record_with_clocks(&id).await?.ok_or_else(Problem::not_found)?;
    Ok(match format {
        OneFormat::Pgn => file(Body::from(record.to_pgn()), PGN, &format!("{id}.pgn")),
        OneFormat::Json => file(Body::from(record.to_json()), "application/json", &format!("{id}.json")),
    })
}

/// Format of several games.
#[derive(Clone, Copy, PartialEq, Eq, Default, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum ManyFormat {
    /// PGN.
    #[default]
    Pgn,
    /// One JSON object per line.
    Ndjson,
}

impl ManyFormat {
    const fn kind(self) -> &'static str {
        match self {
            ManyFormat::Pgn => PGN,
            ManyFormat::Ndjson => NDJSON,
        }
    }

    const fn ending(self) -> &'static str {
        match self {
            ManyFormat::Pgn => "pgn",
            ManyFormat::Ndjson => "ndjson",
        }
    }

    /// A game with its separator.
    fn write(self, record: &Record) -> String {
        match self {
            ManyFormat::Pgn => record.to_pgn() + "\n",
            ManyFormat::Ndjson => record.to_json() + "\n",
        }
    }
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
struct ManyQuery {
    /// Format; by default PGN.
    #[param(inline)]
    #[serde(default)]
    format: ManyFormat,
    /// Only this kind of game.
    #[param(schema_with = fields::game_schema, required = false)]
    #[serde(default, deserialize_with = "fields::maybe_game")]
    game: Option<String>,
}

/// All finished games of a player, the newest first, as a stream.
#[utoipa::path(get, path = "/api/player/{name}/export", tag = "records", params(PlayerName, ManyQuery),
    responses((status = 200, content((String = "application/x-chess-pgn"), (String = "application/x-ndjson"))), ReadErrors),
    security(("token" = [])))]
async fn export_games_of_player(
    State(app): State<AppState>,
    current: Option<CurrentUser>,
    client: Client,
    Path(PlayerName { name }): Path<PlayerName>,
    Query(ManyQuery { format, game }): Query<ManyQuery>,
) -> Result<Response, Problem> {
    let permit = permit(&app, current.as_ref(), client)?;
    let user = find(&app, &name).await?;
    let name = user.name.unwrap_or(name);
    let filter = GameFilter { user: Some(user.id), game, ..GameFilter::default() };
    Ok(stream_games(app, permit, filter, format, &name))
}

/// All finished games, the newest first, as a stream.
#[utoipa::path(get, path = "/api/export", tag = "records", params(ManyQuery),
    responses((status = 200, content((String = "application/x-chess-pgn"), (String = "application/x-ndjson"))), ReadErrors),
    security(("token" = [])))]
async fn export_all(
    State(app): State<AppState>,
    current: Option<CurrentUser>,
    client: Client,
    Query(ManyQuery { format, game }): Query<ManyQuery>,
) -> Result<Response, Problem> {
    let permit = permit(&app, current.as_ref(), client)?;
    Ok(stream_games(app, permit, GameFilter { game, ..GameFilter::default() }, format, "mekong"))
}

/// A permit for an export.
fn permit(app: &AppState, current: Option<&CurrentUser>, client: Client) -> Result<FilePermit, Problem> {
    Ok(app.limits.export(client.address, current.map(|current| current.user.id.as_str()))?)
}

/// Games are read as the client consumes them; a client that disconnects stops the export.
fn stream_games(
    app: AppState,
    permit: FilePermit,
    filter: GameFilter,
    format: ManyFormat,
    name: &str,
) -> Response {
    let filter = GameFilter { is_over: true, limit: PAGE, ..filter };
    let pages = stream::unfold(Some((app, permit, filter)), move |state| async move {
        let (app, permit, mut filter) = state?;
        match page(&app, &mut filter, format).await {
            Ok((text, true)) => Some((Ok(text), Some((app, permit, filter)))),
            Ok((text, false)) => Some((Ok(text), None)),
            // Abort the response, so that an incomplete file is not mistaken for a complete one.
            Err(error) => {
                tracing::warn!(%error, "export aborted");
                Some((Err(error), None))
            }
        }
    });
    // The compression layer polls once more after the end.
    file(Body::from_stream(pages.fuse()), format.kind(), &format!("{name}.{}", format.ending()))
}

/// The next games, and whether more follow; the filter is advanced.
async fn page(
    app: &Arc<App>,
    filter: &mut GameFilter,
    format: ManyFormat,
) -> Result<(String, bool), StoreError> {
    let mut text = String::new();
    // A page may be empty although more follow.
    while text.is_empty() {
        let page = app.store.games(filter).await?;
        let users = app.views.users_in(&page.games).await?;
        for row in &page.games {
            text.push_str(&format.write(&app.records.record(row, &users)?));
        }
        if page.next.is_none() {
            return Ok((text, false));
        }
        filter.before = page.next;
    }
    Ok((text, true))
}
