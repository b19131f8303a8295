use axum::{
    body::{Body, Bytes},
    extract::State,
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse as _, Response},
};
use mekong_catalog::{GAMES, GameSession, find};
use mekong_core::{Lang, Text, Variants, say};
use serde::Deserialize;
use utoipa::{
    IntoParams, ToSchema,
    openapi::schema::{Object, ObjectBuilder, Type},
};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    super::{
        AppState, Problem,
        assets::is_cached,
        client::Client,
        error_responses::ReadErrors,
        fields,
        json::{Path, Query},
        middleware::language,
        position::PositionSpec,
    },
    preview::HOME,
};
use crate::{
    app::App,
    picture::{CARD_WIDTH, Card},
    secrets,
    services::{PictureError, PictureFile},
};

pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(position)).routes(routes!(game)).routes(routes!(challenge))
}

/// A picture of a game or a position.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
struct PositionFile {
    /// Id of the game, or `mekong` for the card of the home page, and the format: `siam.svg`, `siam.png`.
    #[param(schema_with = position_file_schema)]
    file: String,
}

fn position_file_schema() -> Object {
    let games: Vec<&str> = GAMES.iter().map(|entry| entry.info().id).collect();
    let pattern = format!("^({HOME}|{})\\.(svg|png)$", games.join("|"));
    ObjectBuilder::new().schema_type(Type::String).pattern(Some(pattern)).build()
}

/// A picture of a game or a challenge on this server.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
struct IdFile {
    /// The id and the format: `ID.svg`, `ID.png`.
    #[param(pattern = "^[a-z2-9]{12}\\.(svg|png)$")]
    file: String,
}

/// The language of the words in a picture.
#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum PictureLang {
    /// English.
    En,
    /// French.
    Fr,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
struct LangQuery {
    /// Language; by default that of the request.
    #[param(inline)]
    lang: Option<PictureLang>,
}

fn chosen(lang: Option<PictureLang>, headers: &HeaderMap) -> Lang {
    match lang {
        Some(PictureLang::En) => Lang::En,
        Some(PictureLang::Fr) => Lang::Fr,
        None => language(headers),
    }
}

/// Width of a diagram as PNG, in pixels, unless another is requested.
const WIDTH: u32 = 800;

/// A position, and how to show it.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
struct PictureQuery {
    /// Variants, separated by commas.
    #[param(max_length = 100, pattern = "^[^\\x00]*$")]
    #[serde(default, alias = "variants", deserialize_with = "fields::short::<_, 100>")]
    variant: String,
    /// The position; by default the standard initial position.
    #[param(max_length = 1000, pattern = "^[^\\x00]*$")]
    #[serde(default, deserialize_with = "fields::maybe_short::<_, 1000>")]
    position: Option<String>,
    /// The deal, for games that are dealt.
    #[param(minimum = 0)]
    #[serde(default)]
    seed: u64,
    /// Moves to play from there, separated by spaces.
    #[param(max_length = 2000, pattern = "^[^\\x00]*$")]
    #[serde(default, deserialize_with = "fields::short::<_, 2000>")]
    moves: String,
    /// How many of the moves to play; by default all.
    #[param(minimum = 0, maximum = 1_000_000)]
    #[serde(default, deserialize_with = "fields::maybe_ply::<_, 0>")]
    ply: Option<u32>,
    /// Whether to show the diagram on a card of 1200 × 630 pixels, for link previews.
    #[serde(default)]
    card: bool,
    /// Width of the diagram as PNG; by default 800.
    #[param(minimum = 100, maximum = 1200)]
    width: Option<u32>,
    /// Language; by default that of the request.
    #[param(inline)]
    lang: Option<PictureLang>,
}

/// Seconds for which a picture may be cached: of a position, which never changes; of a game that is over; of one in
/// progress and of a challenge.
const FIXED: u32 = 86_400;
const OVER: u32 = 3_600;
const CHANGING: u32 = 60;

/// The format of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Format {
    Svg,
    Png,
}

/// The name and the format of a file.
fn split(file: &str) -> Result<(&str, Format), Problem> {
    match file.rsplit_once('.') {
        Some((name, "svg")) => Ok((name, Format::Svg)),
        Some((name, "png")) => Ok((name, Format::Png)),
        _ => Err(Problem::not_found()),
    }
}

/// The id in the name of a file.
fn split_id(file: &str) -> Result<(&str, Format), Problem> {
    split(file).and_then(|(id, format)| match secrets::is_id(id) {
        true => Ok((id, format)),
        false => Err(Problem::not_found()),
    })
}

/// A picture of a position: its diagram, or a card with it.
#[utoipa::path(get, path = "/api/picture/{file}", tag = "share", params(PositionFile, PictureQuery),
    responses((status = 200, content((Vec<u8> = "image/png"), (String = "image/svg+xml"))), (status = 304), ReadErrors))]
async fn position(
    State(app): State<AppState>,
    client: Client,
    headers: HeaderMap,
    Path(PositionFile { file }): Path<PositionFile>,
    Query(query): Query<PictureQuery>,
) -> Result<Response, Problem> {
    let width = query.width.unwrap_or(WIDTH);
    if !(100..=CARD_WIDTH).contains(&width) {
        return Err(Problem::bad_request(
            "query",
            "width must be from 100 to 1200",
            "width doit être entre 100 et 1200",
        ));
    }
    let ((name, format), lang) = (split(&file)?, chosen(query.lang, &headers));
    let PictureQuery { variant, position, seed, moves, ply, card, .. } = query;
    let position = PositionSpec { variants: variant, position, seed: Some(seed), moves, ply };
    let (document, width) = if name == HOME {
        (home_card(lang)?.svg(), CARD_WIDTH)
    } else {
        find(name).map_err(|_| Problem::not_found())?;
        let game_session = position.game_session(name)?;
        match card {
            true => (position_card(&game_session, position.is_given(), lang).svg(), CARD_WIDTH),
            false => (game_session.diagram(lang), width),
        }
    };
    send(&app, client, &headers, document, format, width, FIXED).await
}

/// The card of a game on this server: the players, the result and the position.
#[utoipa::path(get, path = "/api/picture/game/{file}", tag = "share", params(IdFile, LangQuery),
    responses((status = 200, content((Vec<u8> = "image/png"), (String = "image/svg+xml"))), (status = 304), ReadErrors))]
async fn game(
    State(app): State<AppState>,
    client: Client,
    headers: HeaderMap,
    Path(IdFile { file }): Path<IdFile>,
    Query(query): Query<LangQuery>,
) -> Result<Response, Problem> {
    let ((id, format), lang) = (split_id(&file)?, chosen(query.lang, &headers));
    let preview = app.previews.game(id, lang).await?.ok_or_else(Problem::not_found)?;
    let card = card_of(&preview.game_session, preview.names.to_vec(), preview.status, lang);
    let age = if preview.is_over { OVER } else { CHANGING };
    send(&app, client, &headers, card.svg(), format, CARD_WIDTH, age).await
}

/// The card of a pending challenge: who challenges, and to which game.
#[utoipa::path(get, path = "/api/picture/challenge/{file}", tag = "share", params(IdFile, LangQuery),
    responses((status = 200, content((Vec<u8> = "image/png"), (String = "image/svg+xml"))), (status = 304), ReadErrors))]
async fn challenge(
    State(app): State<AppState>,
    client: Client,
    headers: HeaderMap,
    Path(IdFile { file }): Path<IdFile>,
    Query(query): Query<LangQuery>,
) -> Result<Response, Problem> {
    let ((id, format), lang) = (split_id(&file)?, chosen(query.lang, &headers));
    let preview = app.previews.challenge(id, lang).await?.ok_or_else(Problem::not_found)?;
    let title = vec![preview.name, say!(lang, "challenges you", "vous lance un défi")];
    let card = card_of(&preview.game_session, title, preview.clock, lang);
    send(&app, client, &headers, card.svg(), format, CARD_WIDTH, CHANGING).await
}

/// The card of a position, under the title of its game.
fn card_of(game_session: &GameSession, title: Vec<String>, note: String, lang: Lang) -> Card {
    let heading = game_session.info().title.get(lang).to_owned();
    Card { heading, title, note, diagram: game_session.diagram(lang) }
}

fn home_card(lang: Lang) -> Result<Card, Problem> {
    let titles: Vec<&str> = GAMES.iter().map(|entry| entry.info().title.get(lang)).collect();
    let first = GAMES.first().ok_or_else(Problem::not_found)?;
    let [one, two] = match lang {
        Lang::En => ["Board games", "for two"],
        Lang::Fr => ["Jeux de plateau", "à deux"],
    };
    Ok(Card {
        heading: say!(lang, "Play online", "Jouez en ligne"),
        title: vec![one.to_owned(), two.to_owned()],
        note: titles.join(", "),
        diagram: first.start(Variants::NONE, 0).diagram(lang),
    })
}

fn position_card(game_session: &GameSession, is_given: bool, lang: Lang) -> Card {
    let (info, moves) = (game_session.info(), game_session.moves().len());
    let heading = match (is_given, moves) {
        (false, _) => say!(lang, "Two-player game", "Jeu pour deux joueurs"),
        (true, 0) => say!(lang, "A position", "Une position"),
        (true, 1) => say!(lang, "After 1 move", "Après 1 coup"),
        (true, _) => say!(lang, "After {moves} moves", "Après {moves} coups"),
    };
    Card {
        heading,
        title: vec![info.title.get(lang).to_owned()],
        note: info.goal.get(lang).to_owned(),
        diagram: game_session.diagram(lang),
    }
}

/// Answers with a picture. Rendering counts as expensive, a picture in memory does not.
async fn send(
    app: &App,
    client: Client,
    headers: &HeaderMap,
    document: String,
    format: Format,
    width: u32,
    max_age: u32,
) -> Result<Response, Problem> {
    let (file, kind) = match format {
        Format::Svg => (PictureFile::new(document.into_bytes()), "image/svg+xml"),
        Format::Png => {
            let file = match app.pictures.cached(&document, width) {
                Some(file) => file,
                None => {
                    app.limits.expensive_from(client.address)?;
                    app.pictures.png(document, width).await?
                }
            };
            (file, "image/png")
        }
    };
    // Weak, because the bytes on the wire depend on the content encoding.
    let tag = format!("W/\"{}\"", &file.hash[..24]);
    let mut response = match is_cached(&tag, headers) {
        true => StatusCode::NOT_MODIFIED.into_response(),
        false => Body::from(Bytes::from_owner(file.bytes)).into_response(),
    };
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding, accept-language"));
    // Other sites may show it.
    headers.insert("cross-origin-resource-policy", HeaderValue::from_static("cross-origin"));
    for (name, value) in [(header::ETAG, tag), (header::CACHE_CONTROL, format!("public, max-age={max_age}"))]
    {
        if let Ok(value) = HeaderValue::from_str(&value) {
            headers.insert(name, value);
        }
    }
    Ok(response)
}

impl From<PictureError> for Problem {
    fn from(error: PictureError) -> Problem {
        match error {
            PictureError::Busy => {
                let text = Text {
                    en: "too many pictures are being drawn: try again soon",
                    fr: "trop d’images sont en préparation : réessayez bientôt",
                };
                Problem::new(StatusCode::SERVICE_UNAVAILABLE, "pictures-busy", text).retry_after(2)
            }
            PictureError::Render(error) => {
                tracing::error!(%error, "picture not rendered");
                Problem::internal_error()
            }
        }
    }
}
