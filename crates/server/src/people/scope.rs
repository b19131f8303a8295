use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What a token allows. The words are those that bot authors know.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, ToSchema)]
pub enum Scope {
    /// See challenges.
    #[serde(rename = "challenge:read")]
    ChallengeRead,
    /// Make, accept and decline challenges.
    #[serde(rename = "challenge:write")]
    ChallengeWrite,
    /// Play as a person.
    #[serde(rename = "board:play")]
    BoardPlay,
    /// Play as a program.
    #[serde(rename = "bot:play")]
    BotPlay,
}

impl Scope {
    /// All of them.
    pub const ALL: [Scope; 4] =
        [Scope::ChallengeRead, Scope::ChallengeWrite, Scope::BoardPlay, Scope::BotPlay];

    /// The word.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Scope::ChallengeRead => "challenge:read",
            Scope::ChallengeWrite => "challenge:write",
            Scope::BoardPlay => "board:play",
            Scope::BotPlay => "bot:play",
        }
    }

    /// The scope with this word.
    #[must_use]
    pub fn parse(code: &str) -> Option<Scope> {
        Scope::ALL.into_iter().find(|scope| scope.code() == code)
    }
}

#[cfg(test)]
mod tests {
    use super::Scope;

    #[test]
    fn the_words_are_the_same_everywhere() {
        for scope in Scope::ALL {
            assert_eq!(serde_json::to_value(scope).unwrap(), scope.code());
            assert_eq!(Scope::parse(scope.code()), Some(scope));
        }
        assert_eq!(Scope::parse("everything"), None);
    }
}
