use std::{net::IpAddr, sync::Arc};

use mekong_core::{Explain, Lang, explained_error, say};

use super::{GameError, Games, NewGame, Notifications, games::new_deal};
use crate::{
    limits::network,
    live::{ActError, Room},
    secrets::{self, Signer},
    store::{ChallengeRow, Store, StoreError, UserRow, accept_challenge, check_computer_games_quota},
    table::{ChallengeKind, ChallengeState, Clock, Opponent, Seat, Settings, Side},
    time::{DAY, MINUTE, Millis, now},
};

/// The result of [`Lobby::challenge`].
#[derive(Clone)]
pub enum Created {
    /// A pending challenge.
    Challenge(Box<ChallengeRow>),
    /// A game against the computer, which starts at once.
    Game(Arc<Room>),
}

/// Why a challenge was not created, accepted or closed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ChallengeError {
    /// There is no such challenge, or it is addressed to another user.
    NotFound,
    /// There is no such player.
    NoPlayer,
    /// A user cannot accept their own challenge.
    Own,
    /// It is no longer pending.
    Gone,
    /// Rated games need accounts.
    NeedsAccount,
    /// Games against the computer are not rated.
    RatedComputer,
    /// There is no such level.
    Level,
    /// The database failed.
    Store(StoreError),
}

impl From<StoreError> for ChallengeError {
    fn from(error: StoreError) -> ChallengeError {
        ChallengeError::Store(error)
    }
}

impl From<GameError> for ChallengeError {
    fn from(error: GameError) -> ChallengeError {
        match error {
            GameError::Act(ActError::Store(error)) => ChallengeError::Store(error),
            GameError::NoGame | GameError::Act(_) => ChallengeError::NotFound,
        }
    }
}

impl ChallengeError {
    /// Error code, stable across versions.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            ChallengeError::NotFound => "not-found",
            ChallengeError::NoPlayer => "no-such-player",
            ChallengeError::Own => "own-challenge",
            ChallengeError::Gone => "challenge-gone",
            ChallengeError::NeedsAccount => "needs-account",
            ChallengeError::RatedComputer => "rated-computer",
            ChallengeError::Level => "level",
            ChallengeError::Store(_) => "unavailable",
        }
    }
}

impl Explain for ChallengeError {
    fn explain(&self, lang: Lang) -> String {
        match self {
            ChallengeError::NotFound => say!(lang, "challenge not found", "défi introuvable"),
            ChallengeError::NoPlayer => say!(lang, "player not found", "joueur introuvable"),
            ChallengeError::Own => {
                say!(lang, "you cannot play against yourself", "vous ne pouvez pas jouer contre vous-même")
            }
            ChallengeError::Gone => {
                say!(lang, "the challenge is no longer open", "le défi n’est plus ouvert")
            }
            ChallengeError::NeedsAccount => {
                say!(lang, "rated games require an account", "les parties classées nécessitent un compte",)
            }
            ChallengeError::RatedComputer => say!(
                lang,
                "games against the computer are not rated",
                "les parties contre l’ordinateur ne sont pas classées",
            ),
            ChallengeError::Level => {
                say!(lang, "the level must be between 1 and 10", "le niveau doit être compris entre 1 et 10")
            }
            ChallengeError::Store(_) => {
                say!(lang, "the database is unavailable", "la base de données est indisponible",)
            }
        }
    }
}
explained_error!(ChallengeError);

/// Challenges: offers of a game to one player, to all users of the lobby, or to any user with the link.
pub struct Lobby {
    store: Store,
    games: Arc<Games>,
    notifications: Notifications,
    signer: Signer,
    /// Whether pending challenges are limited per network.
    limit_networks: bool,
}

impl Lobby {
    pub(crate) const fn new(
        store: Store,
        games: Arc<Games>,
        notifications: Notifications,
        signer: Signer,
        limit_networks: bool,
    ) -> Lobby {
        Lobby { store, games, notifications, signer, limit_networks }
    }

    /// Creates a challenge, or starts a game against the computer. The settings must be valid.
    pub async fn challenge(
        &self,
        from: &UserRow,
        settings: Settings,
        side: Side,
        opponent: Opponent,
        address: IpAddr,
    ) -> Result<Created, ChallengeError> {
        if settings.rated && !from.kind.has_account() {
            return Err(ChallengeError::NeedsAccount);
        }
        let (kind, to) = match opponent {
            Opponent::Computer(level) => {
                return self.against_computer(from, settings, side, level).await.map(Created::Game);
            }
            Opponent::Link => (ChallengeKind::Link, None),
            Opponent::Anyone => (ChallengeKind::Open, None),
            Opponent::User(name) => {
                let to = self.store.user_by_name(&name).await?.ok_or(ChallengeError::NoPlayer)?;
                if to.id == from.id {
                    return Err(ChallengeError::Own);
                }
                (ChallengeKind::User, Some(to.id))
            }
        };
        let created = now();
        let row = ChallengeRow {
            id: secrets::id(),
            kind,
            from: from.id.clone(),
            to,
            expires: created + lifetime(kind, settings.clock),
            settings,
            side,
            deal: new_deal(),
            created,
            state: ChallengeState::Waiting,
            game: None,
        };
        self.store.add_challenge(&row, self.network_pseudonym(address).as_deref()).await?;
        self.notifications.challenge_changed(&row).await;
        Ok(Created::Challenge(Box::new(row)))
    }

    /// A pseudonym of the client's network, by which challenges are limited; `None` if they are not.
    fn network_pseudonym(&self, address: IpAddr) -> Option<String> {
        let sign = || self.signer.sign("network", &network(address).to_string())[..20].to_owned();
        self.limit_networks.then(sign)
    }

    async fn against_computer(
        &self,
        from: &UserRow,
        settings: Settings,
        side: Side,
        level: u8,
    ) -> Result<Arc<Room>, ChallengeError> {
        if settings.rated {
            return Err(ChallengeError::RatedComputer);
        }
        let level = mekong_players::Level::new(level).ok_or(ChallengeError::Level)?;
        let computer = Seat::Computer { level: level.number() };
        let seats = seated(side, Seat::User { user: from.id.clone() }, computer);
        let deal = new_deal();
        let new = NewGame { id: secrets::id(), settings, seats, deal, rematch_of: None };
        Ok(self.games.start(new, check_computer_games_quota(&from.id)).await?)
    }

    /// A challenge that a reader may see. A challenge to one player is visible to that player and the challenger only, and
    /// not if the player has muted the challenger.
    pub async fn get(&self, id: &str, reader: Option<&str>) -> Result<ChallengeRow, ChallengeError> {
        let row = self.store.challenge(id).await?.ok_or(ChallengeError::NotFound)?;
        let is_seen = match reader {
            _ if row.kind != ChallengeKind::User => true,
            Some(user) if row.from == user => true,
            Some(user) => row.to.as_deref() == Some(user) && !self.store.has_muted(user, &row.from).await?,
            None => false,
        };
        if is_seen { Ok(row) } else { Err(ChallengeError::NotFound) }
    }

    /// The open challenges, without those of users whom the reader has muted.
    pub(crate) async fn open_challenges(
        &self,
        reader: Option<&str>,
    ) -> Result<Vec<ChallengeRow>, StoreError> {
        let mut rows = self.store.open_challenges(now()).await?;
        if let Some(user) = reader
            && !rows.is_empty()
        {
            let muted = self.store.muted(user).await?;
            rows.retain(|row| !muted.contains(&row.from));
        }
        Ok(rows)
    }

    /// Accepts a challenge and starts its game. Accepting twice returns the same game.
    pub async fn accept(&self, id: &str, by: &UserRow) -> Result<Arc<Room>, ChallengeError> {
        let mut row = self.get(id, Some(&by.id)).await?;
        if row.from == by.id {
            return Err(ChallengeError::Own);
        }
        if row.settings.rated && !by.kind.has_account() {
            return Err(ChallengeError::NeedsAccount);
        }
        if row.game.is_some() {
            return self.accepted(&row, by).await;
        }
        let now = now();
        if row.state != ChallengeState::Waiting || row.expires <= now {
            return Err(ChallengeError::Gone);
        }
        let person = |user: &str| Seat::User { user: user.to_owned() };
        let new = NewGame {
            id: secrets::id(),
            settings: row.settings.clone(),
            seats: seated(row.side, person(&row.from), person(&by.id)),
            deal: row.deal.clone(),
            rematch_of: None,
        };
        let also = accept_challenge(id, &new.id, now);
        let room = match self.games.start(new, also).await {
            Ok(room) => room,
            // Accepted meanwhile, perhaps by the same user in another tab.
            Err(GameError::Act(ActError::Store(StoreError::ConditionFailed))) => {
                return self.accepted(&self.get(id, Some(&by.id)).await?, by).await;
            }
            Err(error) => return Err(error.into()),
        };
        row.state = ChallengeState::Accepted;
        row.game = Some(room.id().to_owned());
        self.notifications.challenge_changed(&row).await;
        Ok(room)
    }

    /// The game of an accepted challenge, if the user plays in it.
    async fn accepted(&self, row: &ChallengeRow, by: &UserRow) -> Result<Arc<Room>, ChallengeError> {
        let Some(game) = &row.game else { return Err(ChallengeError::Gone) };
        let room = self.games.room(game).await?;
        if room.table().player(&by.id).is_some() { Ok(room) } else { Err(ChallengeError::Gone) }
    }

    /// Closes a pending challenge: declined by the challenged player, or cancelled by the challenger.
    pub async fn close(&self, id: &str, by: &UserRow, state: ChallengeState) -> Result<(), ChallengeError> {
        let mut row = self.get(id, Some(&by.id)).await?;
        let may = match state {
            ChallengeState::Declined => row.to.as_ref() == Some(&by.id),
            _ => row.from == by.id,
        };
        if !may {
            return Err(ChallengeError::NotFound);
        }
        match self.store.end_challenge(id, state).await {
            Err(StoreError::ConditionFailed) => return Err(ChallengeError::Gone),
            result => result?,
        }
        row.state = state;
        self.notifications.challenge_changed(&row).await;
        Ok(())
    }

    /// Closes the challenges that have expired.
    pub(crate) async fn expire(&self, now: Millis) -> Result<(), StoreError> {
        for mut row in self.store.expired_challenges(now).await? {
            match self.store.end_challenge(&row.id, ChallengeState::Expired).await {
                // Closed meanwhile.
                Err(StoreError::ConditionFailed) => continue,
                result => result?,
            }
            row.state = ChallengeState::Expired;
            self.notifications.challenge_changed(&row).await;
        }
        Ok(())
    }
}

/// How long a challenge stays pending. Open live challenges expire soon: the challenger must still be there.
const fn lifetime(kind: ChallengeKind, clock: Clock) -> Millis {
    match (kind, clock.is_live()) {
        (ChallengeKind::Open, true) => 15 * MINUTE,
        (_, true) => DAY,
        (_, false) => 14 * DAY,
    }
}

fn seated(side: Side, challenger: Seat, other: Seat) -> [Seat; 2] {
    let is_first = match side {
        Side::First => true,
        Side::Second => false,
        Side::Random => secrets::seed() & 1 == 0,
    };
    if is_first { [challenger, other] } else { [other, challenger] }
}
