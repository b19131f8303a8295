//! Puzzles: of the day, at a strength, by id; attempts and progress; positions to practise.

use std::collections::HashMap;

use axum::{extract::State, http::StatusCode};
use mekong_catalog::find;
use mekong_core::Text;
use mekong_puzzles::{AttemptResult, Puzzle, collection, find_puzzle, themes};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    AppState, Problem,
    auth::{AccountSession, CurrentUser},
    error_responses::{ReadErrors, WriteErrors},
    fields,
    json::{GameQuery, IdPath, Json, Path, Query},
};
use crate::{
    glicko::periods,
    protocol::{PracticeView, PuzzleView, ThemeView},
    services::{DeviceAttempt, PuzzleError, Puzzles},
    store::{AttemptRow, SolverRow},
    time::{DAY, Millis, day_of, now},
};

pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(of_the_day))
        .routes(routes!(next_puzzle))
        .routes(routes!(list))
        .routes(routes!(practice))
        .routes(routes!(progress, merge))
        .routes(routes!(puzzle))
        .routes(routes!(attempt))
}

/// A day.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
struct DailyQuery {
    /// Kind of game; by default the games take turns.
    #[param(schema_with = fields::game_schema, required = false)]
    #[serde(default, deserialize_with = "fields::maybe_game")]
    game: Option<String>,
    /// The date in UTC, such as `2026-01-31`; by default today.
    #[param(min_length = 10, max_length = 10, pattern = "^[0-9]{4}-[0-9]{2}-[0-9]{2}$")]
    #[serde(default, deserialize_with = "fields::maybe_short::<_, 10>")]
    date: Option<String>,
}

/// A selection of puzzles.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
struct NextQuery {
    /// Kind of game.
    #[param(schema_with = fields::game_schema)]
    #[serde(deserialize_with = "fields::game")]
    game: String,
    /// Only puzzles of this theme.
    #[param(max_length = 40, pattern = "^[a-z-]{1,40}$")]
    #[serde(default, deserialize_with = "fields::maybe_short::<_, 40>")]
    theme: Option<String>,
    /// The requested rating; by default that of the user's account.
    #[param(minimum = 0, maximum = 4000)]
    #[serde(default, deserialize_with = "fields::maybe_rating")]
    rating: Option<u16>,
}

/// The puzzle of a day: the same for everyone. Puzzles change at midnight UTC.
#[utoipa::path(get, path = "/api/puzzle/daily", tag = "puzzles", params(DailyQuery),
    responses((status = 200, body = PuzzleView), ReadErrors))]
async fn of_the_day(
    State(app): State<AppState>,
    Query(query): Query<DailyQuery>,
) -> Result<Json<PuzzleView>, Problem> {
    let day = match &query.date {
        Some(date) => day_of(date).ok_or_else(invalid_date)?,
        None => (now() / DAY) as u32,
    };
    let puzzle = Puzzles::daily(query.game.as_deref(), day).ok_or_else(no_puzzle)?;
    view(&app, puzzle).await
}

/// A puzzle at the user's strength that they have not tried yet. With an account the attempts are stored.
#[utoipa::path(get, path = "/api/puzzle/next", tag = "puzzles", params(NextQuery),
    responses((status = 200, body = PuzzleView), ReadErrors),
    security(("token" = ["board:play"]), ("token" = ["bot:play"])))]
async fn next_puzzle(
    State(app): State<AppState>,
    current: Option<CurrentUser>,
    Query(query): Query<NextQuery>,
) -> Result<Json<PuzzleView>, Problem> {
    let account = current.filter(CurrentUser::has_account).map(|current| current.user.id);
    let (theme, rating) = (query.theme.as_deref(), query.rating.map(f64::from));
    let (puzzle, rating) = app.puzzles.next(account.as_deref(), &query.game, theme, rating).await?;
    Ok(Json(PuzzleView::new(puzzle, rating)))
}

/// All puzzles of a game.
#[derive(Serialize, ToSchema)]
struct PuzzleListView {
    /// The themes.
    themes: Vec<ThemeView>,
    /// The puzzles. New ones are appended.
    puzzles: Vec<PuzzleView>,
}

/// All puzzles and themes of a game, for pages that work offline.
#[utoipa::path(get, path = "/api/puzzle/list", tag = "puzzles", params(GameQuery),
    responses((status = 200, body = PuzzleListView), ReadErrors))]
async fn list(
    State(app): State<AppState>,
    Query(query): Query<GameQuery>,
) -> Result<Json<PuzzleListView>, Problem> {
    let entry = find(&query.game).map_err(|_| no_puzzle())?;
    let puzzles = &collection(&query.game).puzzles;
    let ratings: HashMap<String, f64> = app.store.puzzle_ratings().await?.into_iter().collect();
    let count =
        |code: &str| puzzles.iter().filter(|puzzle| puzzle.themes.iter().any(|theme| theme == code)).count();
    let rating = |puzzle: &Puzzle| ratings.get(&puzzle.id).copied().unwrap_or_else(|| puzzle.rating.into());
    Ok(Json(PuzzleListView {
        themes: themes(entry).iter().map(|theme| ThemeView::new(theme, count(theme.code))).collect(),
        puzzles: puzzles.iter().map(|puzzle| PuzzleView::new(puzzle, rating(puzzle))).collect(),
    }))
}

/// Positions to practise.
#[derive(Serialize, ToSchema)]
struct PracticeListView {
    /// The positions.
    positions: Vec<PracticeView>,
}

/// Positions of a game to practise against perfect play.
#[utoipa::path(get, path = "/api/puzzle/practice", tag = "puzzles", params(GameQuery),
    responses((status = 200, body = PracticeListView), ReadErrors))]
async fn practice(Query(query): Query<GameQuery>) -> Json<PracticeListView> {
    let positions = collection(&query.game).practice.iter().map(PracticeView::from).collect();
    Json(PracticeListView { positions })
}

/// A puzzle.
#[utoipa::path(get, path = "/api/puzzle/{id}", tag = "puzzles", params(IdPath),
    responses((status = 200, body = PuzzleView), ReadErrors))]
async fn puzzle(
    State(app): State<AppState>,
    Path(IdPath { id }): Path<IdPath>,
) -> Result<Json<PuzzleView>, Problem> {
    view(&app, find_puzzle(&id).ok_or_else(no_puzzle)?).await
}

/// An attempt.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct AttemptBody {
    /// The solver's moves so far, without the replies.
    #[schema(max_items = 40)]
    #[serde(deserialize_with = "fields::texts::<_, 40, 40>")]
    moves: Vec<String>,
    /// Whether the solver gives up.
    #[serde(default)]
    give_up: bool,
}

/// The result of an attempt.
#[derive(Serialize, ToSchema)]
struct AttemptView {
    /// The result.
    result: AttemptResultView,
    /// Index of the wrong move, from 0.
    wrong: Option<u32>,
    /// If unfinished: the plies that follow the last move, up to the solver's next choice.
    replies: Vec<String>,
    /// The change of the solver's rating; null if the attempt was not rated: without an account, at a further attempt,
    /// and while it is unfinished.
    rated: Option<RatedView>,
}

/// The result of an attempt.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
enum AttemptResultView {
    /// All moves were found.
    Solved,
    /// The moves so far are right.
    Unfinished,
    /// A move is wrong.
    Wrong,
    /// The solver has given up.
    GivenUp,
}

/// A change of rating.
#[derive(Serialize, ToSchema)]
struct RatedView {
    /// Rating before the attempt.
    before: f64,
    /// The solver after the attempt.
    after: SolverView,
}

/// A solver's rating in the puzzles of a game.
#[derive(Serialize, ToSchema)]
struct SolverView {
    /// Kind of game.
    game: String,
    /// The rating.
    rating: f64,
    /// Rating deviation.
    deviation: f64,
    /// Whether the rating is provisional.
    provisional: bool,
    /// Number of rated attempts.
    attempts: u32,
    /// Number of those that succeeded.
    solved: u32,
    /// Puzzles solved in a row.
    streak: u32,
    /// The most puzzles solved in a row.
    best_streak: u32,
}

impl SolverView {
    fn of(row: &SolverRow, now: Millis) -> SolverView {
        let rating = row.rating.aged(periods(row.updated, now));
        SolverView {
            game: row.game.clone(),
            rating: rating.rating,
            deviation: rating.deviation,
            provisional: rating.is_provisional(),
            attempts: row.attempts as u32,
            solved: row.solved as u32,
            streak: row.streak as u32,
            best_streak: row.best_streak as u32,
        }
    }
}

/// Judges an attempt. The first attempt of an account at a puzzle is rated when it is solved, wrong or given up.
#[utoipa::path(post, path = "/api/puzzle/{id}/attempt", tag = "puzzles", params(IdPath), request_body = AttemptBody,
    responses((status = 200, body = AttemptView), WriteErrors),
    security(("token" = ["board:play"]), ("token" = ["bot:play"])))]
async fn attempt(
    State(app): State<AppState>,
    current: Option<CurrentUser>,
    Path(IdPath { id }): Path<IdPath>,
    Json(body): Json<AttemptBody>,
) -> Result<Json<AttemptView>, Problem> {
    let account = current.filter(CurrentUser::has_account).map(|current| current.user.id);
    if let Some(user) = &account {
        app.limits.attempt_by(user)?;
    }
    let attempt = app.puzzles.attempt(account.as_deref(), &id, &body.moves, body.give_up).await?;
    let (result, wrong, replies) = match attempt.result {
        AttemptResult::Solved => (AttemptResultView::Solved, None, Vec::new()),
        AttemptResult::Wrong { index } => (AttemptResultView::Wrong, Some(index as u32), Vec::new()),
        AttemptResult::Unfinished { .. } if body.give_up => (AttemptResultView::GivenUp, None, Vec::new()),
        AttemptResult::Unfinished { replies } => (AttemptResultView::Unfinished, None, replies),
    };
    let rated = attempt.rated.map(|[before, after]| RatedView {
        before: before.rating.rating,
        after: SolverView::of(&after, after.updated),
    });
    Ok(Json(AttemptView { result, wrong, replies, rated }))
}

/// Maximum number of attempts in a response.
const MAX_ATTEMPTS: i64 = 5_000;

/// A solver's progress in a game.
#[derive(Serialize, ToSchema)]
struct ProgressView {
    /// The ratings in all games.
    ratings: Vec<SolverView>,
    /// The attempts at puzzles of the game, newest first.
    attempts: Vec<TriedView>,
}

/// A puzzle that was tried.
#[derive(Serialize, ToSchema)]
struct TriedView {
    /// Id of the puzzle.
    id: String,
    /// Time of the first attempt.
    at: Millis,
    /// Whether the first attempt succeeded.
    first_solved: bool,
    /// Whether any attempt succeeded.
    solved: bool,
    /// Whether the first attempt was rated.
    rated: bool,
}

impl From<AttemptRow> for TriedView {
    fn from(row: AttemptRow) -> TriedView {
        let AttemptRow { puzzle, at, first_solved, solved, rated, .. } = row;
        TriedView { id: puzzle, at, first_solved, solved, rated }
    }
}

/// The progress of the user's account in the puzzles of a game.
#[utoipa::path(get, path = "/api/puzzle/progress", tag = "puzzles", params(GameQuery),
    responses((status = 200, body = ProgressView), ReadErrors), security(("session" = [])))]
async fn progress(
    State(app): State<AppState>,
    account: AccountSession,
    Query(query): Query<GameQuery>,
) -> Result<Json<ProgressView>, Problem> {
    let now = now();
    let ratings = app.store.solver_ratings(&account.user.id).await?;
    let attempts = app.store.puzzle_attempts(&account.user.id, &query.game, MAX_ATTEMPTS).await?;
    Ok(Json(ProgressView {
        ratings: ratings.iter().map(|row| SolverView::of(row, now)).collect(),
        attempts: attempts.into_iter().map(TriedView::from).collect(),
    }))
}

/// Attempts made on a device.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct MergeBody {
    /// The attempts.
    #[schema(max_items = 500)]
    #[serde(deserialize_with = "fields::list::<_, _, 500>")]
    attempts: Vec<DeviceAttemptBody>,
}

/// An attempt made on a device.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct DeviceAttemptBody {
    /// Id of the puzzle.
    #[schema(min_length = 12, max_length = 12, pattern = "^[a-z2-9]{12}$")]
    #[serde(deserialize_with = "fields::id")]
    id: String,
    /// Whether it was solved.
    solved: bool,
    /// Time of the attempt.
    #[schema(minimum = -9_000_000_000_000_i64, maximum = 9_000_000_000_000_i64)]
    #[serde(deserialize_with = "fields::timestamp")]
    at: Millis,
}

/// How many attempts were stored.
#[derive(Serialize, ToSchema)]
struct MergedView {
    /// Number of attempts at puzzles that exist.
    stored: u32,
}

/// Adds attempts that were made on a device to the account. They are not rated. Attempts at unknown puzzles are ignored.
#[utoipa::path(post, path = "/api/puzzle/progress", tag = "puzzles", request_body = MergeBody,
    responses((status = 200, body = MergedView), WriteErrors), security(("session" = [])))]
async fn merge(
    State(app): State<AppState>,
    account: AccountSession,
    Json(body): Json<MergeBody>,
) -> Result<Json<MergedView>, Problem> {
    app.limits.expensive_by(&account.user.id)?;
    let attempt =
        |made: DeviceAttemptBody| DeviceAttempt { puzzle: made.id, solved: made.solved, at: made.at };
    let attempts: Vec<DeviceAttempt> = body.attempts.into_iter().map(attempt).collect();
    let stored = app.puzzles.merge(&account.user.id, &attempts).await? as u32;
    Ok(Json(MergedView { stored }))
}

/// A puzzle with its current rating.
async fn view(app: &AppState, puzzle: &Puzzle) -> Result<Json<PuzzleView>, Problem> {
    let rating = app.puzzles.rating(puzzle).await?;
    Ok(Json(PuzzleView::new(puzzle, rating)))
}

fn no_puzzle() -> Problem {
    let text = Text { en: "puzzle not found", fr: "problème introuvable" };
    Problem::new(StatusCode::NOT_FOUND, "no-puzzle", text)
}

fn invalid_date() -> Problem {
    Problem::bad_request("query", "a date has the form 2026-01-31", "une date a la forme 2026-01-31")
}

impl From<PuzzleError> for Problem {
    fn from(error: PuzzleError) -> Problem {
        match error {
            PuzzleError::NoPuzzle => no_puzzle(),
            PuzzleError::Attempt(error) => {
                Problem::explained(StatusCode::UNPROCESSABLE_ENTITY, "attempt", &error)
            }
            PuzzleError::Store(error) => error.into(),
        }
    }
}
