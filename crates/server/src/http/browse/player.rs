use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::super::{
    AppState, Problem,
    error_responses::ReadErrors,
    fields,
    json::{Json, Path, Query},
};
use crate::{
    glicko::periods,
    protocol::{SeatView, UserView},
    store::{RatingPointRow, RatingRow, ScoreOpponent, UserRow},
    table::Speed,
    time::{Millis, now},
};

pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(player)).routes(routes!(rating_history))
}

/// A player.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub(in crate::http) struct PlayerName {
    /// Name of the player.
    #[param(min_length = 2, max_length = 20, pattern = "^[A-Za-z0-9][A-Za-z0-9_-]{1,19}$")]
    #[serde(deserialize_with = "fields::player")]
    pub(in crate::http) name: String,
}

/// Maximum number of opponents in a profile.
const MAX_OPPONENTS: i64 = 200;

/// The public profile of a player.
#[derive(Serialize, ToSchema)]
struct PlayerView {
    /// The user.
    user: UserView,
    /// Creation time.
    created: Millis,
    /// Ratings, the most played first.
    ratings: Vec<RatingView>,
    /// Results of all games.
    games: CountsView,
    /// Results per opponent, the most frequent first; at most 200.
    opponents: Vec<AgainstView>,
}

/// A rating in one game at one speed.
#[derive(Serialize, ToSchema)]
struct RatingView {
    /// Kind of game.
    game: String,
    /// Speed category.
    speed: Speed,
    /// The rating.
    rating: f64,
    /// Rating deviation; it grows with inactivity.
    deviation: f64,
    /// Volatility.
    volatility: f64,
    /// Whether the rating is provisional.
    provisional: bool,
    /// Number of rated games.
    games: u32,
    /// Time of the last change.
    updated: Millis,
}

impl RatingView {
    fn of(row: &RatingRow, now: Millis) -> RatingView {
        let rating = row.rating.aged(periods(row.updated, now));
        RatingView {
            game: row.game.clone(),
            speed: row.speed,
            rating: rating.rating,
            deviation: rating.deviation,
            volatility: rating.volatility,
            provisional: rating.is_provisional(),
            games: row.games as u32,
            updated: row.updated,
        }
    }
}

/// Results of games.
#[derive(Default, Serialize, ToSchema)]
struct CountsView {
    /// Finished games.
    finished: u32,
    /// Wins.
    wins: u32,
    /// Losses.
    losses: u32,
    /// Draws.
    draws: u32,
    /// Games in progress.
    playing: u32,
}

/// Results against one opponent.
#[derive(Serialize, ToSchema)]
struct AgainstView {
    /// The opponent.
    opponent: SeatView,
    /// Wins.
    wins: u32,
    /// Losses.
    losses: u32,
    /// Draws.
    draws: u32,
}

/// Finds an account by name.
pub(in crate::http) async fn find(app: &AppState, name: &str) -> Result<UserRow, Problem> {
    app.store.user_by_name(name).await?.ok_or_else(Problem::not_found)
}

/// The profile of a player: ratings, results, opponents.
#[utoipa::path(get, path = "/api/player/{name}", tag = "games", params(PlayerName),
    responses((status = 200, body = PlayerView), ReadErrors))]
async fn player(
    State(app): State<AppState>,
    Path(PlayerName { name }): Path<PlayerName>,
) -> Result<Json<PlayerView>, Problem> {
    let (user, now) = (find(&app, &name).await?, now());
    let ratings = app.store.ratings(&user.id).await?;
    let mut games =
        CountsView { playing: app.store.playing_count(&user.id).await? as u32, ..CountsView::default() };
    let mut opponents = Vec::new();
    for score in app.store.scores(&user.id, MAX_OPPONENTS).await? {
        let opponent = match score.against {
            ScoreOpponent::All => {
                games.finished = score.games() as u32;
                games.wins = score.wins as u32;
                games.losses = score.losses as u32;
                games.draws = score.draws as u32;
                continue;
            }
            ScoreOpponent::User { id, name, kind } => {
                SeatView::User { user: UserView::new(id, name, kind), rating: None }
            }
            ScoreOpponent::Computer(level) => SeatView::Computer { level },
        };
        opponents.push(AgainstView {
            opponent,
            wins: score.wins as u32,
            losses: score.losses as u32,
            draws: score.draws as u32,
        });
    }
    Ok(Json(PlayerView {
        user: UserView::new(user.id, user.name, user.kind),
        created: user.created,
        ratings: ratings.iter().map(|row| RatingView::of(row, now)).collect(),
        games,
        opponents,
    }))
}

/// Maximum number of points per page.
const MAX_POINTS: i64 = 1_000;

/// A selection of the history.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
struct HistoryQuery {
    /// Only this kind of game.
    #[param(schema_with = fields::game_schema, required = false)]
    #[serde(default, deserialize_with = "fields::maybe_game")]
    game: Option<String>,
    /// Only this speed category.
    #[param(inline)]
    speed: Option<Speed>,
    /// Only changes before this time: the end of the previous page.
    #[param(minimum = -9_000_000_000_000_i64, maximum = 9_000_000_000_000_i64)]
    #[serde(default, deserialize_with = "fields::maybe_timestamp")]
    before: Option<i64>,
}

/// A rating after a game.
#[derive(Serialize, ToSchema)]
struct PointView {
    /// Kind of game.
    game: String,
    /// Speed category.
    speed: Speed,
    /// Time of the change.
    at: Millis,
    /// Id of the game.
    game_id: String,
    /// Rating after the game.
    rating: f64,
    /// Rating deviation after the game.
    deviation: f64,
}

impl From<RatingPointRow> for PointView {
    fn from(point: RatingPointRow) -> PointView {
        let RatingPointRow { game, speed, at, game_id, rating, deviation } = point;
        PointView { game, speed, at, game_id, rating, deviation }
    }
}

/// A rating history.
#[derive(Serialize, ToSchema)]
struct RatingHistoryView {
    /// The latest first; at most 1,000.
    points: Vec<PointView>,
}

/// The rating history of a player, the latest change first.
#[utoipa::path(get, path = "/api/player/{name}/rating-history", tag = "games", params(PlayerName, HistoryQuery),
    responses((status = 200, body = RatingHistoryView), ReadErrors))]
async fn rating_history(
    State(app): State<AppState>,
    Path(PlayerName { name }): Path<PlayerName>,
    Query(query): Query<HistoryQuery>,
) -> Result<Json<RatingHistoryView>, Problem> {
    let user = find(&app, &name).await?;
    let before = query.before.unwrap_or(Millis::MAX);
    let points =
        app.store.rating_history(&user.id, query.game.as_deref(), query.speed, before, MAX_POINTS).await?;
    Ok(Json(RatingHistoryView { points: points.into_iter().map(PointView::from).collect() }))
}
