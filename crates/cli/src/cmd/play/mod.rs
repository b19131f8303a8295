//! Two people at one terminal.

mod input;
mod word;

use std::{
    fs,
    io::{self, Write},
    process::ExitCode,
};

use clap::{ArgMatches, Command};
use mekong_catalog::{MoveError, Session};
use mekong_core::{Explain as _, Lang, Player, Text, say};
use mekong_record::GameResult;

use self::{
    input::{Input, Line},
    word::Word,
};
use super::{open::open, show};
use crate::{args, context::Context, failure::Failure, render};

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
    let mut table = Table { session, seed, resigned: None, context: *context };
    let mut input = Input::new(&table.session);
    let mut out = io::stdout();
    table.greet(&mut out)?;
    loop {
        let line = match input.read(&table.prompt(), &table.session)? {
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

/// The game on the table.
struct Table {
    session: Session,
    seed: Option<u64>,
    /// Who has given up, if anyone has.
    resigned: Option<Player>,
    context: Context,
}

impl Table {
    const fn lang(&self) -> Lang {
        self.context.lang
    }

    fn turn(&self) -> Option<Player> {
        if self.resigned.is_some() { None } else { self.session.turn() }
    }

    fn seat(&self, player: Player) -> &'static str {
        self.context.text(self.session.info().seats[player.index()])
    }

    fn prompt(&self) -> String {
        match self.turn() {
            Some(player) => format!("{}> ", self.seat(player)),
            None => "> ".to_owned(),
        }
    }

    fn greet(&self, out: &mut impl Write) -> Result<(), Failure> {
        let lang = self.lang();
        let info = self.session.info();
        let credit = info.credit(lang);
        let hint =
            say!(lang, "Type a move, \"help\", or \"quit\".", "Tapez un coup, « aide », ou « quitter ».",);
        writeln!(out, "{} ({credit})\n{hint}\n", info.title)?;
        self.show(out)
    }

    fn show(&self, out: &mut impl Write) -> Result<(), Failure> {
        show::board(out, &self.session, self.seed, &self.context)?;
        if let Some(player) = self.resigned {
            let (loser, winner) = (self.seat(player), self.seat(player.other()));
            let lang = self.lang();
            writeln!(
                out,
                "{}",
                say!(lang, "{loser} resigned: {winner} won", "Abandon : {loser} ; victoire : {winner}")
            )?;
        }
        out.flush()?;
        Ok(())
    }

    /// Does what a line says; `false` if it says to stop.
    fn obey(&mut self, line: &str, out: &mut impl Write) -> Result<bool, Failure> {
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match Word::parse(first) {
            _ if line.is_empty() => {}
            Some(Word::Quit) => return Ok(false),
            Some(Word::Help) => self.help(out)?,
            Some(Word::Board) => self.show(out)?,
            Some(Word::Moves) => write!(out, "{}", render::columns(&self.session.legal(), 78))?,
            Some(Word::List) => self.list(out)?,
            Some(Word::Undo) => self.undo(out)?,
            Some(Word::Redo) => self.redo(out)?,
            Some(Word::Resign) => self.resign(out)?,
            Some(Word::Save) => self.save(rest.trim(), out)?,
            None => self.play(line, out)?,
        }
        out.flush()?;
        Ok(true)
    }

    fn play(&mut self, text: &str, out: &mut impl Write) -> Result<(), Failure> {
        let lang = self.lang();
        if self.resigned.is_some() {
            writeln!(
                out,
                "{}",
                say!(
                    lang,
                    "the game is over: take the resignation back with \"undo\"",
                    "la partie est finie : « annuler » reprend l'abandon"
                )
            )?;
            return Ok(());
        }
        let mover = self.turn();
        match self.session.play(text) {
            Ok(()) => {
                if let Some(player) = mover {
                    writeln!(out, "{}: {text}\n", self.seat(player))?;
                }
                self.show(out)
            }
            Err(error) => {
                let why = error.explain(lang);
                let line = match error {
                    MoveError::Unreadable(_) => why,
                    MoveError::Illegal(_) => {
                        say!(lang, "{text} is not possible: {why}", "{text} n'est pas possible : {why}")
                    }
                };
                writeln!(out, "{line}")?;
                Ok(())
            }
        }
    }

    fn undo(&mut self, out: &mut impl Write) -> Result<(), Failure> {
        let lang = self.lang();
        if self.resigned.take().is_some() {
            return self.show(out);
        }
        match self.session.undo() {
            Some(mv) => {
                writeln!(out, "{}\n", say!(lang, "taken back: {mv}", "repris : {mv}"))?;
                self.show(out)
            }
            None => {
                writeln!(out, "{}", say!(lang, "nothing to undo", "rien à annuler"))?;
                Ok(())
            }
        }
    }

    fn redo(&mut self, out: &mut impl Write) -> Result<(), Failure> {
        let lang = self.lang();
        match self.session.redo() {
            Some(mv) => {
                writeln!(out, "{}\n", say!(lang, "played again: {mv}", "rejoué : {mv}"))?;
                self.show(out)
            }
            None => {
                writeln!(out, "{}", say!(lang, "nothing to redo", "rien à refaire"))?;
                Ok(())
            }
        }
    }

    fn resign(&mut self, out: &mut impl Write) -> Result<(), Failure> {
        let lang = self.lang();
        match self.turn() {
            Some(player) => {
                self.resigned = Some(player);
                self.show(out)
            }
            None => {
                writeln!(out, "{}", say!(lang, "the game is over", "la partie est finie"))?;
                Ok(())
            }
        }
    }

    fn list(&self, out: &mut impl Write) -> Result<(), Failure> {
        let moves = self.session.moves();
        if moves.is_empty() {
            let lang = self.lang();
            writeln!(out, "{}", say!(lang, "no move yet", "aucun coup pour l'instant"))?;
            return Ok(());
        }
        for (index, pair) in moves.chunks(2).enumerate() {
            writeln!(out, "{:>3}. {}", index + 1, pair.join("  "))?;
        }
        Ok(())
    }

    fn save(&self, path: &str, out: &mut impl Write) -> Result<(), Failure> {
        let lang = self.lang();
        if path.is_empty() {
            writeln!(
                out,
                "{}",
                say!(
                    lang,
                    "save where? for example: save game.pgn",
                    "enregistrer où ? par exemple : enregistrer partie.pgn"
                )
            )?;
            return Ok(());
        }
        let mut record = self.session.to_record();
        if let Some(loser) = self.resigned {
            record.set_result(match loser {
                Player::P1 => GameResult::P2Wins,
                Player::P2 => GameResult::P1Wins,
            });
        }
        let pgn = record.to_pgn();
        // Never over another file: the game on the table is not worth a game on the disk.
        let written = fs::File::create_new(path).and_then(|mut file| file.write_all(pgn.as_bytes()));
        match written {
            Ok(()) => writeln!(out, "{}", say!(lang, "saved in {path}", "enregistré dans {path}"))?,
            Err(error) => writeln!(
                out,
                "{}",
                say!(lang, "not saved in {path}: {error}", "non enregistré dans {path} : {error}")
            )?,
        }
        Ok(())
    }

    fn help(&self, out: &mut impl Write) -> Result<(), Failure> {
        let info = self.session.info();
        writeln!(out, "{}", self.context.text(info.moves_help))?;
        writeln!(out)?;
        for word in Word::ALL {
            writeln!(out, "{:<12} {}", word.name(self.lang()), self.context.text(word.meaning()))?;
        }
        Ok(())
    }

    /// Says how to go on later: a game that ends with the terminal is not lost.
    fn farewell(&self, out: &mut impl Write) -> Result<(), Failure> {
        let lang = self.lang();
        writeln!(out)?;
        if self.turn().is_none() || self.session.moves().is_empty() {
            return Ok(());
        }
        let mut words = format!("mekong play {}", self.session.info().id);
        let variants = self.session.variant_names().join(",");
        if !variants.is_empty() {
            words.push_str(&format!(" --variant {variants}"));
        }
        if !self.session.started_by_default() {
            words.push_str(&format!(" --position \"{}\"", self.session.start_text()));
        }
        words.push_str(&format!(" --moves \"{}\"", self.session.moves().join(" ")));
        writeln!(out, "{}", say!(lang, "To go on later:\n{words}", "Pour continuer plus tard :\n{words}"))?;
        Ok(())
    }
}
