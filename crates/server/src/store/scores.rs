use sqlx::Row as _;

use super::{Ask as _, Store, StoreError, UserKind};

/// Whom somebody has played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Against {
    /// A user.
    User {
        /// The number.
        id: String,
        /// The name, if there is one.
        name: Option<String>,
        /// The kind.
        kind: UserKind,
    },
    /// The computer at a level.
    Computer(u8),
}

/// How somebody's finished games against one opponent ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Score {
    /// The opponent.
    pub against: Against,
    /// Games won.
    pub wins: i64,
    /// Games lost.
    pub losses: i64,
    /// Games that nobody won.
    pub draws: i64,
}

impl Score {
    /// How many games that are.
    #[must_use]
    pub const fn games(&self) -> i64 {
        self.wins + self.losses + self.draws
    }
}

impl Store {
    /// How a user's finished games ended, by opponent; those played most often first.
    ///
    /// # Errors
    /// The database cannot be asked.
    pub async fn scores(&self, user: &str) -> Result<Vec<Score>, StoreError> {
        let sql = "SELECT 'p1', p2_user, p2_level, winner, users.name, users.kind, COUNT(*) FROM games \
                   LEFT JOIN users ON users.id = p2_user WHERE p1_user = $1 AND state = 'finished' \
                   GROUP BY p2_user, p2_level, winner, users.name, users.kind \
                   UNION ALL \
                   SELECT 'p2', p1_user, p1_level, winner, users.name, users.kind, COUNT(*) FROM games \
                   LEFT JOIN users ON users.id = p1_user WHERE p2_user = $1 AND state = 'finished' \
                   GROUP BY p1_user, p1_level, winner, users.name, users.kind";
        let rows = sqlx::query(sql).bind(user.to_owned()).rows(self).await?;
        let mut scores: Vec<Score> = Vec::new();
        for row in &rows {
            let (seat, winner): (String, String) = (row.try_get(0)?, row.try_get(3)?);
            let (id, level): (Option<String>, Option<i64>) = (row.try_get(1)?, row.try_get(2)?);
            let against = match (id, level) {
                (Some(id), _) => {
                    let kind: Option<String> = row.try_get(5)?;
                    let kind = kind.map_or(Ok(UserKind::Deleted), |code| UserKind::parse(&code))?;
                    Against::User { id, name: row.try_get(4)?, kind }
                }
                (None, Some(level)) => Against::Computer(level as u8),
                (None, None) => continue,
            };
            let count: i64 = row.try_get(6)?;
            let (wins, losses, draws) = match winner.as_str() {
                "" => (0, 0, count),
                code if code == seat => (count, 0, 0),
                _ => (0, count, 0),
            };
            match scores.iter_mut().find(|score| score.against == against) {
                Some(score) => {
                    score.wins += wins;
                    score.losses += losses;
                    score.draws += draws;
                }
                None => scores.push(Score { against, wins, losses, draws }),
            }
        }
        scores.sort_by_key(|score| std::cmp::Reverse(score.games()));
        Ok(scores)
    }

    /// How many games a user plays just now.
    ///
    /// # Errors
    /// The database cannot be asked.
    pub async fn playing_count(&self, user: &str) -> Result<i64, StoreError> {
        let sql = "SELECT COUNT(*) FROM games WHERE (p1_user = $1 OR p2_user = $1) AND state = 'playing'";
        Ok(sqlx::query(sql).bind(user.to_owned()).row(self).await?.try_get(0)?)
    }
}
