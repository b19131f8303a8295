use sqlx::{Row as _, any::AnyRow};

use super::{Arg, Ask as _, Cap, Store, StoreError, Write};
use crate::{
    table::{Deal, Settings},
    time::Millis,
};

/// An offer of a game that waits for somebody, or did.
#[derive(Clone, PartialEq, Debug)]
pub struct ChallengeRow {
    /// The number.
    pub id: String,
    /// For whom it is.
    pub kind: ChallengeKind,
    /// Who made it.
    pub from: String,
    /// Whom it was made to, if it is for one player.
    pub to: Option<String>,
    /// The game it is about.
    pub settings: Settings,
    /// What the challenger plays.
    pub side: Side,
    /// The deal, fixed before anybody saw it.
    pub deal: Deal,
    /// When it was made.
    pub created: Millis,
    /// Until when it waits.
    pub expires: Millis,
    /// What became of it.
    pub state: ChallengeState,
    /// The game that came of it.
    pub game: Option<String>,
}

/// Defines an enum whose values have a word in the database and in addresses.
macro_rules! words {
    ($(#[$about:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident = $word:literal,)+ }) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize, utoipa::ToSchema)]
        #[serde(rename_all = "snake_case")]
        pub enum $name {
            $($(#[$doc])* $variant,)+
        }

        impl $name {
            /// The word in the database.
            #[must_use]
            pub const fn code(self) -> &'static str {
                match self {
                    $($name::$variant => $word,)+
                }
            }

            fn parse(code: &str) -> Result<$name, StoreError> {
                match code {
                    $($word => Ok($name::$variant),)+
                    _ => Err(StoreError::Corrupt(format!("a challenge with {code:?}"))),
                }
            }
        }
    };
}

words! {
    /// For whom a challenge is.
    ChallengeKind {
        /// Whoever has the link.
        Link = "link",
        /// Whoever sees it in the lobby.
        Open = "open",
        /// One player.
        User = "user",
    }
}

words! {
    /// What the challenger plays.
    Side {
        /// The first seat.
        First = "first",
        /// The second seat.
        Second = "second",
        /// Whichever chance gives.
        Random = "random",
    }
}

words! {
    /// What became of a challenge.
    ChallengeState {
        /// Nothing yet.
        Waiting = "waiting",
        /// A game.
        Accepted = "accepted",
        /// The player it was for did not want to.
        Declined = "declined",
        /// The challenger took it back.
        Cancelled = "cancelled",
        /// Nobody came in time.
        Expired = "expired",
    }
}

const COLUMNS: &str = "SELECT id, kind, from_user, to_user, settings, side, seed, salt, created, expires, state, \
                       game_id FROM challenges";

fn challenge(row: &AnyRow) -> Result<ChallengeRow, StoreError> {
    let corrupt = |what: &str| StoreError::Corrupt(format!("a challenge with bad {what}"));
    let (settings, seed): (String, String) = (row.try_get(4)?, row.try_get(6)?);
    Ok(ChallengeRow {
        id: row.try_get(0)?,
        kind: ChallengeKind::parse(row.try_get(1)?)?,
        from: row.try_get(2)?,
        to: row.try_get(3)?,
        settings: serde_json::from_str(&settings).map_err(|_| corrupt("settings"))?,
        side: Side::parse(row.try_get(5)?)?,
        deal: Deal { seed: seed.parse().map_err(|_| corrupt("seed"))?, salt: row.try_get(7)? },
        created: row.try_get(8)?,
        expires: row.try_get(9)?,
        state: ChallengeState::parse(row.try_get(10)?)?,
        game: row.try_get(11)?,
    })
}

impl Store {
    async fn challenges_where(
        &self,
        condition: &'static str,
        args: Vec<Arg>,
    ) -> Result<Vec<ChallengeRow>, StoreError> {
        let mut query = sqlx::query(sqlx::AssertSqlSafe(format!("{COLUMNS} WHERE {condition}")));
        for arg in args {
            query = arg.bind(query);
        }
        query.rows(self).await?.iter().map(challenge).collect()
    }

    /// The challenge with this number.
    ///
    /// # Errors
    /// The database cannot be asked.
    pub async fn challenge(&self, id: &str) -> Result<Option<ChallengeRow>, StoreError> {
        Ok(self.challenges_where("id = $1", vec![Arg::text(id)]).await?.pop())
    }

    /// What waits in the lobby, the newest first. If there is more than is shown, networks take turns, and within a network
    /// persons do: whoever offers much hides nobody else.
    ///
    /// # Errors
    /// The database cannot be asked.
    pub async fn open_challenges(&self, now: Millis) -> Result<Vec<ChallengeRow>, StoreError> {
        let condition = "id IN (SELECT id FROM (SELECT id, created, ROW_NUMBER() OVER (PARTITION BY network \
                         ORDER BY place, created DESC, id) AS turn FROM (SELECT id, created, \
                         COALESCE(network, from_user) AS network, ROW_NUMBER() OVER (PARTITION BY from_user \
                         ORDER BY created DESC, id) AS place FROM challenges WHERE state = 'waiting' \
                         AND kind = 'open' AND expires > $1) AS of_persons) AS of_networks \
                         ORDER BY turn, created DESC, id LIMIT 200) ORDER BY created DESC, id";
        self.challenges_where(condition, vec![Arg::number(now)]).await
    }

    /// What waits and was made by a user, or to them by somebody they have not muted; the newest first. All of the own
    /// ones, and of the others, if there are too many, those of different networks in turns.
    ///
    /// # Errors
    /// The database cannot be asked.
    pub async fn challenges_of(&self, user: &str, now: Millis) -> Result<Vec<ChallengeRow>, StoreError> {
        let condition = "id IN (SELECT id FROM (SELECT id, created, CASE WHEN from_user = $1 THEN 0 ELSE 1 END AS own, \
                         ROW_NUMBER() OVER (PARTITION BY COALESCE(network, from_user) ORDER BY created DESC, id) \
                         AS turn FROM challenges WHERE state = 'waiting' AND expires > $2 \
                         AND (from_user = $1 OR to_user = $1) AND NOT EXISTS (SELECT 1 FROM mutes \
                         WHERE mutes.user_id = $1 AND muted = from_user)) AS theirs \
                         ORDER BY own, turn, created DESC, id LIMIT 200) ORDER BY created DESC, id";
        self.challenges_where(condition, vec![Arg::text(user), Arg::number(now)]).await
    }

    /// What has waited too long.
    ///
    /// # Errors
    /// The database cannot be asked.
    pub async fn expired_challenges(&self, now: Millis) -> Result<Vec<ChallengeRow>, StoreError> {
        let condition = "state = 'waiting' AND expires <= $1 LIMIT 200";
        self.challenges_where(condition, vec![Arg::number(now)]).await
    }

    /// Keeps a new challenge, unless too many of the same user wait, or from the same network if that is known.
    ///
    /// # Errors
    /// [`StoreError::TooMany`]: they do.
    pub async fn add_challenge(&self, row: &ChallengeRow, network: Option<&str>) -> Result<(), StoreError> {
        let sql = "INSERT INTO challenges (id, kind, from_user, to_user, settings, side, seed, salt, created, \
                   expires, state, network) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)";
        let args = vec![
            Arg::text(&row.id),
            Arg::text(row.kind.code()),
            Arg::text(&row.from),
            Arg::Text(row.to.clone()),
            Arg::text(serde_json::to_string(&row.settings).unwrap_or_default()),
            Arg::text(row.side.code()),
            Arg::text(row.deal.seed.to_string()),
            Arg::text(&row.deal.salt),
            Arg::number(row.created),
            Arg::number(row.expires),
            Arg::text(row.state.code()),
            Arg::Text(network.map(str::to_owned)),
        ];
        self.write(below_caps(row, network).run(sql, args)).await
    }

    /// Ends the waiting of a challenge without a game.
    ///
    /// # Errors
    /// [`StoreError::Conflict`]: it does not wait any more.
    pub async fn end_challenge(&self, id: &str, state: ChallengeState) -> Result<(), StoreError> {
        let sql = "UPDATE challenges SET state = $2 WHERE id = $1 AND state = 'waiting'";
        self.write(Write::new().change_one(sql, [Arg::text(id), Arg::text(state.code())])).await
    }
}

/// Only while there is room for a challenge: of its user, from its network, in the lobby, for whom it is made to.
fn below_caps(row: &ChallengeRow, network: Option<&str>) -> Write {
    let now = || Arg::number(row.created);
    let by_user =
        "SELECT COUNT(*) FROM challenges WHERE from_user = $1 AND state = 'waiting' AND expires > $2";
    let mut write = Write::new().below(Cap::Challenges, by_user, [Arg::text(&row.from), now()]);
    if let Some(to) = &row.to {
        let sql = "SELECT COUNT(*) FROM challenges WHERE from_user = $1 AND state = 'waiting' AND expires > $2 \
                   AND to_user = $3";
        write = write.below(Cap::ChallengesToOne, sql, [Arg::text(&row.from), now(), Arg::text(to)]);
    }
    let Some(network) = network else { return write };
    let by_network =
        "SELECT COUNT(*) FROM challenges WHERE network = $1 AND state = 'waiting' AND expires > $2";
    write = write.below(Cap::NetworkChallenges, by_network, [Arg::text(network), now()]);
    if row.kind == ChallengeKind::Open {
        let sql = "SELECT COUNT(*) FROM challenges WHERE network = $1 AND state = 'waiting' AND expires > $2 \
                   AND kind = 'open'";
        write = write.below(Cap::NetworkLobby, sql, [Arg::text(network), now()]);
    }
    if let Some(to) = &row.to {
        let sql = "SELECT COUNT(*) FROM challenges WHERE network = $1 AND state = 'waiting' AND expires > $2 \
                   AND to_user = $3";
        write = write.below(Cap::NetworkChallengesToOne, sql, [Arg::text(network), now(), Arg::text(to)]);
    }
    write
}

/// Makes a game of a challenge, unless somebody else was first or it has waited too long.
pub(crate) fn accept_challenge(id: &str, game: &str, now: Millis) -> Write {
    let sql = "UPDATE challenges SET state = 'accepted', game_id = $2 \
               WHERE id = $1 AND state = 'waiting' AND expires > $3";
    Write::new().change_one(sql, [Arg::text(id), Arg::text(game), Arg::number(now)])
}
