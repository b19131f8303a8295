use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The scopes of a token, named as on Lichess.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, ToSchema)]
pub enum Scope {
    /// List challenges.
    #[serde(rename = "challenge:read")]
    ChallengeRead,
    /// Create, accept and decline challenges.
    #[serde(rename = "challenge:write")]
    ChallengeWrite,
    /// Play as a person.
    #[serde(rename = "board:play")]
    BoardPlay,
    /// Play as a bot.
    #[serde(rename = "bot:play")]
    BotPlay,
}

impl Scope {
    /// All scopes.
    pub const ALL: [Scope; 4] =
        [Scope::ChallengeRead, Scope::ChallengeWrite, Scope::BoardPlay, Scope::BotPlay];

    /// The name in JSON and in the database.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Scope::ChallengeRead => "challenge:read",
            Scope::ChallengeWrite => "challenge:write",
            Scope::BoardPlay => "board:play",
            Scope::BotPlay => "bot:play",
        }
    }

    /// Parses a [`Scope::code`].
    #[must_use]
    pub fn parse(code: &str) -> Option<Scope> {
        Scope::ALL.into_iter().find(|scope| scope.code() == code)
    }
}

#[cfg(test)]
mod tests {
    use super::Scope;

    #[test]
    fn codes_match_json() {
        for scope in Scope::ALL {
            assert_eq!(serde_json::to_value(scope).unwrap(), scope.code());
            assert_eq!(Scope::parse(scope.code()), Some(scope));
        }
        assert_eq!(Scope::parse("everything"), None);
    }
}
