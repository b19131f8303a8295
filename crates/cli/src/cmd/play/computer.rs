use clap::{Arg, ArgMatches, Command, builder::PossibleValuesParser};
use mekong_catalog::{Entry, GameSession, find};
use mekong_core::{Lang, Player, SplitMix64, Text, Variants, mix};
use mekong_players::{Level, Searcher};
use mekong_terminal::{
    args,
    context::{Context, fresh_seed},
    failure::Failure,
    searchers::LazyTablebases,
};

use super::ctrl_c::CtrlC;

/// The size of the computer's hash table, in megabytes.
pub(super) const MEGABYTES: usize = 64;

/// Adds `--level`, `--side` and `--computer`.
pub(super) fn add(command: Command, lang: Lang) -> Command {
    let t = |en, fr| Text { en, fr }.get(lang);
    command
        .arg(
            Arg::new("level").long("level").value_name("1–10").value_parser(args::number(1..=10, lang)).help(
                t(
                    "Play against the computer, from 1 (beginner) to 10 (strongest)",
                    "Jouer contre l’ordinateur, de 1 (débutant) à 10 (le plus fort)",
                ),
            ),
        )
        .arg(
            Arg::new("side")
                .long("side")
                .value_name("p1|p2|random")
                .hide_possible_values(true)
                .value_parser(PossibleValuesParser::new(["p1", "p2", "random"]))
                .requires("level")
                .help(t("Your side (default: p1)", "Votre côté (par défaut p1)")),
        )
        .arg(
            Arg::new("computer")
                .long("computer")
                .value_name("p1|p2")
                .hide_possible_values(true)
                .value_parser(PossibleValuesParser::new(["p1", "p2"]))
                .conflicts_with("side")
                .help(t(
                    "The computer's side; plays at level 10 unless --level is given",
                    "Côté de l’ordinateur, qui joue au niveau 10 sans --level",
                )),
        )
}

/// Whether the arguments ask for the computer.
pub(super) fn is_wanted(matches: &ArgMatches) -> bool {
    matches.contains_id("level") || matches.contains_id("computer")
}

/// The computer player and its side.
pub(super) struct Computer {
    pub(super) seat: Player,
    pub(super) level: Level,
    entry: &'static Entry,
    variants: Variants,
    searcher: Searcher,
    has_table: bool,
    pub(super) seed: u64,
}

impl Computer {
    /// The computer player of the arguments, if any.
    pub(super) fn new(
        matches: &ArgMatches,
        session: &GameSession,
        ctrl_c: &CtrlC,
        context: &Context,
    ) -> Result<Option<Computer>, Failure> {
        if !is_wanted(matches) {
            return Ok(None);
        }
        let entry = find(session.info().id).map_err(|error| Failure::input(&error, context.lang))?;
        let seed = matches.get_one::<u64>("seed").copied().unwrap_or_else(fresh_seed);
        let side = |name| matches.get_one::<String>(name).map(String::as_str);
        let seat = match (side("computer"), side("side")) {
            (Some("p1"), _) | (_, Some("p2")) => Player::P1,
            (_, Some("random")) => Player::BOTH[SplitMix64::new(mix(!seed)).below(2)],
            _ => Player::P2,
        };
        let number = matches.get_one::<u64>("level").and_then(|&number| u8::try_from(number).ok());
        let level = number.and_then(Level::new).unwrap_or(Level::MAX);
        let searcher = Searcher::new(entry, MEGABYTES);
        let variants = session.variants();
        let mut computer = Computer { seat, level, entry, variants, searcher, has_table: false, seed };
        computer.set_level(level, ctrl_c, context)?;
        Ok(Some(computer))
    }

    /// Changes the level. The strongest level uses the tablebase of a game that has one.
    pub(super) fn set_level(
        &mut self,
        level: Level,
        ctrl_c: &CtrlC,
        context: &Context,
    ) -> Result<(), Failure> {
        if level == Level::MAX && !self.has_table {
            if let Some(tablebase) = ctrl_c.with_cancel_token(|stop| {
                LazyTablebases::new(true, stop, context).find(self.entry, self.variants)
            })? {
                self.searcher = Searcher::new(self.entry, MEGABYTES).with_tablebase(tablebase);
            }
            self.has_table = true;
        }
        self.level = level;
        Ok(())
    }

    /// The move the computer makes; none if the game is over.
    pub(super) fn choose(
        &mut self,
        session: &GameSession,
        ctrl_c: &CtrlC,
    ) -> Result<Option<String>, Failure> {
        ctrl_c.cancellable(|cancel| self.searcher.choose(session, self.level, self.seed, cancel))
    }
}
