/// Something that nobody may have too much of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cap {
    /// Challenges of one user that wait.
    Challenges,
    /// Tokens of one account.
    Tokens,
    /// Players whom one user has muted.
    Muted,
    /// Reports by one user within a day.
    Reports,
    /// Games of one user against the computer that go on.
    ComputerGames,
}

impl Cap {
    /// How much there may be.
    #[must_use]
    pub const fn max(self) -> i64 {
        match self {
            Cap::Challenges | Cap::Tokens => 20,
            Cap::Muted => 1_000,
            Cap::Reports => 50,
            Cap::ComputerGames => 100,
        }
    }
}
