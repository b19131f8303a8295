use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::super::{
    AppState, Problem,
    error_responses::ReadErrors,
    fields,
    json::{Json, Query},
};
use crate::{app::App, protocol::ListedGameView, secrets, store::GameFilter, time::Millis};

pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(live)).routes(routes!(search))
}

/// A page of games.
#[derive(Serialize, ToSchema)]
struct GameListView {
    /// The newest first.
    games: Vec<ListedGameView>,
    /// The value of `before` for the next page; null at the end. If matches are rare, a page may be short or empty
    /// although more follow.
    next: Option<String>,
}

/// A selection of live games.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
struct LiveQuery {
    /// Only this kind of game.
    #[param(schema_with = fields::game_schema, required = false)]
    #[serde(default, deserialize_with = "fields::maybe_game")]
    game: Option<String>,
    /// Maximum number of games; by default 30.
    #[param(minimum = 1, maximum = 100)]
    limit: Option<u32>,
}

/// The live games in progress, to watch.
#[utoipa::path(get, path = "/api/games/live", tag = "games", params(LiveQuery),
    responses((status = 200, body = GameListView), ReadErrors))]
async fn live(
    State(app): State<AppState>,
    Query(query): Query<LiveQuery>,
) -> Result<Json<GameListView>, Problem> {
    let filter =
        GameFilter { game: query.game, is_live: true, limit: limit(query.limit)?, ..GameFilter::default() };
    let page = app.store.games(&filter).await?;
    Ok(Json(GameListView { games: app.views.listed_games(&page.games).await?, next: None }))
}

/// Result of a game.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum ResultFilter {
    /// The given player won.
    Win,
    /// The given player lost.
    Loss,
    /// Draw.
    Draw,
    /// The first player won.
    P1,
    /// The second player won.
    P2,
}

/// Source of games.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum SourceFilter {
    /// Played here.
    Played,
    /// Imported.
    Imported,
}

/// Search criteria.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
struct SearchQuery {
    /// Name of a player. If there is an account of that name, the games of that account; otherwise, and with
    /// `source=imported`, imported games with that name.
    #[param(min_length = 1, max_length = 60, pattern = "^[^\\x00]*$")]
    #[serde(default, deserialize_with = "fields::maybe_name")]
    player: Option<String>,
    /// Name of the opponent, likewise.
    #[param(min_length = 1, max_length = 60, pattern = "^[^\\x00]*$")]
    #[serde(default, deserialize_with = "fields::maybe_name")]
    opponent: Option<String>,
    /// Kind of game.
    #[param(schema_with = fields::game_schema, required = false)]
    #[serde(default, deserialize_with = "fields::maybe_game")]
    game: Option<String>,
    /// Source; by default all.
    #[param(inline)]
    source: Option<SourceFilter>,
    /// Only games imported by this user.
    #[param(min_length = 1, max_length = 60, pattern = "^[^\\x00]*$")]
    #[serde(default, deserialize_with = "fields::maybe_name")]
    imported_by: Option<String>,
    /// Result. `win` and `loss` need a player.
    #[param(inline)]
    result: Option<ResultFilter>,
    /// Started at or after this time, in milliseconds since 1970.
    #[param(minimum = -9_000_000_000_000_i64, maximum = 9_000_000_000_000_i64)]
    #[serde(default, deserialize_with = "fields::maybe_timestamp")]
    since: Option<i64>,
    /// Started at or before this time.
    #[param(minimum = -9_000_000_000_000_i64, maximum = 9_000_000_000_000_i64)]
    #[serde(default, deserialize_with = "fields::maybe_timestamp")]
    until: Option<i64>,
    /// Cursor: `next` of the previous page.
    #[param(max_length = 30, pattern = "^-?[0-9]{1,14}\\.[a-z2-9]{12}$")]
    before: Option<String>,
    /// Maximum number of games; by default 30.
    #[param(minimum = 1, maximum = 100)]
    limit: Option<u32>,
}

/// Searches games, finished or in progress, the newest first.
#[utoipa::path(get, path = "/api/games/search", tag = "games", params(SearchQuery),
    responses((status = 200, body = GameListView), ReadErrors))]
async fn search(
    State(app): State<AppState>,
    Query(query): Query<SearchQuery>,
) -> Result<Json<GameListView>, Problem> {
    let limit = limit(query.limit)?;
    let mut filter = GameFilter {
        game: query.game,
        since: query.since,
        until: query.until,
        limit,
        ..GameFilter::default()
    };
    if let Some(text) = &query.before {
        filter.before = Some(cursor(text).ok_or_else(|| invalid_parameter("before"))?);
    }
    (filter.user, filter.name) = account_or_name(&app, query.player, query.source).await?;
    (filter.opponent, filter.opponent_name) = account_or_name(&app, query.opponent, query.source).await?;
    filter.is_imported = query.source.map(|source| source == SourceFilter::Imported);
    if let Some(name) = query.imported_by {
        // An unknown importer matches nothing.
        filter.imported_by =
            Some(app.store.user_by_name(&name).await?.map(|user| user.id).unwrap_or_default());
    }
    let result = |code: &str| Some(code.to_owned());
    match query.result {
        Some(ResultFilter::Win) => filter.is_won = Some(true),
        Some(ResultFilter::Loss) => filter.is_won = Some(false),
        Some(ResultFilter::Draw) => filter.result = result("draw"),
        Some(ResultFilter::P1) => filter.result = result("p1"),
        Some(ResultFilter::P2) => filter.result = result("p2"),
        None => {}
    }
    let page = app.store.games(&filter).await?;
    let next = page.next.map(|(created, id)| format!("{created}.{id}"));
    Ok(Json(GameListView { games: app.views.listed_games(&page.games).await?, next }))
}

/// The id of an account, or else a name in imported games. Names in records can be forged, so an imported game is never
/// found as a game of an account.
async fn account_or_name(
    app: &App,
    name: Option<String>,
    source: Option<SourceFilter>,
) -> Result<(Option<String>, Option<String>), Problem> {
    let Some(name) = name else { return Ok((None, None)) };
    if source == Some(SourceFilter::Imported) {
        return Ok((None, Some(name)));
    }
    Ok(match app.store.user_by_name(&name).await? {
        Some(user) => (Some(user.id), None),
        None => (None, Some(name)),
    })
}

fn limit(asked: Option<u32>) -> Result<i64, Problem> {
    let limit = asked.unwrap_or(30);
    if (1..=100).contains(&limit) { Ok(limit.into()) } else { Err(invalid_parameter("limit")) }
}

fn cursor(text: &str) -> Option<(Millis, String)> {
    let (created, id) = text.split_once('.')?;
    secrets::is_id(id).then_some((created.parse().ok()?, id.to_owned()))
}

fn invalid_parameter(what: &str) -> Problem {
    Problem::bad_request("query", format!("invalid {what}"), format!("{what} non valide"))
}
