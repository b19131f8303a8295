use mekong_core::Player;

use super::Games;
use crate::{
    glicko::{Rating, periods},
    store::{RatingRow, StoreError, Transaction, save_rating},
    table::{Settings, Table},
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
}

/// The rating changes of a finished game, given the ratings before it. The transaction conflicts if another game has changed
/// one of them since they were read; the caller computes it again.
pub(super) fn rating_changes(
    id: &str,
    settings: &Settings,
    users: [&str; 2],
    ratings: &[Option<RatingRow>; 2],
    winner: Option<Player>,
    at: Millis,
) -> Transaction {
    let kind = (settings.game.as_str(), settings.speed());
    let mut transaction = Transaction::new();
    for player in Player::BOTH {
        let [own, other] = [player, player.other()].map(|player| ratings[player.index()].as_ref());
        let score = match winner {
            Some(winner) if winner == player => 1.0,
            Some(_) => 0.0,
            None => 0.5,
        };
        let (own_rating, idle) = known(own, at);
        let (opponent, since) = known(other, at);
        let new = own_rating.after(&[(opponent.aged(since), score)], idle);
        transaction = transaction.and(save_rating(users[player.index()], kind, own, new, id, at));
    }
    transaction
}

/// A rating, and the number of rating periods since its last change.
fn known(row: Option<&RatingRow>, at: Millis) -> (Rating, f64) {
    row.map_or((Rating::default(), 0.0), |row| (row.rating, periods(row.updated, at)))
}
