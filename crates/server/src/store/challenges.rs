use sqlx::{Row as _, any::AnyRow};

use super::{Arg, QueryExt as _, Quota, Store, StoreError, Transaction};
use crate::{
    table::{ChallengeKind, ChallengeState, Deal, Settings, Side},
    time::Millis,
};

/// A challenge.
#[derive(Clone, PartialEq, Debug)]
pub struct ChallengeRow {
    /// The id.
    pub id: String,
    /// Who may accept it.
    pub kind: ChallengeKind,
    /// The id of the challenger.
    pub from: String,
    /// The id of the challenged player, if the challenge is for one player.
    pub to: Option<String>,
    /// The settings of the game.
    pub settings: Settings,
    /// The challenger's side.
    pub side: Side,
    /// The deal, fixed in advance.
    pub deal: Deal,
    /// Creation time.
    pub created: Millis,
    /// Expiry time.
    pub expires: Millis,
    /// The state.
    pub state: ChallengeState,
    /// Id of the game that was started from it, once accepted.
    pub game: Option<String>,
}

const COLUMNS: &str = "SELECT id, kind, from_user, to_user, settings, side, seed, salt, created, expires, state, \
                       game_id FROM challenges";

fn challenge(row: &AnyRow) -> Result<ChallengeRow, StoreError> {
    let corrupt = |what: &str| StoreError::Corrupt(format!("invalid {what} of a challenge"));
    let (settings, seed): (String, String) = (row.try_get(4)?, row.try_get(6)?);
    Ok(ChallengeRow {
        id: row.try_get(0)?,
        kind: ChallengeKind::parse(row.try_get(1)?).ok_or_else(|| corrupt("kind"))?,
        from: row.try_get(2)?,
        to: row.try_get(3)?,
        settings: serde_json::from_str(&settings).map_err(|_| corrupt("settings"))?,
        side: Side::parse(row.try_get(5)?).ok_or_else(|| corrupt("side"))?,
        deal: Deal { seed: seed.parse().map_err(|_| corrupt("seed"))?, salt: row.try_get(7)? },
        created: row.try_get(8)?,
        expires: row.try_get(9)?,
        state: ChallengeState::parse(row.try_get(10)?).ok_or_else(|| corrupt("state"))?,
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

    /// The challenge with this id.
    pub async fn challenge(&self, id: &str) -> Result<Option<ChallengeRow>, StoreError> {
        Ok(self.challenges_where("id = $1", vec![Arg::text(id)]).await?.pop())
    }

    /// The challenges in the lobby, newest first. If there are too many to show, they are chosen round-robin between
    /// networks, and within a network between users, so that one user cannot hide the challenges of others.
    pub async fn open_challenges(&self, now: Millis) -> Result<Vec<ChallengeRow>, StoreError> {
        let condition = "id IN (SELECT id FROM (SELECT id, created, ROW_NUMBER() OVER (PARTITION BY network \
                         ORDER BY place, created DESC, id) AS turn FROM (SELECT id, created, \
                         COALESCE(network, from_user) AS network, ROW_NUMBER() OVER (PARTITION BY from_user \
                         ORDER BY created DESC, id) AS place FROM challenges WHERE state = 'waiting' \
                         AND kind = 'open' AND expires > $1) AS of_persons) AS of_networks \
                         ORDER BY turn, created DESC, id LIMIT 200) ORDER BY created DESC, id";
        self.challenges_where(condition, vec![Arg::number(now)]).await
    }

    /// A user's pending challenges and those made to them by players they have not muted, newest first. If there are too
    /// many, incoming ones are chosen round-robin between networks.
    pub async fn challenges_of(&self, user: &str, now: Millis) -> Result<Vec<ChallengeRow>, StoreError> {
        let condition = "id IN (SELECT id FROM (SELECT id, created, CASE WHEN from_user = $1 THEN 0 ELSE 1 END AS own, \
                         ROW_NUMBER() OVER (PARTITION BY COALESCE(network, from_user) ORDER BY created DESC, id) \
                         AS turn FROM challenges WHERE state = 'waiting' AND expires > $2 \
                         AND (from_user = $1 OR to_user = $1) AND NOT EXISTS (SELECT 1 FROM mutes \
                         WHERE mutes.user_id = $1 AND muted = from_user)) AS theirs \
                         ORDER BY own, turn, created DESC, id LIMIT 200) ORDER BY created DESC, id";
        self.challenges_where(condition, vec![Arg::text(user), Arg::number(now)]).await
    }

    /// Pending challenges past their expiry time.
    pub async fn expired_challenges(&self, now: Millis) -> Result<Vec<ChallengeRow>, StoreError> {
        let condition = "state = 'waiting' AND expires <= $1 LIMIT 200";
        self.challenges_where(condition, vec![Arg::number(now)]).await
    }

    /// Adds a challenge, subject to the quotas of its user and, if known, its network.
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
        self.commit(check_quotas(row, network).execute(sql, args)).await
    }

    /// Closes a challenge without a game. [`StoreError::ConditionFailed`] if it is no longer pending.
    pub async fn end_challenge(&self, id: &str, state: ChallengeState) -> Result<(), StoreError> {
        let sql = "UPDATE challenges SET state = $2 WHERE id = $1 AND state = 'waiting'";
        self.commit(Transaction::new().execute_one(sql, [Arg::text(id), Arg::text(state.code())])).await
    }
}

/// The quotas of a new challenge: of its user, its network, in the lobby, to the challenged player.
fn check_quotas(row: &ChallengeRow, network: Option<&str>) -> Transaction {
    let now = || Arg::number(row.created);
    let by_user =
        "SELECT COUNT(*) FROM challenges WHERE from_user = $1 AND state = 'waiting' AND expires > $2";
    let mut tx = Transaction::new().check_quota(Quota::Challenges, by_user, [Arg::text(&row.from), now()]);
    if let Some(to) = &row.to {
        let sql = "SELECT COUNT(*) FROM challenges WHERE from_user = $1 AND state = 'waiting' AND expires > $2 \
                   AND to_user = $3";
        tx = tx.check_quota(Quota::ChallengesToOne, sql, [Arg::text(&row.from), now(), Arg::text(to)]);
    }
    let Some(network) = network else { return tx };
    let by_network =
        "SELECT COUNT(*) FROM challenges WHERE network = $1 AND state = 'waiting' AND expires > $2";
    tx = tx.check_quota(Quota::NetworkChallenges, by_network, [Arg::text(network), now()]);
    if row.kind == ChallengeKind::Open {
        let sql = "SELECT COUNT(*) FROM challenges WHERE network = $1 AND state = 'waiting' AND expires > $2 \
                   AND kind = 'open'";
        tx = tx.check_quota(Quota::NetworkLobby, sql, [Arg::text(network), now()]);
    }
    if let Some(to) = &row.to {
        let sql = "SELECT COUNT(*) FROM challenges WHERE network = $1 AND state = 'waiting' AND expires > $2 \
                   AND to_user = $3";
        tx = tx.check_quota(Quota::NetworkChallengesToOne, sql, [Arg::text(network), now(), Arg::text(to)]);
    }
    tx
}

/// Marks a challenge as accepted. Fails with [`StoreError::ConditionFailed`] if it is no longer pending or has expired.
pub(crate) fn accept_challenge(id: &str, game: &str, now: Millis) -> Transaction {
    let sql = "UPDATE challenges SET state = 'accepted', game_id = $2 \
               WHERE id = $1 AND state = 'waiting' AND expires > $3";
    Transaction::new().execute_one(sql, [Arg::text(id), Arg::text(game), Arg::number(now)])
}
