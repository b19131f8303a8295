use sqlx::{Row as _, any::AnyRow};

use super::{Arg, QueryExt as _, Store, StoreError, Transaction};
use crate::{glicko::Rating, table::Speed, time::Millis};

/// The rating of a user in one game at one speed.
#[derive(Clone, PartialEq, Debug)]
pub struct RatingRow {
    /// Kind of game.
    pub game: String,
    /// The speed.
    pub speed: Speed,
    /// The rating after the last rated game.
    pub rating: Rating,
    /// Number of rated games.
    pub games: i64,
    /// Time of the last rated game.
    pub updated: Millis,
}

/// A point of a rating history: the rating after one game.
#[derive(Clone, PartialEq, Debug)]
pub struct RatingPointRow {
    /// Kind of game.
    pub game: String,
    /// The speed.
    pub speed: Speed,
    /// When the game ended.
    pub at: Millis,
    /// Id of the game played.
    pub game_id: String,
    /// The rating after the game.
    pub rating: f64,
    /// The deviation after the game.
    pub deviation: f64,
}

fn speed(code: &str) -> Result<Speed, StoreError> {
    Speed::parse(code).ok_or_else(|| StoreError::Corrupt(format!("unknown speed {code:?}")))
}

fn rating(row: &AnyRow) -> Result<RatingRow, StoreError> {
    Ok(RatingRow {
        game: row.try_get(0)?,
        speed: speed(row.try_get(1)?)?,
        rating: Rating { rating: row.try_get(2)?, deviation: row.try_get(3)?, volatility: row.try_get(4)? },
        games: row.try_get(5)?,
        updated: row.try_get(6)?,
    })
}

macro_rules! history {
    ($filter:literal) => {
        concat!(
            "SELECT game, speed, at, game_id, rating, deviation FROM rating_history WHERE user_id = $1 AND at < $2",
            $filter,
            " ORDER BY at DESC, game_id DESC LIMIT $3",
        )
    };
}

/// The query for a rating history: one per combination of filters, so that each has an index.
const fn history_sql(of_game: bool, of_speed: bool) -> &'static str {
    match (of_game, of_speed) {
        (false, false) => history!(""),
        (true, false) => history!(" AND game = $4"),
        (false, true) => history!(" AND speed = $4"),
        (true, true) => history!(" AND game = $4 AND speed = $5"),
    }
}

impl Store {
    /// All ratings of a user.
    pub async fn ratings(&self, user: &str) -> Result<Vec<RatingRow>, StoreError> {
        let sql = "SELECT game, speed, rating, deviation, volatility, games, updated FROM ratings \
                   WHERE user_id = $1 ORDER BY games DESC, game, speed";
        let rows = sqlx::query(sql).bind(user.to_owned()).rows(self).await?;
        rows.iter().map(rating).collect()
    }

    /// The ratings of two users in one game at one speed; none where there is no user.
    pub(crate) async fn ratings_of(
        &self,
        users: [Option<&str>; 2],
        game: &str,
        speed: Speed,
    ) -> Result<[Option<RatingRow>; 2], StoreError> {
        let sql = "SELECT game, speed, rating, deviation, volatility, games, updated, user_id FROM ratings \
                   WHERE user_id IN ($1, $2) AND game = $3 AND speed = $4";
        let ids = users.map(|user| user.unwrap_or_default().to_owned());
        let query = ids.iter().fold(sqlx::query(sql), |query, id| query.bind(id.clone()));
        let rows = query.bind(game.to_owned()).bind(speed.code()).rows(self).await?;
        let mut found = [None, None];
        for row in &rows {
            let user: String = row.try_get(7)?;
            for (id, place) in ids.iter().zip(&mut found) {
                if *id == user {
                    *place = Some(rating(row)?);
                }
            }
        }
        Ok(found)
    }

    /// A user's rating after a game, if the game was rated.
    pub async fn rating_after(&self, user: &str, game_id: &str) -> Result<Option<f64>, StoreError> {
        let sql = "SELECT rating FROM rating_history WHERE user_id = $1 AND game_id = $2";
        let row = sqlx::query(sql).bind(user.to_owned()).bind(game_id.to_owned()).maybe_row(self).await?;
        Ok(row.map(|row| row.try_get(0)).transpose()?)
    }

    /// The rating history of a user before a time, newest first, optionally of one game or one speed.
    pub async fn rating_history(
        &self,
        user: &str,
        game: Option<&str>,
        of_speed: Option<Speed>,
        before: Millis,
        limit: i64,
    ) -> Result<Vec<RatingPointRow>, StoreError> {
        let mut query = sqlx::query(history_sql(game.is_some(), of_speed.is_some()))
            .bind(user.to_owned())
            .bind(before)
            .bind(limit);
        for filter in game.into_iter().chain(of_speed.map(Speed::code)) {
            query = query.bind(filter.to_owned());
        }
        let rows = query.rows(self).await?;
        let point = |row: &AnyRow| {
            Ok(RatingPointRow {
                game: row.try_get(0)?,
                speed: speed(row.try_get(1)?)?,
                at: row.try_get(2)?,
                game_id: row.try_get(3)?,
                rating: row.try_get(4)?,
                deviation: row.try_get(5)?,
            })
        };
        rows.iter().map(point).collect()
    }
}

/// Stores a new rating. A conflict if another game has changed it since `old` was read.
pub(crate) fn save_rating(
    user: &str,
    (game, speed): (&str, Speed),
    old: Option<&RatingRow>,
    new: Rating,
    game_id: &str,
    at: Millis,
) -> Transaction {
    let key = [Arg::text(user), Arg::text(game), Arg::text(speed.code())];
    let real = |number: f64| Arg::Real(Some(number));
    let numbers = [real(new.rating), real(new.deviation), real(new.volatility), Arg::number(at)];
    let mut args: Vec<Arg> = key.iter().cloned().chain(numbers).collect();
    let tx = match old {
        None => {
            let sql = "INSERT INTO ratings (user_id, game, speed, rating, deviation, volatility, updated, games) \
                       VALUES ($1, $2, $3, $4, $5, $6, $7, 1)";
            Transaction::new().execute(sql, args)
        }
        Some(old) => {
            let sql = "UPDATE ratings SET rating = $4, deviation = $5, volatility = $6, updated = $7, \
                       games = games + 1 WHERE user_id = $1 AND game = $2 AND speed = $3 AND games = $8";
            args.push(Arg::number(old.games));
            Transaction::new().execute_if_unchanged(sql, args)
        }
    };
    let sql = "INSERT INTO rating_history (user_id, game, speed, at, game_id, rating, deviation) \
               VALUES ($1, $2, $3, $4, $5, $6, $7)";
    let point = [Arg::number(at), Arg::text(game_id), real(new.rating), real(new.deviation)];
    tx.execute(sql, key.into_iter().chain(point).collect::<Vec<Arg>>())
}

#[cfg(test)]
mod tests {
    use super::{super::query_plan::expect_index, Arg, Store, history_sql};

    #[tokio::test]
    async fn rating_history_queries_use_an_index() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open(&format!("sqlite:{}", dir.path().join("mekong.db").display())).await.unwrap();
        for (of_game, of_speed, index) in [
            (false, false, "rating_history_by_time"),
            (true, false, "rating_history_by_game"),
            (false, true, "rating_history_by_speed"),
            (true, true, "rating_history_by_game_and_speed"),
        ] {
            let mut args = vec![Arg::text("x"), Arg::number(9), Arg::number(9)];
            args.extend([of_game, of_speed].into_iter().filter(|&is_set| is_set).map(|_| Arg::text("x")));
            expect_index(&store, history_sql(of_game, of_speed), args, index).await;
        }
    }
}
