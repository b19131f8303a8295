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
