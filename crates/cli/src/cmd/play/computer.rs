use std::sync::atomic::AtomicBool;

use clap::{Arg, ArgMatches, builder::PossibleValuesParser};
use mekong_catalog::{Level, Mind, Session, find};
use mekong_core::{Lang, Player, Text};

use crate::{context::Context, failure::Failure, progress::stop_flag, tables};

/// The size of the computer's memory.
const MEGABYTES: usize = 64;

/// `--computer`.
pub(super) fn arg(lang: Lang) -> Arg {
    let help = Text {
        en: "Let the computer play this side: Saigon without a mistake, from its table; Siam and Sam Liam by a search \
             of one second a move",
        fr: "Laisser l'ordinateur jouer ce camp : Saigon sans faute, d'après sa table ; Siam et Sam Liam en cherchant \
             une seconde par coup",
    };
    Arg::new("computer")
        .long("computer")
        .value_name("p1|p2")
        .hide_possible_values(true)
        .value_parser(PossibleValuesParser::new(["p1", "p2"]))
        .help(help.get(lang))
}

/// The computer at one side of the table.
pub(super) struct Computer {
    pub(super) seat: Player,
    mind: Mind,
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
        let mut mind = Mind::new(entry, MEGABYTES);
        if entry.solver().is_some() {
            mind = mind.with_table(tables::load_or_solve(entry, session.variants(), &stop_flag(), context)?);
        }
        Ok(Some(Computer { seat, mind }))
    }

    /// The move the computer would make; none if the game is over.
    pub(super) fn choose(&self, session: &Session) -> Option<String> {
        self.mind.choose(session, Level::MOST, 0, &AtomicBool::new(false))
    }
}
