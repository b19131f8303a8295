//! The registry of games and type-erased sessions. It is the only crate that lists the games.
//!
//! Front ends exchange text with it: game ids, positions and moves in; sessions, snapshots and errors out. Computer
//! players are in `mekong-players`, which gets the types of the games through [`visit_games`].
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
//!     "c2 est libre : ajoutez l’orientation finale, par exemple c1c2N",
//! );
//! assert_eq!(session.undo().as_deref(), Some("@c5S"));
//! assert_eq!(session.perft(1), 61);
//! ```

mod entry;
mod error;
mod images;
mod per_game;
pub mod player_code;
mod replay;
mod request;
mod session;
mod snapshot;
mod variants;
mod visitor;

pub use entry::Entry;
pub use error::{IllegalMove, MoveError, OpenError, PositionError, PositionProblem};
pub use images::Image;
pub use per_game::PerGame;
pub use replay::{ReplayError, ReplayErrorKind, replay};
pub use request::{FieldType, PositionRequest, RequestError};
pub use session::GameSession;
pub use snapshot::{OutcomeSnapshot, SessionSnapshot};
pub use variants::variant_ids;
pub use visitor::Visitor;

/// Declares the registry and [`visit_games`] from one list of games.
macro_rules! games {
    ($($(#[$attribute:meta])* $game:ty $(: $($capability:ident),+)?;)+) => {
        /// All games in display order.
        pub static GAMES: &[Entry] = &[$($(#[$attribute])* Entry::of::<$game>()),+];

        /// Calls a visitor with the type of every game and its optional capabilities, in the order of [`GAMES`].
        pub fn visit_games(visitor: &mut impl Visitor) {
            $(
                $(#[$attribute])*
                {
                    visitor.game::<$game>();
                    $($(visitor.$capability::<$game>();)+)?
                }
            )+
        }
    };
}

// One line per game: its type, and the methods of `Visitor` for its optional capabilities.
games! {
    mekong_siam::Siam: tunable, symmetric, encoded, themed;
    mekong_samliam::SamLiam: symmetric, encoded, themed;
    mekong_saigon::Saigon: indexed, symmetric, encoded, themed;
    mekong_palam::Palam: endgame, symmetric, encoded, themed;
    #[cfg(feature = "dev-games")]
    mekong_morris::Morris;
}

/// The game with this id.
pub fn find(id: &str) -> Result<&'static Entry, OpenError> {
    let entry = GAMES.iter().find(|entry| entry.info().id == id);
    entry.ok_or_else(|| OpenError::UnknownGame { id: id.to_owned() })
}
