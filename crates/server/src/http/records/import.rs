use axum::{
    extract::{DefaultBodyLimit, FromRequestParts, State},
    http::{HeaderMap, StatusCode, request::Parts},
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::super::{
    AppState, Problem,
    auth::AccountSession,
    error_responses::WriteErrors,
    fields,
    json::{IdPath, Json, Path},
    middleware::language,
};
use crate::{limits::FilePermit, store::StoreError};

pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(import))
        .routes(routes!(remove))
        .layer(DefaultBodyLimit::max(MAX_FILE_SIZE))
}

/// Maximum size of a file, in bytes.
const MAX_FILE_SIZE: usize = 2 * 1024 * 1024;

/// Games to import.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ImportBody {
    /// A file in PGN, or records as JSON: at most 500 games and two megabytes. Each game has a tag `Game`, and a tag
    /// `FEN` if it is dealt.
    #[schema(max_length = 2_000_000)]
    #[serde(deserialize_with = "fields::short::<_, 2_000_000>")]
    pgn: String,
}

/// The result of an import.
#[derive(Serialize, ToSchema)]
struct ImportView {
    /// Ids of the imported games.
    imported: Vec<String>,
    /// Ids of the games that existed already, also if this server exported them.
    known: Vec<String>,
    /// Rejected games.
    refused: Vec<RefusedView>,
}

/// A rejected game.
#[derive(Serialize, ToSchema)]
struct RefusedView {
    /// Line in the file, from 1, if known.
    line: Option<u64>,
    /// Column in the line, from 1.
    column: Option<u64>,
    /// The reason, in the language of the request.
    why: String,
}

/// A user who may import now. Checked before the body is read, because files are large.
struct Importer {
    account: AccountSession,
    _permit: FilePermit,
}

impl FromRequestParts<AppState> for Importer {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Importer, Problem> {
        let account = AccountSession::from_request_parts(parts, app).await?;
        let permit = app.limits.import(&account.user.id)?;
        Ok(Importer { account, _permit: permit })
    }
}

/// Imports games. Their moves are validated; rejected games are listed with their position in the file. Requires an
/// account: imported games are marked with it, and do not count for the players named in them.
#[utoipa::path(post, path = "/api/import", tag = "records", request_body = ImportBody,
    responses((status = 200, body = ImportView), WriteErrors),
    security(("session" = [])))]
async fn import(
    State(app): State<AppState>,
    Importer { account, _permit }: Importer,
    headers: HeaderMap,
    Json(ImportBody { pgn }): Json<ImportBody>,
) -> Result<Json<ImportView>, Problem> {
    let lang = language(&headers);
    let done = app.records.import(pgn, &account.user.id).await?;
    let refused = done
        .rejected
        .iter()
        .map(|refused| RefusedView {
            line: refused.location.map(|location| location.line as u64),
            column: refused.location.map(|location| location.column as u64),
            why: refused.why.get(lang).to_owned(),
        })
        .collect();
    Ok(Json(ImportView { imported: done.games, known: done.known, refused }))
}

/// Deletes a game that the current user has imported.
#[utoipa::path(delete, path = "/api/import/{id}", tag = "records", params(IdPath),
    responses((status = 204, description = "Deleted."), WriteErrors),
    security(("session" = [])))]
async fn remove(
    State(app): State<AppState>,
    account: AccountSession,
    Path(IdPath { id }): Path<IdPath>,
) -> Result<StatusCode, Problem> {
    match app.records.delete(&id, &account.user.id).await {
        Err(StoreError::ConditionFailed) => Err(Problem::not_found()),
        result => Ok(result.map(|()| StatusCode::NO_CONTENT)?),
    }
}
