use axum::{
    extract::State,
    http::{HeaderMap, StatusCode},
};
use mekong_core::{BoardMarks, Mark, Text};
use mekong_players::EvaluationSource;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::super::{
    AppState, Problem,
    auth::CurrentUser,
    error_responses::WriteErrors,
    fields,
    json::{IdPath, Json, Path},
    middleware::language,
};
use crate::{
    services::{Hint, HintError},
    table::SeatCode,
};

pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(hint))
}

/// The position of a hint.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct HintBody {
    /// The number of moves made; by default all.
    #[schema(minimum = 0, maximum = 1_000_000)]
    #[serde(default, deserialize_with = "fields::maybe_ply::<_, 0>")]
    ply: Option<u32>,
}

/// A hint.
#[derive(Serialize, ToSchema)]
struct HintView {
    /// Ply of the suggested move.
    ply: u32,
    /// The suggested move.
    #[serde(rename = "move")]
    best: String,
    /// Principal variation, starting with the suggested move.
    line: Vec<String>,
    /// Expected score of the player to move, 0 to 1.
    chance: f64,
    /// Whether the result under perfect play is proven. Otherwise it is an estimate.
    proven: bool,
    /// Proven final margin in points, negative for a loss; only in games decided on points.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    points_margin: Option<i32>,
    /// Where the evaluation comes from.
    source: HintSource,
    /// Where to look and why, then the whole move with its value. In the language of the request.
    stages: [BoardMarksView; 2],
    /// The expected reply. In the language of the request.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    reply: Option<BoardMarksView>,
}

/// Marks on the board and a sentence of the same meaning, without capital and full stop.
#[derive(Serialize, ToSchema)]
struct BoardMarksView {
    /// The marks.
    marks: Vec<MarkView>,
    /// The sentence.
    text: String,
}

/// A mark on a place of the board.
#[derive(Serialize, ToSchema)]
struct MarkView {
    /// The place, as the game names it.
    at: String,
    /// Where an arrow leads.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    to: Option<String>,
    /// The role of the place, such as `look`, `arrow`, `ghost` or `reply`.
    kind: &'static str,
    /// The player it favours or belongs to, if any.
    owner: Option<SeatCode>,
    /// A short label, or the piece of a ghost.
    text: String,
}

impl From<BoardMarks> for BoardMarksView {
    fn from(BoardMarks { marks, text }: BoardMarks) -> BoardMarksView {
        let marks = marks.into_iter().map(|Mark { at, to, kind, owner, text }| MarkView {
            at,
            to,
            kind: kind.code(),
            owner: owner.map(SeatCode::from),
            text,
        });
        BoardMarksView { marks: marks.collect(), text }
    }
}

/// Where an evaluation comes from.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum HintSource {
    /// A search.
    Search,
    /// The tablebase of a solved game.
    #[serde(rename = "table")]
    Tablebase,
    /// An exact search to the end of the game.
    Exact,
}

/// A hint from the engine: in casual games against the computer, and in finished games. Never in games between people.
#[utoipa::path(post, path = "/api/game/{id}/hint", tag = "play", params(IdPath), request_body = HintBody,
    responses((status = 200, body = HintView), WriteErrors),
    security(("token" = ["board:play"]), ("token" = ["bot:play"])))]
async fn hint(
    State(app): State<AppState>,
    current: CurrentUser,
    Path(IdPath { id }): Path<IdPath>,
    headers: HeaderMap,
    Json(HintBody { ply }): Json<HintBody>,
) -> Result<Json<HintView>, Problem> {
    app.limits.expensive_by(&current.user.id)?;
    let Hint { ply, found } = app.games.hint(&id, &current.user.id, ply).await?;
    let lang = language(&headers);
    Ok(Json(HintView {
        ply,
        best: found.best().to_owned(),
        stages: found.stages(lang).map(BoardMarksView::from),
        reply: found.reply(lang).map(|reply| reply.marks.into()),
        line: found.line,
        chance: found.evaluation.win_chance,
        proven: found.evaluation.proven,
        points_margin: found.evaluation.points_margin,
        source: match found.evaluation.source {
            EvaluationSource::Tablebase => HintSource::Tablebase,
            EvaluationSource::Exact => HintSource::Exact,
            EvaluationSource::Search | EvaluationSource::Rules => HintSource::Search,
        },
    }))
}

impl From<HintError> for Problem {
    fn from(error: HintError) -> Problem {
        let not_allowed = Text {
            en: "hints are available in casual games against the computer, on your turn, and after the game",
            fr: "des indices sont disponibles dans les parties amicales contre l’ordinateur, à votre tour, et après la partie",
        };
        let no_move = Text {
            en: "this position has no legal move",
            fr: "aucun coup n’est légal dans cette position",
        };
        match error {
            HintError::Play(error) => error.into(),
            HintError::NotAllowed => Problem::forbidden("no-hint", not_allowed),
            HintError::NoMove => Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "no-move", no_move),
            HintError::Engine(error) => error.into(),
        }
    }
}
