use axum::extract::State;
use mekong_book::book;
use mekong_core::Variants;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    super::{
        AppState, Problem,
        error_responses::ReadErrors,
        fields,
        json::{Json, Query},
        position::PositionSpec,
    },
    book::{BookMoveView, moves as book_moves},
};
use crate::store::GameSource;

pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(explorer))
}

/// A position and a selection of games.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
struct ExplorerQuery {
    /// Kind of game.
    #[param(schema_with = fields::game_schema)]
    game: String,
    /// Variants, separated by commas.
    #[param(max_length = 100, pattern = "^[^\\x00]*$")]
    #[serde(default, alias = "variant", deserialize_with = "fields::short::<_, 100>")]
    variants: String,
    /// The position; by default the standard initial position. Required for games that are dealt.
    #[param(max_length = 1000, pattern = "^[^\\x00]*$")]
    #[serde(default, deserialize_with = "fields::maybe_short::<_, 1000>")]
    position: Option<String>,
    /// Moves to play from there, separated by spaces.
    #[param(max_length = 2000, pattern = "^[^\\x00]*$")]
    #[serde(default, deserialize_with = "fields::short::<_, 2000>")]
    moves: String,
    /// Sources of games: some of `people`, `bots`, `computer` and `import`, separated by commas. By default those of
    /// rated games: `people,bots`.
    #[param(
        max_length = 40,
        pattern = "^(people|bots|computer|import)(,(people|bots|computer|import)){0,3}$"
    )]
    #[serde(default, deserialize_with = "fields::maybe_short::<_, 40>")]
    sources: Option<String>,
    /// Only games whose players both had an established rating of at least this value before the game. Games are counted in
    /// bands that begin at 1200, 1400, 1600, 1800, 2000 and 2200; other numbers are rounded up. By default all games.
    #[param(minimum = 0, maximum = 4000)]
    #[serde(default, deserialize_with = "fields::maybe_rating")]
    min_rating: Option<u16>,
}

fn source(code: &str) -> Result<GameSource, Problem> {
    let unknown = || {
        Problem::bad_request(
            "query",
            "sources are people, bots, computer and import, separated by commas",
            "les sources sont people, bots, computer et import, séparées par des virgules",
        )
    };
    GameSource::parse(code).ok_or_else(unknown)
}

/// Statistics of a position.
#[derive(Serialize, ToSchema)]
struct ExplorerView {
    /// Kind of game.
    game: String,
    /// Variants.
    variants: Vec<String>,
    /// The position.
    position: String,
    /// Number of finished games that continued from here within their first 40 plies. A repetition counts again.
    total: u64,
    /// Moves, the most popular first.
    moves: Vec<ExplorerMoveView>,
    /// The moves of the self-play book in this position; null if it is not in the book.
    book: Option<Vec<BookMoveView>>,
}

/// Results of a move.
#[derive(Serialize, ToSchema)]
struct ExplorerMoveView {
    /// The move.
    #[serde(rename = "move")]
    text: String,
    /// Number of games.
    total: u64,
    /// Wins of the first player.
    p1: u64,
    /// Wins of the second player.
    p2: u64,
    /// Draws.
    draws: u64,
}

/// The moves played from a position in finished games, with their results.
#[utoipa::path(get, path = "/api/explorer", tag = "games", params(ExplorerQuery),
    responses((status = 200, body = ExplorerView), ReadErrors))]
async fn explorer(
    State(app): State<AppState>,
    Query(query): Query<ExplorerQuery>,
) -> Result<Json<ExplorerView>, Problem> {
    let ExplorerQuery { game, variants, position, moves, sources, min_rating } = query;
    let sources = match &sources {
        None => GameSource::RATEABLE.to_vec(),
        Some(codes) => codes.split(',').map(source).collect::<Result<_, Problem>>()?,
    };
    let spec = PositionSpec { variants, position, moves, ..PositionSpec::default() };
    let game_session = spec.game_session(&game)?;
    let variants: Vec<String> = game_session.variant_ids().into_iter().map(str::to_owned).collect();
    let (game, position) = (game_session.info().id.to_owned(), game_session.position_text());
    let moves = app
        .store
        .opening_moves(&game, &variants.join(","), &position, &sources, min_rating.unwrap_or(0))
        .await?;
    let moves: Vec<ExplorerMoveView> = moves
        .into_iter()
        .map(|played| ExplorerMoveView {
            text: played.text,
            total: played.total as u64,
            p1: played.p1 as u64,
            p2: played.p2 as u64,
            draws: played.draws as u64,
        })
        .collect();
    let total = moves.iter().map(|played| played.total).sum();
    let is_base_game = game_session.variants() == Variants::NONE;
    let known = book(&game).filter(|_| is_base_game).and_then(|book| book.position(&position));
    let book = known.map(book_moves);
    Ok(Json(ExplorerView { game, variants, position, total, moves, book }))
}
