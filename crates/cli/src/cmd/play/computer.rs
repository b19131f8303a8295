use clap::{Arg, ArgMatches, Command, builder::PossibleValuesParser};
use mekong_catalog::{Entry, Session, find};
use mekong_core::{Lang, Player, SplitMix64, Text, Variants, mix};
use mekong_players::{Level, Searcher};
use mekong_terminal::{
    args,
    context::{Context, fresh_seed},
    failure::Failure,
    searchers::TableCache,
};

use super::thinking::Thinking;

/// The size of the computer's memory.
pub(super) const MEGABYTES: usize = 64;

/// Adds `--level`, `--side` and `--computer`.
pub(super) fn add(command: Command, lang: Lang) -> Command {
    let t = |en, fr| Text { en, fr }.get(lang);
    command
        .arg(
            Arg::new("level").long("level").value_name("1–10").value_parser(args::number(1..=10, lang)).help(
                t(
                    "Play against the computer: 1 is for beginners, 10 holds nothing back",
                    "Jouer contre l'ordinateur : 1 pour débuter, 10 ne retient rien",
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
                .help(t("The side you play (default: p1)", "Le camp que vous jouez (par défaut p1)")),
        )
        .arg(
            Arg::new("computer")
                .long("computer")
                .value_name("p1|p2")
                .hide_possible_values(true)
                .value_parser(PossibleValuesParser::new(["p1", "p2"]))
                .conflicts_with("side")
                .help(t(
                    "The side the computer plays, at level 10 if no other is given",
                    "Le camp que joue l'ordinateur, au niveau 10 si aucun autre n'est donné",
                )),
        )
}

/// Whether the arguments ask for the computer.
pub(super) fn is_wanted(matches: &ArgMatches) -> bool {
    matches.contains_id("level") || matches.contains_id("computer")
}

/// The computer at one side of the table.
pub(super) struct Computer {
    pub(super) seat: Player,
    pub(super) level: Level,
    entry: &'static Entry,
    variants: Variants,
    mind: Searcher,
    has_table: bool,
    pub(super) seed: u64,
}

impl Computer {
    /// The computer that the arguments ask for, if they do.
    pub(super) fn new(
        matches: &ArgMatches,
        session: &Session,
        thinking: &Thinking,
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
        let mind = Searcher::new(entry, MEGABYTES);
        let variants = session.variants();
        let mut computer = Computer { seat, level, entry, variants, mind, has_table: false, seed };
        computer.set_level(level, thinking, context)?;
        Ok(Some(computer))
    }

    /// Plays at another level from now on. The strongest knows a solved game by its table.
    pub(super) fn set_level(
        &mut self,
        level: Level,
        thinking: &Thinking,
        context: &Context,
    ) -> Result<(), Failure> {
        if level == Level::MAX && !self.has_table {
            if let Some(table) = thinking
                .with_table(|stop| TableCache::new(true, stop, context).find(self.entry, self.variants))?
            {
                self.mind = Searcher::new(self.entry, MEGABYTES).with_tablebase(table);
            }
            self.has_table = true;
        }
        self.level = level;
        Ok(())
    }

    /// The move the computer makes; none if the game is over.
    pub(super) fn choose(
        &mut self,
        session: &Session,
        thinking: &Thinking,
    ) -> Result<Option<String>, Failure> {
        thinking.during(|cancel| self.mind.choose(session, self.level, self.seed, cancel))
    }
}
