//! Tokens of the programming interface.

use axum::{extract::State, http::StatusCode};
use mekong_core::Text;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    Problem, ProblemBody, Shared,
    auth::Owner,
    json::{Json, Path},
};
use crate::{
    people::Scope,
    secrets,
    store::{StoreError, TokenRow},
    time::{Millis, now},
};

/// The longest label, in characters.
const LONGEST_LABEL: usize = 60;

/// What tokens begin with, so that they are recognised where they should not be.
const PREFIX: &str = "mekong_";

pub(super) fn addresses() -> OpenApiRouter<Shared> {
    OpenApiRouter::new().routes(routes!(list, create)).routes(routes!(delete))
}

/// A token, without its secret.
#[derive(Serialize, ToSchema)]
struct TokenView {
    /// The number.
    id: String,
    /// What it is for, in the owner's words.
    label: String,
    /// What it allows.
    scopes: Vec<Scope>,
    /// Since when, in milliseconds since 1970.
    created: Millis,
    /// When it was last used, more or less.
    used: Option<Millis>,
}

impl From<TokenRow> for TokenView {
    fn from(row: TokenRow) -> TokenView {
        let scopes = row.scopes.split(' ').filter_map(Scope::parse).collect();
        TokenView { id: row.id, label: row.label, scopes, created: row.created, used: row.used }
    }
}

/// A new token. Its secret is shown this once.
#[derive(Serialize, ToSchema)]
struct NewToken {
    /// The secret, for the header `Authorization: Bearer …`.
    token: String,
    #[serde(flatten)]
    view: TokenView,
}

/// A token to be made.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct TokenOrder {
    /// What it is for.
    #[schema(min_length = 1, max_length = 60, pattern = r"^[^\x00-\x1f\x7f]*\S[^\x00-\x1f\x7f]*$")]
    label: String,
    /// What it allows.
    #[schema(min_items = 1)]
    scopes: Vec<Scope>,
}

/// The own tokens, the oldest first.
#[utoipa::path(get, path = "/api/account/tokens", tag = "account",
    responses((status = 200, body = Vec<TokenView>), (status = 401, body = ProblemBody),
        (status = 403, body = ProblemBody)),
    security(("session" = [])))]
async fn list(State(app): State<Shared>, owner: Owner) -> Result<Json<Vec<TokenView>>, Problem> {
    let rows = app.store.tokens(&owner.user.id).await?;
    Ok(Json(rows.into_iter().map(TokenView::from).collect()))
}

/// Makes a token. Its secret is in this answer and nowhere else.
#[utoipa::path(post, path = "/api/account/tokens", tag = "account", request_body = TokenOrder,
    responses((status = 201, body = NewToken), (status = 400, body = ProblemBody), (status = 401, body = ProblemBody),
        (status = 403, body = ProblemBody), (status = 409, body = ProblemBody), (status = 422, body = ProblemBody)),
    security(("session" = [])))]
async fn create(
    State(app): State<Shared>,
    owner: Owner,
    Json(order): Json<TokenOrder>,
) -> Result<(StatusCode, Json<NewToken>), Problem> {
    let label = order.label.trim();
    let is_good =
        !label.is_empty() && label.chars().count() <= LONGEST_LABEL && !label.chars().any(char::is_control);
    let mut scopes = order.scopes;
    scopes.sort_unstable();
    scopes.dedup();
    if !is_good || scopes.is_empty() {
        let text = Text {
            en: "a token has a label of 1 to 60 characters and allows something",
            fr: "un jeton a un libellé de 1 à 60 caractères et permet quelque chose",
        };
        return Err(Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "token", text));
    }
    let token = format!("{PREFIX}{}", secrets::secret());
    let codes: Vec<&str> = scopes.into_iter().map(Scope::code).collect();
    let row = TokenRow {
        id: secrets::id(),
        user: owner.user.id,
        label: label.to_owned(),
        scopes: codes.join(" "),
        created: now(),
        used: None,
    };
    match app.store.add_token(&row, &secrets::hash(&token), &owner.session).await {
        // The session ended meanwhile.
        Err(StoreError::Conflict) => return Err(Problem::unauthorized()),
        result => result?,
    }
    Ok((StatusCode::CREATED, Json(NewToken { token, view: row.into() })))
}

/// Takes a token away. It is worth nothing from now on.
#[utoipa::path(delete, path = "/api/account/tokens/{id}", tag = "account",
    params(("id" = String, Path, min_length = 1, max_length = 40, pattern = "^[a-z0-9]+$")),
    responses((status = 204), (status = 401, body = ProblemBody), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody)),
    security(("session" = [])))]
async fn delete(
    State(app): State<Shared>,
    owner: Owner,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    match app.remove_token(&owner.user.id, &id).await {
        Err(StoreError::Conflict) => Err(Problem::not_found()),
        result => {
            result?;
            Ok(StatusCode::NO_CONTENT)
        }
    }
}
