use clap::{Arg, ArgMatches, builder::PossibleValuesParser};
use mekong_catalog::{Session, Solved, find};
use mekong_core::{Lang, Player, Text};

use crate::{context::Context, failure::Failure, progress::stop_flag, tables};

/// `--computer`.
pub(super) fn arg(lang: Lang) -> Arg {
    let help = Text {
        en: "Let the computer play this side, without a mistake (Saigon only: it plays from the table)",
        fr: "Laisser l'ordinateur jouer ce camp, sans faute (Saigon seulement : il joue d'après la table)",
    };
    Arg::new("computer")
        .long("computer")
        .value_name("p1|p2")
        .hide_possible_values(true)
        .value_parser(PossibleValuesParser::new(["p1", "p2"]))
        .help(help.get(lang))
}

/// A player who knows the value of every position.
pub(super) struct Computer {
    pub(super) seat: Player,
    table: Solved,
}

impl Computer {
    /// The computer that the arguments ask for, if they do.
    pub(super) fn new(
        matches: &ArgMatches,
        session: &Session,
        context: &Context,
    ) -> Result<Option<Computer>, Failure> {
        let Some(code) = matches.get_one::<String>("computer") else { return Ok(None) };
        let seat =
            Player::BOTH.into_iter().find(|player| player.code() == code).expect("checked by the parser");
        let entry = find(session.info().id).map_err(|error| Failure::input(&error, context.lang))?;
        let table = tables::load_or_solve(entry, session.variants(), &stop_flag(), context)?;
        Ok(Some(Computer { seat, table }))
    }

    /// The best move: the quickest win, or what holds a draw, or what resists longest and sets most problems.
    pub(super) fn choose(&self, session: &Session) -> Option<String> {
        let moves = self.table.moves(session)?;
        moves.into_iter().next().map(|(text, _)| text)
    }
}
