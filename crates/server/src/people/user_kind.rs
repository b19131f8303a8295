use crate::text_enum::text_enum;

text_enum! {
    /// The kind of a user.
    UserKind {
        /// A visitor without an account.
        Guest = "guest",
        /// A person with a name and a password.
        Account = "account",
        /// A program with an account.
        Bot = "bot",
        /// A deleted account.
        Deleted = "deleted",
    }
}

impl UserKind {
    /// Whether users of this kind have an account.
    #[must_use]
    pub const fn has_account(self) -> bool {
        matches!(self, UserKind::Account | UserKind::Bot)
    }
}
