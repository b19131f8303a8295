//! Analysis of single positions by the engine of the server, for devices that are slower.

use std::time::Duration;

use axum::extract::State;
use mekong_analysis::Evaluation;
use mekong_core::CancelToken;
use mekong_engine::{Limits, SearchOptions};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    AppState, Problem, auth::CurrentUser, error_responses::WriteErrors, fields, json::Json,
    position::PositionSpec,
};
use crate::{engine_pool::Priority, protocol::EvaluationView};

pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(analyse))
}

/// Maximum search time.
const SEARCH_TIME: Duration = Duration::from_millis(1_500);

/// A position.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct PositionBody {
    /// Kind of game.
    #[schema(schema_with = fields::game_schema)]
    #[serde(deserialize_with = "fields::game")]
    game: String,
    /// Variants, separated by commas.
    #[schema(max_length = 100)]
    #[serde(default, alias = "variant", deserialize_with = "fields::short::<_, 100>")]
    variants: String,
    /// The position; by default the standard initial position. Required for games that are dealt.
    #[schema(max_length = 1000)]
    #[serde(default, deserialize_with = "fields::maybe_short::<_, 1000>")]
    position: Option<String>,
    /// Moves to play from there, separated by spaces.
    #[schema(max_length = 20_000)]
    #[serde(default, deserialize_with = "fields::short::<_, 20_000>")]
    moves: String,
    /// Number of lines.
    #[schema(minimum = 1, maximum = 5)]
    #[serde(default = "one_line", deserialize_with = "fields::line_count")]
    lines: u8,
}

const fn one_line() -> u8 {
    1
}

/// The result of a search.
#[derive(Serialize, ToSchema)]
struct PositionAnalysisView {
    /// The position.
    position: String,
    /// Search depth in plies.
    depth: u32,
    /// Number of positions visited.
    nodes: u64,
    /// Search time.
    milliseconds: u64,
    /// The best lines, the best first; none if the game is over.
    lines: Vec<LineView>,
}

/// A line of moves.
#[derive(Serialize, ToSchema)]
struct LineView {
    /// Evaluation for the player to move.
    evaluation: EvaluationView,
    /// The moves.
    moves: Vec<String>,
}

/// Searches a position for at most 1.5 seconds, less if the engine is busy.
#[utoipa::path(post, path = "/api/analysis", tag = "analysis", request_body = PositionBody,
    responses((status = 200, body = PositionAnalysisView), WriteErrors),
    security(("token" = ["board:play"]), ("token" = ["bot:play"])))]
async fn analyse(
    State(app): State<AppState>,
    current: CurrentUser,
    Json(body): Json<PositionBody>,
) -> Result<Json<PositionAnalysisView>, Problem> {
    app.limits.expensive_by(&current.user.id)?;
    let PositionBody { game, variants, position, moves, lines } = body;
    let spec = PositionSpec { variants, position, moves, ..PositionSpec::default() };
    let session = spec.game_session(&game)?;
    let text = session.position_text();
    let (game, variants) = (session.info().id, session.variants());
    let requester = app.limits.requester_for(&current.user.id);
    let limit = || app.pool.move_time(requester).min(SEARCH_TIME);
    let search_options = SearchOptions {
        limits: Limits::time(SEARCH_TIME),
        lines: usize::from(lines),
        ..SearchOptions::default()
    };
    let search = move |searcher: &mekong_players::Searcher, cancel: &CancelToken| {
        let result = searcher.search(&session, search_options, cancel, &mut |_| {});
        let lines: Vec<LineView> = result
            .lines
            .iter()
            .map(|line| LineView {
                evaluation: (&Evaluation::of_line(searcher, &result, line)).into(),
                moves: line.moves.clone(),
            })
            .collect();
        (result.depth, result.nodes, result.time, lines)
    };
    let found = app.pool.run_with_limit(game, variants, Priority::Hint, requester, limit, search).await;
    let (depth, nodes, time, lines) = found?;
    Ok(Json(PositionAnalysisView {
        position: text,
        depth,
        nodes,
        milliseconds: time.as_millis() as u64,
        lines,
    }))
}
