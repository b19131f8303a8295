//! Vacations from correspondence games.

use axum::{extract::State, http::StatusCode};
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{AppState, Problem, ProblemBody, account::VacationView, auth::AccountSession, json::Json};
use crate::services::VacationError;

pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(start, end))
}

/// The length of a vacation.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct VacationBody {
    /// Days from now.
    #[schema(minimum = 1, maximum = 30)]
    days: i64,
}

/// Starts a vacation: the clocks of correspondence games are paused. Thirty days per year.
#[utoipa::path(post, path = "/api/account/vacation", tag = "account", request_body = VacationBody,
    responses((status = 200, body = VacationView), (status = 400, body = ProblemBody), (status = 401, body = ProblemBody),
        (status = 403, body = ProblemBody), (status = 409, body = ProblemBody), (status = 422, body = ProblemBody)),
    security(("session" = [])))]
async fn start(
    State(app): State<AppState>,
    account: AccountSession,
    Json(body): Json<VacationBody>,
) -> Result<Json<VacationView>, Problem> {
    app.games.start_vacation(&account.user, body.days).await?;
    now_of(&app, &account).await
}

/// Ends a vacation early. Whole remaining days can be used later.
#[utoipa::path(delete, path = "/api/account/vacation", tag = "account",
    responses((status = 200, body = VacationView), (status = 401, body = ProblemBody), (status = 403, body = ProblemBody),
        (status = 409, body = ProblemBody)),
    security(("session" = [])))]
async fn end(State(app): State<AppState>, account: AccountSession) -> Result<Json<VacationView>, Problem> {
    app.games.end_vacation(&account.user).await?;
    now_of(&app, &account).await
}

async fn now_of(app: &AppState, account: &AccountSession) -> Result<Json<VacationView>, Problem> {
    let user = app.store.user(&account.user.id).await?.ok_or_else(Problem::unauthorized)?;
    Ok(Json(VacationView::of(&user)))
}

impl From<VacationError> for Problem {
    fn from(error: VacationError) -> Problem {
        let status = match &error {
            VacationError::Days => StatusCode::UNPROCESSABLE_ENTITY,
            VacationError::TooMany { .. } | VacationError::AlreadyAway | VacationError::NotAway => {
                StatusCode::CONFLICT
            }
            VacationError::Store(error) => return error.clone().into(),
        };
        Problem::explained(status, error.code(), &error)
    }
}
