use axum::{extract::State, http::StatusCode};
use mekong_catalog::{Session, find};
use mekong_core::{Explain, Lang, Text};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::super::{
    Problem, Shared, fields,
    json::{Json, Query},
    troubles::Asking,
};
use crate::store::GameSource;

pub(super) fn addresses() -> OpenApiRouter<Shared> {
    OpenApiRouter::new().routes(routes!(explorer))
}

/// Which position.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct PositionQuery {
    /// The id of the game.
    #[param(schema_with = fields::game_schema)]
    game: String,
    /// The variants, with commas between them.
    #[param(max_length = 100, pattern = "^[^\\x00]*$")]
    #[serde(default, alias = "variant", deserialize_with = "fields::short::<_, 100>")]
    variants: String,
    /// The position; by default the usual start. A game that begins with a deal needs one.
    #[param(max_length = 1000, pattern = "^[^\\x00]*$")]
    #[serde(default, deserialize_with = "fields::maybe_short::<_, 1000>")]
    position: Option<String>,
    /// Moves that are made from there first, with spaces between them.
    #[param(max_length = 2000, pattern = "^[^\\x00]*$")]
    #[serde(default, deserialize_with = "fields::short::<_, 2000>")]
    moves: String,
}

/// Which position, and which games.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
struct ExplorerQuery {
    /// The id of the game.
    #[param(schema_with = fields::game_schema)]
    game: String,
    /// The variants, with commas between them.
    #[param(max_length = 100, pattern = "^[^\\x00]*$")]
    #[serde(default, deserialize_with = "fields::short::<_, 100>")]
    variants: String,
    /// The position; by default the usual start. A game that begins with a deal needs one.
    #[param(max_length = 1000, pattern = "^[^\\x00]*$")]
    #[serde(default, deserialize_with = "fields::maybe_short::<_, 1000>")]
    position: Option<String>,
    /// Moves that are made from there first, with spaces between them.
    #[param(max_length = 2000, pattern = "^[^\\x00]*$")]
    #[serde(default, deserialize_with = "fields::short::<_, 2000>")]
    moves: String,
    /// Games of whom: some of `people`, `bots`, `computer` and `import`, with commas between them. By default of those who
    /// can play rated games: `people,bots`.
    #[param(
        max_length = 40,
        pattern = "^(people|bots|computer|import)(,(people|bots|computer|import)){0,3}$"
    )]
    #[serde(default, deserialize_with = "fields::maybe_short::<_, 40>")]
    sources: Option<String>,
}

impl ExplorerQuery {
    /// Games of whom, and which position.
    fn split(self) -> Result<(Vec<GameSource>, PositionQuery), Problem> {
        let sources = match &self.sources {
            None => GameSource::RATEABLE.to_vec(),
            Some(text) => text
                .split(',')
                .map(|code| GameSource::parse(code).ok_or_else(unknown_source))
                .collect::<Result<_, Problem>>()?,
        };
        let ExplorerQuery { game, variants, position, moves, .. } = self;
        Ok((sources, PositionQuery { game, variants, position, moves }))
    }
}

fn unknown_source() -> Problem {
    Problem::bad_request(
        "query",
        "sources are people, bots, computer and import, with commas between them",
        "les sources sont people, bots, computer et import, séparées par des virgules",
    )
}

/// What was played from a position.
#[derive(Serialize, ToSchema)]
struct Explored {
    /// The game.
    game: String,
    /// Its variants.
    variants: Vec<String>,
    /// The position.
    position: String,
    /// In how many finished games it was played on from there, within their first 40 moves; a game in which the position
    /// came about twice counts twice.
    total: u64,
    /// The moves, the most popular first.
    moves: Vec<ExploredMove>,
}

/// What became of the games in which a move was played.
#[derive(Serialize, ToSchema)]
struct ExploredMove {
    /// The move.
    #[serde(rename = "move")]
    text: String,
    /// How often it was played.
    total: u64,
    /// How often the first player won.
    p1: u64,
    /// How often the second player won.
    p2: u64,
    /// How often nobody won.
    draws: u64,
}

/// What was played from a position in finished games, with their results.
#[utoipa::path(get, path = "/api/explorer", tag = "find", params(ExplorerQuery),
    responses((status = 200, body = Explored), Asking))]
async fn explorer(
    State(app): State<Shared>,
    Query(query): Query<ExplorerQuery>,
) -> Result<Json<Explored>, Problem> {
    let (sources, place) = query.split()?;
    let session = position(&place)?;
    let variants: Vec<String> = session.variant_names().into_iter().map(str::to_owned).collect();
    let (game, position) = (session.info().id.to_owned(), session.position_text());
    let moves = app.store.played(&game, &variants.join(","), &position, &sources).await?;
    let moves: Vec<ExploredMove> = moves
        .into_iter()
        .map(|played| ExploredMove {
            text: played.text,
            total: played.total as u64,
            p1: played.p1 as u64,
            p2: played.p2 as u64,
            draws: played.draws as u64,
        })
        .collect();
    let total = moves.iter().map(|played| played.total).sum();
    Ok(Json(Explored { game, variants, position, total, moves }))
}

/// The position asked for.
pub(super) fn position(query: &PositionQuery) -> Result<Session, Problem> {
    let entry = find(&query.game).map_err(|error| nowhere(&error))?;
    let variants = entry.info().parse_variants([&query.variants]).map_err(|error| nowhere(&error))?;
    let mut session = match &query.position {
        Some(text) => entry.parse(text, variants).map_err(|error| nowhere(&error))?,
        None if entry.info().dealt => {
            let text = Text {
                en: "the game begins with a deal: say which position",
                fr: "le jeu commence par une donne : dites quelle position",
            };
            return Err(Problem::new(StatusCode::NOT_FOUND, "no-position", text));
        }
        None => entry.start(variants, 0),
    };
    for text in query.moves.split_ascii_whitespace() {
        session.play(text).map_err(|error| nowhere(&error))?;
    }
    Ok(session)
}

/// What was asked for leads to no position.
fn nowhere(why: &impl Explain) -> Problem {
    Problem::worded(StatusCode::NOT_FOUND, "no-position", why.explain(Lang::En), why.explain(Lang::Fr))
}
