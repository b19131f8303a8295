use std::time::Duration;

use mekong_catalog::Entry;
use mekong_core::{Explain as _, Lang};
use mekong_terminal::failure::print_diagnostic;

use crate::{
    api::{Api, ApiError},
    filter::Filter,
};

/// The configuration of a bot: an engine with an account on a server, and the games that it plays.
pub(crate) struct Bot {
    pub(crate) api: Api,
    /// The command that starts the engine.
    pub(crate) engine: String,
    pub(crate) entry: &'static Entry,
    pub(crate) filter: Filter,
    /// Games played at the same time.
    pub(crate) max_games: usize,
    pub(crate) movetime: Option<Duration>,
    /// Games played before the bot ends; none for no limit.
    pub(crate) total: Option<u64>,
    pub(crate) lang: Lang,
}

impl Bot {
    /// Prints an error after which the bot continues.
    pub(crate) fn warn(&self, error: &ApiError) {
        print_diagnostic(&error.explain(self.lang), self.lang);
    }
}
