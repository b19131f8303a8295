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
#[cfg(test)]
mod test_support;
mod views;

pub use accounts::{AccountError, Accounts, NewSession, new_reset_code};
pub use analyses::{Analyses, AnalysisError};
pub(crate) use games::RealTimeGames;
pub use games::{DAYS_PER_YEAR, GameError, Games, Hint, HintError, NewGame, VacationError, days_left};
pub use lobby::{ChallengeError, Created, Lobby};
pub use moderation::{Moderation, MuteList};
pub(crate) use nodes::NodeState;
pub use nodes::Nodes;
pub use notifications::Notifications;
pub use pictures::{PictureError, PictureFile, Pictures};
pub use positions::{Positions, TablebaseValues};
pub use previews::{ChallengePreview, GamePreview, Previews};
pub use puzzles::{Attempt, DeviceAttempt, PuzzleError, Puzzles};
pub use records::{ImportSummary, MAX_GAMES, Records, Rejection};
pub use revocations::Revocation;
pub use studies::{Chapter, Studies, Study, StudyContent, StudyError};
pub use views::{Users, Views};
