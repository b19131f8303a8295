use std::sync::Arc;

use mekong_core::Player;

use crate::{
    live::{Room, Snapshot, author, is_visible, visible_audiences},
    people::UserKind,
    protocol::{
        ChallengeView, DealView, GameSummaryView, GameView, NewRatingsView, OfferView, PresenceView,
        SeatView, SeatsView, UserView,
    },
    store::{ChallengeRow, GameRow, Store, StoreError},
    table::{ChallengeState, End, Event, LoggedEvent, Offer, Seat, SeatCode, Table},
    time::now,
};

/// Builds the views of [`crate::protocol`] from rows and rooms, with the queries that they need.
#[derive(Clone)]
pub struct Views {
    store: Store,
    base_url: String,
}

impl Views {
    pub(crate) const fn new(store: Store, base_url: String) -> Views {
        Views { store, base_url }
    }

    /// The public view of a user. Unknown ids yield a deleted user.
    pub async fn user(&self, id: &str) -> Result<UserView, StoreError> {
        let row = self.store.user(id).await?;
        let (name, kind) = row.map_or((None, UserKind::Deleted), |row| (row.name, row.kind));
        Ok(UserView::new(id.to_owned(), name, kind))
    }

    /// One seat.
    pub async fn seat(&self, seat: &Seat, rating: Option<f64>) -> Result<SeatView, StoreError> {
        Ok(match seat {
            Seat::Person { user } => SeatView::User { user: self.user(user).await?, rating },
            Seat::Computer { level } => SeatView::Computer { level: *level },
        })
    }

    /// Both seats of a game.
    pub async fn seats(&self, room: &Room, table: &Table) -> Result<SeatsView, StoreError> {
        let (seats, ratings) = (table.seats(), room.metadata().ratings);
        if let [Some(p1), Some(p2)] = seats.each_ref().map(Seat::user) {
            let rows = self.store.two_users([p1, p2]).await?;
            let view = |id: &str, rating| {
                let row = rows.iter().find(|row| row.id == id);
                let (name, kind) = row.map_or((None, UserKind::Deleted), |row| (row.name.clone(), row.kind));
                SeatView::User { user: UserView::new(id.to_owned(), name, kind), rating }
            };
            return Ok(SeatsView { p1: view(p1, ratings[0]), p2: view(p2, ratings[1]) });
        }
        Ok(SeatsView {
            p1: self.seat(&seats[0], ratings[0]).await?,
            p2: self.seat(&seats[1], ratings[1]).await?,
        })
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

    /// A game in the list of one of its players; `None` if the user does not play in it.
    pub async fn game_summary(
        &self,
        row: &GameRow,
        user: &str,
    ) -> Result<Option<GameSummaryView>, StoreError> {
        let of = |player: Player| row.seats[player.index()].as_ref();
        let Some(player) =
            Player::BOTH.into_iter().find(|&player| of(player).and_then(Seat::user) == Some(user))
        else {
            return Ok(None);
        };
        let opponent = match of(player.other()) {
            Some(seat) => self.seat(seat, row.ratings[player.other().index()]).await?,
            None => SeatView::Named { name: row.names[player.other().index()].clone() },
        };
        Ok(Some(GameSummaryView {
            game_id: row.id.clone(),
            game: row.settings.game.clone(),
            variants: row.settings.variants.clone(),
            side: player.into(),
            opponent,
            rated: row.settings.rated,
            speed: row.settings.speed(),
            clock: row.settings.clock,
            is_my_turn: row.turn == Some(player),
            ply: row.plies as u32,
            status: row.stage.code().to_owned(),
            winner: row.winner.map(SeatCode::from),
            deadline: row.due,
            created_at: row.created,
        }))
    }

    /// A challenge. A pending challenge past its expiry is shown as expired.
    pub async fn challenge(&self, row: &ChallengeRow) -> Result<ChallengeView, StoreError> {
        self.challenge_from(row, self.user(&row.from).await?).await
    }

    /// A challenge of a known user.
    pub async fn challenge_from(
        &self,
        row: &ChallengeRow,
        from: UserView,
    ) -> Result<ChallengeView, StoreError> {
        let to = match &row.to {
            Some(user) => Some(self.user(user).await?),
            None => None,
        };
        let is_late = row.state == ChallengeState::Waiting && row.expires <= now();
        Ok(ChallengeView {
            id: row.id.clone(),
            kind: row.kind,
            from,
            to,
            speed: row.settings.speed(),
            side: row.side,
            commitment: row.settings.is_dealt().then(|| row.deal.commitment()),
            settings: row.settings.clone(),
            created: row.created,
            expires: row.expires,
            state: if is_late { ChallengeState::Expired } else { row.state },
            game_id: row.game.clone(),
            url: format!("{}/challenge/{}", self.base_url, row.id),
        })
    }

    /// An imported game, as a finished game.
    pub async fn imported_game(&self, id: &str) -> Result<Option<GameView>, StoreError> {
        match self.store.game(id).await? {
            Some(row) if row.is_imported => {
                let imported_by = self.importer(&row).await?;
                imported(row, imported_by).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// The user who imported a game, if known.
    pub async fn importer(&self, row: &GameRow) -> Result<Option<UserView>, StoreError> {
        match &row.imported_by {
            Some(user) => Ok(Some(self.user(user).await?)),
            None => Ok(None),
        }
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
        presence: PresenceView { p1: false, p2: false, watchers: 0 },
        now: now(),
        seq: 0,
        events: Vec::new(),
        older_chat: None,
        imported: true,
        imported_by,
    })
}
