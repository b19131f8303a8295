//! The opening books of the games.

use axum::http::StatusCode;
use mekong_book::{Book, BookMove, BookPosition, BookSettings, book};
use mekong_core::Text;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::super::{
    AppState, Problem,
    error_responses::ReadErrors,
    json::{GameQuery, Json, Query},
};

pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(opening_book))
}

/// A self-play book.
#[derive(Serialize, ToSchema)]
struct BookView {
    /// The settings it was built with.
    effort: BookEffortView,
    /// The positions, mirror images included, those reached most often first.
    positions: Vec<BookPositionView>,
}

/// The settings a book was built with.
#[derive(Serialize, ToSchema)]
pub(super) struct BookEffortView {
    /// Number of games.
    games: u64,
    /// Nodes of the search before each move.
    nodes: u64,
    /// Nodes of the search that evaluates a move of the book.
    value_nodes: u64,
    /// Number of plies counted per game.
    plies: u32,
    /// Minimum number of games in which a position of the book occurred.
    min_games: u32,
    /// Number of deals, whose seeds begin with 1; null in games without a deal.
    deals: Option<u64>,
    /// Random seed.
    seed: u64,
}

impl From<&BookSettings> for BookEffortView {
    fn from(settings: &BookSettings) -> BookEffortView {
        let &BookSettings { games, nodes, value_nodes, plies, min_games, deals, seed, game: _ } = settings;
        BookEffortView { games, nodes, value_nodes, plies, min_games, deals, seed }
    }
}

/// A position of a book.
#[derive(Serialize, ToSchema)]
struct BookPositionView {
    /// The position.
    position: String,
    /// The moves played there, the most frequent first. Of moves that are mirror images of each other one is listed.
    moves: Vec<BookMoveView>,
}

impl From<&BookPosition> for BookPositionView {
    fn from(known: &BookPosition) -> BookPositionView {
        BookPositionView { position: known.position.clone(), moves: moves(known) }
    }
}

/// A move of a book.
#[derive(Serialize, ToSchema)]
pub(super) struct BookMoveView {
    /// The move.
    #[serde(rename = "move")]
    text: String,
    /// Wins of the first player.
    p1: u32,
    /// Wins of the second player.
    p2: u32,
    /// Draws.
    draws: u32,
    /// Expected result of the first player, from 0 to 1.
    p1_chance: f64,
    /// Whether the value is proven under perfect play; otherwise it is estimated by a search.
    proven: bool,
    /// Number of plies until the end of the game, this move included, if it is proven.
    plies: Option<u16>,
    /// Final margin of the first player in points, if it is proven.
    margin: Option<i32>,
}

impl From<&BookMove> for BookMoveView {
    fn from(mv: &BookMove) -> BookMoveView {
        let BookMove { text, p1, p2, draws, value } = mv;
        BookMoveView {
            text: text.clone(),
            p1: *p1,
            p2: *p2,
            draws: *draws,
            p1_chance: value.p1_chance,
            proven: value.proven,
            plies: value.plies,
            margin: value.margin,
        }
    }
}

/// The moves of a position in a book.
pub(super) fn moves(known: &BookPosition) -> Vec<BookMoveView> {
    known.moves.iter().map(BookMoveView::from).collect()
}

/// The self-play book of a game: the opening moves of the computer against itself, for pages that work offline. The books are
/// part of the program.
#[utoipa::path(get, path = "/api/book", tag = "games", params(GameQuery),
    responses((status = 200, body = BookView), ReadErrors))]
async fn opening_book(Query(query): Query<GameQuery>) -> Result<Json<BookView>, Problem> {
    let book: &Book = book(&query.game).ok_or_else(no_book)?;
    Ok(Json(BookView {
        effort: BookEffortView::from(&book.settings),
        positions: book.positions().iter().map(BookPositionView::from).collect(),
    }))
}

fn no_book() -> Problem {
    let text = Text {
        en: "there is no opening book for this game",
        fr: "il n’y a pas de livre d’ouvertures pour ce jeu",
    };
    Problem::new(StatusCode::NOT_FOUND, "no-book", text)
}
