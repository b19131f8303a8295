use mekong_core::Player;

use super::Games;
use crate::{
    glicko::{Rating, periods},
    people::UserKind,
    store::{RatingBand, RatingRow, StoreError, Transaction, save_rating},
    table::{End, Table},
    time::Millis,
};

impl Games {
    /// The players' ratings before a game. In casual games they may be missing.
    pub(super) async fn ratings_before(&self, table: &Table) -> Result<[Option<f64>; 2], StoreError> {
        let settings = table.settings();
        let users = table.seats().each_ref().map(|seat| seat.user());
        let known = self.store.ratings_of(users, &settings.game, settings.speed()).await?;
        let unknown = settings.rated.then(|| Rating::default().rating);
        let rating = |row: Option<RatingRow>| row.map(|row| row.rating.rating).or(unknown);
        let [one, two] = known.map(rating);
        Ok([users[0].and(one), users[1].and(two)])
    }

    /// The band of a game in the opening explorer.
    pub(super) async fn rating_band(&self, table: &Table) -> Result<RatingBand, StoreError> {
        let settings = table.settings();
        let users = table.seats().each_ref().map(|seat| seat.user());
        if users.contains(&None) {
            return Ok(RatingBand::UNKNOWN);
        }
        let known = self.store.ratings_of(users, &settings.game, settings.speed()).await?;
        Ok(RatingBand::of(known.map(|row| row.map(|row| row.rating))))
    }

    /// The rating changes of a finished game. The transaction conflicts if another game has changed one of the ratings
    /// since they were read; the caller computes it again.
    pub(super) async fn rate(
        &self,
        id: &str,
        table: &Table,
        end: &End,
        at: Millis,
    ) -> Result<Transaction, StoreError> {
        let settings = table.settings();
        let [Some(p1), Some(p2)] = table.seats().each_ref().map(|seat| seat.user()) else {
            return Ok(Transaction::new());
        };
        if !settings.rated || p1 == p2 || self.is_guest(p1).await? || self.is_guest(p2).await? {
            return Ok(Transaction::new());
        }
        let kind = (settings.game.as_str(), settings.speed());
        let mut write = Transaction::new();
        let one = self.store.rating(p1, kind.0, kind.1).await?;
        let two = self.store.rating(p2, kind.0, kind.1).await?;
        for (player, user, own, other) in [(Player::P1, p1, &one, &two), (Player::P2, p2, &two, &one)] {
            let score = match end.winner.map(Player::from) {
                Some(winner) if winner == player => 1.0,
                Some(_) => 0.0,
                None => 0.5,
            };
            let (own_rating, idle) = known(own.as_ref(), at);
            let (opponent, since) = known(other.as_ref(), at);
            let new = own_rating.after(&[(opponent.aged(since), score)], idle);
            write = write.and(save_rating(user, kind, own.as_ref(), new, id, at));
        }
        Ok(write)
    }

    async fn is_guest(&self, user: &str) -> Result<bool, StoreError> {
        Ok(self.store.user(user).await?.is_none_or(|row| row.kind == UserKind::Guest))
    }
}

/// A rating, and the number of rating periods since its last change.
fn known(row: Option<&RatingRow>, at: Millis) -> (Rating, f64) {
    row.map_or((Rating::default(), 0.0), |row| (row.rating, periods(row.updated, at)))
}
