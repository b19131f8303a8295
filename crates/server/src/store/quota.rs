/// A limit on the number of rows per user or network, checked inside the transaction that adds a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quota {
    /// Pending challenges of one user.
    Challenges,
    /// Pending challenges from one network.
    NetworkChallenges,
    /// Challenges from one network in the lobby.
    NetworkLobby,
    /// Pending challenges from one user to another.
    ChallengesToOne,
    /// Pending challenges from one network to one user.
    NetworkChallengesToOne,
    /// API tokens of one account.
    Tokens,
    /// Players muted by one user.
    Muted,
    /// Reports by one user within a day.
    Reports,
    /// Games of one user against the computer in progress.
    ComputerGames,
    /// Games imported by one account.
    Imports,
    /// Studies of one account.
    Studies,
    /// Bytes of all studies of one account.
    StudyBytes,
}

impl Quota {
    /// The highest allowed count.
    #[must_use]
    pub const fn max(self) -> i64 {
        match self {
            Quota::Challenges | Quota::Tokens => 20,
            // A school class behind one address.
            Quota::NetworkChallenges => 200,
            Quota::NetworkLobby => 30,
            Quota::ChallengesToOne => 5,
            Quota::NetworkChallengesToOne => 10,
            Quota::Muted => 1_000,
            Quota::Reports => 50,
            Quota::ComputerGames => 100,
            Quota::Imports => 20_000,
            Quota::Studies => 200,
            Quota::StudyBytes => 8_000_000,
        }
    }
}
