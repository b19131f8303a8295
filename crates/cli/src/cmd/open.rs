//! From arguments to a session: shared by the commands that look at a position.

use clap::ArgMatches;
use mekong_catalog::{Request, Session};
use mekong_core::say;

use crate::{
    args,
    context::{Context, fresh_seed},
    failure::{Failure, complain},
};

/// Opens the session that `GAME`, `--variant`, `--position`, `--moves` and `--seed` describe, and tells the seed of
/// the deal if there was one.
pub(crate) fn open(matches: &ArgMatches, context: &Context) -> Result<(Session, Option<u64>), Failure> {
    let given = matches.get_one::<u64>("seed").copied();
    let (session, seed) = open_with(matches, given, context)?;
    if given.is_some() && seed.is_none() {
        // Scripts may give a seed to every game alike, so this is a remark and not an error.
        let (lang, title) = (context.lang, session.info().title);
        let remark = if session.info().dealt {
            say!(
                lang,
                "--position says how the pieces lie, so --seed changes nothing",
                "--position dit où sont les pièces, --seed ne change donc rien",
            )
        } else {
            say!(
                lang,
                "{title} begins without a deal, so --seed changes nothing",
                "{title} commence sans donne, --seed ne change donc rien",
            )
        };
        complain(&remark, lang);
    }
    Ok((session, seed))
}

/// The same with a seed that does not come from the arguments.
pub(crate) fn open_with(
    matches: &ArgMatches,
    seed: Option<u64>,
    context: &Context,
) -> Result<(Session, Option<u64>), Failure> {
    let text = |name| matches.get_one::<String>(name).cloned();
    let moves = text("moves").map(|moves| moves.split_whitespace().map(str::to_owned).collect());
    let variant = Some(args::variant_names(matches));
    let request =
        Request { game: text("game").unwrap_or_default(), variant, position: text("position"), moves, seed };
    request.open(fresh_seed).map_err(|error| Failure::input(&error, context.lang))
}
