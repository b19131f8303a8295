//! Offering games: challenges, the lobby, QR codes.

use axum::{
    extract::State,
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse as _, Response},
};
use mekong_catalog::variant_names;
use mekong_core::Lang;
use qrcode::{EcLevel, QrCode, render::svg};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    Problem, Shared,
    auth::Visitor,
    client::Client,
    fields,
    json::{Json, Path},
    troubles::{Asking, Doing},
};
use crate::{
    app::{ChallengeError, Made},
    store::{ChallengeState, Side},
    table::{Clock, Opponent, Settings, SettingsError},
    time::now,
    wire::ChallengeView,
};

pub(super) fn addresses() -> OpenApiRouter<Shared> {
    OpenApiRouter::new()
        .routes(routes!(make, own))
        .routes(routes!(see, cancel))
        .routes(routes!(accept))
        .routes(routes!(decline))
        .routes(routes!(qr))
        .routes(routes!(lobby))
}

/// Which challenge.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub(super) struct ChallengeId {
    /// The number of the challenge.
    #[param(min_length = 12, max_length = 12, pattern = "^[a-z2-9]{12}$")]
    #[serde(deserialize_with = "fields::number")]
    pub(super) id: String,
}

/// The wish for a game.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ChallengeBody {
    /// The id of the game.
    #[schema(schema_with = fields::game_schema)]
    game: String,
    /// Its variants: a list of names, the usual form, or one text with commas between them.
    #[serde(default, alias = "variant", deserialize_with = "variant_names")]
    #[schema(value_type = VariantsBody)]
    variants: Vec<String>,
    /// What the challenger plays; by default whichever chance gives.
    #[serde(default = "any_side")]
    side: Side,
    /// How time is kept; by default not at all.
    #[serde(default = "no_clock")]
    clock: Clock,
    /// Whether it counts: only between accounts, with a clock, from the usual start.
    #[serde(default)]
    rated: bool,
    /// Against whom.
    opponent: OpponentBody,
    /// The position to start from, if it is not the usual one.
    #[schema(max_length = 1000)]
    #[serde(default, deserialize_with = "fields::maybe_short::<_, 1000>")]
    start: Option<String>,
}

/// Names of variants.
#[derive(ToSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "it only describes what `variant_names` reads")]
enum VariantsBody {
    /// A list of names.
    List(Vec<String>),
    /// Names with commas between them.
    Text(String),
}

const fn any_side() -> Side {
    Side::Random
}

const fn no_clock() -> Clock {
    Clock::None
}

/// Against whom.
#[derive(Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
enum OpponentBody {
    // Braces, so that anything more is refused.
    /// Whoever has the link.
    Link {},
    /// Whoever sees it in the lobby.
    Open {},
    /// One player.
    User {
        /// The name.
        #[schema(min_length = 1, max_length = 40)]
        #[serde(deserialize_with = "fields::text::<_, 1, 40>")]
        name: String,
    },
    /// The computer.
    Computer {
        /// 1 to 10.
        #[schema(minimum = 1, maximum = 10)]
        level: u8,
    },
}

/// What became of the wish: a challenge that waits, or a game against the computer.
#[derive(Serialize, ToSchema)]
struct MadeView {
    /// The challenge that waits.
    challenge: Option<ChallengeView>,
    /// The number of the game that has begun.
    game: Option<String>,
}

/// Offers a game to somebody, or begins one against the computer.
#[utoipa::path(post, path = "/api/challenge", tag = "challenge", request_body = ChallengeBody,
    responses((status = 201, body = MadeView), Doing),
    security(("token" = ["challenge:write"])))]
async fn make(
    State(app): State<Shared>,
    visitor: Visitor,
    client: Client,
    Json(body): Json<ChallengeBody>,
) -> Result<(StatusCode, Json<MadeView>), Problem> {
    app.limits.game_by(&visitor.user.id)?;
    let settings = checked(Settings {
        game: body.game,
        variants: body.variants,
        start: body.start,
        clock: body.clock,
        rated: body.rated,
    })?;
    let opponent = match body.opponent {
        OpponentBody::Link {} => Opponent::Link,
        OpponentBody::Open {} => Opponent::Anyone,
        OpponentBody::User { name } => Opponent::User(name),
        OpponentBody::Computer { level } => {
            app.limits.costly_by(&visitor.user.id)?;
            Opponent::Computer(level)
        }
    };
    let made = match app.challenge(&visitor.user, settings, body.side, opponent, client.address).await? {
        Made::Challenge(row) => MadeView { challenge: Some(app.challenge_view(&row).await?), game: None },
        Made::Game(room) => MadeView { challenge: None, game: Some(room.id().to_owned()) },
    };
    Ok((StatusCode::CREATED, Json(made)))
}

/// Checks settings; what is wrong is said in both languages.
fn checked(settings: Settings) -> Result<Settings, Problem> {
    let french = settings.clone();
    settings.checked(Lang::En).map_err(|error| match (error, french.checked(Lang::Fr)) {
        (SettingsError::Game(en), Err(SettingsError::Game(fr))) => {
            Problem::worded(StatusCode::UNPROCESSABLE_ENTITY, "settings", en, fr)
        }
        (error, _) => error.into(),
    })
}

/// Challenges that wait.
#[derive(Serialize, ToSchema)]
struct Challenges {
    /// The newest first.
    challenges: Vec<ChallengeView>,
}

/// The challenges that the visitor made, or that were made to them, and that still wait.
#[utoipa::path(get, path = "/api/challenge", tag = "challenge",
    responses((status = 200, body = Challenges), Asking),
    security(("token" = ["challenge:read"])))]
async fn own(State(app): State<Shared>, visitor: Option<Visitor>) -> Result<Json<Challenges>, Problem> {
    let mut challenges = Vec::new();
    if let Some(visitor) = visitor {
        for row in app.store.challenges_of(&visitor.user.id, now()).await? {
            challenges.push(app.challenge_view(&row).await?);
        }
    }
    Ok(Json(Challenges { challenges }))
}

/// A challenge. Those for one player are seen by that player and the challenger only.
#[utoipa::path(get, path = "/api/challenge/{id}", tag = "challenge", params(ChallengeId),
    responses((status = 200, body = ChallengeView), Asking),
    security(("token" = ["challenge:read"])))]
async fn see(
    State(app): State<Shared>,
    visitor: Option<Visitor>,
    Path(ChallengeId { id }): Path<ChallengeId>,
) -> Result<Json<ChallengeView>, Problem> {
    let reader = visitor.as_ref().map(|visitor| visitor.user.id.as_str());
    let row = app.see_challenge(&id, reader).await?;
    // What was taken back is not there any more.
    if row.state == ChallengeState::Cancelled {
        return Err(gone());
    }
    Ok(Json(app.challenge_view(&row).await?))
}

/// The challenger takes the challenge back.
#[utoipa::path(delete, path = "/api/challenge/{id}", tag = "challenge", params(ChallengeId),
    responses((status = 204, description = "It does not wait any more."), Doing),
    security(("token" = ["challenge:write"])))]
async fn cancel(
    State(app): State<Shared>,
    visitor: Visitor,
    Path(ChallengeId { id }): Path<ChallengeId>,
) -> Result<StatusCode, Problem> {
    app.end_challenge(&id, &visitor.user, ChallengeState::Cancelled).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// A game that has begun.
#[derive(Serialize, ToSchema)]
struct Begun {
    /// The number of the game.
    game: String,
}

/// Takes a challenge: the game begins.
#[utoipa::path(post, path = "/api/challenge/{id}/accept", tag = "challenge", params(ChallengeId),
    responses((status = 200, body = Begun), Doing),
    security(("token" = ["challenge:write"])))]
async fn accept(
    State(app): State<Shared>,
    visitor: Visitor,
    Path(ChallengeId { id }): Path<ChallengeId>,
) -> Result<Json<Begun>, Problem> {
    app.limits.game_by(&visitor.user.id)?;
    let room = app.accept(&id, &visitor.user).await?;
    Ok(Json(Begun { game: room.id().to_owned() }))
}

/// Declines a challenge that was made to the visitor.
#[utoipa::path(post, path = "/api/challenge/{id}/decline", tag = "challenge", params(ChallengeId),
    responses((status = 204, description = "It does not wait any more."), Doing),
    security(("token" = ["challenge:write"])))]
async fn decline(
    State(app): State<Shared>,
    visitor: Visitor,
    Path(ChallengeId { id }): Path<ChallengeId>,
) -> Result<StatusCode, Problem> {
    app.end_challenge(&id, &visitor.user, ChallengeState::Declined).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The address of a challenge as a QR code.
#[utoipa::path(get, path = "/api/challenge/{id}/qr.svg", tag = "challenge", params(ChallengeId),
    responses((status = 200, body = str, content_type = "image/svg+xml"), Asking),
    security(("token" = ["challenge:read"])))]
async fn qr(
    State(app): State<Shared>,
    visitor: Option<Visitor>,
    Path(ChallengeId { id }): Path<ChallengeId>,
) -> Result<Response, Problem> {
    let reader = visitor.as_ref().map(|visitor| visitor.user.id.as_str());
    let row = app.see_challenge(&id, reader).await?;
    let view = app.challenge_view(&row).await?;
    if view.state != ChallengeState::Waiting {
        return Err(gone());
    }
    let address = view.url;
    // An address that is too long for any code is not an address one would print.
    let code = QrCode::with_error_correction_level(address.as_bytes(), EcLevel::M)
        .map_err(|_| Problem::not_found())?;
    let picture = code.render::<svg::Color<'_>>().min_dimensions(240, 240).build();
    let kind = [(header::CONTENT_TYPE, HeaderValue::from_static("image/svg+xml"))];
    Ok((kind, picture).into_response())
}

/// There was such a challenge.
fn gone() -> Problem {
    Problem::explained(StatusCode::NOT_FOUND, ChallengeError::Gone.code(), &ChallengeError::Gone)
}

/// The open challenges, without those of players whom the visitor has muted.
#[utoipa::path(get, path = "/api/lobby", tag = "challenge", responses((status = 200, body = Challenges), Asking),
    security(("token" = [])))]
async fn lobby(State(app): State<Shared>, visitor: Option<Visitor>) -> Result<Json<Challenges>, Problem> {
    let mut challenges = Vec::new();
    for row in app.lobby(visitor.as_ref().map(|visitor| visitor.user.id.as_str())).await? {
        challenges.push(app.challenge_view(&row).await?);
    }
    Ok(Json(Challenges { challenges }))
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
