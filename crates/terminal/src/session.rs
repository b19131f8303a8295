//! From arguments to a game or a session.

use clap::ArgMatches;
use mekong_catalog::{Entry, GameSession, PositionRequest, find};
use mekong_core::{Variants, say};

use crate::{
    args,
    context::{Context, fresh_seed},
    failure::{Failure, print_diagnostic},
};

/// The game that the required argument `GAME` names.
pub fn game(matches: &ArgMatches, context: &Context) -> Result<&'static Entry, Failure> {
    let id = matches.get_one::<String>("game").expect("the argument is required");
    find(id).map_err(|error| Failure::input(&error, context.lang))
}

/// The game and the variants that `GAME` and `--variant` name.
pub fn game_and_variants(
    matches: &ArgMatches,
    context: &Context,
) -> Result<(&'static Entry, Variants), Failure> {
    let entry = game(matches, context)?;
    let variants = entry.info().parse_variants(args::variant_ids(matches));
    Ok((entry, variants.map_err(|error| Failure::input(&error, context.lang))?))
}

/// Opens the session that `GAME`, `--variant`, `--position`, `--moves` and `--seed` describe, with the seed of its deal if there
/// is one.
pub fn open(matches: &ArgMatches, context: &Context) -> Result<(GameSession, Option<u64>), Failure> {
    let given = matches.get_one::<u64>("seed").copied();
    let (session, seed) = open_with(matches, given, context)?;
    if given.is_some() && seed.is_none() {
        // Scripts may pass a seed to every game, so this is a warning and not an error.
        let (lang, title) = (context.lang, session.info().title.get(context.lang));
        let warning = if session.info().dealt {
            say!(
                lang,
                "--seed has no effect: --position already fixes the deal",
                "--seed est sans effet : --position fixe déjà la donne",
            )
        } else {
            say!(
                lang,
                "--seed has no effect: {title} has no deal",
                "--seed est sans effet : {title} n’a pas de donne",
            )
        };
        print_diagnostic(&warning, lang);
    }
    Ok((session, seed))
}

/// Opens the session with a seed that does not come from the arguments.
pub fn open_with(
    matches: &ArgMatches,
    seed: Option<u64>,
    context: &Context,
) -> Result<(GameSession, Option<u64>), Failure> {
    let text = |name| matches.get_one::<String>(name).cloned();
    let moves = text("moves").map(|moves| moves.split_whitespace().map(str::to_owned).collect());
    let variants = Some(args::variant_ids(matches));
    let request = PositionRequest {
        game: text("game").unwrap_or_default(),
        variants,
        position: text("position"),
        moves,
        seed,
    };
    request.open(fresh_seed).map_err(|error| Failure::input(&error, context.lang))
}
