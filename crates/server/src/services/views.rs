use std::{
    collections::{BTreeSet, HashMap},
    slice,
    sync::Arc,
};

use mekong_core::Player;

use crate::{
    live::{Room, Snapshot, author, is_visible, visible_audiences},
    people::UserKind,
    protocol::{
        ChallengeView, DealView, GameSummaryView, GameView, ListedGameView, NewRatingsView, OfferView,
        PresenceView, SeatView, SeatsView, UserView,
    },
    store::{ChallengeRow, GameRow, Store, StoreError, UserRow},
    table::{ChallengeState, End, Event, LoggedEvent, Offer, Seat, SeatCode, Table},
    time::now,
};

/// Builds the views of [`crate::protocol`] from rows and rooms, with the queries that they need.
#[derive(Clone)]
pub struct Views {
    store: Store,
    base_url: String,
}

/// Public views of several users, by id.
#[derive(Debug)]
pub struct Users(HashMap<String, UserView>);

impl Users {
    /// A user. Unknown ids yield a deleted user.
    #[must_use]
    pub fn user(&self, id: &str) -> UserView {
        let deleted = || UserView::new(id.to_owned(), None, UserKind::Deleted);
        self.0.get(id).cloned().unwrap_or_else(deleted)
    }

    /// One seat.
    #[must_use]
    pub fn seat(&self, seat: &Seat, rating: Option<f64>) -> SeatView {
        match seat {
            Seat::User { user } => SeatView::User { user: self.user(user), rating },
            Seat::Computer { level } => SeatView::Computer { level: *level },
        }
    }

    /// The seat of a player, also in an imported game.
    #[must_use]
    pub fn seat_in(&self, row: &GameRow, player: Player) -> SeatView {
        let index = player.index();
        match &row.seats[index] {
            Some(seat) => self.seat(seat, row.ratings[index]),
            None => SeatView::Named { name: row.names[index].clone() },
        }
    }

    /// The user who imported a game, if known.
    #[must_use]
    pub fn importer(&self, row: &GameRow) -> Option<UserView> {
        row.imported_by.as_deref().map(|user| self.user(user))
    }
}

impl Views {
    pub(crate) const fn new(store: Store, base_url: String) -> Views {
        Views { store, base_url }
    }

    /// Users, read with one query.
    pub async fn users(&self, ids: impl IntoIterator<Item = &str>) -> Result<Users, StoreError> {
        let ids: BTreeSet<&str> = ids.into_iter().collect();
        let rows = self.store.users(&Vec::from_iter(ids)).await?;
        let view = |row: UserRow| (row.id.clone(), UserView::new(row.id, row.name, row.kind));
        Ok(Users(rows.into_iter().map(view).collect()))
    }

    /// The players and importers of games.
    pub async fn users_in(&self, rows: &[GameRow]) -> Result<Users, StoreError> {
        let players = rows.iter().flat_map(|row| row.seats.iter().flatten()).filter_map(Seat::user);
        self.users(players.chain(rows.iter().filter_map(|row| row.imported_by.as_deref()))).await
    }

    /// One seat.
    pub async fn seat(&self, seat: &Seat, rating: Option<f64>) -> Result<SeatView, StoreError> {
        Ok(self.users(seat.user()).await?.seat(seat, rating))
    }

    /// Both seats of a game.
    pub async fn seats(&self, room: &Room, table: &Table) -> Result<SeatsView, StoreError> {
        let ([p1, p2], ratings) = (table.seats(), room.metadata().ratings);
        let users = self.users([p1, p2].into_iter().filter_map(Seat::user)).await?;
        Ok(SeatsView { p1: users.seat(p1, ratings[0]), p2: users.seat(p2, ratings[1]) })
    }

    /// The players' ratings after a rated game that is over.
    async fn new_ratings(&self, room: &Room, table: &Table) -> Result<Option<NewRatingsView>, StoreError> {
        let [Some(one), Some(two)] = table.seats().each_ref().map(|seat| seat.user()) else {
            return Ok(None);
        };
        if table.end().is_none() || !table.settings().rated {
            return Ok(None);
        }
        let p1 = self.store.rating_after(one, room.id()).await?;
        let p2 = self.store.rating_after(two, room.id()).await?;
        Ok(p1.zip(p2).map(|(p1, p2)| NewRatingsView { p1, p2 }))
    }

    /// The deal of a game that is dealt. Seed and salt are included only after the end.
    pub fn deal(room: &Room, table: &Table) -> Option<DealView> {
        let (deal, is_over) = (&room.metadata().deal, table.end().is_some());
        table.settings().is_dealt().then(|| DealView {
            commitment: deal.commitment(),
            seed: is_over.then(|| deal.seed.to_string()),
            salt: is_over.then(|| deal.salt.clone()),
        })
    }

    /// The state of a game for one reader. Events and offers that the reader may not see, or whose author they have muted,
    /// are left out.
    pub async fn game(
        &self,
        room: &Room,
        snapshot: &Snapshot,
        reader: Option<&str>,
    ) -> Result<GameView, StoreError> {
        let (table, events) = (&snapshot.table, &snapshot.events);
        let player = reader.and_then(|user| table.player(user));
        let has_author = |event: &Event| author(player, table, event).is_some();
        let open_offers = || table.offers().iter().map(|&(offer, by)| Event::Offer { offer, by: by.into() });
        let muted = match reader {
            Some(user)
                if events.iter().any(|logged| has_author(&logged.event))
                    || open_offers().any(|offer| has_author(&offer)) =>
            {
                self.store.muted(user).await?
            }
            _ => Vec::new(),
        };
        let is_muted = |event: &Event| {
            author(player, table, event).is_some_and(|author| muted.iter().any(|user| user == author))
        };
        let is_shown = |logged: &&Arc<LoggedEvent>| {
            !is_muted(&logged.event) && is_visible(player, table.end().is_some(), &logged.event)
        };
        let is_offered = |offer: Offer, by: Player| !is_muted(&Event::Offer { offer, by: by.into() });
        let (now, metadata, game_session) = (now(), room.metadata(), table.game_session());
        Ok(GameView {
            id: room.id().to_owned(),
            settings: table.settings().clone(),
            speed: table.settings().speed(),
            players: self.seats(room, table).await?,
            you: player.map(SeatCode::from),
            deal: Views::deal(room, table),
            created: metadata.created,
            stage: table.stage(),
            start_position: game_session.start_text(),
            position: game_session.position_text(),
            moves: game_session.moves(),
            ply: table.ply(),
            turn: table.turn().map(SeatCode::from),
            legal: if table.end().is_some() { Vec::new() } else { game_session.legal() },
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
            rematch_of: metadata.rematch_of.clone(),
            presence: room.presence(),
            now,
            seq: table.last_seq(),
            events: events.iter().filter(is_shown).map(|logged| LoggedEvent::clone(logged).into()).collect(),
            older_chat: snapshot.older_chat(visible_audiences(player, table.end().is_some())),
            imported: false,
            imported_by: None,
        })
    }

    /// A game in memory in the lists of its players, with one query. Computers have no list.
    pub async fn game_summaries_of(
        &self,
        room: &Room,
        table: &Table,
    ) -> Result<Vec<(String, GameSummaryView)>, StoreError> {
        let SeatsView { p1, p2 } = self.seats(room, table).await?;
        let settings = table.settings();
        let winner = table.end().and_then(|end| end.winner);
        let summary = |player: Player, opponent: SeatView| {
            let user = table.seat(player).user()?;
            let summary = GameSummaryView {
                game_id: room.id().to_owned(),
                game: settings.game.clone(),
                variants: settings.variants.clone(),
                side: player.into(),
                opponent,
                rated: settings.rated,
                speed: settings.speed(),
                clock: settings.clock,
                is_my_turn: table.turn() == Some(player),
                ply: table.ply(),
                stage: table.stage(),
                winner,
                deadline: table.deadline(),
                created_at: room.metadata().created,
            };
            Some((user.to_owned(), summary))
        };
        Ok([summary(Player::P1, p2), summary(Player::P2, p1)].into_iter().flatten().collect())
    }

    /// Games in the list of one of their players. Games in which the user does not play are left out.
    pub async fn game_summaries(
        &self,
        rows: &[GameRow],
        user: &str,
    ) -> Result<Vec<GameSummaryView>, StoreError> {
        let users = self.users_in(rows).await?;
        Ok(rows.iter().filter_map(|row| summary(row, user, &users)).collect())
    }

    /// Games in a list.
    pub async fn listed_games(&self, rows: &[GameRow]) -> Result<Vec<ListedGameView>, StoreError> {
        let users = self.users_in(rows).await?;
        Ok(rows.iter().map(|row| listed(row, &users)).collect())
    }

    /// A challenge. A pending challenge past its expiry is shown as expired.
    pub async fn challenge(&self, row: &ChallengeRow) -> Result<ChallengeView, StoreError> {
        let users = self.users([&*row.from].into_iter().chain(row.to.as_deref())).await?;
        Ok(self.challenge_between(row, &users))
    }

    /// Challenges, with one query.
    pub async fn challenges(&self, rows: &[ChallengeRow]) -> Result<Vec<ChallengeView>, StoreError> {
        let senders = rows.iter().map(|row| row.from.as_str());
        let users = self.users(senders.chain(rows.iter().filter_map(|row| row.to.as_deref()))).await?;
        Ok(rows.iter().map(|row| self.challenge_between(row, &users)).collect())
    }

    fn challenge_between(&self, row: &ChallengeRow, users: &Users) -> ChallengeView {
        let is_late = row.state == ChallengeState::Waiting && row.expires <= now();
        ChallengeView {
            id: row.id.clone(),
            kind: row.kind,
            from: users.user(&row.from),
            to: row.to.as_deref().map(|user| users.user(user)),
            speed: row.settings.speed(),
            side: row.side,
            commitment: row.settings.is_dealt().then(|| row.deal.commitment()),
            settings: row.settings.clone(),
            created: row.created,
            expires: row.expires,
            state: if is_late { ChallengeState::Expired } else { row.state },
            game_id: row.game.clone(),
            url: format!("{}/challenge/{}", self.base_url, row.id),
        }
    }

    /// An imported game, as a finished game.
    pub async fn imported_game(&self, id: &str) -> Result<Option<GameView>, StoreError> {
        match self.store.game(id).await? {
            Some(row) if row.is_imported => {
                let imported_by = self.users_in(slice::from_ref(&row)).await?.importer(&row);
                imported(row, imported_by).map(Some)
            }
            _ => Ok(None),
        }
    }
}

/// A game in the list of a user; `None` if they do not play in it.
fn summary(row: &GameRow, user: &str, users: &Users) -> Option<GameSummaryView> {
    let user_of = |player: Player| row.seats[player.index()].as_ref().and_then(Seat::user);
    let player = Player::BOTH.into_iter().find(|&player| user_of(player) == Some(user))?;
    Some(GameSummaryView {
        game_id: row.id.clone(),
        game: row.settings.game.clone(),
        variants: row.settings.variants.clone(),
        side: player.into(),
        opponent: users.seat_in(row, player.other()),
        rated: row.settings.rated,
        speed: row.settings.speed(),
        clock: row.settings.clock,
        is_my_turn: row.turn == Some(player),
        ply: row.plies as u32,
        stage: row.stage,
        winner: row.winner.map(SeatCode::from),
        deadline: row.due,
        created_at: row.created,
    })
}

fn listed(row: &GameRow, users: &Users) -> ListedGameView {
    let [p1, p2] = Player::BOTH.map(|player| users.seat_in(row, player));
    ListedGameView {
        id: row.id.clone(),
        game: row.settings.game.clone(),
        variants: row.settings.variants.clone(),
        clock: row.settings.clock,
        speed: row.settings.speed(),
        rated: row.settings.rated,
        imported: row.is_imported,
        imported_by: users.importer(row),
        players: SeatsView { p1, p2 },
        stage: row.stage,
        winner: row.winner.map(SeatCode::from),
        reason: row.reason.clone(),
        ply: row.plies as u32,
        created: row.created,
        finished: row.finished,
    }
}

fn imported(row: GameRow, imported_by: Option<UserView>) -> Result<GameView, StoreError> {
    let game_session = row.game_session()?;
    let [p1, p2] = row.names.map(|name| SeatView::Named { name });
    Ok(GameView {
        speed: row.settings.speed(),
        id: row.id,
        settings: row.settings,
        players: SeatsView { p1, p2 },
        you: None,
        deal: None,
        created: row.created,
        stage: row.stage,
        start_position: game_session.start_text(),
        position: game_session.position_text(),
        moves: game_session.moves(),
        ply: row.plies as u32,
        turn: None,
        legal: Vec::new(),
        clocks: None,
        deadline: None,
        offers: Vec::new(),
        end: Some(End { winner: row.winner.map(SeatCode::from), reason: row.reason, clocks: None }),
        new_ratings: None,
        rematch: None,
        rematch_of: None,
        presence: PresenceView { p1: false, p2: false, spectators: 0 },
        now: now(),
        seq: 0,
        events: Vec::new(),
        older_chat: None,
        imported: true,
        imported_by,
    })
}
