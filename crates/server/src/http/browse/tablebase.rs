//! Lookup in the tablebases of solved games.

use axum::{extract::State, http::StatusCode};
use mekong_core::{Text, Value};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::super::{
    AppState, Problem,
    error_responses::ReadErrors,
    fields,
    json::{Json, Query},
    position::PositionSpec,
};

use crate::services::TablebaseValues;

pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(tablebase)).routes(routes!(truth))
}

/// A position.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
struct PositionQuery {
    /// Kind of game.
    #[param(schema_with = fields::game_schema)]
    game: String,
    /// Variants, separated by commas.
    #[param(max_length = 100, pattern = "^[^\\x00]*$")]
    #[serde(default, alias = "variant", deserialize_with = "fields::short::<_, 100>")]
    variants: String,
    /// The position; by default the standard initial position. Required for games that are dealt.
    #[param(max_length = 1000, pattern = "^[^\\x00]*$")]
    #[serde(default, deserialize_with = "fields::maybe_short::<_, 1000>")]
    position: Option<String>,
    /// Moves to play from there, separated by spaces.
    #[param(max_length = 2000, pattern = "^[^\\x00]*$")]
    #[serde(default, deserialize_with = "fields::short::<_, 2000>")]
    moves: String,
}

/// The result of a position under perfect play.
#[derive(Serialize, ToSchema)]
struct TablebaseView {
    /// Kind of game.
    game: String,
    /// Variants.
    variants: Vec<String>,
    /// The position.
    position: String,
    /// Value for the player to move.
    value: TablebaseValueView,
    /// All legal moves, the best first; empty if the game is over.
    moves: Vec<TablebaseMoveView>,
}

/// A move with its value.
#[derive(Serialize, ToSchema)]
struct TablebaseMoveView {
    /// The move.
    #[serde(rename = "move")]
    text: String,
    /// Value for the player who makes the move.
    value: TablebaseValueView,
}

/// An exact value.
#[derive(Serialize, ToSchema)]
struct TablebaseValueView {
    /// Result under perfect play.
    result: TablebaseResult,
    /// Number of plies until the end of the game, from the requested position; null for draws, and if the tablebase
    /// stores results only.
    plies: Option<u16>,
}

/// A result under perfect play.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum TablebaseResult {
    Win,
    Draw,
    Loss,
}

impl TablebaseValueView {
    /// A value from a tablebase, which may store results only.
    fn of(value: Value, is_exact: bool) -> TablebaseValueView {
        let result = match value {
            Value::Win(_) => TablebaseResult::Win,
            Value::Draw => TablebaseResult::Draw,
            Value::Loss(_) => TablebaseResult::Loss,
        };
        TablebaseValueView { result, plies: value.distance().filter(|_| is_exact) }
    }
}

/// The exact value of a position and of each legal move, for games that this server has solved; otherwise 404
/// (`no-table`). Draws by repetition are ignored.
#[utoipa::path(get, path = "/api/tablebase", tag = "games", params(PositionQuery),
    responses((status = 200, body = TablebaseView), ReadErrors))]
async fn tablebase(
    State(app): State<AppState>,
    Query(query): Query<PositionQuery>,
) -> Result<Json<TablebaseView>, Problem> {
    let PositionQuery { game, variants, position, moves } = query;
    let spec = PositionSpec { variants, position, moves, ..PositionSpec::default() };
    let game_session = spec.game_session(&game)?;
    let TablebaseValues { value, moves, is_exact } =
        app.positions.probe(&game_session).ok_or_else(no_tablebase)?;
    Ok(Json(TablebaseView {
        game: game_session.info().id.to_owned(),
        variants: game_session.variant_ids().into_iter().map(str::to_owned).collect(),
        position: game_session.position_text(),
        value: TablebaseValueView::of(value, is_exact),
        moves: moves
            .into_iter()
            .map(|(text, value)| TablebaseMoveView { text, value: TablebaseValueView::of(value, is_exact) })
            .collect(),
    }))
}

/// The same as `/api/tablebase`, under the name that earlier versions used.
#[utoipa::path(get, path = "/api/truth", tag = "games", params(PositionQuery),
    responses((status = 200, body = TablebaseView), ReadErrors))]
async fn truth(state: State<AppState>, query: Query<PositionQuery>) -> Result<Json<TablebaseView>, Problem> {
    tablebase(state, query).await
}

fn no_tablebase() -> Problem {
    let text = Text {
        en: "there is no tablebase for this game and its variants, or it is not ready yet",
        fr: "il n’y a pas de table de solutions pour ce jeu et ses variantes, ou elle n’est pas encore prête",
    };
    Problem::new(StatusCode::NOT_FOUND, "no-table", text)
}
