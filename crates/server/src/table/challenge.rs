//! Challenges: who may accept one, what became of it, and who has the first seat.

use crate::text_enum::text_enum;

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
