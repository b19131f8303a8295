use std::sync::Arc;

use axum::{body::Body, extract::State, response::Response};
use futures_util::{StreamExt as _, stream};
use mekong_record::Record;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    super::{
        Problem, Shared,
        auth::Visitor,
        client::Client,
        fields,
        json::{Path, Query},
        play::GameId,
        troubles::Asking,
    },
    file,
    player::{PlayerName, find},
};
use crate::{
    app::{App, Names},
    limits::FilePlace,
    store::{GameFilter, StoreError},
};

pub(super) fn addresses() -> OpenApiRouter<Shared> {
    OpenApiRouter::new().routes(routes!(one)).routes(routes!(of_player)).routes(routes!(all))
}

const PGN: &str = "application/x-chess-pgn";
const NDJSON: &str = "application/x-ndjson";

/// How many games are read at once. No more than these are in memory, however many there are.
const PAGE: i64 = 50;

/// How one game is written.
#[derive(Clone, Copy, PartialEq, Eq, Default, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum OneFormat {
    /// A game file.
    #[default]
    Pgn,
    /// The same as JSON.
    Json,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
struct OneQuery {
    /// How it is written; by default as a game file.
    #[param(inline)]
    #[serde(default)]
    format: OneFormat,
}

/// One game as a file, also while it is played and of records from elsewhere.
#[utoipa::path(get, path = "/api/game/{id}/export", tag = "find", params(GameId, OneQuery),
    responses((status = 200, content((String = "application/x-chess-pgn"), (Object = "application/json"))), Asking))]
async fn one(
    State(app): State<Shared>,
    Path(GameId { id }): Path<GameId>,
    Query(OneQuery { format }): Query<OneQuery>,
) -> Result<Response, Problem> {
    let record = app.whole_record(&id).await?.ok_or_else(Problem::not_found)?;
    Ok(match format {
        OneFormat::Pgn => file(Body::from(record.to_pgn()), PGN, &format!("{id}.pgn")),
        OneFormat::Json => file(Body::from(record.to_json()), "application/json", &format!("{id}.json")),
    })
}

/// How many games are written.
#[derive(Clone, Copy, PartialEq, Eq, Default, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum ManyFormat {
    /// A game file.
    #[default]
    Pgn,
    /// A JSON object a line.
    Ndjson,
}

impl ManyFormat {
    const fn kind(self) -> &'static str {
        match self {
            ManyFormat::Pgn => PGN,
            ManyFormat::Ndjson => NDJSON,
        }
    }

    const fn ending(self) -> &'static str {
        match self {
            ManyFormat::Pgn => "pgn",
            ManyFormat::Ndjson => "ndjson",
        }
    }

    /// A game, with what parts it from the next.
    fn write(self, record: &Record) -> String {
        match self {
            ManyFormat::Pgn => record.to_pgn() + "\n",
            ManyFormat::Ndjson => record.to_json() + "\n",
        }
    }
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
struct ManyQuery {
    /// How they are written; by default as a game file.
    #[param(inline)]
    #[serde(default)]
    format: ManyFormat,
    /// Only this game.
    #[param(schema_with = fields::game_schema, required = false)]
    #[serde(default, deserialize_with = "fields::maybe_game")]
    game: Option<String>,
}

/// All games of a player that are over, the newest first, as a stream.
#[utoipa::path(get, path = "/api/player/{name}/export", tag = "find", params(PlayerName, ManyQuery),
    responses((status = 200, content((String = "application/x-chess-pgn"), (String = "application/x-ndjson"))), Asking),
    security(("token" = [])))]
async fn of_player(
    State(app): State<Shared>,
    visitor: Option<Visitor>,
    client: Client,
    Path(PlayerName { name }): Path<PlayerName>,
    Query(ManyQuery { format, game }): Query<ManyQuery>,
) -> Result<Response, Problem> {
    let place = place(&app, visitor.as_ref(), client)?;
    let user = find(&app, &name).await?;
    let name = user.name.unwrap_or(name);
    let filter = GameFilter { user: Some(user.id), game, ..GameFilter::default() };
    Ok(many(app, place, filter, format, &name))
}

/// All games that are over, the newest first, as a stream.
#[utoipa::path(get, path = "/api/export", tag = "find", params(ManyQuery),
    responses((status = 200, content((String = "application/x-chess-pgn"), (String = "application/x-ndjson"))), Asking),
    security(("token" = [])))]
async fn all(
    State(app): State<Shared>,
    visitor: Option<Visitor>,
    client: Client,
    Query(ManyQuery { format, game }): Query<ManyQuery>,
) -> Result<Response, Problem> {
    let place = place(&app, visitor.as_ref(), client)?;
    Ok(many(app, place, GameFilter { game, ..GameFilter::default() }, format, "mekong"))
}

/// A place for a file that is written.
fn place(app: &Shared, visitor: Option<&Visitor>, client: Client) -> Result<FilePlace, Problem> {
    Ok(app.limits.export(client.address, visitor.map(|visitor| visitor.user.id.as_str()))?)
}

/// Games are read when the reader has taken those before; when the reader goes, nothing more is read.
fn many(app: Shared, place: FilePlace, filter: GameFilter, format: ManyFormat, name: &str) -> Response {
    let filter = GameFilter { is_over: true, limit: PAGE, ..filter };
    let pages = stream::unfold(Some((app, place, filter, Names::default())), move |state| async move {
        let (app, place, mut filter, mut names) = state?;
        match page(&app, &mut filter, &mut names, format).await {
            Ok((text, true)) => Some((Ok(text), Some((app, place, filter, names)))),
            Ok((text, false)) => Some((Ok(text), None)),
            // Cut off, so that nobody takes a part for the whole.
            Err(error) => {
                tracing::warn!(%error, "an export broke off");
                Some((Err(error), None))
            }
        }
    });
    // Whoever squeezes it looks once more after the end.
    file(Body::from_stream(pages.fuse()), format.kind(), &format!("{name}.{}", format.ending()))
}

/// The next games, and whether there are more after them: then the filter begins there.
async fn page(
    app: &Arc<App>,
    filter: &mut GameFilter,
    names: &mut Names,
    format: ManyFormat,
) -> Result<(String, bool), StoreError> {
    names.forget();
    let mut text = String::new();
    // A page may be empty though the list goes on.
    while text.is_empty() {
        let page = app.store.games(filter).await?;
        for row in &page.games {
            text.push_str(&format.write(&app.record(row, names).await?));
        }
        if page.next.is_none() {
            return Ok((text, false));
        }
        filter.before = page.next;
    }
    Ok((text, true))
}
