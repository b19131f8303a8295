//! Two people at one terminal, or one and the computer.

mod advice;
mod coach;
mod computer;
mod input;
mod leave;
mod table;
mod thinking;
mod word;

use std::{io, process::ExitCode};

use clap::{Arg, ArgAction, ArgMatches, Command};
use mekong_core::{Lang, Text, say};
use mekong_terminal::{
    args,
    context::Context,
    failure::Failure,
    session::{open, open_with},
};

use self::{
    computer::Computer,
    input::{Input, Line},
    table::Table,
    thinking::LazyThinking,
};

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
             mekong play siam --level 4 --hints\n  \
             mekong play saigon --level 10 --side p2\n  \
             mekong play palam --seed 7 --lang fr",
            "Tapez un coup, ou « aide » pour savoir ce qu'on peut taper d'autre. Tab complète les coups.\n\n\
             Exemples :\n  \
             mekong play siam --variant opening,single-exit\n  \
             mekong play saigon --position \"LLDL/DDDL/LLLD/DDDL L\"\n  \
             mekong play siam --level 4 --hints\n  \
             mekong play saigon --level 10 --side p2\n  \
             mekong play palam --seed 7 --lang fr",
        ))
        .arg(args::game(lang).required(true));
    let command = args::opening(command, lang).mut_arg("seed", |arg| {
        arg.help(t(
            "Fix the deal of a game that begins with one (Palam), and the computer's choices",
            "Fixer la donne d'un jeu qui commence par une donne (Palam), et les choix de l'ordinateur",
        ))
    });
    computer::add(command, lang).arg(Arg::new("hints").long("hints").action(ArgAction::SetTrue).help(t(
        "Say so after a bad move, which can then be taken back",
        "Signaler un mauvais coup, qu'on peut alors reprendre",
    )))
}

pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<ExitCode, Failure> {
    let (session, seed) = if computer::is_wanted(matches) {
        // Here a seed means something in every game.
        open_with(matches, matches.get_one::<u64>("seed").copied(), context)?
    } else {
        open(matches, context)?
    };
    let thinking = LazyThinking::default();
    let computer = if computer::is_wanted(matches) {
        Computer::new(matches, &session, thinking.get(), context)?
    } else {
        None
    };
    let mut table = Table::new(session, seed, computer, thinking, *context);
    table.hints = matches.get_flag("hints");
    let mut out = io::stdout();
    match play(&mut table, &mut out, context) {
        // The person had enough of waiting.
        Err(Failure::Stopped) => {
            table.print_closing(&mut out)?;
            Ok(ExitCode::from(130))
        }
        // Whatever ends it, the game on the table is not lost if anybody still reads.
        Err(failure) => {
            let _ = table.print_closing(&mut out);
            Err(failure)
        }
        ended => ended,
    }
}

fn play(table: &mut Table, out: &mut impl io::Write, context: &Context) -> Result<ExitCode, Failure> {
    let mut input = Input::new(context.lang);
    table.greet(out)?;
    loop {
        let line = match input.read(&table.prompt(), &table.legal())? {
            Line::Text(line) => line,
            Line::NotText => {
                let lang = context.lang;
                let sentence = say!(
                    lang,
                    "what was typed is not UTF-8 text: set the terminal to UTF-8, or leave accents out",
                    "ce qui a été tapé n'est pas du texte UTF-8 : réglez le terminal sur UTF-8, ou tapez sans accents",
                );
                writeln!(out, "\n{sentence}")?;
                continue;
            }
            Line::End => {
                table.print_closing(out)?;
                return Ok(ExitCode::SUCCESS);
            }
            Line::Interrupted => {
                table.print_closing(out)?;
                return Ok(ExitCode::from(130));
            }
        };
        if !table.obey(line.trim(), out)? {
            table.print_closing(out)?;
            return Ok(ExitCode::SUCCESS);
        }
    }
}
