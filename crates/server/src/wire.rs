//! The shapes in which games, players and challenges are sent. They hold nothing that their reader may not know.

pub mod analysis;
mod imported;

use std::sync::Arc;

use mekong_core::Player;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    app::App,
    live::{Presence, Room, Snapshot},
    store::{ChallengeKind, ChallengeRow, ChallengeState, GameRow, Side, StoreError, UserKind},
    table::{
        Clock, Clocks, End, Event, Logged, Offer, Room as Audience, Seat, SeatCode, Settings, Speed, Stage,
        Table,
    },
    time::{Millis, now},
};

/// A user, as others see them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct UserRef {
    /// The number.
    pub id: String,
    /// The name; guests and those who left have none.
    pub name: Option<String>,
    /// What kind of user.
    pub kind: UserKind,
}

/// Who sits at one side of the board.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum SeatView {
    /// A person, a guest or a bot.
    User {
        /// Who.
        user: UserRef,
        /// The rating when the game began.
        rating: Option<f64>,
    },
    /// The server's engine.
    Computer {
        /// 1 to 10.
        level: u8,
    },
    /// Somebody without an account here, in a record from elsewhere.
    Named {
        /// The name in the record.
        name: Option<String>,
    },
}

/// Both sides of the board.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Seats {
    /// The first seat.
    pub p1: SeatView,
    /// The second seat.
    pub p2: SeatView,
}

/// The ratings of both after a game.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, ToSchema)]
pub struct NewRatings {
    /// Of the first player.
    pub p1: f64,
    /// Of the second player.
    pub p2: f64,
}

/// A deal: its hash from the beginning, what it was made from after the end.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct DealView {
    /// SHA-256 of `seed:salt`, in hexadecimal.
    pub commitment: String,
    /// The number the deal follows from, in decimal; only after the end.
    pub seed: Option<String>,
    /// What was put behind it; only after the end.
    pub salt: Option<String>,
}

/// Something that is offered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct OfferView {
    /// What.
    pub offer: Offer,
    /// By whom.
    pub by: SeatCode,
}

/// A game as it stands, for one reader.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct GameView {
    /// The number.
    pub id: String,
    /// What was agreed.
    #[serde(flatten)]
    pub settings: Settings,
    /// How fast it is.
    pub speed: Speed,
    /// Who plays.
    pub players: Seats,
    /// The seat of the reader; none for those who watch.
    pub you: Option<SeatCode>,
    /// The deal, where the game begins with one.
    pub deal: Option<DealView>,
    /// When it began.
    pub created: Millis,
    /// Where it stands.
    pub stage: Stage,
    /// The position it began with.
    pub start_position: String,
    /// The position now.
    pub position: String,
    /// All moves.
    pub moves: Vec<String>,
    /// How many moves were made; a move sent now has the next number.
    pub ply: u32,
    /// Who is to move; nobody once it is over.
    pub turn: Option<SeatCode>,
    /// The legal moves; none once it is over.
    pub legal: Vec<String>,
    /// What both have left at `now`; none without a clock.
    pub clocks: Option<Clocks>,
    /// When the player to move runs out of time, or the game is broken off because nobody came.
    pub deadline: Option<Millis>,
    /// What is on offer.
    pub offers: Vec<OfferView>,
    /// How it ended.
    pub end: Option<End>,
    /// What it made of the ratings; none while it goes on, and if it did not count.
    pub new_ratings: Option<NewRatings>,
    /// The game that was played after this one.
    pub rematch: Option<String>,
    /// The game before this one.
    pub rematch_of: Option<String>,
    /// Who is there.
    pub presence: Presence,
    /// What time it is for the server.
    pub now: Millis,
    /// The number of the last event that is counted in.
    pub seq: u64,
    /// What happened after the event that was asked from, as far as the reader may know it. Of what was said only the latest
    /// 50 remarks to the players and to those who watch.
    pub events: Vec<Logged>,
    /// If more was said after that event: where the page before begins, to be given as `before` to the address of the chat.
    pub older_chat: Option<u64>,
    /// Whether it is a record from elsewhere. Its names are those in the record: nobody of that name here has played it.
    pub imported: bool,
    /// Who took the record in; none if it was played here, or taken in by an earlier version.
    pub imported_by: Option<UserRef>,
}

/// A game in a list of somebody's games, in the shape of the bot interface.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GameBrief {
    /// The number.
    pub game_id: String,
    /// The id of the game.
    pub game: String,
    /// Its variants.
    pub variants: Vec<String>,
    /// The reader's seat.
    pub side: SeatCode,
    /// Who sits opposite.
    pub opponent: SeatView,
    /// Whether it counts.
    pub rated: bool,
    /// How fast it is.
    pub speed: Speed,
    /// How time is kept.
    pub clock: Clock,
    /// Whether the reader is to move.
    pub is_my_turn: bool,
    /// How many moves were made.
    pub ply: u32,
    /// `playing`, `finished` or `aborted`.
    pub status: String,
    /// Who won; none while it goes on and for a draw.
    pub winner: Option<SeatCode>,
    /// When the player to move runs out of time.
    pub deadline: Option<Millis>,
    /// When it began.
    pub created_at: Millis,
}

/// A challenge. What the deal will be is only known by its hash.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct ChallengeView {
    /// The number.
    pub id: String,
    /// For whom it is.
    pub kind: ChallengeKind,
    /// Who made it.
    pub from: UserRef,
    /// Whom it is for, if it is for one player.
    pub to: Option<UserRef>,
    /// The game it is about.
    #[serde(flatten)]
    pub settings: Settings,
    /// How fast it is.
    pub speed: Speed,
    /// What the challenger plays.
    pub side: Side,
    /// SHA-256 of `seed:salt` of the deal, where there is one.
    pub commitment: Option<String>,
    /// When it was made.
    pub created: Millis,
    /// Until when it waits.
    pub expires: Millis,
    /// What became of it.
    pub state: ChallengeState,
    /// The number of the game that came of it: `game` is what is played.
    pub game_id: Option<String>,
    /// The address to send to a friend.
    pub url: String,
}

/// The audiences that a listener belongs to: nobody whispers to players while they play, and what they say to each other
/// is theirs.
#[must_use]
pub const fn audiences(listener: Option<Player>, is_over: bool) -> &'static [Audience] {
    match (listener, is_over) {
        (Some(_), true) => &Audience::ALL,
        (Some(_), false) => &[Audience::Players],
        (None, _) => &[Audience::Watchers],
    }
}

/// Whether a listener may know of an event.
#[must_use]
pub fn may_hear(listener: Option<Player>, is_over: bool, event: &Event) -> bool {
    match event {
        Event::Chat { room, .. } => audiences(listener, is_over).contains(room),
        _ => true,
    }
}

/// Whose words or challenge to a listener an event is: of a remark the speaker, of an offer to play again the opponent.
/// None of these reach whoever has muted them.
#[must_use]
pub fn sender<'a>(listener: Option<Player>, table: &'a Table, event: &'a Event) -> Option<&'a str> {
    match event {
        Event::Chat { user, .. } => Some(user),
        Event::Offer { offer, by } if offer.is_rematch() && listener == Some(Player::from(*by).other()) => {
            table.seat(Player::from(*by)).user()
        }
        _ => None,
    }
}

impl App {
    /// A user as others see them.
    pub(crate) async fn user_ref(&self, id: &str) -> Result<UserRef, StoreError> {
        let row = self.store.user(id).await?;
        let (name, kind) = row.map_or((None, UserKind::Deleted), |row| (row.name, row.kind));
        Ok(UserRef { id: id.to_owned(), name, kind })
    }

    /// One side of the board.
    pub(crate) async fn seat_view(&self, seat: &Seat, rating: Option<f64>) -> Result<SeatView, StoreError> {
        Ok(match seat {
            Seat::Person { user } => SeatView::User { user: self.user_ref(user).await?, rating },
            Seat::Computer { level } => SeatView::Computer { level: *level },
        })
    }

    /// Both seats of a table.
    pub(crate) async fn seats_view(&self, room: &Room, table: &Table) -> Result<Seats, StoreError> {
        let (seats, ratings) = (table.seats(), room.facts().ratings);
        Ok(Seats {
            p1: self.seat_view(&seats[0], ratings[0]).await?,
            p2: self.seat_view(&seats[1], ratings[1]).await?,
        })
    }

    /// What a game made of the ratings, if it counted and is over.
    async fn new_ratings(&self, room: &Room, table: &Table) -> Result<Option<NewRatings>, StoreError> {
        let [Some(one), Some(two)] = table.seats().each_ref().map(|seat| seat.user()) else {
            return Ok(None);
        };
        if table.end().is_none() || !table.settings().rated {
            return Ok(None);
        }
        let p1 = self.store.rating_after(one, room.id()).await?;
        let p2 = self.store.rating_after(two, room.id()).await?;
        Ok(p1.zip(p2).map(|(p1, p2)| NewRatings { p1, p2 }))
    }

    /// The deal of a game, where there is one: what it was made from only after the end.
    pub(crate) fn deal_view(&self, room: &Room, table: &Table) -> Option<DealView> {
        let (deal, is_over) = (&room.facts().deal, table.end().is_some());
        table.settings().is_dealt().then(|| DealView {
            commitment: deal.commitment(),
            seed: is_over.then(|| deal.seed.to_string()),
            salt: is_over.then(|| deal.salt.clone()),
        })
    }

    /// A game for one reader, with those of the given events that they may know.
    pub(crate) async fn game_view(
        &self,
        room: &Room,
        seen: &Snapshot,
        reader: Option<&str>,
    ) -> Result<GameView, StoreError> {
        let (table, events) = (&seen.table, &seen.events);
        let player = reader.and_then(|user| table.player(user));
        let has_sender = |event: &Event| sender(player, table, event).is_some();
        let open_offers = || table.offers().iter().map(|&(offer, by)| Event::Offer { offer, by: by.into() });
        let muted = match reader {
            Some(user)
                if events.iter().any(|logged| has_sender(&logged.event))
                    || open_offers().any(|offer| has_sender(&offer)) =>
            {
                self.store.muted(user).await?
            }
            _ => Vec::new(),
        };
        let is_muted = |event: &Event| {
            sender(player, table, event).is_some_and(|sender| muted.iter().any(|user| user == sender))
        };
        let is_heard = |logged: &&Arc<Logged>| {
            !is_muted(&logged.event) && may_hear(player, table.end().is_some(), &logged.event)
        };
        let is_offered = |offer: Offer, by: Player| !is_muted(&Event::Offer { offer, by: by.into() });
        let (now, facts, session) = (now(), room.facts(), table.session());
        Ok(GameView {
            id: room.id().to_owned(),
            settings: table.settings().clone(),
            speed: table.settings().speed(),
            players: self.seats_view(room, table).await?,
            you: player.map(SeatCode::from),
            deal: self.deal_view(room, table),
            created: facts.created,
            stage: table.stage(),
            start_position: session.start_text(),
            position: session.position_text(),
            moves: session.moves(),
            ply: table.ply(),
            turn: table.turn().map(SeatCode::from),
            legal: if table.end().is_some() { Vec::new() } else { session.legal() },
            clocks: table.clocks_at(now),
            deadline: table.deadline(),
            offers: table
                .offers()
                .iter()
                .filter(|&&(offer, by)| is_offered(offer, by))
                .map(|&(offer, by)| OfferView { offer, by: by.into() })
                .collect(),
            end: table.end().cloned(),
            new_ratings: self.new_ratings(room, table).await?,
            rematch: table.rematch().map(str::to_owned),
            rematch_of: facts.rematch_of.clone(),
            presence: room.presence(),
            now,
            seq: table.last_seq(),
            events: events.iter().filter(is_heard).map(|logged| Logged::clone(logged)).collect(),
            older_chat: seen.older_chat(audiences(player, table.end().is_some())),
            imported: false,
            imported_by: None,
        })
    }

    /// A game in the list of one of its players.
    pub(crate) async fn brief(&self, row: &GameRow, user: &str) -> Result<Option<GameBrief>, StoreError> {
        let of = |player: Player| row.seats[player.index()].as_ref();
        let Some(player) =
            Player::BOTH.into_iter().find(|&player| of(player).and_then(Seat::user) == Some(user))
        else {
            return Ok(None);
        };
        let opponent = match of(player.other()) {
            Some(seat) => self.seat_view(seat, row.ratings[player.other().index()]).await?,
            None => SeatView::Named { name: row.names[player.other().index()].clone() },
        };
        Ok(Some(GameBrief {
            game_id: row.id.clone(),
            game: row.settings.game.clone(),
            variants: row.settings.variants.clone(),
            side: player.into(),
            opponent,
            rated: row.settings.rated,
            speed: row.settings.speed(),
            clock: row.settings.clock,
            is_my_turn: row.turn == player.code(),
            ply: row.plies as u32,
            status: row.state.clone(),
            winner: Player::BOTH.into_iter().find(|player| player.code() == row.winner).map(SeatCode::from),
            deadline: row.due,
            created_at: row.created,
        }))
    }

    /// A challenge as everybody who may see it sees it.
    pub(crate) async fn challenge_view(&self, row: &ChallengeRow) -> Result<ChallengeView, StoreError> {
        let to = match &row.to {
            Some(user) => Some(self.user_ref(user).await?),
            None => None,
        };
        let is_late = row.state == ChallengeState::Waiting && row.expires <= now();
        Ok(ChallengeView {
            id: row.id.clone(),
            kind: row.kind,
            from: self.user_ref(&row.from).await?,
            to,
            speed: row.settings.speed(),
            side: row.side,
            commitment: row.settings.is_dealt().then(|| row.deal.commitment()),
            settings: row.settings.clone(),
            created: row.created,
            expires: row.expires,
            state: if is_late { ChallengeState::Expired } else { row.state },
            game_id: row.game.clone(),
            url: format!("{}/challenge/{}", self.config.base_url, row.id),
        })
    }
}
