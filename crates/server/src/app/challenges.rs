use std::{net::IpAddr, sync::Arc};

use mekong_core::{Explain, Lang, explained_error, say};

use super::{App, NewGame, PlayError, games::fresh_deal};
use crate::{
    limits::network,
    live::{ActError, Room},
    secrets,
    store::{
        ChallengeKind, ChallengeRow, ChallengeState, Side, StoreError, UserKind, UserRow, accept_challenge,
        below_computer_games,
    },
    table::{Clock, Opponent, Seat, Settings},
    time::{Millis, now},
};

const MINUTE: Millis = 60_000;
const DAY: Millis = 24 * 60 * MINUTE;

/// What became of the wish for a game.
#[derive(Clone)]
pub enum Made {
    /// It waits for somebody.
    Challenge(Box<ChallengeRow>),
    /// It has begun: the computer is always there.
    Game(Arc<Room>),
}

/// Why a challenge was not made or taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ChallengeError {
    /// There is none, or it is none of their business.
    NotFound,
    /// There is no such player.
    NoPlayer,
    /// It is their own.
    Own,
    /// It does not wait any more.
    Gone,
    /// It is for accounts only.
    NeedsAccount,
    /// The computer plays for fun.
    RatedComputer,
    /// There is no such level.
    Level,
    /// The database did not take it.
    Store(StoreError),
}

impl From<StoreError> for ChallengeError {
    fn from(error: StoreError) -> ChallengeError {
        ChallengeError::Store(error)
    }
}

impl From<PlayError> for ChallengeError {
    fn from(error: PlayError) -> ChallengeError {
        match error {
            PlayError::Act(ActError::Store(error)) => ChallengeError::Store(error),
            PlayError::NoGame | PlayError::Act(ActError::Refused(_)) => ChallengeError::NotFound,
        }
    }
}

impl ChallengeError {
    /// A word for programs, which never changes.
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
            ChallengeError::NotFound => say!(lang, "there is no such challenge", "il n'y a pas de tel défi"),
            ChallengeError::NoPlayer => {
                say!(lang, "there is no player of that name", "aucun joueur ne porte ce nom")
            }
            ChallengeError::Own => {
                say!(lang, "nobody plays against themselves", "on ne joue pas contre soi-même")
            }
            ChallengeError::Gone => {
                say!(lang, "the challenge does not wait any more", "le défi n'attend plus")
            }
            ChallengeError::NeedsAccount => say!(
                lang,
                "rated games are between players with an account",
                "les parties classées se jouent entre joueurs inscrits",
            ),
            ChallengeError::RatedComputer => say!(
                lang,
                "games against the computer are not rated",
                "les parties contre l'ordinateur ne sont pas classées",
            ),
            ChallengeError::Level => {
                say!(lang, "the computer has the levels 1 to 10", "l'ordinateur a les niveaux 1 à 10")
            }
            ChallengeError::Store(_) => say!(
                lang,
                "the server cannot reach its records just now",
                "le serveur n'atteint pas ses archives pour l'instant",
            ),
        }
    }
}
explained_error!(ChallengeError);

impl App {
    /// Offers a game to somebody, or begins one against the computer. The settings have been checked.
    ///
    /// # Errors
    /// Why it is not offered.
    pub async fn challenge(
        self: &Arc<Self>,
        from: &UserRow,
        settings: Settings,
        side: Side,
        opponent: Opponent,
        address: IpAddr,
    ) -> Result<Made, ChallengeError> {
        if settings.rated && !has_account(from) {
            return Err(ChallengeError::NeedsAccount);
        }
        let (kind, to) = match opponent {
            Opponent::Computer(level) => {
                return self.against_computer(from, settings, side, level).await.map(Made::Game);
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
            expires: created + patience(kind, settings.clock),
            settings,
            side,
            deal: fresh_deal(),
            created,
            state: ChallengeState::Waiting,
            game: None,
        };
        self.store.add_challenge(&row, self.network_pseudonym(address).as_deref()).await?;
        self.tell_of_challenge(&row).await;
        Ok(Made::Challenge(Box::new(row)))
    }

    /// What is stored of the network somebody comes from: enough to know it again. Nothing if networks do not matter.
    fn network_pseudonym(&self, address: IpAddr) -> Option<String> {
        let sign = || self.signer.sign("network", &network(address).to_string())[..20].to_owned();
        self.config.rate_limits.then(sign)
    }

    async fn against_computer(
        self: &Arc<Self>,
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
        let seats = seated(side, Seat::Person { user: from.id.clone() }, computer);
        let deal = fresh_deal();
        let new = NewGame { id: secrets::id(), settings, seats, deal, rematch_of: None };
        Ok(self.new_game(new, below_computer_games(&from.id)).await?)
    }

    /// A challenge that a reader may see: one that is for a certain player is between those two, and does not reach
    /// somebody who has muted the challenger.
    ///
    /// # Errors
    /// There is none for them.
    pub async fn see_challenge(
        &self,
        id: &str,
        reader: Option<&str>,
    ) -> Result<ChallengeRow, ChallengeError> {
        let row = self.store.challenge(id).await?.ok_or(ChallengeError::NotFound)?;
        let is_seen = match reader {
            _ if row.kind != ChallengeKind::User => true,
            Some(user) if row.from == user => true,
            Some(user) => row.to.as_deref() == Some(user) && !self.store.has_muted(user, &row.from).await?,
            None => false,
        };
        if is_seen { Ok(row) } else { Err(ChallengeError::NotFound) }
    }

    /// The open challenges for a reader, without those of whom they have muted.
    ///
    /// # Errors
    /// The database cannot be asked.
    pub(crate) async fn lobby(&self, reader: Option<&str>) -> Result<Vec<ChallengeRow>, StoreError> {
        let mut rows = self.store.open_challenges(now()).await?;
        if let Some(user) = reader
            && !rows.is_empty()
        {
            let muted = self.store.muted(user).await?;
            rows.retain(|row| !muted.contains(&row.from));
        }
        Ok(rows)
    }

    /// Takes a challenge: the game begins. Who has taken it already is shown the same game.
    ///
    /// # Errors
    /// Why not; somebody else may have been first.
    pub async fn accept(self: &Arc<Self>, id: &str, by: &UserRow) -> Result<Arc<Room>, ChallengeError> {
        let mut row = self.see_challenge(id, Some(&by.id)).await?;
        if row.from == by.id {
            return Err(ChallengeError::Own);
        }
        if row.settings.rated && !has_account(by) {
            return Err(ChallengeError::NeedsAccount);
        }
        if row.game.is_some() {
            return self.accepted(&row, by).await;
        }
        let now = now();
        if row.state != ChallengeState::Waiting || row.expires <= now {
            return Err(ChallengeError::Gone);
        }
        let person = |user: &str| Seat::Person { user: user.to_owned() };
        let new = NewGame {
            id: secrets::id(),
            settings: row.settings.clone(),
            seats: seated(row.side, person(&row.from), person(&by.id)),
            deal: row.deal.clone(),
            rematch_of: None,
        };
        let also = accept_challenge(id, &new.id, now);
        let room = match self.new_game(new, also).await {
            Ok(room) => room,
            // Somebody was first, perhaps the same person in another tab.
            Err(PlayError::Act(ActError::Store(StoreError::Conflict))) => {
                return self.accepted(&self.see_challenge(id, Some(&by.id)).await?, by).await;
            }
            Err(error) => return Err(error.into()),
        };
        row.state = ChallengeState::Accepted;
        row.game = Some(room.id().to_owned());
        self.tell_of_challenge(&row).await;
        Ok(room)
    }

    /// The game that came of a challenge, if it is theirs.
    async fn accepted(&self, row: &ChallengeRow, by: &UserRow) -> Result<Arc<Room>, ChallengeError> {
        let Some(game) = &row.game else { return Err(ChallengeError::Gone) };
        let room = self.room(game).await?;
        if room.table().player(&by.id).is_some() { Ok(room) } else { Err(ChallengeError::Gone) }
    }

    /// The player it was made to does not want to, or the challenger takes it back.
    ///
    /// # Errors
    /// There is none for them, or it does not wait any more.
    pub async fn end_challenge(
        &self,
        id: &str,
        by: &UserRow,
        state: ChallengeState,
    ) -> Result<(), ChallengeError> {
        let mut row = self.see_challenge(id, Some(&by.id)).await?;
        let may = match state {
            ChallengeState::Declined => row.to.as_ref() == Some(&by.id),
            _ => row.from == by.id,
        };
        if !may {
            return Err(ChallengeError::NotFound);
        }
        match self.store.end_challenge(id, state).await {
            Err(StoreError::Conflict) => return Err(ChallengeError::Gone),
            result => result?,
        }
        row.state = state;
        self.tell_of_challenge(&row).await;
        Ok(())
    }

    /// Takes away what has waited too long.
    pub(super) async fn expire_challenges(&self, now: Millis) -> Result<(), StoreError> {
        for mut row in self.store.expired_challenges(now).await? {
            match self.store.end_challenge(&row.id, ChallengeState::Expired).await {
                // Somebody was faster.
                Err(StoreError::Conflict) => continue,
                result => result?,
            }
            row.state = ChallengeState::Expired;
            self.tell_of_challenge(&row).await;
        }
        Ok(())
    }
}

const fn has_account(user: &UserRow) -> bool {
    matches!(user.kind, UserKind::Account | UserKind::Bot)
}

/// How long a challenge waits. In the lobby nobody should find somebody who left long ago.
const fn patience(kind: ChallengeKind, clock: Clock) -> Millis {
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
