//! Challenges: who may accept one, what became of it, and who has the first seat.

/// Defines an enum whose variants have a text in the database and in JSON.
macro_rules! text_enum {
    ($(#[$about:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident = $word:literal,)+ }) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize, utoipa::ToSchema)]
        #[serde(rename_all = "snake_case")]
        pub enum $name {
            $($(#[$doc])* $variant,)+
        }

        impl $name {
            /// The value in the database.
            #[must_use]
            pub const fn code(self) -> &'static str {
                match self {
                    $($name::$variant => $word,)+
                }
            }

            /// The variant of a value in the database.
            #[must_use]
            pub fn parse(code: &str) -> Option<$name> {
                match code {
                    $($word => Some($name::$variant),)+
                    _ => None,
                }
            }
        }
    };
}

text_enum! {
    /// Who may accept a challenge.
    ChallengeKind {
        /// Anyone with the link.
        Link = "link",
        /// Anyone in the lobby.
        Open = "open",
        /// One player.
        User = "user",
    }
}

text_enum! {
    /// The challenger's side.
    Side {
        /// The first seat.
        First = "first",
        /// The second seat.
        Second = "second",
        /// Drawn at random.
        Random = "random",
    }
}

text_enum! {
    /// The state of a challenge.
    ChallengeState {
        /// Pending.
        Waiting = "waiting",
        /// Accepted: a game was created.
        Accepted = "accepted",
        /// Declined by the challenged player.
        Declined = "declined",
        /// Withdrawn by the challenger.
        Cancelled = "cancelled",
        /// Not accepted in time.
        Expired = "expired",
    }
}
