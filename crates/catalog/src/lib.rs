//! The registry of games and type-erased sessions. It is the only crate that lists the games.
//!
//! Front ends exchange texts with it: the id of a game, positions and moves go in; sessions, snapshots and reasons come
//! out. Nothing here searches: computer players are in `mekong-players`, which learns the types of the games through
//! [`visit_games`].
//!
//! ```
//! use mekong_catalog::{GAMES, find};
//! use mekong_core::{Explain, Lang, Variants};
//!
//! assert!(GAMES.iter().any(|entry| entry.info().id == "siam"));
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

mod entry;
mod error;
mod replay;
mod request;
mod session;
mod snapshot;
mod variants;
mod visitor;

pub use entry::Entry;
pub use error::{MoveError, MoveReason, OpenError, PositionError};
pub use replay::{ReplayError, ReplayWhy, replay};
pub use request::{Request, RequestError, Should};
pub use session::Session;
pub use snapshot::{OutcomeSnapshot, Snapshot};
pub use variants::variant_names;
pub use visitor::Visitor;

/// Declares the list of games once, and derives from it the registry and the visit of all types.
macro_rules! games {
    ($($game:ty $(: $($capability:ident),+)?;)+) => {
        /// Every game, in the order in which they are listed to people.
        pub static GAMES: &[Entry] = &[$(Entry::of::<$game>()),+];

        /// Shows a visitor the type of every game, in the order of [`GAMES`], and its optional capabilities.
        pub fn visit_games(visitor: &mut impl Visitor) {
            $(
                visitor.game::<$game>();
                $($(visitor.$capability::<$game>();)+)?
            )+
        }
    };
}

// One line per game: its type, and the methods of `Visitor` for its optional capabilities.
games! {
    mekong_siam::Siam: weighed;
    mekong_samliam::SamLiam;
    mekong_saigon::Saigon: indexed;
    mekong_palam::Palam: endgame;
}

/// The game with this id.
pub fn find(id: &str) -> Result<&'static Entry, OpenError> {
    let entry = GAMES.iter().find(|entry| entry.info().id == id);
    entry.ok_or_else(|| OpenError::UnknownGame { name: id.to_owned() })
}
