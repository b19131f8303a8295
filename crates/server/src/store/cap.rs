/// Something that nobody may have too much of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cap {
    /// Challenges of one user that wait.
    Challenges,
    /// Challenges from one network that wait.
    NetworkChallenges,
    /// Challenges from one network that wait in the lobby.
    NetworkLobby,
    /// Challenges from one user to another that wait.
    ChallengesToOne,
    /// Challenges from one network to one user that wait.
    NetworkChallengesToOne,
    /// Tokens of one account.
    Tokens,
    /// Players whom one user has muted.
    Muted,
    /// Reports by one user within a day.
    Reports,
    /// Games of one user against the computer that go on.
    ComputerGames,
    /// Games that one account has imported.
    Imports,
}

impl Cap {
    /// How much there may be.
    #[must_use]
    pub const fn max(self) -> i64 {
        match self {
            Cap::Challenges | Cap::Tokens => 20,
            // A class of pupils who all look for somebody.
            Cap::NetworkChallenges => 200,
            Cap::NetworkLobby => 30,
            Cap::ChallengesToOne => 5,
            Cap::NetworkChallengesToOne => 10,
            Cap::Muted => 1_000,
            Cap::Reports => 50,
            Cap::ComputerGames => 100,
            Cap::Imports => 20_000,
        }
    }
}
