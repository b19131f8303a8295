//! The stream of a game for bots: one JSON object per line.

use axum::{extract::State, response::Response};
use mekong_core::Player;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::super::{
    AppState, Problem,
    auth::CurrentUser,
    client::Client,
    error_responses::ReadErrors,
    json::{IdPath, Path},
    ndjson::{NdjsonSource, ndjson},
    play::subscription::GameSubscription,
};
use crate::{
    live::RoomMessage,
    people::GuestName,
    protocol::{PresenceView, SeatView, to_json},
    table::{Audience, Clock, Event, Offer, Refusal, SeatCode, Speed, Table},
    time::{Millis, now},
};

pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(game))
}

/// The first line: constant data and the current state.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct GameFull {
    /// Always `gameFull`.
    #[serde(rename = "type")]
    kind: &'static str,
    /// Id of the game.
    id: String,
    /// Kind of game.
    game: String,
    /// Variants.
    variants: Vec<String>,
    /// Speed category of the clock.
    speed: Speed,
    /// Whether the game is rated.
    rated: bool,
    /// Start time.
    created_at: Millis,
    /// First player.
    p1: SeatView,
    /// Second player.
    p2: SeatView,
    /// The bot's side; null for spectators.
    side: Option<SeatCode>,
    /// Initial position.
    initial_position: String,
    /// Initial time and increment in milliseconds; null without such a clock.
    clock: Option<BotClock>,
    /// Days per move; null in other time controls.
    days_per_turn: Option<u32>,
    /// Current state.
    state: GameState,
}

/// A clock in milliseconds.
#[derive(Serialize, ToSchema)]
struct BotClock {
    /// Initial time.
    initial: Millis,
    /// Increment per move.
    increment: Millis,
}

/// A line for each change of the state.
#[derive(Serialize, ToSchema)]
struct GameState {
    /// Always `gameState`.
    #[serde(rename = "type")]
    kind: &'static str,
    /// All moves, joined by spaces.
    moves: String,
    /// The player to move; null once the game is over.
    turn: Option<SeatCode>,
    /// Remaining time of the first player in milliseconds; null without a clock.
    p1time: Option<Millis>,
    /// Remaining time of the second player in milliseconds; null without a clock.
    p2time: Option<Millis>,
    /// Increment of the first player in milliseconds.
    p1inc: Millis,
    /// Increment of the second player in milliseconds.
    p2inc: Millis,
    /// Whether the first player offers a draw.
    p1draw: bool,
    /// Whether the second player offers a draw.
    p2draw: bool,
    /// Whether the first player requests a takeback.
    p1takeback: bool,
    /// Whether the second player requests a takeback.
    p2takeback: bool,
    /// `started` during the game, then the reason of its end.
    status: String,
    /// The winner, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    winner: Option<SeatCode>,
    /// Id of the rematch.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    rematch: Option<String>,
}

/// A chat message.
#[derive(Serialize, ToSchema)]
struct ChatLine {
    /// Always `chatLine`.
    #[serde(rename = "type")]
    kind: &'static str,
    /// `player` or `spectator`.
    room: &'static str,
    /// Name of the author; for guests their generated name, in English.
    username: String,
    /// The text.
    text: String,
}

/// Sent when the opponent disconnects or reconnects.
#[derive(Serialize, ToSchema)]
struct OpponentGone {
    /// Always `opponentGone`.
    #[serde(rename = "type")]
    kind: &'static str,
    /// Whether the opponent is disconnected.
    gone: bool,
}

fn clock_of(table: &Table) -> Option<BotClock> {
    match table.settings().clock {
        Clock::Fischer { base, increment } => {
            Some(BotClock { initial: Millis::from(base) * 1_000, increment: Millis::from(increment) * 1_000 })
        }
        Clock::None | Clock::Days { .. } => None,
    }
}

fn state_of(table: &Table) -> GameState {
    let clocks = table.clocks_at(now());
    let increment = clock_of(table).map_or(0, |clock| clock.increment);
    let offers = |offer, player| table.offers().contains(&(offer, player));
    GameState {
        kind: "gameState",
        moves: table.game_session().moves().join(" "),
        turn: table.turn().map(SeatCode::from),
        p1time: clocks.map(|clocks| clocks.p1),
        p2time: clocks.map(|clocks| clocks.p2),
        p1inc: increment,
        p2inc: increment,
        p1draw: offers(Offer::Draw, Player::P1),
        p2draw: offers(Offer::Draw, Player::P2),
        p1takeback: offers(Offer::Takeback, Player::P1),
        p2takeback: offers(Offer::Takeback, Player::P2),
        status: table.end().map_or_else(|| "started".to_owned(), |end| end.reason.clone()),
        winner: table.end().and_then(|end| end.winner),
        rematch: table.rematch().map(str::to_owned),
    }
}

/// The records of a game for a bot, until the game is over.
struct BotSubscription {
    subscription: GameSubscription,
    table: Table,
    is_opponent_gone: bool,
}

impl NdjsonSource for BotSubscription {
    type Item = RoomMessage;

    async fn next(&mut self) -> Option<RoomMessage> {
        if self.table.end().is_some() {
            return None;
        }
        self.subscription.message().await.ok()
    }

    async fn records(&mut self, message: RoomMessage) -> Vec<String> {
        match message {
            RoomMessage::Presence(presence) => self.presence_record(presence).into_iter().collect(),
            RoomMessage::LoggedEvent(logged, _) => {
                self.table.apply(&logged);
                if !self.subscription.may_see(&logged).await {
                    return Vec::new();
                }
                match &logged.event {
                    Event::Chat { name, user, audience, text } => {
                        let room = if *audience == Audience::Players { "player" } else { "spectator" };
                        let username = if name.is_empty() { GuestName::of(user).en } else { name.clone() };
                        let text = text.clone();
                        vec![to_json(&ChatLine { kind: "chatLine", room, username, text })]
                    }
                    // The end follows at once: one record for both.
                    Event::Move { .. } if self.table.game_session().outcome().is_some() => Vec::new(),
                    _ => vec![to_json(&state_of(&self.table))],
                }
            }
        }
    }
}

impl BotSubscription {
    fn presence_record(&mut self, presence: PresenceView) -> Option<String> {
        let opponent = self.subscription.player?.other();
        self.table.seat(opponent).user()?;
        let gone = match opponent {
            Player::P1 => !presence.p1,
            Player::P2 => !presence.p2,
        };
        let changed = gone != self.is_opponent_gone;
        self.is_opponent_gone = gone;
        changed.then(|| to_json(&OpponentGone { kind: "opponentGone", gone }))
    }
}

/// A game of the current user, one JSON object per line: `gameFull` first, then `gameState`, `chatLine` and `opponentGone`,
/// until it is over. Empty lines keep the connection open.
#[utoipa::path(get, path = "/api/bot/game/stream/{id}", tag = "bot", params(IdPath),
    responses((status = 200, body = str, content_type = "application/x-ndjson"), ReadErrors),
    security(("token" = ["bot:play"])))]
async fn game(
    State(app): State<AppState>,
    current: Option<CurrentUser>,
    client: Client,
    Path(IdPath { id }): Path<IdPath>,
) -> Result<Response, Problem> {
    let current = current.ok_or_else(Problem::unauthorized)?;
    let permit = client.stream_permit(&app, Some(&current))?;
    let (subscription, view, table) = GameSubscription::open(&app, &id, Some(&current), u64::MAX).await?;
    if subscription.player.is_none() {
        return Err(Refusal::NotAPlayer.into());
    }
    let days = match table.settings().clock {
        Clock::Days { days } => Some(days),
        Clock::None | Clock::Fischer { .. } => None,
    };
    let full = GameFull {
        kind: "gameFull",
        id: view.id,
        game: view.settings.game,
        variants: view.settings.variants,
        speed: view.speed,
        rated: view.settings.rated,
        created_at: view.created,
        p1: view.players.p1,
        p2: view.players.p2,
        side: view.you,
        initial_position: view.start_position,
        clock: clock_of(&table),
        days_per_turn: days,
        state: state_of(&table),
    };
    // The opponent's presence is sent only when it changes.
    let mut bot = BotSubscription { subscription, table: Table::clone(&table), is_opponent_gone: false };
    let mut first = vec![to_json(&full)];
    first.extend(bot.presence_record(view.presence));
    Ok(ndjson(&app, Some(&current), permit, first, bot))
}
