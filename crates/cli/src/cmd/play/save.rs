//! Saving a game, and the command that resumes it.

use std::{
    fs,
    io::{self, Write},
    path::Path,
};

use mekong_core::{Player, say};
use mekong_record::{Format, GameResult};
use mekong_terminal::failure::{Failure, io_reason};

use super::{prompt_command::PromptCommand, terminal_game::TerminalGame};

impl TerminalGame {
    pub(super) fn save(&self, path: &str, out: &mut impl Write) -> Result<(), Failure> {
        let lang = self.lang();
        let path = &expand_path(path);
        if path.is_empty() {
            writeln!(
                out,
                "{}",
                say!(
                    lang,
                    "a file name is required, for example: save game.pgn",
                    "il faut un nom de fichier, par exemple : enregistrer partie.pgn"
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
        let text = Format::from_file_name(path).unwrap_or(Format::Pgn).write(&[record]);
        match write_new(Path::new(path), &text) {
            Ok(()) => writeln!(out, "{}", say!(lang, "saved to {path}", "enregistré dans {path}"))?,
            Err(error) => {
                let why = io_reason(&error, lang);
                writeln!(
                    out,
                    "{}",
                    say!(
                        lang,
                        "cannot save to {path}: {why}",
                        "impossible d’enregistrer dans {path} : {why}"
                    )
                )?;
            }
        }
        Ok(())
    }

    pub(super) fn help(&self, out: &mut impl Write) -> Result<(), Failure> {
        let info = self.session.info();
        writeln!(out, "{}", self.context.text(info.moves_help))?;
        writeln!(out)?;
        let lang = self.lang();
        for word in PromptCommand::ALL {
            writeln!(out, "{:<12} {}", word.name(lang), self.context.text(word.meaning()))?;
        }
        writeln!(out, "\n{}", say!(lang, "Synonyms:", "Synonymes :"))?;
        for word in PromptCommand::ALL {
            let others = word.other_names(lang).collect::<Vec<_>>().join(", ");
            writeln!(out, "{:<12} {others}", word.name(lang))?;
        }
        Ok(())
    }

    /// Prints the command that resumes the game.
    pub(super) fn print_closing(&self, out: &mut impl Write) -> Result<(), Failure> {
        let lang = self.lang();
        writeln!(out)?;
        if self.turn().is_none() || self.session.moves().is_empty() {
            return Ok(());
        }
        let mut words = format!("mekong play {}", self.session.info().id);
        let variants = self.session.variant_ids().join(",");
        if !variants.is_empty() {
            words.push_str(&format!(" --variant {variants}"));
        }
        if !self.session.has_standard_start() {
            words.push_str(&format!(" --position \"{}\"", self.session.start_text()));
        }
        words.push_str(&format!(" --moves \"{}\"", self.session.moves().join(" ")));
        if let Some(computer) = &self.computer {
            words.push_str(&format!(
                " --level {} --side {} --seed {}",
                computer.level.number(),
                computer.seat.other().code(),
                computer.seed,
            ));
        }
        if self.is_coached {
            words.push_str(" --coach");
        }
        writeln!(
            out,
            "{}",
            say!(
                lang,
                "To continue later:\n\
         {words}",
                "Pour continuer plus tard :\n{words}"
            )
        )?;
        Ok(())
    }
}

/// Removes quotation marks and expands a leading tilde, as a shell does.
fn expand_path(path: &str) -> String {
    let inside = ['"', '\''].iter().find_map(|&mark| path.strip_prefix(mark)?.strip_suffix(mark));
    match (inside, path.strip_prefix("~/"), dirs::home_dir()) {
        (Some(inside), ..) => inside.to_owned(),
        (None, Some(rest), Some(home)) => home.join(rest).to_string_lossy().into_owned(),
        _ => path.to_owned(),
    }
}

/// Writes a new file; an existing file is not overwritten.
fn write_new(path: &Path, text: &str) -> io::Result<()> {
    if path.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    fs::File::create_new(path)?.write_all(text.as_bytes())
}
