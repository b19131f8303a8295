//! Two people at one terminal.

mod input;
mod table;
mod word;

use std::{io, process::ExitCode};

use clap::{ArgMatches, Command};
use mekong_core::{Lang, Text};

use self::{
    input::{Input, Line},
    table::Table,
};
use super::open::open;
use crate::{args, context::Context, failure::Failure};

pub(crate) fn command(lang: Lang) -> Command {
    let t = |en, fr| Text { en, fr }.get(lang);
    let command = Command::new("play")
        .about(t("Play a game, two people at this terminal", "Jouer une partie à deux, à ce terminal"))
        .after_help(t(
            "Type a move, or \"help\" for what else can be typed. Tab completes moves.\n\n\
             Examples:\n  \
             mekong play siam --variant opening,single-exit\n  \
             mekong play saigon --position \"LLDL/DDDL/LLLD/DDDL L\"\n  \
             mekong play palam --seed 7 --lang fr",
            "Tapez un coup, ou « aide » pour savoir ce qu'on peut taper d'autre. Tab complète les coups.\n\n\
             Exemples :\n  \
             mekong play siam --variant opening,single-exit\n  \
             mekong play saigon --position \"LLDL/DDDL/LLLD/DDDL L\"\n  \
             mekong play palam --seed 7 --lang fr",
        ))
        .arg(args::game(lang).required(true));
    args::opening(command, lang)
}

pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<ExitCode, Failure> {
    let (session, seed) = open(matches, context)?;
    let mut table = Table::new(session, seed, *context);
    let mut input = Input::new(context.lang);
    let mut out = io::stdout();
    table.greet(&mut out)?;
    loop {
        let line = match input.read(&table.prompt(), &table.legal())? {
            Line::Text(line) => line,
            Line::End => {
                table.farewell(&mut out)?;
                return Ok(ExitCode::SUCCESS);
            }
            Line::Interrupted => {
                table.farewell(&mut out)?;
                return Ok(ExitCode::from(130));
            }
        };
        if !table.obey(line.trim(), &mut out)? {
            table.farewell(&mut out)?;
            return Ok(ExitCode::SUCCESS);
        }
    }
}
