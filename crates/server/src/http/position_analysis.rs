//! Analysis of single positions by the engine of the server, for devices that are slower.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    AppState, Problem, auth::CurrentUser, error_responses::WriteErrors, fields, json::Json,
    position::PositionSpec,
};
use crate::protocol::EvaluationView;

pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(analyse))
}

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
    let game_session = spec.game_session(&game)?;
    let text = game_session.position_text();
    let found = app.positions.search(game_session, usize::from(lines), &current.user.id).await?;
    let lines = found.lines.into_iter();
    let lines = lines.map(|(evaluation, moves)| LineView { evaluation: (&evaluation).into(), moves });
    Ok(Json(PositionAnalysisView {
        position: text,
        depth: found.depth,
        nodes: found.nodes,
        milliseconds: found.time.as_millis() as u64,
        lines: lines.collect(),
    }))
}
