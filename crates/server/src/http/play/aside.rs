use axum::{extract::State, http::StatusCode};
use mekong_core::Text;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    super::{
        Problem, Shared,
        auth::Visitor,
        fields,
        json::{Json, Path},
        troubles::{Asking, Doing},
    },
    GameId, seat_of,
};
use crate::{
    app::HintError,
    engine::Busy,
    table::{Branch, Plan},
};

pub(super) fn addresses() -> OpenApiRouter<Shared> {
    OpenApiRouter::new().routes(routes!(plan, set_plan)).routes(routes!(hint))
}

/// What a player will answer while away. Nobody else sees it.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct PlanBody {
    /// What to do, by what the opponent does.
    #[schema(value_type = Vec<Branch>, max_items = 200)]
    plan: Plan,
}

/// What the visitor still plans to answer in a game.
#[utoipa::path(get, path = "/api/game/{id}/plan", tag = "play", params(GameId),
    responses((status = 200, body = PlanBody), Asking),
    security(("token" = ["board:play"]), ("token" = ["bot:play"])))]
async fn plan(
    State(app): State<Shared>,
    visitor: Option<Visitor>,
    Path(GameId { id }): Path<GameId>,
) -> Result<Json<PlanBody>, Problem> {
    let player = seat_of(&app, &id, visitor.as_ref()).await?;
    Ok(Json(PlanBody { plan: app.plan(&id, player).await? }))
}

/// Plans what to answer, in a game without a clock or with days a move, while the opponent is to move. An empty plan is
/// forgotten.
#[utoipa::path(put, path = "/api/game/{id}/plan", tag = "play", params(GameId), request_body = PlanBody,
    responses((status = 200, body = PlanBody), Doing),
    security(("token" = ["board:play"]), ("token" = ["bot:play"])))]
async fn set_plan(
    State(app): State<Shared>,
    visitor: Visitor,
    Path(GameId { id }): Path<GameId>,
    Json(PlanBody { plan }): Json<PlanBody>,
) -> Result<Json<PlanBody>, Problem> {
    let player = seat_of(&app, &id, Some(&visitor)).await?;
    Ok(Json(PlanBody { plan: app.set_plan(&id, player, &plan).await? }))
}

/// About which position.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct HintBody {
    /// After how many moves; by default all.
    #[schema(minimum = 0, maximum = 1_000_000)]
    #[serde(default, deserialize_with = "fields::maybe_ply::<_, 0>")]
    ply: Option<u32>,
}

/// What the computer would do.
#[derive(Serialize, ToSchema)]
struct HintView {
    /// The number the move would have.
    ply: u32,
    /// The move.
    #[serde(rename = "move")]
    best: String,
    /// What it expects after that, the move first.
    line: Vec<String>,
    /// The share of games that the player to move wins from there, 0 to 1.
    chance: f64,
    /// Whether that is proven: the game ends so if nobody errs. Otherwise it is estimated.
    proven: bool,
    /// By how many points the player to move wins in the end, or loses if negative: in games that are counted in points,
    /// where that is proven.
    #[serde(skip_serializing_if = "Option::is_none")]
    points_margin: Option<i32>,
    /// What it rests on.
    source: HintSource,
}

/// What advice rests on.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum HintSource {
    /// A search.
    Search,
    /// The table of a solved game.
    Table,
    /// A search to the very end.
    Exact,
}

/// Advice by the computer: in casual games against it, and after the end of any game. Never in games between people.
#[utoipa::path(post, path = "/api/game/{id}/hint", tag = "play", params(GameId), request_body = HintBody,
    responses((status = 200, body = HintView), Doing),
    security(("token" = ["board:play"]), ("token" = ["bot:play"])))]
async fn hint(
    State(app): State<Shared>,
    visitor: Visitor,
    Path(GameId { id }): Path<GameId>,
    Json(HintBody { ply }): Json<HintBody>,
) -> Result<Json<HintView>, Problem> {
    app.limits.costly_by(&visitor.user.id)?;
    let hint = app.hint(&id, &visitor.user.id, ply).await?;
    Ok(Json(HintView {
        ply: hint.ply,
        best: hint.line.first().cloned().unwrap_or_default(),
        line: hint.line,
        chance: hint.worth.win_chance,
        proven: hint.worth.proven,
        points_margin: hint.worth.points_margin,
        source: match hint.worth.source {
            "table" => HintSource::Table,
            "exact" => HintSource::Exact,
            _ => HintSource::Search,
        },
    }))
}

impl From<HintError> for Problem {
    fn from(error: HintError) -> Problem {
        let not_allowed = Text {
            en: "the computer gives advice in casual games against it, on your turn, and after the end",
            fr: "l'ordinateur conseille dans les parties amicales contre lui, à votre tour, et après la fin",
        };
        let no_move = Text {
            en: "there is no move to advise in that position",
            fr: "il n'y a pas de coup à conseiller dans cette position",
        };
        match error {
            HintError::Play(error) => error.into(),
            HintError::NotAllowed => Problem::forbidden("no-hint", not_allowed),
            HintError::NoMove => Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "no-move", no_move),
            HintError::Busy => Busy.into(),
        }
    }
}
