//! What is certain of a position: the exact tables of small games, for whoever asks.

use axum::{extract::State, http::StatusCode};
use mekong_core::{Probe as _, Text, Value};
use mekong_players::Tablebase;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    super::{
        Problem, Shared,
        json::{Json, Query},
        troubles::Asking,
    },
    explorer::{PositionQuery, position},
};

pub(super) fn addresses() -> OpenApiRouter<Shared> {
    OpenApiRouter::new().routes(routes!(truth))
}

/// What best play by both sides makes of a position.
#[derive(Serialize, ToSchema)]
struct Truth {
    /// The game.
    game: String,
    /// Its variants.
    variants: Vec<String>,
    /// The position.
    position: String,
    /// What it is worth for the player to move.
    value: TrueValue,
    /// Every legal move, the best first; none if the game is over.
    moves: Vec<TrueMove>,
}

/// What a move is worth.
#[derive(Serialize, ToSchema)]
struct TrueMove {
    /// The move.
    #[serde(rename = "move")]
    text: String,
    /// What it is worth for the player who makes it.
    value: TrueValue,
}

/// An exact value.
#[derive(Serialize, ToSchema)]
struct TrueValue {
    /// How the game ends.
    result: TrueResult,
    /// After how many moves of both players together, counted from the position asked about; nothing for a draw, or if the
    /// table knows results only.
    plies: Option<u16>,
}

/// How a game ends with best play.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum TrueResult {
    Win,
    Draw,
    Loss,
}

impl TrueValue {
    /// A value of a table, which may know results only.
    fn of(value: Value, table: &Tablebase) -> TrueValue {
        let result = match value {
            Value::Win(_) => TrueResult::Win,
            Value::Draw => TrueResult::Draw,
            Value::Loss(_) => TrueResult::Loss,
        };
        TrueValue { result, plies: value.distance().filter(|_| table.is_exact()) }
    }
}

/// What is certain of a position and of every move there, from the exact table of the game.
///
/// Saigon has one, with and without its variant; it is made within seconds of the server's first start. That a position
/// which comes back often enough is a draw is not looked at.
#[utoipa::path(get, path = "/api/truth", tag = "find", params(PositionQuery),
    responses((status = 200, body = Truth), Asking))]
async fn truth(
    State(app): State<Shared>,
    Query(query): Query<PositionQuery>,
) -> Result<Json<Truth>, Problem> {
    let session = position(&query)?;
    let table = app.pool.table(session.info().id, session.variants()).ok_or_else(no_table)?;
    let value = table.probe(&session).ok_or_else(no_table)?;
    let moves = table.moves(&session).ok_or_else(no_table)?;
    Ok(Json(Truth {
        game: session.info().id.to_owned(),
        variants: session.variant_names().into_iter().map(str::to_owned).collect(),
        position: session.position_text(),
        value: TrueValue::of(value, &table),
        moves: moves
            .into_iter()
            .map(|(text, value)| TrueMove { text, value: TrueValue::of(value, &table) })
            .collect(),
    }))
}

fn no_table() -> Problem {
    let text = Text {
        en: "there is no exact table of this game and its variants, or it is not made yet",
        fr: "il n'y a pas de table exacte de ce jeu et de ses variantes, ou elle n'est pas encore faite",
    };
    Problem::new(StatusCode::NOT_FOUND, "no-table", text)
}
