//! The only crate that names all games. Front ends (terminal, server, browser, Python) speak to it in texts:
//! a game's name, a position, moves; it answers with sessions, snapshots and reasons.
//!
//! ```
//! use mekong_catalog::{GAMES, find};
//! use mekong_core::{Explain, Lang, Variants};
//!
//! assert_eq!(GAMES.len(), 4);
//! let mut session = find("siam").unwrap().start(Variants::NONE, 0);
//! session.play("@c1N").unwrap();
//! session.play("@c5S").unwrap();
//! assert_eq!(session.position_text(), "2s2/5/1ooo1/5/2N2 E 2 -");
//!
//! let refused = session.play("c1c2").unwrap_err();
//! assert_eq!(
//!     refused.explain(Lang::Fr),
//!     "c2 est libre : y aller est un déplacement, écrit avec l'orientation finale",
//! );
//! assert_eq!(session.undo().as_deref(), Some("@c5S"));
//! assert_eq!(session.perft(1), 61);
//! ```

#[cfg(feature = "engine")]
mod calibration;
mod entry;
mod error;
#[cfg(feature = "engine")]
mod levels;
#[cfg(feature = "engine")]
mod mind;
mod replay;
mod request;
mod session;
mod snapshot;
#[cfg(feature = "tables")]
mod tables;
#[cfg(feature = "engine")]
mod tuner;
mod variants;

#[cfg(feature = "engine")]
pub use calibration::{Calibration, RatedLevel, RatedMeeting};
pub use entry::Entry;
pub use error::{MoveError, MoveReason, OpenError, PositionError};
#[cfg(feature = "engine")]
pub use mind::{Baseline, Level, Mind, Proof, ProvenMove, Source, Strength, Thought, ThoughtLine};
pub use replay::{ReplayError, ReplayWhy, replay};
pub use request::{Request, RequestError, Should};
pub use session::Session;
pub use snapshot::{OutcomeSnapshot, Snapshot};
#[cfg(feature = "tables")]
pub use tables::{Solved, Solver, TierReport};
#[cfg(feature = "engine")]
pub use tuner::Tuner;
pub use variants::variant_names;

/// Every game, in the order in which they are listed to people. A fifth game is one more line here.
pub static GAMES: [Entry; 4] = [
    Entry::of::<mekong_siam::Siam>().tuned::<mekong_siam::Siam>(),
    Entry::of::<mekong_samliam::SamLiam>(),
    Entry::of::<mekong_saigon::Saigon>().solved::<mekong_saigon::Saigon>(),
    Entry::of::<mekong_palam::Palam>().ending::<mekong_palam::Palam>(),
];

/// The game with this name.
///
/// # Errors
/// There is no such game; the error lists those there are.
pub fn find(id: &str) -> Result<&'static Entry, OpenError> {
    let entry = GAMES.iter().find(|entry| entry.info().id == id);
    entry.ok_or_else(|| OpenError::UnknownGame { name: id.to_owned() })
}
