//! Accounts: sign-up, log-in and log-out, passwords, deletion.

use axum::{
    extract::{DefaultBodyLimit, State},
    http::StatusCode,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    AppState, Problem, ProblemBody,
    auth::{AccountSession, Credential, CurrentUser},
    client::Client,
    cookies::{DeviceCookie, NewCookies},
    fields,
    json::Json,
};
use crate::{
    people::{GuestName, UserKind},
    services::{AccountError, NewSession, days_left},
    store::UserRow,
    time::{Millis, now},
};

pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(me, sign_up))
        .routes(routes!(log_in))
        .routes(routes!(log_out))
        .routes(routes!(change_password))
        .routes(routes!(reset_password))
        .routes(routes!(delete_account))
        .routes(routes!(become_bot))
        .layer(DefaultBodyLimit::max(MAX_BODY_LEN))
}

/// Maximum size of a body: names and passwords are short.
const MAX_BODY_LEN: usize = 8 * 1024;

/// The current user.
#[derive(Serialize, ToSchema)]
pub(super) struct MeView {
    /// Id of the user; null for visitors without a session.
    id: Option<String>,
    /// Name; null for guests.
    name: Option<String>,
    /// Kind of user.
    kind: UserKind,
    /// Generated name, which others see; null for accounts and visitors without a session.
    guest_name: Option<GuestName>,
    /// Creation time, in milliseconds since 1970.
    created: Option<Millis>,
    /// Vacation.
    vacation: VacationView,
}

/// Vacation: the clocks of correspondence games are paused.
#[derive(Serialize, ToSchema)]
pub(super) struct VacationView {
    /// End of the vacation; null if the user is not on vacation.
    pub(super) until: Option<Millis>,
    /// Days left this year.
    #[schema(minimum = 0, maximum = 30)]
    pub(super) days_left: i64,
}

impl VacationView {
    pub(super) fn of(user: &UserRow) -> VacationView {
        let now = now();
        let until = (user.vacation_until > now).then_some(user.vacation_until);
        VacationView { until, days_left: days_left(user, now) }
    }
}

impl From<&UserRow> for MeView {
    fn from(user: &UserRow) -> MeView {
        MeView {
            id: Some(user.id.clone()),
            name: user.name.clone(),
            kind: user.kind,
            guest_name: (user.kind == UserKind::Guest).then(|| GuestName::of(&user.id)),
            created: Some(user.created),
            vacation: VacationView::of(user),
        }
    }
}

/// The current user. The request creates no guest.
#[utoipa::path(get, path = "/api/account", tag = "account",
    responses((status = 200, body = MeView), (status = 401, body = ProblemBody)),
    security(("token" = [])))]
async fn me(current: Option<CurrentUser>) -> Json<MeView> {
    Json(current.map_or_else(
        || MeView {
            id: None,
            name: None,
            kind: UserKind::Guest,
            guest_name: None,
            created: None,
            vacation: VacationView { until: None, days_left: 0 },
        },
        |current| MeView::from(&current.user),
    ))
}

/// A name and a password.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct SignUpBody {
    /// Latin letters, digits, `-` and `_`. Case and similar characters are not distinguished: `AIice` is taken if
    /// `Alice` is.
    #[schema(min_length = 2, max_length = 20, pattern = "^[A-Za-z0-9][A-Za-z0-9_-]*$")]
    name: String,
    /// 8 to 200 characters.
    #[schema(min_length = 8, max_length = 200)]
    password: String,
}

/// Creates an account. A guest keeps their games.
#[utoipa::path(post, path = "/api/account", tag = "account", request_body = SignUpBody,
    responses((status = 201, body = MeView), (status = 400, body = ProblemBody), (status = 409, body = ProblemBody),
        (status = 422, body = ProblemBody)),
    security((), ("session" = [])))]
async fn sign_up(
    State(app): State<AppState>,
    current: Option<CurrentUser>,
    client: Client,
    cookies: NewCookies,
    Json(body): Json<SignUpBody>,
) -> Result<(StatusCode, Json<MeView>), Problem> {
    app.limits.sign_up_from(client.address)?;
    let guest = match &current {
        Some(current) => Some((&current.user, current.session()?)),
        None => None,
    };
    let session = app.accounts.sign_up(guest, &body.name, body.password, client.address).await?;
    Ok((StatusCode::CREATED, set_session_cookies(&app, &cookies, session)))
}

/// Sets the cookies of a new session.
fn set_session_cookies(app: &AppState, cookies: &NewCookies, session: NewSession) -> Json<MeView> {
    cookies.set_device(app.accounts.issue_device_cookie(&session.user.id));
    cookies.set_session(session.secret);
    Json(MeView::from(&session.user))
}

/// A name and a password, not validated.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct LogInBody {
    #[schema(max_length = 200)]
    #[serde(deserialize_with = "fields::short::<_, 200>")]
    name: String,
    #[schema(max_length = 200)]
    #[serde(deserialize_with = "fields::short::<_, 200>")]
    password: String,
}

/// Logs in. The session of a guest ends.
#[utoipa::path(post, path = "/api/login", tag = "account", request_body = LogInBody,
    responses((status = 200, body = MeView), (status = 400, body = ProblemBody), (status = 401, body = ProblemBody),
        (status = 422, body = ProblemBody)),
    security(("token" = [])))]
async fn log_in(
    State(app): State<AppState>,
    current: Option<CurrentUser>,
    client: Client,
    DeviceCookie(device): DeviceCookie,
    cookies: NewCookies,
    Json(body): Json<LogInBody>,
) -> Result<Json<MeView>, Problem> {
    let instead_of = current.as_ref().and_then(|current| match &current.credential {
        Credential::Session(hash) => Some(hash.as_str()),
        Credential::Token { .. } => None,
    });
    let session =
        app.accounts.log_in(&body.name, body.password, client.address, device.as_deref(), instead_of).await?;
    Ok(set_session_cookies(&app, &cookies, session))
}

/// Logs out.
#[utoipa::path(post, path = "/api/logout", tag = "account",
    responses((status = 204), (status = 401, body = ProblemBody), (status = 403, body = ProblemBody)),
    security((), ("session" = [])))]
async fn log_out(
    State(app): State<AppState>,
    current: Option<CurrentUser>,
    cookies: NewCookies,
) -> Result<StatusCode, Problem> {
    if let Some(current) = current {
        app.accounts.log_out(current.session()?).await?;
    }
    cookies.clear_session();
    Ok(StatusCode::NO_CONTENT)
}

/// The current and the new password.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ChangePasswordBody {
    #[schema(max_length = 200)]
    #[serde(deserialize_with = "fields::short::<_, 200>")]
    old: String,
    /// 8 to 200 characters.
    #[schema(min_length = 8, max_length = 200)]
    new: String,
}

/// Changes the password. All other sessions end, and all tokens are revoked.
#[utoipa::path(post, path = "/api/account/password", tag = "account", request_body = ChangePasswordBody,
    responses((status = 204), (status = 400, body = ProblemBody), (status = 401, body = ProblemBody),
        (status = 403, body = ProblemBody), (status = 422, body = ProblemBody)),
    security(("session" = [])))]
async fn change_password(
    State(app): State<AppState>,
    account: AccountSession,
    client: Client,
    Json(body): Json<ChangePasswordBody>,
) -> Result<StatusCode, Problem> {
    app.accounts.change_password(&account.user, &account.session, body.old, body.new, client.address).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// A reset code and a new password.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ResetPasswordBody {
    #[schema(max_length = 200)]
    #[serde(deserialize_with = "fields::short::<_, 200>")]
    name: String,
    /// The code, from the operator of the server.
    #[schema(max_length = 200)]
    #[serde(deserialize_with = "fields::short::<_, 200>")]
    code: String,
    /// 8 to 200 characters.
    #[schema(min_length = 8, max_length = 200)]
    password: String,
}

/// Sets a new password with a reset code, and logs in. All other sessions end, and all tokens are revoked.
#[utoipa::path(post, path = "/api/account/reset", tag = "account", request_body = ResetPasswordBody,
    responses((status = 200, body = MeView), (status = 400, body = ProblemBody), (status = 403, body = ProblemBody),
        (status = 422, body = ProblemBody)))]
async fn reset_password(
    State(app): State<AppState>,
    client: Client,
    cookies: NewCookies,
    Json(body): Json<ResetPasswordBody>,
) -> Result<Json<MeView>, Problem> {
    let session = app.accounts.reset_password(&body.name, &body.code, body.password, client.address).await?;
    Ok(set_session_cookies(&app, &cookies, session))
}

/// The password, as confirmation.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct PasswordBody {
    #[schema(max_length = 200)]
    #[serde(deserialize_with = "fields::short::<_, 200>")]
    password: String,
}

/// Deletes the account: games in progress are resigned, the name is removed, finished games are kept.
#[utoipa::path(post, path = "/api/account/delete", tag = "account", request_body = PasswordBody,
    responses((status = 204), (status = 400, body = ProblemBody), (status = 401, body = ProblemBody),
        (status = 403, body = ProblemBody), (status = 422, body = ProblemBody)),
    security(("session" = [])))]
async fn delete_account(
    State(app): State<AppState>,
    account: AccountSession,
    client: Client,
    cookies: NewCookies,
    Json(body): Json<PasswordBody>,
) -> Result<StatusCode, Problem> {
    app.accounts.delete_account(&account.user, &account.session, body.password, client.address).await?;
    cookies.clear_session();
    Ok(StatusCode::NO_CONTENT)
}

/// Turns the account into a bot account, permanently. Only before the first rated game.
#[utoipa::path(post, path = "/api/bot/account/upgrade", tag = "bot",
    responses((status = 200, body = MeView), (status = 401, body = ProblemBody), (status = 403, body = ProblemBody),
        (status = 409, body = ProblemBody)),
    security(("token" = ["bot:play"])))]
async fn become_bot(
    State(app): State<AppState>,
    current: Option<CurrentUser>,
) -> Result<Json<MeView>, Problem> {
    let current = current.filter(CurrentUser::has_account).ok_or_else(Problem::unauthorized)?;
    app.accounts.become_bot(&current.user).await?;
    Ok(Json(MeView { kind: UserKind::Bot, ..MeView::from(&current.user) }))
}

impl From<AccountError> for Problem {
    fn from(error: AccountError) -> Problem {
        let status = match &error {
            AccountError::Name(_) | AccountError::Password(_) => StatusCode::UNPROCESSABLE_ENTITY,
            AccountError::NameTaken
            | AccountError::NameTooSimilar
            | AccountError::HasAccount
            | AccountError::HasPlayed => StatusCode::CONFLICT,
            AccountError::LogIn => StatusCode::UNAUTHORIZED,
            AccountError::NoAccount | AccountError::WrongPassword | AccountError::Code => {
                StatusCode::FORBIDDEN
            }
            AccountError::LimitReached(wait) => return Problem::from(*wait),
            AccountError::HasherBusy => {
                let busy = Problem::explained(StatusCode::SERVICE_UNAVAILABLE, error.code(), &error);
                return busy.retry_after(2);
            }
            AccountError::Store(error) => return error.clone().into(),
        };
        Problem::explained(status, error.code(), &error)
    }
}
