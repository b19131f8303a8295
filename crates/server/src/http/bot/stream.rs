//! A game as a bot follows it: one JSON object a line.

use axum::{extract::State, response::Response};
use mekong_core::Player;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::super::{
    Problem, Shared,
    auth::Visitor,
    client::Client,
    json::Path,
    play::{
        GameId,
        ear::Ear,
        stream::{Lines, ndjson, place},
    },
    troubles::Asking,
};
use crate::{
    live::{Message, Presence},
    table::{Clock, Event, Offer, Refusal, Room, SeatCode, Speed, Table},
    time::{Millis, now},
    wire::SeatView,
};

pub(super) fn addresses() -> OpenApiRouter<Shared> {
    OpenApiRouter::new().routes(routes!(game))
}

/// The first line: what does not change, and where the game stands.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct GameFull {
    /// Always `gameFull`.
    #[serde(rename = "type")]
    kind: &'static str,
    /// The number of the game.
    id: String,
    /// The id of the game.
    game: String,
    /// Its variants.
    variants: Vec<String>,
    /// How fast it is.
    speed: Speed,
    /// Whether it counts.
    rated: bool,
    /// When it began.
    created_at: Millis,
    /// The first player.
    p1: SeatView,
    /// The second player.
    p2: SeatView,
    /// The side of the reader; none for those who watch.
    side: Option<SeatCode>,
    /// The position it began with.
    initial_position: String,
    /// Milliseconds at the start and for each turn; none without such a clock.
    clock: Option<BotClock>,
    /// Days for each turn; none without such a clock.
    days_per_turn: Option<u32>,
    /// Where it stands.
    state: GameState,
}

/// A clock in milliseconds.
#[derive(Serialize, ToSchema)]
struct BotClock {
    /// At the start.
    initial: Millis,
    /// For each turn.
    increment: Millis,
}

/// A line for everything that changes.
#[derive(Serialize, ToSchema)]
struct GameState {
    /// Always `gameState`.
    #[serde(rename = "type")]
    kind: &'static str,
    /// All moves, joined by spaces.
    moves: String,
    /// Who is to move; none once it is over.
    turn: Option<SeatCode>,
    /// Milliseconds that the first player has left; none without a clock.
    p1time: Option<Millis>,
    /// Milliseconds that the second player has left; none without a clock.
    p2time: Option<Millis>,
    /// Milliseconds that the first player gets for a turn.
    p1inc: Millis,
    /// Milliseconds that the second player gets for a turn.
    p2inc: Millis,
    /// Whether the first player offers a draw.
    p1draw: bool,
    /// Whether the second player offers a draw.
    p2draw: bool,
    /// Whether the first player asks to take back.
    p1takeback: bool,
    /// Whether the second player asks to take back.
    p2takeback: bool,
    /// `started` while it goes on, then why it ended.
    status: String,
    /// Who won, if somebody did.
    #[serde(skip_serializing_if = "Option::is_none")]
    winner: Option<SeatCode>,
    /// The game that was agreed on after this one.
    #[serde(skip_serializing_if = "Option::is_none")]
    rematch: Option<String>,
}

/// A line for something that was said.
#[derive(Serialize, ToSchema)]
struct ChatLine {
    /// Always `chatLine`.
    #[serde(rename = "type")]
    kind: &'static str,
    /// `player` or `spectator`.
    room: &'static str,
    /// Who said it; empty for a guest.
    username: String,
    /// What.
    text: String,
}

/// A line for an opponent who goes or comes back.
#[derive(Serialize, ToSchema)]
struct OpponentGone {
    /// Always `opponentGone`.
    #[serde(rename = "type")]
    kind: &'static str,
    /// Whether they are gone.
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
        moves: table.session().moves().join(" "),
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

fn line(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// What a bot hears of a game, up to its end.
struct BotEar {
    ear: Ear,
    table: Table,
    is_opponent_gone: bool,
}

impl Lines for BotEar {
    type What = Message;

    async fn wait(&mut self) -> Option<Message> {
        if self.table.end().is_some() {
            return None;
        }
        self.ear.message().await.ok()
    }

    async fn write(&mut self, message: Message) -> Vec<String> {
        match message {
            Message::Presence(presence) => self.gone(presence).into_iter().collect(),
            Message::Logged(logged) => {
                self.table.apply(&logged);
                if !self.ear.may_hear(&logged).await {
                    return Vec::new();
                }
                match &logged.event {
                    Event::Chat { name, room, text, .. } => {
                        let room = if *room == Room::Players { "player" } else { "spectator" };
                        let (username, text) = (name.clone(), text.clone());
                        vec![line(&ChatLine { kind: "chatLine", room, username, text })]
                    }
                    // The position and its end are one thing.
                    Event::Move { .. } if self.table.session().outcome().is_some() => Vec::new(),
                    _ => vec![line(&state_of(&self.table))],
                }
            }
        }
    }
}

impl BotEar {
    fn gone(&mut self, presence: Presence) -> Option<String> {
        let opponent = self.ear.player?.other();
        self.table.seat(opponent).user()?;
        let gone = match opponent {
            Player::P1 => !presence.p1,
            Player::P2 => !presence.p2,
        };
        let changed = gone != self.is_opponent_gone;
        self.is_opponent_gone = gone;
        changed.then(|| line(&OpponentGone { kind: "opponentGone", gone }))
    }
}

/// A game that the visitor plays, one JSON object a line: `gameFull` first, then `gameState`, `chatLine` and
/// `opponentGone`, until it is over. Empty lines keep the connection open.
#[utoipa::path(get, path = "/api/bot/game/stream/{id}", tag = "bot", params(GameId),
    responses((status = 200, body = str, content_type = "application/x-ndjson"), Asking),
    security(("token" = ["bot:play"])))]
async fn game(
    State(app): State<Shared>,
    visitor: Option<Visitor>,
    client: Client,
    Path(GameId { id }): Path<GameId>,
) -> Result<Response, Problem> {
    let visitor = visitor.ok_or_else(Problem::unauthorized)?;
    let place = place(&app, Some(&visitor), client)?;
    let (ear, view, table) = Ear::open(&app, &id, Some(&visitor), u64::MAX).await?;
    if ear.player.is_none() {
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
    // Whether the opponent is there is told when it changes.
    let mut bot = BotEar { ear, table: Table::clone(&table), is_opponent_gone: false };
    let mut first = vec![line(&full)];
    first.extend(bot.gone(view.presence));
    Ok(ndjson(&app, Some(&visitor), place, first, bot))
}
