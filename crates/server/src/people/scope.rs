use crate::text_enum::text_enum;

text_enum! {
    /// The scopes of a token, named as on Lichess.
    #[derive(PartialOrd, Ord, Hash)]
    Scope {
        /// List challenges.
        ChallengeRead = "challenge:read",
        /// Create, accept and decline challenges.
        ChallengeWrite = "challenge:write",
        /// Play as a person.
        BoardPlay = "board:play",
        /// Play as a bot.
        BotPlay = "bot:play",
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{from_value, json};

    use super::Scope;

    #[test]
    fn codes_are_those_of_json() {
        for scope in Scope::ALL {
            assert_eq!(json!(scope), scope.code());
            assert_eq!(from_value::<Scope>(json!(scope.code())).ok(), Some(scope));
            assert_eq!(Scope::parse(scope.code()), Some(scope));
        }
        assert_eq!(Scope::parse("everything"), None);
    }
}
