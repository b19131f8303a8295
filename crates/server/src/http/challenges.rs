//! Challenges, the lobby, QR codes.

use axum::{
    extract::State,
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse as _, Response},
};
use mekong_catalog::variant_ids;
use qrcode::{EcLevel, QrCode, render::svg};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    AppState, Problem,
    auth::CurrentUser,
    client::Client,
    error_responses::{ReadErrors, WriteErrors},
    fields,
    json::{IdPath, Json, Path},
};
use crate::{
    protocol::ChallengeView,
    services::{ChallengeError, Created},
    table::{ChallengeState, Clock, Opponent, Settings, Side},
    time::now,
};

pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(create, list))
        .routes(routes!(get, cancel))
        .routes(routes!(accept))
        .routes(routes!(decline))
        .routes(routes!(qr))
        .routes(routes!(lobby))
}

/// A new challenge.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ChallengeBody {
    /// Kind of game.
    #[schema(schema_with = fields::game_schema)]
    game: String,
    /// Variants: a list of names, or one text with commas.
    #[serde(default, alias = "variant", deserialize_with = "variant_ids")]
    #[schema(value_type = VariantsBody)]
    variants: Vec<String>,
    /// The challenger's side; by default random.
    #[serde(default = "any_side")]
    side: Side,
    /// Time control; by default none.
    #[serde(default = "no_clock")]
    clock: Clock,
    /// Whether the game is rated: only between accounts, with a clock, from the standard initial position.
    #[serde(default)]
    rated: bool,
    /// The opponent.
    opponent: OpponentBody,
    /// Initial position, if not the standard one.
    #[schema(max_length = 1000)]
    #[serde(default, deserialize_with = "fields::maybe_short::<_, 1000>")]
    start: Option<String>,
}

/// Names of variants.
#[derive(ToSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "it only describes what `variant_ids` reads")]
enum VariantsBody {
    /// A list of names.
    List(Vec<String>),
    /// Names separated by commas.
    Text(String),
}

const fn any_side() -> Side {
    Side::Random
}

const fn no_clock() -> Clock {
    Clock::None
}

/// The opponent.
#[derive(Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
enum OpponentBody {
    // Variants without fields have braces, so that `deny_unknown_fields` applies to them.
    /// Anyone with the link.
    Link {},
    /// Anyone in the lobby.
    Open {},
    /// One player.
    User {
        /// Name of the player.
        #[schema(min_length = 1, max_length = 40)]
        #[serde(deserialize_with = "fields::text::<_, 1, 40>")]
        name: String,
    },
    /// The computer.
    Computer {
        /// Level, 1 to 10.
        #[schema(minimum = 1, maximum = 10)]
        level: u8,
    },
}

/// The result: a pending challenge, or a game against the computer.
#[derive(Serialize, ToSchema)]
struct CreatedView {
    /// The pending challenge.
    challenge: Option<ChallengeView>,
    /// Id of the game.
    game: Option<String>,
}

/// Creates a challenge, or starts a game against the computer.
#[utoipa::path(post, path = "/api/challenge", tag = "challenge", request_body = ChallengeBody,
    responses((status = 201, body = CreatedView), WriteErrors),
    security(("token" = ["challenge:write"])))]
async fn create(
    State(app): State<AppState>,
    current: CurrentUser,
    client: Client,
    Json(body): Json<ChallengeBody>,
) -> Result<(StatusCode, Json<CreatedView>), Problem> {
    app.limits.game_by(&current.user.id)?;
    let settings = Settings {
        game: body.game,
        variants: body.variants,
        start: body.start,
        clock: body.clock,
        rated: body.rated,
    };
    let settings = settings.validated()?;
    let opponent = match body.opponent {
        OpponentBody::Link {} => Opponent::Link,
        OpponentBody::Open {} => Opponent::Anyone,
        OpponentBody::User { name } => Opponent::User(name),
        OpponentBody::Computer { level } => {
            app.limits.expensive_by(&current.user.id)?;
            Opponent::Computer(level)
        }
    };
    let challenge = app.lobby.challenge(&current.user, settings, body.side, opponent, client.address);
    // Boxed, so that a connection whose request is not complete yet reserves no memory for it.
    let made = match Box::pin(challenge).await? {
        Created::Challenge(row) => {
            CreatedView { challenge: Some(app.views.challenge(&row).await?), game: None }
        }
        Created::Game(room) => CreatedView { challenge: None, game: Some(room.id().to_owned()) },
    };
    Ok((StatusCode::CREATED, Json(made)))
}

/// Pending challenges.
#[derive(Serialize, ToSchema)]
struct ChallengesView {
    /// The newest first.
    challenges: Vec<ChallengeView>,
}

/// The pending challenges by and to the current user.
#[utoipa::path(get, path = "/api/challenge", tag = "challenge",
    responses((status = 200, body = ChallengesView), ReadErrors),
    security(("token" = ["challenge:read"])))]
async fn list(
    State(app): State<AppState>,
    current: Option<CurrentUser>,
) -> Result<Json<ChallengesView>, Problem> {
    let rows = match current {
        Some(current) => app.store.challenges_of(&current.user.id, now()).await?,
        None => Vec::new(),
    };
    Ok(Json(ChallengesView { challenges: app.views.challenges(&rows).await? }))
}

/// A challenge. A challenge to one player is visible to that player and the challenger only.
#[utoipa::path(get, path = "/api/challenge/{id}", tag = "challenge", params(IdPath),
    responses((status = 200, body = ChallengeView), ReadErrors),
    security(("token" = ["challenge:read"])))]
async fn get(
    State(app): State<AppState>,
    current: Option<CurrentUser>,
    Path(IdPath { id }): Path<IdPath>,
) -> Result<Json<ChallengeView>, Problem> {
    let reader = current.as_ref().map(|current| current.user.id.as_str());
    let row = app.lobby.get(&id, reader).await?;
    // Cancelled challenges count as not found.
    if row.state == ChallengeState::Cancelled {
        return Err(no_longer_open());
    }
    Ok(Json(app.views.challenge(&row).await?))
}

/// Cancels a challenge.
#[utoipa::path(delete, path = "/api/challenge/{id}", tag = "challenge", params(IdPath),
    responses((status = 204, description = "No longer pending."), WriteErrors),
    security(("token" = ["challenge:write"])))]
async fn cancel(
    State(app): State<AppState>,
    current: CurrentUser,
    Path(IdPath { id }): Path<IdPath>,
) -> Result<StatusCode, Problem> {
    app.lobby.close(&id, &current.user, ChallengeState::Cancelled).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// A game that has started.
#[derive(Serialize, ToSchema)]
struct StartedGameView {
    /// Id of the game.
    game: String,
}

/// Accepts a challenge and starts the game.
#[utoipa::path(post, path = "/api/challenge/{id}/accept", tag = "challenge", params(IdPath),
    responses((status = 200, body = StartedGameView), WriteErrors),
    security(("token" = ["challenge:write"])))]
async fn accept(
    State(app): State<AppState>,
    current: CurrentUser,
    Path(IdPath { id }): Path<IdPath>,
) -> Result<Json<StartedGameView>, Problem> {
    app.limits.game_by(&current.user.id)?;
    let room = app.lobby.accept(&id, &current.user).await?;
    Ok(Json(StartedGameView { game: room.id().to_owned() }))
}

/// Declines a challenge to the current user.
#[utoipa::path(post, path = "/api/challenge/{id}/decline", tag = "challenge", params(IdPath),
    responses((status = 204, description = "No longer pending."), WriteErrors),
    security(("token" = ["challenge:write"])))]
async fn decline(
    State(app): State<AppState>,
    current: CurrentUser,
    Path(IdPath { id }): Path<IdPath>,
) -> Result<StatusCode, Problem> {
    app.lobby.close(&id, &current.user, ChallengeState::Declined).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The link of a challenge as a QR code.
#[utoipa::path(get, path = "/api/challenge/{id}/qr.svg", tag = "challenge", params(IdPath),
    responses((status = 200, body = str, content_type = "image/svg+xml"), ReadErrors),
    security(("token" = ["challenge:read"])))]
async fn qr(
    State(app): State<AppState>,
    current: Option<CurrentUser>,
    Path(IdPath { id }): Path<IdPath>,
) -> Result<Response, Problem> {
    let reader = current.as_ref().map(|current| current.user.id.as_str());
    let row = app.lobby.get(&id, reader).await?;
    let view = app.views.challenge(&row).await?;
    if view.state != ChallengeState::Waiting {
        return Err(no_longer_open());
    }
    let address = view.url;
    // A URL that is too long for a QR code cannot be printed.
    let code = QrCode::with_error_correction_level(address.as_bytes(), EcLevel::M)
        .map_err(|_| Problem::not_found())?;
    let picture = code.render::<svg::Color<'_>>().min_dimensions(240, 240).build();
    let kind = [(header::CONTENT_TYPE, HeaderValue::from_static("image/svg+xml"))];
    Ok((kind, picture).into_response())
}

/// The challenge existed.
fn no_longer_open() -> Problem {
    Problem::explained(StatusCode::NOT_FOUND, ChallengeError::Gone.code(), &ChallengeError::Gone)
}

/// The open challenges, without those of users whom the current user has muted.
#[utoipa::path(get, path = "/api/lobby", tag = "challenge", responses((status = 200, body = ChallengesView), ReadErrors),
    security(("token" = [])))]
async fn lobby(
    State(app): State<AppState>,
    current: Option<CurrentUser>,
) -> Result<Json<ChallengesView>, Problem> {
    let user = current.as_ref().map(|current| current.user.id.as_str());
    let rows = app.lobby.open_challenges(user).await?;
    Ok(Json(ChallengesView { challenges: app.views.challenges(&rows).await? }))
}

impl From<ChallengeError> for Problem {
    fn from(error: ChallengeError) -> Problem {
        let status = match error {
            ChallengeError::Store(error) => return error.into(),
            ChallengeError::NotFound => StatusCode::NOT_FOUND,
            ChallengeError::Own | ChallengeError::Gone => StatusCode::CONFLICT,
            ChallengeError::NeedsAccount => StatusCode::FORBIDDEN,
            ChallengeError::NoPlayer | ChallengeError::RatedComputer | ChallengeError::Level => {
                StatusCode::UNPROCESSABLE_ENTITY
            }
        };
        Problem::explained(status, error.code(), &error)
    }
}
