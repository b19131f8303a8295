//! Accounts: who one is, signing up, logging in and out, passwords, leaving.

use axum::{
    extract::{DefaultBodyLimit, State},
    http::StatusCode,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    Problem, ProblemBody, Shared,
    auth::{Owner, Proof, Visitor},
    client::Client,
    cookies::{DeviceCookie, NewCookies},
    fields,
    json::Json,
};
use crate::{
    app::{Begun, PeopleError, days_left},
    store::{UserKind, UserRow},
    time::{Millis, now},
};

pub(super) fn addresses() -> OpenApiRouter<Shared> {
    OpenApiRouter::new()
        .routes(routes!(me, sign_up))
        .routes(routes!(log_in))
        .routes(routes!(log_out))
        .routes(routes!(change_password))
        .routes(routes!(reset_password))
        .routes(routes!(delete_account))
        .routes(routes!(become_bot))
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
}

/// The largest body: names and passwords are short, however they are written.
const LARGEST_BODY: usize = 8 * 1024;

/// Oneself.
#[derive(Serialize, ToSchema)]
pub(super) struct Me {
    /// The number; none as long as nothing needed one.
    id: Option<String>,
    /// The name; guests have none.
    name: Option<String>,
    /// What kind of user.
    kind: UserKind,
    /// Since when, in milliseconds since 1970.
    created: Option<Millis>,
    /// Holidays.
    vacation: Vacation,
}

/// Holidays: the clocks of games with days a move stand still.
#[derive(Serialize, ToSchema)]
pub(super) struct Vacation {
    /// Until when; none if one is there.
    pub(super) until: Option<Millis>,
    /// How many days are left this year.
    #[schema(minimum = 0, maximum = 30)]
    pub(super) days_left: i64,
}

impl Vacation {
    pub(super) fn of(user: &UserRow) -> Vacation {
        let now = now();
        let until = (user.vacation_until > now).then_some(user.vacation_until);
        Vacation { until, days_left: days_left(user, now) }
    }
}

impl From<&UserRow> for Me {
    fn from(user: &UserRow) -> Me {
        Me {
            id: Some(user.id.clone()),
            name: user.name.clone(),
            kind: user.kind,
            created: Some(user.created),
            vacation: Vacation::of(user),
        }
    }
}

/// Who one is. Nobody is made a guest by asking.
#[utoipa::path(get, path = "/api/account", tag = "account",
    responses((status = 200, body = Me), (status = 401, body = ProblemBody)),
    security(("token" = [])))]
async fn me(visitor: Option<Visitor>) -> Json<Me> {
    Json(visitor.map_or_else(
        || Me {
            id: None,
            name: None,
            kind: UserKind::Guest,
            created: None,
            vacation: Vacation { until: None, days_left: 0 },
        },
        |visitor| Me::from(&visitor.user),
    ))
}

/// A name and a password.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NameAndPassword {
    /// Letters of the English alphabet, digits, `-` and `_`. Capitals do not make another name, and neither do letters and
    /// digits that look alike: `AIice` is taken when `Alice` is.
    #[schema(min_length = 2, max_length = 20, pattern = "^[A-Za-z0-9][A-Za-z0-9_-]*$")]
    name: String,
    /// 8 to 200 characters.
    #[schema(min_length = 8, max_length = 200)]
    password: String,
}

/// Makes an account. A guest's games come along.
#[utoipa::path(post, path = "/api/account", tag = "account", request_body = NameAndPassword,
    responses((status = 201, body = Me), (status = 400, body = ProblemBody), (status = 409, body = ProblemBody),
        (status = 422, body = ProblemBody)),
    security((), ("session" = [])))]
async fn sign_up(
    State(app): State<Shared>,
    visitor: Option<Visitor>,
    client: Client,
    cookies: NewCookies,
    Json(body): Json<NameAndPassword>,
) -> Result<(StatusCode, Json<Me>), Problem> {
    app.limits.sign_up_from(client.address)?;
    let guest = match &visitor {
        Some(visitor) => Some((&visitor.user, visitor.session()?)),
        None => None,
    };
    let begun = app.sign_up(guest, &body.name, body.password, client.address).await?;
    Ok((StatusCode::CREATED, enter(&app, &cookies, begun)))
}

/// Gives the browser its new cookies.
fn enter(app: &Shared, cookies: &NewCookies, begun: Begun) -> Json<Me> {
    cookies.set_device(app.devices.note(&begun.user.id));
    cookies.set_session(begun.secret);
    Json(Me::from(&begun.user))
}

/// A name and a password, whatever they look like.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct LogIn {
    #[schema(max_length = 200)]
    #[serde(deserialize_with = "fields::short::<_, 200>")]
    name: String,
    #[schema(max_length = 200)]
    #[serde(deserialize_with = "fields::short::<_, 200>")]
    password: String,
}

/// Logs in. A guest's session ends by that.
#[utoipa::path(post, path = "/api/login", tag = "account", request_body = LogIn,
    responses((status = 200, body = Me), (status = 400, body = ProblemBody), (status = 401, body = ProblemBody),
        (status = 422, body = ProblemBody)),
    security(("token" = [])))]
async fn log_in(
    State(app): State<Shared>,
    visitor: Option<Visitor>,
    client: Client,
    DeviceCookie(device): DeviceCookie,
    cookies: NewCookies,
    Json(body): Json<LogIn>,
) -> Result<Json<Me>, Problem> {
    let instead_of = visitor.as_ref().and_then(|visitor| match &visitor.by {
        Proof::Session(hash) => Some(hash.as_str()),
        Proof::Token { .. } => None,
    });
    let begun = app.log_in(&body.name, body.password, client.address, device.as_deref(), instead_of).await?;
    Ok(enter(&app, &cookies, begun))
}

/// Logs out.
#[utoipa::path(post, path = "/api/logout", tag = "account",
    responses((status = 204), (status = 401, body = ProblemBody), (status = 403, body = ProblemBody)),
    security((), ("session" = [])))]
async fn log_out(
    State(app): State<Shared>,
    visitor: Option<Visitor>,
    cookies: NewCookies,
) -> Result<StatusCode, Problem> {
    if let Some(visitor) = visitor {
        app.log_out(visitor.session()?).await?;
    }
    cookies.clear_session();
    Ok(StatusCode::NO_CONTENT)
}

/// The old and the new password.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ChangePassword {
    #[schema(max_length = 200)]
    #[serde(deserialize_with = "fields::short::<_, 200>")]
    old: String,
    /// 8 to 200 characters.
    #[schema(min_length = 8, max_length = 200)]
    new: String,
}

/// Changes the password. All other sessions end, and all tokens are revoked.
#[utoipa::path(post, path = "/api/account/password", tag = "account", request_body = ChangePassword,
    responses((status = 204), (status = 400, body = ProblemBody), (status = 401, body = ProblemBody),
        (status = 403, body = ProblemBody), (status = 422, body = ProblemBody)),
    security(("session" = [])))]
async fn change_password(
    State(app): State<Shared>,
    owner: Owner,
    client: Client,
    Json(body): Json<ChangePassword>,
) -> Result<StatusCode, Problem> {
    app.change_password(&owner.user, &owner.session, body.old, body.new, client.address).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// A code instead of the old password.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ResetPassword {
    #[schema(max_length = 200)]
    #[serde(deserialize_with = "fields::short::<_, 200>")]
    name: String,
    /// The code that whoever runs the server gave out.
    #[schema(max_length = 200)]
    #[serde(deserialize_with = "fields::short::<_, 200>")]
    code: String,
    /// 8 to 200 characters.
    #[schema(min_length = 8, max_length = 200)]
    password: String,
}

/// Sets a new password by a code, and logs in. All other sessions end, and all tokens are revoked.
#[utoipa::path(post, path = "/api/account/reset", tag = "account", request_body = ResetPassword,
    responses((status = 200, body = Me), (status = 400, body = ProblemBody), (status = 403, body = ProblemBody),
        (status = 422, body = ProblemBody)))]
async fn reset_password(
    State(app): State<Shared>,
    client: Client,
    cookies: NewCookies,
    Json(body): Json<ResetPassword>,
) -> Result<Json<Me>, Problem> {
    let begun = app.reset_password(&body.name, &body.code, body.password, client.address).await?;
    Ok(enter(&app, &cookies, begun))
}

/// The password once more.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Password {
    #[schema(max_length = 200)]
    #[serde(deserialize_with = "fields::short::<_, 200>")]
    password: String,
}

/// Deletes the account: open games are given up, the name is removed, the games stay.
#[utoipa::path(post, path = "/api/account/delete", tag = "account", request_body = Password,
    responses((status = 204), (status = 400, body = ProblemBody), (status = 401, body = ProblemBody),
        (status = 403, body = ProblemBody), (status = 422, body = ProblemBody)),
    security(("session" = [])))]
async fn delete_account(
    State(app): State<Shared>,
    owner: Owner,
    client: Client,
    cookies: NewCookies,
    Json(body): Json<Password>,
) -> Result<StatusCode, Problem> {
    app.delete_account(&owner.user, &owner.session, body.password, client.address).await?;
    cookies.clear_session();
    Ok(StatusCode::NO_CONTENT)
}

/// Makes the account that of a program, for good. Only before the first rated game.
#[utoipa::path(post, path = "/api/bot/account/upgrade", tag = "bot",
    responses((status = 200, body = Me), (status = 401, body = ProblemBody), (status = 403, body = ProblemBody),
        (status = 409, body = ProblemBody)),
    security(("token" = ["bot:play"])))]
async fn become_bot(State(app): State<Shared>, visitor: Option<Visitor>) -> Result<Json<Me>, Problem> {
    let visitor = visitor.filter(Visitor::has_account).ok_or_else(Problem::unauthorized)?;
    app.become_bot(&visitor.user).await?;
    Ok(Json(Me { kind: UserKind::Bot, ..Me::from(&visitor.user) }))
}

impl From<PeopleError> for Problem {
    fn from(error: PeopleError) -> Problem {
        let status = match &error {
            PeopleError::Name(_) | PeopleError::Password(_) => StatusCode::UNPROCESSABLE_ENTITY,
            PeopleError::NameTaken
            | PeopleError::NameTooSimilar
            | PeopleError::HasAccount
            | PeopleError::HasPlayed => StatusCode::CONFLICT,
            PeopleError::LogIn => StatusCode::UNAUTHORIZED,
            PeopleError::NoAccount | PeopleError::WrongPassword | PeopleError::Code => StatusCode::FORBIDDEN,
            PeopleError::TooOften(wait) => return Problem::from(*wait),
            PeopleError::Crowded => {
                let busy = Problem::explained(StatusCode::SERVICE_UNAVAILABLE, error.code(), &error);
                return busy.retry_after(2);
            }
            PeopleError::Store(error) => return error.clone().into(),
        };
        Problem::explained(status, error.code(), &error)
    }
}
