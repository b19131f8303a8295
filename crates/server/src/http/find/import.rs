use axum::{
    extract::{DefaultBodyLimit, FromRequestParts, State},
    http::{HeaderMap, StatusCode, request::Parts},
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::super::{
    Problem, Shared,
    auth::Owner,
    fields,
    json::{Json, Path},
    middleware::language,
    play::GameId,
    troubles::Doing,
};
use crate::{limits::FilePlace, store::StoreError};

pub(super) fn addresses() -> OpenApiRouter<Shared> {
    OpenApiRouter::new()
        .routes(routes!(import))
        .routes(routes!(remove))
        .layer(DefaultBodyLimit::max(LARGEST_FILE))
}

/// The largest file, in bytes.
const LARGEST_FILE: usize = 2 * 1024 * 1024;

/// Games from elsewhere.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ImportBody {
    /// A game file in PGN, or in the JSON of a record: at most 500 games and two megabytes. Each game has a tag `Game`, and a tag `FEN` if it begins
    /// with a deal.
    #[schema(max_length = 2_000_000)]
    #[serde(deserialize_with = "fields::short::<_, 2_000_000>")]
    pgn: String,
}

/// What became of a file.
#[derive(Serialize, ToSchema)]
struct ImportReport {
    /// The numbers of the games that were taken.
    imported: Vec<String>,
    /// The numbers of those that were there already, also because this server wrote the file.
    known: Vec<String>,
    /// What was not taken, and why.
    refused: Vec<RefusedView>,
}

/// Why a game was not taken.
#[derive(Serialize, ToSchema)]
struct RefusedView {
    /// The line in the file, from 1, if it is about one.
    line: Option<u64>,
    /// The character in the line, from 1.
    column: Option<u64>,
    /// The reason, in the language of the request.
    why: String,
}

/// Somebody who may send a file now. Files are large: who may not is told before one is read.
struct Sender {
    owner: Owner,
    _place: FilePlace,
}

impl FromRequestParts<Shared> for Sender {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &Shared) -> Result<Sender, Problem> {
        let owner = Owner::from_request_parts(parts, app).await?;
        let place = app.limits.import(&owner.user.id)?;
        Ok(Sender { owner, _place: place })
    }
}

/// Takes in games from elsewhere. Their moves are checked; those that are no games are told with their place. One needs an
/// account for that: the records are marked with it, and count for nobody whose name stands in them.
#[utoipa::path(post, path = "/api/import", tag = "find", request_body = ImportBody,
    responses((status = 200, body = ImportReport), Doing),
    security(("session" = [])))]
async fn import(
    State(app): State<Shared>,
    Sender { owner, _place }: Sender,
    headers: HeaderMap,
    Json(ImportBody { pgn }): Json<ImportBody>,
) -> Result<Json<ImportReport>, Problem> {
    let lang = language(&headers);
    let done = app.import(pgn, &owner.user.id).await?;
    let refused = done
        .refused
        .iter()
        .map(|refused| RefusedView {
            line: refused.place.map(|place| place.line as u64),
            column: refused.place.map(|place| place.column as u64),
            why: refused.why(lang).to_owned(),
        })
        .collect();
    Ok(Json(ImportReport { imported: done.games, known: done.known, refused }))
}

/// Removes a game that the visitor has imported, for good.
#[utoipa::path(delete, path = "/api/import/{id}", tag = "find", params(GameId),
    responses((status = 204, description = "It is gone."), Doing),
    security(("session" = [])))]
async fn remove(
    State(app): State<Shared>,
    owner: Owner,
    Path(GameId { id }): Path<GameId>,
) -> Result<StatusCode, Problem> {
    let game = app.store.game(&id).await?.ok_or_else(Problem::not_found)?;
    match app.store.remove_imported(&game, &owner.user.id).await {
        // It was played here, somebody else has imported it, or it has just gone.
        Err(StoreError::Conflict) => Err(Problem::not_found()),
        result => Ok(result.map(|()| StatusCode::NO_CONTENT)?),
    }
}
