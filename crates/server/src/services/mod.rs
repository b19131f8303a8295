//! What the server does for its users. Each service owns the state that it needs and uses the layers below and the services
//! before it in `SERVICES` (`crates/testkit/tests/server_layers.rs`); the layers are rooms and
//! notifications in [`crate::live`], the rules of a game in [`crate::table`], the database in [`crate::store`].
//!
//! - `accounts`: sign-up, log-in, passwords, deletion; `revocations`: sessions and tokens that have ended.
//! - `lobby`: challenges.
//! - `games`: games in progress.
//! - `analyses`: analysis of finished games.
//! - `records`: import and export.
//! - `moderation`: muting and reports.
//! - `nodes`: membership in a cluster of several nodes, with heartbeats and takeover.
//! - `notifications`: what users and the lobby are notified of.
//! - `pictures`: rendered pictures; `previews`: previews of links to games and challenges.
//! - `positions`: searches of single positions, and their lookup in tablebases.
//! - `puzzles`: the choice of puzzles, attempts at them, and their ratings.
//! - `studies`: studies of accounts, checked by the rules.
//! - `views`: fills in the shapes of [`crate::protocol`].

mod accounts;
mod analyses;
mod games;
mod lobby;
mod moderation;
mod nodes;
mod notifications;
mod pictures;
mod positions;
mod previews;
mod puzzles;
mod records;
mod revocations;
mod studies;
mod views;

pub use accounts::{AccountError, Accounts, NewSession, new_reset_code};
pub use analyses::{Analyses, AnalysisError};
pub(crate) use games::RealTimeGames;
pub use games::{DAYS_PER_YEAR, Games, Hint, HintError, NewGame, PlayError, VacationError, days_left};
pub use lobby::{ChallengeError, Created, Lobby};
pub use moderation::{Moderation, MuteList};
pub(crate) use nodes::NodeState;
pub use nodes::Nodes;
pub use notifications::Notifications;
pub use pictures::{PictureError, PictureFile, Pictures};
pub use positions::{Positions, TablebaseValues};
pub use previews::{ChallengePreview, GamePreview, Previews};
pub use puzzles::{Attempt, DeviceAttempt, PuzzleError, Puzzles};
pub use records::{ImportReport, MAX_GAMES, Records, Rejection};
pub use revocations::Revocation;
pub use studies::{Chapter, Studies, Study, StudyContent, StudyError};
pub use views::{Users, Views};

use crate::store::StoreError;

/// Runs a future in its own task, so that it completes even if the client disconnects.
async fn in_own_task<T, E>(future: impl Future<Output = Result<T, E>> + Send + 'static) -> Result<T, E>
where
    T: Send + 'static,
    E: From<StoreError> + Send + 'static,
{
    tokio::spawn(future).await.unwrap_or_else(|error| Err(StoreError::from(error).into()))
}

#[cfg(test)]
mod tests {
    use axum::response::IntoResponse as _;
    use mekong_core::Lang;

    use super::{PlayError, in_own_task};
    use crate::{http::Problem, live::ActError, store::StoreError};

    #[tokio::test]
    async fn panic_is_an_internal_error() {
        let task = in_own_task::<(), PlayError>(async { panic!("a secret") });
        let error = task.await.unwrap_err();
        assert!(matches!(&error, PlayError::Act(ActError::Store(StoreError::Internal(_)))), "{error:?}");
        let problem = Problem::from(error);
        assert_eq!((problem.code(), problem.text_in(Lang::En)), ("internal", "internal server error"));
        assert_eq!(problem.into_response().status(), 500);
    }
}
