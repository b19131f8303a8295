//! API tokens.

use axum::{extract::State, http::StatusCode};
use mekong_core::Text;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    AppState, Problem, ProblemBody,
    auth::AccountSession,
    json::{Json, Path},
};
use crate::{
    people::Scope,
    store::{StoreError, TokenRow},
    time::Millis,
};

/// Maximum length of a label, in characters.
const MAX_LABEL_LEN: usize = 60;

pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(list, create)).routes(routes!(delete))
}

/// A token, without its secret.
#[derive(Serialize, ToSchema)]
struct TokenView {
    /// Id of the token.
    id: String,
    /// Label, for the owner.
    label: String,
    /// Scopes.
    scopes: Vec<Scope>,
    /// Creation time, in milliseconds since 1970.
    created: Millis,
    /// Approximate time of last use.
    used: Option<Millis>,
}

impl From<TokenRow> for TokenView {
    fn from(row: TokenRow) -> TokenView {
        let scopes = row.scopes.split(' ').filter_map(Scope::parse).collect();
        TokenView { id: row.id, label: row.label, scopes, created: row.created, used: row.used }
    }
}

/// A new token with its secret, which is shown only once.
#[derive(Serialize, ToSchema)]
struct NewTokenView {
    /// The secret, for the header `Authorization: Bearer …`.
    token: String,
    #[serde(flatten)]
    view: TokenView,
}

/// Parameters of a new token.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct TokenBody {
    /// Label.
    #[schema(min_length = 1, max_length = 60, pattern = r"^[^\x00-\x1f\x7f]*\S[^\x00-\x1f\x7f]*$")]
    label: String,
    /// Scopes.
    #[schema(min_items = 1)]
    scopes: Vec<Scope>,
}

/// The current user's tokens, the oldest first.
#[utoipa::path(get, path = "/api/account/tokens", tag = "account",
    responses((status = 200, body = Vec<TokenView>), (status = 401, body = ProblemBody),
        (status = 403, body = ProblemBody)),
    security(("session" = [])))]
async fn list(State(app): State<AppState>, account: AccountSession) -> Result<Json<Vec<TokenView>>, Problem> {
    let rows = app.store.tokens(&account.user.id).await?;
    Ok(Json(rows.into_iter().map(TokenView::from).collect()))
}

/// Creates a token. Its secret is in this response only.
#[utoipa::path(post, path = "/api/account/tokens", tag = "account", request_body = TokenBody,
    responses((status = 201, body = NewTokenView), (status = 400, body = ProblemBody), (status = 401, body = ProblemBody),
        (status = 403, body = ProblemBody), (status = 409, body = ProblemBody), (status = 422, body = ProblemBody)),
    security(("session" = [])))]
async fn create(
    State(app): State<AppState>,
    account: AccountSession,
    Json(request): Json<TokenBody>,
) -> Result<(StatusCode, Json<NewTokenView>), Problem> {
    let label = request.label.trim();
    let is_good =
        !label.is_empty() && label.chars().count() <= MAX_LABEL_LEN && !label.chars().any(char::is_control);
    let mut scopes = request.scopes;
    scopes.sort_unstable();
    scopes.dedup();
    if !is_good || scopes.is_empty() {
        let text = Text {
            en: "a token needs a description of 1 to 60 characters and at least one permission",
            fr: "un jeton nécessite une description de 1 à 60 caractères et au moins une autorisation",
        };
        return Err(Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "token", text));
    }
    match app.accounts.create_token(&account.user.id, &account.session, label, &scopes).await {
        Ok((token, row)) => Ok((StatusCode::CREATED, Json(NewTokenView { token, view: row.into() }))),
        // The session has ended meanwhile.
        Err(StoreError::ConditionFailed) => Err(Problem::unauthorized()),
        Err(error) => Err(error.into()),
    }
}

/// Revokes a token.
#[utoipa::path(delete, path = "/api/account/tokens/{id}", tag = "account",
    params(("id" = String, Path, min_length = 1, max_length = 40, pattern = "^[a-z0-9]+$")),
    responses((status = 204), (status = 401, body = ProblemBody), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody)),
    security(("session" = [])))]
async fn delete(
    State(app): State<AppState>,
    account: AccountSession,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    match app.accounts.revoke_token(&account.user.id, &id).await {
        Err(StoreError::ConditionFailed) => Err(Problem::not_found()),
        result => {
            result?;
            Ok(StatusCode::NO_CONTENT)
        }
    }
}
