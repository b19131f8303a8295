//! Studies: saved in an account, read by everyone with the link if they are shared.

use axum::{
    extract::{DefaultBodyLimit, State},
    http::StatusCode,
};
use mekong_core::Text;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    AppState, Problem,
    auth::{AccountSession, CurrentUser},
    error_responses::{ReadErrors, WriteErrors},
    fields,
    json::{IdPath, Json, Path},
};
use crate::{
    protocol::{ChapterView, StudySummaryView, StudyView},
    services::{Chapter, Study, StudyContent, StudyError},
    store::StudyRow,
};

pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list, create))
        .routes(routes!(get, change, delete))
        .layer(DefaultBodyLimit::max(MAX_STUDY_SIZE))
}

/// Maximum size of a request with a study, in bytes.
const MAX_STUDY_SIZE: usize = 1024 * 1024;

/// A chapter.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ChapterBody {
    /// The name.
    #[schema(min_length = 1, max_length = 80)]
    #[serde(deserialize_with = "fields::text::<_, 1, 80>")]
    name: String,
    /// One game as PGN, or as a record in JSON: at most 2,000 moves, variations included.
    #[schema(max_length = 32_000)]
    pgn: String,
}

/// A new study.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewStudyBody {
    /// The name.
    #[schema(min_length = 1, max_length = 80)]
    #[serde(deserialize_with = "fields::text::<_, 1, 80>")]
    name: String,
    /// The chapters, in order.
    #[schema(min_items = 1, max_items = 64)]
    #[serde(deserialize_with = "fields::list::<_, _, 64>")]
    chapters: Vec<ChapterBody>,
}

/// A changed study.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct StudyBody {
    /// The name.
    #[schema(min_length = 1, max_length = 80)]
    #[serde(deserialize_with = "fields::text::<_, 1, 80>")]
    name: String,
    /// Whether everyone who knows the link may read it.
    shared: bool,
    /// The revision that was changed. Another change in the meantime is a conflict.
    #[schema(minimum = 1, maximum = 1_000_000_000)]
    revision: u32,
    /// The chapters, in order.
    #[schema(min_items = 1, max_items = 64)]
    #[serde(deserialize_with = "fields::list::<_, _, 64>")]
    chapters: Vec<ChapterBody>,
}

fn chapters(bodies: Vec<ChapterBody>) -> Vec<Chapter> {
    bodies.into_iter().map(|ChapterBody { name, pgn }| Chapter { name, pgn }).collect()
}

impl From<StudyRow> for StudySummaryView {
    fn from(row: StudyRow) -> StudySummaryView {
        let StudyRow { id, name, shared, revision, created, updated, chapters, .. } = row;
        StudySummaryView { id, name, shared, revision, created, updated, chapters: chapters as u32 }
    }
}

/// A study as a user sees it.
async fn view(app: &AppState, study: Study, user: Option<&str>) -> Result<Json<StudyView>, Problem> {
    let owner = app.store.user(&study.row.user).await?.and_then(|owner| owner.name);
    let own = user == Some(study.row.user.as_str());
    let contents =
        study.chapters.into_iter().map(|Chapter { name, pgn }| ChapterView { name, pgn }).collect();
    Ok(Json(StudyView { summary: study.row.into(), owner, own, contents }))
}

/// The studies of an account.
#[derive(Serialize, ToSchema)]
struct StudyList {
    /// The studies, the last changed first.
    studies: Vec<StudySummaryView>,
}

/// The current user's studies, without their chapters.
#[utoipa::path(get, path = "/api/study", tag = "studies",
    responses((status = 200, body = StudyList), ReadErrors), security(("session" = [])))]
async fn list(State(app): State<AppState>, account: AccountSession) -> Result<Json<StudyList>, Problem> {
    let rows = app.store.studies(&account.user.id).await?;
    Ok(Json(StudyList { studies: rows.into_iter().map(StudySummaryView::from).collect() }))
}

/// Saves a new study, which only its owner sees. The rules check every chapter.
#[utoipa::path(post, path = "/api/study", tag = "studies", request_body = NewStudyBody,
    responses((status = 201, body = StudyView), WriteErrors), security(("session" = [])))]
async fn create(
    State(app): State<AppState>,
    account: AccountSession,
    Json(body): Json<NewStudyBody>,
) -> Result<(StatusCode, Json<StudyView>), Problem> {
    app.limits.expensive_by(&account.user.id)?;
    let content = StudyContent { name: body.name, shared: false, chapters: chapters(body.chapters) };
    let study = app.studies.create(&account.user.id, content).await?;
    Ok((StatusCode::CREATED, view(&app, study, Some(&account.user.id)).await?))
}

/// A study of the current user, or a shared one.
#[utoipa::path(get, path = "/api/study/{id}", tag = "studies", params(IdPath),
    responses((status = 200, body = StudyView), ReadErrors), security((), ("session" = [])))]
async fn get(
    State(app): State<AppState>,
    current: Option<CurrentUser>,
    Path(IdPath { id }): Path<IdPath>,
) -> Result<Json<StudyView>, Problem> {
    let user = current.map(|current| current.user.id);
    let study = app.studies.get(&id, user.as_deref()).await?;
    view(&app, study, user.as_deref()).await
}

/// Replaces a study of the current user: its name, its chapters and their order, and whether it is shared.
#[utoipa::path(put, path = "/api/study/{id}", tag = "studies", params(IdPath), request_body = StudyBody,
    responses((status = 200, body = StudyView), WriteErrors), security(("session" = [])))]
async fn change(
    State(app): State<AppState>,
    account: AccountSession,
    Path(IdPath { id }): Path<IdPath>,
    Json(body): Json<StudyBody>,
) -> Result<Json<StudyView>, Problem> {
    app.limits.expensive_by(&account.user.id)?;
    let content = StudyContent { name: body.name, shared: body.shared, chapters: chapters(body.chapters) };
    let study = app.studies.change(&id, &account.user.id, body.revision.into(), content).await?;
    view(&app, study, Some(&account.user.id)).await
}

/// Deletes a study of the current user.
#[utoipa::path(delete, path = "/api/study/{id}", tag = "studies", params(IdPath),
    responses((status = 204), WriteErrors), security(("session" = [])))]
async fn delete(
    State(app): State<AppState>,
    account: AccountSession,
    Path(IdPath { id }): Path<IdPath>,
) -> Result<StatusCode, Problem> {
    app.studies.delete(&id, &account.user.id).await?;
    Ok(StatusCode::NO_CONTENT)
}

impl From<StudyError> for Problem {
    fn from(error: StudyError) -> Problem {
        let no_study = Text { en: "study not found", fr: "étude introuvable" };
        let changed = Text {
            en: "the study has been changed elsewhere in the meantime: load it again",
            fr: "l’étude a été modifiée ailleurs entre-temps : rechargez-la",
        };
        match error {
            StudyError::NoStudy => Problem::new(StatusCode::NOT_FOUND, "no-study", no_study),
            StudyError::Changed => Problem::new(StatusCode::CONFLICT, "study-changed", changed),
            StudyError::Invalid(why) => Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "study", why),
            StudyError::Store(error) => error.into(),
        }
    }
}
