use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::super::{
    Problem, Shared, fields,
    json::{Json, Path, Query},
    troubles::Asking,
};
use crate::{
    glicko::periods,
    store::{Against, RatingPoint, RatingRow, UserRow},
    table::Speed,
    time::{Millis, now},
    wire::{SeatView, UserRef},
};

pub(super) fn addresses() -> OpenApiRouter<Shared> {
    OpenApiRouter::new().routes(routes!(player)).routes(routes!(rating_history))
}

/// Which player.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub(super) struct PlayerName {
    /// The name.
    #[param(min_length = 2, max_length = 20, pattern = "^[A-Za-z0-9][A-Za-z0-9_-]{1,19}$")]
    #[serde(deserialize_with = "fields::player")]
    pub(super) name: String,
}

/// How many opponents are listed.
const MOST_OPPONENTS: i64 = 200;

/// A player, as everybody sees them.
#[derive(Serialize, ToSchema)]
struct PlayerView {
    /// Who.
    user: UserRef,
    /// Since when.
    created: Millis,
    /// What they are rated, what they play most first.
    ratings: Vec<RatingView>,
    /// How their games went.
    games: Counts,
    /// How they did against each opponent, those played most often first; at most 200.
    opponents: Vec<AgainstView>,
}

/// A rating in one game at one speed.
#[derive(Serialize, ToSchema)]
struct RatingView {
    /// The game.
    game: String,
    /// The speed.
    speed: Speed,
    /// The rating.
    rating: f64,
    /// How far off it may well be; it grows while nobody plays.
    deviation: f64,
    /// How much it is expected to change.
    volatility: f64,
    /// Whether it is too unsure to be compared.
    provisional: bool,
    /// How many rated games it rests on.
    games: u32,
    /// When it last changed.
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

/// How games went.
#[derive(Default, Serialize, ToSchema)]
struct Counts {
    /// Games that are over.
    finished: u32,
    /// Games won.
    wins: u32,
    /// Games lost.
    losses: u32,
    /// Games that nobody won.
    draws: u32,
    /// Games that go on.
    playing: u32,
}

/// How games against one opponent went.
#[derive(Serialize, ToSchema)]
struct AgainstView {
    /// The opponent.
    opponent: SeatView,
    /// Games won.
    wins: u32,
    /// Games lost.
    losses: u32,
    /// Games that nobody won.
    draws: u32,
}

/// The player with a name.
pub(super) async fn find(app: &Shared, name: &str) -> Result<UserRow, Problem> {
    app.store.user_by_name(name).await?.ok_or_else(Problem::not_found)
}

/// A player: facts, ratings, how their games went and against whom.
#[utoipa::path(get, path = "/api/player/{name}", tag = "find", params(PlayerName),
    responses((status = 200, body = PlayerView), Asking))]
async fn player(
    State(app): State<Shared>,
    Path(PlayerName { name }): Path<PlayerName>,
) -> Result<Json<PlayerView>, Problem> {
    let (user, now) = (find(&app, &name).await?, now());
    let ratings = app.store.ratings(&user.id).await?;
    let mut games = Counts { playing: app.store.playing_count(&user.id).await? as u32, ..Counts::default() };
    let mut opponents = Vec::new();
    for score in app.store.scores(&user.id, MOST_OPPONENTS).await? {
        let opponent = match score.against {
            Against::All => {
                games.finished = score.games() as u32;
                games.wins = score.wins as u32;
                games.losses = score.losses as u32;
                games.draws = score.draws as u32;
                continue;
            }
            Against::User { id, name, kind } => {
                SeatView::User { user: UserRef { id, name, kind }, rating: None }
            }
            Against::Computer(level) => SeatView::Computer { level },
        };
        opponents.push(AgainstView {
            opponent,
            wins: score.wins as u32,
            losses: score.losses as u32,
            draws: score.draws as u32,
        });
    }
    Ok(Json(PlayerView {
        user: UserRef { id: user.id, name: user.name, kind: user.kind },
        created: user.created,
        ratings: ratings.iter().map(|row| RatingView::of(row, now)).collect(),
        games,
        opponents,
    }))
}

/// The most that is told of a history at once.
const MOST_POINTS: i64 = 1_000;

/// What part of a history.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
struct HistoryQuery {
    /// Only this game.
    #[param(schema_with = fields::game_schema, required = false)]
    #[serde(default, deserialize_with = "fields::maybe_game")]
    game: Option<String>,
    /// Only this speed.
    #[param(inline)]
    speed: Option<Speed>,
    /// Only what was before this moment: where the last page ended.
    #[param(minimum = -9_000_000_000_000_i64, maximum = 9_000_000_000_000_i64)]
    #[serde(default, deserialize_with = "fields::maybe_moment")]
    before: Option<i64>,
}

/// What somebody was rated after a game.
#[derive(Serialize, ToSchema)]
struct PointView {
    /// The game.
    game: String,
    /// The speed.
    speed: Speed,
    /// When.
    at: Millis,
    /// The number of the game.
    game_id: String,
    /// The rating after it.
    rating: f64,
    /// How far off it might well have been.
    deviation: f64,
}

impl From<RatingPoint> for PointView {
    fn from(point: RatingPoint) -> PointView {
        let RatingPoint { game, speed, at, game_id, rating, deviation } = point;
        PointView { game, speed, at, game_id, rating, deviation }
    }
}

/// How ratings changed.
#[derive(Serialize, ToSchema)]
struct History {
    /// The latest first; at most 1,000.
    points: Vec<PointView>,
}

/// How a player's ratings changed from game to game, the latest first.
#[utoipa::path(get, path = "/api/player/{name}/rating-history", tag = "find", params(PlayerName, HistoryQuery),
    responses((status = 200, body = History), Asking))]
async fn rating_history(
    State(app): State<Shared>,
    Path(PlayerName { name }): Path<PlayerName>,
    Query(query): Query<HistoryQuery>,
) -> Result<Json<History>, Problem> {
    let user = find(&app, &name).await?;
    let before = query.before.unwrap_or(Millis::MAX);
    let points =
        app.store.rating_history(&user.id, query.game.as_deref(), query.speed, before, MOST_POINTS).await?;
    Ok(Json(History { points: points.into_iter().map(PointView::from).collect() }))
}
