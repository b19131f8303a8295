use std::{sync::atomic::AtomicBool, time::Duration};

use clap::{Arg, ArgMatches, builder::PossibleValuesParser};
use mekong_catalog::{Session, Solved, Thinker, find};
use mekong_core::{Lang, Player, Text, say};
use mekong_engine::{Engine, Limits};

use crate::{context::Context, failure::Failure, progress::stop_flag, tables};

/// How long the search thinks about a move.
const PATIENCE: Duration = Duration::from_secs(1);

/// The size of the search's memory.
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

/// What the computer's moves come from.
enum Mind {
    /// The value of every position.
    Table(Solved),
    /// A search.
    Search(Thinker, Box<Engine>),
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
        let mind = match (entry.solver(), entry.thinker()) {
            (Some(_), _) => {
                Mind::Table(tables::load_or_solve(entry, session.variants(), &stop_flag(), context)?)
            }
            (None, Some(thinker)) => Mind::Search(thinker, Box::new(Engine::new(MEGABYTES))),
            (None, None) => {
                let (lang, title) = (context.lang, entry.info().title);
                return Err(Failure::Input(say!(
                    lang,
                    "the computer does not play {title} yet",
                    "l'ordinateur ne joue pas encore à {title}",
                )));
            }
        };
        Ok(Some(Computer { seat, mind }))
    }

    /// The move the computer would make; none if the game is over.
    ///
    /// From a table it is the quickest win, or what holds a draw, or what resists longest and sets most problems.
    pub(super) fn choose(&self, session: &Session) -> Option<String> {
        match &self.mind {
            Mind::Table(table) => table.moves(session)?.into_iter().next().map(|(text, _)| text),
            Mind::Search(thinker, engine) => {
                let stop = AtomicBool::new(false);
                let thought = thinker.think(session, engine, Limits::time(PATIENCE), &stop, &mut |_| {})?;
                let best = thought.lines.into_iter().next().and_then(|(_, moves)| moves.into_iter().next());
                // A machine too busy to look at one move in a second still has to make one.
                best.or_else(|| session.legal().into_iter().next())
            }
        }
    }
}
