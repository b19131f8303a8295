/// The kind of a user.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum UserKind {
    /// A visitor without an account.
    Guest,
    /// A person with a name and a password.
    Account,
    /// A program with an account.
    Bot,
    /// A deleted account.
    Deleted,
}

impl UserKind {
    /// The value in the database.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            UserKind::Guest => "guest",
            UserKind::Account => "account",
            UserKind::Bot => "bot",
            UserKind::Deleted => "deleted",
        }
    }

    /// Whether users of this kind have an account.
    #[must_use]
    pub const fn has_account(self) -> bool {
        matches!(self, UserKind::Account | UserKind::Bot)
    }

    /// The kind of a value in the database.
    #[must_use]
    pub fn parse(code: &str) -> Option<UserKind> {
        [UserKind::Guest, UserKind::Account, UserKind::Bot, UserKind::Deleted]
            .into_iter()
            .find(|kind| kind.code() == code)
    }
}
