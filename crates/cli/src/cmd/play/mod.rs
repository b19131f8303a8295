//! A game in the terminal, for two players or against the computer.

mod advice;
mod advisor;
mod computer;
mod ctrl_c;
mod input;
mod prompt_command;
mod save;
mod terminal_game;

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
    ctrl_c::LazyCtrlC,
    input::{Input, InputLine},
    terminal_game::TerminalGame,
};

pub(crate) fn command(lang: Lang) -> Command {
    let t = |en, fr| Text { en, fr }.get(lang);
    let command = Command::new("play")
        .about(t(
            "Play a game in the terminal, for two players or against the computer",
            "Jouer une partie dans le terminal, à deux ou contre l’ordinateur",
        ))
        .after_help(t(
            "Type a move, or \"help\" for the list of commands. Tab completes moves.\n\n\
             Examples:\n  \
             mekong play siam --variant opening,single-exit\n  \
             mekong play saigon --position \"LLDL/DDDL/LLLD/DDDL L\"\n  \
             mekong play siam --level 4 --coach\n  \
             mekong play saigon --level 10 --side p2\n  \
             mekong play palam --seed 7 --lang fr",
            "Tapez un coup, ou « aide » pour la liste des commandes. Tab complète les coups.\n\n\
             Exemples :\n  \
             mekong play siam --variant opening,single-exit\n  \
             mekong play saigon --position \"LLDL/DDDL/LLLD/DDDL L\"\n  \
             mekong play siam --level 4 --coach\n  \
             mekong play saigon --level 10 --side p2\n  \
             mekong play palam --seed 7 --lang fr",
        ))
        .arg(args::game(lang).required(true));
    let dealt = args::dealt_games(lang);
    let command = args::start_options(command, lang).mut_arg("seed", |arg| {
        arg.help(say!(
            lang,
            "Deal number ({dealt}), and seed of the computer's choices",
            "Numéro de la donne ({dealt}), et graine des choix de l’ordinateur",
        ))
    });
    // Its name in earlier versions was --hints.
    let coach = Arg::new("coach").long("coach").alias("hints").action(ArgAction::SetTrue).help(t(
        "Point out your bad moves, so that you can take them back",
        "Signaler vos mauvais coups, pour que vous puissiez les reprendre",
    ));
    computer::add(command, lang).arg(coach)
}

pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<ExitCode, Failure> {
    let (session, seed) = if computer::is_wanted(matches) {
        // Here the seed applies to every game.
        open_with(matches, matches.get_one::<u64>("seed").copied(), context)?
    } else {
        open(matches, context)?
    };
    let ctrl_c = LazyCtrlC::default();
    let computer = if computer::is_wanted(matches) {
        Computer::new(matches, &session, ctrl_c.get(), context)?
    } else {
        None
    };
    let mut game = TerminalGame::new(session, seed, computer, ctrl_c, *context);
    game.is_coached = matches.get_flag("coach");
    let mut out = io::stdout();
    match play(&mut game, &mut out, context) {
        // Ctrl-C while the computer was searching.
        Err(Failure::Interrupted) => {
            game.print_closing(&mut out)?;
            Ok(ExitCode::from(130))
        }
        // Print how to resume the game.
        Err(failure) => {
            let _ = game.print_closing(&mut out);
            Err(failure)
        }
        ended => ended,
    }
}

fn play(game: &mut TerminalGame, out: &mut impl io::Write, context: &Context) -> Result<ExitCode, Failure> {
    let mut input = Input::new(context.lang);
    game.print_greeting(out)?;
    loop {
        let line = match input.read(&game.prompt(), &game.legal())? {
            InputLine::Text(line) => line,
            InputLine::NotText => {
                let lang = context.lang;
                let sentence = say!(
                    lang,
                    "the input is not valid UTF-8: set the terminal to UTF-8, or type without accents",
                    "la saisie n’est pas en UTF-8 : réglez le terminal sur UTF-8, ou tapez sans accents",
                );
                writeln!(out, "\n{sentence}")?;
                continue;
            }
            InputLine::End => {
                game.print_closing(out)?;
                return Ok(ExitCode::SUCCESS);
            }
            InputLine::Interrupted => {
                game.print_closing(out)?;
                return Ok(ExitCode::from(130));
            }
        };
        if !game.run_line(line.trim(), out)? {
            game.print_closing(out)?;
            return Ok(ExitCode::SUCCESS);
        }
    }
}
