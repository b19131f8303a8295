//! From arguments to a session: shared by the commands that look at a position.

use clap::ArgMatches;
use mekong_catalog::{Request, Session};

use crate::{context::Context, context::fresh_seed, failure::Failure};

/// Opens the session that `GAME`, `--variant`, `--position`, `--moves` and `--seed` describe, and tells the seed of
/// the deal if there was one.
pub(crate) fn open(matches: &ArgMatches, context: &Context) -> Result<(Session, Option<u64>), Failure> {
    let text = |name| matches.get_one::<String>(name).cloned();
    let moves = text("moves").map(|moves| moves.split_whitespace().map(str::to_owned).collect());
    let variant = matches.get_many::<String>("variant").map(|names| {
        // `--variant ""` is the plain game, handy in scripts.
        names.filter(|name| !name.is_empty()).cloned().collect()
    });
    let request = Request {
        game: text("game").unwrap_or_default(),
        variant,
        position: text("position"),
        moves,
        seed: matches.get_one::<u64>("seed").copied(),
    };
    request.open(fresh_seed).map_err(|error| Failure::input(&error, context.lang))
}
