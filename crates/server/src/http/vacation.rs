//! Holidays from games with days a move.

use axum::{extract::State, http::StatusCode};
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{Problem, ProblemBody, Shared, account::Vacation, auth::Owner, json::Json};
use crate::app::HolidayError;

pub(super) fn addresses() -> OpenApiRouter<Shared> {
    OpenApiRouter::new().routes(routes!(start, end))
}

/// How long.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Days {
    /// From now on.
    #[schema(minimum = 1, maximum = 30)]
    days: i64,
}

/// Goes on holiday: the clocks of games with days a move stand still. Thirty days a year.
#[utoipa::path(post, path = "/api/account/vacation", tag = "account", request_body = Days,
    responses((status = 200, body = Vacation), (status = 400, body = ProblemBody), (status = 401, body = ProblemBody),
        (status = 403, body = ProblemBody), (status = 409, body = ProblemBody), (status = 422, body = ProblemBody)),
    security(("session" = [])))]
async fn start(
    State(app): State<Shared>,
    owner: Owner,
    Json(body): Json<Days>,
) -> Result<Json<Vacation>, Problem> {
    app.start_holiday(&owner.user, body.days).await?;
    now_of(&app, &owner).await
}

/// Comes back early. Whole days that are left can be used another time.
#[utoipa::path(delete, path = "/api/account/vacation", tag = "account",
    responses((status = 200, body = Vacation), (status = 401, body = ProblemBody), (status = 403, body = ProblemBody),
        (status = 409, body = ProblemBody)),
    security(("session" = [])))]
async fn end(State(app): State<Shared>, owner: Owner) -> Result<Json<Vacation>, Problem> {
    app.end_holiday(&owner.user).await?;
    now_of(&app, &owner).await
}

async fn now_of(app: &Shared, owner: &Owner) -> Result<Json<Vacation>, Problem> {
    let user = app.store.user(&owner.user.id).await?.ok_or_else(Problem::unauthorized)?;
    Ok(Json(Vacation::of(&user)))
}

impl From<HolidayError> for Problem {
    fn from(error: HolidayError) -> Problem {
        let status = match &error {
            HolidayError::Days => StatusCode::UNPROCESSABLE_ENTITY,
            HolidayError::TooMany { .. } | HolidayError::Away | HolidayError::NotAway => StatusCode::CONFLICT,
            HolidayError::Store(error) => return error.clone().into(),
        };
        Problem::explained(status, error.code(), &error)
    }
}
