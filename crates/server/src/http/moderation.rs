//! Muting users and reporting chat messages.

use axum::{extract::State, http::StatusCode};
use mekong_core::Text;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    AppState, Problem,
    auth::CurrentUser,
    error_responses::{ReadErrors, WriteErrors},
    fields,
    json::{IdPath, Json, Path},
};
use crate::{protocol::UserView, store::StoreError};

pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(muted)).routes(routes!(mute, unmute)).routes(routes!(report))
}

/// A user.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
struct UserId {
    /// Id of the user.
    #[param(min_length = 12, max_length = 12, pattern = "^[a-z2-9]{12}$")]
    #[serde(deserialize_with = "fields::id")]
    user: String,
}

/// Muted users.
#[derive(Serialize, ToSchema)]
struct MutedView {
    /// The users.
    muted: Vec<UserView>,
}

/// The users whom the current user has muted.
#[utoipa::path(get, path = "/api/mute", tag = "moderation", responses((status = 200, body = MutedView), ReadErrors),
    security(("token" = ["board:play"]), ("token" = ["bot:play"])))]
async fn muted(
    State(app): State<AppState>,
    current: Option<CurrentUser>,
) -> Result<Json<MutedView>, Problem> {
    let ids = match current {
        Some(current) => app.store.muted(&current.user.id).await?,
        None => Vec::new(),
    };
    let users = app.views.users(ids.iter().map(String::as_str)).await?;
    Ok(Json(MutedView { muted: ids.iter().map(|id| users.user(id)).collect() }))
}

/// Mutes a user: the current user no longer sees their messages and challenges. The user is not notified.
#[utoipa::path(put, path = "/api/mute/{user}", tag = "moderation", params(UserId),
    responses((status = 204, description = "Muted."), WriteErrors),
    security(("token" = ["board:play"]), ("token" = ["bot:play"])))]
async fn mute(
    State(app): State<AppState>,
    current: CurrentUser,
    Path(UserId { user }): Path<UserId>,
) -> Result<StatusCode, Problem> {
    if user == current.user.id {
        let text = Text { en: "you cannot mute yourself", fr: "vous ne pouvez pas vous masquer vous-même" };
        return Err(Problem::new(StatusCode::CONFLICT, "own-name", text));
    }
    match app.moderation.set_mute(&current.user.id, &user, true).await {
        // There is no such user.
        Err(StoreError::ConditionFailed) => Err(Problem::not_found()),
        result => Ok(result.map(|()| StatusCode::NO_CONTENT)?),
    }
}

/// Unmutes a user: the current user sees their messages and challenges again.
#[utoipa::path(delete, path = "/api/mute/{user}", tag = "moderation", params(UserId),
    responses((status = 204, description = "Unmuted."), WriteErrors),
    security(("token" = ["board:play"]), ("token" = ["bot:play"])))]
async fn unmute(
    State(app): State<AppState>,
    current: CurrentUser,
    Path(UserId { user }): Path<UserId>,
) -> Result<StatusCode, Problem> {
    app.moderation.set_mute(&current.user.id, &user, false).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// A report.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ReportBody {
    /// Sequence number of the reported chat message.
    #[schema(minimum = 1, maximum = 1_000_000_000)]
    #[serde(deserialize_with = "fields::existing_seq")]
    seq: u64,
    /// The reason.
    #[schema(max_length = 500)]
    why: String,
}

/// Reports a chat message to the operators of the server.
#[utoipa::path(post, path = "/api/game/{id}/report", tag = "moderation", params(IdPath), request_body = ReportBody,
    responses((status = 201, description = "Stored."), WriteErrors),
    security(("token" = ["board:play"]), ("token" = ["bot:play"])))]
async fn report(
    State(app): State<AppState>,
    current: CurrentUser,
    Path(IdPath { id }): Path<IdPath>,
    Json(body): Json<ReportBody>,
) -> Result<StatusCode, Problem> {
    if body.why.chars().count() > 500 || body.why.chars().any(char::is_control) {
        let text = Text {
            en: "a report is one line of at most 500 characters",
            fr: "un signalement tient en une ligne de 500 caractères au plus",
        };
        return Err(Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "report-text", text));
    }
    let room = app.games.room(&id).await?;
    match app.moderation.report(&room, &current.user.id, body.seq, body.why).await? {
        true => Ok(StatusCode::CREATED),
        false => Err(Problem::not_found()),
    }
}
