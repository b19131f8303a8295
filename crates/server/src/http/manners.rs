//! Muting somebody, and complaining about what was said.

use axum::{extract::State, http::StatusCode};
use mekong_core::Text;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    Problem, Shared,
    auth::Visitor,
    fields,
    json::{Json, Path},
    play::GameId,
    troubles::{Asking, Doing},
};
use crate::{
    secrets,
    store::{ReportRow, StoreError},
    table::Event,
    time::now,
    wire::{UserRef, may_hear},
};

pub(super) fn addresses() -> OpenApiRouter<Shared> {
    OpenApiRouter::new().routes(routes!(muted)).routes(routes!(mute, unmute)).routes(routes!(report))
}

/// Which user.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
struct UserId {
    /// The number of the user.
    #[param(min_length = 12, max_length = 12, pattern = "^[a-z2-9]{12}$")]
    #[serde(deserialize_with = "fields::number")]
    user: String,
}

/// Whom the visitor does not hear.
#[derive(Serialize, ToSchema)]
struct Muted {
    /// Those users.
    muted: Vec<UserRef>,
}

/// Whom the visitor does not want to hear.
#[utoipa::path(get, path = "/api/mute", tag = "people", responses((status = 200, body = Muted), Asking),
    security(("token" = ["board:play"]), ("token" = ["bot:play"])))]
async fn muted(State(app): State<Shared>, visitor: Option<Visitor>) -> Result<Json<Muted>, Problem> {
    let mut muted = Vec::new();
    if let Some(visitor) = visitor {
        for user in app.store.muted(&visitor.user.id).await? {
            muted.push(app.user_ref(&user).await?);
        }
    }
    Ok(Json(Muted { muted }))
}

/// Mutes a user: the visitor sees neither their messages nor their challenges any more. The user is not told.
#[utoipa::path(put, path = "/api/mute/{user}", tag = "people", params(UserId),
    responses((status = 204, description = "They are not heard."), Doing),
    security(("token" = ["board:play"]), ("token" = ["bot:play"])))]
async fn mute(
    State(app): State<Shared>,
    visitor: Visitor,
    Path(UserId { user }): Path<UserId>,
) -> Result<StatusCode, Problem> {
    if user == visitor.user.id {
        let text = Text { en: "nobody mutes themselves", fr: "on ne se réduit pas soi-même au silence" };
        return Err(Problem::new(StatusCode::CONFLICT, "own-name", text));
    }
    match app.set_mute(&visitor.user.id, &user, true).await {
        // There is no such user.
        Err(StoreError::Conflict) => Err(Problem::not_found()),
        result => Ok(result.map(|()| StatusCode::NO_CONTENT)?),
    }
}

/// Ends a mute: the visitor sees a user's messages and challenges again.
#[utoipa::path(delete, path = "/api/mute/{user}", tag = "people", params(UserId),
    responses((status = 204, description = "They are heard."), Doing),
    security(("token" = ["board:play"]), ("token" = ["bot:play"])))]
async fn unmute(
    State(app): State<Shared>,
    visitor: Visitor,
    Path(UserId { user }): Path<UserId>,
) -> Result<StatusCode, Problem> {
    app.set_mute(&visitor.user.id, &user, false).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// A complaint.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ReportBody {
    /// The number of the event in which it was said.
    #[schema(minimum = 1, maximum = 1_000_000_000)]
    #[serde(deserialize_with = "fields::past_event")]
    seq: u64,
    /// What is wrong with it.
    #[schema(max_length = 500)]
    why: String,
}

/// Complains to whoever runs the server about something that was said in a game.
#[utoipa::path(post, path = "/api/game/{id}/report", tag = "people", params(GameId), request_body = ReportBody,
    responses((status = 201, description = "It is kept."), Doing),
    security(("token" = ["board:play"]), ("token" = ["bot:play"])))]
async fn report(
    State(app): State<Shared>,
    visitor: Visitor,
    Path(GameId { id }): Path<GameId>,
    Json(body): Json<ReportBody>,
) -> Result<StatusCode, Problem> {
    if body.why.chars().count() > 500 || body.why.chars().any(char::is_control) {
        let text = Text {
            en: "say it on one line of at most 500 characters",
            fr: "dites-le en une ligne de 500 caractères au plus",
        };
        return Err(Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "report-text", text));
    }
    let table = app.room(&id).await?.table();
    let player = table.player(&visitor.user.id);
    let said = app.store.event(&id, body.seq).await?;
    // What one cannot hear one cannot complain about.
    let said = said.filter(|logged| may_hear(player, table.end().is_some(), &logged.event));
    let Some(Event::Chat { user, text, .. }) = said.map(|logged| logged.event) else {
        return Err(Problem::not_found());
    };
    let report = ReportRow {
        id: secrets::id(),
        game: id,
        seq: body.seq,
        from: visitor.user.id,
        about: user,
        text,
        why: body.why,
        created: now(),
    };
    app.store.add_report(&report).await?;
    tracing::info!(game = report.game, seq = report.seq, about = report.about, "a remark was reported");
    Ok(StatusCode::CREATED)
}
