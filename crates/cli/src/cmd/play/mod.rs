//! Two people at one terminal, or one and the computer.

mod computer;
mod input;
mod table;
mod word;

use std::{io, process::ExitCode};

use clap::{ArgMatches, Command};
use mekong_core::{Lang, Text};

use self::{
    computer::Computer,
    input::{Input, Line},
    table::Table,
};
use super::open::open;
use crate::{args, context::Context, failure::Failure};

pub(crate) fn command(lang: Lang) -> Command {
    let t = |en, fr| Text { en, fr }.get(lang);
    let command = Command::new("play")
        .about(t(
            "Play a game at this terminal, two people or one and the computer",
            "Jouer une partie à ce terminal, à deux ou contre l'ordinateur",
        ))
        .after_help(t(
            "Type a move, or \"help\" for what else can be typed. Tab completes moves.\n\n\
             Examples:\n  \
             mekong play siam --variant opening,single-exit\n  \
             mekong play saigon --position \"LLDL/DDDL/LLLD/DDDL L\"\n  \
             mekong play saigon --computer p2\n  \
             mekong play palam --seed 7 --lang fr",
            "Tapez un coup, ou « aide » pour savoir ce qu'on peut taper d'autre. Tab complète les coups.\n\n\
             Exemples :\n  \
             mekong play siam --variant opening,single-exit\n  \
             mekong play saigon --position \"LLDL/DDDL/LLLD/DDDL L\"\n  \
             mekong play saigon --computer p2\n  \
             mekong play palam --seed 7 --lang fr",
        ))
        .arg(args::game(lang).required(true));
    args::opening(command, lang).arg(computer::arg(lang))
}

pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<ExitCode, Failure> {
    let (session, seed) = open(matches, context)?;
    let computer = Computer::new(matches, &session, context)?;
    let mut table = Table::new(session, seed, computer, *context);
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
