use std::collections::HashMap;

use axum::extract::State;
use mekong_core::Player;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::super::{
    Problem, Shared, fields,
    json::{Json, Query},
    troubles::Asking,
};
use crate::{
    app::App,
    secrets,
    store::{GameFilter, GameRow, StoreError},
    table::{Clock, Seat, SeatCode, Speed},
    time::Millis,
    wire::{SeatView, Seats, UserRef},
};

pub(super) fn addresses() -> OpenApiRouter<Shared> {
    OpenApiRouter::new().routes(routes!(live)).routes(routes!(search))
}

/// A game in a list.
#[derive(Serialize, ToSchema)]
pub(super) struct GameListed {
    /// The number.
    id: String,
    /// The id of the game.
    game: String,
    /// Its variants.
    variants: Vec<String>,
    /// How time is kept.
    clock: Clock,
    /// How fast it is.
    speed: Speed,
    /// Whether it counts.
    rated: bool,
    /// Whether it is a record from elsewhere. Its names are those in the record: nobody of that name here has played it.
    imported: bool,
    /// Who took the record in; none if it was played here, or taken in by an earlier version.
    imported_by: Option<UserRef>,
    /// Who plays.
    players: Seats,
    /// `playing`, `finished` or `aborted`.
    status: String,
    /// Who won; none while it goes on and for a draw.
    winner: Option<SeatCode>,
    /// Why it ended; empty while it goes on.
    reason: String,
    /// How many moves were made.
    ply: u32,
    /// When it began.
    created: Millis,
    /// When it ended.
    finished: Option<Millis>,
}

/// Some games.
#[derive(Serialize, ToSchema)]
struct GameList {
    /// The newest first.
    games: Vec<GameListed>,
    /// Where the list goes on: to be given as `before`. None at the end. Where what is looked for is rare, a page may be short
    /// or empty though the list goes on.
    next: Option<String>,
}

/// Which games to watch.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
struct LiveQuery {
    /// Only this game.
    #[param(schema_with = fields::game_schema, required = false)]
    #[serde(default, deserialize_with = "fields::maybe_game")]
    game: Option<String>,
    /// At most so many; by default 30.
    #[param(minimum = 1, maximum = 100)]
    limit: Option<u32>,
}

/// The games that are being played with a clock of seconds, to watch.
#[utoipa::path(get, path = "/api/games/live", tag = "find", params(LiveQuery),
    responses((status = 200, body = GameList), Asking))]
async fn live(State(app): State<Shared>, Query(query): Query<LiveQuery>) -> Result<Json<GameList>, Problem> {
    let filter =
        GameFilter { game: query.game, is_live: true, limit: limit(query.limit)?, ..GameFilter::default() };
    let page = app.store.games(&filter).await?;
    Ok(Json(GameList { games: listed(&app, &page.games).await?, next: None }))
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum SearchResult {
    /// The player who is looked for won.
    Win,
    /// The player who is looked for lost.
    Loss,
    /// Nobody won.
    Draw,
    /// The first seat won.
    P1,
    /// The second seat won.
    P2,
}

/// Where games come from.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum SearchSource {
    /// Played here.
    Played,
    /// Taken in from game files.
    Imported,
}

/// Which games are looked for.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
struct SearchQuery {
    /// The name of a player. If somebody here has that name, the games they have played here; otherwise, and with
    /// `source=imported`, records from elsewhere in which the name is written so.
    #[param(min_length = 1, max_length = 60, pattern = "^[^\\x00]*$")]
    #[serde(default, deserialize_with = "fields::maybe_name")]
    player: Option<String>,
    /// The name of the opponent, in the same way.
    #[param(min_length = 1, max_length = 60, pattern = "^[^\\x00]*$")]
    #[serde(default, deserialize_with = "fields::maybe_name")]
    opponent: Option<String>,
    /// The game.
    #[param(schema_with = fields::game_schema, required = false)]
    #[serde(default, deserialize_with = "fields::maybe_game")]
    game: Option<String>,
    /// Only games from there; by default all.
    #[param(inline)]
    source: Option<SearchSource>,
    /// Only records that were taken in by the player with this name.
    #[param(min_length = 1, max_length = 60, pattern = "^[^\\x00]*$")]
    #[serde(default, deserialize_with = "fields::maybe_name")]
    imported_by: Option<String>,
    /// How it ended. Without a player, `win` and `loss` find nothing.
    #[param(inline)]
    result: Option<SearchResult>,
    /// Begun not before; milliseconds since 1970.
    #[param(minimum = -9_000_000_000_000_i64, maximum = 9_000_000_000_000_i64)]
    #[serde(default, deserialize_with = "fields::maybe_moment")]
    since: Option<i64>,
    /// Begun not after.
    #[param(minimum = -9_000_000_000_000_i64, maximum = 9_000_000_000_000_i64)]
    #[serde(default, deserialize_with = "fields::maybe_moment")]
    until: Option<i64>,
    /// Where the last page ended.
    #[param(max_length = 30, pattern = "^-?[0-9]{1,14}\\.[a-z2-9]{12}$")]
    before: Option<String>,
    /// At most so many; by default 30.
    #[param(minimum = 1, maximum = 100)]
    limit: Option<u32>,
}

/// Looks for games that are over or go on, the newest first.
#[utoipa::path(get, path = "/api/games/search", tag = "find", params(SearchQuery),
    responses((status = 200, body = GameList), Asking))]
async fn search(
    State(app): State<Shared>,
    Query(query): Query<SearchQuery>,
) -> Result<Json<GameList>, Problem> {
    let limit = limit(query.limit)?;
    let mut filter = GameFilter {
        game: query.game,
        since: query.since,
        until: query.until,
        limit,
        ..GameFilter::default()
    };
    if let Some(text) = &query.before {
        filter.before = Some(cursor(text).ok_or_else(|| bad("before"))?);
    }
    (filter.user, filter.name) = who(&app, query.player, query.source).await?;
    (filter.opponent, filter.opponent_name) = who(&app, query.opponent, query.source).await?;
    filter.is_imported = query.source.map(|source| source == SearchSource::Imported);
    if let Some(name) = query.imported_by {
        // Nobody has taken in anything under a name that nobody has.
        filter.imported_by =
            Some(app.store.user_by_name(&name).await?.map(|user| user.id).unwrap_or_default());
    }
    let result = |code: &str| Some(code.to_owned());
    match query.result {
        Some(SearchResult::Win) => filter.is_won = Some(true),
        Some(SearchResult::Loss) => filter.is_won = Some(false),
        Some(SearchResult::Draw) => filter.result = result("draw"),
        Some(SearchResult::P1) => filter.result = result("p1"),
        Some(SearchResult::P2) => filter.result = result("p2"),
        None => {}
    }
    let page = app.store.games(&filter).await?;
    let next = page.next.map(|(created, id)| format!("{created}.{id}"));
    Ok(Json(GameList { games: listed(&app, &page.games).await?, next }))
}

/// The id of a player who has an account, or else the name in records from elsewhere: whoever writes a record can put
/// any name into it, so a record is never found as a game of somebody here.
async fn who(
    app: &App,
    name: Option<String>,
    source: Option<SearchSource>,
) -> Result<(Option<String>, Option<String>), Problem> {
    let Some(name) = name else { return Ok((None, None)) };
    if source == Some(SearchSource::Imported) {
        return Ok((None, Some(name)));
    }
    Ok(match app.store.user_by_name(&name).await? {
        Some(user) => (Some(user.id), None),
        None => (None, Some(name)),
    })
}

fn limit(asked: Option<u32>) -> Result<i64, Problem> {
    let limit = asked.unwrap_or(30);
    if (1..=100).contains(&limit) { Ok(limit.into()) } else { Err(bad("limit")) }
}

fn cursor(text: &str) -> Option<(Millis, String)> {
    let (created, id) = text.split_once('.')?;
    secrets::is_id(id).then_some((created.parse().ok()?, id.to_owned()))
}

fn bad(what: &str) -> Problem {
    Problem::bad_request("query", format!("{what} makes no sense"), format!("{what} n'a pas de sens"))
}

/// Games as they are listed. Everybody is looked up once.
async fn listed(app: &App, rows: &[GameRow]) -> Result<Vec<GameListed>, StoreError> {
    let mut known: HashMap<String, SeatView> = HashMap::new();
    let mut games = Vec::new();
    for row in rows {
        let mut seats = Vec::new();
        for player in Player::BOTH {
            let index = player.index();
            let seat = match &row.seats[index] {
                None => SeatView::Named { name: row.names[index].clone() },
                Some(seat @ Seat::Computer { .. }) => app.seat_view(seat, None).await?,
                Some(seat @ Seat::Person { user }) => {
                    let view = match known.get(user) {
                        Some(view) => view.clone(),
                        None => app.seat_view(seat, None).await?,
                    };
                    known.insert(user.clone(), view.clone());
                    match view {
                        SeatView::User { user, .. } => SeatView::User { user, rating: row.ratings[index] },
                        other => other,
                    }
                }
            };
            seats.push(seat);
        }
        let (Some(p2), Some(p1)) = (seats.pop(), seats.pop()) else { continue };
        games.push(GameListed {
            id: row.id.clone(),
            game: row.settings.game.clone(),
            variants: row.settings.variants.clone(),
            clock: row.settings.clock,
            speed: row.settings.speed(),
            rated: row.settings.rated,
            imported: row.is_imported,
            imported_by: app.importer(row).await?,
            players: Seats { p1, p2 },
            status: row.state.clone(),
            winner: Player::BOTH.into_iter().find(|player| player.code() == row.winner).map(SeatCode::from),
            reason: row.reason.clone(),
            ply: row.plies as u32,
            created: row.created,
            finished: row.finished,
        });
    }
    Ok(games)
}
